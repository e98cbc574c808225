"""Spread against outcome: scipy, textbook partials, permutations, gaps."""

import json
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.report.sentences import verdict_sentence
from monosashi.shape import correlate_spread
from monosashi.shape.correlations import Correlation


def grouped(groups=12, sizes=None, effect=1.0, seed=0, d=4):
    """Group g has spread w_g; its outcome goes with the logarithm of it."""
    rng = np.random.default_rng(seed)
    widths = np.exp(rng.normal(size=groups))
    sizes = np.full(groups, 5) if sizes is None else np.asarray(sizes)
    codes = np.repeat(np.arange(groups), sizes)
    vectors = widths[codes, None] * rng.normal(size=(len(codes), d))
    outcome = effect * np.log(widths) + rng.normal(size=groups)
    return vectors, codes, dict(enumerate(outcome))


def measured(vectors, codes, outcome, **options):
    return correlate_spread(vectors, codes, outcome,
                            **({"normalise": False, "permutations": 199} | options))  # fmt: skip


def columns(found):
    return [np.array([row[name] for row in found.groups]) for name in ("w_tilde", "outcome", "n")]


def test_scipy():
    found = measured(*grouped())
    w, y, _ = columns(found)
    known = pearsonr(w, y)
    assert float(found.pearson) == pytest.approx(known.statistic)
    interval = known.confidence_interval(0.95)
    assert (found.pearson.low, found.pearson.high) == pytest.approx((interval.low, interval.high))
    assert float(found.spearman) == pytest.approx(spearmanr(w, y).statistic)
    half = 1.959963985 * np.sqrt(1.06 / 9)
    assert np.arctanh(found.spearman.high) - np.arctanh(found.spearman.value) == pytest.approx(half)
    assert found.held_fixed is None


def test_partial_is_the_textbook_formula():
    found = measured(*grouped(sizes=[2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6]))
    w, y, n = columns(found)

    def partial(a, b, c):
        ab, ac, bc = np.corrcoef([a, b, c])[np.triu_indices(3, 1)]
        return (ab - ac * bc) / np.sqrt((1 - ac**2) * (1 - bc**2))

    ranked = [spearmanr(x, x).statistic * np.argsort(np.argsort(x)) for x in (w, y)]
    assert found.held_fixed == "size"
    assert float(found.pearson) == pytest.approx(partial(w, y, n))
    from scipy.stats import rankdata

    assert float(found.spearman) == pytest.approx(partial(*ranked, rankdata(n)))
    assert found.plain_pearson == pytest.approx(np.corrcoef(w, y)[0, 1])
    half = 1.959963985 / np.sqrt(12 - 4)
    assert np.arctanh(found.pearson.high) - np.arctanh(float(found.pearson)) == pytest.approx(half)
    plain = measured(*grouped(sizes=[2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6]), size="ignore")
    assert float(plain.pearson) == pytest.approx(found.plain_pearson)


def test_jackknife_by_hand():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 9))
    held = Correlation(a, b, None, ranked=False).estimate("jackknife", 0.95)
    z = np.array([np.arctanh(np.corrcoef(np.delete(a, i), np.delete(b, i))[0, 1])
                  for i in range(9)])  # fmt: skip
    whole = np.arctanh(np.corrcoef(a, b)[0, 1])
    assert np.arctanh(held.bias_corrected) == pytest.approx(9 * whole - 8 * z.mean())


def test_permutation_p_agrees_with_the_t_test():
    found = measured(*grouped(effect=0.6, seed=3), permutations=9999)
    w, y, _ = columns(found)
    assert found.spearman_test.p_value == pytest.approx(spearmanr(w, y).pvalue, abs=0.02)


def test_p_is_uniform_without_effect_also_with_size_held_fixed():
    rejected = [
        measured(*grouped(effect=0, seed=s, sizes=[2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7]),
                 rng=s).spearman_test.p_value <= 0.05 for s in range(300)
    ]  # fmt: skip
    assert np.mean(rejected) == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 300))


def test_deals_with_size_held_fixed_are_freed_of_it_anew():
    """All 720 deals of the residuals by hand: each is regressed on the size again."""
    rng = np.random.default_rng(4)
    a, b, size = rng.normal(size=6), rng.normal(size=6), np.array([2.0, 3, 3, 5, 7, 9])
    held = Correlation(a, b, size, ranked=False)

    def freed(values):
        line = np.column_stack([np.ones(6), size])
        return values - line @ np.linalg.lstsq(line, values, rcond=None)[0]

    x, y = freed(a), freed(b)
    deals = np.array([freed(np.array(deal)) for deal in permutations(y)])
    found = np.abs(deals @ x) / np.sqrt((x @ x) * (deals**2).sum(axis=1))
    exact = (found >= abs(held.value) * (1 - 1e-9)).mean()
    test = held.test(20_000, np.random.default_rng(0))
    assert test.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def test_arrangements_come_in_blocks(monkeypatch):
    whole = measured(*grouped(), permutations=999).spearman_test
    monkeypatch.setattr("monosashi.shape.correlations.NUMBERS", 50)
    assert measured(*grouped(), permutations=999).spearman_test == whole
    with pytest.raises(DataError, match="at most 10,000,000"):
        measured(*grouped(), permutations=10**9)


