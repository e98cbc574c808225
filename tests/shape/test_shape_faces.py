"""Which face of the decomposition is suggested, and that it is a note."""

import numpy as np
import pytest

from monosashi.shape import measure_shape
from monosashi.words import LANGUAGES, say


@pytest.mark.parametrize(("sizes", "code", "median"), [
    ([4] * 12, "shape.read_inside", 4), ([3, 5, 5, 40], "shape.read_inside", 5),
    ([12, 10, 9, 11], "shape.read_between", 10.5), ([7] * 5, "shape.read_both", 7),
    ([10, 10, 1, 1, 1, 1, 1], "shape.read_between", 10),
])  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_suggestion_by_median_size(sizes, code, median, language):
    rows = np.random.default_rng(0).normal(size=(sum(sizes), 3))
    shape = measure_shape(rows, np.repeat(np.arange(len(sizes)), sizes), permutations=19)
    (found,) = [f for f in shape.findings() if f.code.startswith("shape.read_")]
    assert (found.code, found.level, found.numbers["median"]) == (code, "note", median)
    for part in ("headline", "usual", "meaning", "next", "verify"):
        assert say(f"{code.replace('.', '.findings.')}.{part}", language, **found.numbers)
