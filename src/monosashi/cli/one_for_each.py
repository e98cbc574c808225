"""Options that name one thing for all models, or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def names_of(given: str | None, count: int) -> list[str | None]:
    """The names of --model, one for each."""
    from monosashi.cli.wrong_usage import WrongUsageError

    names: list[str | None] = [None] * count
    if given:  # the name of one model may hold a comma
        names = [given] if count == 1 else [part.strip() or None for part in given.split(",")]
    if len(names) != count:
        raise WrongUsageError("cli.errors.compare_names", given=given, count=count)
    return names


def split_names(names: str | None) -> tuple[str | None, ...]:
    """The parts of a comma list; one unnamed part where nothing is given."""
    return tuple(names.split(",")) if names else (None,)


def for_each(given: Sequence[Item], count: int) -> list[Item]:
    """One for every model, or one for all."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if len(given) not in {1, count}:
        raise WrongUsageError("cli.errors.retrieval_counts", count=count)
    return list(given) * count if len(given) == 1 else list(given)


def refuse_same_names(names: Sequence[str]) -> None:
    """Systems are told apart by their names."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if len(set(names)) < len(names):
        raise WrongUsageError("cli.errors.retrieval_same_names", names=", ".join(names))
