"""`monosashi shape dose`: do stronger rewordings move the vectors further."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.shape_options import Column, CommonOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def dose_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    stage: Column = None,
    order: Column = None,
    common: CommonOptions = CommonOptions(),
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
        Comma list of the stages, weakest first; others are left out. Default by number; text goes
        by the alphabet, with a warning.
    """
    from monosashi.cli.comma_lists import column_labels, listed_names
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "stage": stage, "order": order}
    run = ShapeRun("shape dose", {"path": path}, own, common).start()
    run.required("path")
    run.needs(groups=groups, stage=stage)
    vectors = run.read(queries=True)

    def measure() -> dict[str, Result]:
        from monosashi.shape import measure_dose

        stages = listed_names(order, column_labels(vectors, stage))
        return {"dose": measure_dose(vectors, groups=groups or "", stage=stage or "",
                                     order=stages or None,
                                     normalise=not common.how.no_normalise,
                                     confidence=common.how.confidence)}  # fmt: skip

    return run.measure(measure)
