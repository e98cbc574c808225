"""A model of which nothing can be used is stopped, one that is of some use is not."""

from dataclasses import replace

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.embeddings import ServiceError
from monosashi.models.rewriters import ChatRewriter, rewrite, select_rewriter, summarise_set

GOOD = {f"t{i}": text_of(i) for i in range(18, 618, 20)}  # texts that the server rewrites well
HOW = {"language": "en", "store": False, "seeds": [1]}


@pytest.fixture
def server():
    running = ChatServer(slow=0.0)
    yield running
    running.close()


def model(server, **options):
    return ChatRewriter("rote", url=server.url, key_env="", concurrency=1, **options)


def answering(server, way_of):
    """Answers by the number of the call and its step."""
    count = iter(range(10**6))

    def answer(body):
        step, text = chatting.asked_of(body)
        way = way_of(next(count), step)
        return way if isinstance(way, tuple) else (200, chatting.said(body, way, step, text))

    server.always = answer


def stopped(server, **how):
    with pytest.raises(ServiceError) as error:
        rewrite(GOOD, rewriter=model(server), **{**HOW, **how})
    (one,) = error.value.faults
    assert one.code == "rewriting.errors.unusable_row"
    return one


def test_the_number_of_calls_is_what_was_asked_for(server):
    answering(server, lambda _n, _step: "refusal")
    one = stopped(server, transformations=["paraphrasing"], max_unusable=7)
    assert server.requests == 7
    assert (one.values["failures"], one.values["most"], one.values["why"]) == (7, 7, "refused")
    assert one.values["open"] == 28
    answering(server, lambda _n, _step: "refusal")
    one = stopped(server, transformations=["style_change"])
    assert one.values["failures"] == 30


@pytest.mark.parametrize("most", [0, None])
def test_it_goes_on_where_that_is_asked_for(server, most):
    answering(server, lambda _n, _step: "refusal")
    found = rewrite(GOOD, rewriter=model(server), transformations=["paraphrasing"],
                    max_unusable=most, **HOW)  # fmt: skip
    assert {row.status for row in found.rows} == {"refusal"}
    assert server.requests == 90


def test_one_answer_of_use_begins_the_count_anew(server):
    answering(server, lambda n, _step: "good" if n % 7 == 6 else "empty")
    found = rewrite(GOOD, rewriter=model(server), transformations=["paraphrasing"], max_unusable=7,
                    **HOW)  # fmt: skip
    assert {row.status for row in found.rows} == {"ok", "empty"}


def test_a_second_step_that_never_comes_is_seen_between_first_steps_that_do(server):
    seen = []

    def way(_n, _step):
        seen.append(_step)
        return "good" if len(seen) % 4 == 1 else "empty"

    answering(server, way)
    one = stopped(server, transformations=["backtranslation"], max_unusable=9)
    assert one.values["failures"] == 9
    assert one.values["calls"] == 12


def test_texts_that_are_too_long_count_and_say_so(server):
    answering(server, lambda _n, _step: (413, {"error": {"message": "too many tokens"}}))
    one = stopped(server, transformations=["paraphrasing"], max_unusable=5)
    assert one.values["why"] == "too long for the model"
    assert "too many tokens" in one.say("en")
    assert "too many tokens" in one.say("ja")


def test_candidates_are_compared_to_their_end(server):
    answering(server, lambda _n, _step: "empty")
    found = select_rewriter(GOOD, rewriters=[model(server)], transformations=["paraphrasing"],
                            language="en", store=False)  # fmt: skip
    assert found.candidates[0]["error_rate"] == 1
    assert server.requests == 90


def test_a_summary_says_what_has_no_rewriting(server):
    answering(server, lambda n, _step: "good" if n % 2 else "empty")
    found = rewrite(GOOD, rewriter=model(server, attempts=1), transformations=["paraphrasing"],
                    **HOW)  # fmt: skip
    (one,) = summarise_set(found).provenance.notices
    assert "paraphrasing: 15 of 30 rewritings failed" in one.say("en")
    assert "30 件のうち 15 件が失敗" in one.say("ja")
    half = replace(found, rows=(*found.rows, replace(found.rows[0], transformation="expansion",
                                                     kept=True)))  # fmt: skip
    told = [one.say("en") for one in summarise_set(half).provenance.notices]
    assert told[1].startswith("expansion: 29 of 30 texts are not in the set")
    whole = replace(found, rows=tuple(replace(row, kept=True) for row in found.rows))
    assert summarise_set(whole).provenance.notices == ()
