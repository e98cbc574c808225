"""What the gate says of itself: figures of a direction are its own, and upper bounds are named."""

import pytest
from language.gate_sites import TextVectors, Tongue, drafts_of, site

from monosashi.language.bridge import Road
from monosashi.language.gate import find_duplicates
from monosashi.words import LANGUAGES

COPIES = "language.notices.bridge_copies"


@pytest.mark.parametrize("sample", [None, 90])
def test_figures_of_a_direction_do_not_depend_on_what_else_is_asked(sample):
    pages = site(noise=0.5)
    both = find_duplicates(drafts_of(pages, [7, 207]), pages, calibrate_on=sample)
    for row, language in ((7, "en"), (207, "ja")):
        alone = find_duplicates(drafts_of(pages, [row]), pages, calibrate_on=sample)
        mine = {pair: held for pair, held in both.thresholds.items() if pair[0] == language}
        assert alone.thresholds == mine
        assert any(held.held_out for held in mine.values())


class Reworded(Tongue):
    """Says most of what the page says in other words."""

    def translate(self, texts, source, target):
        made = super().translate(texts, source, target)
        return [text if text.startswith("k00") else f"{text} otherwise" for text in made]


class Near(TextVectors):
    """Embeds what is worded otherwise near to the page."""

    def embed(self, texts, role):
        plain = super().embed([text.removesuffix(" otherwise") for text in texts], role)
        plain[[text.endswith("otherwise") for text in texts], 0] += 0.05
        return plain


def bridged(translator):
    pages = site(bias=2.0)
    return find_duplicates(drafts_of(pages, [7]), pages,
                           bridge=Road((translator,), Near(pages), store=False))  # fmt: skip


def test_translations_that_are_the_page_itself_are_an_upper_bound():
    (told,) = [one for one in bridged(Tongue()).provenance.notices if one.code == COPIES]
    assert (told.values["count"], told.values["n"]) == (200, 200)
    for language in LANGUAGES:
        assert "200" in told.say(language)
    (some,) = [one for one in bridged(Reworded()).provenance.notices if one.code == COPIES]
    assert (some.values["count"], some.values["n"]) == (10, 200)


def test_other_wordings_are_none():
    class Other(Reworded):
        def translate(self, texts, source, target):
            return [f"{text} otherwise" for text in Tongue.translate(self, texts, source, target)]

    assert not [one for one in bridged(Other()).provenance.notices if one.code == COPIES]
