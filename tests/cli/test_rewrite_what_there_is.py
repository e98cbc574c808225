"""Rewriting without names or seeds takes what there is, and says what it leaves out."""

import json

import pytest

from monosashi.cli import main
from monosashi.cli.robustness_rewriting import asked_names
from monosashi.embeddings import DataError
from monosashi.models.rewriters.registry import named_rewriter
from monosashi.models.rewriters.rewriting import rewrite
from monosashi.models.rewriters.selecting import select_rewriter

WORDS = ("card", "key", "bill", "order", "parcel", "door")
FAQ = [{"id": f"q{i}", "query": f"Where is my {word}?", "document": f"All about the {word}."}
       for i, word in enumerate(WORDS)]  # fmt: skip
LINES = [{"id": row["id"], "transformation": "mine", "seed": 1, "text": f"My {row['query']}"}
         for row in FAQ]  # fmt: skip


@pytest.fixture
def faq(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, rows in (("faq.jsonl", FAQ), ("rec.jsonl", LINES)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def run(*words):
    return main(list(words))


@pytest.mark.usefixtures("faq")
def test_a_file_of_one_seed_is_taken_with_that_seed(capsys):
    assert run("rewrite", "run", "faq.jsonl", "--text", "query", "--id", "id", "--rewriter",
               "recorded:rec.jsonl", "--out", "set") == 0  # fmt: skip
    assert "6 of 6 kept" in capsys.readouterr().out


@pytest.mark.usefixtures("faq")
def test_seeds_that_a_file_does_not_hold_are_refused_by_name():
    with pytest.raises(DataError, match="no text of the seeds 7; it holds 1"):
        rewrite({row["id"]: row["query"] for row in FAQ}, transformations=["mine"], seeds=[7],
                rewriter="recorded:rec.jsonl", language="en")  # fmt: skip


@pytest.mark.usefixtures("faq")
def test_robustness_takes_all_that_a_file_holds(capsys):
    assert run("robustness", "faq.jsonl", "--rewriter", "recorded:rec.jsonl", "--language", "en",
               "--embedder", "hashing", "--store", "none") == 0  # fmt: skip
    assert "recorded:rec.jsonl" in capsys.readouterr().out


@pytest.mark.usefixtures("faq")
def test_a_plan_says_what_a_program_does_not_make(capsys):
    assert run("rewrite", "plan", "faq.jsonl", "--text", "query", "--default-language", "en",
               "--rewriter", "apertium", "--store", "none") == 0  # fmt: skip
    told = " ".join(capsys.readouterr().out.split())
    assert "does not make: paraphrasing, style_change, expansion" in told


def test_beside_a_preset_only_what_the_rewriter_makes_is_asked_for():
    rules = named_rewriter("rules")
    assert asked_names(rules, "all", "support") == asked_names(rules, None, "support")
    assert asked_names(rules, "paraphrasing,typos", "support") == ["typos"]


@pytest.mark.usefixtures("faq")
def test_sensitivity_knows_the_language_by_either_name():
    assert run("robustness", "sensitivity", "faq.jsonl", "--text", "query", "--embedder",
               "hashing", "--store", "none", "--default-language", "en") == 0  # fmt: skip


def test_a_set_has_a_short_name():
    texts = {f"q{i}": "I can't log in." for i in range(500)}
    made = rewrite(texts, transformations=["contractions"], rewriter="rules", language="en",
                   seeds=[1])  # fmt: skip
    assert repr(made) == "RewriteSet(500 rows by 'rules': contractions; seeds 1)"


def test_selecting_names_its_units_and_a_tie(faq, capsys):
    pairs = [{"s1": row["query"], "s2": row["document"]} for row in FAQ]
    (faq / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in pairs))
    for name in "ab":
        lines = [{"original": text, "transformation": "mine", "seed": 1, "text": f"{name} {text}"}
                 for row in pairs for text in row.values()]  # fmt: skip
        (faq / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines))
    assert run("rewrite", "select", "pairs.jsonl", "--text", "s1,s2", "--default-language", "en",
               "--rewriter", "recorded:a.jsonl?name=a", "--rewriter", "recorded:b.jsonl?name=b",
               "--store", "none") == 0  # fmt: skip
    told = " ".join(capsys.readouterr().out.split())
    assert "on 6 pairs (12 texts" in told
    assert "Tied for the fewest failing or unchanged texts: a, b." in told


def test_records_are_the_units_of_a_selection():
    sides = {"s1": {"q": "I can't."}, "s2": {"q": "It's late."}}
    found = select_rewriter(sides, rewriters=["rules"], transformations=["contractions"],
                            language="en", store=False)  # fmt: skip
    assert (found.n_texts, found.n_records) == (2, 1)
