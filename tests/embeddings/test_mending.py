"""Raw vectors never meet mended ones unnoticed."""

import pytest

from monosashi.embeddings import ModelCard
from monosashi.embeddings.card import MENDED
from monosashi.embeddings.mending import mending_fault

DAY, NEXT = "centering, 2026-01-10", "centering, 2026-02-10"


@pytest.mark.parametrize(
    ("ours", "theirs", "alike"),
    [
        (None, None, True), (DAY, DAY, True), (DAY, None, False), (None, DAY, False),
        (DAY, NEXT, False), (DAY, MENDED, True), (MENDED, NEXT, True), (MENDED, None, False),
    ],
)  # fmt: skip
def test_cards_differ_in_what_mended_them(ours, theirs, alike):
    found = ModelCard(mended=ours).differences(ModelCard(mended=theirs))
    assert found == ({} if alike else {"mended": (ours or "-", theirs or "-")})


@pytest.mark.parametrize("words", ["en", "ja"])
def test_the_sentence_names_the_side_that_is_raw(words):
    sides = ("documents", "queries")
    one = mending_fault(sides, DAY, "-").say(words)
    assert one == mending_fault(sides[::-1], "-", DAY).say(words)
    assert one != mending_fault(sides, "-", DAY).say(words)
    assert DAY in one
    assert NEXT in mending_fault(sides, DAY, NEXT).say(words)
