"""The translation in an answer of a chat model, or the reason why there is none."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import ServiceError, fault
from monosashi.models.chat_service import choices_in, message_in, without_thought

OPENING, CLOSING = "<translation>", "</translation>"
INSIDE = re.compile(rf"(?s){OPENING}\n?(.*?)\n?{CLOSING}")


class NoTranslationError(Exception):
    """A model answered, and what it said is no translation.

    Attributes
    ----------
    why : str
        ``refused``, ``unfinished`` or ``form``.
    told : str
    """

    def __init__(self, why: str, told: str = "") -> None:
        self.why, self.told = why, told
        super().__init__(why)


def translation_in(answer: Any, *, service: str) -> str:
    """What stands between the tags that the model was told to use.

    A preamble, reasoning before it and remarks after it are left out by that.

    Raises
    ------
    NoTranslationError
        A refusal, an answer that breaks off, or one without the tags.
    ServiceError
        No answer of a chat, or not exactly one.
    """
    choices = choices_in(answer, service=service)
    if len(choices) != 1:
        raise ServiceError(fault("models.errors.translations_count", name=service,
                                 given=len(choices), n=1))  # fmt: skip
    return _inside(message_in(choices[0], service=service), choices[0].get("finish_reason"))


def _inside(message: dict[str, Any], ending: Any) -> str:
    said = message.get("content")
    refusal = message.get("refusal")
    if refusal or ending == "content_filter":
        raise NoTranslationError("refused", str(refusal or said or ""))
    text = without_thought(said) if isinstance(said, str) else ""
    # up to the last closing tag, so that every opening one finds its end
    found = INSIDE.findall(text[: text.rfind(CLOSING) + len(CLOSING)] if CLOSING in text else "")
    if ending == "length":
        raise NoTranslationError("unfinished", text)
    if len(found) != 1 or not found[0].strip():
        raise NoTranslationError("form", text)
    return str(found[0])
