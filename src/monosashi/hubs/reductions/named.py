"""Reductions by the names of a command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.hubs.reductions.csls import CSLS
from monosashi.hubs.reductions.dissim_local import DisSimLocal
from monosashi.hubs.reductions.icdm import ICDM
from monosashi.hubs.reductions.local_scaling import LocalScaling
from monosashi.hubs.reductions.mutual import MutualProximity
from monosashi.hubs.reductions.nicdm import NICDM
from monosashi.hubs.reductions.reduction import Reduction
from monosashi.hubs.reductions.sphere import SphereProjection
from monosashi.neighbors import Metric

FITS: Mapping[str, Callable[..., Reduction]] = {
    "icdm": ICDM.fit,
    "nicdm": NICDM.fit,
    "csls": CSLS.fit,
    "local-scaling": LocalScaling.fit,
    "mutual-proximity": MutualProximity.fit,
    "mutual-proximity-empirical": partial(MutualProximity.fit, kind="empirical"),
    "dissim-local": DisSimLocal.fit,
    "sphere": SphereProjection.fit,
}


def classes() -> dict[str, type[Reduction]]:
    """Classes by the name in their files."""
    found = (ICDM, NICDM, CSLS, LocalScaling, MutualProximity, DisSimLocal, SphereProjection)
    return {one.kind: one for one in found}


def fit_reduction(
    name: str, data: Any, *, k: int = 10, metric: Metric = "euclidean", n_jobs: int | None = None
) -> Reduction:
    """Fit a reduction by name: one of ``FITS``.

    Raises
    ------
    DataError
        An unknown name; what the reduction refuses.
    """
    if name not in FITS:
        raise DataError(fault("embeddings.errors.bad_choice", name="method", given=name,
                              choices=", ".join(FITS)))  # fmt: skip
    return FITS[name](data, k=k, metric=metric, n_jobs=n_jobs)


def load_reduction(path: Any, data: Any) -> Reduction:
    """Read any reduction that ``save`` wrote, for the same data."""
    from pathlib import Path

    from monosashi.hubs.reductions.keeping import read_reduction

    return read_reduction(Path(path), data, None)
