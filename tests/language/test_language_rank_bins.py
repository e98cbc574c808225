"""Bins of ranks widen, touch, and reach the highest rank."""

import numpy as np
import pytest

from monosashi.language.rank_bins import rank_histogram


@pytest.mark.parametrize("highest", [1, 2, 5, 6, 10, 11, 50, 51, 100, 101, 4321])
def test_every_rank_has_one_bin(highest):
    ranks = np.arange(1.0, highest + 1)
    bins = rank_histogram(ranks, ranks[:1])
    assert bins["from"][0] == 1
    assert bins["to"][-1] >= highest
    assert all(b == a + 1 for a, b in zip(bins["to"], bins["from"][1:], strict=False))
    assert sum(bins["mixed"]) == highest
    inside = [(ranks >= a) & (ranks <= b) for a, b in zip(bins["from"], bins["to"], strict=True)]
    assert [int(part.sum()) for part in inside] == list(bins["mixed"])
    assert sum(bins["target_only"]) == bins["target_only"][0] == 1
