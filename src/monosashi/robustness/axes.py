"""Axes of rewriting, and which rewriter may stand under the total of HTEB."""

from __future__ import annotations

# ids and grouping as HTEB v1.1 has them
HTEB_AXES: dict[str, tuple[str, ...]] = {
    "lexical": ("paraphrasing", "backtranslation", "style_change"),
    "length": ("expansion", "summarise", "summarised_expansion"),
    "language": ("translation", "cross_translation"),
}
ALIASES = {"lexical_stylistic": "lexical", "lexical/stylistic": "lexical"}
AXIS_OF = {name: axis for axis, names in HTEB_AXES.items() for name in names}
SURFACE = "surface"
UNKNOWN_GENERATOR = "unknown"
# the generators that HTEB's published numbers and its code name
HTEB_GENERATORS = ("gemma-3-27b", "gemma-4-31b")


def axis_of(transformation: str) -> str:
    """The axis of a transformation; one that HTEB does not know is an axis of its own kind.

    >>> axis_of("summarise"), axis_of("typos")
    ('length', 'surface')
    """
    return AXIS_OF.get(transformation, SURFACE)


def axis_named(name: str) -> str:
    """The name of an axis, whichever of the usual ones was written.

    >>> axis_named("Lexical_Stylistic")
    'lexical'
    """
    return ALIASES.get(name.lower(), name.lower())


def is_hteb_generator(generator: str) -> bool:
    """Whether the rewriter is one of HTEB's own; rules, Apertium and other models are not.

    >>> is_hteb_generator("cyankiwi/gemma-4-31B-it-AWQ-4bit"), is_hteb_generator("apertium")
    (True, False)
    """
    return any(name in generator.lower() for name in HTEB_GENERATORS)


def label(transformation: str, generator: str) -> str:
    """Name of a rewriting: never without who made it.

    >>> label("backtranslation", "apertium")
    'backtranslation (apertium)'
    """
    return f"{transformation} ({generator})"
