"""Looking for a translation in a mixed pool is retrieval: both measures must agree."""

import numpy as np
import pytest

import monosashi as ms


@pytest.mark.parametrize("chunks", [1, 3])
def test_the_mixed_pool_of_language_bias(chunks):
    rng = np.random.default_rng(chunks)
    keys, languages = 40, ("en", "ja")
    offset = rng.normal(size=(2, 6))
    topics = rng.normal(size=(keys, 6))
    rows, names, lang, key = [], [], [], []
    for code, language in enumerate(languages):
        for i in range(keys):
            for chunk in range(chunks):
                rows.append(topics[i] + offset[code] + 0.7 * rng.normal(size=6))
                names.append(f"{language}{i}-{chunk}")
                lang.append(language)
                key.append(str(i))
    page = [f"{a}{b}" for a, b in zip(lang, key, strict=True)]
    held = ms.EmbeddingSet.from_arrays(
        rows, ids=names, columns={"language": lang, "key": key, "page": page})  # fmt: skip
    bias = ms.measure_language_bias(held, key="key", language="language")
    asked = held.take(np.array(lang) == "ja")
    gold = {name: f"en{k}" for name, k in zip(asked.ids, asked.columns["key"], strict=True)}
    found = ms.measure_retrieval(asked, held, gold=gold, document="page", groups="key",
                                 exclude=("language", "key"))  # fmt: skip
    mixed = bias.directions["ja", "en"].mixed
    for k in (1, 5, 10):
        assert found.recall[k].value == pytest.approx(mixed.recall[k].value)
        assert found.recall[k].value < bias.directions["ja", "en"].target_only.recall[k].value
    assert found.mrr.value == pytest.approx(mixed.mrr.value)
    assert found.n_excluded == len(gold)
