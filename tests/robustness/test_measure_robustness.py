"""Runs: the same records on both sides, faults that were planted, and the choice."""

from dataclasses import replace

import numpy as np
import pytest
from robustness.wording import WORDS, bag, made, planted, rewritten, row, search_task, sentence

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.robustness import robustness_statistics
from monosashi.robustness.runs import measure_robustness
from monosashi.robustness.runs.prompts import unused_prompt
from monosashi.robustness.tasks import Task


def run(task, models, rewrites, **more):
    more = {"store": False, "draws": 100, "sensitivity": False, "rng": 0, **more}
    return measure_robustness(task, embedders=models, rewrites=rewrites, **more)


def lose_words(text):
    return " ".join(text.split()[::2])


def test_each_text_is_embedded_once_and_the_cube_is_that_of_the_statistics():
    task, calls = search_task(), []
    sets = [rewritten(task, lose_words, seed=1), rewritten(task, lose_words, seed=2)]
    found = run(task, [planted("bag", bag, calls)], sets)
    mine = [text for text in calls if text in {*task.fields["query"].texts,
                                               *task.fields["document"].texts}]  # fmt: skip
    assert len(mine) == len(set(mine))
    again = robustness_statistics(list(found.cube))
    assert [r["gap"] for r in again.profile] == pytest.approx([r["gap"] for r in found.profile])
    first = found.cube[0]
    assert (first["n"], first["n_failed"], first["axis"], first["task"]) == (
        40,
        0,
        "lexical",
        "retrieval",
    )


def test_failed_texts_leave_both_sides_and_the_original_in_their_place_hides_the_loss():
    task = search_task(60)
    rows = [row(task, str(i), "island", kept=i % 10 >= 3, status="ok" if i % 10 >= 3 else "empty")
            for i in range(60)]  # fmt: skip
    dropped = run(task, [planted("bag", bag)], made(*rows)).cube[0]
    parity = run(task, [planted("bag", bag)], made(*rows), failed="original").cube[0]
    assert dropped["n_failed"] == parity["n_failed"] == 18
    only = Task.of("faq", "retrieval", {
        "query": {str(i): task.fields["query"].texts[i] for i in range(60) if i % 10 >= 3},
        "document": task.fields["document"]}, {"relevance": [
            one for one in task.gold["relevance"] if int(one[0]) % 10 >= 3]})  # fmt: skip
    whole = run(only, [planted("bag", bag)], made(*(one for one in rows if one.kept))).cube[0]
    assert dropped["original"] == pytest.approx(whole["original"])
    assert dropped["transformed"] == pytest.approx(whole["transformed"])
    lost = [one["original"] - one["transformed"] for one in (dropped, parity)]
    assert lost[0] > 50
    assert lost[1] == pytest.approx(0.7 * lost[0], rel=0.02)


def test_duplicate_queries_are_told_apart_by_id():
    task = search_task(12)
    texts = list(task.fields["query"].texts)
    texts[1] = texts[0]
    gold = {"relevance": [("0", "0", 1.0), ("1", "0", 1.0),
                          *((str(i), str(i), 1.0) for i in range(2, 12))]}  # fmt: skip
    twice = Task.of("faq", "retrieval", {"query": texts, "document": task.fields["document"]}, gold)
    rows = [row(twice, str(i), "island river" if i == 1 else texts[i] + " x") for i in range(12)]
    found = run(twice, [planted("bag", bag)], made(*rows))
    assert {one["record"] for one in found.worst if one["loss"] > 0} == {"1"}


def test_rewritings_of_other_texts_are_refused_by_id():
    task = search_task(6)
    rows = [row(task, str(i), "x y", original="something else" if i in {2, 4} else None)
            for i in range(6)]  # fmt: skip
    with pytest.raises(DataError, match=r'2 rewritings .* "2", "4"'):
        run(task, [planted("bag", bag)], made(*rows))


