"""Embeddings of Google's Gemini API, over its REST interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import numpy as np

from monosashi.embeddings import ModelCard, ServiceError, fault, unit_rows
from monosashi.models.answered_vectors import AnsweredVectors
from monosashi.models.batching import Batching
from monosashi.models.embedder import Role, Vectors
from monosashi.models.polite_client import Patience, PoliteClient
from monosashi.models.prefixes import Prefixes, check_role
from monosashi.models.remote_options import check_options

URL = "https://generativelanguage.googleapis.com/v1beta"
KEYS = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
MOST_TEXTS = 100
TASKS: dict[Role, str] = {"query": "RETRIEVAL_QUERY", "passage": "RETRIEVAL_DOCUMENT"}
HONOUR_TASKS = ("gemini-embedding-001", "gemini-embedding-exp", "text-embedding-", "embedding-001")
INSTRUCTIONS = Prefixes("task: search result | query: ", "title: none | text: ")


class Gemini:
    """A Gemini embedding model with a query and a passage role.

    ``gemini-embedding-001`` and older models get the role as ``taskType``. ``gemini-embedding-2``
    ignores that field (any value gives the same vector), so it, and every later model, gets the
    role as the words that Google documents before each text. Every text is a request of its own
    within a batch: several parts of one content would come back as a single vector. Vectors cut
    to ``dimensions`` are scaled to length 1 here, as only whole ones come normalised.

    Needs no package beside monosashi's own.

    Parameters
    ----------
    model : str
        Name without ``models/``.
    dimensions : int, optional
        Ask for shorter vectors (768, 1536 and 3072 are advised).
    url : str
        Address of the API.
    batch : int
        Texts in one call, at most 100; every text counts as one request for the quota.
    revision, timeout, attempts
        As for ``OpenAICompatible``. The key is in ``GEMINI_API_KEY`` or ``GOOGLE_API_KEY``.

    Raises
    ------
    DataError
        An option is not usable; while embedding: unusable texts, a text too long, no key.
    ServiceError
        While embedding: the service failed, or its answer is not one finite vector a text, all of
        one dimension. All vectors of a call come, or none.

    Examples
    --------
    >>> Gemini().identity("query")["task"], Gemini("gemini-embedding-2").card("query").prefix
    ('RETRIEVAL_QUERY', 'task: search result | query: ')
    """

    roles: tuple[Role, ...] = ("query", "passage")
    worth_storing = True

    def __init__(
        self,
        model: str = "gemini-embedding-001",
        *,
        dimensions: int | None = None,
        url: str = URL,
        batch: int = MOST_TEXTS,
        revision: str | None = None,
        timeout: float = 60.0,
        attempts: int = 6,
    ) -> None:
        check_options(
            model=model, timeout=timeout, dimensions=dimensions, batch=batch, attempts=attempts
        )
        self.model = model.removeprefix("models/")
        self.name = f"gemini:{self.model}"
        self.dimensions, self.revision = dimensions, revision
        self._batch = min(batch, MOST_TEXTS)
        self._by_task = self.model.startswith(HONOUR_TASKS)
        self._client = PoliteClient(
            url,
            key_env=KEYS,
            key_header="x-goog-api-key",
            key_form="{key}",
            timeout=timeout,
            patience=Patience(attempts=attempts),
        )
        self._answers = AnsweredVectors(self.name, dimensions)

    @property
    def batch(self) -> int:
        """Texts in one call: never more than the service takes, whatever is set."""
        return self._batch

    @batch.setter
    def batch(self, texts: int) -> None:
        self._batch = min(texts, MOST_TEXTS)

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space of one role; the dimension stands in it if it was asked for."""
        return ModelCard(
            name=self.model,
            revision=self.revision,
            dimension=self.dimensions,
            role=role,
            prefix=self._prefix(role),
            task=self._task(role),
            normalised=True if self.dimensions is not None else None,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Address (its query as a digest), model, dimensions, task or prefix, and revision."""
        return {
            "kind": "gemini",
            "url": self._client.address,
            "model": self.model,
            "dimensions": self.dimensions,
            "task": self._task(role),
            "prefix": self._prefix(role),
            "revision": self.revision,
            **self._client.query_identity,
        }

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32; of length 1 if ``dimensions`` was given, else as the service says."""
        prefix, task = self._prefix(role), self._task(role)
        batching = Batching(self.batch, lambda part, first: self._ask(part, first, task))
        vectors = batching.vectors(texts, prefix)
        self.batch = batching.size
        return vectors

    def _ask(self, texts: list[str], first: int, task: str | None) -> Vectors:
        requests = [self._request(text, task) for text in texts]
        path = f"/models/{quote(self.model)}:batchEmbedContents"
        answer = self._client.post(path, {"requests": requests})
        items = answer.get("embeddings") if isinstance(answer, dict) else None
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise ServiceError(fault("models.errors.service_no_data", service=self.name))
        values = [item.get("values") for item in items]
        vectors = self._answers.checked(values, n=len(texts), first=first)
        return vectors if self.dimensions is None else self._normalised(vectors, first)

    def _request(self, text: str, task: str | None) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": f"models/{self.model}",
            "content": {"parts": [{"text": text}]},
        }
        if task is not None:
            request["taskType"] = task
        if self.dimensions is not None:
            request["outputDimensionality"] = self.dimensions
        return request

    def _normalised(self, vectors: Vectors, first: int) -> Vectors:
        if rows := (np.flatnonzero(~vectors.any(axis=1)) + first).tolist():
            raise ServiceError(fault("models.errors.service_zero", rows, service=self.name))
        return unit_rows(vectors)

    def _task(self, role: Role) -> str | None:
        check_role(role, self.roles)
        return TASKS[role] if self._by_task else None

    def _prefix(self, role: Role) -> str:
        check_role(role, self.roles)
        return "" if self._by_task else INSTRUCTIONS.of(role)
