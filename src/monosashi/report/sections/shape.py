"""Section: how much of the spread the groups explain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.flattening import Reason, reason_for
from monosashi.report.numerals import (
    DASH,
    ends,
    interval,
    number,
    percent,
    placed,
    sample_beside,
    value_of,
    written,
)
from monosashi.report.sections.groups import groups_figure
from monosashi.report.sections.influence import influence_table
from monosashi.report.sections.invariances import invariance_table, says_table
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue
from monosashi.results import level_of

ALPHA = 0.05
SHARES = ("r_squared", "epsilon_squared", "icc")
QUANTITIES = (
    "r_squared", "expected_r_squared", "standardised_effect", "epsilon_squared", "icc", "dbicc",
    "dbicc_by_group", "f", "f2", "welch", "ms_within", "w_bar", "v",
)  # fmt: skip
TOLD_OF = ("shape", "group_auc", "directions")
BESIDE = {
    "group_auc": ("auc", "anosim_r"),
    "directions": ("participation_ratio_corrected", "participation_ratio", "effective_rank",
                   "rank_me", "n_per_dimension"),
}  # fmt: skip
TESTS = ("permutation", "welch_permutation", "width_permutation", "dispersion")


def shape_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """R² beside what shuffled labels give, the groups' own spread, the tests."""
    shape = results.get("shape")
    if not shape:
        return None
    figures = [_shares(shape, tongue), groups_figure(shape, tongue)]
    title = tongue.say("quantities")
    tables = [
        quantity_table(title, shape, QUANTITIES, "shape", tongue),
        _tests(shape, tongue),
        influence_table(shape, tongue),
        _order_and_directions(results, tongue),
        invariance_table(results, TOLD_OF, tongue),
        says_table(results, TOLD_OF, tongue),
    ]
    return Section(
        "shape",
        tongue.say("sections.shape"),
        tongue.say("short.shape"),
        _sentence(shape, tongue),
        [figure for figure in figures if figure],
        [table for table in tables if table and table.rows],
        limits=tongue.limits("shape.limits"),
    )


def _order_and_directions(results: Mapping[str, Any], tongue: Tongue) -> Table | None:
    """What was measured beside the shape: the order of distances, the number of directions."""
    tables = [quantity_table("", results[section], names, "shape", tongue)
              for section, names in BESIDE.items() if results.get(section)]  # fmt: skip
    if not tables:
        return None
    rows = [row for table in tables for row in table.rows]
    return Table(tongue.say("shape.beside"), tables[0].columns, rows)


def _sentence(shape: Mapping[str, Any], tongue: Tongue) -> str:
    if value_of(shape.get("r_squared")) is None:
        why = tongue.why(reason_for("r_squared", shape.get("reasons", {})))
        return tongue.say("shape.undefined", why=why)
    share = _share(shape["r_squared"], tongue)
    chance = shape.get("expected_r_squared")
    if shape.get("likely_squared") or far_from_euclidean(shape):
        return tongue.say("shape.no_share", share=number(value_of(shape["r_squared"]) or 0.0))
    if chance is None:
        return tongue.say("shape.share", share=share)
    shown = (shape.get("permutation") or {}).get("p_value", 0.0) < ALPHA
    kind = "share_and_chance" if shown else "not_shown"
    return tongue.say(f"shape.{kind}", share=share, chance=percent(chance), how=_how(shape, tongue))


def _how(shape: Mapping[str, Any], tongue: Tongue) -> str:
    """How the labels moved that give the chance beside R²."""
    scheme = (shape.get("permutation") or {}).get("scheme") or "free"
    kind = "rotated" if scheme.startswith("cyclic") else "restricted"
    return tongue.say(f"shape.how_{'free' if scheme == 'free' else kind}")


def far_from_euclidean(shape: Mapping[str, Any]) -> bool:
    """Whether these are distances among which R² is no share of the spread."""
    if shape.get("lowest_ratio") is None:
        return False
    share = shape.get("negative_share")
    size = -shape["lowest_ratio"] if share is None else share
    return level_of("shape_negative_eigenvalues", size) == "warning"


