"""Whether texts are written as the language that was declared for them is."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.models.rewriters.scripts import LEAST_SHARE, letters, script_shares, scripts_of
from monosashi.robustness.tasks.task import Task

FEWEST_LETTERS = 2
MOST = 0.5  # share of texts in another script from which the declared language is doubted
EXCERPT = 30  # signs of a text in a sentence
SECOND = {"right": 1}  # of a pair "en-de", the right side is in the second language


def in_other_script(texts: Sequence[str], language: str) -> list[int]:
    """Rows of texts of which at most three letters in ten are of a script of the language.

    Texts with fewer than two letters say nothing, nor do languages that are written in two scripts.

    >>> in_other_script(["カードをなくした", "lost card", "404"], "en")
    [0]
    """
    wanted = scripts_of(language or None)
    if not wanted:
        return []
    return [row for row, text in enumerate(texts)
            if letters(text) >= FEWEST_LETTERS and _share(text, wanted) < LEAST_SHARE]  # fmt: skip


def doubted(texts: Sequence[str], language: str) -> list[int]:
    """The same rows, if they are more than half of the texts; else none."""
    rows = in_other_script(texts, language)
    return rows if len(rows) > MOST * len(texts) else []


def doubted_fields(task: Task) -> dict[str, list[int]]:
    """Rows of every field whose texts do not look like the declared language."""
    spoken = task.language.split("-")
    if len(spoken) > 1 and len(spoken[1]) not in {2, 3}:  # zh-Hant is one language
        spoken = [task.language]
    found = {name: doubted(held.texts, spoken[min(SECOND.get(name, 0), len(spoken) - 1)])
             for name, held in task.fields.items()}  # fmt: skip
    return {name: rows for name, rows in found.items() if rows}


def excerpt(text: str) -> str:
    r"""The beginning of a text, on one line.

    >>> excerpt("one\ntwo")
    'one two'
    """
    plain = " ".join(text.split())
    return plain if len(plain) <= EXCERPT else f"{plain[: EXCERPT - 1]}…"


def _share(text: str, wanted: Sequence[str]) -> float:
    shares = script_shares(text)
    return sum(shares.get(name, 0.0) for name in wanted)
