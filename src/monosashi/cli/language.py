"""`monosashi language`: does language decide what is found in one pool of several languages."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.language_options import LanguageOptions
from monosashi.cli.options import DataOptions, Level, OutputOptions, TextOptions
from monosashi.cli.query_options import ASKED, QueryOptions


def language_command(
    path: Path | None = None,
    *,
    how: LanguageOptions = LanguageOptions(),
    asked: QueryOptions = QueryOptions(),
    gold_column: Annotated[str | None, Parameter(group=ASKED)] = None,
    fail_on: Annotated[Level | None, Parameter(group=MEASURE)] = None,
    title: str = "",
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure what searching all languages in one pool costs, in every direction.

    Pages ask for their translations; with --queries and --gold (or --gold-column) also real
    queries for all their answers.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    gold_column
        Column of documents and queries: documents with the query's value answer it.
    fail_on
        Exit with 3 when a finding is at this level or worse.
    title
        Title of the report.
    """
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.language_run import LanguageRun
    from monosashi.cli.site_index import assumed_columns, site_columns

    named = how.key, how.language
    if path is not None:
        key, language = site_columns(path, data, *named)
        how = replace(how, key=key, language=language)
    own = {**how.settings(), "gold_column": gold_column, "title": title}
    options = {**own, **asked.settings(), **asdict(data), **text_settings(texts)}
    told = assumed_columns(named, (how.key, how.language))
    run = LanguageRun(path, how, asked, gold_column, data, texts, output, options, told)
    return run.start().measure(title, fail_on)
