"""Open a folder of LanceDB tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from monosashi.embeddings import EmbeddingSet
from monosashi.stores.addresses import Address, lance_tables
from monosashi.stores.lancedb.columns import schema_for
from monosashi.stores.lancedb.table import LanceTable
from monosashi.stores.store_faults import needs_package, no_store_there, what_the_engine_says


@contextmanager
def open_lancedb(address: Address, *, make: bool) -> Iterator[LanceStore]:
    """The tables of a folder; a folder that holds none is left as it is."""
    folder = Path(address.place)
    if not make and not lance_tables(folder):
        raise no_store_there(address)
    try:
        import lancedb
    except ImportError:
        raise needs_package(address) from None
    with what_the_engine_says(address, OSError, RuntimeError):
        yield LanceStore(lancedb.connect(address.place), address)


class LanceStore:
    """Tables of one folder."""

    def __init__(self, database: Any, address: Address) -> None:
        self._database, self._address = database, address

    def names(self) -> list[str]:
        """Tables that lie in the folder."""
        return lance_tables(Path(self._address.place))

    def collection(self, name: str, id_column: str | None) -> LanceTable:
        """A table that is there."""
        return LanceTable(self._database.open_table(name), id_column)

    def create(self, name: str, rows: EmbeddingSet, vectors: str) -> LanceTable:
        """An empty table for rows like these."""
        schema = schema_for(rows, vectors, str(self._address))
        return LanceTable(self._database.create_table(name, schema=schema), "id")
