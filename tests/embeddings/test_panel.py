"""Several models on the same items: aligned by id, never by position."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, Panel


def model(ids, name=None, dimension=2, **columns):
    rows = [[sum(map(ord, i)), dimension] + [1.0] * (dimension - 2) for i in ids]
    return EmbeddingSet.from_arrays(rows, ids=ids, columns=columns, model=ModelCard(name=name))


@given(st.permutations("abcdef"), st.permutations("cdefgh"))
def test_rows_are_aligned_by_id(left, right):
    panel = Panel.of(model(left, "A"), model(right, "B", dimension=3))
    assert panel.ids.tolist() == [name for name in left if name in "cdef"]
    for _, data in panel:
        assert data.ids.tolist() == panel.ids.tolist()
        assert data.vectors[:, 0].tolist() == [float(ord(name)) for name in panel.ids]


def test_missing_ids_are_named_per_model():
    panel = Panel.of(model("abc", "A"), model("bcd", "B"), model("abcd", "C"))
    assert panel.names == ("A", "B", "C")
    assert [(n.values["model"], n.values["ids"]) for n in panel.notices] == [
        ("A", '"d"'),
        ("B", '"a"'),
    ]
    assert panel.n == 2
    assert len(panel) == 3


def test_nothing_is_copied_or_said_when_all_agree():
    a, b = model("abc", "A"), model("abc", "B")
    panel = Panel.of(a, b)
    assert panel.sets == (a, b)
    assert panel.notices == ()


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        ((model("ab"), model("cd")), 'no id in common ("a", "b" against "c", "d")'),
        ((model(["がん"]), model(["か\u3099ん"])), "U+304B U+3099"),
        ((model(["が", "b"]), model(["か\u3099", "b"])), "differ in Unicode form"),
        ((model("ab"), model("bc"), model("ca")), "no id stands in all"),
        ((model("ab"),), "two or more sets; 1 given"),
    ],
)
def test_sets_that_cannot_be_joined_are_refused_b119(sets, words):
    with pytest.raises(DataError) as error:
        Panel.of(*sets)
    assert words in error.value.say("en")


def test_names_are_unique_and_the_same_model_twice_is_numbered():
    assert Panel.of(model("ab", "m"), model("ab", "m"), model("ab")).names == (
        "m",
        "m (2)",
        "model 3",
    )
    assert Panel.of(model("ab"), model("ab"), names=["x", "y"]).names == ("x", "y")
    for names in (["x"], ["x", "x"]):
        with pytest.raises(DataError, match="own name"):
            Panel.of(model("ab"), model("ab"), names=names)


def test_a_model_is_found_by_name():
    panel = Panel.of(model("ab", "A"), model("ab", "B"))
    assert panel["B"].model.name == "B"
    with pytest.raises(DataError, match="Models: A, B"):
        panel["C"]


def test_columns_that_contradict_each_other_are_said():
    panel = Panel.of(
        model("abc", "A", g=["x", "y", "z"], only=[1, 2, 3]),
        model("cab", "B", g=["z", "x", "Y"], other=np.array([1.0, np.nan, 2.0])),
    )
    (notice,) = panel.notices
    assert notice.values["ids"] == '"b"'
    assert notice.values["column"] == "g"
    assert panel.columns["g"].tolist() == ["x", "y", "z"]
    assert set(panel.columns) == {"g", "only", "other"}
