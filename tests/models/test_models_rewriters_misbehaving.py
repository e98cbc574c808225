"""A server that does everything wrong: every text gets the status that it deserves."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from models import chatting
from models.chatting import ChatServer, behaviour_of, expected, text_of, texts

from monosashi.embeddings import DataError, ServiceError
from monosashi.models.polite_client import Patience
from monosashi.models.rewriters import ChatRewriter, RewriteStore, plan_rewrites, rewrite
from monosashi.models.rewriters.crew import Breaker
from monosashi.models.rewriters.running import Run
from monosashi.models.rewriters.wanted import Wanted

QUICK = Patience(attempts=12, first_wait=0.02, longest_wait=0.2, jitter=0.02)
OPTIONS = {"language": "en", "dataset": "parcels"}


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def model(server, **options):
    return ChatRewriter("rote", url=server.url, key_env="",
                        **{"patience": QUICK, **options})  # fmt: skip


def wrong(found):
    rows = [(row, expected(int(row.record[1:]), row.transformation)) for row in found.rows]
    return [(behaviour_of(chatting.FIRST + int(row.record[1:])), row.transformation, row.status,
             due) for row, due in rows if (row.status, row.kept) != due]  # fmt: skip


def run_all(server, store, count):
    server.die_after, server.die_for = 100 * count // 20, 0.3
    found = rewrite(texts(count), rewriter=model(server), store=store, **OPTIONS)
    assert len(found.rows) == count * 8 * 3
    assert wrong(found) == []
    with RewriteStore(store) as held:
        assert server.requests <= held.count + held.retries
        assert server.different == held.count
    before = server.requests
    again = rewrite(texts(count), rewriter=model(server), store=store, **OPTIONS)
    assert (again.digest, server.requests) == (found.digest, before)
    plan = plan_rewrites(texts(count), rewriter=model(server), store=store, **OPTIONS)
    assert (plan.calls, plan.found) == (0, count * 8 * 3)


def test_two_hundred_texts_get_what_they_deserve(server, tmp_path):
    run_all(server, tmp_path / "answers.sqlite", 200)


@pytest.mark.slow
def test_two_thousand_texts_get_what_they_deserve(server, tmp_path):
    run_all(server, tmp_path / "answers.sqlite", 2000)


CHILD = """
import sys
sys.path[:0] = {path!r}
from models.chatting import texts
from monosashi.models.polite_client import Patience
from monosashi.models.rewriters import ChatRewriter, rewrite
quick = Patience(attempts=12, first_wait=0.02, longest_wait=0.2, jitter=0.02)
rewriter = ChatRewriter("rote", url={url!r}, key_env="", patience=quick, concurrency=4)
print("begun", flush=True)
found = rewrite(texts({count}), rewriter=rewriter, store={store!r}, language="en",
                dataset="parcels", seeds=[1337])
