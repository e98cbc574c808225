"""Items that crowd everybody's neighbour lists, and items nobody finds."""

from monosashi.hubs.centring import centre_and_renormalise
from monosashi.hubs.change import Change, HubsChange, compare_hubs
from monosashi.hubs.hubs import Hubs
from monosashi.hubs.measure import measure_hubs
from monosashi.hubs.references import HubReference

__all__ = [
    "Change", "HubReference", "Hubs", "HubsChange", "centre_and_renormalise", "compare_hubs",
    "measure_hubs",
]  # fmt: skip
