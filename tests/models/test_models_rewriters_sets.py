"""Rewrite sets on disk, recorded texts, HTEB's folders, batches, and the choice of a generator."""

import json

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.embeddings import DataError
from monosashi.models.rewriters import (
    EIGHT,
    ChatRewriter,
    RecordedRewriter,
    RewriteSet,
    RewriteStore,
    rewrite,
    select_rewriter,
    summarise_set,
)
from monosashi.models.rewriters.batch_answers import import_batch
from monosashi.models.rewriters.batch_files import export_batch
from monosashi.models.rewriters.edit_distance import edit_distance
from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.wanted import Wanted

PARAPHRASE = EIGHT["paraphrasing"]


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def recorded(tmp_path, *rows):
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return RecordedRewriter(file)


def row(**values):
    return {"transformation": "paraphrasing", "text": "new", **values}


def test_a_set_comes_back_as_it_was_and_knows_when_it_was_changed(tmp_path):
    found = rewrite(
        {"s1": {"a": "I can't."}, "s2": {"a": "It's late, I'm told."}},
        seeds=[1, 2],
        transformations=["contractions", "typos"],
        rewriter="rules",
        language="en",
    )
    found.save(tmp_path / "set")
    again = RewriteSet.load(tmp_path / "set")
    assert (again.rows, again.digest) == (found.rows, found.digest)
    assert again.texts("contractions", 1, field="s1") == {"a": "I cannot."}
    lines = tmp_path / "set" / "rewrites.jsonl"
    lines.write_text(lines.read_text().replace("I cannot.", "I could not."))
    with pytest.raises(DataError, match="digest"):
        RewriteSet.load(tmp_path / "set")


def test_the_digest_is_of_texts_not_of_their_order_or_of_time():
    found = rewrite({"a": "I can't.", "b": "It's late."}, transformations=["contractions"],
                    rewriter="rules", language="en", seeds=[1])  # fmt: skip
    other = RewriteSet(found.rows[::-1], found.generator, found.made_by, {}, "2000-01-01")
    assert other.digest == found.digest
    fewer = RewriteSet(found.rows[:1], found.generator, found.made_by, {})
    assert fewer.digest != found.digest


def test_a_folder_without_a_set_is_told(tmp_path):
    with pytest.raises(DataError, match="rewrite run"):
        RewriteSet.load(tmp_path)


def test_failures_leave_both_sides_or_become_the_original(tmp_path):
    made = recorded(tmp_path, row(id="a", field="s1"), row(id="a", field="s2"),
                    row(id="b", field="s1"))  # fmt: skip
    pairs = {"s1": {"a": "one", "b": "two"}, "s2": {"a": "three", "b": "four"}}
    found = rewrite(pairs, transformations=["paraphrasing"], rewriter=made, seeds=[1])
    assert found.retained("paraphrasing", 1) == ["a"]
    assert found.texts("paraphrasing", 1, field="s2") == {"a": "new", "b": None}
    assert found.texts("paraphrasing", 1, field="s2", policy="original")["b"] == "four"
    counted = summarise_set(found).transformations[0]
    assert (counted["n_failed"], counted["both_bounds"]) == (1, True)
    assert summarise_set(found).findings()[0].level == "problem"


def test_recorded_texts_are_found_by_field_and_id_else_by_the_original(tmp_path):
    made = recorded(
        tmp_path,
        row(id="q", seed=1, text="by seed"),
        row(id="q", text="any seed"),
        row(original="two", text="by text"),
        row(id="z", original="old", text="x"),
    )

    def text(record, original, seed):
        found = made.make(Item(record, "text", original), PARAPHRASE, seed, "d")
        return None if found is None else found.text

    assert text("q", "one", 1) == "by seed"
    assert text("q", "one", 2) == "any seed"
    assert text("other", " two ", 9) == "by text"
    assert text("z", "changed since", 1) is None
    assert text("unknown", "unknown", 1) is None


