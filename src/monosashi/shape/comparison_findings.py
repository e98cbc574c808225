"""What a comparison of shapes says."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.results import Finding, Row, level_of
from monosashi.results.finding import Level
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.findings import p_words
from monosashi.words.filling import ends

NAMED = 6
SYMBOLS = {"r_squared": "R²", "icc": "ICC", "epsilon_squared": "ε²", "omega_squared": "ω²"}


def comparison_findings(comparison: ShapeComparison) -> list[Finding]:
    """Tied or ahead, as sure as the number of groups allows, then the caution about few groups."""
    level = level_of("shape_groups", float(comparison.n_groups))
    found = []
    if comparison.best is not None:
        found.append(_verdict(comparison, comparison.best, level))
    if level == "warning":
        found.append(Finding("shape.groups", level, {"n_groups": comparison.n_groups}))
    return [*found, *_singletons(comparison), *_bootstrap(comparison), *_equivalence(comparison)]


def _singletons(comparison: ShapeComparison) -> list[Finding]:
    """Objects alone in their group push every R² up."""
    share = comparison.n_singletons / comparison.n
    level = level_of("shape_singletons", share)
    if level != "warning":
        return []
    numbers = {"singletons": comparison.n_singletons, "share": share, "n": comparison.n,
               "expected_text": chance_text(comparison)}  # fmt: skip
    return [Finding("shape.compared_singletons", level, numbers)]


def chance_text(comparison: ShapeComparison) -> str:
    """R² of shuffled labels, the same for all models."""
    expected = comparison.expected_r_squared
    return "–" if expected is None else f"{expected:.3f}"


def _bootstrap(comparison: ShapeComparison) -> list[Finding]:
    """A bootstrap over few groups covers too little."""
    level = level_of("shape_bootstrap_groups", float(comparison.n_groups))
    if comparison.draws is None or level != "warning":
        return []
    numbers = {"n_groups": comparison.n_groups, "draws": comparison.draws,
               "degenerate": comparison.degenerate_draws}  # fmt: skip
    return [Finding("shape.bootstrap_groups", level, numbers)]


def _equivalence(comparison: ShapeComparison) -> list[Finding]:
    """Which pairs are shown equivalent, where a margin was given."""
    statistic = comparison.statistics[0]
    rows = [row for row in comparison.differences
            if row["statistic"] == statistic and "equivalent" in row]  # fmt: skip
    if not rows:
        return []
    shown = [f"{row['model_a']} = {row['model_b']}" for row in rows if row["equivalent"]]
    beyond = [f"{row['model_a']} − {row['model_b']}" for row in rows
              if row["beyond"]]  # fmt: skip
    open_ = len(rows) - len(shown) - len(beyond)
    numbers = {"margin": comparison.margin, "statistic": SYMBOLS[statistic], "pairs": len(rows),
               "equivalent": len(shown), "alpha": round(1 - comparison.confidence, 12),
               "names": _in_brackets(shown), "beyond": len(beyond), "open": open_,
               "beyond_names": _in_brackets(beyond)}  # fmt: skip
    code = "equivalent" if shown else "not_equivalent" if open_ else "all_beyond"
    return [Finding(f"shape.{code}", "note", numbers)]


def _in_brackets(names: Sequence[str]) -> str:
    """The first of them, and that there are more."""
    more = ", …" if len(names) > NAMED else ""
    return f" ({', '.join(names[:NAMED])}{more})" if names else ""


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
        "expected_text": chance_text(comparison),
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
            "difference_text": f"{difference:+.3f} {ends(low, high, '+.3f')}",
            "p_adjusted": p, "p_text": "–" if p is None else p_words(p)}  # fmt: skip
