"""Which failures of a service a run bears, and what becomes of the texts that they hit."""

from __future__ import annotations

from monosashi.embeddings import ServiceError
from monosashi.models.refusals import RefusedError
from monosashi.models.rewriters.crew import Breaker

FINAL = frozenset({"service_key", "service_key_missing", "service_key_unknown", "service_no_json",
                   "service_empty", "service_later", "service_moved"})  # fmt: skip
ELSEWHERE = frozenset({401, 403, 404, 405})


def borne(error: BaseException | None, breaker: Breaker, *, name: str, answered: bool) -> str:
    """The status of texts whose call failed: ``too_long`` or ``service``.

    ``answered`` says whether anything has come from there at all.

    Raises
    ------
    ServiceError
        No other text would fare better, nothing has come at all, or it is enough.
    """
    if not isinstance(error, ServiceError) or _hopeless(error):
        raise error if error is not None else AssertionError
    if isinstance(error, RefusedError):
        if error.too_large:
            return "too_long"
        breaker.refused(error)
    elif not answered:
        raise error
    else:
        breaker.failed(name, error.faults[0].values.get("told"))
    return "service"


def told_by(error: BaseException | None) -> str:
    """What a service said, or the name of what went wrong."""
    if not isinstance(error, ServiceError):
        return ""
    return str(error.faults[0].values.get("told") or error.faults[0].code.rpartition(".")[2])


def _hopeless(error: ServiceError) -> bool:
    """Whether no other text would fare better: a wrong key, address or model."""
    first = error.faults[0]
    name = first.code.rpartition(".")[2]
    return (
        name in FINAL
        or name.startswith("chat_")
        or (isinstance(error, RefusedError) and first.values.get("status") in ELSEWHERE)
    )
