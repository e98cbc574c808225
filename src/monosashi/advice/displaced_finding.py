"""When one shift common to all queries is worth a line."""

from __future__ import annotations

from monosashi.results import Estimate, Finding, level_of


def displaced_findings(
    share: Estimate | None, offset: Estimate | None, n_judged: int
) -> list[Finding]:
    """A note where one shift common to all queries is much of the way to their answers.

    No more than a note: models with a query and a passage role often have such a shift and search
    well all the same. The ranks say whether something is lost.
    """
    if share is None or offset is None or level_of("query_offset", share) != "note":
        return []
    numbers = {"share": share.value, "low": share.low, "high": share.high, "offset": offset.value,
               "n": n_judged}  # fmt: skip
    return [Finding("advice.displaced", "note", numbers)]
