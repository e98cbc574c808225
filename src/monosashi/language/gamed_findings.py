"""Repairs that win recall by putting other languages first, as findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from monosashi.results import Finding


def gamed_findings(signs: Mapping[str, Sequence[str]]) -> list[Finding]:
    """One warning for every repair with a sign of gaming: it must not be taken."""
    return [Finding("language.gamed", "warning", {"repair": name, "signs": list(found),
                                                  "first": found[0]})
            for name, found in signs.items() if found]  # fmt: skip
