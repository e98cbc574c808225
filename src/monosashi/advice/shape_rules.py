"""First rules for results about shape: not surely below what was found now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.advice.retrieval_rules import lower_end
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.words import say

# what means the same in every model and design: no V, no W, no F
GUARDED = (("shape", "r_squared"), ("shape", "icc"), ("group_auc", "auc"),
           ("agreement", "knn_overlap"), ("partition", "r_squared"))  # fmt: skip


def shape_rules(head: Sequence[str], results: Mapping[str, Any], title: str = "") -> Iterator[Rule]:
    """A rule for each scale-free number that has an interval.

    No R² is good or bad everywhere. As for retrieval, a rule fails only when a later result is
    surely below the lower end of the interval found now.
    """
    for section, name in GUARDED:
        found = results.get(section, {}).get(name)
        if isinstance(found, Mapping) and found["low"] is not None:
            yield from lower_end(path_of(*head, section, name), found,
                                 say(f"shape.terms.{name}"), title)  # fmt: skip