def test_outcomes_of_any_size():
    vectors, codes, outcome = grouped()
    plain = measured(vectors, codes, outcome)
    for scale in (1e308, 1e-300):
        found = measured(vectors, codes, {k: scale / 5 * v for k, v in outcome.items()})
        assert float(found.pearson) == pytest.approx(float(plain.pearson))
    each = np.full(len(codes), 1e308)
    each[codes < 6] = -1e308
    assert abs(measured(vectors, codes, each).groups[0]["outcome"]) == pytest.approx(1e308)


def test_groups_left_out_are_told():
    vectors, codes, outcome = grouped()
    found = measured(np.vstack([vectors, vectors[:1]]), np.append(codes, 99), outcome | {99: 1.0})
    assert "99" in found.notices[0].say("en")
    assert measured(vectors, codes, outcome).notices == ()


def test_size_held_fixed_is_told():
    found = measured(*grouped(sizes=[2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6]))
    assert "shape.size_fixed" in [finding.code for finding in found.findings()]
    verdict = shape_document({"spread_correlation": found}).verdict
    assert "held fixed" in verdict_sentence(verdict, "en")


@pytest.mark.slow
@pytest.mark.parametrize("groups", [5, 6, 8, 12])
@pytest.mark.parametrize("name", ["spearman_test", "pearson_test"])
def test_level_with_size_held_fixed(groups, name):
    """Without the second regression 9 to 11 % are rejected at 5 and 6 groups."""
    rejected = 0
    for s in range(1_500):
        rng = np.random.default_rng([groups, s])
        sizes = rng.permutation(np.arange(2, 2 + groups))
        data = grouped(groups, effect=0, seed=s, sizes=sizes)
        test = getattr(measured(*data, rng=s), name)  # None where ranks leave nothing
        rejected += test is not None and test.p_value <= 0.05
    assert rejected / 1_500 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1_500)


def test_a_change_of_scale_or_turn_keeps_all():
    vectors, codes, outcome = grouped()
    turn = 7 * np.linalg.qr(np.random.default_rng(1).normal(size=(4, 4)))[0]
    a, b = measured(vectors, codes, outcome), measured(vectors @ turn + 3, codes, outcome)
    assert float(a.pearson) == pytest.approx(float(b.pearson))
    assert a.spearman_test == b.spearman_test


def test_outcomes_of_objects_are_averaged_and_gaps_left_out():
    vectors, codes, outcome = grouped()
    each = np.array([outcome[c] for c in codes]) + np.tile([-1, 1, 0, -2, 2], 12)
    whole = measured(vectors, codes, outcome)
    assert float(measured(vectors, codes, each).pearson) == pytest.approx(float(whole.pearson))
    each[:5] = np.nan
    gap = measured(vectors, codes, each)
    assert gap.left_out == ("0",)
    assert gap.n_groups == 11
    data = EmbeddingSet.from_arrays(vectors, columns={"g": codes, "y": each})
    assert float(correlate_spread(data, "g", "y", normalise=False).pearson) == float(gap.pearson)
    lacking = measured(vectors, codes, {k: v for k, v in outcome.items() if k > 2})
    assert lacking.left_out == ("0", "1", "2")


def test_power_line():
    found = measured(*grouped())
    assert found.detectable == pytest.approx(np.tanh(2.8015852 / 3), rel=1e-6)
    assert found.groups_for_this >= 4
    (finding,) = found.findings()
    assert finding.numbers["detectable"] == found.detectable
    assert f"{found.spearman.value:+.2f}" in finding.say("en")
    assert finding.say("ja")


def test_undefined_is_none_with_a_reason():
    vectors, codes, _ = grouped()
    flat = measured(vectors, codes, dict.fromkeys(range(12), 1.0))
    assert flat.pearson is None
    assert flat.pearson_test is None
    assert {"pearson", "spearman", "pearson_test", "groups_for_this"} <= set(flat.reasons)
    w = np.array([row["w_tilde"] for row in flat.groups])
    line = measured(vectors, codes, dict(enumerate(w)))
    assert float(line.pearson) == pytest.approx(1)
    tiny = measured(vectors[:20], codes[:20], dict(enumerate(range(4))))
    assert tiny.n_groups == 4
    for found in (flat, line, tiny):
        json.dumps(found.to_dict(), allow_nan=False)
        assert found.tables()["spread_correlation"]


def test_refusals():
    vectors, codes, outcome = grouped()
    with pytest.raises(DataError, match="at least 4"):
        measured(vectors, codes, {0: 1.0, 1: 2.0, 2: 3.0})
    with pytest.raises(DataError, match='"3"'):
        measured(vectors, codes, outcome | {3: "good"})
    with pytest.raises(DataError, match="belongs"):
        measured(vectors, codes, {"x": 1.0})
    with pytest.raises(DataError, match="bayes"):
        measured(vectors, codes, outcome, interval="bayes")


def test_objects_without_an_outcome_are_told():
    vectors, codes, _ = grouped()
    outcome = [None if i in {3, 7} else float(i % 4) for i in range(len(codes))]
    (note,) = measured(vectors, codes, outcome).notices
    assert (note.code, note.rows) == ("shape.notices.without_outcome", (3, 7))
    assert measured(vectors, codes, [float(i % 4) for i in range(len(codes))]).notices == ()
