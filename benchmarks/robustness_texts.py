"""Robustness of four small models on real texts: what Apertium, rules and people's wordings cost.

Seven tasks (similar sentences and questions, English, Japanese and Spanish; XQuAD has the same ids
in both of its languages), the rewritten texts of each, and one run of `monosashi robustness` over
all of them. Apertium needs Debian's apertium-eng-spa.

    PYTHONPATH=src python benchmarks/robustness_texts.py TEXTS --out FOLDER
        [--rows 300] [--embedder use,e5,minilm,hashing] [--store FILE]
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import monosashi as ms
from monosashi.robustness.tasks import read_suite

Row = dict[str, Any]

LANGUAGES = {
    "sts_en": "en",
    "sts_ja": "ja",
    "banking77": "en",
    "xquad_en": "en",
    "xquad_es": "es",
    "jsquad": "ja",
    "advising": "en",
}
RULES = {
    "en": ["typos", "keywords", "politeness"],
    "es": ["typos"],
    "ja": ["width", "kana", "politeness"],
}
TARGETS = {"en": ["es"], "es": ["en"]}


def read(texts: Path, name: str) -> list[Row]:
    with gzip.open(texts / f"{name}.jsonl.gz", "rt", encoding="utf8") as lines:
        return [json.loads(line) for line in lines]


def write(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf8")


def retrieval(texts: Path, name: str, to: Path, rows: int) -> None:
    """Write a BEIR folder with the first queries and every document."""
    queries = read(texts, f"retrieval_{name}_queries")[:rows]
    ids = {row["id"] for row in queries}
    write(to / "corpus.jsonl", rename(read(texts, f"retrieval_{name}_corpus")))
    write(to / "queries.jsonl", rename(queries))
    answers = [r for r in read(texts, f"retrieval_{name}_qrels") if r["query"] in ids]
    lines = [f"{row['query']}\t{row['doc']}\t{row['rel']}" for row in answers]
    (to / "qrels").mkdir(exist_ok=True)
    table = "\n".join(["query-id\tcorpus-id\tscore", *lines, ""])
    (to / "qrels" / "test.tsv").write_text(table, encoding="utf8")


def rename(rows: Iterable[Row]) -> list[Row]:
    return [{"_id": row["id"], "title": row.get("title", ""), "text": row["text"]} for row in rows]


def banking(texts: Path, rows: int) -> list[Row]:
    found = read(texts, "classification_banking77_en")
    test = [row for row in found if row["split"] == "test"]
    drawn = np.random.default_rng(0).permutation(len(test))[:rows]
    return [test[i] for i in drawn] + [row for row in found if row["split"] != "test"]


def advising(texts: Path) -> tuple[list[Row], list[Row]]:
    """Give a query and a document from each group of phrasings, and three further phrasings."""
    groups: dict[str, list[str]] = collections.defaultdict(list)
    for row in read(texts, "paraphrase_advising_en"):
        groups[row["group"]].append(row["text"])
    pairs = [{"id": k, "query": t[0], "document": t[1]} for k, t in groups.items()]
    fixed = {"dataset": "advising", "field": "query", "transformation": "human_phrasing"}
    fixed |= {"axis": "lexical", "generator": "people", "language": "en"}
    people = [
        {**fixed, "id": k, "seed": seed, "original": t[0], "text": text}
        for k, t in groups.items()
        for seed, text in enumerate(t[2:5])
    ]
    return pairs, people


def prepare(texts: Path, out: Path, rows: int) -> None:
    write(out / "sts_en.jsonl", read(texts, "sts_en")[:rows])
    write(out / "sts_ja.jsonl", read(texts, "sts_ja")[:rows])
    write(out / "banking77.jsonl", banking(texts, rows))
    for name, of in {"xquad_en": "xquad_en", "xquad_es": "xquad_es", "jsquad": "jsquad_ja"}.items():
        retrieval(texts, of, out / name, rows)
    pairs, people = advising(texts)
    write(out / "advising.jsonl", pairs)
    write(out / "people.jsonl", people)
    (out / "suite.toml").write_text(suite(LANGUAGES), encoding="utf8")


def suite(languages: Mapping[str, str]) -> str:
    folders = {"xquad_en", "xquad_es", "jsquad"}
    paths = {name: name if name in folders else f"{name}.jsonl" for name in languages}
    kinds = {"banking77": 'kind = "classification"\n'}
    return "\n".join(
        f'[[task]]\nname = "{name}"\npath = "{paths[name]}"\nlanguage = "{language}"\n'
        + kinds.get(name, "")
        for name, language in languages.items()
    )


def rewrite(out: Path, store: str) -> list[str]:
    """Rewrite every task by rules and, where it has the pair, by Apertium."""
    made = [str(out / "people.jsonl")]
    for task in read_suite(out / "suite.toml"):
        language = LANGUAGES[task.name]
        ways: dict[str, dict[str, Any]] = {"rules": {"transformations": RULES[language]}}
        if language in TARGETS:
            both = ["backtranslation", "translation"]
            ways["apertium"] = {"transformations": both, "targets": TARGETS[language]}
        for rewriter, options in ways.items():
            found = ms.rewrite(
                task.to_rewrite(),
                rewriter=rewriter,
                dataset=task.name,
                language=language,
                seeds=[1],
                store=store,
                **options,
            )
            made.append(str(out / f"{rewriter}_{task.name}"))
            found.save(made[-1])
            count = collections.Counter((row.transformation, row.status) for row in found.rows)
            print(task.name, rewriter, dict(count))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=300)
    parser.add_argument("--embedder", default="use,e5,minilm,hashing")
    parser.add_argument("--store", default="")
    options = parser.parse_args()
    prepare(options.texts, options.out, options.rows)
    made = rewrite(options.out, str(options.out / "rewrites.sqlite"))
    command = ["robustness", str(options.out / "suite.toml"), "--rewrites", ",".join(made)]
    command += ["--embedder", options.embedder, "--out", str(options.out / "report")]
    command += ["--store", options.store] if options.store else []
    subprocess.run([sys.executable, "-m", "monosashi", *command], check=True)  # noqa: S603 - ourselves


if __name__ == "__main__":
    main()
