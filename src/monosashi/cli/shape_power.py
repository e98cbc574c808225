"""`monosashi shape power`: how many groups it takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from monosashi.cli.shape_options import CommonOptions, between
from monosashi.cli.shape_power_options import CorrelationOptions, PilotOptions, unusual

if TYPE_CHECKING:
    from monosashi.cli.shape_run import ShapeRun
    from monosashi.results import Result

LEVEL = 0.05


def power_command(
    pilot: Path | None = None,
    *,
    asked: CorrelationOptions = CorrelationOptions(),
    designs: PilotOptions = PilotOptions(),
    alpha: Annotated[float, between(0, 1)] = LEVEL,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Say how many groups show a correlation over groups, or groups like those of a pilot.

    Parameters
    ----------
    pilot
        Vectors of a pilot: simulates the permutation test for new groups like these.
    alpha
        Level of the test.
    """
    from monosashi.cli.comma_lists import listed_numbers
    from monosashi.cli.shape_run import ShapeRun
    from monosashi.cli.wrong_usage import WrongUsageError

    own = {**unusual(asked), **unusual(designs), "alpha": None if alpha == LEVEL else alpha}
    run = ShapeRun("shape power", {"pilot": pilot}, own, common).start()
    pair = listed_numbers("--reliabilities", asked.reliabilities)
    if len(pair) != 2:
        raise WrongUsageError("cli.errors.shape_numbers", option="--reliabilities",
                              given=asked.reliabilities)  # fmt: skip
    if (pilot is None) == (asked.rho is None and asked.n_groups is None):
        raise WrongUsageError("cli.errors.shape_power")
    if pilot is not None:
        return _simulated(run, designs, alpha, common)
    return run.measure(lambda: _by_formula(asked, (pair[0], pair[1]), alpha))


def _by_formula(
    asked: CorrelationOptions, pair: tuple[float, float], alpha: float
) -> dict[str, Result]:
    from monosashi.advice.correlation_power import correlation_power

    return {"power": correlation_power(asked.rho, asked.n_groups, alpha=alpha, power=asked.power,
                                       reliabilities=pair, spearman=asked.spearman)}  # fmt: skip


def _simulated(run: ShapeRun, designs: PilotOptions, alpha: float, common: CommonOptions) -> int:
    """Read the pilot and simulate every design."""
    from monosashi.cli.comma_lists import listed_counts

    run.needs(groups=designs.groups)
    counts = listed_counts("--group-counts", designs.group_counts)
    sizes = listed_counts("--group-sizes", designs.group_sizes)
    vectors = run.read("pilot")

    def simulate() -> dict[str, Result]:
        from monosashi.shape.power import simulate as simulated

        return {"power": simulated(
            vectors, designs.groups or "", group_counts=counts, group_sizes=sizes, alpha=alpha,
            simulations=designs.simulations, permutations=designs.permutations,
            normalise=not common.how.no_normalise, rng=common.how.seed)}  # fmt: skip

    return run.measure(simulate)
