"""What groups, axes, units and criteria are called in a report."""

from __future__ import annotations

from monosashi.report.tongue import Tongue


def word_of(code: str, tongue: Tongue) -> str:
    """What a group, axis or unit is called."""
    from monosashi.words import has_words, say

    key = f"robustness.words.{code}"
    return say(key, tongue.language) if has_words(key) else code
