"""What a site names by its paths need not be named again; where commands lead from there."""

import json
import shlex
from pathlib import Path

import pytest

from monosashi.cli import main
from monosashi.cli.next_lines import guard_line

EMBED = ("--embedder", "hashing")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))

    def once(*words):
        code = main([*words, "--words", "en"])
        out, err = capsys.readouterr()
        return code, out, " ".join(err.split())

    return once


def write(*languages, pages=8):
    for language in languages:
        for i in range(pages):
            place = Path("site", language, f"p{i}.md")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"# {i}\n\n{language} cmd{i * 7} opt{i * 11} text\n", encoding="utf-8")


def following(out):
    return shlex.split(out[out.index("next: ") + 6 :].replace("\\\n", ""))


@pytest.mark.parametrize("command", ["audit", "language"])
def test_paths_of_a_site_name_key_and_language(run, command):
    write("en", "ja")
    code, out, _ = run(command, "site", *EMBED, "--json")
    told = json.loads(out)
    assert code == 0
    assert "language" in told["results"]
    assert any("--key key --language language" in note["text"] for note in told["data"]["notices"])
    assert "--key key --language language" in told["command"]


def test_columns_that_are_named_are_not_said_to_be_taken(run):
    write("en", "ja")
    _, out, _ = run("audit", "site", *EMBED, "--key", "key", "--language", "language", "--json")
    assert not any("paths" in note["text"] for note in json.loads(out)["data"]["notices"])


def test_a_site_in_one_language_is_audited_without_pairs(run):
    write("en")
    Path("site/ja").mkdir()
    code, out, _ = run("audit", "site", *EMBED, "--default-language", "en", "--json")
    assert code == 0
    assert json.loads(out)["results"].get("language") is None


def test_an_audit_that_was_not_kept_names_no_audit(run):
    """One language, no queries: what search finds is still to be measured, by files to fill in."""
    write("en")
    _, out, _ = run("audit", "site", *EMBED, "--default-language", "en")
    words = following(out)
    assert words[:3] == ["monosashi", "retrieval", "site"]
    assert words[words.index("--queries") + 1] == "QUERIES"


def test_related_leads_to_drafts_and_not_to_itself(run):
    write("en", "ja")
    _, out, _ = run("related", "site", *EMBED, "--out", "beside")
    assert following(out)[1:5] == ["duplicates", "DRAFTS", "--index", "site"]


def test_pages_against_themselves_are_called_pages(run):
    write("en", "ja")
    _, out, _ = run("duplicates", "site", "--index", "site", *EMBED, "--threshold", "0.5")
    assert "of 16 pages have another page" in " ".join(out.split())


def test_first_rules_lead_on_where_there_are_rules(run):
    write("en", "ja")
    run("audit", "site", *EMBED, "--out", "audit")
    assert guard_line(Path("audit")) == "monosashi gate audit --init gate.toml"
    assert run("gate", "audit", "--init", "gate.toml")[0] == 0
    assert guard_line(Path("audit")) == "monosashi gate audit gate.toml"
    code, _, err = run("gate", "audit", "--init", "gate.toml")
    assert code == 2
    assert "monosashi gate audit gate.toml" in err
    assert run("gate", "audit", "gate.toml")[0] in {0, 3}


def test_rules_of_another_result_stay(run):
    write("en", "ja")
    run("audit", "site", *EMBED, "--out", "audit")
    Path("gate.toml").write_text('[[rule]]\npath = "results.shape.f"\noperator = ">"\nlimit = 1\n',
                                 encoding="utf-8")  # fmt: skip
    assert guard_line(Path("audit")) == "monosashi gate audit --init gate-audit.toml"
    run("gate", "audit", "--init", "gate-audit.toml")
    assert guard_line(Path("audit")) == "monosashi gate audit gate-audit.toml"
