"""Rewriting by any chat server: vLLM, llama.cpp, Ollama, LM Studio, or a hosted service."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, ClassVar

from monosashi.models.addresses import is_loopback
from monosashi.models.chat_service import KEY, PATH, URL, chat_client
from monosashi.models.polite_client import Patience
from monosashi.models.remote_options import check_options
from monosashi.models.rewriters.answer_text import text_in
from monosashi.models.rewriters.contract import Reading
from monosashi.models.rewriters.keying import call_key, seed_of
from monosashi.models.rewriters.prompts import VERSION, messages_for
from monosashi.models.rewriters.steps import Answer, Call, Step
from monosashi.models.rewriters.wires import (
    Form,
    Sampling,
    openai_answer,
    openai_body,
)

JUDGING = Step("judge", None, None)


class ChatRewriter:
    """A language model behind ``POST {url}/chat/completions``.

    One text a call; the instruction is the system message, the text stands between marks in the
    user's message, the answer is a JSON object with one text. Seeds are sent, but servers that
    batch requests do not repeat themselves: what repeats a run is the store.

    Parameters
    ----------
    model : str
        Name that the service knows.
    url : str
        Address up to, and without, ``/chat/completions``. It must hold no key.
    key_env : str
        Environment variable with the key; ``""`` for a service without one.
    temperature, top_p, top_k, repetition_penalty : float or int
        Sampling; what is not given is left to the server. Hosted services refuse ``top_k``.
    max_tokens : int
        Limit of an answer; twice that for expansion.
    form : "schema", "object" or "none"
        How the server is held to JSON: by a schema, as any JSON, or by the instruction alone.
    limit_name : str
        What the service calls the limit; ``max_completion_tokens`` for newer hosted models.
    context : int, optional
        Tokens that prompt and answer may have together; an answer at this limit is unfinished.
    revision : str, optional
        Which version of the model it is, if you know.
    name : str, optional
        The generator in labels and tables; default the model. A name that is given also says which
        model it is, wherever it is served: answers are kept under it. Without one, answers belong
        to the host and path of the address; on this machine all ports are one place.
    concurrency, attempts : int
        Calls under way at once; answers to one step before it counts as failed.
    timeout : float
        Seconds until the whole answer must be there.
    tries : int
        Sendings of one call, with growing waits between, before a busy service is given up.

    Examples
    --------
    >>> local = ChatRewriter("gemma-3-27b", url="http://127.0.0.1:8000/v1", key_env="")
    >>> local.name, local.concurrency
    ('gemma-3-27b', 8)
    """

    provider: ClassVar[str] = "openai"
    path: ClassVar[str] = PATH
    batch = 1

    def __init__(
        self,
        model: str,
        *,
        url: str = URL,
        key_env: str = KEY,
        temperature: float | None = 1.0,
        top_p: float | None = 0.95,
        top_k: int | None = None,
        repetition_penalty: float | None = None,
        max_tokens: int = 512,
        form: Form = "schema",
        limit_name: str = "max_tokens",
        context: int | None = None,
        revision: str | None = None,
        name: str | None = None,
        concurrency: int = 8,
        attempts: int = 3,
        timeout: float = 120.0,
        tries: int = 6,
        patience: Patience | None = None,
    ) -> None:
        check_options(model=model, timeout=timeout, max_tokens=max_tokens, attempts=attempts,
                      concurrency=concurrency, tries=tries, context=context)  # fmt: skip
        self.name, self.model, self.revision = name or model, model, revision
        self._given_name = name
        self.how = Sampling(temperature, top_p, top_k, repetition_penalty, max_tokens, context)
        self.form, self.limit_name = form, limit_name
        self.concurrency, self.attempts = concurrency, attempts
        self._client = chat_client(
            url,
            path=self.path,
            key_env=key_env,
            timeout=timeout,
            patience=patience or Patience(attempts=tries, stops=True),
        )

    @property
    def address(self) -> str:
        """Where it is asked, without what may be secret."""
        return self._client.address

    def knows(self, step: Step) -> bool:
        """Anything but a translation into nothing or into the same language."""
        return step.kind != "translate" or (step.target is not None and step.source != step.target)

    def identity(self) -> dict[str, Any]:
        """Provider, model, name or place, sampling, form of answer, version of the instructions."""
        return {"kind": f"{self.provider} rewriter", "model": self.model,
                "revision": self.revision, **self.which, "sampling": asdict(self.how),
                "form": self.form, "prompts": VERSION}  # fmt: skip

    @property
    def which(self) -> dict[str, str]:
        """What tells it from others of that model: the name that was given, else its place.

        Empty on this machine, where ports change, and at the usual address of hosted models.
        """
        if self._given_name is not None:
            return {"name": self._given_name}
        if is_loopback(self.address) or self.address == URL:
            return {}
        return {"place": self.address.partition("://")[2]}

    def call(self, step: Step, text: str, seed: int, attempt: int) -> Call:
        """The call for a step; its key holds all that changes the answer."""
        how = self._for(step)
        sent = seed_of(seed, attempt)
        messages = messages_for(step, text)
        key = call_key(self.provider, self._model_key, seed=seed, attempt=attempt,
                       messages=messages, sampling=asdict(how), form=self.form)  # fmt: skip
        return Call(key, step, text, self._body(messages, how, sent, self.form))

    def send(self, calls: Sequence[Call], retried: Callable[[Call], None]) -> list[Answer]:
        """Post each call."""
        return [self._one(call, retried) for call in calls]

    def read(self, answer: Answer, call: Call) -> Reading:
        """The text in the answer."""
        return text_in(answer, call.text)

    @property
    def _model_key(self) -> list[Any]:
        return [self.model, self.revision, *([self.which] if self.which else [])]

    def _one(self, call: Call, retried: Callable[[Call], None]) -> Answer:
        began = time.perf_counter()
        said = self._client.post(self.path, call.body, again=lambda: retried(call))
        return self.answer_of(said, seconds=time.perf_counter() - began)

    def question(self, told: str, text: str) -> Call:
        """A call with an instruction of its own, free in form and as sure as can be: to judge."""
        messages = [{"role": "system", "content": told}, {"role": "user", "content": text}]
        how = replace(self.how, temperature=0.0)
        key = call_key(self.provider, self._model_key, seed=0, attempt=0,
                       messages=messages, sampling=asdict(how), form="none")  # fmt: skip
        return Call(key, JUDGING, text, self._body(messages, how, 0, "none"))

    def answer_of(self, said: Any, *, seconds: float = 0.0) -> Answer:
        """What a body of the service holds."""
        return openai_answer(said, service=self.name, seconds=seconds, context=self.how.context)

    def _body(self, messages: Any, how: Sampling, seed: int, form: Form) -> dict[str, Any]:
        return openai_body(self.model, messages, how, seed=seed, form=form,
                           limit_name=self.limit_name)  # fmt: skip

    def _for(self, step: Step) -> Sampling:
        return (
            replace(self.how, max_tokens=2 * self.how.max_tokens)
            if step.kind == "expand"
            else (self.how)
        )
