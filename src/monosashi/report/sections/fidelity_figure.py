"""Figure: the scores of generated points that are shares, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.fidelity.surely_below import cut_at_one
from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.cut_scores import score_interval
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import ends, number, placed
from monosashi.report.tongue import Tongue

SHARES = ("clipped_density", "clipped_coverage", "precision", "recall", "coverage",
          "symmetric_precision", "symmetric_recall", "precision_cover",
          "recall_cover", "alpha_precision", "beta_recall")  # fmt: skip


def score_figure(found: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    """Shares between 0 and 1 with their intervals; what reals reach is the mark beside."""
    control = (found["control"] or {}).get("scores", {})
    rows = [
        DotRow(tongue.term("fidelity", name), one["value"], *_bar(one), _written(one),
               expected=control.get(name))
        for name in SHARES
        if (one := found["scores"].get(name)) is not None
    ]  # fmt: skip
    if not rows:
        return None
    title = tongue.say("fidelity.figure")
    caption = _caption(found, tongue)
    svg = both(dot_rows, rows, axis=tongue.say("fidelity.axis"), title=title, description=caption,
               span=(0.0, 1.0))  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("quantity"), tongue.say("value")], cells))


def _bar(score: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """A score that is cut at 1 has none: one of no width would claim too much."""
    return (None, None) if cut_at_one(*ends(score)) else ends(score)


def _written(score: Mapping[str, Any]) -> str:
    return f"{number(placed(score) or 0.0)} {score_interval(*ends(score))}".rstrip()


def _caption(found: Mapping[str, Any], tongue: Tongue) -> str:
    """What is drawn, and which scores are not."""
    said = [tongue.say("fidelity.caption_control" if found["control"] else "fidelity.caption")]
    left = [name for name in found["metrics"]
            if name not in SHARES or found["scores"].get(name) is None]  # fmt: skip
    if left:
        told = tongue.listing(tongue.term("fidelity", name) for name in left)
        said.append(tongue.say("fidelity.not_drawn", metrics=told))
    return tongue.join(said)
