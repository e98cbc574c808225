"""A Parquet file that embedding-atlas opens: texts, places on a map, nearest neighbours."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.neighbors import Neighbors

NAMES = ("x", "y", "neighbors")


def write_atlas(
    path: str | Path,
    data: EmbeddingSet,
    places: npt.NDArray[np.float64],
    neighbours: Neighbors,
    *,
    about: Mapping[str, Any],
) -> None:
    """Write one row an item: ``id``, its columns, ``x``, ``y`` and ``neighbors``.

    ``neighbors`` is the structure that embedding-atlas names: ``{ids, distances}``, where ids are
    row numbers of this file from 0 on, nearest first.

    Parameters
    ----------
    path : file to write, whole or not at all
    data : EmbeddingSet
        ``n`` rows; columns of texts and labels are kept.
    places : (n, 2) array
    neighbours : Neighbors
        Of all rows among themselves.
    about : mapping
        How map and lists were made and what was drawn; kept as JSON under ``monosashi`` in the
        metadata of the file.

    Raises
    ------
    DataError
        pyarrow is not installed, or the set has columns named like those above.
    """
    target = Path(path)
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise DataError(fault("embeddings.errors.needs_pyarrow", path=target.name)) from None
    columns = {name: values for name, values in data.columns.items() if name[:2] != "__"}
    if taken := [name for name in columns if name in {*NAMES, "id"}]:
        raise DataError(fault("map.errors.taken_columns", ids=taken))
    lists = pa.StructArray.from_arrays(
        [_lists(neighbours.indices), _lists(neighbours.distances)], names=["ids", "distances"]
    )
    held = {"id": pa.array([str(one) for one in data.ids]),
            **{name: pa.array([None if one is None else str(one) for one in values])
               for name, values in columns.items()},
            "x": pa.array(places[:, 0]), "y": pa.array(places[:, 1]),
            "neighbors": lists}  # fmt: skip
    told = json.dumps(dict(about), ensure_ascii=False)
    table = pa.table(held).replace_schema_metadata({"monosashi": told})
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as draft:
        parquet.write_table(table, Path(draft) / "table")
        (Path(draft) / "table").replace(target)


def _lists(rows: npt.NDArray[Any]) -> Any:
    import pyarrow as pa

    starts = np.arange(len(rows) + 1, dtype=np.int32) * rows.shape[1]
    return pa.ListArray.from_arrays(pa.array(starts, type=pa.int32()), pa.array(rows.ravel()))
