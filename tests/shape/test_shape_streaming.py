"""One pass about pilot centres gives what the whole centred table gives."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import row_passes, streaming
from monosashi.shape.configuration import configure
from monosashi.shape.grouping import read_grouping
from monosashi.shape.streaming import streamed_sums
from monosashi.shape.sums import group_sums


def cloud(n=700, groups=30, d=9, offset=0.0, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, groups, n)
    rows = rng.normal(size=(groups, d))[labels] + rng.normal(size=(n, d)) + offset
    data = EmbeddingSet.from_arrays(rows)
    return data, read_grouping(data, labels)


@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize("offset", [0.0, 1e3])
def test_same_sums(normalise, offset, monkeypatch):
    monkeypatch.setattr(row_passes, "RUN", 64)
    monkeypatch.setattr(row_passes, "NUMBERS", 90)
    data, grouping = cloud(offset=offset)
    whole = configure(data, normalise=normalise)
    plain = group_sums(whole, grouping)
    sums, total = streamed_sums(data, grouping, normalise=normalise)
    assert total == pytest.approx(whole.ss_total, rel=1e-12)
    for name in ("within", "squares", "vectors"):
        one, two = getattr(plain, name), getattr(sums, name)
        assert np.allclose(one, two, rtol=1e-11, atol=1e-12 * np.abs(one).max())
    alone = streamed_sums(data, grouping, normalise=normalise, n_jobs=1)
    assert alone[1] == total
    assert (alone[0].vectors == sums.vectors).all()


def test_a_common_direction_costs_no_digits():
    """float32 unit vectors with the share 1e-5 of variance: 1 - ||mean||² would be noise."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(200, 20))
    rows = np.hstack([1e-3 * z, np.ones((200, 1))]).astype(np.float32)
    data = EmbeddingSet.from_arrays(rows)
    grouping = read_grouping(data, np.arange(200) % 7)
    exact = rows.astype(np.longdouble)
    exact /= np.sqrt((exact**2).sum(axis=1, keepdims=True))
    true = float(((exact - exact.mean(axis=0)) ** 2).sum())
    assert streamed_sums(data, grouping)[1] == pytest.approx(true, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-170, 1e170])
def test_lengths_whose_squares_do_not_fit(scale):
    data, grouping = cloud()
    rows = np.array(data.vectors)
    rows[::3] *= scale
    scaled = EmbeddingSet.from_arrays(rows)
    assert streamed_sums(scaled, grouping)[1] == pytest.approx(
        streamed_sums(data, grouping)[1], rel=1e-12
    )


@pytest.mark.parametrize("value", [0.1, 1e6])
def test_identical_rows_have_exactly_no_spread(value):
    rows = np.full((50, 3), value)
    data = EmbeddingSet.from_arrays(rows)
    grouping = read_grouping(data, np.arange(50) % 4)
    for normalise in (True, False):
        sums, total = streamed_sums(data, grouping, normalise=normalise)
        assert total == 0.0
        assert not sums.within.any()


def test_zero_vectors_are_named_by_their_row_in_the_whole(monkeypatch):
    monkeypatch.setattr(row_passes, "RUN", 64)
    data, grouping = cloud()
    rows = np.array(data.vectors)
    rows[[300, 650]] = 0
    with pytest.raises(DataError, match="300, 650"):
        streamed_sums(EmbeddingSet.from_arrays(rows), grouping)


@pytest.mark.parametrize("normalise", [True, False])
def test_a_tight_group_far_from_the_pilot_keeps_its_digits(normalise):
    rng = np.random.default_rng(0)
    labels = np.arange(300) % 3
    centres = np.array([[1.0, 0, 0, 0], [0, 1e3, 0, 0], [0, 0, 1, 0]])
    width = np.array([0.3, 1e-6, 1e-7])
    rows = centres[labels] + width[labels, None] * rng.normal(size=(300, 4))
    data = EmbeddingSet.from_arrays(rows)
    exact = rows.astype(np.longdouble)
    if normalise:
        exact /= np.sqrt((exact**2).sum(axis=1, keepdims=True))
    true = [float(((part - part.mean(axis=0)) ** 2).sum())
            for part in (exact[labels == group] for group in range(3))]  # fmt: skip
    sums, _ = streamed_sums(data, read_grouping(data, labels), normalise=normalise)
    assert sums.within == pytest.approx(true, rel=1e-8)
    assert sums.within[0] == pytest.approx(true[0], rel=1e-12)


def test_only_tight_groups_are_read_again(monkeypatch):
    walked = []

    class Counted(streaming.RowPass):
        def found(self, n_jobs):
            walked.append(len(self.codes))
            return super().found(n_jobs)

    monkeypatch.setattr(streaming, "RowPass", Counted)
    rows = np.random.default_rng(0).normal(size=(90, 5))
    rows[60:] = [1, 0, 0, 0, 0]
    data = EmbeddingSet.from_arrays(rows)
    streamed_sums(data, read_grouping(data, np.repeat([0, 1, 2], 30)))
    assert walked == [90, 30]
