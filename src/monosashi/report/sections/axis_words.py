"""What groups, axes, units and criteria are called in a report."""

from __future__ import annotations

from monosashi.report.tongue import Tongue

ALL = "all"
FIXED = {
    "robustness": ("dataset_group", "dataset_group_a", "dataset_group_b", "axis", "axis_a",
                   "axis_b"),
    "robustness_run": ("dataset_group", "axis", "kind", "task", "metric", "side"),
    "sensitivity": ("kind",),
    "ratings": ("criterion",),
}  # fmt: skip
OF_TASKS = frozenset(("robustness_run", key) for key in ("kind", "task", "metric", "side"))
KINDS_OF_CHANGE = frozenset({"negation", "number", "names", "harmless"})


def word_of(code: str, tongue: Tongue) -> str:
    """What a group, axis or unit is called."""
    from monosashi.words import has_words, say

    key = f"robustness.words.{code}"
    return say(key, tongue.language) if has_words(key) else code


def listed_word(section: str, key: str, value: str, tongue: Tongue) -> str:
    """The word for a fixed name in a list of a section about rewriting; any other text as it is.

    >>> listed_word("robustness", "dataset_group", "all", Tongue("en"))
    'All datasets'
    >>> listed_word("hubs", "kind", "retrieval", Tongue("en"))
    'retrieval'
    """
    if (section, key, value) == ("ratings", "transformation", ALL):
        return tongue.say("ratings.all")
    if (section, key) == ("robustness_run", "pattern"):
        return tongue.plain(value)
    if key not in FIXED.get(section, ()):
        return value
    if (section, key) in OF_TASKS and value not in KINDS_OF_CHANGE:
        return task_word(value, tongue)
    return word_of(value, tongue)


def task_word(value: str, tongue: Tongue) -> str:
    """Kinds of task, metrics and sides that are rewritten; what has no word keeps its name."""
    return tongue.listing(
        tongue.term("robustness_run.task_terms", one) for one in value.split(", ")
    )
