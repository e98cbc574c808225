import pytest

from monosashi.report import sentences
from monosashi.report.sentences import (
    MissingWordsError,
    finding_sentences,
    reason_sentence,
    remedy_sentence,
    sentence,
    verdict_sentence,
)
from monosashi.results import Finding
from monosashi.results.plain import plain
from monosashi.words import choose_language

WORDS = {
    "room.findings.thing.headline": "It is {value:.2f} [{value_low:.2f}, {value_high:.2f}].",
    "room.findings.thing.headline_good": "All is well at {value:.2f}.",
    "room.findings.thing.meaning": "It means something.",
    "room.remedies.try.text": "Trying: {value:.2f} → {after:.2f}.",
    "room.verdicts.calm": "{count} things.",
    "room.errors.gone": "gone: {what}",
    "levels.name.good": "good",
    "levels.name.problem": "problem",
}
NUMBERS = {"value": 0.5, "value_low": 0.4, "value_high": 0.6}


@pytest.fixture(autouse=True)
def words(monkeypatch):
    monkeypatch.setattr(sentences, "catalogue", lambda _: WORDS)


def found(level="problem", **extra):
    return {"code": "room.thing", "level": level, "numbers": NUMBERS, **extra}


def test_every_part():
    remedy = {"code": "room.try", "numbers": {"value": 0.5, "after": 0.9}}
    said = finding_sentences(found(remedies=[remedy]), "en")
    assert said.headline == "It is 0.50 [0.40, 0.60]."
    assert said.level_name == "problem"
    assert said.meaning == "It means something."
    assert said.remedies == ("Trying: 0.50 → 0.90.",)
    assert (said.usual, said.next, said.verify) == (None, None, None)


def test_level_variant_comes_first():
    assert finding_sentences(found("good"), "en").headline == "All is well at 0.50."


def test_a_finding_object_once_plain():
    live = plain(Finding("room.thing", "problem", NUMBERS))
    assert finding_sentences(live, "en").headline == "It is 0.50 [0.40, 0.60]."


def test_missing_headline_names_file_and_key():
    finding = {"code": "room.unknown", "level": "good", "numbers": {}}
    with pytest.raises(MissingWordsError) as error:
        finding_sentences(finding, "ja")
    assert "words/ja/room.toml" in str(error.value)
    assert "room.findings.unknown.headline" in str(error.value)


def test_missing_number_names_sentence_and_numbers():
    finding = {"code": "room.thing", "level": "problem", "numbers": {"value": 0.5}}
    with pytest.raises(MissingWordsError, match="value_low") as error:
        finding_sentences(finding, "en")
    assert "room.findings.thing.headline (en)" in str(error.value)
    assert "value=0.5" in str(error.value)


@pytest.mark.parametrize("wrong", [None, "text"])
def test_a_number_of_the_wrong_kind_is_named(wrong):
    with pytest.raises(MissingWordsError, match=r"room\.remedies\.try\.text"):
        remedy_sentence({"code": "room.try", "numbers": {"value": wrong, "after": 1}}, "en")


def test_braces_in_the_data_stay_text():
    reason = {"code": "room.errors.gone", "text": "gone: x", "values": {"what": "{value} {0}"}}
    assert reason_sentence(reason, "en") == "gone: {value} {0}"


def test_reason_without_known_code_is_shown_as_it_came():
    assert reason_sentence({"code": "later.errors.new", "text": "why {x}"}, "en") == "why {x}"
    assert reason_sentence({"section": "shape", "text": "why"}, "en") == "why"


def test_verdict():
    verdict = {"code": "room.verdicts.calm", "numbers": {"count": 3}}
    assert verdict_sentence(verdict, "en") == "3 things."


def test_language_of_the_context_is_the_default(monkeypatch):
    monkeypatch.setattr(sentences, "catalogue", lambda tongue: {"a.b": f"in {tongue}"})
    choose_language("ja")
    try:
        assert sentence("a.b") == "in ja"
    finally:
        choose_language(None)
