"""How much of the neighbourhoods scaling keeps."""

import numpy as np

from monosashi.fidelity.gicdm import GICDM


def test_without_scaling_all_is_kept():
    rng = np.random.default_rng(0)
    found = GICDM.fit(rng.normal(size=(210, 5)), scaling="none").local_geometry(
        rng.normal(size=(40, 5))
    )
    assert (found.kept_share, found.rank_agreement) == (1.0, 1.0)


def test_hubs_lose_places_but_order_is_mostly_kept():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(60, 64))
    found = GICDM.fit(rng.normal(size=(300, 64))).local_geometry(points, k=10)
    assert found.width == 50
    assert 0.3 < found.kept_share < 0.95
    assert 0.3 < found.rank_agreement < 0.95


def test_one_real_beside():
    rng = np.random.default_rng(0)
    found = GICDM.fit(rng.normal(size=(14, 2))).local_geometry(rng.normal(size=(4, 2)), k=20)
    assert found.k == 14
