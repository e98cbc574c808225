"""Ask a Qdrant server: again when it does not answer, and in words when it refuses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.stores.addresses import KEY_VARIABLE, Address

T = TypeVar("T")
ATTEMPTS, FIRST_WAIT, LONGEST_WAIT = 4, 0.5, 8.0
BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
KEY_REFUSED = frozenset({401, 403})
LONGEST = 300


class Asking:
    """Calls of a client; a folder is asked once."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def __call__(self, call: Callable[..., T], *args: Any, **options: Any) -> T:
        """Answer of ``call``.

        Raises
        ------
        ServiceError
            No answer after several attempts, or a refusal.
        DataError
            The server does not take the key.
        """
        if not self._address.is_server:
            return call(*args, **options)
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException

        try:
            return _patiently(call, *args, **options)
        except (ApiException, QdrantException) as error:
            raise self._said(error) from None

    def _said(self, error: Exception) -> DataError:
        status = getattr(error, "status_code", None)
        if status in KEY_REFUSED:
            return DataError(fault("stores.errors.store_key", address=self._address,
                                   status=status, variable=KEY_VARIABLE))  # fmt: skip
        if status is None:
            source = getattr(error, "source", error)
            why = " ".join(str(source).split())[:LONGEST] or type(source).__name__
            return ServiceError(fault("stores.errors.store_silent", address=self._address,
                                      why=why))  # fmt: skip
        return ServiceError(fault("stores.errors.store_refused", address=self._address,
                                  status=status, why=_content(error)))  # fmt: skip


def _patiently(call: Callable[..., T], *args: Any, **options: Any) -> T:
    """Asked again only where the same question may get another answer."""
    import stamina

    logging.getLogger("stamina").addHandler(logging.NullHandler())
    for attempt in stamina.retry_context(
        on=is_passing, attempts=ATTEMPTS, timeout=None, wait_initial=FIRST_WAIT,
        wait_max=LONGEST_WAIT,
    ):  # fmt: skip
        with attempt:
            return call(*args, **options)
    raise AssertionError  # retry_context returns or raises


def is_passing(error: Exception) -> bool:
    """No connection, no answer in time, a broken answer, a busy server."""
    from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ResponseHandlingException

    passing = isinstance(error, ResponseHandlingException | ResourceExhaustedResponse)
    return passing or getattr(error, "status_code", None) in BUSY


def _content(error: Exception) -> str:
    held = getattr(error, "content", b"")
    text = held.decode("utf-8", "replace") if isinstance(held, bytes) else str(held)
    return " ".join(text.split())[:LONGEST]
