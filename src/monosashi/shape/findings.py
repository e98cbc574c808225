"""What a shape says, with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Finding, PermutationTest, level_of, worst_first
from monosashi.results.coherent import estimate_texts
from monosashi.results.finding import Level
from monosashi.shape.faces import which_face
from monosashi.shape.result import Shape
from monosashi.shape.widths import ends_of_width, flat_groups
from monosashi.words.filling import p_digits

PLACES = {
    "neither": "shape.no_difference",
    "location": "shape.location_only",
    "dispersion": "shape.dispersion_only",
    "both": "shape.location_and_dispersion",
}
ALPHA, NAMED = 0.05, 3
LEAST_SHOWN = 0.0005  # of three decimals


def shape_findings(shape: Shape) -> list[Finding]:
    """Grouping, place and width, cautions, spread; never a problem."""
    if shape.n_groups is None:
        return [_spread(shape)]
    found = [_grouping(shape), _place(shape), _flat(shape), _few_groups(shape),
             _singletons(shape), which_face(shape), _spread(shape)]  # fmt: skip
    return worst_first([finding for finding in found if finding])


def _grouping(shape: Shape) -> Finding | None:
    """R² beside chance; that groups explain more is said only where the test of F shows it."""
    if shape.r_squared is None or shape.permutation is None:
        return None
    numbers = {
        **interval_numbers("r_squared", shape.r_squared, shape.reasons),
        **p_numbers(shape.permutation),
        "n": shape.n, "n_groups": shape.n_groups, "f": shape.f,
        "expected": shape.expected_r_squared,
        "expected_text": _text(shape.expected_r_squared),
        "standardised_effect": shape.standardised_effect,
        "freed_text": _text(freed_of_chance(shape)),
    }  # fmt: skip
    shown = shape.permutation.p_value < ALPHA
    code = "grouping" if shown else "grouping_not_shown"
    return Finding(f"shape.{code}{_dealt(shape.permutation.scheme, shown=shown)}", "note", numbers)


def freed_of_chance(shape: Shape) -> float | None:
    """(R² - expected)/(1 - expected), by the chance of the scheme: ε² where labels move freely.

    ε² itself takes objects for independent, whatever the scheme.
    """
    expected = shape.expected_r_squared
    if shape.r_squared is None or expected is None or expected >= 1:
        return None
    freed = (shape.r_squared.value - expected) / (1 - expected)
    return 0.0 if abs(freed) < LEAST_SHOWN else freed


def _dealt(scheme: str, *, shown: bool) -> str:
    """Ending of the finding that says how labels moved: freely, along an order, or as units."""
    if scheme.startswith("cyclic"):
        return "_rotated"
    return "" if shown or scheme == "free" else "_restricted"


def _place(shape: Shape) -> Finding | None:
    """Place and width of the groups, as one of four sentences, or that none can be decided."""
    location, spread = shape.deciding_test, shape.width_permutation
    if shape.location_dispersion is None or location is None or spread is None:
        return None
    numbers = {
        "location_p": location.p_value, "location_p_text": p_text(location),
        **estimate_texts("r_squared", shape.r_squared),
        "location_test": "W*d" if location is shape.welch_permutation else "F",
        "dispersion_p": spread.p_value, "dispersion_p_text": p_text(spread),
        "smallest_group": min(row["n"] for row in shape.groups),
        "largest_group": max(row["n"] for row in shape.groups),
        "smallest_p": location.smallest_p, "permutations": location.permutations,
        **ends_of_width(shape),
    }  # fmt: skip
    if shape.location_dispersion == "neither" and location.smallest_p >= ALPHA:
        return Finding(f"shape.undecidable{'' if location.exact else '_by_chance'}", "warning",
                       numbers)  # fmt: skip
    return Finding(PLACES[shape.location_dispersion], _place_level(shape), numbers)


def _place_level(shape: Shape) -> Level:
    """A warning where F would have taken width for place, which W*d does not confirm."""
    plain, robust, width = shape.permutation, shape.welch_permutation, shape.width_permutation
    if shape.balanced or plain is None or robust is None or width is None:
        return "note"
    misled = plain.p_value < ALPHA <= robust.p_value
    return level_of("shape_dispersion", width.p_value) if misled else "note"


def _flat(shape: Shape) -> Finding | None:
    """Sizes differ and W*d, which would allow for width, has no value."""
    names = flat_groups(shape)
    if shape.balanced or shape.welch_permutation is not None or not names:
        return None
    shown = ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
    return Finding("shape.flat_groups", "warning", {"groups": shown, "count": len(names)})


def _few_groups(shape: Shape) -> Finding | None:
    level = level_of("shape_groups", float(shape.n_groups or 0))
    if level != "warning":
        return None
    if shape.r_squared is not None and shape.r_squared.low is None:  # why stands beside R²
        return Finding("shape.two_groups", level, {"n_groups": 2}) if shape.n_groups == 2 else None
    return Finding("shape.groups", level, {"n_groups": shape.n_groups})


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


def interval_numbers(
    name: str, estimate: Estimate, reasons: Mapping[str, Fault], spec: str = ".3f"
) -> dict[str, Any]:
    """``name``, ``name_low``, ``name_high``, and ``name_text`` with what must be told beside."""
    why = reasons.get(f"{name}.interval")
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high,
            f"{name}_corrected": estimate.bias_corrected,
            **estimate_texts(name, estimate, spec, why=why)}  # fmt: skip


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
