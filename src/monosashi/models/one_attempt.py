"""One attempt at a service: its JSON, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from monosashi.models.addresses import public_address
from monosashi.models.refusals import (
    is_error,
    is_too_large,
    may_work_later,
    plain,
    shown,
    status_in,
    told_in,
)
from monosashi.models.retry_after import LONGEST, asked_for

if TYPE_CHECKING:
    import httpx


BODY = {b"content-encoding", b"content-length", b"transfer-encoding"}  # true of what was sent
MOST_BYTES = 2**29  # an answer is held in memory: 2,048 vectors of 3,072 numbers are a quarter


class FailedCallError(Exception):
    """One attempt failed. Holds no header and no address, so that it may be logged.

    Attributes
    ----------
    code : str
        The sentence, without its room.
    wait : float or bool
        Seconds after which to try again; True leaves the wait to the caller, False is final.
    asked : float, optional
        Seconds that the service asks to wait, however many.
    too_large : bool
        The service takes less at a time.
    """

    def __init__(
        self,
        code: str,
        *,
        wait: float | bool,
        asked: float | None = None,
        too_large: bool = False,
        **values: Any,
    ) -> None:
        self.asked = asked
        self.code, self.wait, self.too_large, self.values = code, wait, too_large, values
        super().__init__(code)

    @property
    def final(self) -> bool:
        """Asking again would give the same; a wait of 0 seconds is a wait."""
        return self.wait is False


def post_once(
    http: httpx.Client,
    url: str,
    body: Mapping[str, Any],
    headers: Mapping[str, str],
    *,
    hushed: Callable[[str], str],
    seconds: float,
    most_bytes: int | None = None,
) -> Any:
    """The JSON that is answered to one POST.

    Raises
    ------
    FailedCallError
        No connection, no answer in time, an error status, an error in a body of status 200, or
        a body that is not JSON. What the service says stands in it after ``hushed``,
        which takes out what was sent in secret.
    """
    import httpx

    try:
        with http.stream("POST", url, json=body, headers=headers) as opened:
            response = _whole(opened, monotonic() + seconds, most_bytes or MOST_BYTES)
    except (httpx.TimeoutException, TimeoutError):
        raise FailedCallError("service_silent", wait=True) from None
    except (httpx.RequestError, httpx.InvalidURL) as error:
        why = plain(str(error)) or type(error).__name__
        ours = isinstance(error, (httpx.InvalidURL, httpx.UnsupportedProtocol))
        again = not ours and "certificate" not in why.lower()
        raise FailedCallError("service_unreachable", wait=again, why=shown(hushed(why))) from None
    return _read(response, hushed)


def _whole(response: httpx.Response, until: float, most_bytes: int) -> httpx.Response:
    """The whole answer, if it ends in time and is no flood."""
    import httpx

    parts, size = [], 0
    for part in response.iter_bytes():
        parts.append(part)
        size += len(part)
        if size > most_bytes:
            raise FailedCallError("service_flood", wait=False, megabytes=most_bytes // 2**20)
        if monotonic() > until:
            raise TimeoutError
    # as bytes: a proxy may send signs that are not ASCII
    read = [pair for pair in response.headers.raw if pair[0].lower() not in BODY]
    return httpx.Response(response.status_code, headers=read, content=b"".join(parts),
                          extensions=response.extensions, request=response.request)  # fmt: skip


def _read(response: httpx.Response, hushed: Callable[[str], str]) -> Any:
    try:
        body = response.json()
    except (ValueError, RecursionError):
        body = None
        if response.is_success:
            raise _no_json(response.text, hushed) from None
    if response.is_success and not is_error(body):
        return body
    named = status_in(body) if is_error(body) else None
    status = response.status_code if not response.is_success else named or response.status_code
    if response.has_redirect_location:
        raise FailedCallError("service_moved", wait=False, status=response.status_code,
                              to=shown(hushed(_place(response.headers["location"]))))  # fmt: skip
    told = plain(told_in(body) or response.text) or response.reason_phrase
    raise _refused(status, told, hushed(told), body, asked_for(response.headers, body))


def _place(location: str) -> str:
    """Where a service points to, without what may be secret."""
    try:
        return plain(public_address(location))
    except ValueError:
        return "?"


def _refused(
    status: int, told: str, harmless: str, body: Any, asked: float | None
) -> FailedCallError:
    """Judged by all that the service said; shown is what is ``harmless`` of it."""
    again = may_work_later(status, body, told)
    return FailedCallError(
        "service_status" if again else "service_status_refused",
        wait=min(asked, LONGEST) if again and asked is not None else again,
        asked=asked if again else None,
        too_large=not again and is_too_large(status, told),
        status=status,
        told=shown(harmless),
    )


def _no_json(text: str, hushed: Callable[[str], str]) -> FailedCallError:
    """JSON that breaks off may come whole next time; a page of HTML is another address."""
    told = shown(hushed(plain(text)))
    if not told:
        return FailedCallError("service_empty", wait=False)
    begun = text.lstrip()[:1] in {"{", "["}
    return FailedCallError("service_garbled" if begun else "service_no_json", wait=begun, told=told)
