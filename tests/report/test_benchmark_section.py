"""The section of the benchmark: counts, a curve, every row, in both languages."""

import pytest

from monosashi.fidelity.benchmark import run_fidelity_benchmark
from monosashi.report import Report


def by_radius(real, generated):
    """1 where both spheres have one radius."""
    ours, theirs = ((rows**2).sum(axis=1).mean() for rows in (real, generated))
    return float(max(0.0, 1 - 4 * abs(theirs / ours - 1)))


def nothing(_, __):
    return float("nan")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bare_result(tmp_path, language):
    found = run_fidelity_benchmark({"radius": by_radius, "nothing": nothing}, checks=[7, 15],
                                   repeats=2)  # fmt: skip
    assert found.passed() == {"radius": 2, "nothing": 0}
    Report(found).save(tmp_path / "r.html", words=(language,))
    text = (tmp_path / "r.html").read_text()
    assert text.count("✓") == 2
    assert "7b uniform-hypersphere-surface" in text
    assert "real rounded: first" in text
    assert "radius" in text
