"""Languages that differ only in letter case or blanks are one language, at every door."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import LanguageCentering, measure_language_bias
from monosashi.language.choosing import compare_language_repairs
from monosashi.language.gate import find_duplicates
from monosashi.language.related import related

NAMED = {"key": "key", "language": "language"}


def pages(*names, n=60):
    """Pages in ja and in one other language, written in the ways that are named."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(n, 8))
    vectors = np.concatenate([topics, topics + 0.1 * rng.normal(size=(n, 8))])
    other = [names[i % len(names)] for i in range(n)]
    columns = {"key": [*range(n)] * 2, "language": ["ja"] * n + other}
    return EmbeddingSet.from_arrays(vectors, columns=columns)


DOORS = {
    "language": lambda data: measure_language_bias(data, **NAMED),
    "compare": lambda data: compare_language_repairs(data, methods=["centering"], **NAMED),
    "fit": lambda data: LanguageCentering.fit(data, language="language", force=True),
    "fit in parts": lambda data: LanguageCentering.fit(
        [data.take(np.arange(60)), *(data.take(np.array([row, row + 2])) for row in (60, 61))],
        language="language", force=True),
    "apply": lambda data: repaired().apply(data),
    "check": lambda data: repaired().check(data),
    "related": lambda data: related(data, **NAMED),
    "duplicates": lambda data: find_duplicates(data, pages("en"), **NAMED),
    "index of duplicates": lambda data: find_duplicates(pages("en"), data, **NAMED),
}  # fmt: skip


def repaired():
    return LanguageCentering.fit(pages("en"), language="language")


@pytest.mark.parametrize("names", [("EN", "en"), ("en", "en ")])
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_two_spellings_of_a_language_are_refused(door, names):
    with pytest.raises(DataError, match="only in letter case or blanks"):
        door(pages(*names))


def test_drafts_and_pages_write_a_language_in_one_way():
    with pytest.raises(DataError, match="only in letter case or blanks"):
        find_duplicates(pages("EN"), pages("en"), **NAMED)
