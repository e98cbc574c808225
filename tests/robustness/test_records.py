"""Intervals over records: near a bound, and where few records change."""

import numpy as np
import pytest
from robustness.wording import bag, planted, rewritten, search_task

from monosashi.robustness.runs import measure_robustness, read_rewrites
from monosashi.robustness.runs.profile import ends_of
from monosashi.robustness.runs.records import Records, records_interval


def records(before, after, name="d"):
    n = len(before)
    return Records(name, np.asarray(before) / n, np.asarray(after) / n, np.full(n, 1 / n))


def gap(held, confidence=0.95):
    return records_interval([(1.0, held, "original"), (-1.0, held, "transformed")], confidence)


def test_nothing_lost_is_not_surely_nothing():
    task = search_task(20)
    found = measure_robustness(task, embedders={"bag": planted("bag", bag)}, store=False,
                               rewrites=rewritten(task, str.upper), sensitivity=False,
                               rng=0)  # fmt: skip
    (profile,), (choice,) = found.profile, found.choice
    assert profile["gap"] == 0.0
    assert profile["low"] < -5 < 5 < profile["high"]
    assert (choice["score"], choice["high"]) == (100.0, 100.0)
    assert choice["low"] < 90


def test_the_ends_hold_the_difference():
    random = np.random.default_rng(0)
    before = random.beta(4, 2, 200)
    low, high = gap([records(before, before * 0.9)])
    assert low < 10 * before.mean() < high
    two = gap([records(before, before * 0.9, "d"), records(before, before, "e")])
    assert two[0] < 5 * before.mean() < two[1]
    assert gap([records(before, before), None]) is None


def test_scores_that_are_no_means_are_resampled_or_withheld():
    random = np.random.default_rng(0)
    terms = [(1.0, (None,), "original")]
    draws = random.normal(3, 1, 500)
    assert ends_of(terms, draws, 40, 0.95)["low"] == pytest.approx(1, abs=0.3)
    for given, n, why in ((draws, 20, "few_records"), (np.zeros(500), 40, "draws_alike"),
                          (draws[:5], 40, "no_draws")):  # fmt: skip
        found = ends_of(terms, given, n, 0.95)
        assert (found["low"], found["reason"].code.rpartition(".")[2]) == (None, why)


def test_texts_that_people_left_as_they_were_are_unchanged(tmp_path):
    task = search_task(6)
    held = task.fields["query"]
    path = tmp_path / "people.csv"
    texts = [text if i < 2 else text.upper() for i, text in enumerate(held.texts)]
    path.write_text("id,transformation,text\n" + "".join(
        f"{record},Paraphrase,{text}\n" for record, text in zip(held.ids, texts, strict=True)),
        encoding="utf-8")  # fmt: skip
    assert {row.axis for row in read_rewrites(path).rows} == {"lexical"}
    found = measure_robustness(task, embedders={"bag": planted("bag", bag)}, rewrites=path,
                               store=False, sensitivity=False)  # fmt: skip
    assert [(row["n_unchanged"], row["n"]) for row in found.cube] == [(2, 6)]
    fewer = measure_robustness(task, embedders={"bag": planted("bag", bag)}, rewrites=path,
                               unchanged="drop", store=False, sensitivity=False)  # fmt: skip
    assert fewer.profile[0]["n_texts"] == 4


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 40, 100])
def test_a_small_loss_is_covered_with_few_records(n):
    random = np.random.default_rng(n)
    covered, runs, share = 0, 400, 0.02
    for _ in range(runs):
        before = np.ones(n)
        low, high = gap([records(before, before - (random.random(n) < share))])
        covered += low <= 100 * share <= high
    assert covered / runs >= 0.93
