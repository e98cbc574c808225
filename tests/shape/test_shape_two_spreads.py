"""Ratio of the spread of queries to that of documents."""

import json
import math
from statistics import NormalDist

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.shape import spread_ratio


def sides(groups=(12, 9), sizes=(3, 4), widths=(2.0, 1.0), d=5, seed=0):
    rng = np.random.default_rng(seed)
    out = []
    for many, size, width in zip(groups, sizes, widths, strict=True):
        codes = np.repeat(np.arange(many), size)
        out += [3 * rng.normal(size=(many, d))[codes] + width * rng.normal(size=(len(codes), d)),
                codes]  # fmt: skip
    return out


def ratio(queries, q, documents, g, **options):
    return spread_ratio(queries, documents, query_groups=q, document_groups=g,
                        **({"normalise": False} | options))  # fmt: skip


def test_by_hand():
    """Queries 0 2 | 5 5: SS_W 2 on 2; documents 0 1 2 | 7 9: SS_W 4 on 3; medians 1 and 1.5."""
    found = ratio([[0], [2], [5], [5.0]], list("aabb"), [[0], [1], [2], [7], [9.0]], list("xxxyy"))
    assert float(found.ratio) == pytest.approx(1 / (4 / 3))
    assert float(found.median_ratio) == pytest.approx(1 / 1.5)


def test_interval_is_that_of_the_logarithm():
    held = sides()
    found = ratio(*held)
    variances = []
    for rows, codes in (held[:2], held[2:]):
        logs = []
        for g in np.unique(codes):
            kept = codes != g
            means = np.array([rows[codes == c].mean(axis=0) for c in range(codes.max() + 1)])
            within = ((rows - means[codes])[kept] ** 2).sum()
            logs.append(math.log(within / (kept.sum() - codes.max())))
        logs = np.array(logs)
        variances.append((len(logs) - 1) / len(logs) * ((logs - logs.mean()) ** 2).sum())
    assert found.ratio.standard_error == pytest.approx(
        float(found.ratio) * math.sqrt(sum(variances)), rel=1e-9
    )
    assert found.ratio.low < found.ratio.value < found.ratio.high
    middle = math.sqrt(found.ratio.low * found.ratio.high)
    assert middle == pytest.approx(found.ratio.bias_corrected)


def test_interval_of_the_medians_is_that_of_price_and_bonett():
    """Nine values a side: c = round(5 - 3) = 2, P(fewer than 2 of 9 below) = 10/512."""
    held = sides(groups=(9, 9))
    found = ratio(*held)
    variances, medians = [], []
    for rows, codes in (held[:2], held[2:]):
        w = np.sort([((rows[codes == g] - rows[codes == g].mean(axis=0)) ** 2).sum()
                     / ((codes == g).sum() - 1) for g in range(9)])  # fmt: skip
        z = -NormalDist().inv_cdf(10 / 512)
        variances.append(((math.log(w[7]) - math.log(w[1])) / (2 * z)) ** 2)
        medians.append(w[4])
    half = NormalDist().inv_cdf(0.975) * math.sqrt(sum(variances))
    value = medians[0] / medians[1]
    assert found.median_ratio.value == pytest.approx(value)
    assert found.median_ratio.low == pytest.approx(value * math.exp(-half))
    assert found.median_ratio.high == pytest.approx(value * math.exp(half))


def test_few_groups_have_no_interval_of_medians():
    found = ratio(*sides(groups=(4, 12)))
    assert found.median_ratio.low is None
    assert "at least 5 groups" in found.reasons["median_ratio.interval"].say("en")
    assert found.ratio.low is not None


def test_a_set_compared_with_itself_and_singletons_are_told():
    queries, q, documents, g = sides()
    assert ratio(queries, q, documents, g).notices == ()
    told = ratio(queries, q, queries, q).notices
    assert [note.code for note in told] == ["shape.notices.same_sides"]
    alone = ratio(np.vstack([queries, np.ones((1, 5))]), np.append(q, 99), documents, g).notices
    assert "99" in alone[0].say("en")


def test_same_change_on_both_sides_keeps_the_ratio():
    queries, q, documents, g = sides()
    turn = 0.3 * np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))[0]
    plain, turned = ratio(queries, q, documents, g), ratio(queries @ turn + 1, q,
                                                           documents @ turn + 1, g)  # fmt: skip
    assert float(turned.ratio) == pytest.approx(float(plain.ratio))
    assert turned.ratio.high == pytest.approx(plain.ratio.high)


def test_singletons_count_nowhere():
    queries, q, documents, g = sides()
    more = np.vstack([queries, 100 * np.ones((1, 5))])
    found = ratio(more, np.append(q, 99), documents, g)
    assert float(found.ratio) == pytest.approx(float(ratio(queries, q, documents, g).ratio))
    assert (found.n_query_groups, found.n_query_singletons) == (12, 1)


def test_what_is_undefined_has_reasons():
    queries, q, documents, g = sides()
    flat = ratio(queries, q, np.ones((4, 5)), list("aabb"))
    assert flat.ratio is None
    assert "ratio" in flat.reasons
    few = ratio(queries[:6], q[:6], documents, g)
    assert few.ratio.low is None
    assert "ratio.interval" in few.reasons
    still = ratio(np.ones((6, 5)), list("aabbcc"), documents, g)
    assert float(still.ratio) == 0
    assert still.ratio.low is None
    for found in (flat, few, still):
        json.dumps(found.to_dict(), allow_nan=False)
        assert found.tables()["spread_ratio"]


def test_refusals():
    queries, q, documents, g = sides()
    with pytest.raises(DataError, match="5 dimensions, documents 4"):
        ratio(queries, q, documents[:, :4], g)
    with pytest.raises(DataError, match="query_groups"):
        ratio(queries, np.arange(len(q)), documents, g)
    a, b = (EmbeddingSet.from_arrays(rows, model=ModelCard(name=name))
            for rows, name in ((queries, "one"), (documents, "two")))  # fmt: skip
    with pytest.raises(DataError, match="two models"):
        ratio(a, q, b, g)


@pytest.mark.slow
def test_interval_covers():
    hits = sum(
        found.low <= 4 <= found.high
        for s in range(600)
        for found in (ratio(*sides(groups=(20, 15), seed=s)).ratio,)
    )
    assert 0.92 <= hits / 600 <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("groups", [5, 6, 10, 21, 40])
def test_interval_of_the_medians_covers(groups):
    hits = sum(
        found.low <= 4 <= found.high
        for s in range(1_500)
        for found in (ratio(*sides(groups=(groups, groups), sizes=(4, 4), seed=s)).median_ratio,)
    )
    assert 0.92 <= hits / 1_500 <= 0.985
