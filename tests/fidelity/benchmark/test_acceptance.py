"""Ten repeats of fourteen checks (28 rows; check 8 fails for every measure of neighbours).

Some ten minutes on one core.
"""

import pytest

from monosashi.fidelity.benchmark import run_fidelity_benchmark

pytestmark = pytest.mark.slow
CHECKS = [check for check in range(1, 16) if check != 8]
PLAIN = ("clipped_density", "clipped_coverage")


@pytest.fixture(scope="module")
def found():
    names = [*PLAIN, *(f"{name}:corrected" for name in PLAIN)]
    return run_fidelity_benchmark(names, checks=CHECKS, repeats=10)


def passing(found, metric):
    return {row["row"] for row in found.rows if row["metric"] == metric and row["passed"]}


def test_counts(found):
    passed = found.passed()
    assert passed["clipped_density:corrected"] >= 22
    assert passed["clipped_density:corrected"] >= passed["clipped_density"] + 2
    assert 19 <= passed["clipped_coverage:corrected"] <= 21
    assert passed["clipped_coverage:corrected"] >= passed["clipped_coverage"] + 3


@pytest.mark.parametrize(
    ("metric", "flipped"), [("clipped_density", {"7b", "7p"}),
                            ("clipped_coverage", {"3b", "3p", "7b", "7p"})],
)  # fmt: skip
def test_rows_that_must_flip(found, metric, flipped):
    assert not flipped & passing(found, metric)
    assert flipped <= passing(found, f"{metric}:corrected")


def test_the_outlier_no_longer_decides(found):
    """Row 2b; plain, it fails in all sets of the notes."""
    assert "2b" in passing(found, "clipped_density:corrected")


def test_no_row_is_lost(found):
    """3b of clipped density may fail, by its leave-one-out reference."""
    for metric in PLAIN:
        lost = passing(found, metric) - passing(found, f"{metric}:corrected")
        assert lost <= ({"3b"} if metric == "clipped_density" else set())
