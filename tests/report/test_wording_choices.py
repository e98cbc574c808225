"""Sentences that depend on the data: groups or none, names of languages, cards, open drops."""

import pytest

from monosashi.report.card_entries import card_entries, moment
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.sentences import finding_sentences
from monosashi.report.tongue import Tongue
from monosashi.results import Finding

AHEAD = {
    "best": "new", "rival": "old", "metric": "recall@1", "pair": "new − old", "best_value": 0.9,
    "rival_value": 0.8, "wins": 30, "losses": 9, "equal": 261, "difference_text": "+0.1 [+0, +0.2]",
    "p_text": "p = 0.01", "confidence_percent": 95, "n_queries": 300,
}  # fmt: skip
DROP = {
    "source": "ja", "target": "en", "drop": 0.0, "drop_low": 0.0, "drop_high": 0.52, "closer": 0.2,
    "target_only": 0.5, "mixed": 0.5, "share": 0.6, "neutral": 0.5,
}  # fmt: skip


def said(code, level, numbers, language):
    finding = {"code": code, "level": level, "numbers": numbers}
    return finding_sentences(finding, language)


@pytest.mark.parametrize(
    ("language", "groups", "text"),
    [("en", 300, "300 queries told"), ("en", 46, "300 queries in 46 units told"),
     ("ja", 300, "クエリ 300 件で区別"), ("ja", 46, "46 グループ、300 件")],
)  # fmt: skip
def test_units_are_named_only_where_queries_have_groups(language, groups, text):
    usual = said("retrieval.ahead", "note", {**AHEAD, "n_groups": groups}, language).usual
    assert text in usual


def test_wins_and_losses_name_the_system():
    meaning = said("retrieval.ahead", "note", {**AHEAD, "n_groups": 300}, "ja").meaning
    assert "30 件では new、9 件では old のほうが上" in meaning


def test_languages_are_named_in_sentences_and_coded_in_directions():
    drop = said("language.drop", "warning", DROP, "ja")
    assert drop.headline.startswith("ja → en")
    assert "英語の対訳より近い、日本語の別の文書" in drop.meaning
    assert "Wrong Japanese pages" in said("language.drop", "warning", DROP, "en").meaning
    own = {**DROP, "source": "corpus-a"}
    assert "Wrong corpus-a pages" in said("language.drop", "warning", own, "en").meaning


@pytest.mark.parametrize(("language", "fell"), [("en", "costs 0.000"), ("ja", "下がります")])
@pytest.mark.parametrize("code", ["language.drop", "language.drop_documents"])
def test_an_undecided_drop_is_not_told_as_one(code, language, fell):
    assert fell not in said(code, "note", DROP, language).headline
    assert fell in said(code, "problem", DROP, language).headline


def test_a_card_in_words():
    card = {"name": "m", "normalised": True, "built_at": "2026-11-30T08:19:44+00:00"}
    assert card_entries(card, Tongue("ja")) == [
        "長さ 1 に正規化：済み", "作成日時：2026-11-30 08:19:44 UTC",
    ]  # fmt: skip
    assert card_entries({"normalised": False}, Tongue("ja")) == ["長さ 1 に正規化：していない"]
    assert card_entries({"normalised": False}, Tongue("en")) == ["normalised no"]


@pytest.mark.parametrize("other", ["2026-11-30T08:19:44+09:00", "yesterday", ""])
def test_only_times_in_utc_are_called_so(other):
    assert moment(other) == other


def test_lists_and_brackets_are_full_width_in_japanese():
    pairs = {"k": 10, "pairs_text": "g2 – g5 20% (8.4%); g0 – g9 15% (8.4%)"}
    for words, text in (
        ("ja", "g2 – g5 20%（8.4%）；g0 – g9 15%（8.4%）"),
        ("en", pairs["pairs_text"]),
    ):
        assert text in said("shape.pairs_overlap", "note", pairs, words).headline
        assert text in Finding("shape.pairs_overlap", "note", pairs).say(words)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_model_of_one_role_is_told_nothing_of_a_query_role(words):
    known = said("language.drop_documents", "warning", {**DROP, "one_role": True}, words)
    unknown = said("language.drop_documents", "warning", DROP, words)
    role = "query role" if words == "en" else "役割"
    assert role not in f"{known.usual} {known.next}"
    assert role in unknown.usual
    assert role in unknown.next


@pytest.mark.parametrize(("words", "together"), [("en", "move together"), ("ja", "まとめて動かす")])
def test_units_that_move_together_are_named_only_where_there_are_some(words, together):
    share = {"value": 0.1, "low": 0.05, "high": 0.2, "method": "jackknife", "bias_corrected": 0.1,
             "standard_error": 0.01, "n": 9, "clipped": False}  # fmt: skip
    for units in (9, 3):
        found = {"n": 9, "n_units": units, "share_along_mean": share}
        table = quantity_table("c", found, ("share_along_mean",), "shape", Tongue(words))
        assert (together in table.note) == (units < 9)
