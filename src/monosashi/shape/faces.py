"""Which face of the decomposition a task reads: R² (which group) or W~ (which one inside)."""

from __future__ import annotations

from statistics import median

from monosashi.results import Finding
from monosashi.shape.result import Shape

VERSIONS = 5
CLASSES = 10


def which_face(shape: Shape) -> Finding | None:
    """A note by the median size of the groups of two members or more; the task itself decides.

    From 10 members on groups look like classes, up to 5 like wordings or versions of one thing.
    """
    sizes = [row["n"] for row in shape.groups if row["n"] > 1]
    if not sizes:
        return None
    middle = float(median(sizes))
    code = "inside" if middle <= VERSIONS else "between" if middle >= CLASSES else "both"
    numbers = {"median": middle, "versions": VERSIONS, "classes": CLASSES, "suggested": code}
    return Finding(f"shape.read_{code}", "note", numbers)
