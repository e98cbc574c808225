"""Real questions and real similarity judgements, with models that need no network.

    python benchmarks/real_texts.py DATA [--embedders use,e5,minilm,hashing] [--store FILE]

DATA is a folder with retrieval_xquad_{en,de,es,zh}_*, retrieval_jsquad_ja_* and sts_{en,ja} as
gzipped JSON lines. Prints recall, MRR and nDCG with intervals and paired differences, and how the
models' cosines rank pairs of sentences against people's scores.
"""

from __future__ import annotations

import argparse
import gzip
import json
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.stats import rankdata, spearmanr

import monosashi as ms

METRICS = ("recall@1", "recall@5", "recall@10", "mrr", "ndcg@10")
DRAWS = 2000


def lines(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pool(data: Path, sets: list[str]):
    """Corpus, queries and gold of several sets in one pool; ids begin with the set.

    Questions on one paragraph, in whatever language, are one unit of the intervals.
    """
    corpus, queries, gold = [], [], {}
    for name in sets:
        parts = {kind: lines(data / f"retrieval_{name}_{kind}.jsonl.gz")
                 for kind in ("corpus", "queries", "qrels")}  # fmt: skip
        corpus += [(f"{name}/{row['id']}", row["text"]) for row in parts["corpus"]]
        queries += [(f"{name}/{row['id']}", row["text"]) for row in parts["queries"]]
        for row in parts["qrels"]:
            gold.setdefault(f"{name}/{row['query']}", []).append(f"{name}/{row['doc']}")
    paragraphs = [gold[name][0].split("/", 1)[1] for name, _ in queries]
    return text_set(corpus), text_set(queries), gold, paragraphs


def text_set(rows: list[tuple[str, str]]) -> ms.TextSet:
    ids, texts = zip(*rows, strict=True)
    return ms.TextSet.from_lists(texts, ids=ids, columns={"text": texts})


def retrieval(title: str, data: Path, sets: list[str], names: list[str], store) -> None:
    corpus, queries, gold, paragraphs = pool(data, sets)
    found = {}
    for name in names:
        model = ms.embedder(name)
        documents = ms.embed(corpus, model, role="passage", store=store)
        asked = ms.embed(queries, model, role="query", store=store)
        found[name] = ms.measure_retrieval(asked, documents, gold=gold, groups=paragraphs, rng=0)
    print(f"\n{title}: {corpus.n} documents, {queries.n} questions")
    for name, result in found.items():
        values = {"recall@1": result.recall[1], "recall@5": result.recall[5],
                  "recall@10": result.recall[10], "mrr": result.mrr,
                  "ndcg@10": result.ndcg[10]}  # fmt: skip
        print(f"  {name:9}", "  ".join(f"{m} {values[m]:.3f}" for m in METRICS))
    for row in ms.compare_retrieval(found, rng=0).differences:
        if row["metric"] in {"recall@1", "ndcg@10"}:
            interval = f"[{row['low']:+.3f}, {row['high']:+.3f}]"
            pair = f"{row['model_a']} - {row['model_b']} {row['metric']}"
            p = f"p {row['p_adjusted']:.2g} (Holm)"
            print(f"  {pair}: {row['difference']:+.3f} {interval}, {p}")


def similarity(data: Path, language: str, names: list[str], store) -> None:
    """Spearman of cosines with people's scores; paired differences by bootstrap over pairs."""
    rows = lines(data / f"sts_{language}.jsonl.gz")
    scores = np.array([row["score"] for row in rows], dtype=float)
    cosines = {}
    for name in names:
        model = ms.embedder(name)
        first, second = (
            ms.embed([row[side] for row in rows], model, role="passage", store=store).unit()
            for side in ("s1", "s2")
        )
        cosines[name] = np.einsum("ij,ij->i", first.vectors, second.vectors)
    print(f"\nsts_{language}: {len(rows)} pairs, Spearman with people's scores")
    rng = np.random.default_rng(0)
    picks = rng.integers(0, len(rows), size=(DRAWS, len(rows)))
    drawn = {name: np.array([spearman(values[p], scores[p]) for p in picks])
             for name, values in cosines.items()}  # fmt: skip
    for name, values in cosines.items():
        low, high = np.quantile(drawn[name], [0.025, 0.975])
        value = spearmanr(values, scores).statistic
        print(f"  {name:9} {value:.3f} [{low:.3f}, {high:.3f}]")
    for a, b in combinations(names, 2):
        low, high = np.quantile(drawn[a] - drawn[b], [0.025, 0.975])
        value = spearmanr(cosines[a], scores).statistic - spearmanr(cosines[b], scores).statistic
        print(f"  {a} - {b}: {value:+.3f} [{low:+.3f}, {high:+.3f}]")


def spearman(a, b) -> float:
    return float(np.corrcoef(rankdata(a), rankdata(b))[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--embedders", default="use,e5,minilm,hashing")
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    names = given.embedders.split(",")
    for language in ("en", "ja"):
        similarity(given.data, language, names, given.store)
    four = [f"xquad_{language}" for language in ("en", "de", "es", "zh")]
    retrieval("XQuAD en+de+es+zh, one pool", given.data, four, names, given.store)
    retrieval("JSQuAD", given.data, ["jsquad_ja"], names, given.store)


if __name__ == "__main__":
    main()
