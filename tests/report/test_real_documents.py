"""What the rooms really write can be put on a page, with every gap explained."""

import json

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.report import Report
from monosashi.results.writing import strict_json
from monosashi.shape import compare_shapes, measure_shape

UNEXPLAINED = ("no reason was recorded", "理由は記録されていません")


def cloud(n, d=8, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d)) + 0.5


def groups():
    """Many sizes: singletons, pairs, large ones."""
    return audit(cloud(60), groups=["one", "two", "two", *(f"g{i % 3}" for i in range(57))],
                 permutations=99)  # fmt: skip


def languages(keys=60):
    topics = cloud(keys)
    tongue = np.repeat([[3.0, 0.0], [0.0, 3.0]], keys, axis=0)
    vectors = np.hstack([np.vstack([topics, topics + 0.1 * cloud(keys, seed=1)]), tongue])
    columns = {"slug": [*range(keys)] * 2, "lang": ["ja"] * keys + ["en"] * keys}
    return audit(EmbeddingSet.from_arrays(vectors, columns=columns), key="slug", language="lang")


def tiny():
    return audit(cloud(5))


def flat_groups():
    """Members of a group are identical: F is infinite."""
    return audit(np.repeat(cloud(4), 4, axis=0), groups=np.repeat(list("abcd"), 4), k=3,
                 permutations=99)  # fmt: skip


def no_groups():
    return measure_shape(cloud(30))


def identical_models():
    panel = Panel.of(*(EmbeddingSet.from_arrays(cloud(24)) for _ in range(2)))
    return compare_shapes(panel, list("abcd") * 6)


MAKERS = [groups, languages, tiny, flat_groups, no_groups, identical_models]


@pytest.fixture(scope="module", params=MAKERS, ids=lambda make: make.__name__)
def result(request):
    return request.param()


@pytest.mark.parametrize("words", ["en", "ja"])
def test_renders_without_unexplained_gaps(result, words):
    page = Report(result, title="Real").render(words)
    assert not any(text in page for text in UNEXPLAINED)
    assert "{" not in page.split("</style>")[1].replace("{}", "")


def test_from_json_as_from_the_live_result(result):
    document = json.loads(strict_json(result.to_dict()))
    if "results" in document:
        assert Report(document, title="x").render("ja") == Report(result, title="x").render("ja")
    else:
        assert "<h1>x</h1>" in Report(document, title="x").render("ja")
