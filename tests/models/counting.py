"""Embedders that count what they are asked, fail when told to, and change when told to."""

import hashlib

import numpy as np

from monosashi.embeddings import ModelCard
from monosashi.models.canaries import CANARIES

DIMENSION = 8


def vector_of(text, salt=""):
    """A direction that belongs to the text alone."""
    seed = int.from_bytes(hashlib.sha256(f"{salt}{text}".encode()).digest()[:8], "little")
    return np.random.default_rng(seed).normal(size=DIMENSION).astype(np.float32)


class Counting:
    """Keeps every text it got; ``model`` is what is behind the name."""

    def __init__(self, *, roles=(), batch=4, worth_storing=True, model="A", revision=None):
        self.name, self.roles, self.batch = "counting", roles, batch
        self.worth_storing, self.model, self.revision = worth_storing, model, revision
        self.calls = []
        self.before = lambda _: None

    def card(self, role="passage"):
        return ModelCard(name=self.name, revision=self.revision, dimension=DIMENSION,
                         role=role if self.roles else None)  # fmt: skip

    def identity(self, role="passage"):
        return self.card(role).to_dict()

    def embed(self, texts, role="passage"):
        self.calls.append((role, list(texts)))
        self.before(texts)
        salt = self.model + (role if self.roles else "")
        return np.stack([vector_of(text, salt) for text in texts])

    @property
    def texts(self):
        """All texts but the canaries."""
        return [text for _, texts in self.calls for text in texts if texts != list(CANARIES)]

    @property
    def canary_calls(self):
        return sum(texts == list(CANARIES) for _, texts in self.calls)
