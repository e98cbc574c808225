"""Comma lists of the command line: names, numbers, whole numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

COMMAS = re.compile("[、，]")
WIDE = frozenset("、，：")


def listed_names(given: str | None, known: Iterable[str] = ()) -> list[str]:
    """Names without the blanks around them; empty places do not count.

    Japanese keyboards give ``、``, ``，`` and ``：``. They divide a part as ``,`` and ``:`` do
    where that makes ``known`` names of it; a known name that holds such a sign stays whole.

    >>> listed_names("topic, language,"), listed_names("甲、乙", ["甲", "乙"])
    (['topic', 'language'], ['甲', '乙'])
    """
    parts = [name for part in (given or "").split(",") if (name := part.strip())]
    names = set(known)
    return [name for part in parts for name in _divided(part, names)]


def some_names(option: str, given: str | None, usual: list[str]) -> list[str]:
    """Names, or the usual ones where the option is not given; a list without one is wrong usage.

    An empty variable of a shell must not stand for all.

    >>> some_names("--targets", "es, fr", ["de"]), some_names("--targets", None, ["de"])
    (['es', 'fr'], ['de'])
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    found = usual if given is None else listed_names(given)
    if not found:
        raise WrongUsageError("cli.errors.list_empty", option=option)
    return found


def column_labels(data: Any, column: str | None) -> list[str]:
    """The labels of a column where there is one: what a list of groups or stages may name."""
    return sorted({str(value) for value in data.columns.get(column or "", ())})


def _divided(part: str, known: set[str]) -> list[str]:
    """One part of a list as it stands, or what full-width signs make of it."""
    if part in known or not WIDE.intersection(part):
        return [part]
    inner = [name for one in COMMAS.split(part) if (name := one.strip())]
    mended = [name if name in known else name.replace("：", ":") for name in inner]
    whole = all(name in known or set(name.split(":")) <= known for name in mended)
    return mended if whole and mended else [part]


def listed_numbers(option: str, given: str) -> list[float]:
    """Finite numbers; anything else is wrong usage.

    >>> listed_numbers("--values", "0, 2.5")
    [0.0, 2.5]
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    try:
        found = [float(part) for part in listed_names(_plain(given))]
    except ValueError:
        found = []
    if not found or not all(map(math.isfinite, found)):
        raise WrongUsageError("cli.errors.numbers", option=option, given=given)
    return found


def listed_counts(option: str, given: str) -> list[int]:
    """Whole numbers; anything else is wrong usage.

    >>> listed_counts("--group-counts", "5,10")
    [5, 10]
    """
    from monosashi.cli.wrong_usage import WrongUsageError

    found = listed_names(_plain(given))
    if not found or not all(part.isdecimal() for part in found):
        raise WrongUsageError("cli.errors.shape_counts", option=option, given=given)
    return [int(part) for part in found]


def _plain(given: str) -> str:
    """In numbers a full-width comma can be nothing else."""
    return COMMAS.sub(",", given)
