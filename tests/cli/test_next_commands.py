"""Every next command that shape and compare print runs on the same files as it stands."""

import json
import pathlib
import shlex

import numpy as np
import pytest

from monosashi.cli import main

N = 48


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(6, 5))[np.arange(N) // 8]
    rows = [{"num": f"r{i}", "topic": f"t{i // 8}", "lang": "en" if i % 2 else "ja",
             "text": f"{['apple', 'pear', 'plum'][i % 3]} {i // 8} {i}",
             "v": (centres[i] + rng.normal(size=5)).tolist(),
             "w": (centres[i] + 2 * rng.normal(size=5)).tolist()} for i in range(N)]  # fmt: skip
    write("a.jsonl", rows)
    write("b.jsonl", [row | {"v": row["w"]} for row in rows])
    write("labels.jsonl", [{"num": row["num"], "kind": row["topic"]} for row in rows])
    np.savez("one.npz", ids=np.array([r["num"] for r in rows]), vectors=[r["v"] for r in rows])
    np.savez("two.npz", ids=np.array([r["num"] for r in rows]), vectors=[r["w"] for r in rows])
    wide = [{"id": f"k{i}", "topic": f"t{i // 4}", "say": {"en": f"a {i}", "ja": f"い {i}"}}
            for i in range(24)]  # fmt: skip
    write("wide.jsonl", wide)
    write("asked.jsonl", [row | {"num": f"q{i}"} for i, row in enumerate(rows[:20])])
    pathlib.Path("gold.tsv").write_text(
        "query-id\tcorpus-id\tscore\n" + "".join(f"q{i}\tr{i}\t1\n" for i in range(20)),
        encoding="utf-8",
    )


def write(name, rows):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    pathlib.Path(name).write_text(text, encoding="utf-8")


FILES = ["compare", "a.jsonl", "b.jsonl", "--vectors", "v", "--id", "num"]
RUNS = {
    "files": [*FILES, "--groups", "topic"],
    "columns": ["compare", "a.jsonl", "--vectors", "v,w", "--id", "num", "--groups", "topic"],
    "names": [*FILES, "--groups", "topic", "--model", "good one,bad", "--seed", "3"],
    "beside": ["compare", "a.jsonl", "--vectors", "one.npz,two.npz", "--id", "num", "--groups",
               "topic"],
    "embedded": ["compare", "a.jsonl", "--embedder", "hashing,hashing?dimension=64", "--id", "num",
                 "--groups", "topic", "--store", "none", "--max-chars", "30"],
    "languages": [*FILES, "--groups", "topic", "--languages", "en", "--language", "lang"],
    "sample": [*FILES, "--groups", "topic", "--sample", "40"],
    "wide": ["compare", "wide.jsonl", "--wide", "say", "--embedder",
             "hashing,hashing?dimension=64", "--groups", "topic", "--store", "none"],
    "labels": [*FILES, "--labels", "labels.jsonl", "--groups", "kind"],
    "queries": [*FILES, "--queries", "asked.jsonl", "--gold", "gold.tsv"],
    "both": [*FILES, "--queries", "asked.jsonl", "--gold", "gold.tsv", "--groups", "topic"],
    "overlap": [*FILES, "--queries", "asked.jsonl"],
    "cut": [*FILES, "--groups", "topic", "--cut", "3", "--quantise", "int8"],
    "shape": ["shape", "a.jsonl", "--vectors", "v", "--id", "num", "--groups", "topic",
              "--permutations", "49"],
    "shape of texts": ["shape", "wide.jsonl", "--wide", "say", "--embedder", "hashing", "--groups",
                       "topic", "--store", "none", "--key", "key", "--permutations", "49"],
    "pairs": ["shape", "pairs", "a.jsonl", "--vectors", "v", "--id", "num", "--groups", "topic",
              "--permutations", "49", "--labels", "labels.jsonl"],
}  # fmt: skip


def following(out):
    """The command after the last `next:`, which may go over several lines."""
    lines = out.rstrip("\n").split("\n")
    start = max(i for i, line in enumerate(lines) if "monosashi " in line)
    told = "\n".join(lines[start:]).replace("\\\n", "")  # as a shell reads it
    return shlex.split(told[told.index("monosashi ") :])[1:]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("folder")
def test_next_commands_run(name, capsys):
    words = [*RUNS[name], "--words", "en"]
    assert main(words) == 0, capsys.readouterr().err
    first = following(capsys.readouterr().out)
    assert first[-2] == "--out"
    assert main(first) == 0, (first, capsys.readouterr().err)
    shown = capsys.readouterr().out
    if name == "pairs":  # kept, and no rule guards it: nothing leads on
        assert "monosashi " not in shown
        return
    second = following(shown)
    assert second != first
    assert main(second) == 0, (second, capsys.readouterr().err)
    if name not in {"queries", "both", "overlap", "shape", "shape of texts"}:
        assert second[0] == "shape"


@pytest.mark.usefixtures("folder")
def test_the_next_command_looks_at_the_model_that_is_ahead(capsys):
    swapped = ["compare", "a.jsonl", "--vectors", "w,v", "--id", "num", "--groups", "topic"]
    assert main([*swapped, "--out", "out", "--words", "en"]) == 0
    words = following(capsys.readouterr().out)
    assert words[words.index("--vectors") + 1] == "v"


def test_the_next_command_speaks_the_language_that_was_chosen(monkeypatch):
    from monosashi.cli.next_lines import next_lines
    from monosashi.words import choose_language

    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    try:
        for surroundings, chosen, told in (("ja_JP.UTF-8", None, ""), ("C", "ja", " --words ja"),
                                           ("ja_JP.UTF-8", "en", " --words en")):  # fmt: skip
            monkeypatch.setenv("LANG", surroundings)
            choose_language(chosen)
            (line,) = next_lines("monosashi related site")
            assert line.endswith(f"monosashi related site{told}")
            assert next_lines("monosashi related site --words ja")[0].count("--words") == 1
    finally:
        choose_language(None)
