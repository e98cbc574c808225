"""What is told of several generators once, with a list, and not once for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.fidelity.surely_below import spoken, surely_below
from monosashi.results import Finding, Row

if TYPE_CHECKING:
    from monosashi.fidelity.comparison import GeneratorComparison

COPIES = ("fidelity.memorisation", "fidelity.exact_copies")


def scores_below(found: GeneratorComparison) -> Finding | None:
    """Generators with scores surely below the lowest split of the reals: the lowest of each."""
    held = {name: surely_below(one.scores, one.intervals, one.control)
            for name, one in found.results.items()}  # fmt: skip
    told = {name: below for name, below in held.items() if below}
    if not told:
        return None
    numbers = {"generators": len(found.names), "count": len(told), "n_real": found.n_real,
               "k": found.k,
               "below_text": "; ".join(f"{name}: {below[0].text}" for name, below in told.items()),
               }  # fmt: skip
    return Finding("fidelity.scores_below_of", "warning", numbers)


def copying(found: GeneratorComparison) -> list[Finding]:
    """Generators that repeat reals, in one finding for each way of telling it."""
    held = {name: {one.code: one.numbers for one in made.findings() if one.code in COPIES}
            for name, made in found.results.items()}  # fmt: skip
    several = {code: {name: told[code] for name, told in held.items() if code in told}
               for code in COPIES}  # fmt: skip
    return [Finding(f"{code}_of", "warning", _of_copies(told))
            for code, told in several.items() if told]  # fmt: skip


def _of_copies(told: dict[str, Any]) -> dict[str, Any]:
    expected = sorted({f"{one['expected']:.1%}" for one in told.values() if "expected" in one})
    return {
        "generators_text": "; ".join(f"{name} {_share(one)}" for name, one in told.items()),
        "exact_text": ", ".join(f"{name} {one['exact']}" for name, one in told.items()),
        "expected_text": ", ".join(expected), "count": len(told),
        "exact": sum(one["exact"] for one in told.values()),
    }  # fmt: skip


def _share(one: dict[str, Any]) -> str:
    if "share_low" not in one:
        return f"{one['exact']}"
    return f"{one['share']:.1%} [{one['share_low']:.1%}, {one['share_high']:.1%}]"


def trends(found: GeneratorComparison) -> Finding | None:
    """Which scores surely rise or fall along the knob."""
    if not found.trends:
        return None
    sure = [row for row in found.trends if excludes_zero(row)]
    unsure = [spoken(row["metric"]) for row in found.trends if not excludes_zero(row)]
    numbers = {"steps": len(found.names), "trends_text": ", ".join(map(_slope, sure)),
               "unsure_text": ", ".join(unsure) or "-"}  # fmt: skip
    return Finding("fidelity.trends" if sure else "fidelity.no_trends", "note", numbers)


def _slope(row: Row) -> str:
    told = f"{row['slope']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
    return f"{spoken(row['metric'])} {told}".replace("-", "\N{MINUS SIGN}")


def excludes_zero(row: Row) -> bool:
    """Whether the interval of a difference or slope does."""
    low, high = row["low"], row["high"]
    return low is not None and high is not None and not low <= 0 <= high


def no_agreement(found: GeneratorComparison) -> Finding | None:
    """People were asked, and these generators cannot be correlated with what they said."""
    if "human" not in found.reasons:
        return None
    return Finding("fidelity.no_agreement", "note", {"generators": len(found.names), "least": 4})
