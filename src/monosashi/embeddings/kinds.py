"""Arguments of another kind than a function takes: in words, before anything is done."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings.errors import DataError, Fault, fault

SHOWN = 60  # signs of a value in a message


def kind_faults(expected: type | tuple[type, ...], **given: Any) -> list[Fault]:
    """One fault for every named value that is of none of the classes.

    >>> [one.say() for one in kind_faults(str, name="a", other=5)]
    ['other must be str, not 5 (int).']
    """
    classes = expected if isinstance(expected, tuple) else (expected,)
    names = " / ".join(one.__name__ for one in classes)
    return [fault("embeddings.errors.wrong_kind", name=name, expected=names, given=told(value))
            for name, value in given.items() if not isinstance(value, classes)]  # fmt: skip


def refuse_kinds(*faults: list[Fault]) -> None:
    """Raise all of these together, if there are any."""
    if found := [one for some in faults for one in some]:
        raise DataError(*found)


def told(value: Any) -> str:
    """A value in one short line, with its class."""
    shown = " ".join(repr(value).split())
    shown = shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"
    return f"{shown} ({type(value).__name__})"
