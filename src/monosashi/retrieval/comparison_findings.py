"""What a comparison of systems says."""

from __future__ import annotations

from typing import Any

from monosashi.results import Finding, Row, worst_first
from monosashi.retrieval.comparison_result import RetrievalComparison
from monosashi.retrieval.metric_names import metric_name
from monosashi.words.filling import ends, p_digits


def comparison_findings(found: RetrievalComparison) -> list[Finding]:
    """Who is ahead in the main metric, what a switch of two systems costs, what is doubtful."""
    switch = [] if found.switch is None else found.switch.findings()
    return worst_first([_verdict(found), *switch, *found.doubts])


def _verdict(found: RetrievalComparison) -> Finding:
    """The best against the strongest other system: tied with it where any is.

    Wins are those of the best; the difference is new minus old where two are compared.
    """
    metric, best = found.metric, found.best[found.metric]
    values = {name: found.levels[name][metric].value for name in found.systems}
    tied = [name for name in found.tied_with_best[metric] if name != best]
    rival = max(tied or [name for name in found.systems if name != best], key=values.__getitem__)
    row = found.difference(best, rival, metric)
    pair = found.systems[::-1] if len(found.systems) == 2 else (best, rival)
    numbers = {
        "metric": metric_name(metric), "best": best, "best_value": values[best], "rival": rival,
        "rival_value": values[rival], "tied": ", ".join(tied), "systems": len(values),
        "n_queries": found.n_queries, "n_groups": found.n_groups, "pair": " − ".join(pair),
        "confidence_percent": round(100 * found.confidence, 3),
        **_row_numbers(found.difference(pair[0], pair[1], metric)),
        **{name: row[name] for name in ("wins", "losses", "equal")},
    }  # fmt: skip
    if tied and row["equal"] == found.n_queries and len(tied) == len(values) - 1:
        return Finding("retrieval.equal", "note", numbers)
    return Finding("retrieval.tied" if tied else "retrieval.ahead", "note", numbers)


def _row_numbers(row: Row) -> dict[str, Any]:
    p, floor = row["p_adjusted"], not row["exact"] and row["p_value"] <= row["smallest_p"]
    low, high, difference = row["low"], row["high"], row["difference"]
    return {"difference": difference, "difference_low": low, "difference_high": high,
            "difference_text": f"{difference:+.3f} {ends(low, high, '+.3f')}", "p_adjusted": p,
            "p_text": "p {} {}".format(*p_digits(p, floor=floor))}  # fmt: skip
