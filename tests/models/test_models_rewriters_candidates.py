"""Which generator an answer belongs to, and how candidates are compared."""

import json

import pytest
from models import chatting
from models.chatting import ChatServer, text_of

from monosashi.embeddings import DataError
from monosashi.models.rewriters import ChatRewriter, OllamaRewriter, rewrite, select_rewriter
from monosashi.models.rewriters.steps import Step
from monosashi.statistics.mean_interval import mean_interval

SAME = Step("paraphrase", "en", "en")
ONE_WAY = {"language": "en", "transformations": ["paraphrasing"], "seeds": [1]}


@pytest.fixture
def servers():
    pair = ChatServer(), ChatServer()
    yield pair
    for one in pair:
        one.close()


def behaves(server, way):
    server.always = lambda body: (200, chatting.said(body, way, *chatting.asked_of(body)))


def good(count):
    return {f"t{i}": text_of(i) for i in range(18, 18 + 20 * count, 20)}


def key(url="http://127.0.0.1:8000/v1", kind=ChatRewriter, **options):
    return kind("m", url=url, key_env="", **options).call(SAME, "x", 1, 0).key


def test_answers_belong_to_a_place_or_to_a_name():
    hosted = key("https://api.one.example/v1")
    assert hosted != key("https://api.two.example/v1"), "two services that serve an m each"
    assert hosted != key("https://api.one.example/eu/v1")
    assert hosted != key(), "nor is it one of this machine"
    assert key(name="m") == key("https://api.one.example/v1", name="m"), "a name says which it is"
    assert key(name="a") != key(name="b")
    assert key("http://10.0.0.2:8000/v1") != key("http://10.0.0.3:8000/v1")


def test_a_new_port_on_this_machine_loses_no_paid_answer():
    assert key() == key("http://localhost:9000/v1")
    local = {"kind": OllamaRewriter, "url": "http://127.0.0.1:11434"}
    assert key(**local) == key(**{**local, "url": "http://127.0.0.1:11500"})


def test_the_identity_of_a_set_says_which_model_it_was():
    told = ChatRewriter("m", url="https://api.one.example/v1", key_env="").identity()
    assert told["place"] == "api.one.example/v1"
    named = ChatRewriter("m", url="https://api.one.example/v1", key_env="", name="n").identity()
    assert (named["name"], "place" in named) == ("n", False)


def test_two_servers_with_one_name_are_not_compared_with_each_other(servers):
    pair = [ChatRewriter("m", url=one.url, key_env="") for one in servers]
    with pytest.raises(DataError, match="name=") as refused:
        select_rewriter(good(3), rewriters=pair, language="en", store=False)
    assert all(one.url in str(refused.value) for one in servers)
    assert sum(one.requests for one in servers) == 0
    with pytest.raises(DataError, match="given twice"):
        select_rewriter(good(3), rewriters=[pair[0], pair[0]], language="en", store=False)
    hot = ChatRewriter("m", url=servers[0].url, key_env="", temperature=0.5)
    with pytest.raises(DataError, match="have the name 'm'"):
        select_rewriter(good(3), rewriters=[pair[0], hot], language="en", store=False)


def test_named_apart_each_is_asked(servers, tmp_path):
    behaves(servers[0], "good")
    behaves(servers[1], "refusal")
    pair = [ChatRewriter("m", url=one.url, key_env="", name=name)
            for one, name in zip(servers, "ab", strict=True)]  # fmt: skip
    found = select_rewriter(good(6), rewriters=pair, language="en", store=tmp_path / "a.sqlite")
    assert [(row["generator"], row["error_rate"]) for row in found.candidates] == [
        ("a", 0.0), ("b", 1.0)]  # fmt: skip
    assert found.candidates[1]["p_adjusted"] == pytest.approx(2 / 2**6)


def test_a_model_that_gives_every_text_back_does_not_win(servers):
    behaves(servers[0], "unchanged")
    kept = good(10)

    def mostly(body):
        fails = chatting.asked_of(body)[1] in list(kept.values())[:3]
        return 200, chatting.said(body, "refusal" if fails else "good", *chatting.asked_of(body))

    servers[1].always = mostly
    pair = [ChatRewriter("m", url=one.url, key_env="", name=name)
            for one, name in zip(servers, ("echo", "model"), strict=True)]  # fmt: skip
    first, second = select_rewriter(kept, rewriters=pair, language="en", store=False).candidates
    assert (first["generator"], second["generator"]) == ("model", "echo")
    assert (second["error_rate"], second["n_failed"], second["n_unchanged"]) == (1.0, 0, 10)
    assert (first["error_rate"], first["n_failed"], first["n_unchanged"]) == (0.3, 3, 0)
    assert second["p_adjusted"] == pytest.approx(2 / 2**7)


