"""The two ways in which chat servers are asked: OpenAI's, and Ollama's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from monosashi.models.chat_service import choices_in, message_in
from monosashi.models.rewriters.prompts import answer_schema
from monosashi.models.rewriters.steps import Answer

Form = Literal["schema", "object", "none"]
MOST_TOKENS = 2**32  # more than any model takes; a greater number is no count


@dataclass(frozen=True)
class Sampling:
    """How a model chooses its words; what is None is left to the server.

    Attributes
    ----------
    context : int, optional
        Tokens that prompt and answer may have together.
    """

    temperature: float | None = 1.0
    top_p: float | None = 0.95
    top_k: int | None = None
    repetition_penalty: float | None = None
    max_tokens: int = 512
    context: int | None = None


def openai_body(model: str, messages: Any, how: Sampling, *, seed: int, form: Form,
                limit_name: str = "max_tokens") -> dict[str, Any]:  # fmt: skip
    """What is posted to ``/chat/completions``."""
    forms: dict[str, Any] = {
        "schema": {"type": "json_schema", "json_schema": {
            "name": "rewriting", "strict": True, "schema": answer_schema()}},
        "object": {"type": "json_object"},
    }  # fmt: skip
    body = {"model": model, "messages": messages, "temperature": how.temperature,
            "top_p": how.top_p, "top_k": how.top_k, "repetition_penalty": how.repetition_penalty,
            limit_name: how.max_tokens, "seed": seed, "stream": False,
            "response_format": forms.get(form)}  # fmt: skip
    return {name: value for name, value in body.items() if value is not None}


def ollama_body(model: str, messages: Any, how: Sampling, *, seed: int, form: Form
                ) -> dict[str, Any]:  # fmt: skip
    """What is posted to ``/api/chat``, which alone takes a context size and no thinking."""
    options = {"temperature": how.temperature, "top_p": how.top_p, "top_k": how.top_k,
               "repeat_penalty": how.repetition_penalty, "num_predict": how.max_tokens,
               "num_ctx": how.context, "seed": seed}  # fmt: skip
    formats: dict[str, Any] = {"schema": answer_schema(), "object": "json"}
    body = {"model": model, "messages": messages, "stream": False, "think": False,
            "format": formats.get(form),
            "options": {name: v for name, v in options.items() if v is not None}}  # fmt: skip
    return {name: value for name, value in body.items() if value is not None}


def openai_answer(said: Any, *, service: str, seconds: float, context: int | None) -> Answer:
    """What OpenAI's form holds.

    Raises
    ------
    ServiceError
        It is no answer of a chat.
    """
    first = next(iter(choices_in(said, service=service)), {})
    message = message_in(first, service=service)
    usage = said.get("usage") if isinstance(said.get("usage"), dict) else {}
    asked, made = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    return Answer(
        raw=_text(message.get("content")),
        refusal=_text(message.get("refusal")),
        finish=_ending(_text(first.get("finish_reason")), asked, made, context),
        prompt_tokens=asked,
        completion_tokens=made,
        model=_text(said.get("model")),
        fingerprint=_text(said.get("system_fingerprint")),
        seconds=seconds,
    )


def ollama_answer(said: Any, *, service: str, seconds: float, context: int | None) -> Answer:
    """What Ollama's own form holds."""
    message = message_in(said, service=service)
    asked, made = _count(said, "prompt_eval_count"), _count(said, "eval_count")
    return Answer(
        raw=_text(message.get("content")),
        finish=_ending(_text(said.get("done_reason")), asked, made, context),
        prompt_tokens=asked,
        completion_tokens=made,
        model=_text(said.get("model")),
        seconds=seconds,
    )


def _ending(told: str, asked: int | None, made: int | None, context: int | None) -> str:
    """``length`` also where the context was full: Ollama then cuts without a word."""
    if context is not None and (asked or 0) + (made or 0) >= context:
        return "length"
    return told


def _count(held: Mapping[str, Any], name: str) -> int | None:
    value = held.get(name)
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _text(value: Any) -> str:
    if isinstance(value, list):  # some servers send parts
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return value if isinstance(value, str) else ""
