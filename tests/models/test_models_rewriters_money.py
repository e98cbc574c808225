"""What a run may cost, what a server may ask, and two runs on one file of answers."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from models import chatting
from models.chatting import ChatServer, text_of, texts

from monosashi.embeddings import DataError, ServiceError
from monosashi.models.polite_client import Patience
from monosashi.models.rewriters import ChatRewriter, RewriteStore, rewrite
from monosashi.models.rewriters.claims import Claims

QUICK = Patience(attempts=2, first_wait=0.01, longest_wait=0.02, jitter=0.0)
ONE_WAY = {"language": "en", "transformations": ["paraphrasing"], "seeds": [1]}


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def model(server, **options):
    return ChatRewriter("rote", url=server.url, key_env="", **options)


def good(count):
    """Texts to which the server behaves."""
    return {f"t{i}": text_of(i) for i in range(18, 18 + 20 * count, 20)}


def uncounted(body):
    """A server that does not say how many tokens there were."""
    answer = chatting.said(body, "good", *chatting.asked_of(body))
    del answer["usage"]
    return 200, answer


def test_a_limit_of_money_holds_where_the_server_counts_no_tokens(server, tmp_path):
    server.always = uncounted
    with pytest.raises(ServiceError, match="did not count the tokens") as stopped:
        rewrite(good(60), rewriter=model(server), store=tmp_path / "a.sqlite", max_cost=0.003,
                price_in=1.0, price_out=10.0, **ONE_WAY)  # fmt: skip
    assert 3 <= server.requests <= 12
    values = stopped.value.faults[0].values
    assert float(values["cost"]) <= 0.003
    assert values["estimated"] == values["calls"] == server.requests


def test_tokens_that_are_estimated_are_said_in_the_set(server, tmp_path):
    server.always = uncounted
    found = rewrite(good(2), rewriter=model(server), store=tmp_path / "a.sqlite", price_in=1.0,
                    **ONE_WAY)  # fmt: skip
    assert found.spent["estimated"] == 2
    assert found.spent["sent"] > 200
    assert found.spent["cost"] == pytest.approx(found.spent["sent"] / 1e6)
    server.always = None
    counted = rewrite(good(3), rewriter=model(server), store=tmp_path / "a.sqlite", **ONE_WAY)
    assert counted.spent["estimated"] == 0


@pytest.mark.parametrize("at_once", [1, 8, 32])
def test_calls_under_way_are_held_back_from_the_purse(server, tmp_path, at_once):
    """At 120 tokens a call, 12 calls are paid for by this limit, however many go out at once."""

    def late(body):
        time.sleep(0.05)
        return 200, chatting.said(body, "good", *chatting.asked_of(body))

    server.always = late
    with pytest.raises(ServiceError, match="--max-cost"):
        rewrite(good(60), rewriter=model(server, concurrency=at_once), price_in=1.0, price_out=1.0,
                store=tmp_path / "a.sqlite", max_cost=12.5 * 120 / 1e6, **ONE_WAY)  # fmt: skip
    assert 11 <= server.requests <= 12


def test_the_first_call_shows_what_calls_cost_before_others_go_out(server, tmp_path):
    """Of a server that charges ten times the rule of thumb, two calls are paid for."""

    def dear(body):
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        answer["usage"] = {"prompt_tokens": 2_000, "completion_tokens": 400}
        return 200, answer

    server.always = dear
    with pytest.raises(ServiceError, match="--max-cost") as stopped:
        rewrite(good(60), rewriter=model(server), price_in=1.0, price_out=1.0,
                store=tmp_path / "a.sqlite", max_cost=2.5 * 2_400 / 1e6, **ONE_WAY)  # fmt: skip
    assert server.requests == 2
    assert float(stopped.value.faults[0].values["cost"]) == pytest.approx(0.0048)


def test_a_limit_of_calls_counts_answers_and_is_one_of_each_run(server, tmp_path):
    failing = text_of(38)

    def answer(body):
        if chatting.asked_of(body)[1] == failing:
            return 500, {"error": {"message": "boom"}}
        return 200, chatting.said(body, "good", *chatting.asked_of(body))

    server.always = answer
    ask = {"rewriter": model(server, concurrency=1, patience=QUICK), "max_calls": 3,
           "store": tmp_path / "a.sqlite", **ONE_WAY}  # fmt: skip
    with pytest.raises(ServiceError, match="limit of one run") as stopped:
        rewrite(good(8), **ask)
    assert stopped.value.faults[0].values["calls"] == 3
    with RewriteStore(tmp_path / "a.sqlite") as held:
        assert held.count == 3
    server.always = None
    with pytest.raises(ServiceError, match="limit of one run"):
        rewrite(good(8), **ask)
    with RewriteStore(tmp_path / "a.sqlite") as held:
        assert held.count == 6, "as many again"


def test_a_server_that_asks_for_hours_stops_the_run_at_once(tmp_path):
    from models.misbehaving import Service, fails

    service = Service()
    service.always = lambda _: fails(429, "quota for today", Retry_After="36000")
    try:
        rewriter = ChatRewriter("m", url=service.url, key_env="", concurrency=4)
        with pytest.raises(ServiceError, match=r"429.*quota for today.*10 h") as stopped:
            rewrite(good(20), rewriter=rewriter, store=tmp_path / "a.sqlite", **ONE_WAY)
        assert len(service.asked) <= 4, "nothing is asked again"
        assert "run the same again" in str(stopped.value)
    finally:
        service.close()


def test_after_some_answers_it_stops_as_well(server, tmp_path):
    """Once something has come, other failures are borne text by text; this one is not."""
    count = [0]

    def answer(body):
        count[0] += 1
        if count[0] > 3:
            return 429, {"error": {"details": [{"retryDelay": "7300s"}], "message": "later"}}
        return 200, chatting.said(body, "good", *chatting.asked_of(body))

    server.always = answer
    with pytest.raises(ServiceError, match=r"429.* 2 h"):
        rewrite(good(9), rewriter=model(server, concurrency=1), store=tmp_path / "a.sqlite",
                **ONE_WAY)  # fmt: skip
    assert server.requests == 4


def unlike(server, seconds):
    """A server that gives every request another text, as models do at temperature 1."""
    lock, count = threading.Lock(), [0]

    def answer(body):
        with lock:
            count[0] += 1
            number = count[0]
        time.sleep(seconds)
        made = chatting.rewritten(*chatting.asked_of(body))
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        words = json.dumps({"text": f"{made[:-1]}, so attempt {number} says."})
        answer["choices"][0]["message"]["content"] = words
        return 200, answer

    server.always = answer


CHILD = """
import json, sys
sys.path[:0] = {path!r}
from models.test_models_rewriters_money import ONE_WAY, good, model
from monosashi.models.rewriters import rewrite
class Server:
    url = {url!r}
