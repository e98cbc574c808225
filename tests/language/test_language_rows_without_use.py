"""Rows that no measure can use: zero vectors, and one key for all."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import LanguageCentering, measure_language_bias
from monosashi.language.choosing import compare_language_repairs
from monosashi.language.related import related


def pages(n=60, *, zero=False, key=None):
    rows = np.random.default_rng(0).normal(size=(2 * n, 6))
    rows[7] = 0.0 if zero else rows[7]
    columns = {"key": [*range(n)] * 2 if key is None else [key] * 2 * n,
               "language": ["ja"] * n + ["en"] * n}  # fmt: skip
    return EmbeddingSet.from_arrays(rows, columns=columns)


@pytest.mark.parametrize(
    "door",
    [lambda data: LanguageCentering.fit(data, language="language"),
     lambda data: LanguageCentering.fit(pages(), language="language").apply(data),
     lambda data: related(data, key="key", language="language")],
    ids=["fit", "apply", "related"],
)  # fmt: skip
def test_zero_vectors_are_told_without_an_option_that_is_not_there(door):
    with pytest.raises(DataError, match="zeros only") as told:
        door(pages(zero=True))
    assert "--invalid" not in str(told.value)
    assert told.value.faults[0].rows == (7,)


@pytest.mark.parametrize(
    "door",
    [lambda data: measure_language_bias(data, key="key", language="language"),
     lambda data: compare_language_repairs(data, key="key", language="language")],
    ids=["language", "compare"],
)  # fmt: skip
def test_one_key_for_all_rows_is_told_as_that(door):
    with pytest.raises(DataError, match="all 120 rows have the same key"):
        door(pages(key="k"))
