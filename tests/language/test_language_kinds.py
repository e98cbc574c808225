"""Arguments of another kind are refused in words, all together, and never end in a traceback."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import (
    LanguageCentering,
    load_repair,
    measure_language_search,
    measure_repair_effect,
)
from monosashi.language.door import open_corpus
from monosashi.language.freshness import IndexCard, check_repair, refresh_repair
from monosashi.language.gate import find_duplicates
from monosashi.language.related import related
from monosashi.language.repairs import shipped_repairs
from monosashi.models.translators import translator

ROWS = np.random.default_rng(0).normal(size=(120, 6))
PAGES = EmbeddingSet.from_arrays(
    ROWS, columns={"key": [*range(60)] * 2, "lang": ["ja"] * 60 + ["en"] * 60}
)
REPAIR = LanguageCentering.fit(PAGES, language="lang")
ASKED = {"key": "key", "language": "lang", "queries": PAGES, "gold": "key"}
ODD = [5, 1.5, b"x", object(), [1], ("a", "b"), {"a": 1}, True, "nope"]


@pytest.mark.parametrize("odd", [*ODD, None], ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize(
    "call",
    [
        lambda odd: refresh_repair(odd, PAGES),
        lambda odd: refresh_repair(REPAIR, odd),
        lambda odd: check_repair(odd, PAGES),
        IndexCard.of,
        IndexCard.from_dict,
        lambda odd: measure_language_search(PAGES, **{**ASKED, "queries": odd}),
        lambda odd: measure_language_search(PAGES, **{**ASKED, "ks": [odd]}),
        lambda odd: measure_language_search(PAGES, **{**ASKED, "confidence": odd}),
        lambda odd: find_duplicates(PAGES, PAGES, language="lang", pairs=[odd]),
        lambda odd: REPAIR.apply(PAGES, side=odd),
    ],
)
def test_another_kind_in_every_place(call, odd):
    if odd == 5:  # a number of results may be 5
        odd = [odd]
    with pytest.raises(DataError):
        call(odd)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize(
    "call",
    [
        lambda odd: LanguageCentering.fit(PAGES, language="lang", queries=odd),
        lambda odd: measure_language_search(PAGES, **ASKED, repairs={"mine": odd}),
        lambda odd: REPAIR.check(PAGES, odd),
        lambda odd: open_corpus(PAGES, key="key", language="lang", queries=odd),
        lambda odd: shipped_repairs(PAGES, language="lang", names=odd),
        lambda odd: load_repair([odd]),
    ],
)
def test_another_kind_where_nothing_is_allowed(call, odd):
    with pytest.raises(DataError):
        call(odd)


def test_all_arguments_are_named_together():
    with pytest.raises(DataError, match="old must be FittedRepair, not 5") as refused:
        refresh_repair(5, "pages", queries=[1])
    assert len(refused.value.faults) == 3


def test_known_pairs_are_two_ids_of_two_pages():
    pairs = [("0", "1", "2"), ("3", "3"), ("x", "4"), "56", ("7", 8), ("8", "8")]
    with pytest.raises(DataError) as refused:
        find_duplicates(PAGES, PAGES, language="lang", pairs=pairs)
    odd, unknown, alone = refused.value.faults
    assert odd.rows == (0, 3, 4)
    assert '"x"' in unknown.say()
    assert '"3", "8"' in alone.say()


def test_rows_that_were_not_measured():
    found = measure_language_search(PAGES, **ASKED)
    assert found.of("en").language == "en"
    for asked in [("xx",), ("en", "nope"), (None,)]:
        with pytest.raises(DataError, match=r"nothing was measured.*'en', 'ja'"):
            found.of(*asked)


def test_nothing_is_written_that_could_not_be_read(tmp_path):
    odd = LanguageCentering.fit(PAGES, language="lang", renormalise="yes")
    with pytest.raises(DataError, match="renormalise"):
        odd.save(tmp_path / "fix")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: related(ROWS), "index"),
        (lambda: related(PAGES, repair="fix"), "repair"),
        (lambda: related(PAGES, previous=5), "previous"),
        (lambda: related(PAGES, percentile="x"), "percentile"),
        (lambda: related(PAGES, floor="x"), "floor"),
        (lambda: find_duplicates(PAGES, ROWS, language="lang"), "index"),
        (lambda: find_duplicates(PAGES, PAGES, language="lang", precision="x"), "precision"),
        (lambda: find_duplicates(PAGES, PAGES, language="lang", repair="fix"), "repair"),
        (lambda: measure_repair_effect(PAGES, key="key", language="lang", repairs=[REPAIR]),
         "repairs"),
        (lambda: measure_repair_effect(PAGES, key="key", language="lang", repairs={"x": 5}),
         r"repairs\['x'\]"),
        (lambda: translator(None), "spec"),
    ],
)  # fmt: skip
def test_arguments_of_another_kind_are_named(call, name):
    with pytest.raises(DataError, match=rf"{name} must be .*, not "):
        call()


def test_no_page_has_no_related_ones():
    with pytest.raises(DataError, match="index"):
        related(PAGES.take([]), language="lang")
