"""mteb itself, where it is installed: its scores are ours, and we read its results."""

import os

import numpy as np
import pytest
from robustness.wording import WORDS, bag

from monosashi.robustness import read_cube
from monosashi.robustness.tasks import task_from_mteb
from monosashi.robustness.tasks.scoring import Scorer

pytest.importorskip("mteb")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
pytestmark = pytest.mark.filterwarnings("ignore")
ROUNDED = 1e-5  # mteb writes six digits, of searches five


def sentence(rng, n):
    return " ".join(rng.choice(WORDS, n))


def halved(texts, on):
    return [" ".join(text.split()[::2]) if on else text for text in texts]


def own_tasks(on):
    """A task of every kind but summaries; with every second word gone where asked."""
    from datasets import Dataset, DatasetDict
    from mteb import abstasks
    from mteb.abstasks import AbsTaskClusteringLegacy  # the whole set, as here; newer: a sample
    from mteb.abstasks.task_metadata import TaskMetadata

    rng = np.random.default_rng(0)
    left = [sentence(rng, 8) for _ in range(40)]
    right = [" ".join(word if rng.random() < i / 40 else str(rng.choice(WORDS))
                      for word in text.split()) for i, text in enumerate(left)]  # fmt: skip
    documents = [sentence(rng, 12) for _ in range(30)]
    queries = halved([" ".join(text.split()[:6]) for text in documents], on)
    labels = [i % 3 for i in range(60)]
    texts = [" ".join(rng.choice(WORDS[8 * label : 8 * label + 8], 5)) for label in labels]

    def about(name, kind, score, category):
        nothing = dict.fromkeys(("reference", "date", "domains", "task_subtypes", "license",
                                 "annotations_creators", "dialect", "sample_creation",
                                 "bibtex_citation"))  # fmt: skip
        return TaskMetadata(name=name, dataset={"path": "none", "revision": "1"}, type=kind,
                            description="own", category=category, modalities=["text"],
                            eval_splits=["test"], eval_langs=["eng-Latn"], main_score=score,
                            **nothing)  # fmt: skip

    def made(base, metadata, held, **more):
        def load_data(self, **_):
            self.dataset, self.data_loaded = {"default": held}, True

        return type(metadata.name, (base,), {"metadata": metadata, "load_data": load_data,
                                             **more})()  # fmt: skip

    pairs = {"sentence1": halved(left, on), "sentence2": right, "score": [i / 8 for i in range(40)]}
    search = {
        "corpus": Dataset.from_list(
            [{"id": f"d{i}", "title": "", "text": text} for i, text in enumerate(documents)]
        ),
        "queries": Dataset.from_list(
            [{"id": f"q{i}", "text": text} for i, text in enumerate(queries)]
        ),
        "relevant_docs": {f"q{i}": {f"d{i}": 1} for i in range(30)},
        "top_ranked": None,
    }
    same = [int(rng.random() < 0.5) for _ in left]
    pairs_of = {
        "sentence1": halved(left, on),
        "labels": same,
        "sentence2": [right[i] if same[i] else right[i - 1] for i in range(40)],
    }
    ranked = {
        **search,
        "relevant_docs": {f"q{i}": {f"d{i}": 1, f"d{(i + 9) % 30}": 1} for i in range(30)},
        "top_ranked": {f"q{i}": [f"d{(i + k) % 30}" for k in (7, 0, 9, 3, 11)] for i in range(30)},
    }
    mixed = [f"{text} {sentence(rng, 6)}" for text in texts]
    train = {"text": texts[:30], "label": labels[:30]}
    test = {"text": halved(texts[30:], on), "label": labels[30:]}
    return [
        made(abstasks.AbsTaskSTS, about("OwnPairs", "STS", "cosine_spearman", "t2t"),
             DatasetDict(test=Dataset.from_dict(pairs)), min_score=0, max_score=5),
        made(abstasks.AbsTaskRetrieval, about("OwnSearch", "Retrieval", "ndcg_at_10", "t2t"),
             {"test": search}),
        made(abstasks.AbsTaskClassification,
             about("OwnClasses", "Classification", "accuracy", "t2c"),
             DatasetDict(train=Dataset.from_dict(train), test=Dataset.from_dict(test))),
        made(abstasks.AbsTaskPairClassification,
             about("OwnSame", "PairClassification", "max_ap", "t2t"),
             DatasetDict(test=Dataset.from_dict(pairs_of))),
        made(abstasks.AbsTaskReranking, about("OwnRanks", "Reranking", "map_at_1000", "t2t"),
             {"test": ranked}),
        made(AbsTaskClusteringLegacy, about("OwnHeaps", "Clustering", "v_measure", "t2c"),
             DatasetDict(test=Dataset.from_dict({"sentences": [halved(mixed, on)],
                                                 "labels": [labels]}))),
        made(abstasks.AbsTaskBitextMining, about("OwnTwins", "BitextMining", "f1", "t2t"),
             DatasetDict(test=Dataset.from_dict({"sentence1": halved(left, on),
                                                 "sentence2": right}))),
    ]  # fmt: skip


def vectors_of(texts):
    """Counts of words, projected so that no two scores tie: mteb leaves ties to rounding."""
    return bag(texts) @ np.random.default_rng(1).normal(size=(256, 32)).astype(np.float32)


class Projected:
    """An encoder as mteb asks for one."""

    def __init__(self):
        from mteb.models import ModelMeta

        self.mteb_model_meta = ModelMeta.create_empty({"name": "own/projected", "revision": "1"})

    def encode(self, inputs, **_):
        return vectors_of([text for batch in inputs for text in batch["text"]])

    def similarity(self, one, other):
        import torch

        return torch.tensor(_unit(one) @ _unit(other).T)

    def similarity_pairwise(self, one, other):
        import torch

        return torch.tensor((_unit(one) * _unit(other)).sum(axis=1))


def _unit(rows):
    held = np.asarray(rows, dtype=np.float64)
    return held / np.linalg.norm(held, axis=1, keepdims=True)


def ours(task):
    taken = task_from_mteb(task)
    vectors = {name: vectors_of(held.joined) for name, held in taken.fields.items()}
    return Scorer(taken, "mteb")(vectors, taken.everything()).value


def test_scores_are_those_of_mteb_and_its_results_are_read(tmp_path):
    import mteb

    expected = {}
    for on, place in ((False, "original"), (True, "halved/rules/7")):
        cache = mteb.ResultCache(cache_path=str(tmp_path / place))
        found = mteb.evaluate(Projected(), own_tasks(on), cache=cache, co2_tracker=False)
        told = {one.task_name: float(one.get_score()) for one in found.task_results}
        for task in own_tasks(on):
            name = task.metadata.name
            assert ours(task) == pytest.approx(told[name], abs=ROUNDED), name
            expected[name, on] = 100 * told[name]
    cube = read_cube(tmp_path)
    rows = {row.dataset: row for row in cube.rows}
    assert set(rows) == {name for name, _ in expected}
    assert len(rows) == 7
    for name, row in rows.items():
        assert (row.model, row.transformation, row.generator, row.seed, row.language) == (
            "own/projected", "halved", "rules", "7", "eng")  # fmt: skip
        assert row.original == pytest.approx(expected[name, False], abs=100 * ROUNDED)
        assert row.transformed == pytest.approx(expected[name, True], abs=100 * ROUNDED)


def test_the_language_of_a_task_comes_along():
    assert {task_from_mteb(task).language for task in own_tasks(on=False)} == {"en"}
