"""What a service says when it gives no answer, and what that means."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import Fault, ServiceError
from monosashi.models.plain_text import without_blocks

SHOWN = 200
LATER = frozenset({408, 409, 425, 429})
NEVER = frozenset({501, 505})
HIDDEN = tuple((re.compile(rf"(?i)<{name}\b"), re.compile(rf"(?i)</{name}>"))
               for name in ("script", "style"))  # fmt: skip
TAG = re.compile(r"<[^<>]*>")
LIMIT = re.compile(
    r"(?i)maxim|\bmax\b|limit|exceed|less than|at most|fewer|larger|longer|greater"
    r"|too (?:large|long|many|big)"
)
CROWD = re.compile(r"(?i)queue|quota|rate.?limit|requests? per|concurren|overload")
OF_A_TEXT = re.compile(r"(?i)token|context|physical batch")
SOON = frozenset({"rate_limit_exceeded", "rate_limit_error", "resource_exhausted", "unavailable",
                  "overloaded_error", "server_error", "server_overloaded"})  # fmt: skip
SIZE = re.compile(r"(?i)token|context|length|input|batch|request size|array|characters|payload")


class RefusedError(ServiceError):
    """A service refused a request for good; asking again would give the same.

    Attributes
    ----------
    too_large : bool
        The texts, or their number, are more than the service takes at a time.
    told : str
        What the service said, without keys.
    """

    def __init__(self, *faults: Fault, too_large: bool = False, told: str = "") -> None:
        self.too_large, self.told = too_large, told
        super().__init__(*faults)


def told_in(body: Any) -> str | None:
    """The message in a body of JSON: OpenAI's, Google's, FastAPI's, vLLM's and TEI's forms."""
    if not isinstance(body, dict):
        return None
    error = body.get("error")
    inner = error.get("message") if isinstance(error, dict) else error
    for message in (inner, body.get("message"), body.get("detail")):
        if message:
            return message if isinstance(message, str) else str(message)
    return None


def plain(text: str) -> str:
    r"""Text without tags and line breaks.

    >>> plain("<html><style>p {}</style><p>Bad\nGateway</p></html>")
    'Bad Gateway'
    """
    for opening, closing in HIDDEN:
        text = without_blocks(text, opening, closing)
    return " ".join(TAG.sub(" ", text).split())


def shown(text: str) -> str:
    """The first 200 characters, without a full stop at the end.

    >>> shown("Not found."), len(shown("long " * 100))
    ('Not found', 200)
    """
    return text.rstrip(" .。") if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def is_error(body: Any) -> bool:
    """Whether a body of JSON reports an error, whatever its HTTP status says."""
    return isinstance(body, dict) and (bool(body.get("error")) or body.get("object") == "error")


def status_in(body: Any) -> int | None:
    """The HTTP status that a reported error names in its body."""
    error = body.get("error")
    code = error.get("code") if isinstance(error, dict) else body.get("code")
    text = str(code)
    return int(text) if re.fullmatch(r"[45]\d\d", text) else None


def is_too_large(status: int, told: str) -> bool:
    """Whether a refusal is about the length of a text or the number of texts.

    llama.cpp says so with status 500, Text Embeddings Inference with 413 or 422. A service that
    has too much to do is none that has too long a text.

    >>> is_too_large(500, "input (992 tokens) is too large to process")
    True
    >>> is_too_large(503, "input queue is longer than the maximum"), is_too_large(400, "no model")
    (False, False)
    """
    if status == 413:
        return True
    if status not in {400, 422, 500} or CROWD.search(told):
        return False
    size = OF_A_TEXT if status == 500 else SIZE
    return bool(LIMIT.search(told) and size.search(told))


def may_work_later(status: int, body: Any, told: str) -> bool:
    """Whether the same request may succeed after a while."""
    error = body.get("error") if isinstance(body, dict) else None
    named = error if isinstance(error, dict) else {}
    words = {str(named.get(key, "")).lower() for key in ("code", "type", "status")}
    if "insufficient_quota" in words:
        return False
    if words & SOON and not 400 <= status < 500:  # some say it with status 200
        return True
    if status in LATER:
        return True
    return status >= 500 and status not in NEVER and not is_too_large(status, told)
