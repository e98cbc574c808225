"""Which of the four patterns two estimates show, and when none can be told."""

from __future__ import annotations

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.shape.input_output_result import LEAST_RARE, Pattern
from monosashi.shape.outcome_facts import OutcomeFacts

ALIKE = 0.9


def pattern_of(found: dict[str, Estimate | None], threshold: float) -> Pattern | None:
    """In, then out, by the values alone; None where a side is undefined."""
    first, second = found["input"], found["output"]
    if first is None or second is None:
        return None
    words: dict[tuple[bool, bool], Pattern] = {
        (True, True): "high_high", (True, False): "high_low",
        (False, True): "low_high", (False, False): "low_low",
    }  # fmt: skip
    return words[first.value >= threshold, second.value >= threshold]


def is_sure(found: dict[str, Estimate | None], threshold: float, facts: OutcomeFacts) -> bool:
    """Whether no interval reaches across the threshold, and the output's can be relied on."""
    if facts.rare_groups is not None and facts.rare_groups < LEAST_RARE:
        return False
    ends = [(held.low, held.high) for held in found.values() if held is not None]
    return len(ends) == 2 and all(
        low is not None and high is not None and (low >= threshold or high < threshold)
        for low, high in ends
    )


def are_alike(output: Estimate | None, threshold: float, facts: OutcomeFacts) -> bool:
    """Whether outcomes hardly ever differ, within questions or between, so ICC tells nothing."""
    high = output is not None and output.low is not None and output.low >= threshold
    agreeing = facts.agreeing_pairs or 0.0, facts.chance_agreeing or 0.0
    return min(agreeing) >= ALIKE and not high


def missing_counts(facts: OutcomeFacts) -> dict[str, Fault]:
    """Why counts of equal outcomes are missing."""
    names = ("agreeing_pairs", "chance_agreeing", "rare_groups")
    return {name: fault("shape.reasons.no_binary") for name in names
            if getattr(facts, name) is None}  # fmt: skip
