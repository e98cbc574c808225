"""Sites whose duplicates are known, and translators and embedders that the vectors obey."""

import numpy as np

from monosashi.embeddings import EmbeddingSet, ModelCard

CARD = ModelCard(name="toy")


def topics(n, *, dimension=24, seed=0):
    drawn = np.random.default_rng(seed).normal(size=(n, dimension))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def site(n=200, *, noise=0.3, bias=0.0, languages=("en", "ja"), seed=0, verb="told"):
    """A page a topic and language: topic + bias along its language + noise."""
    rng = np.random.default_rng(seed + 1)
    base = topics(n, seed=seed)
    tongues = np.linalg.qr(rng.normal(size=(base.shape[1], len(languages))))[0].T
    parts = [base + bias * tongue + noise * topics(n, seed=seed + 2 + place)
             for place, tongue in enumerate(tongues)]  # fmt: skip
    keys = [f"k{i:03d}" for i in range(n)] * len(languages)
    spoken = np.repeat(np.array(languages, dtype=object), n)
    columns = {"key": keys, "language": spoken}
    columns["text"] = [f"{key} {verb} in {name}" for key, name in zip(keys, spoken, strict=True)]
    return EmbeddingSet.from_arrays(
        np.concatenate(parts), ids=[f"{k}/{s}" for k, s in zip(keys, spoken, strict=True)],
        columns=columns, model=CARD,
    )  # fmt: skip


def drafts_of(pages, rows, *, language=None):
    """Pages as drafts that nobody knows yet."""
    held = pages.take(rows)
    columns = {**held.columns, "key": np.array([f"new {i}" for i in range(held.n)], dtype=object)}
    if language is not None:
        columns["language"] = np.array([language] * held.n, dtype=object)
    return EmbeddingSet.from_arrays(held.vectors, ids=[f"draft {i}" for i in range(held.n)],
                                    columns=columns, model=CARD)  # fmt: skip


class Tongue:
    """Translates ``k007 told in ja`` by renaming the language; misses what it is told to."""

    name, batch, worth_storing = "tongue", 50, False

    def __init__(self, pairs=(("ja", "en"), ("en", "ja")), missing=()):
        self.pairs, self.missing, self.calls = set(pairs), set(missing), 0

    def knows(self, source, target):
        return (source, target) in self.pairs

    def identity(self):
        return {"kind": "tongue"}

    def translate(self, texts, source, target):
        self.calls += 1
        return [None if text.split()[0] in self.missing
                else text.replace(f"in {source}", f"in {target}") for text in texts]  # fmt: skip


class TextVectors:
    """Embeds a text as the page of a site that has it (or one near it)."""

    name, roles, batch, worth_storing = "toy", (), 64, False

    def __init__(self, pages, noise=0.0):
        self.held = dict(zip(pages.columns["text"], pages.vectors, strict=True))
        self.noise, self.dimension = noise, pages.dimension

    def card(self, role="passage"):  # noqa: ARG002
        return CARD

    def identity(self, role="passage"):  # noqa: ARG002
        return {"kind": "toy"}

    def embed(self, texts, role="passage"):  # noqa: ARG002
        made = np.stack([self.held.get(text, self._other(text)) for text in texts])
        return made.astype(np.float32)

    def _other(self, text):
        return topics(1, dimension=self.dimension, seed=sum(text.encode()))[0]
