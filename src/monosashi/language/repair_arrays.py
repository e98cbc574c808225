"""The npy files of a saved repair: every one of another shape, kind or length is named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.language.centroids import Float64Array
from monosashi.language.repair_digest import array_digest
from monosashi.language.repair_head import is_count

FARTHEST = 1e100  # beyond it squares overflow
LONGEST = 1.0 + 1e-6  # no mean of unit vectors is longer


def read_arrays(
    path: Path, head: Mapping[str, Any], kept: Mapping[str, str], faults: list[Fault]
) -> dict[str, Float64Array]:
    """Arrays by name; ``kept`` names their axes, of which L and d have a length in ``head``."""
    model = head.get("model")
    dimension = model.get("dimension") if isinstance(model, dict) else None
    d = dimension if is_count(dimension) else None
    axes = {name: ("Ld", _length(head.get(name))) for name in ("documents", "queries")
            if head.get(name) is not None}  # fmt: skip
    axes |= {name: (told, _length(head.get("documents"))) for name, told in kept.items()}
    found = {}
    for name, (told, languages) in axes.items():
        array = _read(path / f"{name}.npy", told, {"L": languages, "d": d}, faults)
        if array is None:
            continue
        found[name] = array
        faults += _changed(name, array, head.get("digests"))
        lengths = np.sqrt(np.add.reduce(array * array, axis=-1))
        if name in ("documents", "queries") and (lengths > LONGEST).any():
            faults.append(fault("language.repair_parts.long_means", np.flatnonzero(
                lengths > LONGEST).tolist(), part=f"{name}.npy",
                longest=float(lengths.max())))  # fmt: skip
    return found


def _changed(name: str, array: Float64Array, digests: Any) -> list[Fault]:
    """An array that is not the one that was written with the JSON; older folders do not say."""
    wanted = digests.get(name) if isinstance(digests, dict) else None
    if wanted is None or wanted == array_digest(array):
        return []
    return [fault("language.repair_parts.other_array", part=f"{name}.npy")]


def _length(counts: Any) -> int | None:
    return len(counts) if isinstance(counts, dict) else None


def _read(
    file: Path, axes: str, sizes: Mapping[str, int | None], faults: list[Fault]
) -> Float64Array | None:
    """Finite float64 whose axes with a known size have it; else a fault that says what came."""
    try:
        array: Float64Array = np.load(file, allow_pickle=False)
        shape = array.shape
    except (OSError, ValueError, EOFError, AttributeError) as error:
        faults.append(fault("language.repair_parts.unreadable", part=file.name, why=error))
        return None
    wanted = [sizes.get(axis) for axis in axes]
    fits = len(shape) == len(axes) and all(
        size in (None, given) for size, given in zip(wanted, shape, strict=True)
    )
    if fits and array.dtype == np.float64 and bool((np.abs(array) <= FARTHEST).all()):  # no NaN
        return array
    told = "not_finite" if fits and array.dtype == np.float64 else "array"
    expected = " x ".join("n" if size is None else str(size) for size in wanted)
    faults.append(fault(f"language.repair_parts.{told}", part=file.name, kind=str(array.dtype),
                        given=" x ".join(map(str, shape)), expected=expected))  # fmt: skip
    return None
