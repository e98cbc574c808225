"""A fitted reduction as a folder."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.kept_folder import ARRAYS, KeptFolder, check_array
from monosashi.hubs.reductions.named import classes
from monosashi.hubs.reductions.reduction import Reduction

FOLDER = KeptFolder(
    head="reduction.json", kind="hub reduction", format=1, foreign="hubs.errors.foreign_folder",
    missing="hubs.errors.no_reduction_there", unreadable="hubs.errors.not_a_reduction",
)  # fmt: skip


def write_reduction(reduction: Reduction, path: Path) -> None:
    """Whole or not at all."""
    own = {
        "reduction": reduction.kind, "built_at": datetime.now(UTC).date().isoformat(),
        "metric": reduction.metric, "numbers": reduction.numbers(),
        "notices": [{"code": note.code, "values": dict(note.values)} for note in reduction.notices],
    }  # fmt: skip
    arrays = {name: np.asarray(getattr(reduction, name), np.float64)
              for name in reduction.arrays_kept}  # fmt: skip
    FOLDER.write(path, reduction.data, own, arrays)


def read_reduction(path: Path, data: Any, wanted: type[Reduction] | None) -> Reduction:
    """Read a folder for the data it was fitted on."""
    return FOLDER.read(path, lambda head: _read(path, head, Ground.of(data, head["metric"]),
                                                wanted))  # fmt: skip


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
        check_array(name, array, sizes.get(name, ground.n))
