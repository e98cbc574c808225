"""Tasks from files, folders and suites; what is wrong with them; tasks of mteb."""

import json
from types import SimpleNamespace

import pytest

from monosashi.embeddings import DataError
from monosashi.robustness.tasks import Task, read_suite, read_task, task_from_mteb


def lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


PAIRS = [{"id": f"p{i}", "s1": f"a {i}", "s2": f"b {i}", "score": i} for i in range(4)]
LABELLED = [{"id": str(i), "text": f"t {i}", "label": "xy"[i % 2],
             "split": "test" if i < 4 else "train"} for i in range(8)]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "kind", "n"),
    [
        (PAIRS, "sts", 4),
        ([{"sentence1": f"a{i}", "sentence2": f"b{i}", "label": i % 2} for i in range(4)],
         "pair_classification", 4),
        ([{"sentence1": ["a", "b"], "sentence2": ["c", "d"], "labels": [0, 1]}],
         "pair_classification", 2),
        ([{"sentence1": "a", "sentence2": "b"}, {"sentence1": "c", "sentence2": "d"}], "bitext", 2),
        (LABELLED, "classification", 4),
        ([{"sentences": ["a", "b"], "labels": ["x", "y"]}, {"sentences": ["c"], "labels": ["x"]}],
         "clustering", 3),
        ([{"query": "a", "document": "x"}, {"query": "b", "document": "x"}], "retrieval", 2),
        ([{"query": "a", "positive": ["x"], "negative": ["y", "z"]},
          {"query": "b", "positive": ["y"], "negative": ["x"]}], "reranking", 2),
        ([{"text": "t", "human_summaries": ["h"], "machine_summaries": ["m", "n"],
           "relevance": [1.0, 2.0]}], "summarisation", 2),
    ],
)  # fmt: skip
def test_the_columns_say_the_kind(tmp_path, rows, kind, n):
    task = read_task(lines(tmp_path / "one.jsonl", rows))
    assert (task.name, task.kind.name, task.n) == ("one", kind, n)


def test_what_is_rewritten_by_default():
    kinds = {
        "sts": {"left", "right"},
        "pair_classification": {"left", "right"},
        "classification": {"text"},
        "clustering": {"text"},
        "retrieval": {"query"},
        "reranking": {"query"},
        "bitext": {"left"},
        "summarisation": {"human", "machine"},
    }
    from monosashi.robustness.tasks import KINDS

    assert {name: set(kind.sides[kind.default_side]) for name, kind in KINDS.items()} == kinds
    assert KINDS["classification"].sides["train_and_test"] == ("text", "train")


def test_equal_documents_of_pairs_are_one(tmp_path):
    rows = [{"query": "a", "document": "x"}, {"query": "a", "document": "y"},
            {"query": "b", "document": "x"}]  # fmt: skip
    task = read_task(lines(tmp_path / "faq.jsonl", rows))
    assert (task.n, task.fields["document"].n) == (3, 2)
    assert task.gold["relevance"][2] == ("2", "d0", 1.0)


def beir(folder, *, ranked=False):
    lines(folder / "corpus.jsonl", [{"_id": "d1", "title": "T", "text": "x"},
                                    {"_id": "d2", "title": "", "text": "y"}])  # fmt: skip
    lines(folder / "queries.jsonl", [{"_id": "q1", "text": "a"}, {"_id": "q2", "text": "b"},
                                     {"_id": "q3", "text": "never judged"}])  # fmt: skip
    (folder / "qrels").mkdir()
    (folder / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n", encoding="utf-8"
    )
    if ranked:
        lines(folder / "top_ranked.jsonl", [{"query-id": "q1", "corpus-ids": ["d1", "d2"]},
                                            {"query-id": "q2", "corpus-ids": ["d2"]}])  # fmt: skip
    return folder


def test_beir_folders_keep_titles_apart_and_join_them(tmp_path):
    task = read_task(beir(tmp_path / "set"), language="en")
    assert (task.kind.name, task.n, task.fields["query"].ids) == ("retrieval", 2, ("q1", "q2"))
    assert task.fields["document"].joined == ("T x", "y")
    assert {name: list(one.ids) for name, one in task.to_rewrite("corpus").items()} == {
        "document": ["d1", "d2"], "title": ["d1"]}  # fmt: skip


def test_top_ranked_makes_it_reranking(tmp_path):
    task = read_task(beir(tmp_path / "set", ranked=True))
    assert (task.kind.name, task.gold["candidates"]["q1"]) == ("reranking", ["d1", "d2"])


def test_mteb_folders_have_their_splits_in_files(tmp_path):
    lines(tmp_path / "bank" / "test.jsonl", [{"text": "a", "label": 1}, {"text": "b", "label": 2}])
    lines(tmp_path / "bank" / "train.jsonl", [{"text": "c", "label": 1}, {"text": "d", "label": 2}])
    task = read_task(tmp_path / "bank")
    assert (task.kind.name, task.gold["train_labels"]) == ("classification", ["1", "2"])


