"""Candidates of one comparison: each a rewriter of its own, under a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.answers.digests import canonical
from monosashi.models.rewriters.contract import Rewriter
from monosashi.models.rewriters.registry import named_rewriter


def told_apart(rewriters: Sequence[Any]) -> list[Rewriter]:
    """The rewriters, made where a line was given.

    Raises
    ------
    DataError
        Two have one identity, so that they would share their answers, or one name, so that no
        table could tell them apart: all such pairs.

    Examples
    --------
    >>> line = "openai:m?key_env=&url=http://127.0.0.1:{}/v1"
    >>> [one.name for one in told_apart([line.format(8000), line.format(8001) + "&name=other"])]
    ['m', 'other']
    """
    made = [named_rewriter(one) if isinstance(one, str) else one for one in rewriters]
    faults = [one for pair in combinations(made, 2) if (one := _alike(*pair)) is not None]
    if faults:
        raise DataError(*faults)
    return made


def _alike(one: Rewriter, other: Rewriter) -> Fault | None:
    name, addresses = one.name, [getattr(each, "address", "-") for each in (one, other)]
    if canonical(one.identity()) == canonical(other.identity()):
        key = "candidate_twice" if addresses[0] == addresses[1] else "candidates_one"
        return fault(f"rewriting.errors.{key}", name=name, one=addresses[0], other=addresses[1])
    if name == other.name:
        return fault("rewriting.errors.candidates_named", name=name)
    return None
