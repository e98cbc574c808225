"""`monosashi shape agree`: do two models see the same neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import at_least
from monosashi.cli.shape_options import MEASURE, Column, CommonOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def agree_command(
    *paths: Annotated[Path, Parameter(name="--paths")],
    groups: Column = None,
    k: Annotated[int, at_least(1, MEASURE)] = 10,
    metric: Annotated[Literal["euclidean", "cosine"], Parameter(group=MEASURE)] = "cosine",
    anchors: Annotated[int | None, at_least(2, MEASURE)] = None,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Compare two spaces of the same items: common neighbours, ranks of distances, CKA.

    Parameters
    ----------
    paths
        Two files; or one with --vectors A.npz,B.npz; or one of texts with --embedder A,B.
    groups
        Column of group labels: whole groups are left out for the intervals.
    k
        Neighbours per list.
    metric
        Distance; CKA and cosine take the vectors scaled to length 1.
    anchors
        Compare the lists of this many items drawn at random; default all up to 20,000.
    """
    from monosashi.cli.embedding import embedders_of
    from monosashi.cli.labelled_rows import labelled_panel
    from monosashi.cli.panels import read_panel
    from monosashi.cli.progress import show_step
    from monosashi.cli.shape_run import ShapeRun
    from monosashi.cli.wrong_usage import WrongUsageError

    own = {"groups": groups, "k": k, "metric": None if metric == "cosine" else metric,
           "anchors": anchors}  # fmt: skip
    run = ShapeRun("shape agree", {"paths": paths}, own, common).start()
    if not paths:
        raise WrongUsageError("cli.errors.shape_file", command="monosashi shape agree", name="A B")
    made_by = embedders_of(common.texts, common.data)
    show_step("reading")
    panel = read_panel(paths, common.data, common.texts, common.how.language, common.how.seed,
                       embedders=made_by)  # fmt: skip
    panel = labelled_panel(panel, common.labels, common.data, run.label_columns())
    if len(panel) != 2:
        raise WrongUsageError("cli.errors.shape_two", count=len(panel))
    first, second = panel.sets

    def measure() -> dict[str, Result]:
        from monosashi.shape import measure_agreement

        return {"agreement": measure_agreement(first, second, k=k, metric=metric, groups=groups,
                                               sample=anchors, confidence=common.how.confidence,
                                               rng=common.how.seed)}  # fmt: skip

    return run.measure(measure, notices=panel.notices)
