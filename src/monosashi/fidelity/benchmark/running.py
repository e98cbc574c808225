"""``run_fidelity_benchmark``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.benchmark.catalogue import all_checks
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.evaluating import Evaluated, evaluate
from monosashi.fidelity.benchmark.names import Judged, code_of, read_metrics
from monosashi.fidelity.benchmark.orphans import end_with
from monosashi.fidelity.benchmark.result import FidelityBenchmark
from monosashi.fidelity.benchmark.rows import Kind
from monosashi.fidelity.benchmark.store import Store
from monosashi.fidelity.benchmark.summary import summarise
from monosashi.fidelity.gicdm.parameters import Parameters, listed

Grid = Literal["thin", "full"]
Heard = Callable[[int, int], None]


def run_fidelity_benchmark(
    metrics: Any = ("clipped_density", "clipped_coverage"),
    *,
    checks: Literal["all"] | Sequence[int] = "all",
    repeats: int = 10,
    first_repeat: int = 0,
    grid: Grid = "thin",
    store: str | Path | None = None,
    kinds: Mapping[str, Kind] | None = None,
    correction: Mapping[str, Any] | None = None,
    n_jobs: int = 1,
    heard: Heard | None = None,
) -> FidelityBenchmark:
    """Judge measures of fidelity and coverage on 15 families of synthetic distributions.

    For each (check, repeat) reals and generated points are drawn with a seed of their own, put in
    the frame of the reals (mean 0, deviation 1 in every axis) and measured along the check's axis.
    A row passes when all criteria hold for all dimensions, on the mean over the repeats. Check 8,
    with up to 10,000 points, takes most of the time; leave it out with ``checks``.

    Parameters
    ----------
    metrics : names, functions, or a mapping of names to functions
        Names are those of ``measure_fidelity``, with ``@k`` (default 5) and a form: ``coverage``,
        ``recall@3``, ``clipped_density:corrected``, ``clipped_coverage:filtered``. A function takes
        (real, generated), two (n, d) arrays, and returns a number.
    checks : "all" or numbers from 1 to 15
    repeats : int
        The authors use 10; a count of one repeat moves by several rows.
    first_repeat : int
        The repeats are ``first_repeat ... first_repeat + repeats - 1``: other draws.
    grid : "thin" or "full"
        Thin leaves out points of the axis that are not judged by themselves.
    store : path, optional
        A folder. Each finished (check, repeat) is added to it, so that a killed run goes on where
        it was; beside corrected measures it keeps what ``rescore_fidelity_benchmark`` needs.
    kinds : mapping of name to "fidelity" or "coverage", optional
        What a function measures; fidelity unless said.
    correction : mapping, optional
        Options of ``GICDM.fit`` for the filtered and corrected forms.
    n_jobs : int
        Processes; they change no number.
    heard : callable (done, total), optional
        Called after each part.

    Returns
    -------
    FidelityBenchmark

    Raises
    ------
    DataError
        Unknown measures, checks or kinds; a folder of another kind or of other settings.

    References
    ----------
    Räisä, van Breugel & van der Schaar (2025), Position: All current generative fidelity and
    diversity metrics are flawed, ICML.

    Examples
    --------
    >>> import numpy as np
    >>> def same_mean(real, generated):
    ...     return float(np.exp(-np.abs(real.mean(axis=0) - generated.mean(axis=0)).max()))
    >>> found = run_fidelity_benchmark(same_mean, checks=[1], repeats=1)
    >>> found.passed()
    {'same_mean': 1}
    """
    judged = read_metrics(metrics, kinds)
    chosen = choose_checks(checks)
    if grid not in {"thin", "full"} or repeats < 1 or first_repeat < 0:
        raise DataError(fault("fidelity.errors.benchmark_grid", grid=grid, repeats=repeats,
                              first=first_repeat))  # fmt: skip
    options = dict(correction or {})
    Parameters(**{**options, "filter_scales": listed(options.get("filter_scales", "auto"))})
    kept = Store.open(store, grid, options)
    marks = {one.name: code_of(one.function) for one in judged if one.function is not None}
    kept.forget(marks)
    numbers = range(first_repeat, first_repeat + repeats)
    jobs = [(check, repeat) for repeat in numbers for check in chosen]
    open_jobs = [job for job in jobs if kept.missing(job[0].number, job[1], _names(judged))]
    done = len(jobs) - len(open_jobs)
    for part in _results(open_jobs, kept, judged, n_jobs):
        kept.add(part, {name: marks[name] for name in part.curves if name in marks})
        done += 1
        if heard is not None:
            heard(done, len(jobs))
    return summarise(judged, chosen, kept, list(numbers))


def choose_checks(checks: Literal["all"] | Sequence[int]) -> tuple[Check, ...]:
    """All of them, or those named."""
    every = {check.number: check for check in all_checks()}
    if isinstance(checks, str) and checks == "all":
        return tuple(every.values())
    asked = list(checks)
    if not asked or any(number not in every for number in asked):
        raise DataError(fault("fidelity.errors.benchmark_checks", given=asked, last=len(every)))
    return tuple(every[number] for number in sorted(set(asked)))


def _names(judged: Sequence[Judged]) -> list[str]:
    return [one.name for one in judged]


def _results(
    jobs: list[tuple[Check, int]], kept: Store, judged: tuple[Judged, ...], n_jobs: int
) -> Iterator[Evaluated]:
    """Finished parts, in whatever order they finish."""

    def part(check: Check, repeat: int) -> Part:
        names = kept.missing(check.number, repeat, _names(judged))
        missing = tuple(one for one in judged if one.name in names)
        return Part(check.number, repeat, kept.grid, missing, dict(kept.options),
                    kept.folder is not None)  # fmt: skip

    asked = [part(check, repeat) for check, repeat in jobs]
    if n_jobs == 1 or len(asked) < 2:
        yield from (one_part(each) for each in asked)
        return
    from joblib import Parallel, delayed

    run = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    yield from run(delayed(part_for)(os.getpid(), each) for each in asked)


@dataclass(frozen=True)
class Part:
    """What one process is asked for."""

    check: int
    repeat: int
    grid: str
    judged: tuple[Judged, ...]
    options: Mapping[str, Any]
    keep: bool


def part_for(parent: int, part: Part) -> Evaluated:
    """One part in a process that ends when its parent is gone, however that ended."""
    end_with(parent)
    return one_part(part)


def one_part(part: Part) -> Evaluated:
    """Draw and measure one (check, repeat)."""
    (check,) = choose_checks([part.check])
    judged = tuple(_told(one, part) for one in part.judged)
    return evaluate(check, part.repeat, part.grid, judged, part.options, keep=part.keep)


def _told(one: Judged, part: Part) -> Judged:
    """The same measure; what its function raises is told with the place where it did."""
    given = one.function
    if given is None:
        return one

    def function(real: Any, generated: Any) -> Any:
        try:
            return given(real, generated)
        except Exception as error:
            problem = fault("fidelity.errors.benchmark_raised", metric=one.name, check=part.check,
                            repeat=part.repeat, why=f"{type(error).__name__}: {error}")  # fmt: skip
            raise DataError(problem) from error

    return replace(one, function=function)
