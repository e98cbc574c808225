"""Axes of rewriting, and the names of rewritings."""

from __future__ import annotations

from monosashi.models.rewriters.transformations import RULES

# ids and grouping as HTEB v1.1 has them
HTEB_AXES: dict[str, tuple[str, ...]] = {
    "lexical": ("paraphrasing", "backtranslation", "style_change"),
    "length": ("expansion", "summarise", "summarised_expansion"),
    "language": ("translation", "cross_translation"),
}
ALIASES = {"lexical_stylistic": "lexical", "lexical/stylistic": "lexical",
           # as reports and terminals call them
           "wording": "lexical", "言い回し": "lexical", "長さ": "length", "言語": "language",
           "表記": "surface"}  # fmt: skip
# other spellings, without signs and capitals
SPELLINGS = {
    "paraphrase": "paraphrasing", "backtranslate": "backtranslation", "stylechange": "style_change",
    "expand": "expansion", "summarize": "summarise", "summarization": "summarise",
    "summarisation": "summarise", "summary": "summarise",
    "summarizedexpansion": "summarised_expansion", "translate": "translation",
    "crosstranslate": "cross_translation",
}  # fmt: skip
AXIS_OF = {name: axis for axis, names in HTEB_AXES.items() for name in names}
SURFACE, LEXICAL = "surface", "lexical"
UNKNOWN_GENERATOR = "unknown"


def axis_of(transformation: str) -> str:
    """The axis of a transformation: ``surface`` for rules; what nobody knows is another wording.

    >>> axis_of("summarise"), axis_of("typos"), axis_of("human")
    ('length', 'surface', 'lexical')
    """
    return AXIS_OF.get(transformation, SURFACE if transformation in RULES else LEXICAL)


def transformation_named(name: str) -> str:
    """HTEB's name of a transformation, however it was spelled; any other name as it stands.

    >>> transformation_named("Back-Translation"), transformation_named("summarize")
    ('backtranslation', 'summarise')
    >>> transformation_named("Typos")
    'Typos'
    """
    plain = "".join(sign for sign in name.lower() if sign not in " -_")
    known = {one.replace("_", ""): one for one in AXIS_OF}
    return known.get(plain) or SPELLINGS.get(plain, name)


def axis_named(name: str) -> str:
    """The name of an axis, whichever of the usual ones was written.

    >>> axis_named("Lexical_Stylistic")
    'lexical'
    """
    return ALIASES.get(name.lower(), name.lower())


def label(transformation: str, generator: str) -> str:
    """Name of a rewriting: never without who made it.

    >>> label("backtranslation", "apertium")
    'backtranslation (apertium)'
    """
    return f"{transformation} ({generator})"
