"""What a comparison of shapes says."""

from __future__ import annotations

from monosashi.results import Finding, Row, level_of
from monosashi.results.finding import Level
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.findings import p_words

SYMBOLS = {"r_squared": "R²", "icc": "ICC", "epsilon_squared": "ε²", "omega_squared": "ω²"}


def comparison_findings(comparison: ShapeComparison) -> list[Finding]:
    """Tied or ahead, as sure as the number of groups allows, then the caution about few groups."""
    level = level_of("shape_groups", float(comparison.n_groups))
    found = []
    if comparison.best is not None:
        found.append(_verdict(comparison, comparison.best, level))
    if level == "warning":
        found.append(Finding("shape.groups", level, {"n_groups": comparison.n_groups}))
    return found


def _verdict(comparison: ShapeComparison, best: str, level: Level) -> Finding:
    """``shape.tied`` when some other model is tied with the best, else ``shape.ahead``."""
    statistic = comparison.statistics[0]
    values = {m: comparison.levels[m][statistic].value for m in comparison.models}
    tied = [model for model in comparison.tied_with_best if model != best]
    rival = max(tied or [m for m in comparison.models if m != best], key=values.__getitem__)
    row = next(r for r in comparison.differences if r["statistic"] == statistic
               and {r["model_a"], r["model_b"]} == {best, rival})  # fmt: skip
    numbers = {
        "statistic": SYMBOLS[statistic], "best": best, "best_value": values[best],
        "rival": rival, "rival_value": values[rival], "tied": ", ".join(tied),
        "models": len(values), "n": comparison.n, "n_groups": comparison.n_groups,
        "confidence_percent": round(100 * comparison.confidence, 3),
        **_seen_from(best, row),
    }  # fmt: skip
    return Finding("shape.tied" if tied else "shape.ahead", level, numbers)


def _seen_from(best: str, row: Row) -> dict[str, float | str | None]:
    """The difference as best minus rival."""
    sign = 1 if row["model_a"] == best else -1
    low, high = sorted(sign * row[end] for end in ("low", "high"))
    difference = sign * row["bias_corrected"]
    p = row["p_adjusted"]
    return {"difference": difference, "difference_low": low, "difference_high": high,
            "difference_text": f"{difference:+.3f} [{low:+.3f}, {high:+.3f}]",
            "p_adjusted": p, "p_text": "–" if p is None else p_words(p)}  # fmt: skip
