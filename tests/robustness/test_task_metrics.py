"""Scores of tasks are those of mteb's own library calls, on data without ties."""

import numpy as np
import pytest

from monosashi.robustness.tasks import Task, score_task
from monosashi.robustness.tasks.chance import chance_level, expected_precision

RNG = np.random.default_rng(7)
D = 12


def vectors(n, rng=RNG):
    return rng.normal(size=(n, D)).astype(np.float32)


def names(n, letter):
    return [f"{letter}{i}" for i in range(n)]


def near(n, noise, seed):
    rng = np.random.default_rng(seed)
    left = rng.normal(size=(n, D))
    return left.astype(np.float32), (left + noise * rng.normal(size=(n, D))).astype(np.float32)


def test_sts_is_scipys_spearman_of_cosines():
    from scipy.stats import spearmanr
    from sklearn.metrics.pairwise import paired_cosine_distances

    left, right = near(60, 1.0, 1)
    gold = np.random.default_rng(2).uniform(0, 5, 60)
    task = Task.of("t", "sts", {"left": names(60, "a"), "right": names(60, "b")}, {"scores": gold})
    wanted = spearmanr(gold, 1 - paired_cosine_distances(left, right)).statistic
    assert score_task(task, {"left": left, "right": right}) == pytest.approx(wanted, abs=1e-12)


def test_pair_classification_is_the_best_of_four_average_precisions():
    from sklearn.metrics import average_precision_score
    from sklearn.metrics.pairwise import (
        paired_cosine_distances,
        paired_euclidean_distances,
        paired_manhattan_distances,
    )

    left, right = near(80, 1.5, 3)
    gold = np.random.default_rng(4).integers(0, 2, 80)
    right = np.where(gold[:, None] == 1, right, vectors(80)).astype(np.float32)
    task = Task.of("t", "pair_classification", {"left": names(80, "a"), "right": names(80, "b")},
                   {"labels": gold})  # fmt: skip
    cosine = 1 - paired_cosine_distances(left, right)
    every = [cosine, (left * right).sum(axis=1), -paired_euclidean_distances(left, right),
             -paired_manhattan_distances(left, right)]  # fmt: skip
    wanted = [average_precision_score(gold, one) for one in every]
    held = {"left": left, "right": right}
    assert score_task(task, held) == pytest.approx(max(wanted), abs=1e-9)
    assert score_task(task, held, like="hteb") == pytest.approx(wanted[0], abs=1e-9)


@pytest.fixture
def classes():
    rng = np.random.default_rng(5)
    centres = rng.normal(size=(4, D))
    gold, train = rng.integers(0, 4, 50), np.repeat(np.arange(4), 15)
    held = {"text": (centres[gold] + rng.normal(size=(50, D))).astype(np.float32),
            "train": (centres[train] + rng.normal(size=(60, D))).astype(np.float32)}  # fmt: skip
    task = Task.of("t", "classification", {"text": names(50, "a"), "train": names(60, "b")},
                   {"labels": gold, "train_labels": train})  # fmt: skip
    return task, held, gold, train


def test_classification_is_ten_draws_of_eight_a_label(classes):
    from sklearn.linear_model import LogisticRegression

    task, held, gold, train = classes
    order, accuracies = list(range(60)), []
    for _ in range(10):
        np.random.RandomState(42).shuffle(order)
        chosen = [i for label in range(4)
                  for i in [row for row in order if train[row] == label][:8]]  # fmt: skip
        chosen.sort(key=order.index)
        model = LogisticRegression(max_iter=100, random_state=42)
        model.fit(held["train"][chosen], train[chosen])
        accuracies.append(model.score(held["text"], gold))
    assert score_task(task, held) == pytest.approx(np.mean(accuracies), abs=1e-12)


def test_hteb_learns_from_the_whole_training_split(classes):
    from sklearn.linear_model import LogisticRegression

    task, held, gold, train = classes
    model = LogisticRegression(max_iter=100, random_state=42).fit(held["train"], train)
    wanted = model.score(held["text"], gold)
    assert score_task(task, held, like="hteb") == pytest.approx(wanted, abs=1e-12)


def test_clustering_is_v_measure_of_mini_batch_k_means_in_every_part():
    from sklearn.cluster import MiniBatchKMeans
    from sklearn.metrics import v_measure_score

    rng = np.random.default_rng(6)
    centres = rng.normal(size=(3, D))
    gold, parts = np.tile([0, 1, 2], 20), np.repeat(["x", "y"], 30)
    held = (centres[gold] + rng.normal(size=(60, D))).astype(np.float32)
    task = Task.of("t", "clustering", {"text": names(60, "a")}, {"labels": gold, "groups": parts})
    wanted = [v_measure_score(gold[parts == part], MiniBatchKMeans(
        3, batch_size=500, n_init="auto", random_state=42).fit(held[parts == part]).labels_)
        for part in ("x", "y")]  # fmt: skip
    assert score_task(task, {"text": held}) == pytest.approx(np.mean(wanted), abs=1e-12)


@pytest.fixture
def search():
    rng = np.random.default_rng(8)
    queries, documents = names(30, "q"), names(70, "d")
    gold = [(q, documents[j], float(rng.integers(0, 3))) for q in queries
            for j in rng.choice(70, 6, replace=False)]  # fmt: skip
    gold += [(q, documents[i], 2.0) for i, q in enumerate(queries)]
    gold = list({row[:2]: row for row in gold}.values())
    held = {"query": vectors(30, rng), "document": vectors(70, rng)}
    return queries, documents, gold, held