def test_suites_name_their_files_and_all_their_faults(tmp_path):
    lines(tmp_path / "a.jsonl", PAIRS)
    beir(tmp_path / "b")
    suite = tmp_path / "suite.toml"
    suite.write_text('[[task]]\npath = "a.jsonl"\ngroup = "english"\n[[task]]\n'
                     'corpus = "b/corpus.jsonl"\nqueries = "b/queries.jsonl"\n'
                     'qrels = "b/qrels/test.tsv"\nname = "b"\n', encoding="utf-8")  # fmt: skip
    assert [(one.name, one.group) for one in read_suite(suite)] == [("a", "english"), ("b", "all")]
    suite.write_text('[[task]]\npath = "no.jsonl"\n[[task]]\nway = "x"\n', encoding="utf-8")
    with pytest.raises(DataError) as told:
        read_suite(suite)
    assert len(told.value.faults) == 2


def test_what_is_wrong_is_named_by_id():
    pairs = {"left": {"a": "x", "b": " "}, "right": {"a": "y", "b": "z"}}
    with pytest.raises(DataError, match='id "b"'):
        Task.of("t", "sts", pairs, {"scores": [1, 2]})
    whole = {"left": {"a": "x", "b": "w"}, "right": {"a": "y", "b": "z"}}
    with pytest.raises(DataError, match='scores cannot be used: ids "b"'):
        Task.of("t", "sts", whole, {"scores": [1, float("nan")]})
    with pytest.raises(DataError, match="different ids"):
        Task.of("t", "sts", {"left": whole["left"], "right": {"b": "z", "a": "y"}},
                {"scores": [1, 2]})  # fmt: skip
    with pytest.raises(DataError, match="none of the judged documents"):
        Task.of("t", "retrieval", {"query": {"q": "a", "r": "b"}, "document": {"d": "x"}},
                {"relevance": [("q", "e", 1)]})  # fmt: skip


def test_unclear_columns_ask_for_the_kind(tmp_path):
    rows = [{"text": "a", "label": "x"}, {"text": "b", "label": "y"}, {"text": "c", "label": "y"}]
    with pytest.raises(DataError, match="--kind"):
        read_task(lines(tmp_path / "t.jsonl", rows))
    assert read_task(tmp_path / "t.jsonl", kind="clustering").n == 3
    with pytest.raises(DataError, match="no columns"):
        read_task(tmp_path / "t.jsonl", columns={"text": "body"})


def mteb(kind, dataset, **more):
    about = SimpleNamespace(name="Own", type=kind)
    return SimpleNamespace(metadata=about, dataset=dataset, data_loaded=True, **more)


def test_tasks_of_mteb_are_taken_at_the_level_of_their_data():
    rows = [{"sentence1": f"a{i}", "sentence2": f"b{i}", "score": i} for i in range(3)]
    found = task_from_mteb(mteb("STS", {"default": {"test": rows}}))
    assert (found.kind.name, found.n, found.gold["scores"]) == ("sts", 3, [0.0, 1.0, 2.0])
    part = {"corpus": [{"id": "d1", "title": "T", "text": "x"}, {"id": "d2", "text": "y"}],
            "queries": [{"id": "q1", "text": "a"}, {"id": "q2", "text": "b"}],
            "relevant_docs": {"q1": {"d1": 1}, "q2": {"d2": 1}}}  # fmt: skip
    search = task_from_mteb(mteb("Retrieval", {"default": {"test": part}},
                                 ignore_identical_ids=True))  # fmt: skip
    assert (search.fields["document"].joined, search.ignore_identical_ids) == (("T x", "y"), True)
    split = {name: [{"text": f"{name} {i}", "label": i % 2} for i in range(4)]
             for name in ("train", "test")}  # fmt: skip
    assert task_from_mteb(mteb("Classification", split)).n == 4
    with pytest.raises(DataError, match="not measured here"):
        task_from_mteb(mteb("Regression", {}))


def test_a_real_task_of_mteb_where_it_is_installed():
    pytest.importorskip("mteb")
    from mteb.abstasks import AbsTaskSTS
    from mteb.abstasks.task_metadata import TaskMetadata

    class Own(AbsTaskSTS):
        metadata = TaskMetadata(
            name="Own", dataset={"path": "none", "revision": "1"}, description="own", type="STS",
            category="t2t", modalities=["text"], eval_splits=["test"], eval_langs=["eng-Latn"],
            main_score="cosine_spearman", reference=None, date=None, domains=None,
            task_subtypes=None, license=None, annotations_creators=None, dialect=None,
            sample_creation=None, bibtex_citation=None)  # fmt: skip

        def load_data(self, **_):
            self.dataset = {
                "default": {
                    "test": [
                        {"sentence1": f"a{i}", "sentence2": f"b{i}", "score": i} for i in range(3)
                    ]
                }
            }
            self.data_loaded = True

    assert task_from_mteb(Own()).n == 3
