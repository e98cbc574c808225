"""One small set, written in every format that people bring."""

import csv
import gzip
import json

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.stores import read


def npy(folder, _ids, vectors):
    np.save(folder / "v.npy", vectors, allow_pickle=True)
    return folder / "v.npy"


def npz(folder, ids, vectors):
    names = np.asarray(ids) if not any(i is None for i in ids) else np.array([i or "" for i in ids])
    np.savez(folder / "v.npz", ids=names, vectors=vectors)
    return folder / "v.npz"


def records(ids, vectors):
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in vectors]
    return [{"id": i, "v": row} for i, row in zip(ids, rows, strict=True)]


def lines(ids, vectors):
    return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records(ids, vectors)).encode()


def jsonl(folder, ids, vectors):
    (folder / "v.jsonl").write_bytes(lines(ids, vectors))
    return folder / "v.jsonl"


def jsonl_gz(folder, ids, vectors):
    (folder / "v.jsonl.gz").write_bytes(gzip.compress(lines(ids, vectors)))
    return folder / "v.jsonl.gz"


def delimited(ending, separator):
    def write(folder, ids, vectors):
        path = folder / f"v.{ending}"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=separator)
            writer.writerow(["id", "v"])
            for one in records(ids, vectors):
                name = "" if one["id"] is None else one["id"]
                writer.writerow([name, json.dumps(one["v"])])
        return path

    return write


def tensors(entries, metadata=None):
    """Bytes of a safetensors file of (name, type, shape, raw bytes)."""
    header, raw = {} if metadata is None else {"__metadata__": metadata}, b""
    for name, kind, shape, held in entries:
        header[name] = {"dtype": kind, "shape": list(shape),
                        "data_offsets": [len(raw), len(raw) + len(held)]}  # fmt: skip
        raw += held
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + raw


KINDS = {"float64": "F64", "float32": "F32", "float16": "F16", "int8": "I8", "uint8": "U8",
         "int64": "I64"}  # fmt: skip


def safetensors(folder, ids, vectors):
    matrix = np.ascontiguousarray(vectors)
    entries = [("vectors", KINDS[matrix.dtype.name], matrix.shape, matrix.tobytes())]
    metadata = {"ids": json.dumps(list(ids))}
    (folder / "v.safetensors").write_bytes(tensors(entries, metadata))
    return folder / "v.safetensors"


def faiss(folder, ids, vectors):
    library = pytest.importorskip("faiss")
    matrix = np.ascontiguousarray(vectors, dtype=np.float32)
    index = library.IndexFlatL2(matrix.shape[1])
    numbers = all(isinstance(i, int) for i in ids)
    if numbers and ids:
        index = library.IndexIDMap(index)
        index.add_with_ids(matrix, np.array(ids, dtype=np.int64))
    else:
        index.add(matrix)
        text = "".join(f"{'' if i is None else i}\n" for i in ids)
        (folder / "v.ids.txt").write_text(text, encoding="utf-8", newline="")
    library.write_index(index, str(folder / "v.faiss"))
    return folder / "v.faiss"


def arrow_table(ids, vectors, kind=None):
    pa = pytest.importorskip("pyarrow")
    rows = [np.asarray(row) for row in vectors]
    kind = kind or pa.list_(pa.from_numpy_dtype(rows[0].dtype) if rows else pa.float32())
    listed = [row.tolist() for row in rows]
    return pa.table({"id": list(ids), "v": pa.array(listed, kind)})


def parquet(folder, ids, vectors, kind=None):
    table = arrow_table(ids, vectors, kind)
    from pyarrow import parquet as writer

    writer.write_table(table, folder / "v.parquet")
    return folder / "v.parquet"


def arrow(folder, ids, vectors, kind=None):
    table = arrow_table(ids, vectors, kind)
    from pyarrow import ipc

    with ipc.new_file(str(folder / "v.arrow"), table.schema) as writer:
        writer.write_table(table)
    return folder / "v.arrow"


def write_dataset(place, table, parts=2):
    """What ``Dataset.save_to_disk`` leaves: arrow streams, their list, a description."""
    from pyarrow import ipc

    place.mkdir(parents=True, exist_ok=True)
    names = [f"data-{i:05d}-of-{parts:05d}.arrow" for i in range(parts)]
    size = -(-max(table.num_rows, 1) // parts)
    for i, name in enumerate(names):
        with ipc.new_stream(str(place / name), table.schema) as writer:
            writer.write_table(table.slice(i * size, size))
    state = {"_data_files": [{"filename": name} for name in names], "_fingerprint": "f",
             "_format_columns": None, "_format_kwargs": {}, "_format_type": None,
             "_output_all_columns": False, "_split": None}  # fmt: skip
    (place / "state.json").write_text(json.dumps(state), encoding="utf-8")
    (place / "dataset_info.json").write_text('{"features": {}}', encoding="utf-8")
    return place


def dataset(folder, ids, vectors, kind=None):
    return write_dataset(folder / "hf", arrow_table(ids, vectors, kind))


class Frame:
    """A table in memory: ``open_set`` takes it through its own door."""

    def __init__(self, ids, vectors):
        import polars as pl

        rows = [np.asarray(row) for row in vectors]
        self.table = pl.DataFrame({"id": list(ids), "v": [row.tolist() for row in rows]})


def frame(_folder, ids, vectors):
    pytest.importorskip("polars")
    return Frame(ids, vectors)


def saved(folder, ids, vectors):
    EmbeddingSet.from_arrays(vectors, ids=ids).save(folder / "set")
    return folder / "set"


FORMATS = {
    "npy": npy, "npz": npz, "parquet": parquet, "jsonl": jsonl, "jsonl.gz": jsonl_gz,
    "csv": delimited("csv", ","), "tsv": delimited("tsv", "\t"), "safetensors": safetensors,
    "faiss": faiss, "arrow": arrow, "hf": dataset, "frame": frame, "saved": saved,
}  # fmt: skip
FILES = [name for name in FORMATS if name not in {"hf", "frame", "saved"}]


def open_set(given, **options):
    if isinstance(given, Frame):
        return EmbeddingSet.from_frame(given.table, vectors="v", **options)
    return read(given, **options)


def through(name, folder, ids, vectors, **options):
    """Write in a format and read back (``saved`` meets its faults before it writes)."""
    return open_set(FORMATS[name](folder, ids, vectors), **options)