def test_a_set_of_another_dataset_and_of_another_side_is_refused():
    tasks = [search_task(6), replace(search_task(6, 1), name="other")]
    with pytest.raises(DataError, match="other: there are no rewritten texts"):
        run(tasks, [planted("bag", bag)], rewritten(tasks[0], lose_words))
    documents = rewritten(tasks[0], lose_words, field="document")
    with pytest.raises(DataError, match=r"\(document\) belongs to .* \(query\)"):
        run(tasks[0], [planted("bag", bag)], documents)
    found = run(tasks[0], [planted("bag", bag)], documents, side="corpus")
    assert found.tasks[0]["side"] == "document"


def test_records_without_a_rewriting_are_left_out_and_counted():
    task = search_task(20)
    rows = [row(task, str(i), lose_words(task.fields["query"].texts[i])) for i in range(15)]
    found = run(task, [planted("bag", bag)], made(*rows))
    assert (found.cube[0]["n"], found.tasks[0]["n_left_out"]) == (15, 5)
    assert "robustness_run.left_out" in {one.code for one in found.findings()}


def test_pairs_stay_only_whole():
    rng = np.random.default_rng(1)
    left = [sentence(rng) for _ in range(12)]
    right = [sentence(rng) for _ in range(12)]
    task = Task.of("p", "sts", {"left": left, "right": right}, {"scores": range(12)})
    rows = [row(task, str(i), f"{text} x", field=side, kept=(side, i) != ("right", 3))
            for side, texts in (("left", left), ("right", right))
            for i, text in enumerate(texts)]  # fmt: skip
    one = run(task, [planted("bag", bag)], made(*rows))
    assert (one.cube[0]["n"], one.cube[0]["n_failed"], one.drift[0]["n"]) == (24, 1, 22)


def test_a_constant_encoder_is_a_hole_and_never_first():
    task = search_task(30)
    models = [planted("same", lambda texts: np.ones((len(texts), 4), dtype=np.float32)),
              planted("bag", bag)]  # fmt: skip
    found = run(task, models, rewritten(task, lose_words), sensitivity=True)
    assert found.choice[0]["model"] == "bag"
    assert found.choice[0]["wins"] == 1.0
    gaps = {one["model"]: one["gap"] for one in found.profile}
    assert gaps["same"] == pytest.approx(0.0, abs=1e-9)
    assert "robustness_run.same_vector" in {one.code for one in found.findings()}
    rng = np.random.default_rng(4)
    sides = {side: [sentence(rng) for _ in range(12)] for side in ("left", "right")}
    pairs = Task.of("p", "sts", sides, {"scores": range(12)})
    changed = made(*(row(pairs, str(i), f"{one} z", field=side) for side in ("left", "right")
                     for i, one in enumerate(pairs.fields[side].texts)))  # fmt: skip
    hole = run(pairs, models, changed)
    assert {one["model"] for one in hole.cube if one["original"] is None} == {"same"}


def test_a_model_that_is_cut_at_16_words_is_seen_as_blind_to_what_comes_after():
    rng = np.random.default_rng(2)
    texts = [sentence(rng, 24) for _ in range(30)]
    task = Task.of("long", "retrieval", {"query": texts, "document": texts},
                   {"relevance": [(str(i), str(i), 1.0) for i in range(30)]})  # fmt: skip
    late = rewritten(task, lambda text: f"{text} and this is said at the end", name="expansion",
                     axis="length")  # fmt: skip
    models = [planted("cut", lambda texts: bag(texts, 16)), planted("whole", bag)]
    found = run(task, models, late)
    blind = {one["model"]: one["n_blind"] for one in found.drift}
    assert blind == {"cut": 30, "whole": 0}
    told = [one for one in found.findings() if one.code == "robustness_run.blind"]
    assert [one.numbers["model"] for one in told] == ["cut"]


