"""The real texts and vectors beside the checkout, when they are there."""

from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import Pairs, Panel
from monosashi.stores import read

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
TEXTS = DATA / "parallel" / "debian_reference.en-ja-de-fr-es-zh.jsonl.gz"
pytestmark = pytest.mark.skipif(not TEXTS.exists(), reason="needs shared/data beside the checkout")


def debian(model):
    vectors = DATA / "vectors" / f"debian_reference.{model}.f16.npz"
    return read(TEXTS, vectors=vectors, wide=["ja", "en"], model=model)


@pytest.mark.parametrize(
    ("model", "dimension", "queries"), [("use", 512, False), ("e5", 384, True)]
)
def test_debian_reference(model, dimension, queries):
    data = debian(model)
    assert (data.n, data.dimension) == (1352, dimension)
    assert (data.query_vectors is not None) == queries
    pairs = Pairs.from_set(data, key="key", language="language")
    assert pairs.languages == ("en", "ja")
    assert len(pairs.shared("ja", "en")) == 676
    assert pairs.unpaired == ()
    with np.load(DATA / "vectors" / f"debian_reference.{model}.f16.npz") as held:
        source = held["ja_passage" if queries else "ja"].astype(np.float32)
    np.testing.assert_array_equal(data.vectors[data.columns["language"] == "ja"], source)


def test_both_models_make_a_panel():
    panel = Panel.of(debian("use"), debian("e5"))
    assert panel.names == ("use", "e5")
    assert panel.n == 1352
    assert panel.notices == ()
