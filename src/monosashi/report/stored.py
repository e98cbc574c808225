"""Reports of results that were read from files, where anything may stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from monosashi.embeddings import DataError, fault
from monosashi.report.writer import Report

# what code that relies on the form of a result meets when the form is another
OTHER_FORM = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)
Stored = tuple[Path, Mapping[str, Any]]
T = TypeVar("T")


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
    heading = title or (None if named else "monosashi")
    return made_of(
        stored, lambda documents: Report(documents, title=heading).save(target, words=words)
    )


def made_of(stored: Sequence[Stored], make: Callable[[list[Mapping[str, Any]]], T]) -> T:
    """What ``make`` makes of all documents.

    Raises
    ------
    DataError
        Names every file that was edited, or written by another program.
    """
    try:
        return make([document for _, document in stored])
    except DataError:
        raise
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
