"""The command to try after an audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.next_lines import guard_line
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.repair_path import (
    compare_line,
    duplicates_line,
    reading,
    search_line,
    why_line,
)

if TYPE_CHECKING:
    from monosashi.advice import Audit
    from monosashi.cli.repeat import Repeat

NOT_COMPARED = ("query_groups", "document", "exclude")  # a comparison of repairs has none of these


def following_audit(
    result: Audit, repeat: Repeat, output: OutputOptions,
    sources: tuple[DataOptions, TextOptions, QueryOptions],
) -> str:  # fmt: skip
    """Compare mends where language may cost something; else guard what was kept.

    What was not kept: ask why queries miss, look for duplicates where there are pages in several
    languages, else measure the search.
    """
    from monosashi.advice.language_part import may_be_mended

    data, texts, asked = sources
    path, read = Path(str(repeat.arguments)), reading(data, texts)
    options = {name: repeat.options[name] for name in ("key", "language", "seed")}
    if may_be_mended(result.findings()):
        return compare_line(path, {**options, **read, **_searched(result, asked)})
    if output.out is not None:
        return guard_line(output.out)
    if result.retrieval is not None and result.retrieval.misses:
        return why_line(path, {**asked.settings(), **read, "language": options["language"],
                               "seed": options["seed"]})  # fmt: skip
    if asked.queries is not None:
        return str(repeat.command(out="audit"))
    if result.language is not None:
        return duplicates_line(path, {**options, **read})
    return search_line(path, {**read, "language": data.languages and options["language"]})


def _searched(result: Audit, asked: QueryOptions) -> dict[str, Any]:
    """The queries, where they asked in the language part, too."""
    own = result.language is not None and result.language.query_role == "independent queries"
    told = asked.settings() if own else {}
    return {name: value for name, value in told.items() if name not in NOT_COMPARED}
