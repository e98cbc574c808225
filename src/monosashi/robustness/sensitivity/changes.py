"""Texts that mean something else after one small change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from monosashi.embeddings import DataError, fault
from monosashi.robustness.sensitivity import english, japanese

Edit = tuple[str, int]  # the changed text, and where the change begins
Rule = Callable[[str], Edit | None]
RULES: Mapping[str, Mapping[str, Rule]] = {
    "en": {"negation": english.negate, "number": english.change_number,
           "names": english.swap_names},
    "ja": {"negation": japanese.negate, "number": japanese.change_number,
           "names": japanese.swap_names},
}  # fmt: skip
KINDS = ("negation", "number", "names")


@dataclass(frozen=True)
class Change:
    """One changed text.

    Attributes
    ----------
    kind : "negation", "number" or "names"
    row : int
        Of the original.
    text : str
    place : int
        Words before the first change; in Japanese, signs.
    """

    kind: str
    row: int
    text: str
    place: int


def meaning_changes(texts: Sequence[str], *, language: str = "en") -> tuple[Change, ...]:
    """Change the meaning of texts by rules: negate, change a number, swap two names.

    A text to which a rule does not apply is left out there. The last place where a rule applies is
    changed, so that long texts are changed late. The rules see words and not grammar: some results
    are clumsy, yet none means what its original means. Names joined by "and" or "or" are not
    swapped, since that would change nothing.

    Parameters
    ----------
    texts : n texts
    language : "en" or "ja"

    Raises
    ------
    DataError
        A language without rules; no text that a rule applies to.

    Examples
    --------
    >>> texts = ["Apple bought 12 shares of Nokia.", "How do I reset it?"]
    >>> for change in meaning_changes(texts):
    ...     print(change.kind, change.row, change.text)
    negation 1 How do I not reset it?
    number 0 Apple bought 52 shares of Nokia.
    names 0 Nokia bought 12 shares of Apple.
    """
    if language not in RULES:
        raise DataError(fault("robustness.errors.sensitivity_language", given=language,
                              known=", ".join(RULES)))  # fmt: skip
    found = []
    for kind, rule in RULES[language].items():
        for row, text in enumerate(texts):
            edit = rule(text)
            if edit is not None and edit[0] != text:
                before = text[: edit[1]]
                place = len(before) if language == "ja" else len(before.split())
                found.append(Change(kind, row, edit[0], place))
    if not found:
        raise DataError(fault("robustness.errors.no_edits", n=len(texts)))
    return tuple(found)
