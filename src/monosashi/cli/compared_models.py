"""What `monosashi compare` reads: the models, labelled, on one side, and their queries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.label_files import LabelOptions
from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.query_options import QueryOptions

if TYPE_CHECKING:
    from monosashi.advice.choosing import EmbedderFacts
    from monosashi.cli.asked_queries import AskedQueries
    from monosashi.embeddings.panel import Panel


def refuse_comparison(
    groups: str | None, asked: QueryOptions, data: DataOptions, *, as_queries: bool,
    key: str | None, language: str | None, cube: Path | None,
) -> None:  # fmt: skip
    """What cannot work, before anything is read."""
    from monosashi.cli.asked_queries import check_query_options
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.cli.wrong_usage import WrongUsageError

    if all(given is None for given in (groups, asked.queries, key, cube)):
        raise WrongUsageError("cli.errors.compare_by")
    if key is not None and language is None:
        raise WrongUsageError("choosing.errors.key_and_language")
    if as_queries and asked.queries is not None:
        raise WrongUsageError("cli.errors.compare_as_queries")
    check_query_options(asked, data, gold_needed=False)
    refuse_sets_as_vectors("compare", data.vectors, asked.queries_vectors)


def models_and_queries(
    paths: tuple[Path, ...], data: DataOptions, texts: TextOptions, labels: LabelOptions,
    asked: QueryOptions, *, groups: str | None, as_queries: bool, key: str | None,
    language: str | None, seed: int,
) -> tuple[Panel, AskedQueries | None, dict[str, EmbedderFacts]]:  # fmt: skip
    """The documents of every model on the same items; its queries, and what is known of it."""
    from monosashi.cli.asked_queries import read_asked_queries
    from monosashi.cli.compare_facts import Stopwatch, facts_of
    from monosashi.cli.compressed_models import compressed_models
    from monosashi.cli.embedding import embedders_of
    from monosashi.cli.labelled_rows import labelled_panel
    from monosashi.cli.panels import read_panel
    from monosashi.cli.same_queries import of_all_models

    made_by = embedders_of(texts, data)
    watches = [Stopwatch.on(one) for one in made_by]
    plain = replace(data, cut=None, quantise=None)
    panel = read_panel(
        paths,
        plain,
        texts,
        language,
        seed,
        embedders=made_by,
        searched=asked.queries is not None and key is None,
    )
    panel = labelled_panel(panel, labels, plain, [groups] if groups else [])
    if asked.queries is None:
        panel = with_directions(chosen_side(panel, as_queries=as_queries), data)
    elif key is not None:  # read with both sides, not as documents that are only searched
        panel = with_directions(panel, data)
    search = read_asked_queries(asked, plain, texts, made_by, models=len(panel))
    panel, search = of_all_models(panel, search, data)
    facts = dict(zip(panel.names, map(facts_of, made_by, watches, panel.sets), strict=False))
    return *compressed_models(panel, search, data), facts


def with_directions(panel: Panel, data: DataOptions) -> Panel:
    """With --invalid drop without items whose vector is all zeros in some model, counted."""
    import numpy as np

    from monosashi.embeddings import fault

    rows = sorted({row for one in panel.sets for row in one.zero_rows})
    if data.invalid != "drop" or not rows or len(rows) == panel.n:
        return panel
    note = fault("embeddings.notices.dropped_zero", rows, list(panel.ids[rows]))
    kept = np.setdiff1d(np.arange(panel.n), rows)
    told = "embeddings.notices.zero_vectors"
    sets = [replace(one.take(kept), notices=tuple(n for n in one.notices if n.code != told))
            for one in panel.sets]  # fmt: skip
    return replace(panel, sets=tuple(sets), notices=(*panel.notices, note))


def chosen_side(panel: Panel, *, as_queries: bool) -> Panel:
    """The panel with the query side of models that have one, or its passages; told in a notice."""
    from monosashi.cli.model_sides import query_side
    from monosashi.embeddings import fault

    pairs = zip(panel.names, panel.sets, strict=True)
    sided = [name for name, one in pairs if one.query_vectors is not None]
    if not sided:
        return panel
    code = f"cli.notices.compared_{'queries' if as_queries else 'passages'}"
    sets = tuple(query_side(one) for one in panel.sets) if as_queries else panel.sets
    return replace(panel, sets=sets,
                   notices=(*panel.notices, fault(code, models=", ".join(sided))))  # fmt: skip
