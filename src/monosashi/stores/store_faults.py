"""What is said when a store cannot be opened, or does not hold what was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from monosashi.embeddings import DataError, Fault, fault
from monosashi.stores.addresses import Address

PACKAGES = {"lancedb": "lancedb", "qdrant": "qdrant-client", "chroma": "chromadb"}
LONGEST = 300  # characters of what an engine says
SOURCE = re.compile(r",? ?/\S+\.rs:\d+\S*")  # where in the engine, as Lance adds


def needs_package(address: Address) -> DataError:
    """The error that names the extra."""
    return DataError(fault("stores.errors.store_package", address=address, extra=address.engine,
                           package=PACKAGES[address.engine]))  # fmt: skip


def no_such_collection(address: Address, names: list[str]) -> Fault:
    """The store holds none, others, or several of which none was named."""
    if not names:
        return fault("stores.errors.store_bare", address=address, called=address.called)
    code = "store_which" if address.name is None else "store_no_collection"
    return fault(f"stores.errors.{code}", ids=names, address=address, called=address.called,
                 name=address.name, option=_option(address, names[0]))  # fmt: skip


def _option(address: Address, name: str) -> str:
    return f"/{name}" if address.is_server else f"?{address.called}={name}"


def no_store_there(address: Address) -> DataError:
    """The folder does not exist, or something else lies in it."""
    return DataError(fault("stores.errors.store_absent", address=address, folder=address.place,
                           engine=address.engine))  # fmt: skip


@contextmanager
def what_the_engine_says(address: Address, *kinds: type[Exception]) -> Iterator[None]:
    """Errors of these kinds, which an engine raises, in our words."""
    try:
        yield
    except DataError:
        raise
    except kinds as error:
        why = SOURCE.sub("", " ".join(str(error).split()))[:LONGEST] or type(error).__name__
        raise DataError(fault("stores.errors.store_broken", address=address, why=why)) from None
