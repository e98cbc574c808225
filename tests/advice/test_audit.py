import json

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.advice.verdicts import verdict_of
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.results import Finding
from monosashi.results.writing import strict_json


def pages(n=60, d=12, tongue=2.0, seed=0):
    """Topics said in two languages; ``tongue`` is how loud the language is."""
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(n, d))
    said = np.vstack([topics, topics]) + 0.2 * rng.normal(size=(2 * n, d))
    axis = np.repeat([[tongue, 0.0], [0.0, tongue]], n, axis=0)
    columns = {
        "slug": [f"p{i}" for i in range(n)] * 2,
        "lang": ["ja"] * n + ["en"] * n,
        "topic": [f"t{i % 5}" for i in range(n)] * 2,
        "text": [f"text {i}" for i in range(2 * n)],
    }
    ids = [f"{a}/{b}" for a, b in zip(columns["slug"], columns["lang"], strict=True)]
    return EmbeddingSet.from_arrays(np.hstack([said, axis]), ids=ids, columns=columns)


@pytest.fixture(scope="module")
def result():
    return audit(pages(), groups="topic", key="slug", language="lang", permutations=99)


def test_every_section_is_measured_and_the_document_is_strict_json(result):
    document = json.loads(strict_json(result.to_dict()))
    assert set(document["results"]) == {
        "facts",
        "mean_direction",
        "language",
        "repairs",
        "shape",
        "hubs",
        "map",
    }
    assert document["skipped"] == []
    assert document["data"]["n"] == 120


def test_a_planted_language_axis_is_found_and_centring_mends_it(result):
    drops = [f for f in result.findings() if f.code.startswith("language.drop")]
    assert {f.level for f in drops} == {"problem"}
    assert result.verdict["code"] == "advice.verdicts.language"
    assert drops[0].remedies[0].code.startswith("language.centering")
    assert drops[0].remedies[0].numbers["after"] > drops[0].remedies[0].numbers["before"] + 0.3


def test_without_a_language_axis_language_is_good():
    found = audit(pages(n=400, tongue=0.0), key="slug", language="lang").findings()
    assert {f.level for f in found if f.code.startswith("language.drop")} == {"good"}


def test_what_is_not_measured_says_what_it_needs():
    document = audit(pages()).to_dict()
    assert {why["section"] for why in document["skipped"]} == {"shape", "language"}
    assert "--groups" in document["skipped"][0]["text"]


def test_translations_move_together_in_the_permutation(result):
    assert result.shape.permutation.scheme != "free"
    alone = audit(pages(), groups="topic", permutations=99)
    assert alone.shape.permutation.scheme == "free"


def test_the_same_seed_gives_the_same_document(result):
    again = audit(pages(), groups="topic", key="slug", language="lang", permutations=99)
    assert again.to_dict() == result.to_dict()


def test_the_data_are_not_changed():
    data = pages()
    before = data.vectors.copy()
    audit(data, groups="topic", key="slug", language="lang", permutations=99)
    assert (data.vectors == before).all()
    assert "__groups__" not in data.columns


def test_few_rows_leave_hubs_out_with_a_reason():
    document = audit(np.random.default_rng(0).normal(size=(6, 4))).to_dict()
    assert "hubs" not in document["results"]
    assert "6" in next(w["text"] for w in document["skipped"] if w["section"] == "hubs")


def test_all_faults_of_all_columns_come_together():
    data = pages()
    topics = [*data.columns["topic"]]
    topics[4] = None
    with pytest.raises(DataError) as caught:
        audit(data, groups=topics, key="nope", language="lang")
    message = str(caught.value)
    assert "p4/ja" in message
    assert "nope" in message


def test_zero_vectors_are_left_out_everywhere_and_said():
    x = np.random.default_rng(0).normal(size=(80, 6))
    x[5] = 0
    found = audit(x, groups=["a", "b"] * 40, permutations=99)
    assert found.shape.n == 79
    assert "advice.zero_vectors" in {f.code for f in found.findings()}


@pytest.mark.parametrize(
    ("levels", "name"),
    [([], "clean"), (["good"], "clean"), (["warning"], "warnings"),
     (["warning", "problem"], "problems")],
)  # fmt: skip
def test_a_verdict_counts_what_was_found(levels, name):
    found = [Finding("hubs.hubness", level) for level in levels]
    assert verdict_of(found)["code"] == f"advice.verdicts.{name}"
