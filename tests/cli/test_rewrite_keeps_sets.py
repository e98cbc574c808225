"""A finished set of rewritten texts is not replaced by another; the next command keeps limits."""

import json
import shlex

import pytest

from monosashi.cli import main

TEXTS = ["I cannot log in at all.", "Where is my order now?", "Please refund the whole amount."]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [{"id": f"q{i}", "text": text} for i, text in enumerate(TEXTS)]
    (tmp_path / "faq.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def run(capsys, *words):
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, " ".join(out.split()), " ".join(err.split())


RUN = ["rewrite", "run", "faq.jsonl", "--rewriter", "rules", "--default-language", "en",
       "--out", "set"]  # fmt: skip


@pytest.mark.parametrize("changed", [
    ["--transformations", "case", "--seeds", "1"],
    ["--transformations", "typos", "--seeds", "2"],
    ["--transformations", "typos", "--seeds", "1", "--first", "2"],
    ["--transformations", "typos", "--seeds", "1", "--dataset", "other"],
    ["--transformations", "typos", "--seeds", "1", "--order", "summarise_then_expand"],
])  # fmt: skip
def test_a_set_by_other_settings_is_refused_and_stays(folder, capsys, changed):
    assert run(capsys, *RUN, "--transformations", "typos", "--seeds", "1")[0] == 0
    before = (folder / "set" / "rewrites.jsonl").read_bytes()
    code, _, err = run(capsys, *RUN, *changed)
    assert code == 2
    assert "3 rewritings by rules" in err
    assert "another folder" in err
    assert (folder / "set" / "rewrites.jsonl").read_bytes() == before


def test_other_texts_are_refused_and_the_same_or_more_is_not(folder, capsys):
    first = [*RUN, "--transformations", "typos", "--seeds", "1"]
    assert run(capsys, *first)[0] == 0
    assert run(capsys, *first)[0] == 0
    assert run(capsys, *RUN, "--transformations", "typos,case", "--seeds", "1,2")[0] == 0
    held = (folder / "faq.jsonl").read_text()
    (folder / "faq.jsonl").write_text(held.replace("order", "parcel"))
    assert run(capsys, *RUN, "--transformations", "typos,case", "--seeds", "1,2")[0] == 2


@pytest.mark.usefixtures("folder")
def test_the_next_command_of_a_plan_keeps_limits_and_names_a_free_folder(capsys):
    words = [*RUN[:-1], "rewrites", "--transformations", "typos", "--seeds", "1"]
    assert run(capsys, *words)[0] == 0
    code, out, _ = run(capsys, "rewrite", "plan", "faq.jsonl", "--rewriter", "rules",
                       "--transformations", "typos", "--seeds", "1", "--default-language", "en",
                       "--price-in", ".1", "--price-out", ".4", "--max-cost", ".0001",
                       "--max-calls", "5")  # fmt: skip
    assert code == 0
    told = shlex.split(out.partition("next: ")[2].replace(" \\ ", " "))
    for option, value in (("--price-in", "0.1"), ("--price-out", "0.4"), ("--max-cost", "0.0001"),
                          ("--max-calls", "5"), ("--out", "rewrites-2")):  # fmt: skip
        assert told[told.index(option) + 1] == value