def test_a_model_that_fails_on_spanish_loses_on_the_axis_of_language():
    task = search_task(40)
    spanish = {word: f"{word[::-1]}o" for word in WORDS}
    english = {other: word for word, other in spanish.items()}

    def translate(text):
        return " ".join(spanish[word] for word in text.split())

    def both(texts):
        return bag([" ".join(english.get(word, word) for word in text.split()) for text in texts])

    sets = [rewritten(task, translate, name="translation", axis="language"),
            rewritten(task, lambda text: " ".join(reversed(text.split())))]  # fmt: skip
    found = run(task, [planted("english only", bag), planted("both", both)], sets)
    gaps = {(one["model"], one["axis"]): one for one in found.profile}
    assert gaps["english only", "language"]["low"] > 50
    assert abs(gaps["both", "language"]["gap"]) < 1e-9
    assert abs(gaps["english only", "lexical"]["gap"]) < 1e-9
    worst = next(one for one in found.findings() if one.code == "robustness_run.loss")
    assert (worst.numbers["model"], worst.numbers["axis"]) == ("english only", "language")
    for weights, first in (({"original": 1}, 0.0), ({"language": 1}, 50.0)):
        chosen = run(task, [planted("english only", bag), planted("both", both)], sets,
                     weights=weights).choice  # fmt: skip
        assert chosen[1]["behind"] >= first


def test_a_model_without_word_order_is_told_by_its_sensitivity():
    rng = np.random.default_rng(3)
    people = ("Anna", "Peter", "Maria", "Tom", "Julia", "Oscar")
    queries = [
        f"{a} gave the {x} to {b} in the {y}."
        for a, b, x, y in (
            (*rng.choice(people, 2, replace=False), *rng.choice(WORDS, 2)) for _ in range(40)
        )
    ]
    task = Task.of(
        "faq",
        "retrieval",
        {"query": queries, "document": queries},
        {"relevance": [(str(i), str(i), 1.0) for i in range(40)]},
        language="en",
    )
    models = [planted("blind", bag), planted("ordered", lambda texts: bag(texts, order=True))]
    found = run(task, models, rewritten(task, lambda text: f"well {text}"), sensitivity=True)
    says = {(one["model"], one["kind"]): one.get("says") for one in found.sensitivity}
    assert says["blind", "names"] in {"blind", "order_blind"}
    assert says["ordered", "names"] is None


def test_vectors_made_elsewhere_are_found_by_their_text():
    task = search_task(20)
    sets = rewritten(task, lose_words)
    texts = list(dict.fromkeys([*task.fields["query"].texts, *task.fields["document"].texts,
                                *(one.text for one in sets.rows)]))  # fmt: skip
    held = EmbeddingSet.from_arrays(bag(texts), columns={"text": texts},
                                    model=ModelCard(name="given"))  # fmt: skip
    given = run(task, [held], sets).cube[0]
    made_here = run(task, [planted("bag", bag)], sets).cube[0]
    assert given["transformed"] == pytest.approx(made_here["transformed"])
    short = EmbeddingSet.from_arrays(bag(texts[:-1]), columns={"text": texts[:-1]})
    with pytest.raises(DataError, match="1 of"):
        run(task, {"short": short}, sets)


def test_the_identity_changes_with_prompt_and_rewritten_texts():
    from monosashi.models.callables import CallableEmbedder

    task = search_task(10)
    plain = CallableEmbedder(bag, name="m", revision="1")
    asked = CallableEmbedder(bag, name="m", revision="1", query_prefix="query: ")
    sets = rewritten(task, lose_words)
    one, other = run(task, [plain], sets), run(task, [asked], sets)
    assert one.models[0]["identity"] != other.models[0]["identity"]
    assert other.models[0]["prompt"] == "query: 'query: '"
    changed = run(task, [plain], rewritten(task, lambda text: f"{text} x"))
    assert changed.rewrites != one.rewrites
    assert changed.provenance.fingerprint != one.provenance.fingerprint


def test_a_model_run_without_its_prompt_is_warned_of():
    from monosashi.models.callables import CallableEmbedder

    task = search_task(10)
    sets = rewritten(task, lose_words)
    bare = CallableEmbedder(bag, name="intfloat/multilingual-e5-small", revision="1")
    asked = CallableEmbedder(bag, name="e5-small", revision="1", query_prefix="query: ",
                             passage_prefix="passage: ")  # fmt: skip
    found = run(task, {"bare": bare, "asked": asked, "plain": planted("bag", bag)}, sets)
    (one,) = [one for one in found.findings() if one.code == "robustness_run.no_prompt"]
    assert (one.level, one.numbers["models"], one.numbers["prompt"]) == (
        "warning", "bare", "query: ")  # fmt: skip
    assert "bare" in one.say("en")
    assert "bare" in one.say("ja")
    assert [row["unused_prompt"] for row in found.models] == ["query: ", None, None]
    texts = [t for field in task.fields.values() for t in field.joined]
    texts += [lose_words(t) for t in task.fields["query"].joined]
    held = EmbeddingSet.from_arrays(bag(texts), columns={"text": texts},
                                    model=ModelCard(name="BAAI/bge-small-en-v1.5"))  # fmt: skip
    assert run(task, {"v": held}, sets).models[0]["unused_prompt"].startswith("Represent")


