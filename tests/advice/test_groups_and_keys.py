"""How labels may move when rows share an item, and what is said where they cannot."""

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.advice.verdicts import verdict_of
from monosashi.embeddings import EmbeddingSet
from monosashi.results import Finding


def rows(keys, groups, seed=0, d=6):
    rng = np.random.default_rng(seed)
    ids = [f"row {i}" for i in range(len(keys))]
    columns = {"key": keys, "group": groups}
    return EmbeddingSet.from_arrays(rng.normal(size=(len(keys), d)), ids=ids, columns=columns)


def measured(keys, groups):
    return audit(rows(keys, groups), groups="group", key="key", permutations=99)


ITEMS = [f"p{i:02}" for i in range(12)]


def test_rows_of_one_item_move_together():
    found = measured(ITEMS * 2, [f"g{i % 3}" for i in range(12)] * 2)
    assert found.shape.permutation.scheme == "whole"


def test_labels_that_differ_inside_every_item_move_inside_it():
    found = measured(ITEMS * 2, ["ja"] * 12 + ["en"] * 12)
    assert found.shape.permutation.scheme == "within"


def test_single_rows_move_freely():
    found = measured([f"p{i}" for i in range(24)], ["a", "b"] * 12)
    assert found.shape.permutation.scheme == "free"


def test_a_few_contradictory_labels_are_named_instead_of_shuffled_freely():
    labels = [f"g{i % 3}" for i in range(12)]
    found = measured(ITEMS * 2, [*labels, "g2", *labels[1:]])
    assert found.shape is None
    assert "p00" in found.skipped["shape"].say("en")
    assert "p01" not in found.skipped["shape"].say("en")
    assert found.hubs is not None


def test_items_that_cannot_be_exchanged_leave_the_rest_of_the_audit():
    """All items of one group have two rows, all of the other have one."""
    keys = [*ITEMS[:6], *ITEMS[:6], *ITEMS[6:]]
    found = measured(keys, ["a"] * 12 + ["b"] * 6)
    assert found.shape is None
    assert found.skipped["shape"].code == "advice.skipped.fixed_shape"
    assert found.facts.n == 18


@pytest.mark.parametrize(
    ("levels", "code"),
    [(("good", "good"), "clean_language"), (("note", "good"), "clean"), ((), "clean")],
)
def test_language_is_called_harmless_only_in_all_directions(levels, code):
    found = [Finding("language.drop", level, {"drop": 0.0}) for level in levels]
    assert verdict_of(found)["code"] == f"advice.verdicts.{code}"


def test_translations_that_are_not_found_are_no_good_news():
    found = verdict_of([Finding("language.little_found", "note", {"drop": 0.0}),
                        Finding("language.drop", "good", {"drop": 0.0})])  # fmt: skip
    assert found["code"] == "advice.verdicts.clean"
