"""Rules: what they change, what they leave, and that chance belongs to the text."""

import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models.rewriters import RULES, plan_rewrites, rewrite, summarise_set
from monosashi.models.rewriters.rules.shortening import _central

QUESTION = "How do I reset the color of my car? I can't find it."
JA = "この道を行くと、駅があります。"


def made(text, rule, seed=1, language="en"):
    found = rewrite({"a": text}, transformations=[rule], rewriter="rules", seeds=[seed],
                    language=language)  # fmt: skip
    return found.rows[0].text


@pytest.mark.parametrize(
    ("rule", "text", "outcome", "language"),
    [
        ("contractions", "I can't find it.", "I cannot find it.", "en"),
        ("contractions", "I cannot find it.", "I can't find it.", "en"),
        ("spelling", "The color of the apartment", "The colour of the flat", "en"),
        ("spelling", "The colour of the flat", "The color of the apartment", "en"),
        ("register", "I need to buy bread", "I require to purchase bread", "en"),
        ("keywords", "How do I cancel my card without a fee?", "how cancel card without fee", "en"),
        ("keywords", "明日の会議はどこですか。", "明日 会議 どこ", "ja"),
        ("extract", "A first sentence about cats. Another about dogs.",
         "A first sentence about cats.", "en"),
        ("politeness", JA, "この道を行くと、駅がある。", "ja"),
        ("politeness", "駅がある。", "駅があります。", "ja"),
        ("politeness", "静かですか。", "静かか。", "ja"),
        ("politeness", "それは猫です。", "それは猫だ。", "ja"),
        ("politeness", "行きたいです。", "行きたい。", "ja"),
        ("width", "ＡＢＣ１２３", "ABC123", "ja"),
        ("kana", "何時間も猫が居る事", "何時間もネコが居ること", "ja"),
    ],
)  # fmt: skip
def test_outcome(rule, text, outcome, language):
    assert made(text, rule, language=language) == outcome


@pytest.mark.parametrize("rule", sorted(RULES))
@pytest.mark.parametrize(("text", "language"), [(QUESTION, "en"), (JA, "ja")])
def test_chance_belongs_to_the_text_and_the_seed(rule, text, language):
    try:
        one = made(text, rule, language=language)
    except DataError:
        pytest.skip("the rule does not know the language")
    assert one == made(text, rule, language=language)
    assert one.strip()


def test_typing_mistakes_differ_by_seed_and_spare_addresses_and_numbers():
    text = "Write to someone@example.org about invoice 4711 before Wednesday evening please"
    several = {made(text, "typos", seed=seed) for seed in range(12)}
    assert len(several) > 4
    assert all("someone@example.org" in one and "4711" in one for one in several)
    assert all(one != text for one in several)


def test_case_is_another_case():
    for text in ("lower case", "UPPER CASE", "Title Case"):
        assert made(text, "case") != text
        assert made(text, "case").lower() == text.lower()


def test_halfwidth_kana_is_the_same_text_under_nfkc():
    import unicodedata

    for seed in range(8):
        wide = made("ガラスのパイプ12", "width", seed=seed, language="ja")
        assert unicodedata.normalize("NFKC", wide) == "ガラスのパイプ12"


def test_a_rule_for_another_language_has_no_row():
    found = rewrite({"a": "I can't."}, transformations="surface", rewriter="rules", seeds=[1],
                    language="en")  # fmt: skip
    assert not {"politeness", "width", "kana"} & set(found.transformations)
    with pytest.raises(DataError, match="politeness"):
        made("I can't.", "politeness")


def test_rules_stand_on_their_own_axis_under_their_own_name():
    found = rewrite([QUESTION], transformations="surface", rewriter="rules", seeds=[1],
                    language="en")  # fmt: skip
    assert {row.axis for row in found.rows} == {"surface"}
    assert {row.generator for row in found.rows} == {"rules"}
    assert found.made_by == "rules"
    with pytest.raises(DataError, match="expansion"):
        rewrite([QUESTION], transformations="length", rewriter="rules", language="en")


def test_nothing_that_is_asked_gets_lost_in_a_register():
    for seed in range(6):
        assert re.search(r"\?", made("Is it open?", "register", seed=seed))


def test_the_weight_of_a_sentence_is_what_it_has_in_common_with_every_other():
    rng = np.random.default_rng(3)
    words = ["dog", "cat", "tree", "moon", "lake"]
    sentences = [" ".join(rng.choice(words, size=rng.integers(1, 9))) for _ in range(40)]
    bags = [Counter(one.split()) for one in sentences]
    pairs = [[sum((a & b).values()) / (a.total() * b.total()) ** 0.5 for b in bags] for a in bags]
    due = [sum(row) - row[i] + 0.01 * bags[i].total() ** 0.5 for i, row in enumerate(pairs)]
    assert _central(sentences) == pytest.approx(due, abs=1e-8)


def test_a_book_is_shortened_as_a_page_is():
    book = "".join(f"Sentence {i} is about the old river town. " for i in range(20_000))
    assert made(book, "extract").count(".") == 10_000


def test_a_plan_counts_the_rules_that_know_the_language():
    texts = {"a": QUESTION, "b": "It's late."}
    how = {"rewriter": "rules", "transformations": "surface", "seeds": [1, 2], "language": "en"}
    plan = plan_rewrites(texts, **how)
    assert plan.n_outcomes == len(rewrite(texts, **how).rows)
    counted = {row["transformation"]: row["outcomes"] for row in plan.transformations}
    assert (counted["typos"], counted["politeness"], plan.calls) == (4, 0, 0)


TEXTS = {
    "en": ["I lost my card. It was blue; I can't find it. How do I order a new card?",
           "The color of the apartment, as I said - I need to buy paint.", "a b. a b. c d."],
    "ja": ["ログインできません。パスワードを忘れました。どこで変えられますか。",
           "この道を行くと、駅があります。ＡＢＣ１２３"],
}  # fmt: skip
OUTCOMES = {2: "5fe3c0802f0a181e"}


def test_rules_that_give_other_texts_have_another_version():
    whole = sha256()
    for language, texts in TEXTS.items():
        found = rewrite(texts, transformations="surface", rewriter="rules", seeds=[1, 2],
                        language=language)  # fmt: skip
        for row in found.rows:
            whole.update(f"{row.transformation} {row.text}\n".encode())
    version = found.identity["version"]
    assert {version: whole.hexdigest()[:16]} == {version: OUTCOMES[version]}


def codes(found):
    return {one.code: one.numbers for one in summarise_set(found).findings()}


def test_rules_that_left_most_texts_alone_are_named():
    texts = [f"The color of room {i} is red." for i in range(3)] + ["I can't.", "It is late."] * 4
    found = rewrite(texts, rewriter="rules", language="en", seeds=[1],
                    transformations=["spelling", "case", "contractions"])  # fmt: skip
    told = codes(found)
    assert told["rewriting.rules_idle"]["listed"] == "spelling 8/11"
    assert "rewriting.unchanged" not in told


def test_the_usual_share_of_translations_there_and_back_stands_under_these_alone():
    made = rewrite(["It is late."] * 2, rewriter="rules", language="en", seeds=[1],
                   transformations=["spelling"])  # fmt: skip

    def as_of(name):
        rows = tuple(replace(row, transformation=name, axis="lexical") for row in made.rows)
        return set(codes(replace(made, rows=rows))) - {"rewriting.all_kept",
                                                       "rewriting.not_a_model"}  # fmt: skip

    assert as_of("backtranslation") == {"rewriting.unchanged_back"}
    assert as_of("paraphrasing") == {"rewriting.unchanged"}
