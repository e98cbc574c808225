"""FAISS index files: the vectors that an index holds, and their ids."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, as_float_matrix
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.heads import found_format, head_of

BLOCK = 65_536
EXACT = ("IndexFlat", "IndexFlatL2", "IndexFlatIP", "IndexFlat1D", "IndexHNSWFlat", "IndexNSGFlat",
         "IndexIVFFlat", "IndexIVFFlatDedup", "IndexRefineFlat")  # fmt: skip
METRICS = {0: "inner product", 1: "L2"}
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class IndexedVectors:
    """What stands in an index; ``ids`` is None when it numbers its vectors itself."""

    vectors: FloatArray
    ids: IntArray | None
    notices: tuple[Fault, ...]


def read_faiss(path: Path) -> IndexedVectors:
    """Rebuild the vectors of an index, in its own order.

    Flat, HNSW, NSG and IVF indexes over whole vectors give them back as they were added; indexes
    that compress (PQ, SQ, LSH, transforms) give approximations, and binary ones -1 and +1, which a
    notice says. Vectors added to an IVF with ids of their own come in the order of these ids.

    Raises
    ------
    DataError
        faiss is not installed; the file is damaged, empty or no index; the index cannot give its
        vectors back; ids that are negative or stand more than once.
    """
    faiss = _faiss(path)
    binary = _is_binary(path)
    try:
        index = (faiss.read_index_binary if binary else faiss.read_index)(str(path))
    except (RuntimeError, MemoryError):
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None
    if index.ntotal == 0:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    inner, ids = _without_map(faiss, index, binary=binary)
    keys = _inverted_ids(faiss, inner, binary=binary) if ids is None else None
    names = keys if ids is None else ids
    if names is not None and (faults := _id_faults(names, path)):
        raise DataError(*faults)
    keys = None if keys is None or (keys == np.arange(len(keys))).all() else keys
    try:
        vectors = _rebuilt(faiss, inner, keys, binary=binary)
    except RuntimeError:
        kind = type(inner).__name__
        raise DataError(fault("embeddings.errors.faiss_cannot", path=path.name,
                              kind=kind)) from None  # fmt: skip
    if binary:
        vectors = as_float_matrix(vectors, path.name, 8 * vectors.shape[1])
    notices = _notices(inner, path, binary=binary)
    return IndexedVectors(vectors, keys if ids is None else ids, notices)


def _faiss(path: Path) -> Any:
    try:
        import faiss
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_faiss", path=path.name)) from None
    return faiss


def _is_binary(path: Path) -> bool:
    """Whether the index holds bits; what is no index at all is refused before faiss sees it."""
    head = head_of(path)
    if found := found_format(head):
        raise DataError(fault("embeddings.errors.other_format", path=path.name, found=found,
                              expected="faiss"))  # fmt: skip
    if len(head) < 8 or head[:1] != b"I" or not head[1:4].isalnum():
        raise DataError(fault("embeddings.errors.broken_file", path=path.name))
    return head.startswith(b"IB")


def _without_map(faiss: Any, index: Any, *, binary: bool) -> tuple[Any, IntArray | None]:
    """The index inside an IDMap (which must outlive it), and the ids of the map."""
    if not hasattr(index, "id_map"):
        return index, None
    downcast = faiss.downcast_IndexBinary if binary else faiss.downcast_index
    ids: IntArray = faiss.vector_to_array(index.id_map).copy()
    inner = downcast(index.index)
    return inner, ids


def _inverted_ids(faiss: Any, index: Any, *, binary: bool) -> IntArray | None:
    """Ids that stand in the lists of an IVF, sorted; None for any other index."""
    ivf = _ivf(faiss, index, binary=binary)
    if ivf is None:
        return None
    lists = ivf.invlists
    parts = [faiss.rev_swig_ptr(lists.get_ids(number), size).copy()
             for number in range(ivf.nlist) if (size := lists.list_size(number))]  # fmt: skip
    return np.sort(np.concatenate(parts).astype(np.int64))


def _ivf(faiss: Any, index: Any, *, binary: bool) -> Any:
    if binary:
        return index if hasattr(index, "invlists") else None
    return faiss.try_extract_index_ivf(index)


def _id_faults(ids: IntArray, path: Path) -> list[Fault]:
    names, counts = np.unique(ids, return_counts=True)
    found = []
    if len(twice := names[counts > 1]):
        rows = np.flatnonzero(np.isin(ids, twice)).tolist()
        found.append(
            fault("embeddings.errors.duplicate_ids", rows, list(map(str, twice)), what=path.name)
        )
    if below := np.flatnonzero(ids < 0).tolist():
        found.append(fault("embeddings.errors.negative_ids", below, list(map(str, ids[below])),
                           path=path.name))  # fmt: skip
    return found


def _rebuilt(faiss: Any, index: Any, keys: IntArray | None, *, binary: bool) -> npt.NDArray[Any]:
    """(n, d) vectors, in blocks by position or one by one by their keys.

    One vector is asked for first: in the call for many, an index that cannot give vectors back
    ends the whole process.
    """
    n = int(index.ntotal)
    if (ivf := _ivf(faiss, index, binary=binary)) is not None:
        kinds = faiss.DirectMap
        ivf.set_direct_map_type(kinds.Array if keys is None else kinds.Hashtable)
    first = index.reconstruct(0 if keys is None else int(keys[0]))
    out: npt.NDArray[Any] = np.empty((n, len(first)), dtype=first.dtype)
    if keys is None:
        for start in range(0, n, BLOCK):
            out[start : start + BLOCK] = index.reconstruct_n(start, min(BLOCK, n - start))
        return out
    for row, key in enumerate(keys.tolist()):
        out[row] = index.reconstruct(key)
    return out


def _notices(index: Any, path: Path, *, binary: bool) -> tuple[Fault, ...]:
    kind = type(index).__name__
    if binary:
        return (fault("embeddings.notices.faiss_binary", path=path.name, kind=kind),)
    if kind in EXACT:
        return ()
    metric = METRICS.get(int(index.metric_type), str(index.metric_type))
    return (fault("embeddings.notices.faiss_approximate", path=path.name, kind=kind,
                  metric=metric),)  # fmt: skip