def test_lines_that_hold_no_rewriting_are_all_named(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": "a"}\n' + json.dumps(row(id="b")) + "\nnot json\n", encoding="utf-8")
    with pytest.raises(DataError, match="lines 1, 3"):
        RecordedRewriter(file)
    with pytest.raises(DataError, match="line 1"):
        recorded(tmp_path, row(id="a", transformation=" "))
    with pytest.raises(DataError, match="cannot be read"):
        RecordedRewriter(tmp_path / "none.jsonl")


def test_own_names_of_transformations_are_other_wordings(tmp_path):
    made = recorded(tmp_path, row(id="a", transformation="My-Agents"),
                    row(id="a", transformation="paraphrase"))  # fmt: skip
    assert made.offers() == ["my_agents", "paraphrasing"]
    found = rewrite({"a": "one"}, rewriter=made, transformations=["my-agents"], seeds=[1])
    assert [(one.transformation, one.axis) for one in found.rows] == [("my_agents", "lexical")]
    with pytest.raises(DataError, match="'my_agent'") as refused:
        rewrite({"a": "one"}, rewriter=made, transformations=["my_agent"], seeds=[1])
    assert "my_agents" in str(refused.value)
    assert "human" not in str(refused.value)


def test_lines_that_contradict_each_other_are_refused_by_number(tmp_path):
    with pytest.raises(DataError, match="lines 1, 3, 5") as refused:
        recorded(tmp_path, row(id="a"), row(id="b"), row(id="a", text="other"), row(id="b"),
                 row(id="a", text="third"))  # fmt: skip
    assert "3 lines" in str(refused.value)
    with pytest.raises(DataError, match="lines 1-2"):
        recorded(tmp_path, row(original="x"), row(original=" x ", text="other"))
    apart = recorded(tmp_path, row(id="a", seed=1), row(id="a", seed=2, text="other"),
                     row(id="a", seed=1, field="s1", text="third"), row(id="a", seed=1),
                     row(id="b", original="x"), row(id="c", original="x", text="two"))  # fmt: skip
    assert apart.make(Item("c", "text", "x"), PARAPHRASE, 1, "d").text == "two"


JUDGED = {
    "ok": ("paraphrasing", "The parcel of the customer has not come yet.", None),
    "refusal": ("paraphrasing", "I'm sorry, but I can't help with that.", None),
    "chatter": ("paraphrasing", "Here is the paraphrased version: no parcel has come", None),
    "empty": ("paraphrasing", "  ", None),
    "wrong_language": ("paraphrasing", "荷物は月曜日からずっと届いていません。", None),
    "unchanged": ("translation", "The customer still waits for the parcel.", "es"),
}


@pytest.mark.parametrize("status", JUDGED)
def test_recorded_texts_are_judged_as_far_as_a_file_can_be(tmp_path, status):
    name, text, language = JUDGED[status]
    made = recorded(tmp_path, row(id="a", transformation=name, text=text, language=language))
    found = rewrite({"a": "The customer still waits for the parcel."}, rewriter=made, seeds=[1],
                    transformations=[name], language="en").rows[0]  # fmt: skip
    assert (found.status, found.kept) == (status, status == "ok")


def test_people_may_shorten_and_answer_as_they_like(tmp_path):
    """Rules of thumb that suit a model are no reason to throw a person's text away."""
    made = recorded(tmp_path, row(id="a", text="Parcel late."))
    asked = {"a": "Where is the parcel 4711 of the customer who wrote on Monday?"}
    found = rewrite(asked, rewriter=made, seeds=[1], transformations=["paraphrasing"],
                    language="en")  # fmt: skip
    assert found.rows[0].kept


def test_a_recorded_translation_into_a_language_that_nobody_named_is_unchecked(tmp_path):
    made = recorded(tmp_path, row(id="a", transformation="translation", text="hola a todos"))
    found = rewrite({"a": "hello everybody"}, rewriter=made, seeds=[1], language="en",
                    transformations=["translation"]).rows[0]  # fmt: skip
    assert (found.kept, found.notes) == (True, ("language_unchecked",))


@pytest.mark.parametrize(
    ("name", "value"),
    [("original", "It was late."), ("status", "unchanged"), ("language", "de"), ("attempts", 7)],
)
def test_an_edit_to_anything_in_a_set_is_noticed(tmp_path, name, value):
    found = rewrite({"a": "I can't."}, transformations=["contractions"], rewriter="rules",
                    language="en", seeds=[1])  # fmt: skip
    place = found.save(tmp_path / "set")
    rows = [json.loads(line) for line in (place / "rewrites.jsonl").read_text().splitlines()]
    rows[0][name] = value
    (place / "rewrites.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    with pytest.raises(DataError, match="checksum"):
        RewriteSet.load(place)


def test_a_set_without_a_checksum_is_compared_by_its_digest(tmp_path):
    found = rewrite({"a": "I can't."}, transformations=["contractions"], rewriter="rules",
                    language="en", seeds=[1])  # fmt: skip
    place = found.save(tmp_path / "set")
    head = json.loads((place / "set.json").read_text())
    del head["checksum"]
    (place / "set.json").write_text(json.dumps(head))
    assert RewriteSet.load(place).rows == found.rows


def test_parquet_and_a_set_of_ours_are_recorded_texts_too(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist([row(id="a", generator="g27")]), tmp_path / "r.parquet")
    made = RecordedRewriter(tmp_path / "r.parquet")
    assert made.name == "g27"
    rewrite({"a": "x"}, transformations=["paraphrasing"], rewriter=made, seeds=[3]).save(
        tmp_path / "set")  # fmt: skip
    again = RecordedRewriter(tmp_path / "set")
    assert again.make(Item("a", "text", "x"), PARAPHRASE, 3, "d").text == "new"
    assert again.make(Item("a", "text", "x"), PARAPHRASE, 4, "d") is None


def test_folders_of_hteb_are_read_by_their_layout(tmp_path):
    """GENERATOR/DATASET/TRANSFORMATION/SEED, columns original and TRANSFORMATION_seed_SEED."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    home = tmp_path / "org~2Fgemma-27B" / "sts" / "translation" / "1337"
    home.mkdir(parents=True)
    before = [{"id": "1", "text1": "hello", "text2": "bye", "score": 3.0}]
    after = [{"id": "1", "text1": "hola", "text2": "adiós", "score": 3.0}]
    table = pa.table({"original": before, "translation_seed_1337": after})
    pq.write_table(table, home / f"data_{'a' * 64}.parquet")
    made = RecordedRewriter(tmp_path)
    assert (made.name, made.offers()) == ("org/gemma-27B", ["translation"])
    found = rewrite({"text1": {"1": "hello"}, "text2": {"1": "bye"}}, rewriter=made,
                    transformations=["translation"], seeds=[1337])  # fmt: skip
    assert [one.text for one in found.rows] == ["hola", "adiós"]
    assert found.made_by == "recorded"


def test_lists_of_texts_in_hteb_are_found_by_their_text(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    home = tmp_path / "g" / "rr" / "paraphrasing" / "1337"
    home.mkdir(parents=True)
    table = pa.table(
        {
            "original": [{"query": "q", "positive": ["p one", "p two"]}],
            "paraphrasing_seed_1337": [{"query": "Q", "positive": ["1", "2"]}],
        }
    )
    pq.write_table(table, home / "data.parquet")
    found = rewrite({"x": "p two", "y": "q"}, rewriter=RecordedRewriter(tmp_path), seeds=[1337],
                    transformations=["paraphrasing"])  # fmt: skip
    assert [one.text for one in found.rows] == ["2", "Q"]


def test_a_file_of_hteb_with_other_columns_is_named(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    home = tmp_path / "g" / "d" / "expansion" / "1337"
    home.mkdir(parents=True)
    pq.write_table(pa.table({"original": [{"a": "x"}]}), home / "data.parquet")
    with pytest.raises(DataError, match="expansion_seed_1337"):
        RecordedRewriter(tmp_path)


def answers_to(path, *, failing):
    """What a batch interface gives back: another order, a last line cut off, maybe a failure."""
    asked = [json.loads(line) for line in path.read_text().splitlines()]
    done = [{"custom_id": one["custom_id"], "error": None, "response": {
        "status_code": 200,
        "body": chatting.said(one["body"], "good", *chatting.asked_of(one["body"]))}}
        for one in asked]  # fmt: skip
    if failing:
        done[0] = {"custom_id": asked[0]["custom_id"], "error": {"message": "expired"}}
    return "\n".join(json.dumps(one) for one in done[::-1]) + '\n{"custom_id": "ab'


def test_batches_go_out_and_come_back_until_nothing_is_left(tmp_path, server):
    texts = {f"t{i}": text_of(i) for i in (18, 38, 58)}
    model = ChatRewriter("rote", url=server.url, key_env="")
    wanted = Wanted.of(texts, "all", model, [1337], dataset="d", language="en",
                       targets=("es", "fr"), order="expand_then_summarise")  # fmt: skip
    rounds = 0
    with RewriteStore(tmp_path / "a.sqlite") as store:
        while (out := export_batch(wanted, tmp_path / "ask.jsonl", store)).requests:
            (tmp_path / "said.jsonl").write_text(
                answers_to(tmp_path / "ask.jsonl", failing=rounds == 0))  # fmt: skip
            got = import_batch(tmp_path / "said.jsonl", model, store)
            assert (got.answers, got.failed, len(got.broken)) == (
                out.requests - (rounds == 0), rounds == 0, 1)  # fmt: skip
            rounds += 1
    assert rounds == 2, "the second holds second steps, and what failed"
    assert out.found == len(texts) * 8
    found = rewrite(texts, rewriter=model, seeds=[1337], store=tmp_path / "a.sqlite", dataset="d",
                    language="en", targets=("es", "fr"))  # fmt: skip
    assert server.requests == 0
    assert all(one.kept for one in found.rows)


def test_a_file_that_is_no_answer_is_refused_whole(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"custom_id": "mine", "text": "x"}\n')
    with RewriteStore(tmp_path / "a.sqlite") as store:
        with pytest.raises(DataError, match="custom_id"):
            import_batch(tmp_path / "x.jsonl", ChatRewriter("m", key_env=""), store)
        assert store.count == 0


def asked(tmp_path, store, count=4):
    """Requests of a few texts in a file; their keys, and what a model would say."""
    model = ChatRewriter("rote", key_env="", url="http://127.0.0.1:9/v1")
    texts = {f"t{i}": text_of(i) for i in range(18, 18 + 20 * count, 20)}
    wanted = Wanted.of(texts, ["paraphrasing"], model, [1], dataset="d", language="en",
                       targets=("es",), order="expand_then_summarise")  # fmt: skip
    export_batch(wanted, tmp_path / "ask.jsonl", store)
    lines = (tmp_path / "ask.jsonl").read_text().splitlines()
    keys = [json.loads(one)["custom_id"] for one in lines]
    return model, keys


def said(tmp_path, *rows):
    file = tmp_path / "said.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return file


def line(key, text="A text in other words.", name="rote"):
    body = {"model": name, "choices": [{"message": {"content": json.dumps({"text": text})},
                                        "finish_reason": "stop"}]}  # fmt: skip
    return {"custom_id": key, "response": {"status_code": 200, "body": body}}


def test_answers_to_nothing_that_was_asked_are_left_out_and_named(tmp_path):
    with RewriteStore(tmp_path / "a.sqlite") as store:
        model, keys = asked(tmp_path, store)
        got = import_batch(said(tmp_path, line(keys[0]), line("f" * 64), line(keys[1])), model,
                           store)  # fmt: skip
        assert (got.answers, got.foreign, store.count) == (2, (2,), 2)
        with pytest.raises(DataError, match="--requests"):
            import_batch(said(tmp_path, line("e" * 64)), model, store)


def test_requests_that_were_exported_elsewhere_are_named_by_their_file(tmp_path):
    with RewriteStore(tmp_path / "a.sqlite") as store:
        model, keys = asked(tmp_path, None)
        file = said(tmp_path, line(keys[0]), line("f" * 64))
        with pytest.raises(DataError, match="--requests"):
            import_batch(file, model, store)
        got = import_batch(file, model, store, tmp_path / "ask.jsonl")
        assert (got.answers, got.foreign) == (1, (2,))
        with pytest.raises(DataError, match="holds no request"):
            import_batch(file, model, store, tmp_path / "said.jsonl")


def test_answers_that_contradict_what_is_there_are_named_and_the_first_stays(tmp_path):
    with RewriteStore(tmp_path / "a.sqlite") as store:
        model, keys = asked(tmp_path, store)
        first = import_batch(said(tmp_path, line(keys[0], "One."), line(keys[1], "Two."),
                                  line(keys[0], "Another one."), line(keys[1], "Two.")),
                             model, store)  # fmt: skip
        assert (first.answers, first.known, first.conflicts) == (2, 2, (3,))
        again = import_batch(said(tmp_path, line(keys[1], "Not two.")), model, store)
        assert (again.known, again.conflicts) == (1, (1,))
        assert json.loads(store.get(keys[0]).raw)["text"] == "One."


def test_another_model_that_answered_is_named(tmp_path):
    with RewriteStore(tmp_path / "a.sqlite") as store:
        model, keys = asked(tmp_path, store)
        got = import_batch(said(tmp_path, line(keys[0], name="rote-2024-07-18"),
                                line(keys[1], name="someone/else"),
                                line(keys[2], name="models/rote")), model, store)  # fmt: skip
        assert (got.answers, got.models) == (3, ("someone/else",))


def test_edit_distance_is_levenshteins():
    assert edit_distance("kitten", "sitting") == 3 / 7
    assert edit_distance("", "abc") == 1.0
    assert edit_distance("abc", "abc") == 0.0
    assert edit_distance("flaw", "lawn") == 0.5


def test_the_choice_of_a_generator_counts_failures_on_the_same_texts(server, tmp_path):
    good = ChatRewriter("good", url=server.url, key_env="")
    server.always = lambda body: (
        200,
        chatting.said(
            body, "good" if body["model"] == "good" else "refusal", *chatting.asked_of(body)
        ),
    )
    bad = ChatRewriter("bad", url=server.url, key_env="")
    texts = {f"t{i}": text_of(i) for i in range(18, 218, 20)}
    found = select_rewriter(texts, rewriters=[bad, good], language="en", sample=4,
                            store=tmp_path / "a.sqlite", prices={"good": (1.0, 2.0)})  # fmt: skip
    first, second = found.candidates
    assert (first["generator"], first["error_rate"], second["error_rate"]) == ("good", 0.0, 1.0)
    assert second["p_adjusted"] == pytest.approx(2 / 2**10)
    assert second["tied"] is False
    assert first["cost_per_text"] == pytest.approx((100 * 1.0 + 20 * 2.0) / 1e6)
    assert len(found.sample) == 4
    assert not {"generator"} & found.sample[0].keys(), "blinded"
    assert {one["generator"] for one in found.sample_key} == {"good"}


def test_a_judge_may_rate_what_was_made(server, tmp_path):
    def rate(body):
        if body["messages"][0]["content"].startswith("You compare"):
            return 200, {"choices": [{"message": {"content": "4"}, "finish_reason": "stop"}]}
        return 200, chatting.said(body, "good", *chatting.asked_of(body))

    server.always = rate
    model = ChatRewriter("m", url=server.url, key_env="")
    found = select_rewriter({"t18": text_of(18)}, rewriters=[model], judge=model, language="en",
                            store=tmp_path / "a.sqlite")  # fmt: skip
    assert (found.candidates[0]["judged"], found.candidates[0]["n_judged"]) == (4.0, 1)


@pytest.mark.parametrize("name", ["set.json", "rewrites.jsonl"])
def test_a_file_of_brackets_is_no_set(tmp_path, name):
    made = rewrite(["I can't log in."], rewriter="rules", transformations=["contractions"],
                   language="en", seeds=[1])  # fmt: skip
    made.save(tmp_path)
    (tmp_path / name).write_text("[" * 100_000)
    with pytest.raises(DataError, match="damaged"):
        RewriteSet.load(tmp_path)
