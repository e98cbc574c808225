"""`gate` with baselines: a first run, the result itself, notices, and the advice in the comment."""

import json

import pytest

from monosashi.cli import main

RULES = """[[rule]]
path = "results.language.directions.ja->en.language_drop"
operator = "<="
limit = 0.03
baseline = true
[[rule]]
path = "results.hubs.antihub_share"
operator = "<="
limit = 0.5
"""


def drop(source, value, level="problem", code="language.drop"):
    """A finding as an audit writes it, with what was tried."""
    numbers = {"source": source[0], "target": source[1], "n": 40}
    ends = {"drop": value, "language_drop": value, "candidates_drop": 0.0, "target_only": 0.9,
            "mixed": 0.9 - value, "share": 0.8, "neutral": 0.5, "closer": 0.4}  # fmt: skip
    for name, number in ends.items():
        numbers |= {name: number, f"{name}_low": number - 0.02, f"{name}_high": number + 0.02}
    return {"code": code, "level": level, "numbers": numbers, "remedies": []}


def result(value, model="e5", **more):
    cost = {"language_drop": {"value": value, "low": value - 0.01, "high": value + 0.01}}
    return {"kind": "audit", "format": 1, "title": "pages", "settings": {"k": 10},
            "data": {"n": 80, "fingerprint": "f", "model": {"name": model}},
            "findings": [drop(("ja", "en"), value), drop(("ja", "en"), value, "good"),
                         drop(("en", "ja"), value, code="language.drop_documents")],
            "results": {"language": {"directions": {"ja->en": cost}},
                        "hubs": {"antihub_share": {"value": 0.1}}, **more}}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, document in (("now", result(0.2)), ("last", result(0.1)), ("use", result(0.2, "use")),
                           ("hubs", {**result(0.2), "kind": "hubs"})):  # fmt: skip
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "gate.toml").write_text(RULES, encoding="utf-8")
    return tmp_path


def gate(*more, words="en"):
    return main(["gate", "now", "gate.toml", *more, "--words", words])


@pytest.mark.usefixtures("folder")
def test_a_baseline_that_is_not_there_says_what_a_first_run_does(capsys):
    assert gate("--baseline", "nope") == 4
    err = capsys.readouterr().err
    assert "nope does not exist" in err
    assert "--missing-baseline skip" in err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("given", [(), ("--baseline", "nope")])
@pytest.mark.parametrize(("words", "told"), [("en", "[not judged]"), ("ja", "[判定なし]")])
def test_a_first_run_skips_rules_on_the_change_and_says_so(given, words, told, capsys):
    assert gate(*given, "--missing-baseline", "skip", words=words) == 0
    assert told in capsys.readouterr().out


def test_a_broken_baseline_is_never_skipped(folder, capsys):
    (folder / "last" / "result.json").write_text("{", encoding="utf-8")
    assert gate("--baseline", "last", "--missing-baseline", "skip") == 4
    assert "not valid JSON" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["now", "now/result.json", "last/../now"])
def test_the_result_itself_is_no_baseline(name, capsys):
    assert gate("--baseline", name) == 2
    assert "the result itself" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_another_model_is_told_on_standard_error_in_json_and_in_the_comment(capsys):
    assert gate("--baseline", "use") == 0
    assert "another model" in capsys.readouterr().err
    assert gate("--baseline", "use", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in told["notices"]] == ["results.gate.other_model"]
    assert gate("--baseline", "use", "--format", "markdown") == 0
    assert "\n> The baseline was made with another model" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_the_result_of_another_command_is_refused(capsys):
    assert gate("--baseline", "hubs") == 4
    assert "a result of hubs" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "head", "advice"), [
    ("en", "**What to try**", "subtract each language's mean"),
    ("ja", "**試すこと**", "平均を引"),
])  # fmt: skip
def test_the_comment_brings_the_advice_on_what_fails_and_on_nothing_else(
    words, head, advice, capsys
):
    assert gate("--baseline", "last", "--format", "markdown", words=words) == 3
    told = capsys.readouterr().out
    tried = told[told.index(head) : told.index("<details>")]
    assert advice in tried
    assert tried.count("\n  - ") == 1


def test_a_finding_whose_words_are_missing_does_not_take_the_verdict_away(folder, capsys):
    now = result(0.2)
    now["findings"][0]["numbers"] = {"source": "ja", "target": "en"}
    (folder / "now" / "result.json").write_text(json.dumps(now), encoding="utf-8")
    assert gate("--baseline", "last", "--format", "markdown") == 3
    assert "(language.drop) cannot be read" in capsys.readouterr().out
