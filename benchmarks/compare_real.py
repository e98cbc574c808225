"""One table and one choice on real texts, with models that need no network.

    python benchmarks/compare_real.py DATA [--embedders use,e5,minilm,hashing] [--store FILE]

DATA is a folder with retrieval_xquad_{en,de,es,zh}_* and retrieval_jsquad_ja_* as gzipped JSON
lines. Prints the table of criteria, the choice under several weights, how often each model comes
first in resamples, and whether halves of the questions choose alike.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np

import monosashi as ms

SHORT = {"use": "use-multilingual", "e5": "multilingual-e5-small"}
POOLED = {"retrieval": 1}, {"language": 1}, {"retrieval": 1, "language": 1, "hubs": 1}
MORE = {"retrieval": 1, "language": 2}, {"retrieval": 1, "size": 1}
ALONE = {"retrieval": 1}, {"retrieval": 1, "hubs": 1}, {"retrieval": 1, "size": 1}
HALVES = 5


def lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pool(data: Path, names: list[str]) -> tuple[ms.TextSet, ms.TextSet, dict[str, str], list[str]]:
    """Corpus, questions, gold, and the paragraph of each question: the unit of its interval."""
    corpus, queries, gold = [], [], {}
    for name in names:
        parts = {kind: lines(data / f"retrieval_{name}_{kind}.jsonl.gz")
                 for kind in ("corpus", "queries", "qrels")}  # fmt: skip
        corpus += [(f"{name}/{row['id']}", row["text"]) for row in parts["corpus"]]
        queries += [(f"{name}/{row['id']}", row["text"]) for row in parts["queries"]]
        gold |= {f"{name}/{row['query']}": f"{name}/{row['doc']}" for row in parts["qrels"]}
    paragraphs = [gold[name].split("/", 1)[1] for name, _ in queries]
    return texts(corpus), texts(queries), gold, paragraphs


def texts(rows: list[tuple[str, str]]) -> ms.TextSet:
    ids, held = zip(*rows, strict=True)
    columns = {"text": held, "language": [one.split("/")[0][-2:] for one in ids],
               "key": [one.split("/")[1] for one in ids]}  # fmt: skip
    return ms.TextSet.from_lists(held, ids=ids, columns=columns)


def compare(data: Path, names: list[str], models: list[str], store: Path | None) -> None:
    corpus, queries, gold, paragraphs = pool(data, names)
    documents, asked = [], []
    for name in models:
        model = ms.embedder(SHORT.get(name, name))
        role = "both" if len(names) > 1 else "passage"  # translations are asked for as queries
        documents.append(ms.embed(corpus, model, role=role, store=store))
        asked.append(ms.embed(queries, model, role="query", store=store))
    panel = ms.Panel.of(*documents, names=models)
    several = len(names) > 1
    options: dict[str, Any] = {"key": "key", "language": "language"} if several else {}
    print(f"\n{', '.join(names)}: {corpus.n} documents, {queries.n} questions")
    for weights in (None, *(POOLED + MORE if several else ALONE)):
        found = ms.compare_models(panel, queries=asked, gold=gold, query_groups=paragraphs,
                                  weights=weights, rng=0, **options)  # fmt: skip
        tell(found, weights)
    weights = {"retrieval": 1, "language": 1} if several else {"retrieval": 1}
    halves(panel, asked, gold, paragraphs, weights, options)


def tell(found: Any, weights: dict[str, float] | None) -> None:
    if weights is None:
        for row in found.rows:
            if row["value"] is not None:
                ends = "" if row["low"] is None else f" [{row['low']:.3f}, {row['high']:.3f}]"
                mark = " tied" if row["tied_with_best"] else ""
                print(f"  {row['criterion']:<12} {row['model']:<8} {row['value']:.3f}{ends}"
                      f"  {row['points']:.1f} points, rank {row['rank_low']}-{row['rank_high']}"
                      f"{mark}")  # fmt: skip
    else:
        choice = found.choice
        shares = ", ".join(f"{name} {share:.0%}" for name, share in choice.win_shares.items())
        print(f"  {weights}: first in {shares}; stable under half and one and a half times each "
              f"weight: {choice.stable}")  # fmt: skip
    for one in found.findings():
        print(f"    {one.say('en')}")


def halves(  # noqa: PLR0917
    panel: ms.Panel, asked: list[ms.EmbeddingSet], gold: dict[str, str], paragraphs: list[str],
    weights: dict[str, float], options: dict[str, Any],
) -> None:  # fmt: skip
    """The choice of each half of the questions, split by paragraph; the items stay the same."""
    units, told = np.array(paragraphs), []
    for seed in range(HALVES):
        picked = np.random.default_rng(seed).permutation(np.unique(units))
        first = np.isin(units, picked[: len(picked) // 2])
        for half in (first, ~first):
            rows = np.flatnonzero(half)
            some = [one.take(rows) for one in asked]
            kept = {name: gold[name] for name in some[0].ids}
            found = ms.compare_models(panel, queries=some, gold=kept, weights=weights,
                                      query_groups=units[rows], rng=seed, **options)  # fmt: skip
            told.append(" = ".join(found.choice.tied_with_best))
    counts = {name: told.count(name) for name in dict.fromkeys(told)}
    print(f"  halves of the questions, {weights}: {counts}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--embedders", default="use,e5,minilm,hashing")
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    models = given.embedders.split(",")
    compare(given.data, [f"xquad_{one}" for one in ("en", "de", "es", "zh")], models, given.store)
    compare(given.data, ["jsquad_ja"], models, given.store)


if __name__ == "__main__":
    main()
