"""Which face of the decomposition is suggested, and that it is a note."""

import numpy as np
import pytest

from monosashi import audit
from monosashi.embeddings import EmbeddingSet
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
    assert found.numbers["column"] == ""
    for part in ("headline", "usual", "meaning", "next", "verify"):
        assert say(f"{code.replace('.', '.findings.')}.{part}", language, **found.numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_column_is_named_where_there_is_one(language):
    rows = np.random.default_rng(0).normal(size=(24, 3))
    held = EmbeddingSet.from_arrays(rows, columns={"intent": list("ab") * 12})
    found = [f for f in measure_shape(held, "intent", permutations=19).findings()
             if f.code == "shape.read_between"]  # fmt: skip
    assert "(intent)" in found[0].say(language)
    assert "(intent)は" not in found[0].say(language)


def test_a_column_that_a_measure_made_for_itself_is_not_named():
    rows = np.random.default_rng(0).normal(size=(24, 3))
    held = EmbeddingSet.from_arrays(rows, columns={"intent": list("ab") * 12})
    told = [f.say("en") for f in audit(held, groups="intent", permutations=19).findings()
            if f.code.startswith("shape.read")]  # fmt: skip
    assert told
    assert "__" not in told[0]
