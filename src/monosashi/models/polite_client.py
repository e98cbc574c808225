"""One client for services that take and give JSON: it waits, asks again, and gives up in words."""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.models.addresses import (
    checked_address,
    hidden_query,
    is_loopback,
    joined,
    public_address,
)
from monosashi.models.command_showing import without_values
from monosashi.models.keys import key_for, without_keys
from monosashi.models.one_attempt import FailedCallError, post_once
from monosashi.models.query_values import query_values
from monosashi.models.refusals import RefusedError, plain, shown
from monosashi.models.retry_after import LONGEST, in_units

if TYPE_CHECKING:
    import httpx

LONGEST_CONNECT = 10.0
KEY_REFUSED = frozenset({401, 403})
NOWHERE = logging.NullHandler()


@dataclass(frozen=True)
class Patience:
    """How often and how long a service is asked again.

    Attributes
    ----------
    attempts : int
        Calls in all.
    total : float
        Seconds after which no further attempt starts (a wait under way is finished).
    first_wait, longest_wait, jitter : float
        Seconds: the wait doubles from the first to the longest, and up to ``jitter`` is added by
        chance, so that several callers do not come back together. What a service asks for in
        ``Retry-After`` comes instead of it, at most 60 seconds at a time.
    stops : bool
        Whether a service that asks for a longer wait than all of these together is given up at
        once; otherwise it is asked again all the same.
    """

    attempts: int = 6
    total: float = 600.0
    first_wait: float = 0.5
    longest_wait: float = 30.0
    jitter: float = 1.0
    stops: bool = False

    @property
    def whole(self) -> float:
        """The longest wait that its attempts can bear together, in seconds."""
        return min(self.total, LONGEST * (self.attempts - 1))


class PoliteClient:
    """Posts JSON to one service and returns the JSON that it answers.

    Asked again, after a growing wait or the one that the service asks for, are requests that met
    HTTP 408, 409, 425, 429 or 5xx, no connection, no answer in time, or a broken answer. Other
    refusals are final. The key is read from the environment at every call, sent in a header and
    kept nowhere. Proxies are taken from the environment, but not for this machine itself.

    Parameters
    ----------
    url : str
        Address of the service; a query is sent along and never shown.
    key_env : sequence of str
        Environment variables that may hold the key; empty for a service without one.
    key_header, key_form : str
        Where the key goes, and how, with ``{key}``.
    timeout : float
        Seconds until the whole answer must be there; looked at whenever a piece of it arrives.
    most_bytes : int, optional
        An answer that is longer is no answer, and is not read to its end; 512 MiB by default.

    Examples
    --------
    >>> PoliteClient("http://127.0.0.1:8000/v1/", key_env=()).address
    'http://127.0.0.1:8000/v1'
    """

    def __init__(
        self,
        url: str,
        *,
        key_env: Sequence[str],
        key_header: str = "Authorization",
        key_form: str = "Bearer {key}",
        timeout: float = 60.0,
        patience: Patience | None = None,
        most_bytes: int | None = None,
    ) -> None:
        self._url = checked_address(url)
        self.address = public_address(self._url)
        self.key_env = tuple(key_env)
        self._key_header, self._key_form = key_header, key_form
        self.timeout = timeout
        self.patience = patience or Patience()
        self.most_bytes = most_bytes

    @property
    def query_identity(self) -> dict[str, str]:
        """A digest of the query of the address, which may hold a key; nothing without a query."""
        query = hidden_query(self._url)
        return {"query": sha256(query.encode()).hexdigest()[:16]} if query else {}

    def harmless(self, text: Any) -> Any:
        """What the service said, if it is text: short, and without what it was sent in secret."""
        if not isinstance(text, str):
            return text
        return shown(self._hushed(key_for(self._url, self.key_env), plain(text)))

    def _hushed(self, key: str | None, text: str) -> str:
        """Without the key and the values of the query, which a service may repeat."""
        return without_values(without_keys(text, key), self._query_values)

    @cached_property
    def _query_values(self) -> list[str]:
        return query_values(self._url)

    def post(
        self, path: str, body: Mapping[str, Any], *, again: Callable[[], None] | None = None
    ) -> Any:
        """The JSON that the service answers to ``body`` at ``path``.

        Parameters
        ----------
        again : function, optional
            Called before every sending but the first.

        Raises
        ------
        ServiceError
            All attempts failed; ``RefusedError`` where asking again would give the same.
        DataError
            The environment holds no key, and the service is not on this machine; or its proxy
            settings cannot be used.
        """
        import stamina

        # Without a handler of the application, logging would print the library's own warnings.
        logging.getLogger("stamina").addHandler(NOWHERE)
        patience, tried = self.patience, 0
        key = key_for(self._url, self.key_env)
        headers = {self._key_header: self._key_form.format(key=key)} if key else {}
        address, hushed = joined(self._url, path), partial(self._hushed, key)
        try:
            for attempt in stamina.retry_context(
                on=partial(_wait, patience),
                attempts=patience.attempts,
                timeout=patience.total,
                wait_initial=patience.first_wait,
                wait_max=patience.longest_wait,
                wait_jitter=patience.jitter,
            ):
                with attempt:
                    tried = attempt.num
                    if tried > 1 and again is not None:
                        again()
                    return post_once(self._http, address, body, headers,
                                     hushed=hushed, seconds=self.timeout,
                                     most_bytes=self.most_bytes)  # fmt: skip
        except FailedCallError as failed:
            raise self._given_up(failed, tried, has_key=key is not None) from None
        raise AssertionError  # pragma: no cover - the loop returns or raises

    def _given_up(self, failed: FailedCallError, tried: int, *, has_key: bool) -> ServiceError:
        status, code = failed.values.get("status"), failed.code
        if failed.final and status in KEY_REFUSED:
            missing = "service_key_missing" if self.key_env else "service_key_unknown"
            code = "service_key" if has_key else missing
        if failed.asked is not None and _too_long(failed, self.patience):
            code = "service_later"
        found = fault(
            f"models.errors.{code}",
            asked=in_units(failed.asked or 0.0),
            **failed.values,
            address=self.address,
            attempts=tried,
            timeout=self.timeout,
            variables=" / ".join(self.key_env),
        )
        if not failed.final:
            return ServiceError(found)
        told = failed.values.get("told", "")
        return RefusedError(found, too_large=failed.too_large, told=told)

    @cached_property
    def _http(self) -> httpx.Client:
        """One pool of connections, closed with its owner."""
        import httpx

        timeout = httpx.Timeout(self.timeout, connect=min(self.timeout, LONGEST_CONNECT))
        try:
            client = httpx.Client(timeout=timeout, trust_env=not is_loopback(self._url))
        except (ValueError, ImportError, httpx.InvalidURL):
            # The library's message would repeat the address of the proxy, password and all.
            raise DataError(fault("models.errors.bad_proxy")) from None
        weakref.finalize(self, client.close)
        return client


def _wait(patience: Patience, error: Exception) -> bool | float:
    if not isinstance(error, FailedCallError) or _too_long(error, patience):
        return False
    return error.wait


def _too_long(failed: FailedCallError, patience: Patience) -> bool:
    """Whether the service asks to come back later than all tries reach, and that ends them."""
    return patience.stops and failed.asked is not None and failed.asked > patience.whole
