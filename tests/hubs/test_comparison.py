"""Reductions beside each other: paired numbers, answers, what cannot be done."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.hubs import ICDM, compare_reductions, hub_sets, measure_hubs
from monosashi.report import Report


def data(n=300, d=30, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d)) + 0.4


def test_numbers_are_those_of_measure_hubs():
    x = data()
    found = compare_reductions(x, methods=["icdm"], k=5)
    plain = measure_hubs(x, k=5, references=False)
    lists = ICDM.fit(x, k=10).neighbours(5)
    after = measure_hubs(neighbours=lists.indices, n_indexed=300)
    effect = found.effects["icdm"]
    assert found.before.robin_hood == plain.robin_hood
    assert effect.after.robin_hood.value == after.robin_hood.value
    assert effect.change.robin_hood.difference.value == pytest.approx(
        after.robin_hood.value - plain.robin_hood.value
    )
    assert effect.moved[0]["before"] == plain.max_occurrence
    assert effect.moved[0]["after"] == after.occurrence[effect.moved[0]["index"]]
    assert effect.change.robin_hood.difference.high < 0


def test_recall_is_paired_by_query():
    x = data()
    queries = x[:80] + np.random.default_rng(1).normal(size=(80, 30))
    gold = {str(row): [str(row), str(row + 100)] for row in range(80)}
    found = compare_reductions(x, methods=["sphere"], k=5, queries=queries, gold=gold)
    effect = found.effects["sphere"]
    assert effect.recall_difference.value == pytest.approx(
        effect.recall.value - found.recall_before.value
    )
    assert found.recall_before.n == 80
    assert effect.recall_difference.low <= effect.recall_difference.value
    assert found.findings()[0].code == "hubs.reduction_answers"


def test_methods_that_the_data_do_not_allow_have_reasons():
    x = np.concatenate([data(40), np.repeat(data(1), 300, axis=0)])
    found = compare_reductions(x, methods=["icdm", "csls", "nicdm"], k=5, correction_k=60)
    assert {"effects.csls", "effects.nicdm"} <= set(found.reasons)
    assert found.effects["icdm"].notices[0].code == "hubs.notices.few_distinct"
    json.dumps(found.to_dict(), allow_nan=False)


def test_every_table_and_finding_is_plain():
    found = compare_reductions(data(), k=4)
    json.dumps([found.to_dict(), found.tables()], allow_nan=False)
    levels = found.tables()["reductions"]
    assert levels[0]["method"] == "none"
    robin = [row["robin_hood"] for row in levels[1:]]
    assert robin == sorted(robin)
    assert found.to_markdown()


def test_a_method_that_loses_answers_is_not_put_first():
    rng = np.random.default_rng(0)
    items = rng.normal(size=(300, 2)) * np.array([1.0, 1e-3])
    queries = items + rng.normal(size=(300, 2)) * 1e-4
    gold = {str(row): str(row) for row in range(300)}
    found = compare_reductions(items, k=1, queries=queries, gold=gold)
    told = found.findings()
    assert {one.code for one in told if one.numbers["recall_high"] < 0} == {
        "hubs.reduction_harms_answers"}  # fmt: skip
    for finding in told:
        if finding.code != "hubs.reduction_harms_answers":
            assert finding.numbers["recall_high"] >= 0


def test_refusals():
    with pytest.raises(DataError, match="icdm"):
        compare_reductions(data(), methods=["nothing"])
    with pytest.raises(DataError, match="none of the 1 judged"):
        compare_reductions(data(), methods=["icdm"], gold={"x": "y"})
    other = compare_reductions(data(seed=1), methods=[ICDM.fit(data())])
    assert other.reasons["effects.icdm"].code == "hubs.errors.fitted_elsewhere"


def test_several_sets():
    sets = {str(d): measure_hubs(data(d=d), references=False) for d in (3, 60)}
    compared = {"3": compare_reductions(data(d=3), methods=["icdm"])}
    found = hub_sets(sets, compared)
    assert [(row["set"], row["method"]) for row in found.rows] == [
        ("3", "none"), ("3", "icdm"), ("60", "none"),
    ]  # fmt: skip
    assert [one.code for one in found.findings()] == ["hubs.sets"]
    after = compared["3"].effects["icdm"].after
    for name in ("antihub_share", "top_share_ratio", "robin_hood"):
        estimate = getattr(after, name)
        assert (found.rows[1][f"{name}_low"], found.rows[1][f"{name}_high"]) == (
            estimate.low, estimate.high)  # fmt: skip
        assert compared["3"].effects["icdm"].levels[name] == estimate
    (level,) = [row for row in compared["3"].tables()["reductions"] if row["method"] == "icdm"]
    assert level["robin_hood_low"] < level["robin_hood"] < level["robin_hood_high"]
    smaller = {**sets, "few": measure_hubs(data(100), references=False)}
    assert "hubs.sets_differ" in [one.code for one in hub_sets(smaller).findings()]


@pytest.mark.parametrize(("n", "k"), [(7, 6), (8, 2)])
def test_tiny_sets_leave_no_hole_in_the_report(tmp_path, n, k):
    found = compare_reductions(data(n, 5), k=k, correction_k=2, methods=["icdm", "sphere"])
    if k == n - 1:  # everybody lists everybody
        assert found.findings() == []
    Report([found]).save(tmp_path / "page.html", words=("en", "ja"))
    assert (tmp_path / "page.html").is_file()


def test_hubs_are_items_with_twice_the_mean_when_queries_list_them():
    lists = np.array([[0], [0], [0], [1], [2], [3], [1], [2]])
    hubs = measure_hubs(neighbours=lists, n_indexed=4, k=1)
    assert hubs.hub_occurrence.value == 0  # the mean is 2: no item stands in 4 lists


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e-200, 1e-170, 1e200])
def test_vectors_that_cannot_be_squared_are_refused_by_their_size(size):
    with pytest.raises(DataError, match=r"largest entry.*e[-+](170|169|200|199)"):
        compare_reductions(data(60, 6) * size, methods=["dissim-local"], metric="euclidean", k=5)
    assert compare_reductions(data(60, 6) * size, methods=["nicdm"], metric="cosine", k=5).effects
