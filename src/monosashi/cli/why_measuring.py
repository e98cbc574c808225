"""From files to the document: search, and explain what was missed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.why_asked import Wanted

if TYPE_CHECKING:
    from monosashi.advice.explaining.document import WhyDocument
    from monosashi.cli.asked_model import AskedModel
    from monosashi.embeddings import Gold


def explain(
    documents: tuple[Path, ...], data: DataOptions, texts: TextOptions, wanted: Wanted
) -> WhyDocument:
    """Search with one model, and explain its misses or one of them."""
    from monosashi.advice.explaining import explain_misses
    from monosashi.advice.explaining.document import WhyDocument
    from monosashi.cli.reading import wide_column
    from monosashi.cli.retrieval_languages import judged_in_languages
    from monosashi.cli.retrieval_measuring import sampled
    from monosashi.cli.why_text import asked_text, query_of
    from monosashi.retrieval import measure_retrieval

    model, gold = _read(documents, data, texts, wanted)
    drawn = sampled(gold, model.queries.ids) if data.sample else gold
    judged = judged_in_languages(drawn, model.left_out)
    name = None if wanted.query is None else query_of(model.queries, judged, wanted)
    if wanted.query is not None and name is None:
        model, judged, name = asked_text(model, judged, texts, data, wanted)
    options: dict[str, Any] = {
        "gold": judged, "document": wanted.options.document, "exclude": wanted.options.hidden,
        "groups": wanted.options.query_groups, "rng": wanted.seed,
    }  # fmt: skip
    found = measure_retrieval(model.queries, model.documents, name=model.name, **options)
    told = explain_misses(found, model.queries, model.documents, k=wanted.k, draws=wanted.draws,
                          language=wide_column(data, wanted.language, "language"),
                          **options)  # fmt: skip
    query = None if name is None else told.why(name)
    found_one = name if query is None else None
    return WhyDocument(provenance=told.provenance, explanation=told, query=query, found=found_one)


def _read(
    documents: tuple[Path, ...], data: DataOptions, texts: TextOptions, wanted: Wanted
) -> tuple[AskedModel, Gold]:
    """One model and the gold; the faults of all files come together."""
    from monosashi.cli.retrieval_measuring import Asked
    from monosashi.cli.retrieval_models import ModelReader
    from monosashi.cli.retrieval_sources import find_sources
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError
    from monosashi.embeddings.errors import Faults
    from monosashi.stores import read_gold

    try:
        sources = find_sources(documents, wanted.options.queries, wanted.options.gold, None)
    except WrongUsageError as error:
        if error.code != "cli.errors.retrieval_needs":
            raise
        raise WrongUsageError("cli.errors.why_needs") from None
    faults = Faults()
    gold = faults.attempt(read_gold, sources.gold)
    asked = Asked((wanted.k,), wanted.options, seed=wanted.seed, language=wanted.language)
    reader = ModelReader(sources, data, texts, asked)
    if gold is None:
        faults.attempt(reader.check)
        raise DataError(*faults.found)
    models = reader.read()
    if len(models) != 1:
        names = ", ".join(one.name for one in models)
        raise WrongUsageError("cli.errors.why_one_model", names=names)
    return models[0], gold
