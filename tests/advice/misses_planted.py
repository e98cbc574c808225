"""Searches in which it is known what makes queries miss."""

import numpy as np

from monosashi.advice.explaining import explain_misses
from monosashi.embeddings import EmbeddingSet
from monosashi.retrieval import measure_retrieval

FAULTS = ("language", "hub", "crowding", "displaced", "wording")
DIMENSION, SHARE = 48, 0.3
QUIET, LOUD = 0.5, 1.0  # noise of a query around its answer, in lengths of the answer


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


class Plant:
    """Documents in two languages, a query each that finds its own; then a fault."""

    def __init__(self, seed, n=400, noise=QUIET):
        self.rng, self.n = np.random.default_rng(seed), n
        self.documents = self.directions(n)
        self.queries = unit(self.documents + noise / np.sqrt(DIMENSION) * self.normal(n))
        self.names = [f"d{i}" for i in range(n)]
        self.spoken = ["ja" if i % 2 else "en" for i in range(n)]
        self.asked = [f"q{i}" for i in range(n)]
        self.gold = {f"q{i}": f"d{i}" for i in range(n)}
        self.groups = [f"g{i}" for i in range(n)]
        self.hit = self.rng.permutation(n)[: int(SHARE * n)]

    def normal(self, n):
        return self.rng.normal(size=(n, DIMENSION))

    def directions(self, n=None):
        return unit(self.rng.normal(size=DIMENSION if n is None else (n, DIMENSION)))

    def language(self):
        """One axis a language; all ask in English."""
        axes = {name: self.directions() for name in ("ja", "en")}
        self.documents = unit(self.documents + 0.9 * np.stack([axes[s] for s in self.spoken]))
        self.queries = unit(self.queries + 0.9 * axes["en"])

    def hub(self):
        """One document that draws three queries in ten."""
        drawn = self.directions()
        self.queries[self.hit] = unit(self.queries[self.hit] + 1.2 * drawn)
        self.add(drawn[None], ["hub"], ["ja"])

    def crowding(self, hit=None):
        """Near-duplicates, to which queries lie nearer than to the answer."""
        hit = self.hit if hit is None else hit
        old = self.documents[hit]
        new = unit(old + 0.2 / np.sqrt(DIMENSION) * self.normal(len(hit)))
        self.queries[hit] = unit(self.queries[hit] + 2 * (new - old))
        self.add(new, [f"copy-{i}" for i in hit], [self.spoken[i] for i in hit])

    def displaced(self):
        """One shift of all queries."""
        self.queries = unit(self.queries + 1.8 * self.directions())

    def wording(self):
        """A second wording of every question; of some it leads astray, each in its own way."""
        other = self.queries.copy()
        other[self.hit] = unit(other[self.hit] + 2.5 * self.directions(len(self.hit)))
        self.second(other)

    def second(self, queries):
        n = self.n
        self.queries = np.vstack([self.queries, queries])
        self.asked += [f"q{n + i}" for i in range(n)]
        self.gold |= {f"q{n + i}": f"d{i}" for i in range(n)}
        self.groups *= 2

    def astray(self):
        """Some queries lead astray, each in its own way, and have no other wording."""
        wrong = self.directions(len(self.hit))
        self.queries[self.hit] = unit(self.queries[self.hit] + 2.5 * wrong)

    def add(self, rows, names, spoken):
        self.documents = np.vstack([self.documents, rows])
        self.names += names
        self.spoken += spoken

    @property
    def sets(self):
        columns = {"language": ["en"] * len(self.asked), "group": self.groups}
        asked = EmbeddingSet.from_arrays(self.queries.astype(np.float32), ids=self.asked,
                                         columns=columns)  # fmt: skip
        held = EmbeddingSet.from_arrays(self.documents.astype(np.float32), ids=self.names,
                                        columns={"language": self.spoken})  # fmt: skip
        return asked, held

    def explain(self, **options):
        asked, held = self.sets
        search = {"gold": self.gold, "groups": "group"}
        found = measure_retrieval(asked, held, **search)
        return explain_misses(found, asked, held, language="language", **search, **options)


def planted(fault, seed=0, n=400):
    plant = Plant(seed, n, LOUD if fault == "displaced" else QUIET)
    getattr(plant, fault)()
    return plant


def confusion(faults, seeds, n=400):
    """Planted fault to label to number of misses, over all seeds."""
    table = {fault: {} for fault in faults}
    for fault in faults:
        for seed in seeds:
            for miss in planted(fault, seed, n).explain().misses:
                table[fault][miss.layer] = table[fault].get(miss.layer, 0) + 1
    return table
