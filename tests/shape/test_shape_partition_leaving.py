"""Downdates: the same as fitting again without each cluster, for any design."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, as_set
from monosashi.shape import partition_variance
from monosashi.shape.configuration import configure
from monosashi.shape.grouping import read_grouping
from monosashi.shape.partition import leaving
from monosashi.shape.partition.fit import fit_terms
from monosashi.shape.partition.leaving import leave_clusters_out
from monosashi.shape.partition.terms import read_terms

N = 84
RNG = np.random.default_rng(0)
TOPIC, LANG = RNG.integers(0, 5, N), RNG.integers(0, 3, N)
SIZE = RNG.normal(size=N) + TOPIC
CLUSTERS = {
    "crossing": RNG.integers(0, 8, N),
    "topics": TOPIC,
    "languages": LANG,
    "cells": 3 * TOPIC + LANG,
    "pairs": np.arange(N) // 2,
    "objects": np.arange(N),
}


def fitted(rows, by, interactions):
    terms = read_terms(as_set(rows), {"topic": TOPIC, "lang": LANG}, interactions, {"size": SIZE})
    return fit_terms(configure(as_set(rows), normalise=False), terms, by)


@pytest.mark.parametrize("interactions", [(), ("topic:lang",)], ids=["main", "crossed"])
@pytest.mark.parametrize("by", ["terms", "margin"])
@pytest.mark.parametrize("name", CLUSTERS)
def test_downdates_are_refits(name, by, interactions):
    """Also where labels go with the cluster, and in fewer or more dimensions than objects."""
    rows = np.random.default_rng(1).normal(size=(N, 100 if name == "pairs" else 6)) + TOPIC[:, None]
    grouping = read_grouping(as_set(rows), CLUSTERS[name], "clusters")
    found = leave_clusters_out(fitted(rows, by, interactions), grouping)
    for cluster in range(0, grouping.n_groups, 5):
        kept = grouping.codes != cluster
        columns = {"topic": TOPIC[kept], "lang": LANG[kept]}
        again = partition_variance(rows[kept], columns, interactions=interactions, by=by,
                                   covariates={"size": SIZE[kept]}, permutations=1,
                                   normalise=False)  # fmt: skip
        for place, row in enumerate(again.rows[:-2]):
            for key, left in (("r_squared", found.r_squared), ("partial_r_squared", found.partial),
                              ("adjusted_r_squared", found.adjusted)):  # fmt: skip
                value = np.nan if row[key] is None or not row["df"] else row[key]
                assert left[place, cluster] == pytest.approx(value, abs=1e-9, nan_ok=True)
        assert found.model[cluster] == pytest.approx(again.r_squared.value, abs=1e-9)


def test_a_term_that_goes_with_a_cluster_is_undefined_there():
    rows = np.random.default_rng(2).normal(size=(12, 3))
    two = list("aaaaaabbbbbb")
    found = partition_variance(rows, {"two": two}, clusters=list("ppqqrrssssss"), permutations=1)
    assert found["two"]["low"] is None, "without s only one label is left"
    assert "interval.two" in found.reasons


def test_nothing_is_fitted_again(monkeypatch):
    """281 refits of 281 sections never ended; the design is made once."""
    from monosashi.shape.partition import fit as fitting

    calls = []
    made = fitting.design_of
    monkeypatch.setattr(fitting, "design_of", lambda *args: calls.append(1) or made(*args))
    rng = np.random.default_rng(3)
    section = np.repeat(np.arange(150), 4)
    lang = np.tile(np.arange(4), 150)
    rows = rng.normal(size=(150, 8))[section] + rng.normal(size=(600, 8))
    found = partition_variance(rows, {"section": section, "lang": lang}, clusters=section,
                               permutations=9)  # fmt: skip
    assert found["lang"]["low"] is not None
    assert len(calls) == 1
    assert not hasattr(leaving, "design_of")


def test_options_of_the_wrong_kind_are_refused_in_words():
    rows = np.random.default_rng(4).normal(size=(12, 3))
    for options in ({"permutations": "9"}, {"permutations": 2.5}, {"confidence": None},
                    {"rng": -1}):  # fmt: skip
        with pytest.raises(DataError):
            partition_variance(rows, {"two": list("aaaaaabbbbbb")}, **options)
