"""What chat services have in common, whether they translate, rewrite or judge."""

from __future__ import annotations

import re
from typing import Any

from monosashi.embeddings import ServiceError, fault
from monosashi.models.addresses import checked_address
from monosashi.models.keys import key_variables
from monosashi.models.plain_text import without_blocks
from monosashi.models.polite_client import Patience, PoliteClient

URL, PATH, KEY = "https://api.openai.com/v1", "/chat/completions", "OPENAI_API_KEY"
MOST_BYTES = 2**22  # an answer of a million tokens
THOUGHT = re.compile(r"(?i)<think(?:ing)?>")
THOUGHT_END = re.compile(r"(?i)</think(?:ing)?>")


def chat_client(
    url: str, *, key_env: str, timeout: float, patience: Patience, path: str = PATH
) -> PoliteClient:
    """A client of the service at an address, which must hold no key."""
    return PoliteClient(checked_address(url, path), key_env=key_variables(key_env),
                        timeout=timeout, patience=patience,
                        most_bytes=MOST_BYTES)  # fmt: skip


def choices_in(said: Any, *, service: str) -> list[dict[str, Any]]:
    """The choices that an answer in OpenAI's form holds, one at least.

    Raises
    ------
    ServiceError
        It is no answer of a chat.
    """
    choices = said.get("choices") if isinstance(said, dict) else None
    if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
        raise ServiceError(fault("models.errors.chat_no_answer", service=service))
    return choices


def message_in(holder: Any, *, service: str) -> dict[str, Any]:
    """The message of a choice, or of an answer in Ollama's own form.

    Raises
    ------
    ServiceError
        There is none.
    """
    message = holder.get("message") if isinstance(holder, dict) else None
    if not isinstance(message, dict):
        raise ServiceError(fault("models.errors.chat_no_answer", service=service))
    return message


def without_thought(said: str) -> str:
    """What is said after thinking; of a thought whose beginning is not told, up to its end.

    >>> without_thought("<think>hm</think> Yes."), without_thought("hm</think> Yes.")
    (' Yes.', ' Yes.')
    """
    bare = without_blocks(said, THOUGHT, THOUGHT_END)
    end = THOUGHT_END.search(bare)
    return bare if end is None else bare[end.end() :]
