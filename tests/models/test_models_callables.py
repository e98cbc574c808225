"""Any function as an embedder: what it returns is counted, and what it is is known."""

import functools
import sys

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models.callables import CallableEmbedder, import_callable


def letters(texts):
    return [[len(text), text.count("a")] for text in texts]


def by_role(texts, role):
    return [[1.0, float(role == "query")] for _ in texts]


def with_option(texts, width=3):
    return np.ones((len(texts), width))


def test_rows_come_in_order_and_in_batches():
    calls = []

    def seen(texts):
        calls.append(len(texts))
        return letters(texts)

    model = CallableEmbedder(seen, name="m", batch=3)
    made = model.embed(["a" * i for i in range(1, 8)])
    assert calls == [3, 3, 1]
    assert made[:, 0].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert made.dtype == np.float32


def test_a_second_parameter_is_the_role_only_if_it_must_be_given_or_is_called_so():
    assert CallableEmbedder(by_role, name="m").roles == ("query", "passage")
    assert CallableEmbedder(with_option, name="m").roles == ()
    assert CallableEmbedder(lambda t, role="x": by_role(t, role), name="m").roles
    asked = CallableEmbedder(by_role, name="m")
    assert asked.embed(["x"], "query").tolist() == [[1, 1]]
    assert asked.embed(["x"]).tolist() == [[1, 0]]
    assert CallableEmbedder(with_option, name="m").embed(["x"], "query").tolist() == [[1, 1, 1]]


def test_prefixes_reach_the_texts_and_the_card():
    model = CallableEmbedder(letters, name="m", query_prefix="aaa ")
    assert model.roles == ("query", "passage")
    assert model.embed(["b"], "query").tolist() == [[5, 3]]
    assert model.embed(["b"]).tolist() == [[1, 0]]
    assert model.card("query").prefix == "aaa "
    assert model.identity("query") != model.identity("passage")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([[1.0, 2.0]], "rows returned by m: 1, texts given: 2"),
        ([[1.0]] * 3, "rows returned by m: 3, texts given: 2"),
        ([1.0, 2.0], r"returned list \(2,\); expected one row"),
        ([[], []], r"else than a row of numbers: 2 \(rows 0-1\)"),
        ([[1.0], [1.0, 2.0]], r"rows of different lengths \(1, 2 numbers\)"),
        ([["x"], ["y"]], r"a row of numbers: 2 \(rows 0-1\)"),
        (None, "returned None; expected one row of numbers for each of the 2 texts"),
        ([[1.0], None], r"a row of numbers: 1 \(rows 1\)"),
        ({"a": 1}, "returned dict; expected"),
        (7, "returned int; expected"),
        ([[1.0], [float("nan")]], "rows 1"),
        ([[1e300], [1.0]], "rows 0"),
    ],
)
def test_a_wrong_answer_is_one_clear_error(answer, message):
    with pytest.raises(DataError, match=message):
        CallableEmbedder(lambda _: answer, name="m").embed(["a", "b"])


def test_the_row_of_a_nan_counts_through_all_batches():
    def broken(texts):
        return [[float("nan") if text == "bad" else 1.0] for text in texts]

    with pytest.raises(DataError, match="rows 4"):
        CallableEmbedder(broken, name="m", batch=2).embed(["a", "b", "c", "d", "bad"])


def test_what_a_function_raises_is_told_with_its_own_line_and_stays_the_cause():
    def broken(texts):
        return [np.linalg.inv(np.zeros((2, 2))) for _ in texts]

    with pytest.raises(DataError, match=r"LinAlgError.*test_models_callables\.py:\d+") as caught:
        CallableEmbedder(broken, name="m").embed(["a"])
    assert isinstance(caught.value.__cause__, np.linalg.LinAlgError)
    line = broken.__code__.co_firstlineno + 1
    assert f":{line}." in str(caught.value)


def test_one_width_for_ever():
    widths = iter([2, 3])
    model = CallableEmbedder(lambda t: np.ones((len(t), next(widths))), name="m")
    assert model.card().dimension is None
    model.embed(["a"])
    assert model.card().dimension == 2
    with pytest.raises(DataError, match="rows of 3 numbers instead of 2"):
        model.embed(["b"])
    with pytest.raises(DataError, match="rows of 2 numbers instead of 5"):
        CallableEmbedder(letters, name="m", dimension=5).embed(["a"])


def test_the_identity_is_the_same_before_and_after_the_first_answer():
    model = CallableEmbedder(letters, name="m")
    before = model.identity()
    model.embed(["a"])
    assert model.identity() == before


def test_answers_are_kept_only_where_a_change_would_be_seen():
    def closure(texts):
        return letters(texts * shift)[: len(texts)]

    shift = 1
    unknown = [closure, functools.partial(letters), str.split, len]
    assert not any(CallableEmbedder(one, name="m").worth_storing for one in unknown)
    assert CallableEmbedder(letters, name="m").worth_storing
    assert CallableEmbedder(closure, name="m", revision="1").worth_storing
    sources = {CallableEmbedder(f, name="m").card().revision for f in (letters, with_option)}
    assert len(sources) == 2


def test_an_unknown_role_is_refused():
    with pytest.raises(DataError, match="role must be one of query, passage"):
        CallableEmbedder(by_role, name="m").embed(["a"], "document")


def test_a_function_is_imported_by_name(tmp_path, monkeypatch):
    (tmp_path / "mine_for_monosashi.py").write_text(
        "class Box:\n    def embed(texts):\n        return [[1.0] for _ in texts]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    found = import_callable("mine_for_monosashi:Box.embed")
    assert CallableEmbedder(found, name="m").embed(["a", "b"]).shape == (2, 1)


@pytest.mark.parametrize("spec", ["math", "math:", ":sqrt", ""])
def test_a_name_of_another_form_is_refused(spec):
    with pytest.raises(DataError, match="module:function"):
        import_callable(spec)


def test_what_cannot_be_imported_says_why(tmp_path, monkeypatch):
    (tmp_path / "fails_for_monosashi.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DataError, match="ZeroDivisionError"):
        import_callable("fails_for_monosashi:f")
    with pytest.raises(DataError, match="no_such_module_here"):
        import_callable("no_such_module_here:f")
    with pytest.raises(DataError, match="no function 'pi'"):
        import_callable("math:pi")
    with pytest.raises(DataError, match=r"no function 'no\.where'"):
        import_callable("math:no.where")