def _share(r_squared: Any, tongue: Tongue) -> str:
    """In per cent, with the interval; corrected, that of the sample is named beside."""
    low, high = ends(r_squared)
    share = percent(placed(r_squared) or 0.0)
    if low is None or high is None:
        return share
    told = {"value": share, "low": percent(low), "high": percent(high)}
    sample = sample_beside(r_squared)
    if sample is None:
        return tongue.say("percent_between", **told)
    return tongue.say("percent_between_corrected", **told, sample=percent(sample))


def _shares(shape: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    rows = [_share_row(name, shape, tongue) for name in SHARES]
    known = [*(row for row in rows if row.value is not None), *_shuffled(shape, tongue)]
    if not known:
        return None
    lowest = min(x for row in known for x in (row.value, row.low, 0.0) if x is not None)
    caption = _shares_caption(shape, tongue)
    svg = both(
        dot_rows,
        known,
        axis=tongue.say("shape.share_axis"),
        title=tongue.say("shape.shares"),
        description=caption,
        span=(lowest - 0.03, 1.03),
    )
    table = quantity_table(tongue.say("shape.shares"), shape, SHARES, "shape", tongue)
    more = [[Cell(row.label), Cell(row.numbers)] for row in _shuffled(shape, tongue)]
    return Figure(svg, caption, Table(table.caption, table.columns, [*table.rows, *more]))


def _share_row(name: str, shape: Mapping[str, Any], tongue: Tongue) -> DotRow:
    quantity = shape.get(name)
    return DotRow(tongue.term("shape", name), placed(quantity), *ends(quantity),
                  written(quantity), "after" if name == "r_squared" else "plain")  # fmt: skip


def _shuffled(shape: Mapping[str, Any], tongue: Tongue) -> list[DotRow]:
    """R² of shuffled labels: exact mean, and the range that the test met, as far as known."""
    mean, null = shape.get("expected_r_squared"), shape.get("null") or {}
    low, high = null.get("low"), null.get("high")
    known = [number(mean)] if mean is not None else []
    known += [interval(low, high)] if low is not None and high is not None else []
    if not known:
        return []
    return [DotRow(tongue.say("shape.shuffled"), mean, low, high, " ".join(known), "alone")]


def _shares_caption(shape: Mapping[str, Any], tongue: Tongue) -> str:
    """What is drawn, and nothing else."""
    said = [tongue.say("shape.shares_caption")]
    mean = shape.get("expected_r_squared") is not None
    ranged = (shape.get("null") or {}).get("low") is not None
    kinds = {(True, True): "mean_and_range", (True, False): "mean", (False, True): "range"}
    if (kind := kinds.get((mean, ranged))) is not None:
        said.append(tongue.say(f"shape.chance_{kind}"))
    if mean and (shape.get("permutation") or {}).get("scheme") == "free":
        said.append(tongue.say("shape.chance_zero"))
    return tongue.join(said)


def _tests(shape: Mapping[str, Any], tongue: Tongue) -> Table:
    reasons = shape.get("reasons", {})
    rows = [
        [Cell(tongue.term("shape", name)),
         _statistic(test, reason_for(name, reasons), tongue),
         _p(test, tongue), *(tongue.cell(test[part]) for part in ("smallest_p", "permutations"))]
        for name in TESTS
        if (test := shape.get(name))
    ]  # fmt: skip
    parts = ("test", "statistic", "p_value", "smallest_p", "arrangements")
    columns = [tongue.say(f"test.{part}") for part in parts]
    return Table(tongue.say("shape.tests"), columns, rows)


def _statistic(test: Mapping[str, Any], why: Reason, tongue: Tongue) -> Cell:
    """A test statistic is missing only where it is infinite."""
    if test["statistic"] is None and why is None:
        return Cell(DASH, tongue.say("test.infinite"), missing=True)
    return tongue.cell(test["statistic"], why)


def _p(test: Mapping[str, Any], tongue: Tongue) -> Cell:
    """No random arrangement reached the observed one: p is at most its smallest value."""
    floor = not test["exact"] and test["exceedances"] == 0
    return p_cell(test["p_value"], tongue, floor=floor)
