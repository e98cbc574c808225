"""One run at a time writes into a folder of a store; engines do not see to that themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.scratch import sole
from monosashi.stores.addresses import Address


@contextmanager
def one_writer(address: Address, *, make: bool) -> Iterator[None]:
    """Hold the folder for as long as the context lasts; a second run is refused at once.

    A server has no folder: there the notes of ``marks`` tell. With ``make``, a folder that is not
    there is made, and removed again if nothing came into it.
    """
    folder = Path(address.place)
    if address.is_server or not (make or folder.is_dir()):
        yield
        return
    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with sole(folder) as alone:
            if not alone:
                raise DataError(fault("stores.errors.store_busy", address=address))
            yield
    finally:
        if new:
            with suppress(OSError):  # it holds something
                folder.rmdir()
