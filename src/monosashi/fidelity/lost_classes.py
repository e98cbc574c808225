"""Classes that reals have and generated points never reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.results import Finding, Row
from monosashi.statistics.proportions import clopper_pearson, wilson

if TYPE_CHECKING:
    from monosashi.fidelity.result import Fidelity

NAMED = 5
HALF = 0.5  # an empty class whose coverage may be larger than this is not called lost


def lost_classes(found: Fidelity) -> Finding | None:
    """By the classes of the generated points where they have them, else by coverage.

    Named are only classes that chance does not explain: so many generated points as from the
    reals would not leave them empty.
    """
    labelled = any("n_generated" in row for row in found.classes)
    lost = [row for row in found.classes if row["n_real"]
            and (_without_points(row, found) if labelled else _without_coverage(row))]  # fmt: skip
    if not lost:
        return None
    lost.sort(key=lambda row: -row["n_real"])
    reals = sum(row["n_real"] for row in lost)
    numbers = {
        "count": len(lost), "of": sum(bool(row["n_real"]) for row in found.classes),
        "classes_text": ", ".join([row["class"] for row in lost[:NAMED]]
                                  + ["…"] * (len(lost) > NAMED)),
        "reals": reals, "share": reals / found.n_real, "n_generated": found.n_generated,
        "most": clopper_pearson(0, found.n_generated)[1],
        "coverage_text": ", ".join(map(_coverage, lost[:NAMED])),
    }  # fmt: skip
    code = "fidelity.lost_classes" if labelled else "fidelity.uncovered_classes"
    return Finding(code, "warning", numbers)


def _without_points(row: Row, found: Fidelity) -> bool:
    """None of its points, and the most that can be missed is less than the reals have."""
    if row["n_generated"]:
        return False
    return clopper_pearson(0, found.n_generated)[1] < wilson(row["n_real"], found.n_real)[0]


def _without_coverage(row: Row) -> bool:
    """No real of it has a generated point in its ball, and it has reals enough to tell."""
    return row["coverage"] == 0 and clopper_pearson(0, row["n_real"])[1] < HALF


def _coverage(row: Row) -> str:
    ends = f"[{row['coverage_low']:.3f}, {row['coverage_high']:.3f}]"
    return f"{row['class']} {row['coverage']:.3f} {ends}"
