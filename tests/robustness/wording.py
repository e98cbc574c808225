"""Small tasks, rewritings and planted encoders."""

from itertools import pairwise

import numpy as np

from monosashi.models.callables import CallableEmbedder
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.robustness.tasks import Task

WORDS = [
    "card",
    "lost",
    "money",
    "bank",
    "phone",
    "garden",
    "river",
    "winter",
    "summer",
    "train",
    "ticket",
    "hotel",
    "doctor",
    "school",
    "market",
    "engine",
    "window",
    "bridge",
    "forest",
    "island",
    "kitchen",
    "painter",
    "station",
    "village",
]


def sentence(rng, n=8):
    return " ".join(rng.choice(WORDS, n))


def search_task(n=40, seed=0, **more):
    """Every query is most of its document."""
    rng = np.random.default_rng(seed)
    documents = [sentence(rng, 10) for _ in range(n)]
    queries = [" ".join(text.split()[:7]) for text in documents]
    return Task.of("faq", "retrieval", {"query": queries, "document": documents},
                   {"relevance": [(str(i), str(i), 1.0) for i in range(n)]}, language="en",
                   **more)  # fmt: skip


def row(task, record, text, *, field="query", name="paraphrasing", axis="lexical", seed=1,
        generator="people", kept=True, status=None, original=None):  # fmt: skip
    held = task.fields[field]
    before = held.texts[held.place[record]] if original is None else original
    told = status or ("ok" if text.strip() != before.strip() else "unchanged")
    return RewriteRow(task.name, record, field, name, axis, generator, seed, "en", None, told, kept,
                      1, (), (), before, text)  # fmt: skip


def rewritten(task, change, *, field="query", **more):
    held = task.fields[field]
    rows = tuple(row(task, record, change(text), field=field, **more)
                 for record, text in zip(held.ids, held.texts, strict=True))  # fmt: skip
    return made(*rows)


def made(*rows):
    return RewriteSet(tuple(rows), rows[0].generator, "recorded", {})


def bag(texts, limit=None, *, order=False):
    """Counts of words; of the first ``limit``; with neighbours where order counts."""
    out = np.zeros((len(texts), 256), dtype=np.float32)
    for i, text in enumerate(texts):
        words = text.lower().replace(".", "").replace("?", "").split()[:limit]
        pieces = [*words, *pairwise(words)] if order else words
        for piece in pieces:
            # a digest that is the same in every process
            key = sum((place + 1) * byte for place, byte in enumerate(repr(piece).encode()))
            out[i, key * 31 % 256] += 1.0
        out[i, 0] += 0.01  # never a zero vector
    return out


def planted(name, function, calls=None):
    def told(texts):
        if calls is not None:
            calls.extend(texts)
        return function(texts)

    return CallableEmbedder(told, name=name, revision="1")
