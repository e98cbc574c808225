"""Write the report: one HTML file a language, linked to each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monosashi.report.documents import collect
from monosashi.report.page import Link, page
from monosashi.results.writing import write_text
from monosashi.words import LANGUAGES

NAMES = {"en": "English", "ja": "日本語"}


class Report:
    """A page for people, of one result or several.

    It words, draws and orders what was measured; it measures nothing. The page needs no network
    and no JavaScript, and the same results give the same bytes.

    Parameters
    ----------
    results : result, document or a list of them
        Live results (``measure_shape(...)``, ``audit(...)``), documents read from
        ``result.json``, or both. Results of the same vectors share one part of the page.
    title : str, optional
        Heading of the page; default: the title of the document.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from monosashi.advice import measure_facts
    >>> facts = measure_facts([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    >>> with TemporaryDirectory() as folder:
    ...     pages = Report(facts, title="Four").save(Path(folder) / "report.html")
    ...     [page.name for page in pages]
    ['report.html', 'report.ja.html']
    """

    def __init__(self, results: Any, *, title: str | None = None) -> None:
        self._results, self._title = results, title
        collect(results, title)  # what cannot be reported is refused at once

    def render(self, language: str, links: Sequence[Link] = ()) -> str:
        """The page in one language, as text."""
        return page(collect(self._results, self._title, language), language, links)

    def save(self, path: str | Path, words: str | Sequence[str] = ("en", "ja")) -> tuple[Path, ...]:
        """Write a page for each language, each file whole or not at all.

        Parameters
        ----------
        path : file, or folder for a ``report.html``
            The first language stands at ``path``, others beside it: ``report.ja.html``.
        words : "en", "ja" or several of them

        Returns
        -------
        tuple of Path
            The files, in the order of ``words``.

        Raises
        ------
        ValueError
            A language that there are no words for.
        """
        languages = (words,) if isinstance(words, str) else tuple(words)
        unknown = [name for name in languages if name not in LANGUAGES]
        if unknown or not languages:
            raise ValueError(f"words must be of {', '.join(LANGUAGES)}, not {words!r}")
        first = _file(Path(path))
        pages = {name: first if i == 0 else first.with_suffix(f".{name}{first.suffix}")
                 for i, name in enumerate(languages)}  # fmt: skip
        texts = {name: self.render(name, _links(pages, name)) for name in languages}
        for name, text in texts.items():
            write_text(pages[name], text)
        return tuple(pages.values())


def _file(path: Path) -> Path:
    return path if path.suffix.lower() in {".html", ".htm"} else path / "report.html"


def _links(pages: dict[str, Path], current: str) -> list[Link]:
    if len(pages) == 1:
        return []
    return [Link(name, NAMES[name], file.name, name == current) for name, file in pages.items()]
