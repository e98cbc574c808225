"""Items of several languages joined by key, whatever the order of the rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monosashi.embeddings import DataError, EmbeddingSet, Pairs

ROWS = [
    ("p", "ja", "春が来た"),
    ("p", "en", "Spring has come"),
    ("q", "ja", "sudo apt update now"),
    ("q", "en", "sudo apt update now"),
    ("r", "ja", "秋"),
    ("r", "en", "Autumn, first part"),
    ("r", "en", "Autumn, second part"),
    ("s", "ja", "冬"),
    ("t", "ja", ""),
    ("t", "en", "Empty"),
]


def pages(order=None, rows=ROWS):
    rows = [rows[i] for i in (order if order is not None else range(len(rows)))]
    keys, languages, texts = zip(*rows, strict=True)
    ids = [f"{k}/{lang}/{text}" for k, lang, text in rows]
    vectors = np.arange(1, 2 * len(rows) + 1, dtype=float).reshape(-1, 2)
    columns = {"slug": keys, "lang": languages, "text": texts}
    return EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns)


def test_keys_languages_chunks_and_partners():
    pairs = Pairs.from_set(pages(), key="slug", language="lang")
    assert pairs.keys.tolist() == ["p", "q", "r", "s", "t"]
    assert pairs.languages == ("en", "ja")
    assert pairs.unpaired == ("s",)
    assert pairs.counts.tolist() == [[1, 1], [1, 1], [2, 1], [0, 1], [1, 1]]
    assert pairs.rows(2, 0).tolist() == [5, 6]
    assert pairs.rows(3, 0).tolist() == []
    assert pairs.language_rows("en").tolist() == [1, 3, 5, 6, 9]
    assert pairs.shared("ja", "en").tolist() == [0, 1, 2, 4]
    assert pairs.untranslated("ja", "en").tolist() == [False, True, False, False, False]


def test_every_notice_is_counted_and_named():
    notices = {
        n.code.rsplit(".", 1)[1]: n
        for n in Pairs.from_set(pages(), key="slug", language="lang").notices
    }
    assert set(notices) == {"unpaired", "chunks", "untranslated", "empty_texts"}
    assert notices["unpaired"].rows == (7,)
    assert '"s"' in notices["unpaired"].say("ja")
    assert notices["chunks"].values["documents"] == 1
    assert notices["chunks"].values["rows_held"] == 2
    assert '"q"' in notices["untranslated"].say("en")
    assert notices["empty_texts"].rows == (8,)


@given(st.permutations(range(len(ROWS))))
def test_the_order_of_rows_does_not_matter(order):
    base, other = pages(), pages(order)
    a = Pairs.from_set(base, key="slug", language="lang")
    b = Pairs.from_set(other, key="slug", language="lang")
    assert (a.languages, a.keys.tolist(), a.unpaired) == (b.languages, b.keys.tolist(), b.unpaired)
    assert a.counts.tolist() == b.counts.tolist()
    assert a.untranslated("en", "ja").tolist() == b.untranslated("en", "ja").tolist()
    for key, language in np.ndindex(*a.counts.shape):
        ours = set(base.ids[a.rows(key, language)])
        assert ours == set(other.ids[b.rows(key, language)])


@given(
    st.lists(st.tuples(st.sampled_from("pqrs"), st.sampled_from(["ja", "en", "fr"])), min_size=4)
)
def test_rows_of_all_cells_are_all_rows(cells):
    rows = [(k, lang, str(i)) for i, (k, lang) in enumerate([*cells, ("p", "ja"), ("p", "en")])]
    pairs = Pairs.from_set(pages(rows=rows), key="slug", language="lang")
    grid = np.ndindex(*pairs.counts.shape)
    found = sorted(int(row) for key, language in grid for row in pairs.rows(key, language))
    assert found == list(range(len(rows)))
    alone = (pairs.counts > 0).sum(axis=1) == 1
    assert pairs.unpaired == tuple(pairs.keys[alone])


def test_three_languages_name_what_each_lacks():
    rows = [
        ("p", "ja", "a"),
        ("p", "en", "b"),
        ("q", "ja", "c"),
        ("q", "en", "d"),
        ("q", "fr", "e"),
    ]
    notices = Pairs.from_set(pages(rows=rows), key="slug", language="lang").notices
    assert [(n.code.rsplit(".", 1)[1], n.values["language"]) for n in notices] == [
        ("partial", "fr")
    ]


def test_one_slug_in_both_languages_is_no_duplicate_b068():
    data = EmbeddingSet.from_arrays(
        [[1, 0], [0, 1], [1, 0.1], [0.1, 1]],
        columns={"slug": ["s1", "s2", "s1", "s2"], "lang": ["ja", "ja", "en", "en"]},
    )
    pairs = Pairs.from_set(data, key="slug", language="lang")
    assert [pairs.rows(0, code).tolist() for code in (0, 1)] == [[2], [0]]
    assert pairs.notices == ()
    assert not pairs.untranslated("ja", "en").any()


@pytest.mark.parametrize(
    ("keys", "languages", "words"),
    [
        (["a", "b"], ["ja", "ja"], "only one language"),
        (["a", "b"], ["ja", "en"], 'ja: "a"'),
        (["a", None], ["ja", "en"], "no value in 1 row(s): rows 1"),
        (["a", "a"], ["ja", float("nan")], "no value in 1 row(s): rows 1"),
        (["a", "a", "b"], ["EN", "en ", "ja"], '"EN", "en "'),
        (["が", "か\u3099"], ["ja", "en"], "Unicode form"),
        ([1, "1"], ["ja", "en"], "both as number and as text"),
    ],
)
def test_what_cannot_be_paired_is_refused(keys, languages, words):
    data = EmbeddingSet.from_arrays(np.eye(len(keys)))
    with pytest.raises(DataError) as error:
        Pairs.from_set(data, key=keys, language=languages)
    assert words in error.value.say("en")
    assert error.value.say("ja") != error.value.say("en")


def test_an_unknown_language_is_refused():
    pairs = Pairs.from_set(pages(), key="slug", language="lang")
    with pytest.raises(DataError, match="Languages: en, ja"):
        pairs.shared("ja", "de")
