"""`monosashi robustness`: the 500-pair path, one screen, repeatable, refusals."""

import json
import shlex

import pytest
from models.chatting import ChatServer, asked_of, said
from robustness.wording import search_task

from monosashi.cli import main
from monosashi.cli.layout import cells

RUN = ["robustness", "faq.jsonl", "--rewriter", "rules", "--transformations", "keywords,typos",
       "--seeds", "1", "--embedder", "hashing,tfidf", "--language", "en"]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    task = search_task(30)
    pairs = zip(task.fields["query"].texts, task.fields["document"].texts, strict=True)
    rows = [{"id": f"q{i}", "query": f"How do I find the {query}?", "document": document}
            for i, (query, document) in enumerate(pairs)]  # fmt: skip
    (tmp_path / "faq.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows),
                                        encoding="utf-8")  # fmt: skip
    return tmp_path


def run(capsys, *words):
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("words", ["en", "ja"])
def test_one_screen_and_a_folder_in_both_languages(folder, capsys, words):
    code, out, err = run(capsys, *RUN, "--weights", "original=1,surface=1", "--words", words,
                         "--out", "run")  # fmt: skip
    assert (code, err) == (0, "")
    lines = out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert max(map(cells, lines)) <= 80
    held = json.loads((folder / "run" / "result.json").read_text(encoding="utf-8"))
    found = held["results"]["robustness_run"]
    assert found["weights"] == {"original": 0.5, "surface": 0.5}
    assert {row["model"] for row in found["choice"]} == {"hashing", "tfidf"}
    pages = [page.read_text(encoding="utf-8") for page in (folder / "run").glob("report*.html")]
    assert len(pages) == 2
    assert any("In other words" in page for page in pages)
    assert any("言い換え" in page for page in pages)
    assert (folder / "run" / "tables" / "robustness_run_cube.csv").is_file()


