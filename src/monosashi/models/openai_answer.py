"""The vectors in an answer of ``/embeddings``, in the order of the texts."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import ServiceError, fault


def embeddings_in(answer: Any, *, service: str) -> list[Any]:
    """What the items of an answer hold as ``embedding``, ordered by their ``index``.

    Servers without ``index`` (none in all items) are taken at their word that the order is that
    of the texts. Where a single item lacks it (a zero that was left out), it is the one place
    that remains.

    Raises
    ------
    ServiceError
        There is no list of items, or the places are not 0 to n - 1, once each.
    """
    items = answer.get("data") if isinstance(answer, dict) else answer
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise ServiceError(fault("models.errors.service_no_data", service=service))
    places = _filled([_place(item.get("index")) for item in items])
    if sorted(places) != list(range(len(items))):
        shown = ", ".join(str(place) for place in places[:20])
        last = len(items) - 1
        raise ServiceError(
            fault("models.errors.service_places", service=service, found=shown, last=last)
        )
    ordered = sorted(zip(places, items, strict=True), key=lambda pair: pair[0])
    return [item.get("embedding") for _, item in ordered]


def model_in(answer: Any) -> Any:
    """The model that says it answered."""
    return answer.get("model") if isinstance(answer, dict) else None


def _place(index: Any) -> int | None:
    """A whole number, also one written as text; None for a gap, -1 for anything else."""
    if index is None:
        return None
    if type(index) is int:
        return index
    return int(index) if isinstance(index, str) and index.isdecimal() else -1


def _filled(places: list[int | None]) -> list[int]:
    """Places in order if there are none; a single gap gets what remains, and more stay wrong."""
    if not any(place is not None for place in places):
        return list(range(len(places)))
    remaining = set(range(len(places))) - set(places)
    stand_in = min(remaining, default=-1)
    return [stand_in if place is None else place for place in places]
