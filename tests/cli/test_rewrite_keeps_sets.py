"""A finished set of rewritten texts is not replaced by another; the next command keeps limits."""

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from monosashi.cli import main
from monosashi.cli.rewrite_screen import run_lines
from monosashi.cli.robustness_rewriting import left_of
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.summary import summarise_set
from monosashi.report.sections.rewrites import rewrites_section
from monosashi.report.tongue import Tongue

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


@pytest.mark.usefixtures("folder")
def test_a_plan_says_that_the_gate_may_take_it_past_the_limits(capsys):
    ask = ["rewrite", "plan", "faq.jsonl", "--rewriter", "openai:m?url=http://127.0.0.1:9",
           "--transformations", "paraphrasing", "--seeds", "1", "--default-language",
           "en"]  # fmt: skip
    code, out, _ = run(capsys, *ask)
    assert code == 0
    calls = int(re.search(r"by m: (\d+) call", " ".join(out.split()))[1])
    for limit, told in ((calls - 1, "more than your limits"), (calls, "asks again often"),
                        (3 * calls, "")):  # fmt: skip
        out = " ".join(run(capsys, *ask, "--max-calls", str(limit))[1].split())
        assert told in out
        assert ("asks again often" in out) == (limit == calls)


def test_a_translation_that_came_back_unchanged_is_among_the_reasons():
    rows = [RewriteRow("d", f"q{i}", "text", "translation", "language", "m", 1, "es", None,
                       status, status == "ok", 1, (), (), "a text", "un texto")
            for i, status in enumerate(["ok"] * 3 + ["unchanged"] * 5 + ["empty"] * 2)]  # fmt: skip
    found = summarise_set(RewriteSet(tuple(rows), "m", "model", {}))
    told = " ".join(run_lines(found, Path("set"), 0))
    assert "3 of 10 kept (0 of them unchanged), 7 failed (unchanged 5, empty 2)" in told
    (one,) = [one for one in found.findings() if one.code == "rewriting.failed"]
    assert (one.numbers["status"], one.numbers["most"]) == ("unchanged", 5)
    page = rewrites_section({"rewrites": found.to_dict()}, Tongue("en"))
    reasons = [[cell.text for cell in row] for row in page.tables[1].rows]
    assert [row[1:] for row in reasons] == [["unchanged", "5"], ["empty", "2"]]


def test_an_export_is_never_replaced(folder, capsys):
    (folder / "ask.jsonl").write_text("sent")
    code, _, err = run(capsys, "rewrite", "export", "faq.jsonl", "--rewriter",
                       "openai:m?url=http://127.0.0.1:9", "--default-language", "en", "--out",
                       "ask.jsonl")  # fmt: skip
    assert code == 2
    assert "not replaced" in err
    assert (folder / "ask.jsonl").read_text() == "sent"


def test_limits_hold_for_all_sets_of_a_run_together():
    sets = [SimpleNamespace(spent={"calls": 3, "cost": 0.25}), SimpleNamespace(spent=None)]
    assert left_of({"max_calls": 5, "max_cost": 1.0, "price_in": 2.0}, sets) == {
        "max_calls": 2, "max_cost": 0.75, "price_in": 2.0}  # fmt: skip


def test_a_file_without_answers_is_told_as_such(folder, capsys):
    (folder / "bad.jsonl").write_text("not json\n")
    code, _, err = run(capsys, "rewrite", "import", "bad.jsonl", "--rewriter",
                       "openai:m?url=http://127.0.0.1:9", "--store", "s.sqlite")  # fmt: skip
    assert code == 4
    assert "no line that can be read" in err
    assert "0 lines" not in err
