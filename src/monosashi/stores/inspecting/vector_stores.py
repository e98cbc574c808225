"""Describe a table or collection of a vector store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, Fault, ServiceError
from monosashi.stores.addresses import store_address
from monosashi.stores.engines import opened, the_collection
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.tables import look_at_table
from monosashi.stores.space_notices import space_notices
from monosashi.stores.store_reading import load


def look_at_store(given: str | Path, asked: Questions) -> Inspection:
    """All columns, and the vectors asked for or all of them; faults are part of the answer."""
    address = store_address(given)
    try:
        with opened(address) as store:
            collection = the_collection(store, address, asked.id)
            spaces, card = collection.spaces(), collection.card()
            named = [name for name in (asked.vectors, asked.query_vectors) if name in spaces]
            wanted = [str(name) for name in named] or list(spaces)
            table = load(collection, address, wanted, asked.id)
    except ServiceError:  # says nothing of what lies there
        raise
    except DataError as error:
        return Inspection(str(address), address.engine, faults=error.faults)
    found = look_at_table(Path(given), address.engine, table, asked)
    told: list[Fault] = []
    for name in wanted:
        if name in table.columns:
            told += space_notices(table.columns[name], spaces[name], address, name)
    return replace(found, model=card.to_dict() if card else found.model,
                   notices=(*found.notices, *told))  # fmt: skip
