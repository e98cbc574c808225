"""What a run took, on the screen; and a server of which nearly nothing can be used."""

import json
import re

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.cli import main, rewrite_options
from monosashi.models.rewriters import ChatRewriter, limits, rewrite
from monosashi.models.rewriters.summary import summarise_set

NUMBERS = range(18, 418, 20)  # texts that the server rewrites well


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rows = [{"id": f"t{i}", "text": text_of(i), "query": text_of(i),
             "document": f"About parcel {i}."} for i in NUMBERS]  # fmt: skip
    for name, keys in (("texts.jsonl", ("id", "text")), ("faq.jsonl", ("id", "query", "document"))):
        (tmp_path / name).write_text("".join(
            json.dumps({key: row[key] for key in keys}) + "\n" for row in rows))  # fmt: skip
    return tmp_path


@pytest.fixture
def server():
    running = ChatServer()
    running.always = lambda body: (200, chatting.said(body, "good", *chatting.asked_of(body)))
    yield running
    running.close()


def useless(server, usable=0):
    """Whatever is asked, the answer is empty, but for so many texts."""
    known = {text_of(i) for i in list(NUMBERS)[:usable]}

    def answer(body):
        step, text = chatting.asked_of(body)
        way = "good" if any(one in text for one in known) else "empty"
        return 200, chatting.said(body, way, step, text)

    server.always = answer


def words(server, *more, path="texts.jsonl"):
    spec = f"openai:rote?url={server.url}&key_env="
    return [path, "--default-language", "en", "--rewriter", spec, "--transformations",
            "paraphrasing", "--seeds", "1,2", *more]  # fmt: skip


def test_each_answer_of_the_store_counts_once_and_those_of_this_run_do_not(server, tmp_path):
    texts = {f"t{i}": text_of(18 if i < 3 else 38) for i in range(6)}
    how = {"rewriter": ChatRewriter("rote", url=server.url, key_env=""), "language": "en",
           "transformations": ["expansion", "summarised_expansion"], "seeds": [1, 2]}  # fmt: skip
    first = rewrite(texts, store=tmp_path / "a.sqlite", **how).spent
    assert (first["found"], first["texts_found"]) == (0, 0), "the store was empty"
    assert first["calls"] == server.requests == 8, "expansion is shared; two texts, two seeds"
    again = rewrite({**texts, "new": text_of(58)}, store=tmp_path / "a.sqlite", **how).spent
    assert (again["found"], again["texts_found"], again["calls"]) == (8, 6, 4)


@pytest.mark.usefixtures("folder")
def test_the_screen_says_calls_answers_and_texts(server, capsys):
    assert main(["rewrite", "run", *words(server), "--out", "set"]) == 0
    assert "40 calls (0 sent again), 0 answers from the store" in _flat(capsys)
    assert main(["rewrite", "run", *words(server), "--out", "set"]) == 0
    assert (
        "0 calls (0 sent again), 40 answers from the store (each counted once; for 20 texts)"
        in (_flat(capsys))
    )


@pytest.mark.parametrize(("usable", "code"), [(0, 5), (1, 5), (2, 0)])
def test_a_set_of_which_nearly_nothing_can_be_used_is_no_success(
    folder, server, capsys, usable, code
):
    useless(server, usable)
    asked = [*words(server), "--max-unusable", "0"]
    assert main(["rewrite", "run", *asked, "--out", "set"]) == code
    said = _flat(capsys)
    assert (folder / "set" / "set.json").is_file(), "it can be looked at"
    assert ("Nearly nothing can be used" in said) == (code == 5)
    assert main(["rewrite", "run", *asked, "--json", "--out", "set"]) == code
    told = json.loads(capsys.readouterr().out)
    assert (told["usable"], told["unusable"]) == (2 * usable, code == 5)
    assert main(["rewrite", "check", "set"]) == 0
    assert ("[problem] Nearly nothing that rote gave can be used" in _flat(capsys)) == (code == 5)


@pytest.mark.usefixtures("folder")
def test_a_server_that_gives_texts_back_is_of_no_use_either(server, capsys):
    server.always = lambda body: (200, chatting.said(body, "unchanged", *chatting.asked_of(body)))
    assert main(["rewrite", "run", *words(server), "--out", "set"]) == 5
    assert "Nearly nothing can be used" in _flat(capsys)


def test_rules_that_leave_texts_alone_are_no_failing_service():
    found = rewrite(["It is late.", "So it is."], rewriter="rules", language="en",
                    transformations=["contractions"], seeds=[1])  # fmt: skip
    assert summarise_set(found).unusable is False


@pytest.mark.usefixtures("folder")
def test_robustness_says_what_its_rewriting_took_and_measures_nothing_of_nothing(server, capsys):
    asked = ["robustness", "faq.jsonl", "--embedder", "hashing", "--language", "en", "--rewriter",
             f"openai:rote?url={server.url}&key_env=", "--transformations", "paraphrasing",
             "--seeds", "1"]  # fmt: skip
    assert main(asked) == 0
    assert "rewriting took 20 calls (0 sent again)" in _flat(capsys)
    useless(server)
    assert main([*asked[:-1], "7", "--max-unusable", "0"]) == 5
    told = " ".join(capsys.readouterr().err.split())
    assert (
        "nearly nothing that rote gave can be used: 0 of 20 rewritings (most often: empty)" in told
    )


def test_a_server_that_gives_nothing_of_use_is_stopped_early_and_goes_on_later(
    folder, server, capsys
):
    useless(server)
    asked = ["rewrite", "run", *words(server), "--out", "set"]
    assert main(asked) == 5
    told = " ".join(capsys.readouterr().err.split())
    assert "calls in a row brought nothing of rote that can be used for paraphrasing" in told
    assert "(empty: 3" in told
    assert 'for example: \'{"text": " "}\'' in told
    assert "still open" in told
    assert not (folder / "set").exists()
    asked_before = server.requests
    assert 30 <= asked_before < 30 + 8
    server.always = None
    assert main(asked) == 0
    told = _flat(capsys)
    lost = int(re.search(r"(\d+) failed \(empty", told)[1])  # that have had their three answers
    assert 0 < lost <= 12
    assert server.requests - asked_before == 40 - lost
    # of a mended model anew
    asked[asked.index("--rewriter") + 1] += "&revision=2"
    assert main([*asked[:-1], "other"]) == 0
    assert "40 of 40 kept" in _flat(capsys)


def test_the_command_stops_where_the_function_does():
    assert rewrite_options.MAX_UNUSABLE == limits.MAX_UNUSABLE


def _flat(capsys):
    return " ".join(capsys.readouterr().out.split())
