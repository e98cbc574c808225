"""`monosashi shape dose`: do stronger rewordings move the vectors further."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.shape_options import MEASURE, ShapeOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def dose_command(
    path: Path | None = None,
    *,
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    stage: Annotated[str | None, Parameter(group=MEASURE)] = None,
    order: Annotated[str | None, Parameter(group=MEASURE)] = None,
    how: ShapeOptions = ShapeOptions(),
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Test whether the wordings of a question spread more from stage to stage.

    Parameters
    ----------
    path
        File of wordings, at least two of a question at every stage; measured as queries.
    groups
        Column of the question behind each wording.
    stage
        Column of the strength of rewording.
    order
        Comma list of the stages, weakest first; default by number, else by the alphabet.
    """
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "stage": stage, "order": order}
    run = ShapeRun("shape dose", {"path": path}, own, how, data, texts, output).start()
    run.required("path")
    run.needs(groups=groups, stage=stage)
    vectors = run.read(queries=True)

    def measure() -> dict[str, Result]:
        from monosashi.shape import measure_dose

        return {"dose": measure_dose(vectors, groups=groups or "", stage=stage or "",
                                     order=listed_names(order) or None,
                                     normalise=not how.no_normalise,
                                     confidence=how.confidence)}  # fmt: skip

    return run.measure(measure)
