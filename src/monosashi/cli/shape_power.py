"""`monosashi shape power`: how many groups it takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least
from monosashi.cli.shape_options import MEASURE, ShapeOptions, between

if TYPE_CHECKING:
    from monosashi.results import Result

COUNTS, SIZES = "5,10,20", "2,4,8"
PERMUTATIONS, SIMULATIONS = 199, 200


def power_command(
    pilot: Path | None = None,
    *,
    rho: Annotated[float | None, between(-1, 1)] = None,
    n_groups: Annotated[int | None, at_least(4, MEASURE)] = None,
    reliabilities: Annotated[str, Parameter(group=MEASURE)] = "1,1",
    spearman: Annotated[bool, Parameter(group=MEASURE, negative="")] = False,
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    group_counts: Annotated[str, Parameter(group=MEASURE)] = COUNTS,
    group_sizes: Annotated[str, Parameter(group=MEASURE)] = SIZES,
    simulations: Annotated[int, at_least(10, MEASURE)] = SIMULATIONS,
    permutations: Annotated[int, at_least(1, MEASURE)] = PERMUTATIONS,
    alpha: Annotated[float, between(0, 1)] = 0.05,
    power: Annotated[float, between(0, 1)] = 0.8,
    how: ShapeOptions = ShapeOptions(),
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Say how many groups show a correlation over groups, or groups like those of a pilot.

    Parameters
    ----------
    pilot
        Vectors of a pilot: simulates the permutation test for new groups like these.
    rho
        Correlation of one number a group with another that is to be seen.
    n_groups
        Groups at hand: the smallest correlation that they show.
    reliabilities
        Of both numbers, above 0 up to 1, e.g. 0.5,0.5: what is seen is weaker than what is.
    spearman
        For ranks.
    groups
        Column of group labels of the pilot.
    group_counts
        Comma list of numbers of groups to simulate.
    group_sizes
        Comma list of members in each group to simulate.
    simulations
        Simulated data sets for each design.
    permutations
        Random arrangements in each of them.
    alpha
        Level of the test.
    power
        Chance to see it.
    """
    from monosashi.cli.comma_lists import listed_counts, listed_numbers
    from monosashi.cli.shape_run import ShapeRun
    from monosashi.cli.wrong_usage import WrongUsageError

    own = _unusual(reliabilities=(reliabilities, "1,1"), group_counts=(group_counts, COUNTS),
                   group_sizes=(group_sizes, SIZES), simulations=(simulations, SIMULATIONS),
                   permutations=(permutations, PERMUTATIONS), alpha=(alpha, 0.05),
                   power=(power, 0.8))  # fmt: skip
    own |= {"rho": rho, "n_groups": n_groups, "spearman": spearman or None, "groups": groups}
    run = ShapeRun("shape power", {"pilot": pilot}, own, how, data, texts, output).start()
    pair = listed_numbers("--reliabilities", reliabilities)
    if len(pair) != 2:
        raise WrongUsageError("cli.errors.shape_numbers", option="--reliabilities",
                              given=reliabilities)  # fmt: skip
    if (pilot is None) == (rho is None and n_groups is None):
        raise WrongUsageError("cli.errors.shape_power")
    if pilot is None:
        return run.measure(lambda: _by_formula(rho, n_groups, alpha, power, (pair[0], pair[1]),
                                               spearman=spearman))  # fmt: skip
    run.needs(groups=groups)
    counts = listed_counts("--group-counts", group_counts)
    sizes = listed_counts("--group-sizes", group_sizes)
    vectors = run.read("pilot")

    def simulate() -> dict[str, Result]:
        from monosashi.shape.power import simulate as simulated

        return {"power": simulated(
            vectors, groups or "", group_counts=counts, group_sizes=sizes, alpha=alpha,
            simulations=simulations, permutations=permutations,
            normalise=not how.no_normalise, rng=how.seed)}  # fmt: skip

    return run.measure(simulate)


def _by_formula(
    rho: float | None,
    n_groups: int | None,
    alpha: float,
    power: float,
    pair: tuple[float, float],
    *,
    spearman: bool,
) -> dict[str, Result]:
    from monosashi.advice.correlation_power import correlation_power

    return {"power": correlation_power(rho, n_groups, alpha=alpha, power=power,
                                       reliabilities=pair, spearman=spearman)}  # fmt: skip


def _unusual(**given: tuple[object, object]) -> dict[str, object]:
    """Options that are not at their usual value."""
    return {name: None if value == usual else value for name, (value, usual) in given.items()}
