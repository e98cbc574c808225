"""Whether members of one group are nearer than others, by the order of distances alone."""

from monosashi.shape.ordering.measure import group_auc
from monosashi.shape.ordering.result import GroupAuc

__all__ = ["GroupAuc", "group_auc"]
