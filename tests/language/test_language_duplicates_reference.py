"""The gate on real text: Debian Reference, half calibrates, the other half is judged."""

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.language import LanguageCentering
from monosashi.language.gate import find_duplicates


def halves(pages, source, target):
    keys = np.unique(pages.columns["key"].astype(str))
    first = set(np.random.default_rng(0).permutation(keys)[:338])
    inside = np.array([key in first for key in pages.columns["key"].astype(str)])
    drafts = pages.take(~inside & (pages.columns["lang"] == source))
    named = {**drafts.columns, "key": [f"new {key}" for key in drafts.columns["key"]]}
    return pages.take(inside | (pages.columns["lang"] == target)), EmbeddingSet.from_arrays(
        drafts.vectors, ids=[f"new {name}" for name in drafts.ids], columns=named)  # fmt: skip


def judged(found, target):
    right = wrong = 0
    for draft in found.drafts:
        answer = next(one for one in draft.answers if one.language == target)
        flagged = {page.key for page in answer.nearest if page.duplicate}
        own = draft.key.removeprefix("new ")
        right += own in flagged
        wrong += bool(flagged - {own}) + bool(flagged - {own} and own not in flagged)
    return right / (right + wrong), right / len(found.drafts)


@pytest.mark.parametrize(("model", "centred", "recall"), [
    ("e5", False, (0.55, 0.75)), ("e5", True, (0.78, 0.90)),
    ("use", False, (0.88, 0.97)), ("use", True, (0.88, 0.97)),
])  # fmt: skip
@pytest.mark.parametrize("pair", [("ja", "en"), ("en", "ja")])
def test_precision_and_recall_on_the_other_half(shared_set, model, centred, recall, pair):
    pages = shared_set("debian_reference", model, query=False)
    index, drafts = halves(pages, *pair)
    repair = LanguageCentering.fit(index, language="lang") if centred else None
    found = find_duplicates(drafts, index, language="lang", repair=repair)
    precision, share = judged(found, pair[1])
    assert precision >= 0.95
    assert recall[0] < share < recall[1]
