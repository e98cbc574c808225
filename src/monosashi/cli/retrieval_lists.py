"""What stands beside ranked lists: texts to show, and groups of queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.retrieval_sources import Sources

if TYPE_CHECKING:
    from monosashi.cli.retrieval_measuring import Asked
    from monosashi.embeddings import TextSet


@dataclass(frozen=True)
class Shown:
    """Texts of queries and of documents by id, and the group of every query."""

    queries: Mapping[str, str] | None = None
    documents: Mapping[str, str] | None = None
    groups: Mapping[str, str] | None = None


def shown_texts(sources: Sources, data: DataOptions, texts: TextOptions, asked: Asked) -> Shown:
    """Texts of the files named, and groups."""
    from monosashi.cli.wrong_usage import WrongUsageError

    refuse_vector_options(data, texts, asked)
    if asked.options.query_groups and not sources.queries:
        raise WrongUsageError("cli.errors.retrieval_groups")
    named = replace(data, id=asked.options.query_id or data.id)
    columns = replace(texts, text=asked.options.query_text or texts.text)
    queries = [_read(path, named, columns) for path in sources.queries[:1]]
    documents = [_read(path, data, texts) for path in sources.documents[:1]]
    groups: dict[str, str] = {}
    for one in queries if asked.options.query_groups else ():
        labels = one.column(asked.options.query_groups or "", "groups")
        groups.update(zip(map(str, one.ids), map(str, labels), strict=True))
    return Shown(_by_id(queries), _by_id(documents), groups or None)


def refuse_vector_options(data: DataOptions, texts: TextOptions, asked: Asked) -> None:
    """Options that would change what is already ranked."""
    from monosashi.cli.wrong_usage import WrongUsageError

    given = {
        "--vectors": data.vectors,
        "--queries-vectors": asked.options.queries_vectors,
        "--embedder": texts.embedder,
        "--max-chars": texts.max_chars,
        "--sample": data.sample,
        "--languages": data.languages,
        "--document": asked.options.document,
        "--exclude": asked.options.exclude,
        "--pool-sizes": asked.pool_sizes or None,
    }
    if names := [name for name, value in given.items() if value is not None]:
        raise WrongUsageError("cli.errors.retrieval_run_options", options=", ".join(names))


def _read(path: object, data: DataOptions, texts: TextOptions) -> TextSet:
    from monosashi.stores import read_texts

    wide = data.arguments()["wide"]
    return read_texts(str(path), text=texts.text, id=data.id, wide=wide, encoding=data.encoding,
                      invalid=data.invalid, language=texts.default_language)  # fmt: skip


def _by_id(sets: list[TextSet]) -> dict[str, str] | None:
    return {str(name): str(text) for one in sets
            for name, text in zip(one.ids, one.texts, strict=True)} or None  # fmt: skip
