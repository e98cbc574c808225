"""Rewritten texts from files: what stands in a row, and what is refused."""

import pytest
from robustness.wording import bag, made, planted, rewritten, row, search_task

from monosashi.embeddings import DataError
from monosashi.robustness.runs import measure_robustness, read_rewrites

HEAD = "id,transformation,text,original,seed\n"


def test_a_file_names_its_generator_and_what_failed(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(HEAD + "q1,human,Good night,Good morning,2\nq2,human,,b,2\nq3,human,c,c,2\n",
                    encoding="utf-8")  # fmt: skip
    rows = read_rewrites(path).rows
    assert [(r.record, r.generator, r.seed, r.status, r.kept) for r in rows] == [
        ("q1", "people", 2, "ok", True), ("q2", "people", 2, "empty", False),
        ("q3", "people", 2, "unchanged", True)]  # fmt: skip
    assert rows[0].axis == "lexical"  # what no rule makes is another wording


def test_columns_that_are_missing_and_rows_that_stand_twice(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("id,text\nq1,a\n", encoding="utf-8")
    with pytest.raises(DataError, match="transformation"):
        read_rewrites(path)
    path.write_text(HEAD + "q1,human,a,b,1\nq1,human,c,b,1\n", encoding="utf-8")
    with pytest.raises(DataError, match=r'more than once .*"q1"'):
        read_rewrites(path)
    with pytest.raises(DataError, match="no file"):
        read_rewrites(tmp_path / "none.csv")


def test_the_digest_is_that_of_the_texts(tmp_path):
    task = search_task(5)
    one, other = rewritten(task, str.upper), rewritten(task, lambda text: f"{text} x")
    saved = one.save(tmp_path / "set")
    assert read_rewrites(saved).rows == one.rows
    assert read_rewrites([one]).digest == read_rewrites(saved).digest != read_rewrites(other).digest


def test_a_set_of_another_name_needs_its_originals():
    task = search_task(5)
    held = [row(task, str(i), f"{text} x") for i, text in enumerate(task.fields["query"].texts)]
    named = made(*(one.__class__(**{**vars(one), "dataset": "elsewhere"}) for one in held))
    bare = made(*(one.__class__(**{**vars(one), "original": ""}) for one in named.rows))
    how = {"embedders": [planted("bag", bag)], "store": False, "sensitivity": False, "draws": 20}
    assert measure_robustness(task, rewrites=named, **how).cube[0]["n"] == 5
    with pytest.raises(DataError, match="elsewhere"):
        measure_robustness(task, rewrites=bare, **how)