def trec(gold, run, measure):
    import pytrec_eval

    qrels = {}
    for query, document, grade in gold:
        qrels.setdefault(query, {})[document] = int(grade)
    found = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)
    name = measure.replace(".", "_")
    return np.mean([row[name] for row in found.values()])


def cosines(held):
    a, b = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in held.values())
    return a @ b.T


def test_retrieval_is_trec_evals_ndcg_at_10(search):
    queries, documents, gold, held = search
    task = Task.of("t", "retrieval", {"query": queries, "document": documents}, {
        "relevance": [(q[1:], d[1:], g) for q, d, g in gold]})  # fmt: skip
    near = cosines(held)
    run = {q: {d: float(s) for d, s in zip(documents, row, strict=True)}
           for q, row in zip(queries, near, strict=True)}  # fmt: skip
    assert score_task(task, held) == pytest.approx(trec(gold, run, "ndcg_cut.10"), abs=1e-9)


def test_reranking_is_trec_evals_map_over_candidates(search):
    queries, documents, gold, held = search
    rng = np.random.default_rng(9)
    binary = [(q, d, float(g > 0)) for q, d, g in gold]
    candidates = {
        q: list(
            dict.fromkeys([*(d for one, d, _ in binary if one == q), *rng.choice(documents, 12)])
        )
        for q in queries
    }
    task = Task.of("t", "reranking", {"query": dict(zip(queries, queries, strict=True)),
                                      "document": dict(zip(documents, documents, strict=True))},
                   {"relevance": binary, "candidates": candidates})  # fmt: skip
    near = cosines(held)
    run = {q: {d: float(near[i, documents.index(d)]) for d in candidates[q]}
           for i, q in enumerate(queries)}  # fmt: skip
    assert score_task(task, held) == pytest.approx(trec(binary, run, "map_cut.1000"), abs=1e-9)


def test_bitext_is_sklearns_weighted_f1():
    from sklearn.metrics import f1_score

    left, right = near(90, 1.4, 10)
    task = Task.of("t", "bitext", {"left": names(90, "a"), "right": names(90, "b")}, {})
    chosen = cosines({"a": left, "b": right}).argmax(axis=1)
    wanted = f1_score(np.arange(90), chosen, average="weighted", zero_division=0)
    assert 0.2 < wanted < 0.95
    assert score_task(task, {"left": left, "right": right}) == pytest.approx(wanted, abs=1e-12)


def test_summarisation_is_the_mean_of_the_correlations_of_each_text():
    from scipy.stats import spearmanr

    rng = np.random.default_rng(11)
    parents = {"human": [str(i) for i in range(6) for _ in range(3)],
               "machine": [str(i) for i in range(6) for _ in range(5)]}  # fmt: skip
    gold = rng.uniform(1, 5, 30)
    gold[:5] = 3.0  # a text whose summaries do not differ is left out
    fields = {"human": names(18, "h"), "machine": names(30, "m")}
    task = Task.of("t", "summarisation", fields, {"scores": gold, "parents": parents})
    held = {"human": vectors(18, rng), "machine": vectors(30, rng)}
    near = cosines({"m": held["machine"], "h": held["human"]})
    best = np.array([near[i, 3 * (i // 5) : 3 * (i // 5) + 3].max() for i in range(30)])
    each = [spearmanr(gold[5 * i : 5 * i + 5], best[5 * i : 5 * i + 5]).statistic
            for i in range(1, 6)]  # fmt: skip
    assert score_task(task, held) == pytest.approx(np.mean(each), abs=1e-12)
    wanted = spearmanr(gold, best).statistic
    assert score_task(task, held, like="hteb") == pytest.approx(wanted, abs=1e-9)


def test_a_constant_encoder_never_wins(search):
    queries, documents, gold, _ = search
    same = {"query": np.ones((30, D)), "document": np.ones((70, D))}
    task = Task.of("t", "retrieval", {"query": queries, "document": documents}, {
        "relevance": [(q[1:], d[1:], g) for q, d, g in gold]})  # fmt: skip
    assert score_task(task, same) < 0.1
    pairs = {"left": names(9, "a"), "right": names(9, "b")}
    flat = {"left": np.ones((9, D)) * 0.1, "right": np.ones((9, D)) * 0.3}
    assert score_task(Task.of("t", "sts", pairs, {"scores": range(9)}), flat) is None


def test_chance_is_what_random_vectors_reach(search):
    queries, documents, gold, _ = search
    task = Task.of("t", "retrieval", {"query": queries, "document": documents}, {
        "relevance": [(q[1:], d[1:], g) for q, d, g in gold]})  # fmt: skip
    rng = np.random.default_rng(12)
    scores = [score_task(task, {"query": vectors(30, rng), "document": vectors(70, rng)})
              for _ in range(60)]  # fmt: skip
    assert chance_level(task) == pytest.approx(np.mean(scores), abs=4 * np.std(scores) / 60**0.5)


def test_expected_precision_is_that_of_all_orders():
    from itertools import permutations

    from sklearn.metrics import average_precision_score

    found = [average_precision_score(order, [4, 3, 2, 1]) for order in permutations([1, 1, 0, 0])]
    assert expected_precision(4, 2) == pytest.approx(np.mean(found))
