"""A fitted reduction as a folder."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.kept_folder import ARRAYS, KeptFolder, check_array
from monosashi.hubs.reductions.named import classes
from monosashi.hubs.reductions.reduction import Reduction

SETTINGS = ("reduction", "metric")
FOLDER = KeptFolder(
    head="reduction.json", kind="hub reduction", format=1, foreign="hubs.errors.foreign_folder",
    missing="hubs.errors.no_reduction_there", unreadable="hubs.errors.not_a_reduction",
)  # fmt: skip


def write_reduction(reduction: Reduction, path: Path) -> None:
    """Whole or not at all; a fit of other data or settings there is not replaced."""
    own = {
        "reduction": reduction.kind, "built_at": datetime.now(UTC).date().isoformat(),
        "metric": reduction.metric, "numbers": reduction.numbers(),
        "notices": [{"code": note.code, "values": dict(note.values)} for note in reduction.notices],
    }  # fmt: skip
    arrays = {name: np.asarray(getattr(reduction, name), np.float64)
              for name in reduction.arrays_kept}  # fmt: skip
    check_replacing(path, reduction.data, {name: own[name] for name in SETTINGS} | {
        "k": reduction.k})  # fmt: skip
    FOLDER.write(path, reduction.data, own, arrays)


def check_replacing(path: Path, data: EmbeddingSet, settings: Mapping[str, Any]) -> None:
    """Refuse a folder that holds another fit: what serves it would change unseen.

    Raises
    ------
    DataError
        The folder holds a reduction of other data, or of another kind, metric or k.
    """
    if not (path / FOLDER.head).is_file():
        return
    head = FOLDER.head_of(path)
    kept = {**{name: head.get(name) for name in SETTINGS}, "k": head.get("numbers", {}).get("k")}
    if head.get("fingerprint") == fingerprint(data) and kept == dict(settings):
        return
    raise DataError(fault(
        "hubs.errors.kept_other", path=path, n=head.get("n"), d=head.get("dimension"),
        kept=_settings(kept), given_n=data.n, given_d=data.dimension, given=_settings(settings),
    ))  # fmt: skip


def _settings(held: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in held.items())


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
