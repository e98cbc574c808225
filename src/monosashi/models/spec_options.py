"""Options written as text, turned into what the maker of an embedder takes."""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from monosashi.embeddings.errors import Fault, fault

FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
SIMPLE = (str, Path, int, float, bool)


@dataclass(frozen=True)
class Several:
    """A row of values of one type."""

    of: Any


def options_of(maker: Any, *, after: int) -> dict[str, Any]:
    """Option to type: the parameters of a class after the first ``after`` that text can give."""
    hints = get_type_hints(maker.__init__)
    names = list(inspect.signature(maker).parameters)[after:]
    kinds = {name: _kind(hints.get(name, str)) for name in names}
    return {name: kind for name, kind in kinds.items() if kind is not None}


def read_options(
    given: Mapping[str, str], known: Mapping[str, Any], *, of: str
) -> tuple[dict[str, Any], list[Fault]]:
    """Values by option, and all that is wrong: options that do not exist, values of another kind.

    Parameters
    ----------
    of : str
        The embedder, for messages.
    """
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, text in given.items():
        if name not in known:
            faults.append(_unknown(name, list(known), of))
            continue
        try:
            values[name] = _read(text, known[name])
        except ValueError:
            faults.append(_misfit(name, text, known[name], of))
    return values, faults


def near(name: str, known: Sequence[str]) -> str | None:
    """The known name that was probably meant.

    >>> near("hashng", ["hashing", "tfidf"])
    'hashing'
    """
    found = get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return found[0] if found else None


def _unknown(name: str, known: list[str], of: str) -> Fault:
    listed, meant = ", ".join(known), near(name, known)
    if not known:
        return fault("models.errors.no_options", of=of, name=name)
    if meant is None:
        return fault("models.errors.unknown_option", of=of, name=name, known=listed)
    return fault("models.errors.unknown_option_near", of=of, name=name, known=listed, near=meant)


def _misfit(name: str, text: str, kind: Any, of: str) -> Fault:
    values: dict[str, Any] = {"of": of, "name": name, "given": text}
    if kind is int:
        return fault("models.errors.option_whole", **values)
    if kind is float:
        return fault("models.errors.option_number", **values)
    choices = list(FLAGS) if kind is bool else list(get_args(_one(kind)))
    return fault("models.errors.option_choice", **values, choices=", ".join(choices))


def _kind(hint: Any) -> Any:
    """The type that text is read as; None if it cannot be: a function, an object."""
    if get_origin(hint) in {Union, types.UnionType}:
        kinds = [_kind(part) for part in get_args(hint) if part is not type(None)]
        return next((kind for kind in kinds if kind is not None), None)
    if hint in SIMPLE or get_origin(hint) is Literal:
        return hint
    several = get_origin(hint) in {tuple, list, Sequence} and get_args(hint)
    return Several(_kind(get_args(hint)[0])) if several else None


def _one(kind: Any) -> Any:
    return kind.of if isinstance(kind, Several) else kind


def _read(text: str, kind: Any) -> Any:
    if isinstance(kind, Several):
        parts = text.replace(",", "+").split("+")
        return tuple(_read(part.strip(), kind.of) for part in parts if part.strip())
    if get_origin(kind) is Literal:
        return _chosen(text, {choice: choice for choice in get_args(kind)})
    if kind is bool:
        return _chosen(text.lower(), FLAGS)
    if kind is float:
        return _finite(float(text))
    return kind(text)


def _chosen(text: str, choices: Mapping[str, Any]) -> Any:
    if text not in choices:
        raise ValueError
    return choices[text]


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError
    return number
