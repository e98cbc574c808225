"""The sets of `monosashi hubs`, and the queries asked of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.cli.hubs_measuring import Wanted
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder


@dataclass(frozen=True)
class HubSource:
    """One set under one name, and what is asked of it."""

    name: str
    data: EmbeddingSet
    queries: EmbeddingSet | None


def read_sources(wanted: Wanted) -> list[HubSource]:
    """Every file, with every model where texts are embedded."""
    from monosashi.cli.embedding import embedders_of
    from monosashi.cli.one_for_each import for_each, names_of, refuse_same_names
    from monosashi.cli.retrieval_sources import listed_paths

    made_by = embedders_of(wanted.texts, wanted.data)
    asked = listed_paths(wanted.asked.queries)
    queries = for_each(asked, len(wanted.paths)) if asked else [None] * len(wanted.paths)
    names: list[str | None] = [wanted.data.model] * len(wanted.paths)
    if not made_by:
        names = names_of(wanted.data.model, len(wanted.paths))
    found = [
        source
        for path, query, name in zip(wanted.paths, queries, names, strict=True)
        for source in _of_file(wanted, path, query, name, made_by)
    ]
    refuse_same_names([one.name for one in found])
    return found


def _of_file(
    wanted: Wanted, path: Path, asked: Path | None, name: str | None, made_by: list[Embedder]
) -> list[HubSource]:
    from monosashi.cli.embedding import read_sets
    from monosashi.cli.panels import file_stem

    data = replace(wanted.data, model=name)
    sets = read_sets(path, data, wanted.texts, made_by, seed=wanted.seed,
                     role="passage" if made_by and asked else None)  # fmt: skip
    others = [None] * len(sets) if asked is None else read_sets(
        asked, _of_queries(wanted, data), _texts_of_queries(wanted), made_by, seed=wanted.seed,
        role="query" if made_by else None)  # fmt: skip
    several = len(wanted.paths) > 1
    called = [
        f"{one.model.name} · {file_stem(path)}" if several and made_by else _called(one, path)
        for one in sets
    ]
    return [HubSource(name, _ready(one, wanted), None if other is None else _ready(other, wanted))
            for name, one, other in zip(called, sets, others, strict=True)]  # fmt: skip


def _called(one: EmbeddingSet, path: Path) -> str:
    from monosashi.cli.panels import file_stem

    return one.model.name or file_stem(path)


def _ready(one: EmbeddingSet, wanted: Wanted) -> EmbeddingSet:
    """Without vectors of zeros where cosine needs a direction and --invalid drop asks for that."""
    from monosashi.cli.directions import with_direction

    return with_direction(one, wanted.data) if wanted.metric == "cosine" else one


def _of_queries(wanted: Wanted, data: DataOptions) -> DataOptions:
    return replace(data, id=wanted.asked.query_id or data.id, sample=None,
                   vectors=wanted.asked.queries_vectors or data.vectors)  # fmt: skip


def _texts_of_queries(wanted: Wanted) -> TextOptions:
    return replace(wanted.texts, text=wanted.asked.query_text or wanted.texts.text)
