"""Embeddings of any server that speaks OpenAI's ``/embeddings``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.embeddings import ModelCard
from monosashi.models.addresses import checked_address
from monosashi.models.answered_vectors import AnsweredVectors
from monosashi.models.batching import Batching
from monosashi.models.embedder import Role, Vectors
from monosashi.models.keys import key_variables
from monosashi.models.openai_answer import embeddings_in, model_in
from monosashi.models.polite_client import Patience, PoliteClient
from monosashi.models.prefixes import Prefixes
from monosashi.models.remote_options import check_options

URL = "https://api.openai.com/v1"


class OpenAICompatible:
    """A model behind ``POST {url}/embeddings``.

    OpenAI, vLLM, llama.cpp, Ollama, Text Embeddings Inference, LM Studio and Infinity speak it.
    Vectors come as the service gives them; nothing is normalised. They are put in the order of
    the texts by ``index``; a server that sends none is trusted to keep the order, and the number
    of vectors is checked either way. Empty texts are refused before any call. A batch that is too
    large is halved; a text that is too long is named by its row. What a server does to a text
    (cutting it in silence, prefixes of its own) cannot be seen from here.

    Parameters
    ----------
    model : str
        Name that the service knows.
    url : str
        Address up to, and without, ``/embeddings``. It must hold no key.
    dimensions : int, optional
        Ask for shorter vectors; refused if the service sends others.
    query_prefix, passage_prefix : str
        Put before every text. If they differ, the model has a query and a passage role.
    key_env : str
        Environment variable with the key; ``""`` for a service without one. A service on this
        machine is asked without a key if the variable is not set.
    batch : int
        Texts in one request.
    revision : str, optional
        Which version of the model it is, if you know; it goes into the card.
    timeout : float
        Seconds until the whole answer must be there; looked at whenever a piece of it arrives, so
        that one attempt ends after twice as many at the latest.
    attempts : int
        Calls in all, with growing waits between, before a busy service is given up.

    Raises
    ------
    DataError
        An option is not usable; while embedding: unusable texts, a text too long, no key.
    ServiceError
        While embedding: the service failed, or its answer is not one finite vector a text of the
        same model and dimension as before. All vectors of a call come, or none.

    Examples
    --------
    >>> bge = OpenAICompatible("bge-m3", url="http://127.0.0.1:8000/v1/")
    >>> bge.identity()["url"], bge.roles
    ('http://127.0.0.1:8000/v1', ())
    """

    worth_storing = True

    def __init__(
        self,
        model: str,
        *,
        url: str = URL,
        dimensions: int | None = None,
        query_prefix: str = "",
        passage_prefix: str = "",
        key_env: str = "OPENAI_API_KEY",
        batch: int = 64,
        revision: str | None = None,
        timeout: float = 60.0,
        attempts: int = 6,
    ) -> None:
        check_options(
            model=model, timeout=timeout, dimensions=dimensions, batch=batch, attempts=attempts
        )
        self.name = f"openai:{model}"
        self.model, self.dimensions, self.revision = model, dimensions, revision
        self.batch = batch
        self._prefixes = Prefixes(query_prefix, passage_prefix)
        self._client = PoliteClient(
            checked_address(url, "/embeddings"),
            key_env=key_variables(key_env),
            timeout=timeout,
            patience=Patience(attempts=attempts),
        )
        self._answers = AnsweredVectors(self.name, dimensions)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Query and passage if their prefixes differ."""
        return self._prefixes.roles

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space as far as it is known without asking.

        The dimension stands in it if it was asked for, and nothing says whether the vectors are
        normalised, so that a card is the same before and after a call.
        """
        return ModelCard(
            name=self.model,
            revision=self.revision,
            dimension=self.dimensions,
            role=role if self.roles else None,
            prefix=self._prefixes.of(role),
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Address (its query as a digest), model, dimensions, prefix and revision."""
        return {
            "kind": "openai",
            "url": self._client.address,
            "model": self.model,
            "dimensions": self.dimensions,
            "prefix": self._prefixes.of(role),
            "revision": self.revision,
            **self._client.query_identity,
        }

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32, as the service gives them."""
        batching = Batching(self.batch, self._ask)
        vectors = batching.vectors(texts, self._prefixes.of(role))
        self.batch = batching.size
        return vectors

    def _ask(self, texts: list[str], first: int) -> Vectors:
        body: dict[str, Any] = {"model": self.model, "input": texts, "encoding_format": "float"}
        if self.dimensions is not None:
            body["dimensions"] = self.dimensions
        answer = self._client.post("/embeddings", body)
        self._answers.same_model(self._client.harmless(model_in(answer)))
        found = embeddings_in(answer, service=self.name)
        return self._answers.checked(found, n=len(texts), first=first)
