"""The judge of `rewrite select`: its answers are kept when they come, and asked for once."""

import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.embeddings import DataError
from monosashi.models.rewriters import ChatRewriter, RewriteRow, RewriteStore
from monosashi.models.rewriters.judging import Judging, rating_in
from monosashi.models.rewriters.selecting import select_rewriter
from monosashi.models.rewriters.steps import Answer


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def judged_by(server, count=None):
    """A judge that gives 4, or 2 where the model is poor, and stops after so many answers."""
    given = Counter()

    def answer(body):
        told, asked = body["messages"][0]["content"], body["messages"][1]["content"]
        if not told.startswith("You compare"):
            return 200, chatting.said(body, "good", *chatting.asked_of(body))
        given[asked] += 1
        if count is not None and given.total() > count:
            return 401, {"error": {"message": "no"}}
        return 200, {"choices": [{"message": {"content": "<think>a 3?</think>\n4"},
                                  "finish_reason": "stop"}]}  # fmt: skip

    server.always = answer
    return given


def selected(server, store, concurrency=2, **options):
    maker = ChatRewriter("m", url=server.url, key_env="")
    judge = ChatRewriter("rater", url=server.url, key_env="", concurrency=concurrency)
    texts = {f"t{i}": text_of(i) for i in range(18, 218, 20)}
    return select_rewriter(texts, rewriters=[maker], judge=judge, language="en", store=store,
                           **options)  # fmt: skip


def test_what_a_judge_says_is_paid_for_once(server, tmp_path):
    given = judged_by(server)
    first = selected(server, tmp_path / "a.sqlite").candidates[0]
    assert (first["judged"], first["n_judged"]) == (4.0, 10)
    assert first["judged_low"] < 4 < first["judged_high"], "ten texts are not all texts"
    assert given.total() == 10
    again = selected(server, tmp_path / "a.sqlite").candidates[0]
    assert (again["judged"], given.total()) == (4.0, 10)
    with RewriteStore(tmp_path / "a.sqlite") as held:
        assert held.count == 20
        assert held.rates("rater") is None, "a judgement is no rewriting"


def test_equal_pairs_of_two_candidates_are_judged_once(server):
    given = judged_by(server)
    made = [ChatRewriter("m", url=server.url, key_env="", name=name) for name in ("a", "b")]
    judge = ChatRewriter("rater", url=server.url, key_env="")
    found = select_rewriter({"t18": text_of(18)}, rewriters=made, judge=judge, language="en",
                            store=False)  # fmt: skip
    assert [row["n_judged"] for row in found.candidates] == [1, 1]
    assert given.total() == 1


def test_a_judge_that_stops_loses_nothing_that_came(server, tmp_path):
    """One call at a time: of several, those under way when the judge stops are lost."""
    given = judged_by(server, count=4)
    with pytest.raises(DataError):
        selected(server, tmp_path / "a.sqlite", concurrency=1)
    given = judged_by(server)
    assert selected(server, tmp_path / "a.sqlite").candidates[0]["n_judged"] == 10
    assert given.total() == 6


@pytest.mark.parametrize(
    ("said", "rating"),
    [("4", 4), ("Rating: 5.", 5), ("<think>1 or 2</think>3", 3), ("10", None), ("4.5", None),
     ("", None), ("none", None)],
)  # fmt: skip
def test_the_number_in_a_judgement(said, rating):
    assert rating_in(Answer(said)) == rating
    assert rating_in(Answer(said, finish="length")) is None


JUDGE_CHILD = """
import sys
sys.path[:0] = {path!r}
from models.test_models_rewriters_judge import selected
class Server:
    url = {url!r}
print("begun", flush=True)
print(selected(Server, {store!r}).candidates[0]["judged"], flush=True)
"""


def test_killed_while_judging_it_goes_on(server, tmp_path):
    given, store = judged_by(server), tmp_path / "a.sqlite"
    quick = server.always
    fast = [False]

    def slow(body):
        if body["messages"][0]["content"].startswith("You compare") and not fast[0]:
            time.sleep(0.1)
        return quick(body)

    server.always = slow
    roots = [str(Path(chatting.__file__).parents[1]), *filter(None, sys.path)]
    code = JUDGE_CHILD.format(path=roots, url=server.url, store=str(store))
    child = subprocess.Popen(  # noqa: S603 - this very interpreter
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    while given.total() < 5 and child.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    child.stdout.close()
    fast[0] = True
    time.sleep(0.3)  # what was under way is counted
    found = selected(server, store).candidates[0]
    assert (found["judged"], found["n_judged"]) == (4.0, 10)
    assert given.total() <= 10 + 2, "at most the calls under way are paid for again"


CHILD = """
import sys
sys.path[:0] = {path!r}
from models.test_models_rewriters_judge import rated_rows
class Server:
    url = {url!r}
print(rated_rows(Server, {store!r}), flush=True)
"""


def rated_rows(server, store):
    """Forty pairs of texts, rated."""
    judge = ChatRewriter("rater", url=server.url, key_env="", concurrency=4)
    rows = [RewriteRow("d", f"t{i}", "text", "paraphrasing", "lexical", "m", 1, "en", None, "ok",
                       True, 1, (), (), text_of(i), f"{text_of(i)} Truly.")
            for i in range(40)]  # fmt: skip
    with RewriteStore(store) as held:
        return Judging(judge, held).rate(rows)


def test_two_processes_that_judge_on_one_store_pay_once(server, tmp_path):
    given = judged_by(server)
    plain = server.always

    def slow(body):
        time.sleep(0.05)
        return plain(body)

    server.always = slow
    store = tmp_path / "a.sqlite"
    RewriteStore(store).close()
    roots = [str(Path(chatting.__file__).parents[1]), *filter(None, sys.path)]
    code = CHILD.format(path=roots, url=server.url, store=str(store))
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,  # noqa: S603
                             text=True) for _ in range(2)]  # fmt: skip
    said = {child.communicate(timeout=120)[0].strip() for child in both}
    assert [child.returncode for child in both] == [0, 0]
    assert said == {str([4] * 40)}, "both have what the file holds"
    assert max(given.values()) == 1
    assert given.total() == 40
    with RewriteStore(store) as held:
        assert held._all("SELECT count(*) FROM rewrite_claims")[0][0] == 0


def test_the_edit_distance_of_a_candidate_has_an_interval_over_texts(server):
    judged_by(server)
    one = selected(server, False).candidates[0]
    assert 0 < one["edit_low"] < one["edit_distance"] < one["edit_high"] < 1
    twice = selected(server, False, seeds=[1, 2, 3]).candidates[0]
    width = one["edit_high"] - one["edit_low"]
    assert twice["edit_high"] - twice["edit_low"] == pytest.approx(width, rel=0.2), (
        "rows of one text are no further texts"
    )
