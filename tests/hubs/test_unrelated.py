"""Items that answer unrelated queries: found when planted, not when only popular, rarely else."""

import json

import numpy as np
import pytest

from monosashi.demo.datasets import MODELS, tatoeba
from monosashi.embeddings import DataError
from monosashi.hubs.unrelated import find_unrelated_hubs


def space(n, d, rng, kind="off-centre"):
    if kind == "clusters":
        centres = rng.normal(size=(30, d))
        return centres[rng.integers(0, 30, n)] + 0.7 * rng.normal(size=(n, d))
    if kind == "heavy tails":
        return rng.standard_t(3, size=(n, d))
    if kind == "manifold":
        return np.tanh(rng.normal(size=(n, 8)) @ np.random.default_rng(0).normal(size=(8, d)))
    return rng.normal(size=(n, d)) + (1.0 if kind == "off-centre" else 0.0)


def directions(x):
    return x / np.linalg.norm(x, axis=1, keepdims=True)


@pytest.mark.parametrize("planted", [1, 3])
def test_planted_items_are_found(planted):
    rng = np.random.default_rng(1)
    items, seen, asked = (space(n, 48, rng) for n in (600, 300, 300))
    for row in range(planted):  # made from queries of the same kind, asked by others
        items[row] = directions(seen[row * 100 : (row + 1) * 100]).mean(axis=0)
    found = find_unrelated_hubs(items, queries=asked)
    assert {row["index"] for row in found.flagged} == set(range(planted))
    assert all(row["relatedness"] < 0.5 for row in found.flagged)
    (finding,) = found.findings()
    assert (finding.code, finding.level) == ("hubs.unrelated", "warning")
    json.dumps(found.to_dict(), allow_nan=False)


def test_the_answer_to_a_popular_topic_is_not_flagged(monkeypatch):
    """Both stand in more lists than the others; only one of them for queries of all kinds."""
    rng = np.random.default_rng(2)
    items, seen, asked = (space(600, 48, rng) for _ in range(3))
    items[3] = directions(seen).mean(axis=0)
    topic = 3 * rng.normal(size=48)
    asked[:60] = topic + 0.5 * rng.normal(size=(60, 48))
    items[7] = topic
    monkeypatch.setattr("monosashi.hubs.unrelated.tail_limit", lambda *_: 50.0)
    found = find_unrelated_hubs(items, queries=asked)
    rows = {row["index"]: row for row in found.hubs}
    assert min(rows[3]["occurrence"], rows[7]["occurrence"]) > found.limit
    assert rows[7]["relatedness"] > 1
    assert rows[3]["relatedness"] < 0.5
    flagged = [row["index"] for row in found.flagged]
    assert 3 in flagged
    assert 7 not in flagged


def test_self_search_counts_others():
    items = space(400, 32, np.random.default_rng(3))
    found = find_unrelated_hubs(items)
    assert found.n_queries == 400
    assert sum(row["occurrence"] for row in found.hubs) <= 400 * 10


def test_few_items_are_refused():
    with pytest.raises(DataError, match="at least 200"):
        find_unrelated_hubs(np.eye(50))


@pytest.mark.slow
def test_false_alarms_are_rarer_than_alpha():
    """Any flag in fewer than 1 % of 900 sets without such items (one-sided 95 % limit 1.5 %)."""
    kinds = ("off-centre", "centred", "clusters", "heavy tails", "manifold")
    alarms = sets = 0
    for kind in kinds:
        for d in (8, 48, 192):
            for seed in range(60):
                rng = np.random.default_rng([seed, d])
                items, asked = space(400, d, rng, kind), space(300, d, rng, kind)
                alarms += bool(find_unrelated_hubs(items, queries=asked).flagged)
                sets += 1
    assert alarms <= 0.01 * sets


@pytest.mark.parametrize("model", MODELS)
def test_among_real_sentences(model):
    """Japanese questions find English sentences; one made of other questions is found out."""
    pairs = tatoeba(model)
    asked = pairs.vectors if pairs.query_vectors is None else pairs.query_vectors
    sentences, questions = np.array(pairs.vectors[300:]), np.asarray(asked[:300])
    assert find_unrelated_hubs(sentences, queries=questions).flagged == []
    sentences[5] = directions(questions[:150]).mean(axis=0)
    found = find_unrelated_hubs(sentences, queries=questions[150:])
    assert [row["index"] for row in found.flagged] == [5]


def test_no_advice_to_ask_what_was_asked():
    rng = np.random.default_rng(0)
    items, asked = rng.normal(size=(300, 8)), rng.normal(size=(300, 8))
    assert find_unrelated_hubs(items).findings()[0].code == "hubs.no_unrelated"
    assert find_unrelated_hubs(items, queries=asked).findings()[0].code == "hubs.no_unrelated_asked"
