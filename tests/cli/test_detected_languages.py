"""`--language auto`: languages told by scripts, where there is no column of them."""

import json
from pathlib import Path

import pytest

from monosashi.cli import main

N = 60
SAID = {
    "en": "the page about topic{0} and command{0}",
    "ja": "これは topic{0} と command{0} の説明です",
}


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))

    def once(*words):
        code = main([*words, "--words", "en"])
        out, err = capsys.readouterr()
        return code, out, " ".join(err.split())

    return once


def write(*more):
    rows = [{"id": f"{i}-{name}", "key": str(i), "text": said.format(i)}
            for i in range(N) for name, said in SAID.items()]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in [*rows, *more])
    Path("pages.jsonl").write_text(lines, encoding="utf-8")


LINE = ("language", "pages.jsonl", "--embedder", "hashing", "--key", "key", "--language", "auto")


def test_without_possible_languages_latin_letters_say_nothing(run):
    write()
    code, _, err = run(*LINE)
    assert code == 4
    assert "does not say their language" in err
    assert '"0-en"' in err
    assert "--languages ja,en" in err


def test_possible_languages_settle_it(run):
    write()
    code, out, _ = run(*LINE, "--languages", "ja,en", "--json")
    told = json.loads(out)
    assert code == 0
    said = [note["text"] for note in told["data"]["notices"]]
    assert any("en 60, ja 60" in text for text in said)


@pytest.mark.parametrize("label", ["und", "UND"])
def test_a_label_that_says_undetermined_is_none(run, label):
    write({"id": "odd", "key": "odd", "text": "これは日本語です", "language": label})
    code, out, err = run(*LINE, "--languages", "ja,en", "--json")
    assert code == 0, err
    said = [note["text"] for note in json.loads(out)["data"]["notices"]]
    assert any("en 60, ja 61" in text for text in said)


def test_undetermined_texts_are_no_language_of_their_own(run):
    """They get no mean of their own: they are left out and counted, where that is asked for."""
    write({"id": "odd", "key": "odd", "text": "12345"})
    assert run(*LINE, "--languages", "ja,en")[0] == 4
    fit = ("repair", "fit", "pages.jsonl", *LINE[2:], "--languages", "ja,en", "--invalid", "drop",
           "--force", "--out", "fix")  # fmt: skip
    code, out, err = run(*fit)
    assert code == 0, err
    assert "und" not in out.split()
    held = json.loads(Path("fix/repair.json").read_text(encoding="utf-8"))
    assert sorted(held["documents"]) == ["en", "ja"]


def test_a_site_without_languages_is_told_by_scripts(run, tmp_path):
    for name, said in SAID.items():
        for i in range(3):
            place = tmp_path / "flat" / f"{name}{i}.md"
            place.parent.mkdir(exist_ok=True)
            place.write_text(said.format(i), encoding="utf-8")
    code, _, err = run("related", "flat", "--embedder", "hashing", "--default-language", "auto",
                       "--out", "beside")  # fmt: skip
    assert code == 4
    assert '"en0.md"' in err
    assert '"ja0.md"' not in err
    assert run("related", "flat", "--embedder", "hashing", "--default-language", "auto",
               "--invalid", "drop", "--out", "beside")[0] == 0  # fmt: skip


def titles():
    rows = [{"id": f"k{i}", "text": f"{name}請求書北京市"} for i, name in enumerate("東西南北")]
    rows += [{"id": f"e{i}", "text": name} for i, name in enumerate(("Invoices", "Receipts"))]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    Path("titles.jsonl").write_text(lines, encoding="utf-8")


def test_where_nothing_would_be_left_dropping_is_no_advice(run):
    titles()
    words = ("audit", "titles.jsonl", "--embedder", "hashing", "--language", "auto")
    code, _, err = run(*words, "--invalid", "drop")
    assert code == 4
    assert "none of the 6 texts" in err
    assert "--languages ja,en" in err
    assert "--invalid drop" not in err


def test_what_is_presumed_is_said(run):
    titles()
    words = ("audit", "titles.jsonl", "--embedder", "hashing", "--language", "auto")
    code, out, _ = run(*words, "--languages", "ja,en", "--json")
    assert code == 0
    (said,) = [note["text"] for note in json.loads(out)["data"]["notices"]
               if note["code"].startswith("cli.notices.languages_")]  # fmt: skip
    assert 'Of these en 2, ja 4 are presumed, e.g. "k0", "k1", "k2", …' in said
