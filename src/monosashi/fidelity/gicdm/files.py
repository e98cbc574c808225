"""A fitted real side as a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.parameters import Parameters, listed
from monosashi.fidelity.gicdm.scales import Scale
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.kept_folder import KeptFolder, read_arrays

FOLDER = KeptFolder(
    head="gicdm.json", kind="gicdm", format=1, foreign="fidelity.errors.foreign_fit",
    missing="fidelity.errors.no_fit_there", unreadable="fidelity.errors.not_a_fit",
)  # fmt: skip
KEPT = ("factors", "log_ratio", "own_factors", "local_mean", "local_spread")
NUMBERS = ("k", "mean_distance", "iterations", "error", "converged", "tight_share")


def write(fitted: GICDM, path: Path) -> None:
    """Whole or not at all."""
    scales = _every(fitted)
    own = {
        "parameters": fitted.parameters.to_dict(),
        "scales": [{name: getattr(scale, name) for name in NUMBERS} for scale in scales],
    }
    arrays = {f"{name}_{scale.k}": getattr(scale, name) for scale in scales for name in KEPT}
    FOLDER.write(path, fitted.ground.data, own, arrays)


def _every(fitted: GICDM) -> list[Scale]:
    """Those of the filter, and the one of the scaling."""
    scales = {scale.k: scale for scale in fitted.scales}
    if fitted.scaling is not None:
        scales.setdefault(fitted.scaling.k, fitted.scaling)
    return list(scales.values())


def read(path: Path, real: Any) -> GICDM:
    """Read a folder for the reals it was fitted on."""
    return FOLDER.read(path, lambda head: _read(path, head, real))


def _read(path: Path, head: dict[str, Any], real: Any) -> GICDM:
    held = {**head["parameters"], "filter_scales": listed(head["parameters"]["filter_scales"])}
    parameters = Parameters(**held)
    ground = Ground.of(real, parameters.metric)
    if fingerprint(ground.data) != head["fingerprint"]:
        raise DataError(fault("fidelity.errors.other_reals", path=path, n=head["n"],
                              d=head["dimension"], given_n=ground.n,
                              given_d=ground.data.dimension))  # fmt: skip
    rows = ground.distinct
    scales = {one["k"]: Scale(rows=rows, **one, **_arrays(path, one["k"], len(rows)))
              for one in head["scales"]}  # fmt: skip
    return GICDM.of(ground, parameters, scales)


def _arrays(path: Path, k: int, u: int) -> dict[str, Any]:
    found = read_arrays(path, {f"{name}_{k}": u for name in KEPT})
    return {name: found[f"{name}_{k}"] for name in KEPT}
