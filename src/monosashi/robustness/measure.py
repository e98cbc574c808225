"""All statistics of a table of scores before and after rewriting."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.results import Provenance
from monosashi.robustness.axes_apart import axes_apart
from monosashi.robustness.contrasts import group_contrasts, language_contrasts
from monosashi.robustness.cube import Cube
from monosashi.robustness.failures import Failed, failures, holes
from monosashi.robustness.grid import Grid
from monosashi.robustness.hteb_generators import beside_hteb
from monosashi.robustness.profiles import dataset_cells, profiles
from monosashi.robustness.rank_ranges import rank_ranges
from monosashi.robustness.rankings import rankings, split_halves
from monosashi.robustness.result import RobustnessStatistics
from monosashi.robustness.scaling import model_table, scaling
from monosashi.robustness.seed_noise import seed_noise
from monosashi.robustness.totals import totals
from monosashi.robustness.transformation_tests import Unit, transformation_tests
from monosashi.statistics.options import check_confidence
from monosashi.statistics.signed_rank import Zeros


def robustness_statistics(
    cube: Any,
    *,
    models: Any = None,
    unit: Unit = "dataset",
    zeros: Zeros = "drop",
    confidence: float = 0.95,
    hteb_generators: Sequence[str] = (),
    failed: Failed = "drop",
    rng: int | np.random.Generator | None = None,
) -> RobustnessStatistics:
    """Say what rewriting costs each model, from scores before and after it.

    Losses are averaged over seeds, then over the transformations of an axis, then over the datasets
    that the models have in common. Axes, groups of datasets and generators are kept apart; only a
    total weighs the three axes of HTEB equally.

    It says nothing of whether a loss is a fault of the model or of a bad rewriting, nor whether a
    model that loses nothing sees meaning at all: see ``measure_sensitivity``.

    Parameters
    ----------
    cube : path, data frame, mapping of columns, or rows
        ``model, dataset, transformation, original, transformed``; optionally ``dataset_group,
        language, task, metric, axis, generator, seed, chance, n, n_failed, n_unchanged,
        n_truncated``. Scores in points of 100; a table without any beyond 1 is taken as shares.
        Also HTEB's ``scores.JSON`` and a folder of mteb results (see ``read_cube``).
    models : the same kinds, optional
        ``model, family, parameters`` (a number, or such as ``7B``), for the scaling.
    unit : "dataset", "model" or "cell"
        What the tests take as independent; cells are not.
    zeros : "drop" or "pratt"
        Of the signed-rank test.
    confidence : float
    hteb_generators : sequence of str
        Generators that rewrote as HTEB's did: its model with its prompts. Only numbers of these
        stand beside HTEB's; no name is taken for HTEB's own by itself, but for the model of HTEB
        in a ``scores.JSON`` that its program wrote. Rules, Apertium and programs are refused.
    failed : "drop" or "original"
        What the scores did with failed texts: they left both sides, or the original stood in for
        them, as in HTEB. For the bounds of ``failures`` alone.
    rng : seed or Generator of the bootstraps and random halves

    Raises
    ------
    DataError
        Everything that is wrong with the table, at once.

    Examples
    --------
    >>> rows = [{"model": m, "dataset": f"d{i}", "transformation": t, "generator": "rules",
    ...          "axis": "surface", "original": 80 + i, "transformed": 78 + i - k}
    ...         for k, m in enumerate("AB") for i in range(6) for t in ("typos", "case")]
    >>> found = robustness_statistics(rows)
    >>> [(row["transformation"], row["hl"], row["p_adjusted"]) for row in found.tests]
    [('typos', 2.5, 0.0625), ('case', 2.5, 0.0625)]
    >>> [(row["model"], row["gap"]) for row in found.profile]
    [('A', 2.0), ('B', 3.0)]
    """
    check_confidence(confidence)
    held = Cube.of(cube)
    table = model_table(models, list(dict.fromkeys(row.model for row in held.rows)))
    grid, hteb = Grid.of(held), beside_hteb(held, hteb_generators)
    profile = profiles(grid, confidence)
    summary, each, pairs = rankings(grid, confidence=confidence, rng=rng)
    points, slopes = scaling(profile, table, confidence)
    return RobustnessStatistics(
        provenance=_provenance(held, unit=unit, zeros=zeros, confidence=confidence,
                               hteb_generators=list(hteb)),
        models=grid.models,
        datasets=tuple(one.label for one in grid.datasets),
        groups=grid.groups,
        rewritings=tuple({"transformation": one.transformation, "axis": one.axis,
                          "generator": one.generator} for one in grid.rewritings),
        unit=unit,
        confidence=confidence,
        hteb_generators=hteb,
        profile=tuple(profile),
        totals=tuple(totals(grid, confidence, hteb)),
        tests=tuple(transformation_tests(grid, unit=unit, zeros=zeros, confidence=confidence)),
        cells=tuple(dataset_cells(grid)),
        rankings=tuple(summary),
        rankings_per_dataset=tuple(each),
        ranks=tuple(rank_ranges(grid, confidence)),
        inversions=tuple(pairs),
        split_halves=tuple(split_halves(held, grid, rng=rng)),
        axes_apart=tuple(axes_apart(grid, confidence=confidence, rng=rng)),
        seed_noise=tuple(seed_noise(grid)),
        scaling_points=tuple(points),
        scaling=tuple(slopes),
        group_contrasts=tuple(group_contrasts(grid, confidence)),
        language_contrasts=tuple(language_contrasts(grid, confidence)),
        failures=tuple(failures(held, failed)),
        holes=tuple(holes(held)),
    )  # fmt: skip


def _provenance(cube: Cube, **settings: Any) -> Provenance:
    told = "\n".join(map(repr, cube.rows)).encode()
    mark = hashlib.sha256(told).hexdigest()[:16]
    held = {**settings, "source": cube.source}
    return Provenance(len(cube.rows), 0, mark, settings=held, notices=cube.notices)
