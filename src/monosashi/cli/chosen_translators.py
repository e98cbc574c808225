"""Translators named on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from monosashi.language.bridge import Road
    from monosashi.models import Embedder
    from monosashi.models.translators import Translator

UNREADABLE = ("models.errors.recorded",)


def chosen_translators(specs: Sequence[str] | None) -> list[Translator] | None:
    """Make them all; a kind or an option that does not exist is wrong usage."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.models.translators import translator

    if not specs:
        return None
    found = []
    for spec in specs:
        try:
            found.append(translator(spec))
        except DataError as error:
            if any(one.code.startswith(UNREADABLE) for one in error.faults):
                raise
            raise FaultyUsageError(error) from None
    return found


def road_of(
    translators: Sequence[Translator] | None,
    embedder: Embedder | None,
    *,
    store: Path | bool | None,
    untranslated: str,
) -> Road | None:
    """A bridge that says on standard error what it is about to translate."""
    from monosashi.embeddings import DataError, fault
    from monosashi.language.bridge import Road

    if not translators:
        return None
    if embedder is None:
        raise DataError(fault("language.errors.gate_embedder"))
    road = Road.of(translators, embedder, store=store, invalid=untranslated)
    road.announce = _announce
    return road


def _announce(name: str, n: int, source: str, target: str) -> None:
    from monosashi.cli.streams import complain
    from monosashi.words import say

    complain(say("cli.progress.translating", name=name, n=n, source=source, target=target))
