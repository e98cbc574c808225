"""A fitted real side as a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.parameters import Parameters, listed
from monosashi.fidelity.gicdm.scales import Scale
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.kept_folder import KeptFolder, read_arrays
from monosashi.results.writing import strict_json

FOLDER = KeptFolder(
    head="gicdm.json", kind="gicdm", format=1, foreign="fidelity.errors.foreign_fit",
    missing="fidelity.errors.no_fit_there", unreadable="fidelity.errors.not_a_fit",
)  # fmt: skip
KEPT = ("factors", "log_ratio", "own_factors", "local_mean", "local_spread")
NUMBERS = ("k", "mean_distance", "iterations", "error", "converged", "tight_share",
           "recomputed", "columns")  # fmt: skip


def write(fitted: GICDM, path: Path) -> None:
    """Whole or not at all."""
    scales = fitted.every_scale
    own = {
        "parameters": fitted.parameters.to_dict(),
        "scales": [{name: getattr(scale, name) for name in NUMBERS} for scale in scales],
    }
    arrays = {f"{name}_{scale.k}": getattr(scale, name) for scale in scales for name in KEPT}
    FOLDER.write(path, fitted.ground.data, own, arrays)


def check_replacing(fitted: GICDM, path: Path) -> None:
    """Refuse a folder that holds another fit: what reads it would change unseen."""
    if not (path / FOLDER.head).is_file():
        return
    try:
        head, data = FOLDER.head_of(path), fitted.ground.data
    except DataError:
        raise DataError(fault("fidelity.errors.kept_damaged", path=path)) from None
    kept, ours = (_plain(one) for one in (head.get("parameters"), fitted.parameters.to_dict()))
    if head.get("fingerprint") == fingerprint(data) and kept == ours:
        return
    names = [name for name, value in ours.items() if kept.get(name) != value]
    raise DataError(fault(
        "fidelity.errors.kept_other", path=path, n=head.get("n"), d=head.get("dimension"),
        kept=_told(kept, names), given_n=data.n, given_d=data.dimension, given=_told(ours, names),
    ))  # fmt: skip


def _plain(parameters: Any) -> dict[str, Any]:
    """As the file gives them back: lists for tuples."""
    return dict(json.loads(strict_json(parameters or {})))


def _told(parameters: dict[str, Any], names: list[str]) -> str:
    """The parameters that differ; those of both where only the reals do."""
    shown = names or ["k", "metric"]
    return ", ".join(f"{name} {parameters.get(name)}" for name in shown)


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
    for one in head["scales"]:
        _check_numbers(one)
    scales = {one["k"]: Scale(rows=rows, **one, **_arrays(path, one["k"], len(rows)))
              for one in head["scales"]}  # fmt: skip
    return GICDM.of(ground, parameters, scales)


def _check_numbers(scale: dict[str, Any]) -> None:
    """Every kept number of a scale is one; folders of older versions lack some."""
    for name in set(NUMBERS) & set(scale):
        if not isinstance(scale[name], int | float) or not np.isfinite(scale[name]):
            raise ValueError(f"{name} {scale[name]}")


def _arrays(path: Path, k: int, u: int) -> dict[str, Any]:
    found = read_arrays(path, {f"{name}_{k}": u for name in KEPT})
    return {name: found[f"{name}_{k}"] for name in KEPT}
