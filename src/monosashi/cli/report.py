"""`monosashi report`: render results again, together, or in other words."""

from __future__ import annotations

from pathlib import Path

from monosashi.cli.options import Words


def report_command(
    *results: Path,
    out: Path = Path("report.html"),
    title: str = "",
    words: Words | None = None,
) -> int:
    """Write the report of one or more results as self-contained HTML, in both languages.

    Parameters
    ----------
    results
        result.json files, or folders that hold one; several become one report.
    out
        File to write; the other language stands beside it.
    title
        Title of the page.
    words
        Language of the file named; the other one gets its code in the name.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.report import Report
    from monosashi.results.writing import read_result
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())
    if not results:
        raise WrongUsageError("cli.errors.no_results")
    documents = [read_result(path) for path in results]
    name = title or documents[0].get("title") or "monosashi"
    first = current_language()
    order = (first, *(language for language in ("en", "ja") if language != first))
    target = out / "report.html" if out.is_dir() or not out.suffix else out
    Report(documents, title=name).save(target, words=order)
    print(say("cli.screen.report", path=target))
    return FINE
