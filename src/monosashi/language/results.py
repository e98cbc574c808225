"""What measuring language bias gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from monosashi.language.corpus import Corpus, QueryRole
from monosashi.language.geometry import Geometry
from monosashi.language.pool_hubs import PoolHubs
from monosashi.language.thinned import Thinned
from monosashi.ranking import GoldRanks
from monosashi.results import Estimate, Finding, Result, Tables, hidden

if TYPE_CHECKING:
    from monosashi.language.miss_kinds import MissKind
    from monosashi.language.search.results import LanguageSearch


@dataclass(frozen=True)
class Pool:
    """How well the translation is found among some candidates.

    Attributes
    ----------
    recall : mapping of k to Estimate
        Share of queries whose translation is among the first k; ties count against it.
    mrr, map : Estimate
        Mean 1 / rank; mean average precision with the documents of all languages as gold (equal
        to mrr when there is only one).
    optimistic_recall : mapping of k to float
        The same with ties counted in favour.
    ties : int
        Queries whose translation ties with another candidate (cosines within 1e-9).
    n_queries, n_candidates : int
    """

    recall: Mapping[int, Estimate]
    mrr: Estimate
    map: Estimate
    optimistic_recall: Mapping[int, float]
    ties: int
    n_queries: int
    n_candidates: int


@dataclass(frozen=True)
class Guards:
    """What must be watched beside recall, because recall alone can be gamed.

    Attributes
    ----------
    same_language_share : Estimate
        Share of the 10 nearest (mixed pool) in the query's language.
    neutral_share : float
        That share if language played no part: the language's share of the candidates.
    known_item : mapping of k to Estimate, or None
        Recall of the document in the query's own language; only independent queries have one.
    cosine_translation, cosine_same_language, cosine_cross_language : Estimate or None
        Mean cosine with the translation, with other documents of the own and of the other
        language.
    cosine_nearest_same_language : Estimate or None
        Mean cosine with the nearest other document of the own language.
    nearest_wrong_closer : Estimate
        Share of queries for which that document is closer than the translation.
    """

    same_language_share: Estimate
    neutral_share: float
    known_item: Mapping[int, Estimate] | None
    cosine_translation: Estimate
    cosine_same_language: Estimate | None
    cosine_cross_language: Estimate | None
    cosine_nearest_same_language: Estimate | None
    nearest_wrong_closer: Estimate


@dataclass(frozen=True)
class Miss:
    """A query whose translation did not come first, and what did (texts cut to 200 signs)."""

    query_id: str
    query_text: str | None
    gold_id: str
    gold_text: str | None
    first_id: str
    first_text: str | None
    first_language: str
    rank_mixed: int
    rank_target_only: int
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Direction:
    """Queries of one language that look for their translation in another.

    Attributes
    ----------
    source, target : str
    n : int
        Query rows.
    n_keys : int
        Items behind them: what is resampled.
    target_only, mixed : Pool
        Candidates of the target language only; of all languages, the own document left out.
    thinned : mapping of k to Estimate
        Expected recall in the mixed pool thinned at random to as many candidates as the target
        language has (``thin_mixed_pool``).
    drop : Estimate
        recall@1 lost by mixing: target_only - mixed, paired. A mixed pool is larger, too, so this
        is the sum of the two parts that follow.
    drops : mapping of k to Estimate
    mrr_drop : Estimate
    language_drop : Estimate
        The part that language costs: target_only - thinned. Its expectation is 0 where language
        plays no part; it lies below 0 where pages of other languages stand in the way less than
        those of the target language. Levels and verdicts rest on it. Where versions of a page
        have different numbers of chunks, both are what as many chunks of each, drawn at random,
        would find (the translation keeps all of its own); so is ``thinned``.
    language_drops : mapping of k to Estimate
    mrr_language_drop : Estimate
    candidates_drop : Estimate
        The part that more candidates cost: drop - language_drop (thinned - mixed, unless chunks
        were drawn).
    candidates_drops : mapping of k to Estimate
    mrr_candidates_drop : Estimate
    guards : Guards
    partner_ranks : mapping
        Histogram of the translation's rank: ``from``, ``to``, ``mixed``, ``target_only``.
    examples : tuple of Miss
        The pages most displaced by other languages, at most 20.
    miss_kinds : tuple of MissKind
        Why translations do not come first in the mixed pool (``classify_misses``); the languages
        of what came first add up to all misses, the other kinds stand beside them.
    """

    source: str
    target: str
    n: int
    n_keys: int
    target_only: Pool
    mixed: Pool
    thinned: Mapping[int, Estimate]
    drop: Estimate
    drops: Mapping[int, Estimate]
    mrr_drop: Estimate
    language_drop: Estimate
    language_drops: Mapping[int, Estimate]
    mrr_language_drop: Estimate
    candidates_drop: Estimate
    candidates_drops: Mapping[int, Estimate]
    mrr_candidates_drop: Estimate
    guards: Guards
    partner_ranks: Mapping[str, tuple[int, ...]]
    examples: tuple[Miss, ...] = ()
    miss_kinds: tuple[MissKind, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LanguageBias(Result):
    """How much a mixed pool loses to language, direction by direction.

    Attributes
    ----------
    directions : mapping of (source, target) to Direction
    query_role : str
        ``"query vectors"``, ``"documents as queries"`` or ``"independent queries"``. With models
        that embed queries and documents differently this decides the size of the drop.
    languages : tuple of str
    documents : mapping of language to number of documents in the pool
    geometry : Geometry
    ks : tuple of int
    confidence : float
    hubs : PoolHubs or None
        How unevenly documents stand in the first ten of the mixed pool; None where some list is
        shorter.
    translated : mapping of "human", "machine", "unknown" to number of documents
        How the documents came into their language, as far as the user says.
    search : LanguageSearch or None
        What queries with known answers find, when ``gold`` was given.
    """

    kind: ClassVar[str] = "language"
    directions: Mapping[tuple[str, str], Direction]
    query_role: QueryRole
    languages: tuple[str, ...]
    documents: Mapping[str, int]
    geometry: Geometry
    ks: tuple[int, ...]
    confidence: float
    hubs: PoolHubs | None = None
    translated: Mapping[str, int] = field(default_factory=dict)
    search: LanguageSearch | None = hidden(default=None, repr=False)
    corpus: Corpus = hidden(repr=False)
    ranks: GoldRanks = hidden(repr=False)
    thinned: Thinned = hidden(repr=False)

    def tables(self) -> Tables:
        """``recall`` (long rows), ``guards``, ``geometry``, ``misses``."""
        from monosashi.language.bias_tables import bias_tables

        return bias_tables(self)

    def findings(self) -> list[Finding]:
        """One finding a direction, worst first; remedies come with ``language_findings``."""
        from monosashi.language.findings import language_findings

        return language_findings(self)

    def __repr__(self) -> str:
        lines = [f"  {d.source} -> {d.target}: recall@1 {d.target_only.recall[1]:.3f} alone, "
                 f"{d.mixed.recall[1]:.3f} mixed, drop {d.drop:.3f}: language "
                 f"{d.language_drop:.3f}, more candidates {d.candidates_drop:.3f}"
                 for d in self.directions.values()]  # fmt: skip
        return "\n".join([f"LanguageBias ({self.query_role})", *lines])
