"""What a shape says, with its numbers."""

from __future__ import annotations

from monosashi.results import Estimate, Finding, PermutationTest, level_of, worst_first
from monosashi.results.finding import Level
from monosashi.shape.faces import which_face
from monosashi.shape.result import Shape, loosest_first
from monosashi.words.filling import p_digits

PLACES = {
    "neither": "shape.no_difference",
    "location": "shape.location_only",
    "dispersion": "shape.dispersion_only",
    "both": "shape.location_and_dispersion",
}


def shape_findings(shape: Shape) -> list[Finding]:
    """Grouping, place and width, cautions, spread; never a problem."""
    if shape.n_groups is None:
        return [_spread(shape)]
    found = [_grouping(shape), _place(shape), _few_groups(shape), _singletons(shape),
             which_face(shape), _spread(shape)]  # fmt: skip
    return worst_first([finding for finding in found if finding])


def _grouping(shape: Shape) -> Finding | None:
    if shape.r_squared is None or shape.permutation is None:
        return None
    rows = [row for row in loosest_first(shape.groups) if row["w_tilde"] is not None]
    numbers = {
        **interval_numbers("r_squared", shape.r_squared),
        **p_numbers(shape.permutation),
        "n": shape.n, "n_groups": shape.n_groups, "f": shape.f,
        "expected": shape.expected_r_squared,
        "expected_text": _text(shape.expected_r_squared),
        "standardised_effect": shape.standardised_effect,
        "loosest": rows[0]["group"], "loosest_w": rows[0]["w_tilde"],
        "tightest": rows[-1]["group"], "tightest_w": rows[-1]["w_tilde"],
    }  # fmt: skip
    return Finding("shape.grouping", "note", numbers)


def _place(shape: Shape) -> Finding | None:
    """Place and width of the groups, as one of four sentences."""
    location, spread = shape.deciding_test, shape.width_permutation
    if shape.location_dispersion is None or location is None or spread is None:
        return None
    level: Level = "note" if shape.balanced else level_of("shape_dispersion", spread.p_value)
    rows = [row for row in shape.groups if row["w_tilde"]]
    widths = sorted(row["w_tilde"] for row in rows)
    numbers = {
        "location_p": location.p_value, "location_p_text": p_text(location),
        "r_squared_text": "–" if shape.r_squared is None else f"{shape.r_squared:.3f}",
        "location_test": "W*d" if location is shape.welch_permutation else "F",
        "dispersion_p": spread.p_value, "dispersion_p_text": p_text(spread),
        "smallest_group": min(row["n"] for row in shape.groups),
        "largest_group": max(row["n"] for row in shape.groups),
        "widest_ratio": widths[-1] / widths[0] if widths else 1.0,
    }  # fmt: skip
    return Finding(PLACES[shape.location_dispersion], level, numbers)


def _few_groups(shape: Shape) -> Finding | None:
    level = level_of("shape_groups", float(shape.n_groups or 0))
    return Finding("shape.groups", level, {"n_groups": shape.n_groups}) if level == "warning" else (
        None)  # fmt: skip


def _singletons(shape: Shape) -> Finding | None:
    alone = shape.n_singletons or 0
    level = level_of("shape_singletons", alone / shape.n)
    if level != "warning":
        return None
    numbers = {"singletons": alone, "share": alone / shape.n, "n": shape.n,
               "expected_text": _text(shape.expected_r_squared)}  # fmt: skip
    return Finding("shape.singletons", level, numbers)


def _spread(shape: Shape) -> Finding:
    numbers = {"v": shape.v, "r": shape.mean_resultant_length,
               "r_text": _text(shape.mean_resultant_length), "n": shape.n,
               "random_r": shape.n**-0.5}  # fmt: skip
    return Finding("shape.spread", "note", numbers)


def interval_numbers(name: str, estimate: Estimate) -> dict[str, float | str | None]:
    """``name``, ``name_low``, ``name_high``, ``name_text``."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high,
            f"{name}_text": f"{estimate:.3f}"}  # fmt: skip


def p_numbers(test: PermutationTest) -> dict[str, float | str | int]:
    """P, its text, the smallest p, the number of arrangements."""
    return {"p": test.p_value, "p_text": p_text(test), "smallest_p": test.smallest_p,
            "permutations": test.permutations}  # fmt: skip


def p_text(test: PermutationTest) -> str:
    """``p = 0.333`` or, when no random arrangement reached the observed one, ``p ≤ 0.001``."""
    floor = not test.exact and test.exceedances == 0
    return p_words(test.p_value, floor=floor)


def p_words(p_value: float, *, floor: bool = False) -> str:
    """``p = 0.0457``, ``p ≤ 0.001`` or ``p < 0.0001``."""
    return "p {} {}".format(*p_digits(p_value, floor=floor))


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
