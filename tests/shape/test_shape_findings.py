"""Findings, tables and words."""

import json

import numpy as np
import pytest

from monosashi.shape import measure_shape
from monosashi.words import LANGUAGES, catalogue, say

PARTS = ("headline", "usual", "meaning", "next", "verify")


def cloud(sizes, widths, shift=0.0, d=6, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    centres = shift * rng.normal(size=(len(sizes), d))
    return centres[labels] + rng.normal(size=(len(labels), d)) * np.asarray(widths)[
        labels, None
    ], labels


def measured(sizes, widths, shift=0.0, **options):
    vectors, labels = cloud(sizes, widths, shift)
    return measure_shape(vectors, labels, normalise=False, permutations=499, **options)


@pytest.mark.parametrize(
    ("sizes", "widths", "shift", "place", "level"),
    [
        ([20] * 3, [1, 1, 1], 0.0, "neither", "note"),
        ([20] * 3, [1, 1, 1], 2.0, "location", "note"),
        ([20] * 3, [0.5, 1, 2], 0.0, "dispersion", "note"),
        ([40, 12, 8], [0.5, 1, 2], 0.0, "dispersion", "note"),
        ([20] * 3, [0.5, 1, 2], 4.0, "both", "note"),
        ([40, 12, 8], [0.5, 1, 2], 4.0, "both", "note"),
    ],
)
def test_four_sentences(sizes, widths, shift, place, level):
    shape = measured(sizes, widths, shift)
    assert shape.location_dispersion == place
    codes = {"neither": "no_difference", "location": "location_only",
             "dispersion": "dispersion_only", "both": "location_and_dispersion"}  # fmt: skip
    found = next(f for f in shape.findings() if f.code == f"shape.{codes[place]}")
    assert found.level == level
    assert found.numbers["location_test"] == ("F" if len(set(sizes)) == 1 else "W*d")


def test_spread_is_not_taken_for_place():
    """Tight and wide group around one direction: the width is told before any claim on place."""
    tight = np.array([1, 0, 0]) + 0.02 * np.random.default_rng(1).normal(size=(40, 3))
    wide = np.array([1, 0, 0]) + 0.6 * np.random.default_rng(2).normal(size=(8, 3))
    shape = measure_shape(np.vstack([tight, wide]), np.repeat(["tight", "wide"], [40, 8]))
    rows = {row["group"]: row for row in shape.groups}
    assert rows["tight"]["w"] == pytest.approx(0.0005464792220004991, abs=1e-9)
    assert rows["wide"]["w_tilde"] == pytest.approx(0.525915863423318, abs=1e-9)
    first = shape.findings()[0]
    assert first.level == "warning"
    assert first.code in {"shape.location_and_dispersion", "shape.dispersion_only"}
    assert first.numbers["widest_ratio"] > 100
    assert shape.deciding_test is shape.welch_permutation


def test_cautions():
    codes = [f.code for f in measured([3, 3, 1, 1, 1], [1] * 5).findings()]
    assert {"shape.groups", "shape.singletons"} <= set(codes)
    enough = [f.code for f in measured([4] * 12, [1] * 12).findings()]
    assert not {"shape.groups", "shape.singletons"} & set(enough)
    for finding in measured([4] * 3, [1] * 3).findings():
        assert finding.level in {"note", "warning"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sizes", [[4] * 12, [40, 12, 8], [2, 2], [3, 3, 1, 1, 1]])
def test_every_sentence_can_be_said(language, sizes):
    for widths in (1.0, np.linspace(0.5, 3, len(sizes))):
        shape = measured(sizes, np.broadcast_to(widths, len(sizes)), shift=1.0)
        for finding in shape.findings():
            name = finding.code.split(".")[1]
            for part in PARTS:
                levelled = f"shape.findings.{name}.{part}_{finding.level}"
                key = (
                    levelled if levelled in catalogue(language) else f"shape.findings.{name}.{part}"
                )
                assert say(key, language, **finding.numbers)


def test_without_groups_every_sentence_can_be_said():
    for normalise in (True, False):
        (finding,) = measure_shape(np.eye(4), normalise=normalise).findings()
        for part in PARTS:
            assert say(f"shape.findings.spread.{part}", "ja", **finding.numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_for_every_field(language):
    shape = measured([4, 3, 1], [1, 1, 1])
    rows = shape.tables()
    names = [row["quantity"] for row in rows["shape"]] + [
        row["test"] for row in rows["shape_tests"]
    ]
    for name in [*names, *rows["shape_groups"][0]]:
        assert f"shape.terms.{name}" in catalogue(language)


def test_tables_and_strict_json():
    shape = measured([4, 3, 1], [1, 1, 1])
    tables = shape.tables()
    assert set(tables) == {"shape", "shape_tests", "shape_groups", "shape_influence"}
    assert tables["shape_groups"][-1]["w_tilde"] is None
    document = json.loads(json.dumps(shape.to_dict(), allow_nan=False))
    assert document["kind"] == "shape"
    assert sum(document["null"]["counts"]) == shape.permutation.permutations
    assert repr(shape).startswith("Shape(n=8")
    assert "R²" in shape.to_markdown() or "r_squared" in shape.to_markdown()


def test_strong_grouping_says_at_most():
    shape = measured([10] * 6, [0.1] * 6, shift=5.0)
    grouping = next(f for f in shape.findings() if f.code == "shape.grouping")
    assert grouping.numbers["p_text"] == "p ≤ 0.002"
    assert grouping.numbers["r_squared_low"] < grouping.numbers["r_squared_high"]
