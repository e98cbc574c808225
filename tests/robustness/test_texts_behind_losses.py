"""How many texts a loss rests on, and whether they are in the language that was declared."""

from dataclasses import replace

import pytest
from robustness.wording import bag, made, planted, rewritten, row, search_task

from monosashi.embeddings import DataError
from monosashi.robustness.runs import measure_robustness
from monosashi.robustness.sensitivity import measure_sensitivity
from monosashi.robustness.tasks.spoken import doubted_fields, in_other_script

JAPANESE = ["カードをなくしました", "口座を閉じたい", "暗証番号を忘れた", "送金はいつ届きますか"]


def run(task, *sets):
    return measure_robustness(task, embedders=[planted("bag", bag)], rewrites=list(sets),
                              store=False, draws=20, sensitivity=False, rng=0)  # fmt: skip


def failing(task, name, kept):
    """The second half of the words is gone; records from ``kept`` on failed."""
    return made(*(row(task, record, " ".join(text.split()[:3]), name=name, kept=int(record) < kept,
                      status="ok" if int(record) < kept else "empty")
                  for record, text in zip(task.fields["query"].ids, task.fields["query"].texts,
                                          strict=True)))  # fmt: skip


def test_a_loss_says_how_many_texts_each_of_its_transformations_has():
    task = search_task(40)
    found = run(task, failing(task, "paraphrasing", 40), failing(task, "backtranslation", 12))
    (profile,) = found.profile
    assert (profile["fewest_texts"], profile["n_texts"]) == (12, 40)
    told = {one.code: one.numbers for one in found.findings()}
    assert told["robustness_run.loss_apart"]["fewest"] == 12
    assert [(one["groups"], one["n_left"]) for one in found.spread] == [(12, 28), (12, 28)]


def test_a_loss_over_the_same_texts_has_one_number():
    task = search_task(40)
    found = run(task, failing(task, "paraphrasing", 40), failing(task, "backtranslation", 40))
    codes = [one.code for one in found.findings()]
    assert "robustness_run.loss" in codes
    assert "robustness_run.loss_apart" not in codes


@pytest.mark.parametrize(("texts", "language", "rows"), [
    (JAPANESE, "en", [0, 1, 2, 3]),
    (JAPANESE, "ja", []),
    (["lost card", "close it"], "ja", [0, 1]),
    (["lost card", "404", "é"], "en", []),
    (["потеряна карта"], "sr", []),
    (["lost card"], "", []),
])  # fmt: skip
def test_texts_are_held_against_the_script_of_their_language(texts, language, rows):
    assert in_other_script(texts, language) == rows


def test_a_declared_language_of_other_letters_is_told_with_an_example():
    task = search_task(8)
    held = replace(task.fields["query"], texts=tuple(JAPANESE * 2))
    mixed = replace(task, fields={**task.fields, "query": held})
    found = run(mixed, rewritten(mixed, lambda text: text[:-1]))
    (told,) = [one for one in found.findings() if one.code == "robustness_run.other_script"]
    assert told.level == "warning"
    assert told.numbers == {"dataset": "faq", "language": "en", "count": 8, "n": 8,
                            "example": JAPANESE[0]}  # fmt: skip


def test_each_side_of_a_pair_has_its_own_language():
    task = search_task(4)
    texts = tuple(JAPANESE)
    held = {"left": replace(task.fields["query"]),
            "right": replace(task.fields["query"], texts=texts)}  # fmt: skip
    pair = replace(task, fields=held)
    assert doubted_fields(replace(pair, language="en-ja")) == {}
    assert set(doubted_fields(replace(pair, language="ja-en"))) == {"left", "right"}
    assert set(doubted_fields(pair)) == {"right"}


def test_rules_of_another_language_are_told():
    texts = [f"カードは {i} 枚あります" for i in range(6)]
    found = measure_sensitivity(texts, embedder=letters, language="en")
    (told,) = [one for one in found.findings() if one.code == "robustness.other_script"]
    assert (told.level, told.numbers["count"], told.numbers["n"]) == ("warning", 6, 6)
    found = measure_sensitivity(texts, embedder=letters, language="ja")
    assert "robustness.other_script" not in [one.code for one in found.findings()]
    with pytest.raises(DataError, match=r"4 of 4 texts are written in another script than en"):
        measure_sensitivity(JAPANESE, embedder=letters, language="en")


def letters(texts):
    signs = sorted({sign for text in texts for sign in text})
    return [[float(text.count(sign)) for sign in signs] for text in texts]
