"""What the scores mean, apart from how it is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.fidelity.lost_classes import lost_classes
from monosashi.fidelity.surely_below import lost_spread, surely_below, told, worst
from monosashi.results import Estimate, Finding
from monosashi.statistics.proportions import wilson

if TYPE_CHECKING:
    from monosashi.fidelity.result import Fidelity

CROWDED = 1.2  # density above this: generated points crowd the middle of the reals
SMALL = 200
COPIED = 0.05  # share of reals with copies, above which held-out ones are often copies, too
PAIRS = (("clipped_density", "clipped_coverage"), ("precision", "recall"), ("density", "coverage"))


def fidelity_findings(found: Fidelity) -> list[Finding]:
    """What outweighs the scores first: copies of reals, classes that are not there."""
    makers = (copies, lost_classes, _scores, _copied_reals, _no_radius, _few_generated,
              _fewer_generated, _few_reals, _crowded, _more_dimensions)  # fmt: skip
    return [finding for make in makers if (finding := make(found)) is not None]


def _sizes(found: Fidelity) -> dict[str, Any]:
    return {"n_real": found.n_real, "n_generated": found.n_generated, "k": found.k,
            "dimension": found.dimension}  # fmt: skip


def _scores(found: Fidelity) -> Finding | None:
    """The first pair of scores that was asked for, beside what reals reach.

    A warning where the interval of any score ends below the lowest split.
    """
    below = surely_below(found)
    if below and found.control is not None:
        code = "lost_spread" if lost_spread(below) else "scores_below"
        return Finding(f"fidelity.{code}", "warning", {
            **_sizes(found), "n_half": found.control.n, "m_half": found.control.m,
            "repeats": found.control.repeats, "below": len(below),
            "below_text": ", ".join(one.short for one in below),
            "worst_text": worst([one.short for one in below]),
            "lowest_text": worst([f"{one.name} {one.lowest:.3f}" for one in below]),
            "outside": found.counts["outside"], "uncovered": found.counts["uncovered"],
        })  # fmt: skip
    for names in PAIRS:
        held = [score for name in names if (score := found.scores.get(name)) is not None]
        if found.control is None or len(held) < len(names):
            continue
        reached = [found.control.scores.get(name) for name in names]
        if None in reached:
            continue
        numbers = {**_sizes(found), "n_half": found.control.n, "m_half": found.control.m}
        for part, name, one, best in zip(("first", "second"), names, held, reached, strict=True):
            numbers |= {f"{part}_text": told(name, one), f"{part}_best": best}
        return Finding("fidelity.scores", "note", numbers)
    return None


def leading_scores(found: Fidelity) -> str:
    """The two scores that are named first: clipped ones, else the first asked for."""
    order = dict.fromkeys((*PAIRS[0], *found.metrics))
    held = [(name, score) for name in order if (score := found.scores.get(name)) is not None]
    return ", ".join(told(name, score) for name, score in held[:2])


def copies(found: Fidelity) -> Finding | None:
    """More points close to reals than held-out reals are, or exact copies that reals have not."""
    share = found.scores.get("memorisation")
    exact = found.counts.get("exact_copies", 0)
    repeated = exact > 0 and not found.counts.get("copied", 0)
    if share is None or share.low is None:
        numbers = {**_sizes(found), "exact": exact, "share": exact / found.n_generated}
        return Finding("fidelity.exact_copies", "warning", numbers) if repeated else None
    expected, most = _held_out(found)
    if share.low <= most and not repeated:
        return None
    numbers = {**_sizes(found), "share": share.value, "share_low": share.low,
               "share_high": share.high, "expected": expected, "exact": exact}  # fmt: skip
    return Finding("fidelity.memorisation", "warning", numbers)


def _held_out(found: Fidelity) -> tuple[float, float]:
    """The same share of reals that were held out, and how large it may be; else one half."""
    control = found.control
    if control is None or "memorisation" not in control.scores:
        return 0.5, 0.5
    share = control.scores["memorisation"]
    return share, wilson(round(share * control.m), control.m)[1]


def _copied_reals(found: Fidelity) -> Finding | None:
    """Held-out reals repeat the others, too: the comparison of memorisation is lenient."""
    copied = found.counts.get("copied", 0)
    if found.control is None or "memorisation" not in found.control.scores:
        return None
    if copied < COPIED * found.n_real:
        return None
    numbers = {**_sizes(found), "copied": copied, "share": copied / found.n_real,
               "expected": found.control.scores["memorisation"]}  # fmt: skip
    return Finding("fidelity.copied_reals", "warning", numbers)


def _no_radius(found: Fidelity) -> Finding | None:
    count = found.counts.get("zero_radius", 0)
    if not count:
        return None
    numbers = {**_sizes(found), "count": count, "share": count / found.n_real,
               "copied": found.counts.get("copied", 0)}  # fmt: skip
    return Finding("fidelity.zero_radius", "warning", numbers)


def _few_generated(found: Fidelity) -> Finding | None:
    if found.n_generated > found.k:
        return None
    return Finding("fidelity.few_generated", "warning", _sizes(found))


def _fewer_generated(found: Fidelity) -> Finding | None:
    """Each generated point stands for many reals: what is missing hardly shows."""
    measured = {"coverage", "clipped_coverage"} & set(found.metrics)
    if not measured or not found.k < found.n_generated < found.n_real / 2:
        return None
    return Finding("fidelity.fewer_generated", "warning", _sizes(found))


def _few_reals(found: Fidelity) -> Finding | None:
    if min(found.n_real, found.n_generated) >= SMALL or found.n_generated <= found.k:
        return None
    return Finding("fidelity.small", "note", {**_sizes(found), "least": SMALL})


def _crowded(found: Fidelity) -> Finding | None:
    """Density is no share; above 1 it praises generated points that crowd the middle.

    Nothing is said where its interval holds 1, or where there is none.
    """
    density = _estimate(found, "density")
    if density is None or density.value <= CROWDED or density.low is None or density.low <= 1:
        return None
    coverage = _estimate(found, "coverage")
    numbers = {**_sizes(found), "density_text": f"{density:.2f}",
               "coverage_text": None if coverage is None else f"{coverage:.3f}"}  # fmt: skip
    name = "crowded" if coverage is not None else "crowded_alone"
    return Finding(f"fidelity.{name}", "note", numbers)


def _more_dimensions(found: Fidelity) -> Finding | None:
    distance = _estimate(found, "frechet")
    if distance is None:
        return None
    if min(found.n_real, found.n_generated) >= 10 * found.dimension:
        return None
    numbers = {**_sizes(found), "distance_text": f"{distance:.3f}"}
    return Finding("fidelity.frechet_biased", "warning", numbers)


def _estimate(found: Fidelity, name: str) -> Estimate | None:
    return found.scores.get(name)
