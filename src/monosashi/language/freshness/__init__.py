"""Does a repair still fit the vectors of today, and how is it fitted anew."""

from monosashi.language.freshness.check import check_repair
from monosashi.language.freshness.index_card import IndexCard
from monosashi.language.freshness.keeping import save_refreshed
from monosashi.language.freshness.refresh import refresh_repair
from monosashi.language.freshness.refreshed import RefreshedRepair
from monosashi.language.freshness.results import HARMLESS, STATES, RepairCheck

__all__ = [
    "HARMLESS", "STATES", "IndexCard", "RefreshedRepair", "RepairCheck", "check_repair",
    "refresh_repair", "save_refreshed",
]  # fmt: skip
