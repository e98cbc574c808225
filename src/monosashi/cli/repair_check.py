"""`monosashi repair check`: whether a repair still fits the vectors of today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.repair_sources import LANGUAGE

if TYPE_CHECKING:
    from monosashi.language.freshness import IndexCard, RepairCheck

CHECK = Group("Repair", sort_key=2)
OF_QUERIES = ("queries", "queries_vectors", "query_text")


def check_command(
    repair: Path,
    path: Path,
    *,
    index: Annotated[Path | None, Parameter(group=CHECK)] = None,
    language: LANGUAGE = None,
    key: Annotated[str | None, Parameter(group=CHECK)] = None,
    queries: Annotated[Path | None, Parameter(group=CHECK)] = None,
    queries_vectors: Annotated[str | None, Parameter(group=CHECK)] = None,
    query_text: Annotated[str | None, Parameter(group=CHECK)] = None,
    title: str = "",
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Hold a repair against a random sample of today's documents; exit 3 when it no longer fits.

    Parameters
    ----------
    repair
        Folder that repair fit wrote.
    path
        Raw document vectors of today: npz, parquet, jsonl, a saved folder, a vector store; or
        texts with --embedder.
    index
        The whole index (vectors, or texts, which are only counted), or a JSON card with n_docs,
        languages and model.
    language
        Column of language codes; default the column that the repair was fitted with.
    key
        Column that names the page of a chunk; chunks of a page count as one.
    queries
        Sample of today's query log, for repairs with means of queries.
    queries_vectors
        Column, array name or file of the queries' vectors; default the column of --vectors.
    query_text
        Column of texts in --queries, for --embedder; default as in --text.
    title
        Title of the report.
    """
    from monosashi.advice.repair_check_document import RepairCheckDocument
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE, GATE_FAILED
    from monosashi.cli.open_repair import open_repair
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step
    from monosashi.cli.repair_path import reading
    from monosashi.cli.repair_sources import (
        canary_embedder,
        query_options,
        read_documents,
        read_queries,
        start,
    )
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.shape_repeat import ShapeRepeat

    start(output.words, data.vectors, "repair check")
    check_out(output.out)
    fitted = open_repair(repair)
    sample = read_documents(
        path, data, texts, key=key, language=language or fitted.column, role="passage"
    )
    asked = read_queries(queries, queries_vectors, data, texts,
                         language=language or fitted.column, text=query_text)  # fmt: skip
    whole = _index(index, data, texts, language or fitted.column)
    found = fitted.check(sample, whole, language=language, key=key, queries=asked,
                         embedder=canary_embedder(texts))  # fmt: skip
    of_queries = query_options(queries, queries_vectors, query_text)
    own = {"index": index, "language": language, "key": key, "title": title, **of_queries}
    repeat = ShapeRepeat("repair check", {"repair": repair, "path": path},
                         {**own, **asdict(data), **text_settings(texts)})  # fmt: skip
    document = RepairCheckDocument(
        provenance=found.provenance, check=found, title=title or repair.name, source=path.name,
        command=repeat.command(), created=now(),
    )  # fmt: skip
    clear_step()
    deliver(document.to_dict(), document.tables(), output, settings=repeat.settings(),
            following=following(found, repair, path, {**own, "language": language or fitted.column},
                                {**reading(data, texts), **of_queries}))  # fmt: skip
    return FINE if found.passed else GATE_FAILED


def _index(
    index: Path | None, data: DataOptions, texts: TextOptions, language: str | None
) -> IndexCard | None:
    """A JSON card, or the index itself, read like the sample; texts are counted, not embedded."""
    if index is None:
        return None
    from monosashi.cli.reading import read_data
    from monosashi.cli.site_index import NO_VECTORS, is_site_folder
    from monosashi.embeddings import DataError
    from monosashi.language.freshness import IndexCard
    from monosashi.language.freshness.index_card import as_index_card

    if index.suffix.lower() == ".json":
        return IndexCard.read(index)
    whole = replace(data, sample=None)
    if is_site_folder(index):
        return _counted(index, whole, texts, language)
    try:
        return as_index_card(read_data(index, whole), language)
    except DataError as error:
        if not any(one.code == NO_VECTORS for one in error.faults):
            raise
    return _counted(index, whole, texts, language)


def _counted(path: Path, data: DataOptions, texts: TextOptions, language: str | None) -> IndexCard:
    """Texts of each language; their model is that of the sample, which is checked by itself."""
    from collections import Counter

    from monosashi.cli.embedding import read_chosen_texts
    from monosashi.language.freshness import IndexCard

    held = read_chosen_texts(path, replace(data, vectors=None, query_vectors=None), texts,
                             language=language)  # fmt: skip
    named = held.columns.get(language) if language is not None else None
    counts = {} if named is None else dict(Counter(map(str, named)))
    return IndexCard(n_docs=len(held.ids), languages=counts)


def following(
    found: RepairCheck, repair: Path, path: Path, own: Mapping[str, Any], reading: Mapping[str, Any]
) -> str:
    """Refresh what no longer fits; use what does. A sample is never named for the index."""
    from monosashi.cli.repair_path import duplicates_line, refresh_line, whole_index

    options = {"language": own["language"], "key": own["key"], **reading}
    index = own["index"]
    held = path if found.is_whole else whole_index()
    whole = held if index is None or index.suffix.lower() == ".json" else index
    if not found.passed or "grown" in found.states:
        return refresh_line(repair, whole, options)
    pages = {name: value for name, value in options.items() if name not in OF_QUERIES}
    return duplicates_line(whole, {**pages, "repair": repair})
