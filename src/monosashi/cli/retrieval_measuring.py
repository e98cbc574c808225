"""From files to the document: every model or system, and their comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.retrieval_sources import Sources

if TYPE_CHECKING:
    from monosashi.advice.retrieval_document import RetrievalDocument
    from monosashi.embeddings import Gold
    from monosashi.retrieval import Retrieval

OTHER_METRICS = ("ndcg@10", "mrr", "map")


@dataclass(frozen=True)
class Asked:
    """How it is measured; ``language`` names the column of codes for ``--languages``."""

    ks: tuple[int, ...]
    options: QueryOptions
    metric: str = "ndcg@10"
    seed: int = 0
    language: str | None = None


def listed_ks(given: str) -> tuple[int, ...]:
    """``1,5,10`` as whole numbers."""
    from monosashi.cli.wrong_usage import WrongUsageError

    parts = [part.strip() for part in given.split(",")]
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise WrongUsageError("cli.errors.retrieval_ks", given=given)
    return tuple(sorted({int(part) for part in parts}))


def checked_metric(given: str, ks: Sequence[int]) -> str:
    """A metric that is measured, in small letters."""
    from monosashi.cli.wrong_usage import WrongUsageError

    known = [*(f"{family}@{k}" for family in ("recall", "hits") for k in ks), *OTHER_METRICS]
    if given.lower() not in known:
        raise WrongUsageError("cli.errors.retrieval_metric", given=given, known=", ".join(known))
    return given.lower()


def measure(
    sources: Sources, data: DataOptions, texts: TextOptions, asked: Asked
) -> RetrievalDocument:
    """Every system on the same queries; of several, the paired differences."""
    from monosashi.advice.retrieval_document import retrieval_document
    from monosashi.retrieval import compare_retrieval

    found = _from_runs(sources, data, texts, asked) if sources.runs else (
        _from_vectors(sources, data, texts, asked))  # fmt: skip
    if len(found) == 1:
        return retrieval_document(found)
    return retrieval_document(found, compare_retrieval(found, metric=asked.metric, rng=asked.seed))


def _from_vectors(
    sources: Sources, data: DataOptions, texts: TextOptions, asked: Asked
) -> list[Retrieval]:
    """Every model; the faults of gold and texts come together, before anything is embedded."""
    from monosashi.cli.one_for_each import refuse_same_names
    from monosashi.cli.retrieval_languages import judged_in_languages
    from monosashi.cli.retrieval_models import ModelReader
    from monosashi.embeddings import DataError
    from monosashi.embeddings.errors import Faults
    from monosashi.retrieval import measure_retrieval
    from monosashi.stores import read_gold

    faults = Faults()
    gold = faults.attempt(read_gold, sources.gold)
    reader = ModelReader(sources, data, texts, asked)
    if gold is None:
        faults.attempt(reader.check)
        raise DataError(*faults.found)
    models = reader.read()
    refuse_same_names([one.name for one in models])
    return [
        measure_retrieval(
            one.queries,
            one.documents,
            gold=judged_in_languages(
                sampled(gold, one.queries.ids) if data.sample else gold, one.left_out
            ),
            document=asked.options.document,
            ks=asked.ks,
            exclude=asked.options.hidden,
            groups=asked.options.query_groups,
            name=one.name,
            rng=asked.seed,
        )
        for one in models
    ]


def sampled(gold: Gold, ids: Iterable[str]) -> Gold:
    """Only the judgements of the queries drawn: the others were not asked, and are not missing."""
    from dataclasses import replace

    drawn = set(ids)
    kept = {query: row for query, row in gold.relevance.items() if query in drawn}
    return replace(gold, relevance=kept)


def _from_runs(
    sources: Sources, data: DataOptions, texts: TextOptions, asked: Asked
) -> list[Retrieval]:
    """Ranked lists as they are; the faults of all files come together."""
    from monosashi.cli.one_for_each import names_of, refuse_same_names
    from monosashi.cli.retrieval_lists import shown_texts
    from monosashi.embeddings.errors import Faults
    from monosashi.retrieval import measure_rankings
    from monosashi.stores import read_gold, read_rankings

    names = names_of(data.model, len(sources.runs))
    faults = Faults()
    gold = faults.attempt(read_gold, sources.gold)
    lists = [faults.attempt(read_rankings, path) for path in sources.runs]
    shown = faults.attempt(shown_texts, sources, data, texts, asked)
    faults.raise_any()
    assert gold is not None and shown is not None  # noqa: S101, PT018 - for the types
    known = [one for one in lists if one is not None]
    called = [name or one.name or path.stem
              for one, name, path in zip(known, names, sources.runs, strict=True)]  # fmt: skip
    refuse_same_names(called)
    return [measure_rankings(one, gold, ks=asked.ks, groups=shown.groups,
                             query_texts=shown.queries, document_texts=shown.documents,
                             documents=shown.documents,
                             name=name, rng=asked.seed)
            for one, name in zip(known, called, strict=True)]  # fmt: skip
