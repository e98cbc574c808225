"""What a reduction surely makes worse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.results import Estimate, Finding, Remedy

if TYPE_CHECKING:
    from monosashi.hubs.comparison_result import ReductionComparison, ReductionEffect

HUBS = ("antihub_share", "top_share_ratio", "robin_hood")
FORMS = {"antihub_share": (".1%", "+.1%"), "top_share_ratio": (".1f", "+.2f"),
         "robin_hood": (".2f", "+.2f")}  # fmt: skip


def harms(effect: ReductionEffect, tried: int) -> bool:
    """Whether recall surely falls; or a statistic of hubs surely grows and recall does not.

    Answers decide where they are known: a sure gain of recall outweighs less even lists. Intervals
    are widened for all that is looked at (Bonferroni): no harm is called so by chance in more than
    5 % of the runs, however many corrections are tried.
    """
    wider = _wider(tried * (len(HUBS) + 1))
    if loses_answers(effect, wider):
        return True
    told = effect.recall_difference
    gains = told is not None and told.low is not None and told.low > 0
    return not gains and any(_grows(effect, name, wider) for name in HUBS)


def loses_answers(effect: ReductionEffect, wider: float = 1.0) -> bool:
    """Whether the whole interval of the change in recall lies below 0, made so much wider."""
    told = effect.recall_difference
    return (told is not None and told.high is not None
            and told.value + wider * (told.high - told.value) < 0)  # fmt: skip


def _wider(looks: int) -> float:
    """How much wider intervals are that hold together in 95 %, as for normal estimates."""
    from scipy.special import ndtri

    return float(ndtri(1 - 0.025 / looks) / ndtri(0.975))


def harm_finding(method: str, found: ReductionComparison) -> Finding:
    """What got worse, before and after, with the interval of the change."""
    effect = found.effects[method]
    numbers: dict[str, Any] = {"method": method, "n": found.n, "k": found.k,
                               "tried": len(found.effects), **_changes(effect)}  # fmt: skip
    if not loses_answers(effect):
        return Finding("hubs.reduction_harms", "warning", numbers)
    return Finding("hubs.reduction_harms_answers", "warning", numbers | _recall(effect, found))


def centring_remedy(found: ReductionComparison) -> Remedy | None:
    """What subtracting the mean did here; None where it was not measured."""
    effect = found.effects.get("sphere")
    if effect is None:
        return None
    if loses_answers(effect):
        numbers = {"k": found.k, **_changes(effect), **_recall(effect, found)}
        return Remedy("hubs.centring_loses_answers", numbers)
    if harms(effect, len(found.effects)):
        return Remedy("hubs.centring_makes_worse", {"k": found.k, **_changes(effect)})
    return effect.change.remedy("centring")


def _grows(effect: ReductionEffect, name: str, wider: float) -> bool:
    told = getattr(effect.change, name).difference
    return told.low is not None and told.value - wider * (told.value - told.low) > 0


def _changes(effect: ReductionEffect) -> dict[str, Any]:
    """``1.5% → 14.5% (+13.0% [+10.0%, +17.0%])`` of every statistic of hubs."""
    numbers = effect.change.numbers()
    for name in HUBS:
        one = getattr(effect.change, name)
        level, change = FORMS[name]
        numbers[f"{name}_text"] = (
            f"{one.before:{level}} → {one.after:{level}} ({told(one.difference, change)})"
        )
    return numbers


def _recall(effect: ReductionEffect, found: ReductionComparison) -> dict[str, Any]:
    change, before = effect.recall_difference, found.recall_before
    assert change is not None and before is not None and effect.recall is not None  # noqa: S101, PT018 - seen by loses_answers
    return {"recall_before": before.value, "recall_after": effect.recall.value,
            "recall_difference": change.value, "recall_low": change.low,
            "recall_high": change.high, "judged": change.n}  # fmt: skip


def told(estimate: Estimate, form: str) -> str:
    """``+0.12 [+0.05, +0.20]``; the value alone where there is no interval."""
    value = format(estimate.value, form)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{estimate.low:{form}}, {estimate.high:{form}}]"
