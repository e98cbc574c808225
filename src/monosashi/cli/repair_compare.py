"""`monosashi repair compare`: which way to mend language is worth it here, if any."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least
from monosashi.cli.query_options import ASKED, QueryOptions
from monosashi.cli.repair_options import BridgeOptions, UseOptions, amount
from monosashi.cli.shape_options import CONFIDENCE, between

CAP, FOLDS = 0.01, 5


def repair_compare_command(
    path: Path | None = None,
    *,
    key: Annotated[str | None, Parameter(group=MEASURE)] = None,
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    methods: Annotated[str | None, Parameter(group=MEASURE)] = None,
    max_same_language_loss: Annotated[
        float, Parameter(group=MEASURE, converter=amount, validator=Number(lte=1))
    ] = CAP,
    folds: Annotated[int, at_least(2, MEASURE)] = FOLDS,
    max_queries: Annotated[int | None, at_least(100, MEASURE)] = None,
    force: Annotated[bool, Parameter(group=MEASURE, negative="")] = False,
    confidence: Annotated[float, between(0, 1)] = CONFIDENCE,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    asked: QueryOptions = QueryOptions(),
    gold_column: Annotated[str | None, Parameter(group=ASKED)] = None,
    use: UseOptions = UseOptions(),
    bridge: BridgeOptions = BridgeOptions(),
    title: str = "",
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure every way to mend language, each on items it has not seen, and take one.

    Without --queries pages ask for their translations, and what same-language search loses
    cannot be measured.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    key
        Column that names what is said; rows sharing a key are translations or chunks.
    language
        Column of language codes.
    methods
        Comma list of ways to compare; default all.
    max_same_language_loss
        Most that recall@1 inside the query's own language may fall.
    folds
        Parts of the items; each is judged by repairs fitted to the others.
    max_queries
        Most queries measured, of items drawn at random; default 100 million over the number of
        documents, but 1,000 at least. All documents stay in the pool.
    force
        Go on with fewer than 50 documents of a language.
    confidence
        Confidence of all intervals.
    seed
        Start of all random numbers.
    gold_column
        Column of documents and queries: documents with the query's value answer it.
    title
        Title of the report.
    """
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.repair_compare_run import CompareRun
    from monosashi.cli.site_index import assumed_columns, site_columns

    named = key, language
    if path is not None:
        key, language = site_columns(path, data, *named)
    own = {"key": key, "language": language, "methods": methods,
           "max_same_language_loss": None if max_same_language_loss == CAP
           else max_same_language_loss, "folds": None if folds == FOLDS else folds,
           "max_queries": max_queries, "force": force or None, "gold_column": gold_column,
           "confidence": confidence, "seed": seed, "title": title}  # fmt: skip
    run = CompareRun(path, data, texts, asked, gold_column, bridge, output,
                     {**own, **asked.settings(), **asdict(use), **bridge.settings(), **asdict(data),
                      **text_settings(texts)},
                     assumed_columns(named, (key, language)))  # fmt: skip
    return run.start().compare(
        key, language, methods,
        {"max_same_language_loss": max_same_language_loss, "folds": folds,
         "max_queries": max_queries, "force": force,
         "confidence": confidence, "rng": seed, **use.arguments()},
        title,
    )  # fmt: skip
