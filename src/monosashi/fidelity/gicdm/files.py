"""A fitted real side as a folder: JSON beside one npz, no pickle, whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.parameters import Parameters, listed
from monosashi.fidelity.gicdm.scales import Scale
from monosashi.hubs.reductions.ground import Ground
from monosashi.results.provenance import VERSION
from monosashi.results.writing import strict_json

HEAD, ARRAYS, KIND, FORMAT = "gicdm.json", "arrays.npz", "gicdm", 1
KEPT = ("factors", "log_ratio", "own_factors", "local_mean", "local_spread")
NUMBERS = ("k", "mean_distance", "iterations", "error", "converged", "tight_share")


def write(fitted: GICDM, path: Path) -> None:
    """Write beside the place, then move into it; an older one there is replaced."""
    if path.exists() and not (path / HEAD).is_file():
        raise DataError(fault("fidelity.errors.foreign_fit", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        draft.chmod(0o755)
        _write(fitted, draft / "new")
        if path.exists():
            path.replace(draft / "old")
        (draft / "new").replace(path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(fitted: GICDM, folder: Path) -> None:
    folder.mkdir()
    data, scales = fitted.ground.data, _every(fitted)
    head = {
        "kind": KIND, "format": FORMAT, "version": VERSION, "n": data.n,
        "dimension": data.dimension, "fingerprint": fingerprint(data),
        "model": data.model.to_dict(canaries=True), "parameters": fitted.parameters.to_dict(),
        "scales": [{name: getattr(scale, name) for name in NUMBERS} for scale in scales],
    }  # fmt: skip
    arrays: dict[str, Any] = {f"{name}_{scale.k}": getattr(scale, name)
                              for scale in scales for name in KEPT}  # fmt: skip
    np.savez(folder / ARRAYS, **arrays)
    (folder / HEAD).write_text(strict_json(head), encoding="utf-8")


def _every(fitted: GICDM) -> list[Scale]:
    """Those of the filter, and the one of the scaling."""
    scales = {scale.k: scale for scale in fitted.scales}
    if fitted.scaling is not None:
        scales.setdefault(fitted.scaling.k, fitted.scaling)
    return list(scales.values())


def read(path: Path, real: Any) -> GICDM:
    """Read a folder for the reals it was fitted on."""
    if not (path / HEAD).is_file():
        raise DataError(fault("fidelity.errors.no_fit_there", path=path))
    try:
        return _read(path, real)
    except DataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(fault("fidelity.errors.not_a_fit", path=path, why=error)) from None


def _read(path: Path, real: Any) -> GICDM:
    head = json.loads((path / HEAD).read_text(encoding="utf-8"))
    if head["kind"] != KIND or head["format"] > FORMAT:
        raise ValueError(f"{head['kind']}, format {head['format']}")
    held = {**head["parameters"], "filter_scales": listed(head["parameters"]["filter_scales"])}
    parameters = Parameters(**held)
    ground = Ground.of(real, parameters.metric)
    if fingerprint(ground.data) != head["fingerprint"]:
        raise DataError(fault("fidelity.errors.other_reals", path=path, n=head["n"],
                              d=head["dimension"], given_n=ground.n,
                              given_d=ground.data.dimension))  # fmt: skip
    rows = ground.distinct
    with np.load(path / ARRAYS, allow_pickle=False) as arrays:
        scales = {one["k"]: Scale(rows=rows, **one, **_arrays(arrays, one["k"], len(rows)))
                  for one in head["scales"]}  # fmt: skip
    return GICDM.of(ground, parameters, scales)


def _arrays(held: Any, k: int, u: int) -> dict[str, Any]:
    arrays = {name: held[f"{name}_{k}"] for name in KEPT}
    for name, array in arrays.items():
        if array.shape != (u,) or not np.isfinite(array).all():
            raise ValueError(f"{name}_{k}")
    return arrays
