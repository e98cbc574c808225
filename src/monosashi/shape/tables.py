"""The long tables of a shape."""

from __future__ import annotations

from monosashi.results import Estimate, Row, Tables
from monosashi.shape.influence import strongest_first
from monosashi.shape.result import Shape, loosest_first
from monosashi.statistics.permutation import chance_interval

FREE = (
    "n", "v", "v_unbiased", "mean_resultant_length", "mean_squared_pair_distance",
    "mean_pair_distance", "ss_total",
)  # fmt: skip
GROUPED = (
    "n_groups", "n_singletons", "r_squared", "expected_r_squared", "standardised_effect",
    "epsilon_squared", "omega_squared", "icc", "n0", "f", "f2", "welch", "w_bar", "ms_within",
    "ss_between", "ss_within",
)  # fmt: skip
TESTS = ("permutation", "welch_permutation", "width_permutation", "dispersion")


def shape_tables(shape: Shape) -> Tables:
    """``shape``, and with groups ``shape_tests``, ``shape_groups`` and ``shape_influence``."""
    tables = {"shape": [quantity_row(shape, name) for name in FREE]}
    if shape.n_groups is not None:
        tables["shape"] += [quantity_row(shape, name) for name in GROUPED]
        tables["shape_tests"] = [row for name in TESTS if (row := _test(shape, name))]
        tables["shape_groups"] = loosest_first(shape.groups)
        tables["shape_influence"] = strongest_first(shape.influence)
    return tables


def quantity_row(shape: Shape, name: str) -> Row:
    """One quantity with its interval, or why it is missing."""
    held = getattr(shape, name)
    reason = shape.reasons.get(name) or shape.reasons.get(f"{name}.interval")
    row: Row = {"quantity": name, "value": held, "low": None, "high": None, "method": ""}
    if isinstance(held, Estimate):
        row |= {"value": held.value, "low": held.low, "high": held.high, "method": held.method}
        row["bias_corrected"] = held.bias_corrected
    return row | {"reason": reason.say("en")} if reason else row


def _test(shape: Shape, name: str) -> Row | None:
    test = getattr(shape, name)
    if test is None:
        return None
    low, high = chance_interval(test)
    return {"test": name, "statistic": test.statistic, "p_value": test.p_value, "p_low": low,
            "p_high": high, "smallest_p": test.smallest_p, "permutations": test.permutations,
            "exact": test.exact, "scheme": test.scheme}  # fmt: skip
