"""Pieces of a report as files, or on standard output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from monosashi.report.stored import Stored

TableFormat = Literal["markdown", "latex"]
FigureFormat = Literal["svg", "pdf"]
REFERENCES = "references.bib"


@dataclass(frozen=True)
class Wanted:
    """Which pieces."""

    tables: TableFormat | None
    figures: FigureFormat | None
    bibtex: bool

    @property
    def any(self) -> bool:
        """Whether pieces are wanted, not the page."""
        return bool(self.tables or self.figures or self.bibtex)

    def check(self, out: Path | None) -> None:
        """Refuse a place that cannot hold them before anything is drawn."""
        from monosashi.cli.run_folder import existing_folder
        from monosashi.cli.wrong_usage import WrongUsageError

        if out is None:
            if self.figures:
                raise WrongUsageError("exporting.usage.figures_need_folder")
            return
        if out.suffix.lower() in {".html", ".htm", ".bib", ".tex", ".md", ".svg", ".pdf"}:
            raise WrongUsageError("exporting.usage.no_folder", path=out)
        existing_folder(out)


def write_pieces(stored: Sequence[Stored], wanted: Wanted, out: Path | None) -> None:
    """All files are made before the first is written; without ``out`` they are printed."""
    from monosashi.cli.layout import wrap
    from monosashi.cli.streams import show
    from monosashi.report.stored import made_of
    from monosashi.results.writing import write_bytes
    from monosashi.words import current_language, say

    language = current_language()
    files = made_of(stored, lambda documents: _files(documents, wanted, language))
    if out is None:
        show("\n".join(text.decode() for text in files.values()).rstrip("\n"))
        return
    for name, content in files.items():
        write_bytes(out / name, content)
    show("\n".join(wrap(say("exporting.screen.written", count=len(files), path=out))))


def _files(
    documents: Sequence[Mapping[str, Any]], wanted: Wanted, language: str
) -> dict[str, bytes]:
    from monosashi.report.exports import bibliography, figure_files, pieces, table_files

    held = pieces(documents, language)
    files: dict[str, bytes] = {}
    if wanted.tables:
        files |= _encoded(table_files(held, wanted.tables))
    if wanted.figures:
        files |= figure_files(held, wanted.figures)
    if wanted.bibtex:
        files |= _encoded({REFERENCES: bibliography(documents)})
    return files


def _encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode("utf-8", "backslashreplace") for name, text in texts.items()}