found = rewrite(good(40), rewriter=model(Server, concurrency=4), store={store!r}, **ONE_WAY)
print(found.digest, flush=True)
"""


def test_two_processes_on_one_store_pay_once_and_make_one_set(server, tmp_path):
    unlike(server, 0.05)
    store = tmp_path / "a.sqlite"
    RewriteStore(store).close()
    roots = [str(Path(chatting.__file__).parents[1]), *filter(None, sys.path)]
    code = CHILD.format(path=roots, url=server.url, store=str(store))
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,  # noqa: S603
                             text=True) for _ in range(2)]  # fmt: skip
    digests = {child.communicate(timeout=120)[0].strip() for child in both}
    assert [child.returncode for child in both] == [0, 0]
    assert len(digests) == 1, "both have what the file holds"
    assert server.requests == 40
    again = rewrite(good(40), rewriter=model(server), store=store, **ONE_WAY)
    assert {again.digest} == digests


def test_what_was_answered_meanwhile_is_not_what_counts_but_what_was_first(server, tmp_path):
    unlike(server, 0.0)
    text, maker = {"t18": text_of(18)}, model(server)
    with RewriteStore(tmp_path / "a.sqlite") as other:
        plain = server.always

        def slow(body):
            """While it is asked, another run that knows no claims writes its own answer."""
            status, answer = plain(body)
            written.wait(5)
            return status, answer

        written, server.always = threading.Event(), slow
        call = maker.call(*_first(text["t18"]))
        run = threading.Thread(target=_write, args=(tmp_path / "a.sqlite", call, written))
        run.start()
        found = rewrite(text, rewriter=maker, store=tmp_path / "a.sqlite", **ONE_WAY)
        run.join()
        assert found.rows[0].text == "The client of parcel 100018 is still waiting since Monday."
        assert other.count == 1


def _first(text):
    from monosashi.models.rewriters.steps import Step

    return Step("paraphrase", "en", "en"), text, 1, 0


def _write(path, call, written):
    from monosashi.models.rewriters.steps import Answer

    time.sleep(0.2)
    told = json.dumps({"text": "The client of parcel 100018 is still waiting since Monday."})
    with RewriteStore(path) as store:
        store.put(call.key, Answer(told, finish="stop"), generator="rote", signs=10)
    written.set()


def test_a_run_that_died_holds_nothing_back(tmp_path):
    key = "ab" * 32
    with RewriteStore(tmp_path / "a.sqlite") as store:
        alive, other = Claims(store), Claims(store)
        assert (alive.take(key), other.take(key)) == ("mine", "theirs")
        store.seen(alive._run, alive._host, alive._process, time.time() - 60)
        assert other.take(key) == "mine", "no sign of life"
        assert alive.take(key) == "theirs"
        gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                              capture_output=True, text=True, check=True)  # fmt: skip
        store.seen(other._run, other._host, int(gone.stdout), time.time())
        assert alive.take(key) == "mine", "its process is gone"
        alive.drop(key)
        assert other.take(key) == "mine", "it failed there"
        alive.close()
        store.put(key, chatting_answer(), generator="g", signs=1)
        assert other.take(key) == "there"


def chatting_answer():
    from monosashi.models.rewriters.steps import Answer

    return Answer("x")


def test_texts_of_all_kinds_still_come_to_their_end_with_two_runs_at_once(server, tmp_path):
    """Retries, further attempts and second steps too: two threads, one file."""
    some, found = texts(20), {}
    brief = Patience(attempts=12, first_wait=0.02, longest_wait=0.2, jitter=0.02)

    def run(name):
        found[name] = rewrite(some, rewriter=model(server, patience=brief), seeds=[7],
                              store=tmp_path / "a.sqlite", language="en")  # fmt: skip

    pair = [threading.Thread(target=run, args=(name,)) for name in "ab"]
    for one in pair:
        one.start()
    for one in pair:
        one.join(120)
    assert found["a"].digest == found["b"].digest
    with RewriteStore(tmp_path / "a.sqlite") as held:
        assert server.requests <= held.count + held.retries
        assert held._all("SELECT count(*) FROM rewrite_claims")[0][0] == 0


@pytest.mark.parametrize("prices", [{}, {"price_in": 1.0}, {"price_out": 1.0}])
def test_a_limit_of_money_without_both_prices_is_refused(server, prices):
    with pytest.raises(DataError, match="needs both prices"):
        rewrite(good(2), rewriter=model(server), store=False, max_cost=1.0, **prices, **ONE_WAY)
    assert server.requests == 0


@pytest.mark.parametrize("count", [10**400, 10**30, -1, True, "12"])
def test_a_number_of_tokens_that_is_none_is_estimated(server, tmp_path, count):
    def odd(body):
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        return 200, {**answer, "usage": {"prompt_tokens": count, "completion_tokens": count}}

    server.always = odd
    found = rewrite(good(2), rewriter=model(server), store=tmp_path / "a.sqlite", **ONE_WAY)
    assert found.spent["estimated"] == 2
    assert all(row.usable for row in found.rows)
