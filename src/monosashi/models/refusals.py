"""What a service says when it gives no answer, and what that means."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import Fault, ServiceError

SHOWN = 200
LATER = frozenset({408, 409, 425, 429})
NEVER = frozenset({501, 505})
TAG = re.compile(r"(?is)<(script|style)\b.*?</\1>|<[^>]*>")
LIMIT = re.compile(
    r"(?i)maxim|\bmax\b|limit|exceed|less than|at most|fewer|larger|longer|greater"
    r"|too (?:large|long|many|big)"
)
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

    llama.cpp says so with status 500, Text Embeddings Inference with 413 or 422.

    >>> is_too_large(500, "input (992 tokens) is too large to process")
    True
    >>> is_too_large(400, "invalid model")
    False
    """
    if status == 413:
        return True
    if status not in {400, 422} and status < 500:
        return False
    return bool(LIMIT.search(told) and SIZE.search(told))


def may_work_later(status: int, body: Any, told: str) -> bool:
    """Whether the same request may succeed after a while."""
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict) and error.get("code") == "insufficient_quota":
        return False
    if status in LATER:
        return True
    return status >= 500 and status not in NEVER and not is_too_large(status, told)
