"""A fitted repair as a folder: JSON beside npy files, no pickle, whole or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.language.centering_files import OLD_HEAD, read_centering
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import few_notices
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.repair_arrays import read_arrays
from monosashi.language.repair_digest import array_digest, arrays_of
from monosashi.language.repair_head import head_faults
from monosashi.language.spread import read_spread, spread_rows
from monosashi.results.provenance import VERSION
from monosashi.results.writing import strict_json

HEAD, KIND, FORMAT = "repair.json", "language repair", 2  # 2: with the spread
RESTORED = "language.notices.repair_restored"
PLAIN = ("built_at", "fingerprint", "ids_digest", "column", "renormalise")


def write_repair(repair: FittedRepair, path: Path) -> None:
    """Write beside the place, then change places: the old or the new repair always stands there."""
    path = path.resolve()
    if path.exists() and not any((path / head).is_file() for head in (HEAD, OLD_HEAD)):
        raise DataError(fault("language.errors.foreign_folder", path=path))
    from monosashi.embeddings.scratch import scratch_folder
    from monosashi.language.repair_place import place_folder

    with scratch_folder(path.parent) as draft:
        _write(repair, draft / "new")
        place_folder(draft / "new", path)


def _write(repair: FittedRepair, folder: Path) -> None:
    head: dict[str, Any] = {"kind": KIND, "format": FORMAT, "repair": repair.kind,
                            "version": VERSION}  # fmt: skip
    head["model"] = repair.model.to_dict(canaries=True)
    head |= {name: getattr(repair, name) for name in (*PLAIN, "query_source")}
    head["settings"] = repair.settings()
    head["numbers"] = {name: getattr(repair, name) for name in repair.numbers_kept}
    head |= {
        name: None if held is None else dict(held.counts)
        for name, held in (("documents", repair.documents), ("queries", repair.queries))
    }
    head |= {name: spread_rows(getattr(repair, name)) for name in ("spread", "query_spread")}
    head["digests"] = {name: array_digest(array) for name, array in arrays_of(repair).items()}
    told = strict_json(head)
    if faults := head_faults(json.loads(told), repair.settings_kept, repair.numbers_kept):
        raise DataError(*faults)  # nobody could read it again
    folder.mkdir()
    (folder / HEAD).write_text(told, encoding="utf-8")
    for name, array in arrays_of(repair).items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)


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
    from monosashi.language.repair_place import recover

    refuse_kinds(kind_faults((str, Path), path=path))
    path = Path(path)
    restored = recover(path.resolve())
    if not any((path / head).is_file() for head in (HEAD, OLD_HEAD)):
        raise DataError(fault("language.errors.no_repair_there", path=path))
    try:
        found = _read(path)
    except DataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(fault("language.errors.not_a_repair", path=path, why=error)) from None
    if not restored:
        return found
    return replace(found, notices=(fault(RESTORED, path=path), *found.notices))


def _read(path: Path) -> FittedRepair:
    head, kind = _head(path)
    faults = head_faults(head, kind.settings_kept, kind.numbers_kept)
    arrays = read_arrays(path, head, kind.arrays_kept, faults)
    if faults:
        broken = fault("language.errors.broken_repair", path=path, parts=len(faults))
        raise DataError(broken, *faults)
    documents = _means(head["documents"], arrays.pop("documents"))
    asked = arrays.pop("queries", None)
    found: FittedRepair = kind(
        documents=documents, queries=None if asked is None else _means(head["queries"], asked),
        model=ModelCard.from_dict(head["model"]),
        notices=few_notices(documents), spread=read_spread(head["spread"], head["documents"]),
        query_spread=read_spread(head["query_spread"], head["queries"] or {}),
        query_source=head["query_source"],
        **{name: head[name] for name in PLAIN},
        **{name: head["settings"][name] for name in kind.settings_kept},
        **{name: head["numbers"][name] for name in kind.numbers_kept}, **arrays,
    )  # fmt: skip
    return found


def _head(path: Path) -> tuple[dict[str, Any], Any]:
    """The JSON of a repair, of whatever format, and its class."""
    if not (path / HEAD).is_file():
        head = read_centering(path)
    else:
        head = json.loads((path / HEAD).read_text(encoding="utf-8"))
        known = isinstance(head, dict) and head.get("format") in range(1, FORMAT + 1)
        if not known or head.get("kind") != KIND:
            told = head if isinstance(head, dict) else {}
            raise ValueError(f"{told.get('kind')!r:.40}, format {told.get('format')!r:.40}")
    kinds = _kinds()
    if head.get("repair") not in list(kinds):
        raise ValueError(f"repair {head.get('repair')!r:.40}; known: {', '.join(kinds)}")
    unsaid = dict.fromkeys(("spread", "query_spread", "query_source", "digests"))
    return {**unsaid, **head}, kinds[head["repair"]]


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


def _means(counts: dict[str, int], means: Float64Array) -> Centroids:
    return Centroids(dict(zip(counts, means, strict=True)), counts)
