"""The hook that the page of stores prints: numpy alone, and the same bits as ``apply``."""

import re
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.language import LanguageCentering

PAGE = Path(__file__).resolve().parents[2] / "docs" / "stores.md"


def hook_of_the_page():
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    block = next(one for one in blocks if "def load_hook" in one)
    source = block[: block.index('hook = load_hook("fix")')]
    assert set(re.findall(r"^import (\w+)", source, re.MULTILINE)) == {"json", "numpy"}
    names = {}
    exec(compile(source, "stores.md", "exec"), names)  # noqa: S102 - our own page
    return names["load_hook"], names["mend_query"]


@pytest.mark.parametrize("dimension", [2, 5, 384, 1025])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("settings", [{}, {"strength": 0.75}, {"renormalise": False}])
@pytest.mark.parametrize("with_queries", [False, True])
def test_the_hook_gives_the_bits_of_apply(tmp_path, dimension, dtype, settings, with_queries):
    rng = np.random.default_rng(dimension)
    lang = ["ja", "en", "de"] * 20
    offset = np.repeat(rng.normal(size=(1, dimension)), 60, axis=0) * 2
    vectors = (rng.normal(size=(60, dimension)) + offset).astype(dtype)
    pages = EmbeddingSet.from_arrays(vectors, columns={"lang": lang})
    queries = vectors[::-1] * 3 if with_queries else None
    repair = LanguageCentering.fit(pages, language="lang", queries=queries, query_language=lang,
                                   force=True, **settings)  # fmt: skip
    repair.save(tmp_path / "fix")
    load_hook, mend_query = hook_of_the_page()
    hook = load_hook(tmp_path / "fix")
    expected = repair.apply(pages, side="query").vectors
    for row in range(60):
        found = mend_query(hook, pages.vectors[row], lang[row])
        assert found.dtype == expected.dtype
        assert (found == expected[row]).all()


def test_the_hook_refuses_another_kind_of_repair(tmp_path):
    (tmp_path / "repair.json").write_text('{"repair": "lir"}', encoding="utf-8")
    with pytest.raises(AssertionError, match="lir"):
        hook_of_the_page()[0](tmp_path)
