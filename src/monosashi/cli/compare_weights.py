"""Weights of a choice as the command line writes them."""

from __future__ import annotations

from monosashi.cli.comma_lists import listed_names


def listed_weights(given: str | None) -> dict[str, float] | None:
    """``retrieval=1,language=2`` as numbers by name; names are checked where they are used.

    >>> listed_weights("retrieval=1, language=0.5")
    {'retrieval': 1.0, 'language': 0.5}
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    if given is None:
        return None
    found: dict[str, float] = {}
    for part in listed_names(given):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        weight = _number(number)
        if not (name and equals) or weight is None:
            raise WrongUsageError("choosing.errors.weight_form", given=part)
        if name in found:
            raise WrongUsageError("choosing.errors.weight_twice", name=name)
        found[name] = weight
    return found


def _number(given: str) -> float | None:
    try:
        return float(given)
    except ValueError:
        return None
