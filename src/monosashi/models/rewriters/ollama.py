"""Rewriting by Ollama, asked by its own address."""

from __future__ import annotations

from typing import Any, ClassVar

from monosashi.models.polite_client import Patience
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.steps import Answer
from monosashi.models.rewriters.wires import Form, Sampling, ollama_answer, ollama_body

LOCAL = "http://127.0.0.1:11434"


class OllamaRewriter(ChatRewriter):
    """Ollama by its own address, ``POST {url}/api/chat``.

    Its OpenAI-compatible address ignores the size of the context (4,096 tokens, cut without a
    word) and the wish not to think; this one takes both.

    Parameters
    ----------
    model, temperature, top_p, top_k, … : as for ``ChatRewriter``
    context : int
        Tokens of the context that the server is to make.

    Examples
    --------
    >>> OllamaRewriter("gemma3:27b").address
    'http://127.0.0.1:11434'
    """

    provider: ClassVar[str] = "ollama"
    path: ClassVar[str] = "/api/chat"

    def __init__(
        self,
        model: str,
        *,
        url: str = LOCAL,
        key_env: str = "",
        temperature: float | None = 1.0,
        top_p: float | None = 0.95,
        top_k: int | None = 64,
        repetition_penalty: float | None = None,
        max_tokens: int = 512,
        form: Form = "schema",
        context: int | None = 8192,
        revision: str | None = None,
        name: str | None = None,
        concurrency: int = 2,
        attempts: int = 3,
        timeout: float = 600.0,
        tries: int = 6,
        patience: Patience | None = None,
    ) -> None:
        super().__init__(
            model, url=url.rstrip("/").removesuffix("/v1"), key_env=key_env,
            temperature=temperature, top_p=top_p, top_k=top_k,
            repetition_penalty=repetition_penalty, max_tokens=max_tokens, form=form,
            context=context, revision=revision, name=name, concurrency=concurrency,
            attempts=attempts, timeout=timeout, tries=tries, patience=patience,
        )  # fmt: skip

    def answer_of(self, said: Any, *, seconds: float = 0.0) -> Answer:
        """What a body of Ollama holds."""
        return ollama_answer(said, service=self.name, seconds=seconds, context=self.how.context)

    def _body(self, messages: Any, how: Sampling, seed: int, form: Form) -> dict[str, Any]:
        return ollama_body(self.model, messages, how, seed=seed, form=form)
