"""Compare ways to mend language, and take one."""

from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.compare import compare_language_repairs
from monosashi.language.choosing.costs import Costs, Prices
from monosashi.language.choosing.option import Change, RepairOption
from monosashi.language.choosing.ways import BRIDGE, NONE, ORDER

__all__ = [
    "BRIDGE", "NONE", "ORDER", "Change", "Costs", "LanguageRepairChoice", "Prices",
    "RepairOption", "compare_language_repairs",
]  # fmt: skip
