"""Names of ways to mend, in words."""

from __future__ import annotations

from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue


def way_name(name: str, tongue: Tongue) -> str:
    """The name in words, with what stands behind its colon; the user's own as they are."""
    kind, _, after = name.partition(":")
    key = kind.replace("-", "_").replace("+", "_")
    if not has_sentence(f"report.ways.{key}", tongue.language):
        return name
    told = tongue.say(f"ways.{key}")
    if not after:
        return told
    return tongue.say("ways.tuned", name=told) if after == "tuned" else f"{told} ({after})"
