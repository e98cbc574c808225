"""Whose lists a hub left and entered."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.hubs.moved import follow_hubs, kept_share


def test_who_lost_and_who_gained():
    before = np.array([[1, 2], [2, 3], [1, 3], [2, 1]])
    after = np.array([[3, 2], [3, 0], [1, 3], [2, 0]])
    rows = follow_hubs(before, after, np.eye(4), shown=2)
    assert rows[0] == {
        "index": 1, "id": "1", "before": 3, "after": 1, "kept": 1, "lost": 2, "gained": 0,
        "lost_by": ["0", "3"], "gained_by": [],
    }  # fmt: skip
    assert (rows[1]["id"], rows[1]["kept"], rows[1]["lost_by"]) == ("2", 2, ["1"])
    assert kept_share(before, after) == pytest.approx(5 / 8)


def test_lists_must_belong_together():
    with pytest.raises(DataError, match="one length"):
        follow_hubs(np.zeros((3, 2), int), np.zeros((3, 1), int), np.eye(3))
