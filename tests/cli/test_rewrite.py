"""The commands about rewriting: screens of 24 lines, exit codes, files, both languages."""

import csv
import json
import shlex

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.cli import main
from monosashi.models.rewriters import RewriteSet


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rows = [{"id": f"t{i}", "text": text_of(i), "s1": text_of(i), "s2": text_of(i + 20)}
            for i in (18, 38, 13)]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "texts.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def line(server):
    return f"openai:rote?url={server.url}&key_env="


COMMON = ["--text", "text", "--default-language", "en"]


def test_plan_run_check_and_report(folder, server, capsys):
    spec = line(server)
    asked = ["texts.jsonl", *COMMON, "--rewriter", spec]
    assert main(["rewrite", "plan", *asked, "--price-in", "1", "--price-out", "2"]) == 0
    said = capsys.readouterr().out
    assert "72 rewritings of 3 texts" in said
    assert "cost about" in said
    assert server.requests == 0
    assert main(["rewrite", "run", *asked, "--out", "set"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 24
    assert "paraphrasing: 6 of 9 kept" in said
    assert "(empty 3)" in said
    assert main(["rewrite", "check", "set", "--out", "checked"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 24
    assert max(map(len, said.splitlines())) <= 80
    assert "most often as “empty”" in said
    page = (folder / "checked" / "report.html").read_text(encoding="utf-8")
    assert "answered instead" not in page
    assert text_of(18) in page
    assert "書き換えたテキスト" in (folder / "checked" / "report.ja.html").read_text(
        encoding="utf-8"
    )
    assert main(["report", "checked", "--out", "again"]) == 0


def test_pairs_have_two_fields(folder, capsys):
    assert main(["rewrite", "run", "texts.jsonl", "--text", "s1,s2", "--default-language", "en",
                 "--rewriter", "rules", "--out", "set", "--json"]) == 0  # fmt: skip
    told = json.loads(capsys.readouterr().out)
    held = RewriteSet.load(folder / "set")
    assert told["digest"] == held.digest
    assert {row.field for row in held.rows} == {"s1", "s2"}
    assert held.datasets == ["texts"]


def test_a_stopped_run_says_how_to_go_on(folder, server, capsys):
    asked = ["rewrite", "run", "texts.jsonl", *COMMON, "--rewriter", line(server), "--out", "set"]
    assert main([*asked, "--max-calls", "5"]) == 5
    assert "--max-calls" in capsys.readouterr().err
    assert not (folder / "set").exists()
    assert main(asked) == 0


def test_export_and_import(folder, server, capsys):
    asked = [
        "texts.jsonl",
        *COMMON,
        "--rewriter",
        line(server),
        "--transformations",
        "paraphrasing",
    ]
    assert main(["rewrite", "export", *asked, "--out", "ask.jsonl"]) == 0
    first = json.loads((folder / "ask.jsonl").read_text().splitlines()[0])
    (folder / "said.jsonl").write_text(
        json.dumps({"custom_id": first["custom_id"], "text": "Another sentence."}))  # fmt: skip
    assert main(["rewrite", "import", "said.jsonl", "--rewriter", line(server)]) == 0
    said = " ".join(capsys.readouterr().out.replace("\\\n", " ").split())
    assert "1 answer kept" in said
    assert "next: monosashi rewrite export" in said, "batches for further attempts"
    assert "--out ask-2.jsonl" in said
    assert server.requests == 0


def test_import_says_what_is_odd_about_a_file(folder, server, capsys):
    asked = ["texts.jsonl", *COMMON, "--rewriter", line(server), "--transformations",
             "paraphrasing", "--seeds", "1", "--out", "ask.jsonl"]  # fmt: skip
    assert main(["rewrite", "export", *asked, "--store", "none"]) == 0
    keys = [json.loads(one)["custom_id"] for one in (folder / "ask.jsonl").read_text().splitlines()]
    body = {"model": "other", "choices": [{"message": {"content": "Words."}}]}
    rows = [{"custom_id": keys[0], "text": "A sentence."}, {"custom_id": "f" * 64, "text": "x"},
            {"custom_id": keys[0], "text": "Another sentence."},
            {"custom_id": keys[1], "response": {"status_code": 200, "body": body}}]  # fmt: skip
    (folder / "said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = ["rewrite", "import", "said.jsonl", "--rewriter", line(server)]
    capsys.readouterr()
    assert main(given) == 4
    assert "--requests" in capsys.readouterr().err
    english = ("2 answers kept", "line 2", "line 3", "other answered")
    japanese = ("0 件を保存", "（行 2）", "（行 3）", "other が応答")
    for words, told in (("en", english), ("ja", japanese)):
        assert main([*given, "--requests", "ask.jsonl", "--words", words]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert all(one in said for one in told), said


def test_lines_of_another_batch_are_left_out_and_named(folder, server, capsys):
    asked = ["texts.jsonl", *COMMON, "--rewriter", line(server), "--transformations",
             "paraphrasing", "--seeds", "1", "--out", "ask.jsonl"]  # fmt: skip
    assert main(["rewrite", "export", *asked]) == 0
    key = json.loads((folder / "ask.jsonl").read_text().splitlines()[0])["custom_id"]
    held = [json.dumps({"custom_id": "zzz", "text": "x"}), "[]", "no JSON",
            json.dumps({"custom_id": key, "text": "A sentence."})]  # fmt: skip
    (folder / "said.jsonl").write_text("\n".join(held))
    given = ["rewrite", "import", "said.jsonl", "--rewriter", line(server)]
    capsys.readouterr()
    assert main(given) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "1 answer kept" in said
    assert "No JSON objects: lines 2-3" in said
    assert "left out: line 1" in said
    (folder / "said.jsonl").write_text("\n".join(held[:3]))
    assert main(given) == 4
    assert "lines 1-3" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_limit_of_money_says_whose_limit_it_is_and_that_tokens_are_estimated(server, capsys):
    def uncounted(body):
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        del answer["usage"]
        return 200, answer

    server.always = uncounted
    asked = ["rewrite", "run", "texts.jsonl", *COMMON, "--rewriter", line(server), "--out", "set",
             "--price-in", "1", "--price-out", "0"]  # fmt: skip
    assert main([*asked, "--max-cost", "0.001"]) == 5
    said = capsys.readouterr().err
    assert "the limit of one run" in said
    assert "estimated from lengths" in said
    assert main(asked) == 0
    assert "estimated from lengths" in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("folder")
def test_candidates_that_would_share_their_answers_are_refused(server, capsys):
    other = ChatServer()
    try:
        assert main(["rewrite", "select", "texts.jsonl", *COMMON, "--rewriter", line(server),
                     "--rewriter", line(other)]) == 4  # fmt: skip
    finally:
        other.close()
    assert "name=" in capsys.readouterr().err
    assert server.requests == other.requests == 0


def test_select_lists_candidates_and_writes_a_blinded_sample(folder, server, capsys):
    other = f"{line(server)}&name=second"
    assert main(["rewrite", "select", "texts.jsonl", *COMMON, "--rewriter", line(server),
                 "--rewriter", other, "--price", "rote=1/2", "--out", "choice"]) == 0  # fmt: skip
    said = capsys.readouterr().out
    assert "1. rote" in said
    assert "33.3% failing" in said
    sample = (folder / "choice" / "rater_1.csv").read_text(encoding="utf-8-sig")
    assert "rote" not in sample
    assert "rote" in (folder / "choice" / "key.csv").read_text(encoding="utf-8-sig")
    assert "next: monosashi rate read choice" in said


def test_the_sheets_of_select_can_be_rated_and_are_never_replaced(folder, server, capsys):
    words = ["rewrite", "select", "texts.jsonl", *COMMON, "--rewriter", line(server),
             "--rewriter", f"{line(server)}&name=second", "--out", "choice"]  # fmt: skip
    assert main(words) == 0
    orders = []
    for path in (folder / "choice").glob("rater_*.csv"):
        with path.open(encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        orders.append([row["item"] for row in rows])
        for number, row in enumerate(rows):
            row |= {"quality": "54"[number % 2], "fluency": "5"}
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    filled = (folder / "choice" / "rater_1.csv").read_bytes()
    asked = server.requests
    assert main(words) == 4
    assert server.requests == asked
    assert (folder / "choice" / "rater_1.csv").read_bytes() == filled
    capsys.readouterr()
    assert main(["rate", "read", "choice", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]["ratings"]
    assert {row["generator"] for row in found["rows"]} >= {"rote", "second"}
    assert sorted(orders[0]) == sorted(orders[1])


def test_a_rewrite_set_goes_to_raters_as_it_is(folder, capsys):
    assert main(["rewrite", "run", "texts.jsonl", "--text", "text", "--rewriter", "rules",
                 "--default-language", "en", "--transformations", "typos", "--seeds", "1",
                 "--out", "set"]) == 0  # fmt: skip
    assert main(["rewrite", "check", "set", "--out", "seen"]) == 0
    told = " ".join(capsys.readouterr().out.replace("\\\n", " ").split())
    following = told.rpartition("next: ")[2]
    assert following.startswith("monosashi rate make set --out rate --pairs ")
    assert main(shlex.split(following)[1:]) == 0
    with (folder / "rate" / "key.csv").open(encoding="utf-8-sig") as file:
        key = list(csv.DictReader(file))
    assert {row["transformation"] for row in key} == {"typos"}
    assert {row["generator"] for row in key} == {"rules"}


@pytest.mark.parametrize(
    ("tokens", "code", "named"),
    [
        (["rewrite"], 2, "plan"),
        (["rewrite", "rum"], 2, "Did you mean run?"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "foo", "--out", "x"], 2, "foo"),
        (["rewrite", "run", "texts.jsonl", "--out", "x"], 2, "--rewriter"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--transformations", "foo"], 2, "foo"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--max-cost", "3"], 2, "--price-in"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--seeds", "one"], 2, "--seeds"),
        (["rewrite", "check", "."], 4, "rewrite run"),
        (["rewrite", "export", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out",
          "x"], 4, "openai"),
        (["rewrite", "select", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--price",
          "m=cheap"], 2, "NAME=IN/OUT"),
        (["rewrite", "select", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--price",
          "nobody=1/1"], 2, "The candidates are: rules"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--max-cost", "3", "--price-in", "1"], 2, "belong together"),
        (["rewrite", "select", "texts.jsonl", "--rewriter", "rules", "--rewriter",
          "openai:m?key_env=", "--text", "text"], 2, "made by every candidate"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--max-cost", "-1"], 2, "a number of at least 0"),
        (["rewrite", "plan", "texts.jsonl", "--rewriter", "rules", "--text", "text",
          "--transformations", ""], 2, "--transformations names nothing"),
        (["rewrite", "plan", "texts.jsonl", "--rewriter", "rules", "--text", "text",
          "--targets", ","], 2, "--targets names nothing"),
        (["rewrite", "plan", "texts.jsonl", "--rewriter", "rules", "--text", "text",
          "--targets", "xx"], 2, "'xx'"),
        (["rewrite", "plan", "texts.jsonl", "--rewriter", "openai:m?key_env=", "--text", "text",
          "--transformations", "typos"], 4, "--rewriter rules"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_mistakes_are_told_in_a_sentence(tokens, code, named, capsys):
    assert main([*tokens, "--words", "en"] if len(tokens) > 2 else tokens) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("folder")
def test_a_judge_of_whom_no_answer_can_be_used_is_named(server, capsys):
    def answer(body):
        if not body["messages"][0]["content"].startswith("You compare"):
            return 200, chatting.said(body, "good", *chatting.asked_of(body))
        return 200, {"choices": [{"message": {"content": "I think four out of five"}}]}

    server.always = answer
    words = ["rewrite", "select", "texts.jsonl", *COMMON, "--rewriter", line(server),
             "--transformations", "paraphrasing", "--seeds", "1",
             "--judge", f"{line(server)}&name=judge"]  # fmt: skip
    for language, told in (("en", "No answer of the judge can be used (3 of 3"),
                           ("ja", "判定モデルの応答は 1 件も使えません（3 件中 3 件")):  # fmt: skip
        assert main([*words, "--words", language]) == 5
        assert told in " ".join(capsys.readouterr().out.split())
    assert main([*words, "--json"]) == 5
    assert json.loads(capsys.readouterr().out)["candidates"][0]["n_unjudged"] == 3


@pytest.mark.usefixtures("folder")
def test_what_a_service_says_of_requests_that_it_refuses_is_shown(server, capsys):
    server.always = lambda _: (400, {"error": {"message": "no such option: seed"}})
    words = ["rewrite", "run", "texts.jsonl", *COMMON, "--rewriter", line(server),
             "--transformations", "paraphrasing", "--seeds", "1", "--out", "set"]  # fmt: skip
    assert main(words) == 5
    said = " ".join(capsys.readouterr().out.split())
    assert "what it says most often: no such option: seed" in said
    assert "Nearly nothing" not in said, "it never answered, so its answers cannot be read"


@pytest.mark.parametrize("command", ["plan", "run", "export", "import", "check", "select"])
def test_help_is_there(command, capsys):
    assert main(["rewrite", command, "--help"]) == 0
    assert "rewrit" in capsys.readouterr().out.lower()


@pytest.mark.usefixtures("folder")
def test_japanese(server, capsys):
    asked = ["texts.jsonl", *COMMON, "--rewriter", line(server), "--words", "ja"]
    assert main(["rewrite", "plan", *asked]) == 0
    assert "呼び出し" in capsys.readouterr().out
    assert main(["rewrite", "run", *asked, "--out", "set"]) == 0
    assert "失敗" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_sheets_speak_the_language_that_is_asked_for(capsys):
    assert main(["rewrite", "run", "texts.jsonl", "--text", "text", "--rewriter", "rules",
                 "--default-language", "en", "--transformations", "typos", "--seeds", "1",
                 "--out", "set"]) == 0  # fmt: skip
    capsys.readouterr()
    assert main(["rate", "make", "set", "--out", "sheets", "--pairs", "3", "--words", "ja"]) == 0
    assert "評定" in capsys.readouterr().out