@pytest.mark.usefixtures("folder")
def test_the_scores_of_a_run_go_to_the_statistics(capsys):
    run(capsys, *RUN, "--out", "run")
    for source in ("run/result.json", "run/tables/robustness_run_cube.csv"):
        code, out, err = run(capsys, "robustness", "stats", source, "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["results"]["robustness"]["models"] == ["hashing", "tfidf"]


@pytest.mark.usefixtures("folder")
def test_the_command_of_a_run_repeats_it(capsys):
    _, first, _ = run(capsys, *RUN, "--json", "--title", "One")
    _, again, _ = run(capsys, *shlex.split(json.loads(first)["command"])[1:], "--json")
    one, two = json.loads(first), json.loads(again)
    assert one["results"]["robustness_run"] == two["results"]["robustness_run"]


@pytest.mark.usefixtures("folder")
def test_a_set_from_rewrite_run_is_taken_as_it_is(capsys):
    code, _, err = run(capsys, "rewrite", "run", "faq.jsonl", "--text", "query", "--rewriter",
                       "rules", "--transformations", "typos", "--seeds", "1,2", "--out", "set",
                       "--default-language", "en")  # fmt: skip
    assert (code, err) == (0, "")
    code, out, _ = run(capsys, "robustness", "faq.jsonl", "--rewrites", "set", "--embedder",
                       "hashing", "--json")  # fmt: skip
    found = json.loads(out)["results"]["robustness_run"]
    assert [row["seed"] for row in found["cube"]] == ["1", "2"]
    assert list(found["rewrites"]) == ["set"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["robustness", "faq.jsonl", "--embedder", "hashing"], 2, "rewrite run faq.jsonl"),
        (["robustness", "faq.jsonl", "--rewriter", "rules"], 2, "--embedder"),
        (["robustness", "--embedder", "hashing", "--rewriter", "rules"], 2, "no task"),
        ([*RUN, "--weights", "lexical"], 2, "NAME=VALUE"),
        ([*RUN, "--weights", "lexical=1"], 4, "none of the weighted axes"),
        ([*RUN, "--weights", "lexcial=2,original=1"], 2, "Known: original, surface, lexical"),
        ([*RUN, "--weights", "human=1,original=1"], 2, "human"),
        ([*RUN, "--dose", "foo,typos"], 2, "foo"),
        ([*RUN, "--dose", "typos,keywords"], 2, "at least three"),
        ([*RUN, "--side", "left"], 2, "queries, corpus, both"),
        ([*RUN, "--max-cost", "1"], 2, "--price-in"),
        (["robustness", "faq.jsonl", "--rewrites", "set", "--embedder", "hashing", "--first", "5"],
         2, "--first is for --rewriter"),
        ([*RUN, "--rewrites", "set"], 2, "not both"),
        (["robustness", "no.jsonl", "--embedder", "hashing", "--rewriter", "rules"], 4, "no.jsonl"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_refusals_say_what_to_do(capsys, words, code, said):
    found, _, err = run(capsys, *words)
    assert found == code
    assert said in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.usefixtures("folder")
def test_an_axis_may_be_weighted_by_the_name_on_the_screen(capsys):
    found = {}
    for name in ("lexical", "wording"):
        _, out, _ = run(capsys, *RUN, "--weights", f"original=1,surface=1,{name}=2", "--json")
        found[name] = json.loads(out)["results"]["robustness_run"]
    assert found["wording"]["weights_unmeasured"] == ["lexical"]
    assert found["wording"]["weights"] == found["lexical"]["weights"]


@pytest.mark.usefixtures("folder")
def test_the_outcome_of_a_dose_is_told(capsys):
    three = [word.replace("keywords,typos", "keywords,typos,case") for word in RUN]
    _, out, _ = run(capsys, *three, "--dose", "case,typos,keywords", "--json")
    (one,) = [one for one in json.loads(out)["findings"] if one["code"] == "robustness_run.dose"]
    assert one["numbers"]["order"] == "case → typos → keywords"
    assert one["numbers"]["total"] == 2
    assert 0 <= one["numbers"]["rising"] <= 2


@pytest.mark.usefixtures("folder")
def test_a_folder_holds_the_report_so_that_nothing_offers_to_write_it_again(capsys):
    _, out, _ = run(capsys, *RUN, "--out", "run")
    assert "report: run/report.html" in out
    assert "monosashi report" not in out


@pytest.mark.usefixtures("folder")
def test_a_run_tries_weights_that_it_can_use(capsys):
    _, out, _ = run(capsys, *RUN, "--json")
    (one,) = [one for one in json.loads(out)["findings"]
              if one["code"] in {"robustness_run.chosen", "robustness_run.undecided"}]  # fmt: skip
    assert one["numbers"]["example"] == "original=1,surface=2"


def test_wordings_of_people_are_on_the_axis_of_wording(folder, capsys):
    rows = [{"id": f"q{i}", "transformation": "human", "text": f"Where is number {i} to be had?"}
            for i in range(30)]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "people.jsonl").write_text(lines, encoding="utf-8")
    _, out, _ = run(capsys, "robustness", "faq.jsonl", "--rewrites", "people.jsonl", "--embedder",
                    "hashing", "--json")  # fmt: skip
    (row,) = json.loads(out)["results"]["robustness_run"]["profile"]
    assert row["axis"] == "lexical"
    code, _, err = run(capsys, "rewrite", "run", "faq.jsonl", "--text", "query", "--rewriter",
                       "recorded:people.jsonl", "--transformations", "human", "--seeds", "1",
                       "--default-language", "en", "--out", "people")  # fmt: skip
    assert (code, err) == (0, "")
    head = json.loads((folder / "people" / "set.json").read_text(encoding="utf-8"))
    assert (head["transformations"], head["rows"]) == (["human"], 30)


@pytest.mark.usefixtures("folder")
def test_several_wordings_of_documents_are_measured(capsys):
    code, out, err = run(capsys, *RUN, "--side", "corpus", "--json")
    assert (code, err) == (0, "")
    (first, *_) = json.loads(out)["results"]["robustness_run"]["spread"]
    assert first["reason"], "records are queries, and these stay as they are"


@pytest.mark.usefixtures("folder")
def test_a_preset_pays_for_its_own_transformations_only(capsys):
    server = ChatServer()
    try:
        server.always = lambda body: (200, said(body, "good", *asked_of(body)))
        code, *_ = run(capsys, "robustness", "faq.jsonl", "--rewriter",
                           f"openai:m?url={server.url}&key_env=", "--preset", "minimal", "--seeds",
                           "1", "--first", "3", "--embedder", "hashing", "--language", "en",
                           "--store", "none", "--json")  # fmt: skip
    finally:
        server.close()
    assert server.different <= 3 * 3, "three texts, three attempts at most"
    assert code in {0, 5}


@pytest.mark.usefixtures("folder")
def test_a_set_of_which_nothing_can_be_used_is_refused_as_its_making_was(capsys):
    server = ChatServer()
    try:
        server.always = lambda body: (200, said(body, "unchanged", *asked_of(body)))
        code, *_ = run(capsys, "rewrite", "run", "faq.jsonl", "--text", "query", "--rewriter",
                       f"openai:m?url={server.url}&key_env=&attempts=1", "--transformations",
                       "paraphrasing", "--seeds", "1", "--first", "3", "--default-language", "en",
                       "--store", "none", "--out", "useless")  # fmt: skip
    finally:
        server.close()
    assert code == 5
    code, out, err = run(capsys, "robustness", "faq.jsonl", "--rewrites", "useless",
                         "--embedder", "hashing", "--language", "en")  # fmt: skip
    assert (code, out) == (4, "")
    assert "is not measured: only 0 of its 3" in " ".join(err.split())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["openai:m?url=http://127.0.0.1:9&key_env=", "--transformations", "expansion,typos"],
         "does not look at expansion, typos"),
        (["rules"], "rules makes none of the transformations of the preset minimal"),
        (["apertium"], "makes none of the transformations of the preset minimal"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_nothing_is_asked_that_a_preset_would_throw_away(capsys, more, said):
    code, _, err = run(capsys, "robustness", "faq.jsonl", "--preset", "minimal", "--embedder",
                       "hashing", "--language", "en", "--rewriter", *more)  # fmt: skip
    assert code == 2
    assert said in " ".join(err.split())


@pytest.mark.usefixtures("folder")
def test_a_preset_limits_the_transformations_that_are_named(capsys):
    code, out, _ = run(capsys, "robustness", "faq.jsonl", "--preset", "support", "--embedder",
                       "hashing", "--language", "en", "--rewriter", "rules", "--transformations",
                       "surface", "--seeds", "1", "--json")  # fmt: skip
    found = json.loads(out)["results"]["robustness_run"]
    assert code == 0
    assert "summarise" in found["preset"]["absent"]
    assert {row["transformation"] for row in found["cube"]} == {"typos", "case", "contractions",
                                                               "keywords"}  # fmt: skip
