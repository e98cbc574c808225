"""A fitted reduction as a folder: JSON beside one npz, no pickle, whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.named import classes
from monosashi.hubs.reductions.reduction import Reduction
from monosashi.results.provenance import VERSION
from monosashi.results.writing import strict_json

HEAD, ARRAYS, KIND, FORMAT = "reduction.json", "arrays.npz", "hub reduction", 1


def write_reduction(reduction: Reduction, path: Path) -> None:
    """Write beside the place, then move into it; an older reduction there is replaced."""
    if path.exists() and not (path / HEAD).is_file():
        raise DataError(fault("hubs.errors.foreign_folder", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        draft.chmod(0o755)
        _write(reduction, draft / "new")
        if path.exists():
            path.replace(draft / "old")
        (draft / "new").replace(path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(reduction: Reduction, folder: Path) -> None:
    folder.mkdir()
    data = reduction.data
    head = {
        "kind": KIND, "format": FORMAT, "version": VERSION, "reduction": reduction.kind,
        "built_at": datetime.now(UTC).date().isoformat(), "metric": reduction.metric,
        "n": data.n, "dimension": data.dimension, "fingerprint": fingerprint(data),
        "model": data.model.to_dict(canaries=True), "numbers": reduction.numbers(),
        "notices": [{"code": note.code, "values": dict(note.values)} for note in reduction.notices],
    }  # fmt: skip
    arrays: dict[str, Any] = {
        name: np.asarray(getattr(reduction, name), np.float64) for name in reduction.arrays_kept
    }
    np.savez(folder / ARRAYS, **arrays)
    (folder / HEAD).write_text(strict_json(head), encoding="utf-8")


def read_reduction(path: Path, data: Any, wanted: type[Reduction] | None) -> Reduction:
    """Read a folder for the data it was fitted on."""
    if not (path / HEAD).is_file():
        raise DataError(fault("hubs.errors.no_reduction_there", path=path))
    try:
        head = _head(path)
        return _read(path, head, Ground.of(data, head["metric"]), wanted)
    except DataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(fault("hubs.errors.not_a_reduction", path=path, why=error)) from None


def _head(path: Path) -> dict[str, Any]:
    head: dict[str, Any] = json.loads((path / HEAD).read_text(encoding="utf-8"))
    if head["kind"] != KIND or head["format"] > FORMAT:
        raise ValueError(f"{head['kind']}, format {head['format']}")
    return head


def _read(
    path: Path, head: dict[str, Any], ground: Ground, wanted: type[Reduction] | None
) -> Reduction:
    found = classes()[head["reduction"]]
    faults: list[Fault] = []
    if wanted is not None and not issubclass(found, wanted):
        faults.append(fault("hubs.errors.other_reduction", path=path, found=head["reduction"],
                            wanted=wanted.kind))  # fmt: skip
    if fingerprint(ground.data) != head["fingerprint"]:
        faults.append(fault("hubs.errors.other_data", path=path, n=head["n"], d=head["dimension"],
                            given_n=ground.n, given_d=ground.data.dimension))  # fmt: skip
    if faults:
        raise DataError(*faults)
    with np.load(path / ARRAYS, allow_pickle=False) as held:
        arrays = {name: held[name] for name in found.arrays_kept}
    notices = tuple(Fault(one["code"], one["values"]) for one in head["notices"])
    kept = {name: head["numbers"][name] for name in ("k", *found.numbers_kept)}
    made = found.restore(ground, {**kept, "notices": notices}, arrays)
    _check_arrays(made, ground)
    return made


def _check_arrays(made: Reduction, ground: Ground) -> None:
    """One finite number a row (or a coordinate)."""
    for name in made.arrays_kept:
        array = np.asarray(getattr(made, name))
        sizes = {"center": ground.data.dimension, "errors": len(array)}
        if array.shape != (sizes.get(name, ground.n),) or not np.isfinite(array).all():
            raise ValueError(f"{name} has shape {array.shape} or numbers that are not finite")
