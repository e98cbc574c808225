"""Results, rules and paths that were edited by hand."""

import json

import pytest

from monosashi.embeddings import DataError
from monosashi.results.paths import look_up, path_of, split_path
from monosashi.results.reading import read_result
from monosashi.results.rules import read_rules
from monosashi.results.writing import write_text

WHOLE = {"kind": "audit", "format": 1, "title": "", "settings": {}, "data": {}, "findings": [],
         "results": {"n": 3}, "skipped": [], "verdict": None}  # fmt: skip


def stored(tmp_path, text):
    (tmp_path / "result.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path / "result.json"


def said(function, path):
    with pytest.raises(DataError) as error:
        function(path)
    for language in ("en", "ja"):
        assert path.name in error.value.say(language)
    return error.value.say("en")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1, column 1"),
        (b"\xff\xfe", "UTF-8"),
        (json.dumps(WHOLE)[:40], "line 1, column"),
        (json.dumps(WHOLE).replace("3", "NaN"), "NaN"),
        (json.dumps(WHOLE).replace("3", "-Infinity"), "-Infinity"),
        (json.dumps(WHOLE).replace("3", "1e999"), "1e999"),
        (json.dumps(WHOLE).replace("3", "9" * 5000), "not a monosashi result"),
        ('{"kind": ' + "[" * 100_000, "not a monosashi result"),
        ("[]", "not a monosashi result"),
        ('{"a": 1}', "not a monosashi result"),
        (json.dumps({**WHOLE, "format": 2}), "format 2"),
        (json.dumps({**WHOLE, "findings": None}), "findings"),
        (json.dumps({**WHOLE, "findings": [3]}), "findings.0"),
        (json.dumps({**WHOLE, "kind": 3, "data": [], "results": "x"}), "kind, data, results"),
        (json.dumps({"kind": "demo", "parts": [WHOLE, {**WHOLE, "data": 1}]}), "parts.1.data"),
    ],
)
def test_what_no_run_writes_is_refused_and_named(tmp_path, text, words):
    assert words in said(read_result, stored(tmp_path, text))


def test_a_byte_order_mark_is_dropped(tmp_path):
    path = stored(tmp_path, b"\xef\xbb\xbf" + json.dumps(WHOLE).encode())
    assert read_result(path) == WHOLE


def test_half_a_sign_is_written_as_json_spells_it_and_comes_back(tmp_path):
    text = {**WHOLE, "title": "half \ud83d"}
    write_text(tmp_path / "result.json", json.dumps(text, ensure_ascii=False))
    assert read_result(tmp_path) == text


RULE = '[[rule]]\npath = "results.n"\noperator = "<="\nlimit = 1\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (RULE.replace("= 1", "= nan"), "limit cannot be nan"),
        (RULE.replace("= 1", "= inf"), "limit cannot be inf"),
        (RULE.replace("= 1", "= true"), "limit cannot be True"),
        (RULE.replace("= 1", "= [1]"), "limit cannot be [1]"),
        (RULE.replace("= 1", "= 1979-05-27"), "limit cannot be"),
        (RULE.replace("<=", "=<"), "operator cannot be '=<'"),
        (RULE.replace("limit", "limt"), "rule 1 has no limit"),
        (RULE.replace("limit", "limt"), "limt is not known"),
        (RULE + 'baseline = "yes"\n', "baseline cannot be 'yes'"),
        (RULE + 'end = "nearest"\n', "end cannot be 'nearest'"),
        (RULE * 2 + "[[rule]]\n", "rule 3 has no path"),
        ("[[rule]\n", "line 1, column"),
        ("a = " + "[" * 5000, "not valid TOML"),
        (RULE.replace("= 1", "= " + "9" * 5000), "not valid TOML"),
        (RULE.encode("utf-16"), "UTF-8"),
        ("# 日本".encode("cp932"), "UTF-8"),
    ],
)
def test_every_fault_of_a_rules_file_is_said_in_our_words(tmp_path, text, words):
    path = tmp_path / "gate.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as error:
        read_rules(path)
    message = error.value.say("en")
    assert words in message
    assert "_type" not in message
    assert "literal" not in message


@pytest.mark.parametrize("path", ["", ".", "a..b", ".a", "a.", 'a."b', 'a"b".c', "...."])
def test_a_path_that_cannot_be_read_is_refused(path):
    with pytest.raises(DataError, match="cannot be read"):
        look_up({"a": {"b": 1}}, path)


@pytest.mark.parametrize("name", ["v1.0", 'say "x"', "back\\slash", "ja->en", "", "."])
def test_any_key_can_be_written_as_a_segment(name):
    assert split_path(path_of("a", name, "b")) == ["a", name, "b"]
    assert look_up({"a": {name: 3}}, path_of("a", name)) == 3


@pytest.mark.parametrize("index", ["²", "-1", "9"])
def test_what_is_no_place_of_a_list_is_a_dead_end(index):
    with pytest.raises(DataError, match="0-1"):
        look_up({"a": [1, 2]}, f"a.{index}")
