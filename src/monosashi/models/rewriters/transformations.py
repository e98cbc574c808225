"""The transformations: what is asked for a text, in how many calls, and on which axis it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from monosashi.embeddings.errors import DataError, Fault, fault

Order = Literal["expand_then_summarise", "summarise_then_expand"]
AXES = ("lexical", "length", "language")
SURFACE = "surface"


@dataclass(frozen=True)
class Transformation:
    """One way to say a text otherwise.

    Attributes
    ----------
    name, axis : str
    steps : tuple of str
        Kinds of the calls, in order: ``paraphrase``, ``restyle``, ``expand``, ``shorten``,
        ``translate``; empty for a rule, which asks no model.
    to : "same", "shared" or "own"
        Language of the outcome: that of the text; one for a whole data set, so that both sides of
        a pair share it; or one for every text.
    """

    name: str
    axis: str
    steps: tuple[str, ...] = ()
    to: Literal["same", "shared", "own"] = "same"


EIGHT: Mapping[str, Transformation] = MappingProxyType({one.name: one for one in (
    Transformation("paraphrasing", "lexical", ("paraphrase",)),
    Transformation("backtranslation", "lexical", ("translate", "translate")),
    Transformation("style_change", "lexical", ("restyle",)),
    Transformation("expansion", "length", ("expand",)),
    Transformation("summarise", "length", ("shorten",)),
    Transformation("summarised_expansion", "length", ("expand", "shorten")),
    Transformation("translation", "language", ("translate",), "shared"),
    Transformation("cross_translation", "language", ("translate",), "own"),
)})  # fmt: skip
"""The eight transformations of HTEB, on its three axes."""

RULES: Mapping[str, Transformation] = MappingProxyType({name: Transformation(name, SURFACE) for name
    in ("typos", "case", "contractions", "spelling", "register", "keywords", "extract",
        "politeness", "width", "kana")})  # fmt: skip
"""What rules do without a model; an axis of its own, never part of a total of the others."""

ALIASES = MappingProxyType({
    "paraphrase": "paraphrasing", "back_translation": "backtranslation", "style": "style_change",
    "expand": "expansion", "summarize": "summarise", "summarised": "summarise",
    "summarized_expansion": "summarised_expansion", "translate": "translation",
})  # fmt: skip


def known_name(name: str) -> str:
    """The name that a transformation has here, however it was written.

    >>> known_name("Back-Translation"), known_name("My agents")
    ('backtranslation', 'my agents')
    """
    plain = name.strip().lower().replace("-", "_")
    return ALIASES.get(plain, plain)


def chosen(names: Sequence[str] | str, order: Order = "expand_then_summarise",
           own: Sequence[str] = ()) -> list[Transformation]:  # fmt: skip
    """The transformations of these names, or of a group: ``all`` (the eight), an axis, ``surface``.

    ``own`` are further names, of recorded texts; they are other wordings (axis ``lexical``).

    Raises
    ------
    DataError
        Names that do not exist, all of them.

    Examples
    --------
    >>> [one.name for one in chosen(["language", "paraphrase"])]
    ['translation', 'cross_translation', 'paraphrasing']
    >>> chosen(["summarised_expansion"], "summarise_then_expand")[0].steps
    ('shorten', 'expand')
    """
    if order not in {"expand_then_summarise", "summarise_then_expand"}:
        raise DataError(fault("rewriting.errors.order", given=order))
    found: dict[str, Transformation] = {}
    faults: list[Fault] = []
    for name in [names] if isinstance(names, str) else names:
        group = _named(known_name(name), own)
        if not group:
            faults.append(fault("rewriting.errors.transformation", name=name,
                                known=", ".join(dict.fromkeys([*EIGHT, *RULES, *own])),
                                groups=", ".join(["all", *AXES, SURFACE])))  # fmt: skip
        found |= {one.name: _ordered(one, order) for one in group}
    if not found and not faults:
        faults.append(fault("rewriting.errors.no_transformation"))
    if faults:
        raise DataError(*faults)
    return list(found.values())


def _named(name: str, own: Sequence[str]) -> list[Transformation]:
    every = {**EIGHT, **RULES}
    if name == "all":
        return list(EIGHT.values())
    if name in {*AXES, SURFACE}:
        return [one for one in every.values() if one.axis == name]
    if name in own and name not in every:
        return [Transformation(name, "lexical")]
    return [every[name]] if name in every else []


def _ordered(one: Transformation, order: Order) -> Transformation:
    if one.name == "summarised_expansion" and order == "summarise_then_expand":
        return replace(one, steps=tuple(reversed(one.steps)))
    return one
