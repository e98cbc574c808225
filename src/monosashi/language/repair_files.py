"""A fitted repair as a folder: JSON beside npy files, no pickle, whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.language.centering_files import OLD_HEAD, read_centering
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import few_notices
from monosashi.language.spread import read_spread, spread_rows
from monosashi.results.provenance import VERSION
from monosashi.results.writing import strict_json

HEAD, KIND, FORMAT = "repair.json", "language repair", 2  # 2: with the spread
PLAIN = ("built_at", "fingerprint", "ids_digest", "column", "renormalise")


def write_repair(repair: FittedRepair, path: Path) -> None:
    """Write beside the place, then move into it; an older repair there is replaced."""
    if path.exists() and not any((path / head).is_file() for head in (HEAD, OLD_HEAD)):
        raise DataError(fault("language.errors.foreign_folder", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        draft.chmod(0o755)
        _write(repair, draft / "new")
        if path.exists():
            path.replace(draft / "old")
        (draft / "new").replace(path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(repair: FittedRepair, folder: Path) -> None:
    folder.mkdir()
    head: dict[str, Any] = {"kind": KIND, "format": FORMAT, "repair": repair.kind,
                            "version": VERSION}  # fmt: skip
    head["model"] = repair.model.to_dict(canaries=True)
    head |= {name: getattr(repair, name) for name in PLAIN}
    head["settings"] = repair.settings()
    head["numbers"] = {name: getattr(repair, name) for name in repair.numbers_kept}
    for name, held in (("documents", repair.documents), ("queries", repair.queries)):
        head[name] = None if held is None else dict(held.counts)
        if held is not None:
            means = np.stack([held.means[language] for language in held.counts])
            np.save(folder / f"{name}.npy", means, allow_pickle=False)
    head["spread"] = spread_rows(repair.spread)
    for name in repair.arrays_kept:
        np.save(folder / f"{name}.npy", getattr(repair, name), allow_pickle=False)
    (folder / HEAD).write_text(strict_json(head), encoding="utf-8")


def load_repair(path: str | Path) -> FittedRepair:
    """Read a folder that ``save`` of any language repair wrote, as a repair of that kind.

    Raises
    ------
    DataError
        Anything else; what is missing or does not fit together is named.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from monosashi.embeddings import EmbeddingSet
    >>> from monosashi.language import LanguageCentering
    >>> pages = EmbeddingSet.from_arrays(
    ...     [[1, 0, 2], [0, 1, 2], [1, 0, -2], [0, 1, -2]], columns={"lang": list("aabb")}
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     LanguageCentering.fit(pages, language="lang", force=True).save(f"{folder}/mend")
    ...     type(load_repair(f"{folder}/mend")).__name__
    'LanguageCentering'
    """
    path = Path(path)
    if not any((path / head).is_file() for head in (HEAD, OLD_HEAD)):
        raise DataError(fault("language.errors.no_repair_there", path=path))
    try:
        old = (path / OLD_HEAD).is_file() and not (path / HEAD).is_file()
        return read_centering(path) if old else _read(path)
    except DataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(fault("language.errors.not_a_repair", path=path, why=error)) from None


def _read(path: Path) -> FittedRepair:
    head = json.loads((path / HEAD).read_text(encoding="utf-8"))
    if head["kind"] != KIND or head["format"] > FORMAT:
        raise ValueError(f"{head['kind']}, format {head['format']}")
    kind = _kinds()[head["repair"]]
    model = ModelCard.from_dict(head["model"])
    documents = read_means(path / "documents.npy", head["documents"], model)
    queries = head["queries"]
    sizes = {"d": model.dimension, "L": len(documents.means)}
    found: FittedRepair = kind(
        documents=documents,
        queries=None if queries is None else read_means(path / "queries.npy", queries, model),
        model=model,
        notices=few_notices(documents),
        spread=read_spread(head.get("spread"), head["documents"]),
        **{name: head[name] for name in PLAIN},
        **{name: head["settings"][name] for name in kind.settings_kept},
        **{name: head["numbers"][name] for name in kind.numbers_kept},
        **{name: _read_array(path / f"{name}.npy", axes, sizes)
           for name, axes in kind.arrays_kept.items()},
    )  # fmt: skip
    return found


def _kinds() -> dict[str, Any]:
    from monosashi.language.centering import LanguageCentering
    from monosashi.language.subspaces import (
        AllButTheTop,
        ConceptErasure,
        LanguageSubspaceRemoval,
        PivotShift,
    )

    found = (LanguageCentering, AllButTheTop, ConceptErasure, LanguageSubspaceRemoval, PivotShift)
    return {kind.kind: kind for kind in found}


def read_means(file: Path, counts: dict[str, int], model: ModelCard) -> Centroids:
    """Means beside their numbers of rows."""
    means = _read_array(file, "Ld", {"L": len(counts), "d": model.dimension})
    return Centroids(dict(zip(counts, means, strict=True)), counts)


def _read_array(file: Path, axes: str, sizes: dict[str, int | None]) -> Float64Array:
    """Finite float64 whose axes named in ``sizes`` have that length."""
    array: Float64Array = np.load(file, allow_pickle=False)
    expected = [sizes.get(axis, n) for axis, n in zip(axes, array.shape, strict=False)]
    fits = array.ndim == len(axes) and list(array.shape) == expected
    if not fits or array.dtype != np.float64 or not np.isfinite(array).all():
        raise ValueError(f"{file.name} has shape {array.shape}, expected {axes} with {sizes}")
    return array