@pytest.mark.parametrize(("name", "prompt"), [
    ("openai:nomic-embed-text", "search_query: "),
    ("qwen3-embedding:0.6b", "Instruct: …\\nQuery: "),
    ("BAAI/bge-m3", None), ("all-MiniLM-L6-v2", None), ("note5-small", None),
    ("cl-nagoya/ruri-v3-30m", "検索クエリ: "), ("snowflake-arctic-embed-m-v2.0", "query: "),
    ("multilingual-e5-large-instruct", "Instruct: …\\nQuery: "),
])  # fmt: skip
def test_families_that_expect_a_prompt(name, prompt):
    assert unused_prompt(name, [""], ["query", "passage"], {}) == prompt
    assert unused_prompt(name, ["x: "], ["query", "passage"], {}) is None


def test_prompts_in_the_files_of_a_model_that_were_switched_off():
    assert unused_prompt("mine", [""], ["passage"], {"query": "ask: "}) == "ask: "


def test_presets_take_their_transformations_and_say_what_is_missing():
    task = search_task(10)
    sets = [rewritten(task, lose_words), rewritten(task, str.upper, name="case", axis="surface"),
            rewritten(task, lose_words, name="expansion", axis="length")]  # fmt: skip
    found = run(task, [planted("bag", bag)], sets, preset="support")
    assert {one["transformation"] for one in found.cube} == {"paraphrasing", "case"}
    assert "typos" in found.preset["absent"]
    assert "expansion" in found.preset["left_out"]
    assert found.weights_unmeasured == ("length",)
    assert "robustness_run.weights_unmeasured" in {one.code for one in found.findings()}
    with pytest.raises(DataError, match="none of the transformations"):
        run(task, [planted("bag", bag)], sets[2], preset="support")


def test_a_dose_of_rewording_spreads_further():
    task = search_task(30)
    sets = [
        rewritten(task, lambda text, k=k: " ".join(["island"] * k + text.split()[k:]), name=name)
        for k, name in ((1, "weak"), (3, "middle"), (6, "strong"))
    ]
    found = run(task, [planted("bag", bag)], sets, dose=["weak", "middle", "strong"])
    spread = [one["w_tilde"] for one in found.spread]
    assert spread == sorted(spread)
    assert found.spread[0]["page_p_value"] < 0.001
    side = found.input_output[0]
    assert side["n_groups"] == 30
    assert side["input_icc"] > side["output_icc"]


def test_all_that_is_wrong_with_options_is_told():
    task = search_task(6)
    with pytest.raises(DataError) as told:
        run(task, [planted("bag", bag)], rewritten(task, lose_words), side="up", failed="hide")
    assert len(told.value.faults) == 2
    for weights in ({"lexical": -1}, {"lexical": 0}, {"language": 1}):
        with pytest.raises(DataError):
            run(task, [planted("bag", bag)], rewritten(task, lose_words), weights=weights)


@pytest.mark.parametrize("models", [{"mine": bag}, [bag], {"mine": None}])
def test_a_plain_function_is_refused_by_name(models):
    task = search_task(6)
    with pytest.raises(DataError) as told:
        run(task, models, rewritten(task, lose_words))
    (one,) = told.value.faults
    assert one.code == "robustness_run.errors.no_embedder"
    assert ("mine" if isinstance(models, dict) else "function") in one.say("ja")


def test_the_same_run_gives_the_same_bytes():
    task = search_task(20)
    sets = rewritten(task, lose_words)
    first, second = (run(task, [planted("bag", bag)], sets).to_dict() for _ in range(2))
    assert first == second
