"""Lists of the command line, as Japanese keyboards write them too."""

import json
import pathlib

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.comma_lists import listed_counts, listed_names, listed_numbers

KNOWN = ["話題", "言語", "料金、支払い"]


@pytest.mark.parametrize(("given", "names"), [
    ("話題,言語", ["話題", "言語"]), ("話題、言語", ["話題", "言語"]),
    ("話題，言語、", ["話題", "言語"]), ("話題、言語、話題：言語", ["話題", "言語", "話題:言語"]),
    ("料金、支払い", ["料金、支払い"]), ("料金、支払い,話題", ["料金、支払い", "話題"]),
    ("話題、何か", ["話題、何か"]),
])  # fmt: skip
def test_full_width_signs_divide_known_names_only(given, names):
    assert listed_names(given, KNOWN) == names


def test_full_width_commas_in_numbers():
    assert listed_numbers("--values", "0、２，2.5") == [0, 2, 2.5]
    assert listed_counts("--group-counts", "5、10") == [5, 10]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    rows = [{"id": f"r{i}", "話題": f"題{i % 3}", "言語": ["ja", "en"][i // 3 % 2],
             "v": rng.normal(size=4).tolist()} for i in range(36)]  # fmt: skip
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    pathlib.Path("a.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("words", [
    ["partition", "a.jsonl", "--factors", "話題、言語、話題：言語", "--permutations", "19"],
    ["pairs", "a.jsonl", "--groups", "話題", "--subset", "題0、題2", "--permutations", "99"],
    ["a.jsonl", "--groups", "話題", "--languages", "ja、en", "--language", "言語",
     "--permutations", "19"],
])  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_commands_take_them(words, capsys):
    assert main(["shape", *words, "--vectors", "v", "--json"]) == 0, capsys.readouterr().err