print(found.digest, flush=True)
"""


def test_killed_at_any_moment_it_pays_for_nothing_twice(server, tmp_path):
    """Requests ≤ different calls + retries written down + calls under way × kills."""
    store, count, kills = tmp_path / "answers.sqlite", 40, 4
    roots = [str(Path(chatting.__file__).parents[1]), *filter(None, sys.path)]
    code = CHILD.format(path=roots, url=server.url, store=str(store), count=count)
    rng = np.random.default_rng(7)
    killed = 0
    for _ in range(kills):
        child = subprocess.Popen(  # noqa: S603 - this very interpreter
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
        )
        child.stdout.readline()
        enough = server.requests + int(rng.integers(5, 120))
        until = time.monotonic() + 60
        while server.requests < enough and child.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        killed += child.wait() == -signal.SIGKILL
        child.stdout.close()
    assert killed >= 2
    found = rewrite(texts(count), rewriter=model(server), store=store, seeds=[1337], **OPTIONS)
    assert wrong(found) == []
    with RewriteStore(store) as held:
        assert server.requests <= held.count + held.retries + 4 * kills
        assert held.count == server.different
    fresh = rewrite(texts(count), rewriter=model(server), store=False, seeds=[1337], **OPTIONS)
    assert fresh.digest == found.digest, "nothing was lost or mixed up on the way"


def test_a_limit_of_calls_stops_and_the_next_run_goes_on(server, tmp_path):
    store, some = tmp_path / "a.sqlite", {"t18": text_of(18), "t38": text_of(38)}
    with pytest.raises(ServiceError, match="--max-calls"):
        rewrite(some, rewriter=model(server), store=store, max_calls=7, **OPTIONS)
    assert server.requests == 7
    rewrite(some, rewriter=model(server), store=store, **OPTIONS)
    assert server.requests == server.different, "nothing was asked twice"


def test_a_limit_of_money_stops(server, tmp_path):
    some = {f"t{i}": text_of(i) for i in range(18, 198, 20)}
    with pytest.raises(ServiceError, match="--max-cost"):
        rewrite(some, rewriter=model(server, concurrency=2), store=tmp_path / "a.sqlite",
                max_cost=0.0012, price_in=1.0, price_out=1.0, **OPTIONS)  # fmt: skip
    assert 10 <= server.requests <= 12  # 120 tokens a call


def test_a_dead_server_fails_no_text(server, tmp_path):
    server.dead = True
    brief = Patience(attempts=2, first_wait=0.01, longest_wait=0.02, jitter=0.0)
    with pytest.raises(ServiceError, match="cannot be reached"):
        rewrite({"t18": text_of(18)}, rewriter=model(server, patience=brief),
                store=tmp_path / "a.sqlite", **OPTIONS)  # fmt: skip


def test_a_server_that_dies_on_the_way_stops_the_run(server, tmp_path):
    server.die_after, server.die_for = 30, 60.0
    brief = Patience(attempts=2, first_wait=0.01, longest_wait=0.02, jitter=0.0)
    wanted = Wanted.of(
        texts(40),
        "lexical",
        model(server, patience=brief),
        [1],
        dataset="d",
        language="en",
        targets=("es", "fr"),
        order="expand_then_summarise",
    )
    chains = wanted.chains()
    with RewriteStore(tmp_path / "a.sqlite") as store:
        run = Run(chains, wanted.rewriter, store, breaker=Breaker(failures=12, seconds=0.0))
        with pytest.raises(ServiceError, match="kept: run the same again"):
            run.finish()
        assert store.count > 0
    assert sum(chain.status == "service" for chain in chains) <= 12


def test_one_text_that_the_server_cannot_take_fails_alone(server, tmp_path):
    def picky(body):
        text = chatting.asked_of(body)[1]
        if "100018" in text:
            return 500, {"error": {"message": "boom"}}
        return 200, chatting.said(body, "good", *chatting.asked_of(body))

    server.always = picky
    brief = Patience(attempts=2, first_wait=0.01, longest_wait=0.02, jitter=0.0)
    some = {f"t{i}": text_of(i) for i in (38, 58, 18)}
    found = rewrite(some, rewriter=model(server, patience=brief, concurrency=1),
                    store=tmp_path / "a.sqlite", transformations=["paraphrasing"],
                    seeds=[1], **OPTIONS)  # fmt: skip
    assert {row.record: row.status for row in found.rows} == {
        "t38": "ok", "t58": "ok", "t18": "service"}  # fmt: skip
    server.always = None
    again = rewrite(some, rewriter=model(server), store=tmp_path / "a.sqlite",
                    transformations=["paraphrasing"], seeds=[1], **OPTIONS)  # fmt: skip
    assert {row.status for row in again.rows} == {"ok"}


def test_a_text_that_is_too_long_says_so(server, tmp_path):
    server.always = lambda _: (400, {"error": {
        "message": "This model's maximum context length is 4096 tokens"}})  # fmt: skip
    found = rewrite({"t18": text_of(18)}, rewriter=model(server), store=tmp_path / "a.sqlite",
                    transformations=["paraphrasing"], seeds=[1], **OPTIONS)  # fmt: skip
    assert [row.status for row in found.rows] == ["too_long"]


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_address_stops_at_once(server, tmp_path, status):
    server.always = lambda _: (status, {"error": {"message": "no"}})
    with pytest.raises(DataError):
        rewrite(texts(20), rewriter=model(server, concurrency=1), store=tmp_path / "a.sqlite",
                **OPTIONS)  # fmt: skip
    assert server.requests == 1


def test_a_parameter_that_the_service_refuses_stops_soon(server, tmp_path):
    server.always = lambda _: (400, {"error": {"message": "Unrecognized argument: top_k"}})
    with pytest.raises(ServiceError, match="top_k"):
        rewrite(texts(20), rewriter=model(server, concurrency=1), store=tmp_path / "a.sqlite",
                **OPTIONS)  # fmt: skip
    assert server.requests == 5


def test_blank_texts_are_sent_to_nobody_and_keep_their_place(server, tmp_path):
    found = rewrite([text_of(18), "", text_of(38)], rewriter=model(server), invalid="drop",
                    transformations=["paraphrasing"], seeds=[1], store=tmp_path / "a.sqlite",
                    **OPTIONS)  # fmt: skip
    assert [(row.record, row.status, row.kept) for row in found.rows] == [
        ("0", "ok", True), ("1", "empty", False), ("2", "ok", True)]  # fmt: skip
    assert server.requests == 2
