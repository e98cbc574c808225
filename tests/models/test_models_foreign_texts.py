"""A model that was trained on English says so where texts are written in another script."""

import pytest

from monosashi.models import embed
from monosashi.models.hashing import HashingNgrams
from monosashi.models.minilm import MiniLm

QUOTED = "to Tokyo, written 東, by train on a day"
ENGLISH = ["an invoice", "a receipt", "returns", "12345", QUOTED] * 4


class EnglishOnly(HashingNgrams):
    languages = ("en",)


def told(texts, model=EnglishOnly):
    made = embed(texts, model(), store=None)
    return [one for one in made.notices if one.code == "models.notices.foreign_texts"]


def test_texts_in_another_script_are_counted_and_named():
    (found,) = told([*ENGLISH, "請求書です", "領収書", "Возврат"])
    assert found.rows == (20, 21, 22)
    assert "3 of 23 texts are written in another script" in found.say("en")


@pytest.mark.parametrize("texts", [ENGLISH, [*ENGLISH, "請求書です"]])
def test_numbers_quotations_and_a_stray_text_are_not_worth_a_notice(texts):
    assert not told(texts)


def test_models_that_name_no_language_say_nothing():
    assert not told(["請求書です", "領収書"], HashingNgrams)
    assert MiniLm.languages == ("en",)
