"""Whether a repair may still be used on these pages."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.language.gate.pages import SitePages
from monosashi.language.repairs import Repair

TOO_SMALL = "language.errors.sample_too_small"


def standing(repair: Repair | None, pages: SitePages) -> list[Fault]:
    """Notices of a repair that fits the pages.

    Repairs without a ``check`` of their own are used as they are; so are those of which too few
    pages are left to judge, with a notice.

    Raises
    ------
    DataError
        The repair says that it does not fit: another model, a corpus that has moved away.
    """
    check: Any = getattr(repair, "check", None)
    if check is None:
        return []
    try:
        found = check(pages.data, pages.data, language=pages.row_values(pages.spoken),
                      key=pages.row_values(pages.keys))  # fmt: skip
    except DataError as error:
        if all(one.code == TOO_SMALL for one in error.faults):
            return [fault("language.notices.repair_unchecked")]
        raise
    states = ", ".join(found.states)
    if not found.passed:
        raise DataError(fault("language.errors.stale_repair", states=states))
    told = [name for name in found.states if name != "ok"]
    return [fault(f"language.notices.repair_is_{name}") for name in told]
