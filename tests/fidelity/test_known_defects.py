"""The scripts behind the page on real data: generators whose defects are known, small."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from monosashi.fidelity import compare_generators

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "fidelity_generators.py"


@pytest.fixture(scope="module")
def made():
    import sys

    asked = importlib.util.spec_from_file_location("fidelity_generators", SCRIPT)
    module = importlib.util.module_from_spec(asked)
    sys.modules[asked.name] = module
    asked.loader.exec_module(module)
    yield module
    del sys.modules[asked.name]


@pytest.fixture(scope="module")
def parts(made):
    return made.Parts.of(made.small_digits(), 500, 400, 0)


@pytest.fixture(scope="module")
def space(made, parts):
    return made.Space(parts.space, "pca")


@pytest.fixture(scope="module")
def given(made, parts, space):
    return made, parts, space


def scores(given, defect, doses, metrics):
    made, parts, space = given
    real = space.features(parts.real.images)
    rows = [space.features(made.defective(parts, defect, dose, 400, 0)) for dose in doses]
    found = compare_generators(real, *rows, names=[str(dose) for dose in doses], knob=doses,
                               metrics=metrics, correct=None, control=False)  # fmt: skip
    slopes = {row["metric"]: row for row in found.trends}
    return {name: (slopes.get(name), list(found.values(name).values())) for name in metrics}


def test_the_parts_never_meet(parts):
    rows = [tuple(image.ravel()) for part in (parts.space, parts.real, parts.source)
            for image in part.images]  # fmt: skip
    assert len(rows) == 1797
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize(("defect", "doses", "falls"), [
    ("dropped", (0, 3, 5), "recall"),
    ("smooth", (0.0, 0.9, 1.3), "clipped_coverage"),
    ("noise", (0.0, 0.2, 0.4), "clipped_density"),
])  # fmt: skip
def test_order_of_doses(given, defect, doses, falls):
    found = scores(given, defect, doses, [falls, "precision"])
    slope, values = found[falls]
    assert slope["high"] < 0
    assert values == sorted(values, reverse=True)
    if defect == "dropped":
        assert np.ptp(found["precision"][1]) < 0.05


def test_only_memorisation_sees_copies(given):
    found = scores(given, "copies", (0.0, 0.5, 1.0), ["memorisation", "precision"])
    assert found["memorisation"][1][-1] == 1
    assert found["memorisation"][1] == sorted(found["memorisation"][1])
    assert found["precision"][1][-1] == 1


def test_a_sharpened_generator_loses_what_is_known(given):
    made, parts, space = given
    sharp = made.Sharpened(parts.source, 0)
    used = [sharp.variety(one) for one in made.STRENGTHS]
    assert len(parts.source.kinds) >= used[0] > used[1] > used[2] > used[3]
    for strength in made.STRENGTHS:
        chances = np.bincount(parts.source.kinds, sharp.weights(strength))
        assert chances == pytest.approx(np.full(10, 0.1))
    real = space.features(parts.real.images)
    rows = [space.features(sharp.draw(one, 400)) for one in made.STRENGTHS]
    found = compare_generators(real, *rows, knob=made.STRENGTHS, metrics=["recall"], correct=None,
                               control=False)  # fmt: skip
    assert found.trends[0]["high"] < 0
