"""Rewritten questions as the output of a generator: which defects do the measures see?

    python benchmarks/fidelity_texts.py DATA [--embedder e5] [--store FILE]

DATA holds paraphrase_advising_en.jsonl.gz: people's wordings of 186 queries. One part of the
wordings is real. Generated: other wordings by people; those of a quarter of the queries only; the
same in lower case with a fixed opening; with the words shuffled; half of them copies of reals.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
from fidelity_tables import print_scores

import monosashi as ms

N = 600
METRICS = ("clipped_density", "precision", "density", "clipped_coverage", "coverage", "recall",
           "memorisation", "frechet")  # fmt: skip


def rewritten(rows: list[dict], seed: int) -> dict[str, list[str]]:
    """Reals first; the other lists are made of wordings that are not among the reals."""
    rng = np.random.default_rng(seed)
    order = [rows[i] for i in rng.permutation(len(rows))]
    real, source = order[:N], order[N : 2 * N]
    names = sorted({row["group"] for row in rows})
    few = set(rng.choice(names, len(names) // 4, replace=False))
    texts = [row["text"] for row in source]
    kept = [row["text"] for row in order[N:] if row["group"] in few][:N]
    shuffled = [" ".join(rng.permutation(text.split())) for text in texts]
    return {
        "real": [row["text"] for row in real],
        "people": texts,
        "few queries": kept,
        "fixed opening": [f"could you please tell me, {text.lower()}" for text in texts],
        "shuffled": shuffled,
        "half copies": [*(row["text"] for row in real[: N // 2]), *texts[N // 2 :]],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--embedder", default="e5")
    parser.add_argument("--store", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with gzip.open(asked.data / "paraphrase_advising_en.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    texts = rewritten(rows, asked.seed)
    model = ms.embedder(asked.embedder)
    sets = {name: embedded(held, model, asked.store) for name, held in texts.items()}
    real = sets.pop("real")
    sizes = ", ".join(f"{name} {one.n}" for name, one in sets.items())
    print(f"{asked.embedder}: N = {real.n}; M: {sizes}; d = {real.dimension}\n")
    found = ms.compare_generators(real, *sets.values(), names=list(sets), metrics=METRICS,
                                  metric="cosine", correction_intervals=True, rng=0)  # fmt: skip
    print_scores("questions", found, found.names)
    print(found.results["people"].control.scores)


def embedded(texts: list[str], model, store):
    ids = [str(i) for i in range(len(texts))]
    return ms.embed(ms.TextSet.from_lists(texts, ids=ids, columns={"text": texts}), model,
                    role="query", store=store)  # fmt: skip


if __name__ == "__main__":
    main()
