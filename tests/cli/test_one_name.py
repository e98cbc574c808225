"""A model goes by one name in every command, and --model changes it everywhere."""

import json

import pytest

import monosashi as ms
from monosashi.cli import main
from monosashi.models import hashing

TWO = ["--embedder", "hashing,hashing?dimension=64"]
SAME = ["--embedder", "hashing,hashing"]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Twelve documents, a query on each, and a model whose card has another name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MONOSASHI_STORE", raising=False)
    write(tmp_path / "docs.jsonl", [{"id": f"d{i}", "text": f"number {i * i} here"}
                                    for i in range(12)])  # fmt: skip
    write(tmp_path / "asked.jsonl", [{"id": f"q{i}", "text": f"number {i * i}?"}
                                     for i in range(12)])  # fmt: skip
    judged = "".join(f"q{i} 0 d{i} 1\n" for i in range(12))
    (tmp_path / "qrels.txt").write_text(judged, encoding="utf-8")
    return tmp_path


SEARCH = ["docs.jsonl", "--queries", "asked.jsonl", "--gold", "qrels.txt"]


def document(words, capsys):
    code = main([*words, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


def test_retrieval_calls_a_model_as_its_card_does(monkeypatch, capsys):
    card = hashing.HashingNgrams.card

    def other(self, role="passage"):
        from dataclasses import replace

        return replace(card(self, role), name="Hash v1")

    monkeypatch.setattr(hashing.HashingNgrams, "card", other)
    found = document(["retrieval", *SEARCH, "--embedder", "hashing"], capsys)
    assert found["results"]["retrieval"]["name"] == "Hash v1"
    assert main(["embed", "docs.jsonl", "--embedder", "hashing", "--out", "set"]) == 0
    assert ms.read("set").model.name == "Hash v1"


@pytest.mark.parametrize("command", ["retrieval", "compare"])
def test_model_renames_embedded_models(command, capsys):
    found = document([command, *SEARCH, *TWO, "--model", "wide,narrow"], capsys)
    assert set(found["results"]["retrieval_comparison"]["levels"]) == {"wide", "narrow"}
    assert "hashing" not in json.dumps(found["data"])


def test_model_renames_the_one_model_of_an_audit(capsys):
    found = document(["audit", *SEARCH, "--embedder", "hashing", "--model", "mine, or not"], capsys)
    assert found["data"]["model"]["name"] == "mine, or not"
    assert found["results"]["retrieval"]["name"] == "mine, or not"


def test_two_models_of_one_name_are_refused_before_anything_is_embedded(monkeypatch, capsys):
    monkeypatch.setattr(hashing.HashingNgrams, "embed", lambda *_: pytest.fail("embedded"))
    assert main(["retrieval", *SEARCH, *SAME, "--words", "en"]) == 2
    assert "--model A,B" in capsys.readouterr().err
    assert main(["compare", *SEARCH, *TWO, "--model", "a,b,c", "--words", "en"]) == 2
    assert "2 models need 2 names" in capsys.readouterr().err


def test_a_saved_set_of_another_model_is_told_how_to_be_called_alike(capsys):
    for spec, source, out in (("hashing?dimension=512", "docs.jsonl", "d"),
                              ("tfidf?dimension=512", "asked.jsonl", "q")):  # fmt: skip
        assert main(["embed", source, "--embedder", spec, "--out", out]) == 0
    capsys.readouterr()
    assert main(["retrieval", "d", "--queries", "q", "--gold", "qrels.txt", "--words", "en"]) == 4
    assert "--model" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nope", "use (use-multilingual), e5 ("),
        ("hashing?dimensions=3", "dimension"),
        ("hashing,,use", "hashing,,use"),
        ("python:no_module_here:f", "no_module_here"),
    ],
)
@pytest.mark.parametrize("command", ["audit", "retrieval"])
def test_a_bad_spec_is_wrong_usage_that_says_what_there_is(command, spec, said, capsys):
    assert main([command, *SEARCH, "--embedder", spec, "--words", "en"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "both"), [([], False), (["--key", "g", "--language", "lang"], True)]
)
def test_documents_are_passages_unless_the_language_part_asks_them(
    files, monkeypatch, capsys, more, both
):
    """Every document in the query role too would be twice the work for nothing."""
    rows = [{"id": f"d{i}", "text": f"number {i * i} here", "g": f"g{i // 2}",
             "lang": ("en", "de")[i % 2]} for i in range(12)]  # fmt: skip
    write(files / "docs.jsonl", rows)
    (files / "roles_model.py").write_text(
        "LOG = {}\ndef vectors(texts, role):\n"
        "    LOG[role] = LOG.get(role, 0) + len(texts)\n"
        "    return [[len(t), t.count('1') + 1.0, t.count('4'), t.count('6')] for t in texts]\n"
    )
    monkeypatch.syspath_prepend(files)
    command = ["audit", *SEARCH, "--embedder", "python:roles_model:vectors", "--store", "none"]
    code = main([*command, *more, "--permutations", "9"])
    assert code == 0, capsys.readouterr().err
    import sys

    log = sys.modules.pop("roles_model").LOG
    canaries = 5 * 3
    assert (log["query"] > 12 + canaries) is both