def test_more_seeds_of_the_same_texts_are_no_more_texts(servers):
    """A text that fails, fails under every seed: ten seeds tell no more than one."""
    kept = good(10)

    def mostly(body):
        fails = chatting.asked_of(body)[1] in list(kept.values())[:3]
        return 200, chatting.said(body, "refusal" if fails else "good", *chatting.asked_of(body))

    behaves(servers[0], "good")
    servers[1].always = mostly
    pair = [ChatRewriter("m", url=one.url, key_env="", name=name)
            for one, name in zip(servers, ("all", "most"), strict=True)]  # fmt: skip
    one, ten = (select_rewriter(kept, rewriters=pair, language="en", store=False,
                                seeds=range(seeds)).candidates[1] for seeds in (1, 10))  # fmt: skip
    assert (ten["n"], ten["n_failed"]) == (100, 30)
    assert (ten["low"], ten["high"]) == pytest.approx((one["low"], one["high"]), abs=1e-9)
    assert one["p_adjusted"] == pytest.approx(2 / 2**3)
    assert ten["p_adjusted"] == pytest.approx(one["p_adjusted"])
    whole = mean_interval(*_sums([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]))
    assert (one["low"], one["high"]) == (whole.low, whole.high)


def _sums(values):
    import numpy as np

    return np.array(values, dtype=float), np.ones(len(values))


def test_the_judge_has_as_many_units_as_there_are_texts(servers):
    def rate(body):
        told, asked = body["messages"][0]["content"], body["messages"][1]["content"]
        if told.startswith("You compare"):
            mark = "4" if "100018" in asked else "2"
            return 200, {"choices": [{"message": {"content": mark}, "finish_reason": "stop"}]}
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        made = chatting.rewritten(*chatting.asked_of(body))
        answer["choices"][0]["message"]["content"] = json.dumps(
            {"text": f"{made[:-1]}, under seed {body['seed']}."}
        )
        return 200, answer

    servers[0].always = rate
    model = ChatRewriter("m", url=servers[0].url, key_env="")
    widths = []
    for seeds in (1, 4):
        found = select_rewriter(good(2), rewriters=[model], judge=model, language="en",
                                store=False, seeds=range(seeds)).candidates[0]  # fmt: skip
        assert (found["judged"], found["n_judged"]) == (3.0, 2 * seeds)
        widths.append(found["judged_high"] - found["judged_low"])
    assert widths[1] == pytest.approx(widths[0]), "two texts stay two"


def test_where_the_first_step_was_paid_for_stays_with_its_generator(servers, tmp_path):
    """Through the store, one after the other, as two runs of one command."""
    behaves(servers[0], "good")
    behaves(servers[1], "unchanged")
    made = [rewrite(good(2), store=tmp_path / "a.sqlite", **ONE_WAY,
                    rewriter=ChatRewriter("m", url=one.url, key_env="", name=name))
            for one, name in zip(servers, "ab", strict=True)]  # fmt: skip
    assert [one.rows[0].status for one in made] == ["ok", "unchanged"]
    assert [one.requests for one in servers] == [2, 6]


def test_a_second_look_says_time_and_cost_too(servers, tmp_path):
    server, _ = servers
    behaves(server, "good")

    def look(texts):
        found = select_rewriter(texts, rewriters=[ChatRewriter("m", url=server.url, key_env="")],
                                store=tmp_path / "a.sqlite", prices={"m": (1.0, 2.0)},
                                **ONE_WAY)  # fmt: skip
        return found.candidates[0]

    first = look(good(5))
    requests = server.requests
    again = look(good(5))
    assert server.requests == requests
    assert again["cost_per_text"] == pytest.approx(first["cost_per_text"])
    assert first["cost_per_text"] > 0
    assert 0 < again["seconds_per_text"] < 5
    half = look(good(10))
    assert half["cost_per_text"] == pytest.approx(first["cost_per_text"], rel=0.3)


def test_tokens_that_no_server_counted_have_no_cost_at_the_second_look(servers, tmp_path):
    server, _ = servers

    def uncounted(body):
        answer = chatting.said(body, "good", *chatting.asked_of(body))
        del answer["usage"]
        return 200, answer

    server.always = uncounted
    for known in (True, False):
        found = select_rewriter(good(3), rewriters=[ChatRewriter("m", url=server.url, key_env="")],
                                store=tmp_path / "a.sqlite", prices={"m": (1.0, 2.0)},
                                **ONE_WAY)  # fmt: skip
        assert (found.candidates[0]["cost_per_text"] is not None) == known
