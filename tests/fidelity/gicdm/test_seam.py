"""``measure_fidelity`` shows plain, filtered and corrected scores side by side."""

import json

import numpy as np
import pytest

from monosashi.fidelity import measure_fidelity
from monosashi.fidelity.gicdm import GICDM, correct_fidelity
from monosashi.fidelity.sides import Sides

NAMES = ("precision", "recall", "clipped_density", "clipped_coverage")


@pytest.fixture(scope="module")
def sides():
    rng = np.random.default_rng(0)
    return rng.normal(size=(230, 6)), rng.normal(size=(180, 6)) + 0.3


def test_the_same_numbers(sides):
    found = measure_fidelity(*sides, k=5, metrics=NAMES)
    ours = GICDM.fit(sides[0]).score(sides[1], k=5, metrics=NAMES)
    assert found.corrected == ours.corrected
    assert found.filtered == ours.filtered
    assert found.corrected["recall"] is None
    assert "corrected.recall" in found.reasons
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_notices_and_a_fit_of_before(sides):
    few = sides[0][:120]
    checked = Sides.of(few, sides[1], k=5, metric="euclidean")
    fitted = GICDM.fit(few)
    found = correct_fidelity(checked, k=5, metrics=NAMES, fitted=fitted)
    again = correct_fidelity(checked, k=5, metrics=NAMES)
    assert found.corrected == again.corrected
    assert [note.code for note in found.notices] == ["fidelity.notices.few_reals"]
    assert found.numbers["scales_used"] == (10, 30)
    assert found.per_generated["corrected"].max() <= 1
    assert (found.per_generated["corrected"][found.flagged["fidelity"]] == 0).all()
