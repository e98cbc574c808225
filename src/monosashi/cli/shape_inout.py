"""`monosashi shape inout`: wordings as one question going in, and as one result coming out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.shape_options import MEASURE, Column, CommonOptions, between

if TYPE_CHECKING:
    from monosashi.results import Result


def inout_command(
    queries: Path | None = None,
    *,
    groups: Column = None,
    outcome: Column = None,
    statistic: Annotated[Literal["icc", "r_squared"], Parameter(group=MEASURE)] = "icc",
    threshold: Annotated[float, between(0, 1)] = 0.5,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Set how alike wordings are as vectors beside how alike their outcomes are.

    Parameters
    ----------
    queries
        File of wordings; measured as queries.
    groups
        Column of the question behind each wording.
    outcome
        Column of numbers: 1 and 0 for right and wrong, or any score; gaps are left out.
    statistic
        ICC, which is freed of what few wordings add, or R².
    threshold
        From which value on a side is called high.
    """
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "outcome": outcome,
           "statistic": None if statistic == "icc" else statistic,
           "threshold": None if threshold == 0.5 else threshold}  # fmt: skip
    run = ShapeRun("shape inout", {"queries": queries}, own, common).start()
    run.required("queries")
    run.needs(groups=groups, outcome=outcome)
    vectors = run.read("queries", queries=True)

    def measure() -> dict[str, Result]:
        from monosashi.shape import diagnose_input_output

        return {"input_output": diagnose_input_output(
            vectors, outcome or "", groups=groups or "", statistic=statistic,
            threshold=threshold, normalise=not common.how.no_normalise,
            confidence=common.how.confidence)}  # fmt: skip

    return run.measure(measure)
