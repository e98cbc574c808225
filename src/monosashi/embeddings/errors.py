"""One clear error for what the user can mend: every fault, with rows and ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from monosashi.words import has_words, say

SHOWN = 30
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong (or worth saying), as a sentence key and its values."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[int, ...] = ()
    place: Mapping[str, str] = field(default_factory=dict)

    def say(self, language: str | None = None) -> str:
        """Word the fault in English or Japanese, with the lines of its rows where they are known.

        ``place`` holds them: ``source`` and ``lines``.
        """
        own = f"{self.code}_{'at' if self._named_by_row else 'in'}_lines"
        if self.place and has_words(own):
            return say(own, language, **{**self.values, **self.place})
        told = say(self.code, language, **self.values)
        if not self.place:
            return told
        return say("embeddings.errors.in_lines", language, told=told, **self.place)

    @property
    def _named_by_row(self) -> bool:
        """Whether the ids are row numbers only, which say nothing beside lines of a file."""
        return self.values.get("ids") == name_ids([str(row) for row in self.rows])

    def __str__(self) -> str:
        return self.say()


class DataError(ValueError):
    """The data cannot give what was asked for; lists every fault found.

    Attributes
    ----------
    faults : tuple of Fault
        What came, where, what was expected and what to do; ``fault.rows`` holds all rows.
    """

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(self.say("en"))

    def say(self, language: str | None = None) -> str:
        """Word all faults, one a line."""
        return "\n".join(fault.say(language) for fault in self.faults)

    def __str__(self) -> str:
        return self.say()


class ServiceError(DataError):
    """A service outside failed; what it had answered before is kept, and a rerun goes on there."""


class Faults:
    """Collects the faults of several steps, so that people mend everything in one go.

    >>> faults = Faults()
    >>> faults.attempt(int, "3")
    3
    >>> faults.raise_any()
    """

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def attempt(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Call ``function``; keep the faults of a DataError and return None then.

        A service that failed says nothing of the data: its error is passed on.
        """
        try:
            return function(*args, **kwargs)
        except ServiceError:
            raise
        except DataError as error:
            self.found.extend(error.faults)
            return None

    def raise_any(self) -> None:
        """Raise one DataError with all faults, if there are any."""
        if self.found:
            raise DataError(*self.found)


def fault(code: str, rows: Sequence[int] = (), ids: Sequence[str] = (), **values: Any) -> Fault:
    """Make a Fault whose sentence may name ``{rows}``, ``{ids}`` and ``{count}``."""
    listed = {"rows": name_rows(rows), "ids": name_ids(ids), "count": len(rows) or len(ids)}
    return Fault(code, {**listed, **values}, tuple(int(row) for row in rows))


def distinct(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Each once, in the order of their first coming."""
    found = list(faults)
    return tuple(one for i, one in enumerate(found) if one not in found[:i])


def name_rows(rows: Sequence[int], shown: int = SHOWN) -> str:
    """Row numbers (from 0) as short ranges: ``2-4, 9``."""
    ordered = sorted({int(row) for row in rows})
    ranges: list[list[int]] = []
    for row in ordered:
        if ranges and row == ranges[-1][1] + 1:
            ranges[-1][1] = row
        else:
            ranges.append([row, row])
    words = [str(a) if a == b else f"{a}-{b}" for a, b in ranges[:shown]]
    return ", ".join(words) + (", …" if len(ranges) > shown else "")


def name_ids(ids: Sequence[str], shown: int = 10) -> str:
    """Ids in quotes, the first few."""
    return ", ".join(f'"{name}"' for name in list(ids)[:shown]) + (
        ", …" if len(ids) > shown else ""
    )
