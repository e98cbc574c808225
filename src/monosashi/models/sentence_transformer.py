"""Any sentence-transformers model: a name on the Hugging Face Hub or a folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.embedder import (
    Counts,
    Role,
    Vectors,
    batches,
    checked_texts,
    checked_vectors,
)
from monosashi.models.packages import package_version
from monosashi.models.sentence_transformer_loading import load_model, revision_of
from monosashi.models.tokens import NO_LIMIT

PACKAGE = "sentence-transformers"
PIECE = 2_048
PROMPTS = {"query": ("query",), "passage": ("document", "passage", "corpus")}


class SentenceTransformerModel:
    """A sentence-transformers model with the prompts it was trained with.

    A model already in the local cache is used as it lies there; other names are downloaded,
    unless ``HF_HUB_OFFLINE`` forbids it. Needs ``pip install 'monosashi[sentence-transformers]'``.
    Code that a model brings along is never run. Vectors are cut to ``truncate_dim`` and then
    scaled to length 1; a text may differ in its last bits with the texts beside it.

    Parameters
    ----------
    name_or_path : str
        A name such as ``"intfloat/multilingual-e5-small"``, or a folder.
    query_prompt, passage_prompt : str or None
        Put before every text of that role; default the model's own ("query"; "document",
        "passage" or "corpus"), else its default prompt, else nothing.
    truncate_dim : int or None
        Leading numbers to keep, for models trained for that (Matryoshka).
    revision : str or None
        Branch, tag or commit on the Hub.
    device : str
        ``"cpu"``, ``"cuda"``, ``"mps"``.
    batch : int
        Texts in one pass.

    Attributes
    ----------
    roles : tuple
        ("query", "passage") if the prompts differ or the model routes them differently, else ().
        Asking for it loads the model, as ``card`` and ``token_limit`` do.

    Examples
    --------
    >>> SentenceTransformerModel("intfloat/multilingual-e5-small").name
    'st:intfloat/multilingual-e5-small'
    """

    worth_storing = True

    def __init__(
        self,
        name_or_path: str,
        *,
        query_prompt: str | None = None,
        passage_prompt: str | None = None,
        truncate_dim: int | None = None,
        revision: str | None = None,
        device: str = "cpu",
        batch: int = 32,
    ) -> None:
        self.name, self.batch = f"st:{name_or_path}", batch
        self._source, self._asked_revision, self._device = str(name_or_path), revision, device
        self._given = {"query": query_prompt, "passage": passage_prompt}
        self._truncate = truncate_dim

    def _roles(self) -> tuple[Role, ...]:
        """Both roles where the model tells them apart."""
        differs = self._prompt("query") != self._prompt("passage")
        return ("query", "passage") if differs or self._routes else ()

    def _limit(self) -> int:
        """Tokens of one pass; NO_LIMIT for models without one."""
        limit = getattr(self._model, "max_seq_length", None)
        return NO_LIMIT if limit is None or limit >= NO_LIMIT else int(limit)

    # Plain attributes to the protocol, but only the loaded model knows them.
    roles: tuple[Role, ...] = cast("Any", cached_property(_roles))
    token_limit: int = cast("Any", cached_property(_limit))

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space of one role; loads the model."""
        folder = Path(self._source)
        limited = self.token_limit < NO_LIMIT
        return ModelCard(
            name="/".join(folder.resolve().parts[-2:]) if folder.is_dir() else self._source,
            revision=self._revision,
            dimension=self._dimension,
            role=role if self.roles else None,
            prefix=self._prompt(role),
            normalised=True,
            token_limit=self.token_limit if limited else None,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Weights, prompt, cut and version of the library decide the vector."""
        library = package_version(PACKAGE, PACKAGE)
        return {**self.card(role).to_dict(), "library": library, "device": self._device}

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32 unit vectors; a model that knows no token of a text gives a zero one.

        Raises
        ------
        DataError
            The package or the model is not there, or texts or answers are unusable.
        """
        rows = checked_texts(texts)
        made = np.concatenate([self._encode(part, role) for part in batches(rows, PIECE)])
        whole = checked_vectors(made, name=self.name, n=len(rows), dimension=self._full)
        cut = whole[:, : self._dimension].astype(np.float64)
        norms = np.linalg.norm(cut, axis=1, keepdims=True)
        unit: Vectors = np.divide(
            cut, norms, out=np.zeros_like(cut), where=norms > 0, dtype=np.float64
        ).astype(np.float32)
        return unit

    def count_tokens(self, texts: Sequence[str], role: Role = "passage") -> Counts:
        """(n,) tokens with prompt and special tokens, before the cut."""
        prefixed = [self._prompt(role) + text for text in texts]
        coded = self._model.tokenizer(prefixed, padding=False, truncation=False, verbose=False)
        return np.array([len(ids) for ids in coded["input_ids"]], dtype=np.intp)

    def _encode(self, texts: list[str], role: Role) -> Any:
        asked = {"query": "encode_query", "passage": "encode_document"}[role]
        encode = getattr(self._model, asked) if self._routes else self._model.encode
        # "" and no prompt differ: only "" keeps a default prompt away
        prompt = self._prompt(role) or ("" if self._model.default_prompt_name else None)
        return encode(texts, prompt=prompt, batch_size=self.batch, show_progress_bar=False,
                      convert_to_numpy=True, normalize_embeddings=False)  # fmt: skip

    def _prompt(self, role: Role) -> str:
        given = self._given[role]
        if given is not None:
            return given
        own = self._model.prompts or {}
        for name in (*PROMPTS[role], self._model.default_prompt_name):
            if found := own.get(name):
                return str(found)
        return ""

    @property
    def own_prompts(self) -> dict[str, str]:
        """Prompts in the files of the model, by name."""
        return {name: str(text) for name, text in (self._model.prompts or {}).items() if text}

    @property
    def _routes(self) -> bool:
        """Whether queries and passages run through different layers."""
        return any(type(module).__name__ in {"Router", "Asym"} for module in self._model)

    @cached_property
    def _full(self) -> int:
        asks = getattr(self._model, "get_embedding_dimension", None)
        return int((asks or self._model.get_sentence_embedding_dimension)())

    @cached_property
    def _dimension(self) -> int:
        asked = self._full if self._truncate is None else self._truncate
        if not 1 <= asked <= self._full:
            raise DataError(fault("models.errors.truncate_dim", name=self.name, asked=asked,
                                  dimension=self._full))  # fmt: skip
        return asked

    @cached_property
    def _revision(self) -> str | None:
        return revision_of(self._model, self._source, self._asked_revision)

    @cached_property
    def _model(self) -> Any:
        return load_model(self._source, self._asked_revision, self._device)
