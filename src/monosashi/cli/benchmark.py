"""`monosashi benchmark`: how measures of fidelity and coverage behave where truth is known."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import OutputOptions, at_least, named_path

if TYPE_CHECKING:
    from monosashi.fidelity.benchmark import FidelityBenchmark

RUN = Group("Run", sort_key=2)
METRICS = ("clipped_density,clipped_density:corrected,clipped_coverage,"
           "clipped_coverage:corrected")  # fmt: skip
REPEATS = 10


def benchmark_command(
    *,
    metrics: Annotated[str, Parameter(group=RUN)] = METRICS,
    checks: Annotated[str | None, Parameter(group=RUN)] = None,
    repeats: Annotated[int, at_least(1, RUN)] = REPEATS,
    first_repeat: Annotated[int, at_least(0, RUN)] = 0,
    grid: Annotated[Literal["thin", "full"], Parameter(group=RUN)] = "thin",
    store: Annotated[Path | None, Parameter(group=RUN, converter=named_path)] = None,
    jobs: Annotated[int, at_least(1, RUN)] = 1,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Judge measures of fidelity and coverage on 15 checks of synthetic data: 30 rows.

    With --store a run that is stopped goes on where it was. Check 8 draws up to 10,000 points and
    takes most of the time.

    Parameters
    ----------
    metrics
        Comma list: a name of `monosashi fidelity`, with @k (default 5), and :filtered or
        :corrected.
    checks
        Comma list of numbers from 1 to 15; default all.
    repeats
        How often everything is drawn; rows are judged on the mean.
    first_repeat
        Number of the first repeat: other numbers are other draws.
    grid
        All points of every axis, or a thinned set.
    store
        Folder that keeps what is finished, also for other limits of the filter.
    jobs
        Processes.
    title
        Title of the report.
    """
    from monosashi.advice.benchmark_document import BenchmarkDocument
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language, say

    choose_language(output.words or current_language())
    check_out(output.out)
    own = {"metrics": metrics, "checks": checks, "repeats": repeats, "first_repeat": first_repeat,
           "grid": grid, "store": store, "jobs": jobs, "title": title}  # fmt: skip
    usual = {"metrics": METRICS, "repeats": REPEATS, "first_repeat": 0, "grid": "thin", "jobs": 1}
    repeat = Repeat("benchmark", (), {name: None if value is None else _written(value)
                                      for name, value in own.items()}, usual)  # fmt: skip
    part = _run(metrics, checks, repeats=repeats, first_repeat=first_repeat, grid=grid,
                store=store, n_jobs=jobs)  # fmt: skip
    document = BenchmarkDocument(
        provenance=part.provenance, part=part,
        title=title or say("fidelity.terms.fidelity_benchmark"),
        titles={} if title else _titles(), command=repeat.command(), created=now(),
    )  # fmt: skip
    deliver(document.to_dict(), document.tables(), output, settings=repeat.settings(),
            following=_following(repeat, output))  # fmt: skip
    return FINE


def _titles() -> dict[str, str]:
    from monosashi.words import LANGUAGES, say

    return {one: say("fidelity.terms.fidelity_benchmark", one) for one in LANGUAGES}


def _run(metrics: str, checks: str | None, **options: Any) -> FidelityBenchmark:
    from monosashi.cli.comma_lists import listed_counts, listed_names
    from monosashi.cli.progress import PartsOfProgress, clear_step
    from monosashi.fidelity.benchmark import run_fidelity_benchmark

    chosen: Any = "all" if checks is None else listed_counts("--checks", checks)
    found = run_fidelity_benchmark(listed_names(metrics), checks=chosen,
                                   heard=PartsOfProgress(), **options)  # fmt: skip
    clear_step()
    return found


def _written(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


def _following(repeat: Any, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard it."""
    if output.out is None:
        return str(repeat.command(out="benchmark"))
    return shlex.join(["monosashi", "gate", str(output.out), "--init", "gate.toml"])
