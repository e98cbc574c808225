"""A table or collection of a vector store comes in as a checked set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.table import Table
from monosashi.stores.addresses import Address, store_address
from monosashi.stores.assembly import assemble
from monosashi.stores.engines import opened, the_collection
from monosashi.stores.gathering import Gathering
from monosashi.stores.marks import mark_of, marked, refuse_unfinished
from monosashi.stores.options import Options
from monosashi.stores.roles import USUAL, Finder
from monosashi.stores.rows import rows_of
from monosashi.stores.space_notices import space_notices
from monosashi.stores.store_protocols import RAW, Collection, Space, one_name


def read_store(given: str | Path, options: Options) -> EmbeddingSet:
    """Read the vectors asked for, ids and columns, batch by batch."""
    address = store_address(given)
    if options.encoding is not None:
        raise DataError(fault("stores.errors.encoding_unused", path=address))
    with opened(address) as store:
        collection = the_collection(store, address, options.id)
        spaces, unusable = collection.spaces(), collection.unusable()
        asked = None if options.vectors is None else str(options.vectors)
        mark = None if asked is None else refuse_unfinished(collection, asked, address)
        queries = str(options.query_vectors or USUAL[1])
        name = chosen_vectors(spaces, unusable, address, asked, queries)
        mark = mark or refuse_unfinished(collection, name, address)
        both = queries in spaces and queries != name
        table = load(collection, address, [name, queries] if both else [name], options.id)
        if mark_of(collection, name) != mark:  # another run has begun to write meanwhile
            refuse_unfinished(collection, name, address)
        card = _card(collection.card(), options.model)
    data = _checked(table, replace(options, vectors=name), address, card)
    told = space_notices(data.vectors, spaces[name], address, name)
    if unusable:
        told.append(fault("stores.notices.store_unusable", ids=unusable, address=str(address)))
    return marked(replace(data, notices=(*data.notices, *told)), mark)


def chosen_vectors(
    spaces: Mapping[str, Space],
    unusable: Sequence[str],
    address: Address,
    given: str | None,
    queries: str = USUAL[1],
) -> str:
    """The vectors asked for, the usual ones, or the only ones."""
    if given is not None:
        if given not in spaces:
            raise DataError(fault("stores.errors.store_no_vectors", name=given, address=address,
                                  known=", ".join(spaces) or "-"))  # fmt: skip
        return given
    names = [name for name in spaces if name != queries or len(spaces) == 1]
    usual = next((name for name in (RAW, USUAL[0]) if name in names), None)
    if (found := usual or one_name(names)) is not None:
        return found
    code = "which_vectors" if names else "no_vectors"
    known = ", ".join([*names, *unusable]) or "-"
    raise DataError(fault(f"embeddings.errors.{code}", source=address, known=known))


def load(
    collection: Collection, address: Address, wanted: list[str], id_column: str | None
) -> Table:
    """Rows with these vectors; ids stand in ``id`` unless the store has a column of that name."""
    gathering = Gathering(wanted, collection.count())
    for batch in collection.batches(wanted):
        gathering.take(batch)
    unread = [name for name in collection.spaces() if name not in wanted]
    return _with_ids(gathering.table(str(address), unread), collection.key_column, id_column)


def _with_ids(table: Table, key: str | None, asked: str | None) -> Table:
    """The store's own keys are the ids where no column is called so."""
    if key is None or key not in table.columns or "id" in table.columns:
        return table
    rest = {name: values for name, values in table.columns.items() if name != key or name == asked}
    return replace(table, columns={"id": table.columns[key], **rest})


def read_store_columns(given: str | Path, id_column: str | None) -> Table:
    """Columns without vectors, for whoever reads texts."""
    address = store_address(given)
    with opened(address) as store:
        return load(the_collection(store, address, id_column), address, [], id_column)


def _checked(table: Table, options: Options, address: Address, card: ModelCard) -> EmbeddingSet:
    faults = Faults()
    faults.found += table.faults
    rows = faults.attempt(rows_of, table, options)
    if rows is None or faults.found:
        raise DataError(*faults.found)
    finder = Finder(rows, options, Path(str(address)), None, card.dimension)
    return assemble(rows, finder, card, options)


def _card(held: ModelCard | None, given: ModelCard | str | None) -> ModelCard:
    if isinstance(given, ModelCard):
        return given
    card = held or ModelCard()
    return card if given is None else replace(card, name=given)
