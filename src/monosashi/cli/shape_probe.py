"""`monosashi shape probe`: change the vectors in a known way and see what moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import at_least
from monosashi.cli.shape_options import MEASURE, Column, CommonOptions

if TYPE_CHECKING:
    from monosashi.results import Result

Transform = Literal["common_axis", "common_direction", "shrink", "scale", "rotate", "remove_mean",
                    "remove_common"]  # fmt: skip


def probe_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    transform: Annotated[Transform, Parameter(group=MEASURE)] = "common_direction",
    values: Column = None,
    direction: Annotated[Literal["random", "between", "mean"], Parameter(group=MEASURE)] = "random",
    renormalise: Annotated[Literal["yes", "no"] | None, Parameter(group=MEASURE)] = None,
    k: Annotated[int, at_least(1, MEASURE)] = 10,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Change the vectors in a known way and see which numbers move, with theory beside them.

    Also says what share of the differences lies along the mean direction; whether removing it is
    harmless --transform remove_common tells. With --no-normalise the vectors are changed as they
    are, not at length 1.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    groups
        Column of group labels.
    transform
        A common axis, a common direction, tighter groups, another scale, a rotation; the mean
        taken out, or the part along it: these with intervals and a judgement.
    values
        Comma list of strengths, e.g. 0,2,4; each transform has its usual ones.
    direction
        Of common_direction: at random, along which the groups differ most, or the mean.
    renormalise
        Scale to length 1 after the change; default after common_direction and removals.
    k
        Neighbours compared with those before the change.
    """
    from monosashi.cli.comma_lists import listed_numbers
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "transform": transform, "values": values, "direction":
           None if direction == "random" else direction, "renormalise": renormalise,
           "k": k}  # fmt: skip
    run = ShapeRun("shape probe", {"path": path}, own, common).start()
    run.required("path")
    run.needs(groups=groups)
    strengths = None if values is None else listed_numbers("--values", values)
    vectors = run.read()

    def measure() -> dict[str, Result]:
        from monosashi.shape import probe_invariance

        return {"probe": probe_invariance(
            vectors, groups or "", transform=transform, values=strengths, direction=direction,
            start="raw" if common.how.no_normalise else "unit", k=k, rng=common.how.seed,
            confidence=common.how.confidence,
            renormalise=None if renormalise is None else renormalise == "yes")}  # fmt: skip

    return run.measure(measure)
