"""From files to the document: every model or system, and their comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.retrieval_sources import Sources

if TYPE_CHECKING:
    from monosashi.advice.alignment import Alignment
    from monosashi.advice.retrieval_document import RetrievalDocument
    from monosashi.cli.asked_model import AskedModel
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
    pool_sizes: tuple[int, ...] = ()


def listed_ks(given: str, error: str = "retrieval_ks") -> tuple[int, ...]:
    """``1,5,10`` as whole numbers."""
    from monosashi.cli.wrong_usage import WrongUsageError

    parts = [part.strip() for part in given.split(",")]
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise WrongUsageError(f"cli.errors.{error}", given=given)
    return tuple(sorted({int(part) for part in parts}))


def listed_sizes(given: str | None) -> tuple[int, ...]:
    """Numbers of documents, of which there may be none."""
    return () if given is None else listed_ks(given, "retrieval_pool_sizes")


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

    aligned: list[Alignment] = []
    if sources.runs:
        found = _from_runs(sources, data, texts, asked)
    else:
        found, aligned = _from_vectors(sources, data, texts, asked)
    compared = None if len(found) == 1 else (
        compare_retrieval(found, metric=asked.metric, rng=asked.seed))  # fmt: skip
    return retrieval_document(found, compared, aligned)


def _from_vectors(
    sources: Sources, data: DataOptions, texts: TextOptions, asked: Asked
) -> tuple[list[Retrieval], list[Alignment]]:
    """Every model; the faults of gold and texts come together, before anything is embedded."""
    from monosashi.cli.one_for_each import refuse_same_names
    from monosashi.cli.retrieval_models import ModelReader
    from monosashi.embeddings import DataError
    from monosashi.embeddings.errors import Faults
    from monosashi.stores import read_gold

    faults = Faults()
    gold = faults.attempt(read_gold, sources.gold)
    reader = ModelReader(sources, data, texts, asked)
    if gold is None:
        faults.attempt(reader.check)
        raise DataError(*faults.found)
    models = reader.read()
    refuse_same_names([one.name for one in models])
    alone = len(models) == 1
    pairs = [_measured(one, gold, data, asked, alone=alone) for one in models]
    return [found for found, _ in pairs], [aligned for _, aligned in pairs]


def _measured(
    one: AskedModel, gold: Gold, data: DataOptions, asked: Asked, *, alone: bool
) -> tuple[Retrieval, Alignment]:
    """One model: what it finds, and how its queries lie to their answers.

    Of several models only the comparison is advised on, so no shift is undone.
    """
    from monosashi.advice.alignment_measure import measure_alignment
    from monosashi.cli.retrieval_languages import judged_in_languages
    from monosashi.retrieval import measure_retrieval

    drawn = sampled(gold, one.queries.ids) if data.sample else gold
    options: dict[str, Any] = {
        "gold": judged_in_languages(drawn, one.left_out), "document": asked.options.document,
        "exclude": asked.options.hidden, "groups": asked.options.query_groups, "rng": asked.seed,
    }  # fmt: skip
    found = measure_retrieval(one.queries, one.documents, ks=asked.ks, name=one.name, **options)
    aligned = measure_alignment(one.queries, one.documents, found, shift_back=alone,
                                pool_sizes=asked.pool_sizes, **options)  # fmt: skip
    return found, aligned


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
