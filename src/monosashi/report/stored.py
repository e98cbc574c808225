"""Reports of results that were read from files, where anything may stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.report.writer import Report

# what code that relies on the form of a result meets when the form is another
OTHER_FORM = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)
Stored = tuple[Path, Mapping[str, Any]]


def save_report(
    stored: Sequence[Stored], target: Path, *, title: str, words: Sequence[str]
) -> tuple[Path, ...]:
    """Write one page of all results, in each language.

    Raises
    ------
    DataError
        Names every file that was edited, or written by another program, so that no page can be
        made of it.
    """
    named = any(document.get("title") for _, document in stored)
    documents = [document for _, document in stored]
    try:
        return Report(documents, title=title or (None if named else "monosashi")).save(
            target, words=words
        )
    except OTHER_FORM:
        broken = [str(path) for path, document in stored if not renders(document)]
        if not broken:  # each can be rendered alone: then it is no fault of the files
            raise
        raise DataError(fault("report.errors.cannot_render", ids=broken)) from None


def renders(document: Mapping[str, Any]) -> bool:
    """Whether a page can be made of it."""
    try:
        Report([document]).render("en")
    except OTHER_FORM:
        return False
    return True
