"""What is told of several generators once, with a list, and not once for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.fidelity.surely_below import WORST, lost_spread, spoken, surely_below
from monosashi.results import Finding, Row

if TYPE_CHECKING:
    from monosashi.fidelity.comparison import GeneratorComparison

COPIES = ("fidelity.memorisation", "fidelity.exact_copies")


def scores_below(found: GeneratorComparison) -> Finding | None:
    """Generators with scores below the lowest split of the reals: the lowest of each."""
    held = {name: surely_below(one) for name, one in found.results.items()}
    told = {name: below for name, below in held.items() if below}
    if not told:
        return None
    texts = [f"{name}: {below[0].text}" for name, below in told.items()]
    shown = [*texts[:WORST], *(["…"] if len(texts) > WORST else [])]
    numbers = {"generators": len(found.names), "count": len(told), "n_real": found.n_real,
               "k": found.k, "below_text": "; ".join(texts), "worst_text": "; ".join(shown),
               }  # fmt: skip
    return Finding("fidelity.scores_below_of", "warning", numbers)


def narrow(found: GeneratorComparison) -> dict[str, str]:
    """Generators that look real and show only a part, each with its lowest score."""
    held = {name: surely_below(one) for name, one in found.results.items()}
    return {name: below[0].short for name, below in held.items() if lost_spread(below)}


def repeating(found: GeneratorComparison) -> dict[str, dict[str, Any]]:
    """Generators that repeat reals.

    Points that are merely drawn together are near to reals, too: without exact copies they are
    called narrow, not repeating.
    """
    held = {name: next((one.numbers for one in made.findings() if one.code in COPIES), None)
            for name, made in found.results.items()}  # fmt: skip
    near = narrow(found)
    return {name: dict(numbers) for name, numbers in held.items()
            if numbers is not None and (numbers["exact"] or name not in near)}  # fmt: skip


def scaling_hides(found: GeneratorComparison) -> Finding | None:
    """Generators whose clipped density rises by scaling far above that of the filter alone."""
    told = {name: one.numbers for name, made in found.results.items() for one in made.beside
            if one.code == "fidelity.scaling_hides"}  # fmt: skip
    if not told:
        return None
    texts = [f"{name} {one['filtered']:.2f} → {one['corrected']:.2f}" for name, one in told.items()]
    numbers = {"generators": len(found.names), "count": len(told),
               "names_text": ", ".join(told), "generators_text": "; ".join(texts),
               "limit": next(iter(told.values()))["limit"]}  # fmt: skip
    return Finding("fidelity.scaling_hides_of", "warning", numbers)


def order_changes(found: GeneratorComparison, name: str) -> Finding | None:
    """Pairs told apart before and after correction, and the other way round.

    Pairs with a generator of which scaling hides something are left out: it has its own warning.
    """
    hidden = {who for who, one in found.results.items() for told in one.beside
              if told.code == "fidelity.scaling_hides"}  # fmt: skip
    after = {(row["generator_a"], row["generator_b"]): row for row in found.corrected_differences
             if (row["metric"], row["form"]) == (name, "corrected")}  # fmt: skip
    turned = []
    for row in (row for row in found.differences if row["metric"] == name):
        pair = row["generator_a"], row["generator_b"]
        other = after.get(pair)
        if other is None or hidden & set(pair) or not (excludes_zero(row) and excludes_zero(other)):
            continue
        if row["difference"] * other["difference"] < 0:
            turned.append(f"{pair[0]} \N{MINUS SIGN} {pair[1]}: {_span(row)} → {_span(other)}")
    if not turned:
        return None
    return Finding("fidelity.order_changes", "note",
                   {"metric": spoken(name), "count": len(turned),
                    "pairs_text": "; ".join(turned)})  # fmt: skip


def _span(row: Row) -> str:
    told = f"{row['difference']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
    return told.replace("-", "\N{MINUS SIGN}")


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
