"""Which face of the decomposition a task reads: R² (which group) or W~ (which one inside)."""

from __future__ import annotations

from statistics import median

from monosashi.results import Finding
from monosashi.shape.result import Shape

UNNAMED = "labels as given"  # what settings say of labels that came without a column
INNER = "__"  # columns that a measure made for itself
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
    column = str(shape.provenance.settings.get("groups", UNNAMED))
    unnamed = column == UNNAMED or column.startswith(INNER)
    numbers = {"median": middle, "versions": VERSIONS, "classes": CLASSES, "suggested": code,
               "plural": len(sizes), "singletons": shape.n_singletons or 0,
               "column": "" if unnamed else f" ({column})"}  # fmt: skip
    return Finding(f"shape.read_{code}", "note", numbers)
