"""`monosashi why`: all misses, one query by id or text, a text that is no query yet."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from advice.misses_planted import planted

from monosashi.cli import main
from monosashi.cli.layout import cells

ASKED = ["docs", "--queries", "asked", "--gold", "gold.tsv"]
LANGUAGE = [*ASKED, "--language", "language"]
N = 40
TEXTS = ["docs.jsonl", "--queries", "asked.jsonl", "--gold", "texts.tsv", "--embedder", "hashing"]


def write_gold(path, gold):
    rows = "".join(f"{query}\t{document}\t1\n" for query, document in gold.items())
    path.write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Saved sets with a planted language axis; texts of which two say the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    plant = planted("language", 0, 120)
    asked, held = plant.sets
    asked.save(tmp_path / "asked")
    held.save(tmp_path / "docs")
    write_gold(tmp_path / "gold.tsv", plant.gold)
    write_texts(tmp_path)
    return tmp_path


def write_texts(folder):
    words = [f"word{i} thing{i} plain{i}" for i in range(N)]
    documents = [{"id": f"d{i}", "text": text} for i, text in enumerate(words)]
    documents.append({"id": "twin", "text": words[3]})
    queries = [{"id": f"q{i}", "text": f"word{i} thing{i}"} for i in range(N)]
    for name, rows in (("docs.jsonl", documents), ("asked.jsonl", queries)):
        lines = [json.dumps(row) + "\n" for row in rows]
        (folder / name).write_text("".join(lines), encoding="utf-8")
    write_gold(folder / "texts.tsv", {f"q{i}": f"d{i}" for i in range(N)})


def screen(capsys):
    out = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(out) <= 24
    assert all(cells(line) <= 80 for line in out)
    return out


def document(words, capsys):
    assert main(["why", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", ["en", "ja"])
def test_all_misses_on_one_screen(words, capsys):
    assert main(["why", *LANGUAGE, "--words", words]) == 0
    out = screen(capsys)
    assert any(re.match(r"  (language|言語) +60 +100% \[94%, 100%\]", line) for line in out), out
    following = " ".join(line.removesuffix("\\").strip() for line in out[-3:])
    assert re.search(r"monosashi why q\d+ docs --queries asked --gold gold.tsv", following)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", ["en", "ja"])
def test_the_next_command_tells_the_story_of_one_query(words, capsys):
    assert main(["why", *LANGUAGE, "--words", words]) == 0
    told = " ".join(line.removesuffix("\\").strip() for line in screen(capsys))
    command = shlex.split(told[told.index("monosashi why q") :])
    assert main(command[1:]) == 0
    out = screen(capsys)
    assert out[0].startswith(command[2])
    assert sum(bool(re.search(r"  (en|ja)$", line)) for line in out) >= 4  # its list
    assert "--out why" in " ".join(out[-3:])


def test_the_folder_holds_tables_report_and_settings(folder, capsys):
    assert main(["why", *LANGUAGE, "--out", "told"]) == 0
    assert "monosashi why q" in " ".join(screen(capsys)[-2:])
    names = {path.name for path in (folder / "told" / "tables").iterdir()}
    assert names == {"miss_layers.csv", "miss_mends.csv", "explained_misses.csv",
                     "miss_trials.csv", "miss_lists.csv"}  # fmt: skip
    settings = (folder / "told" / "settings.toml").read_text(encoding="utf-8")
    assert 'given = ["docs"]' in settings
    page = (folder / "told" / "report.html").read_text(encoding="utf-8")
    assert "which layer failed?" in page
    assert "no reason was recorded" not in page


@pytest.mark.usefixtures("folder")
def test_settings_repeat_the_run(capsys):
    first = document([*LANGUAGE, "--out", "told"], capsys)
    Path("told/settings.toml").rename("monosashi.toml")
    again = document([], capsys)
    assert again["results"]["misses"]["labels"] == first["results"]["misses"]["labels"]


@pytest.mark.usefixtures("folder")
def test_json_names_the_layer_of_every_miss(capsys):
    found = document(LANGUAGE, capsys)
    misses = found["results"]["misses"]
    assert set(misses["labels"].values()) == {"language"}
    assert len(misses["labels"]) == misses["n_missed"] == 60
    assert found["verdict"]["numbers"]["share"] == pytest.approx(1)


@pytest.mark.usefixtures("folder")
def test_a_query_by_its_id_its_text_and_one_that_is_found(capsys):
    by_id = document(["q3", *TEXTS], capsys)["query"]
    assert (by_id["layer"], by_id["gold_rank"]) == ("crowding", 2)
    assert [one["document"] for one in by_id["neighbours"][:2]] == ["d3", "twin"]
    assert document(["word3 thing3", *TEXTS], capsys)["query"] == by_id
    assert main(["why", "q4", *TEXTS]) == 0
    assert screen(capsys)[0] == "q4 finds its answer: rank 1 (hits@1). There is nothing to explain."


@pytest.mark.usefixtures("folder")
def test_a_new_text_needs_the_document_it_should_find(capsys):
    found = document(["plain3 // thing3", *TEXTS, "--expected", "d3"], capsys)["query"]
    assert (found["query_id"], found["layer"]) == ("plain3 // thing3", "crowding")
    assert found["query_text"] == "plain3 // thing3"
    assert main(["why", "plain3 thing3", *TEXTS]) == 4
    assert "--expected DOCUMENT" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([], 2, "why QUERY DOCUMENTS"),
        (["q1", "nowhere", *ASKED[1:]], 2, "nowhere is no file"),
        (["a", "b", "c"], 2, "why QUERY DOCUMENTS"),
        (["nobody", *ASKED], 4, "no query nobody"),
        (["docs"], 2, "why QUERY DOCUMENTS --queries"),
        ([*ASKED, "--draws", "3"], 2, "--draws"),
        ([*ASKED, "--language", "tongue"], 4, "tongue"),
        (["plain1", *TEXTS, "--expected", "d1", "--quantise", "binary"], 4, "--quantise"),
    ],
)
def test_wrong_usage_is_told(words, code, told, capsys):
    assert main(["why", *words]) == code
    message = capsys.readouterr().err
    assert told in message
    assert "Traceback" not in message


@pytest.mark.usefixtures("folder")
def test_the_query_may_stand_behind(capsys):
    """Documents first, then the query: only one of them is a file."""
    turned = document(["docs", "q1", *LANGUAGE[1:]], capsys)
    assert turned["query"]["query_id"] == "q1"


@pytest.mark.usefixtures("folder")
def test_several_models_are_refused(capsys):
    np.savez("a.npz", ids=["d0", "d1"], vectors=np.eye(2))
    assert main(["why", "docs.jsonl", "--queries", "asked.jsonl", "--gold", "texts.tsv",
                 "--embedder", "hashing,tfidf"]) == 2  # fmt: skip
    assert "To compare models: monosashi retrieval" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_an_audit_with_queries_leads_here(capsys):
    """The last line of an audit that was not kept asks why queries miss, and runs as it stands."""
    texts = [
        "docs.jsonl",
        "--queries",
        "asked.jsonl",
        "--gold",
        "texts.tsv",
        "--embedder",
        "hashing",
    ]
    assert main(["audit", *texts]) == 0
    told = " ".join(line.removesuffix("\\").strip() for line in screen(capsys))
    command = shlex.split(told[told.rindex("next: ") + len("next: ") :])
    assert command[:3] == ["monosashi", "why", "docs.jsonl"]
    assert main(command[1:]) == 0
    assert "near-duplicates of it: 1 (100%)" in " ".join(map(str.strip, screen(capsys)[:2]))
