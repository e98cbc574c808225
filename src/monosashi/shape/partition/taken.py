"""Which terms lose whole labels with a cluster."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.shape.grouping import Grouping
from monosashi.shape.partition.terms import Term


def levels_taken(terms: Sequence[Term], clusters: Grouping) -> tuple[str, ...]:
    """Tested terms of which every label lies in one cluster: leaving that out takes the labels."""
    taken = []
    for term in terms:
        if term.codes is not None and term.role != "covariate":
            pairs = np.unique(np.stack([term.codes, clusters.codes], axis=1), axis=0)
            if len(pairs) == len(np.unique(term.codes)):
                taken.append(term.name)
    return tuple(taken)
