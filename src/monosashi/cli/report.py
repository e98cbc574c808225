"""`monosashi report`: render results again, together, or in other words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Group, Parameter

from monosashi.cli.options import Words, named_path
from monosashi.cli.report_pieces import FigureFormat, TableFormat, Wanted, write_pieces

if TYPE_CHECKING:
    from monosashi.report.stored import Stored

PIECES = Group("Pieces of it", sort_key=2)


def report_command(
    *results: Path,
    out: Annotated[Path | None, Parameter(converter=named_path)] = None,
    title: str = "",
    words: Words | None = None,
    tables: Annotated[TableFormat | None, Parameter(group=PIECES)] = None,
    figures: Annotated[FigureFormat | None, Parameter(group=PIECES)] = None,
    bibtex: Annotated[bool, Parameter(group=PIECES, negative="")] = False,
) -> int:
    """Write the report of one or more results as self-contained HTML, in both languages.

    Or pieces of it for a paper: tables, figures, and the references of the methods used.

    Parameters
    ----------
    results
        result.json files, or folders that hold one; several become one report.
    out
        File to write; the other language stands beside it. Without a file name report.html, here
        or in the folder named, unless that is there already.
    title
        Title of the page.
    words
        Language of the file named; the other one gets its code in the name. Of pieces: their
        language.
    tables
        Only the tables, each a file in the folder of --out, named as on the page; without --out
        they are printed.
    figures
        Only the figures, each a file in the folder of --out.
    bibtex
        Only BibTeX of the methods that these results rest on: references.bib in the folder of
        --out, else printed.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.streams import show
    from monosashi.report.stored import save_report
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())
    wanted = Wanted(tables, figures, bibtex)
    if wanted.any:
        wanted.check(out)
        write_pieces(read_results(results), wanted, out)
        return FINE
    target = page_file(out or Path())
    documents = read_results(results)
    first = current_language()
    order = (first, *(language for language in ("en", "ja") if language != first))
    save_report(documents, target, title=title, words=order)
    show("\n".join(wrap(say("cli.screen.report", path=target))))
    return FINE


def read_results(results: tuple[Path, ...]) -> list[Stored]:
    """All of them, or every fault of every file."""
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings.errors import Faults
    from monosashi.results.reading import read_result

    if not results:
        raise WrongUsageError("cli.errors.no_results")
    faults = Faults()
    read = {path: faults.attempt(read_result, path) for path in results}
    faults.raise_any()
    return [(path, document) for path in results if (document := read[path]) is not None]


def page_file(out: Path) -> Path:
    """The file to write: as named, or report.html in the folder named.

    Only a file that was named itself is written over: a folder may hold the report of a run.
    """
    from monosashi.cli.run_folder import existing_folder
    from monosashi.cli.wrong_usage import WrongUsageError

    file = out / "report.html" if out.is_dir() or not out.suffix else out
    existing_folder(file.parent)
    if file.suffix.lower() not in {".html", ".htm"} or file.is_dir():
        raise WrongUsageError("cli.errors.not_html", path=file)
    if file != out and file.exists():
        raise WrongUsageError("cli.errors.report_there", path=file, out=out)
    return file
