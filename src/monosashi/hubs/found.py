"""What the numbers mean, apart from how it is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.results import LEVELS, Estimate, Finding, Level, level_of, thresholds, worst_first

if TYPE_CHECKING:
    from monosashi.hubs.hubs import Hubs

TIED_SHARE = 0.05
QUOTED = 40


def hub_findings(hubs: Hubs) -> list[Finding]:
    """Worst first; nothing when every item lists every other."""
    if hubs.antihub_share.low is None:
        return []
    found = [Finding(_code(hubs), _level(hubs), _numbers(hubs))]
    if hubs.ties is not None and hubs.ties > TIED_SHARE * hubs.n_queries:
        numbers = {"ties": hubs.ties, "n_queries": hubs.n_queries, "k": hubs.k,
                   "ties_share": hubs.ties / hubs.n_queries}  # fmt: skip
        found.append(Finding("hubs.ties", "note", numbers))
    return worst_first(found)


def _code(hubs: Hubs) -> str:
    if _undecided(hubs):
        return "hubs.undecided"
    return "hubs.hubness" if len(hubs.references) == 2 else "hubs.hubness_alone"


def _level(hubs: Hubs) -> Level:
    """Limits hold for unit rows listed by each other; elsewhere the numbers stand for themselves.

    With outside queries the share of antihubs depends on how many queries there are.
    """
    if not hubs.unit or hubs.source != "self":
        return "note"
    levels = (
        level_of("antihub_share", _surely(hubs.antihub_share)),
        level_of("top_share_ratio", _surely(hubs.top_share_ratio)),
    )
    found = min(levels, key=LEVELS.index)
    return "note" if found == "good" and _reaches_beyond(hubs) else found


def _surely(estimate: Estimate) -> float:
    """The lower end: a limit inside the interval is not surely passed."""
    return estimate.value if estimate.low is None else estimate.low


def _undecided(hubs: Hubs) -> bool:
    """Whether no limit is surely passed, and one lies inside an interval."""
    return hubs.unit and hubs.source == "self" and _level(hubs) == "note"


def _reaches_beyond(hubs: Hubs) -> bool:
    ends = {name: getattr(hubs, name).high for name in ("antihub_share", "top_share_ratio")}
    return any(end is not None and end > _limit(name) for name, end in ends.items())


def _numbers(hubs: Hubs) -> dict[str, Any]:
    numbers: dict[str, Any] = {
        "n": hubs.n, "n_queries": hubs.n_queries, "k": hubs.k,
        "dimension": hubs.provenance.dimension, "antihubs": hubs.antihubs,
        **spread("antihub_share", hubs.antihub_share),
        **spread("top_share_ratio", hubs.top_share_ratio),
        "top_share_ratio_text": f"{hubs.top_share_ratio:.1f}",
        "max_occurrence": hubs.max_occurrence, **_worst(hubs),
    }  # fmt: skip
    numbers |= {"antihub_limit": _limit("antihub_share"), "top_limit": _limit("top_share_ratio")}
    for prefix, name in (("random", "random_directions"), ("shuffled", "shuffled_coordinates")):
        if reference := hubs.references.get(name):
            numbers[f"{prefix}_n"] = reference.n
            numbers[f"{prefix}_antihub_share"] = reference.antihub_share.value
            numbers[f"{prefix}_top_share_ratio"] = reference.top_share_ratio.value
    return numbers


def _limit(rule: str) -> float:
    return float(thresholds()[rule]["warning"]["above"])


def spread(name: str, estimate: Estimate) -> dict[str, float | None]:
    """An estimate as flat numbers ``x, x_low, x_high``."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _worst(hubs: Hubs) -> dict[str, str]:
    """The busiest item: its id, and its id with the start of its text."""
    row = hubs.hubs[0]
    text = " ".join(str(row.get("text", "")).split())
    short = text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"
    named = f"{row['id']} ({short})" if short else row["id"]
    return {"worst_id": row["id"], "worst_text": short, "worst": named}
