"""The gate as a whole: what is flagged, what is left alone, and when it does not say."""

import json
from dataclasses import replace

import numpy as np
import pytest
from language.gate_sites import CARD, TextVectors, Tongue, drafts_of, site

import monosashi as ms
from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, TextSet
from monosashi.language import LanguageCentering
from monosashi.language.bridge import Road
from monosashi.language.gate import find_duplicates
from monosashi.language.gate.pages import SHOWN, SitePages


@pytest.fixture(scope="module")
def pages():
    return site()


def answer(found, language, draft=0):
    return next(one for one in found.drafts[draft].answers if one.language == language)


def codes(caught):
    return [fault.code.removeprefix("language.errors.") for fault in caught.value.faults]


def test_a_copy_of_a_page_is_flagged_in_both_languages(pages):
    found = find_duplicates(drafts_of(pages, [7]), pages)
    assert found.found
    assert [one.language for one in found.drafts[0].answers] == ["en", "ja"]
    assert answer(found, "en").nearest[0].id == "k007/en"
    assert answer(found, "en").nearest[0].score == pytest.approx(1.0)
    assert answer(found, "ja").nearest[0].id == "k007/ja"
    assert answer(found, "ja").verdict == "duplicate"
    assert found.drafts[0].verdict == "duplicate"


def test_a_draft_about_something_else_is_let_through(pages):
    strange = site(3, seed=99, verb="unheard")
    found = find_duplicates(drafts_of(strange, [0, 1, 2]), pages)
    assert not found.found
    assert {one.verdict for one in found.drafts} == {"none"}
    assert len(answer(found, "ja").nearest) == 5


def test_a_page_and_its_translation_are_no_duplicates_of_themselves(pages):
    held = pages.take([7, 207])
    found = find_duplicates(held, pages)
    assert not found.found
    assert [page.id for page in answer(found, "ja").own] == ["k007/ja"]
    assert "k007/en" not in {page.id for page in answer(found, "en").nearest}


def test_precision_and_recall_on_pages_that_did_not_calibrate():
    whole = site(400, noise=0.58)
    keys = whole.columns["key"].astype(str)
    first = np.array([key < "k200" for key in keys])
    index = whole.take(first | (whole.columns["language"] == "ja"))
    rows = np.flatnonzero(~first & (whole.columns["language"] == "en"))
    found = find_duplicates(drafts_of(whole, rows), index)
    right = wrong = 0
    for draft, row in zip(found.drafts, rows, strict=True):
        (ja,) = (one for one in draft.answers if one.language == "ja")
        flagged = {page.key for page in ja.nearest if page.duplicate}
        right += keys[row] in flagged
        wrong += bool(flagged - {keys[row]})
    told = found.thresholds["en", "ja"]
    assert right / (right + wrong) >= 0.95
    assert told.held_out is None  # pages are so few that some folds have no threshold
    assert told.fitted.recall[1] <= right / len(rows) <= told.fitted.recall[2]
    assert 0.3 < right / len(rows) < 0.99  # the case is neither trivial nor hopeless


def test_rows_may_come_in_any_order(pages):
    draft = drafts_of(pages, [7])
    order = np.random.default_rng(0).permutation(pages.n)
    one, other = find_duplicates(draft, pages), find_duplicates(draft, pages.take(order))
    assert one.drafts == other.drafts
    for pair, held in one.thresholds.items():
        assert held.value == pytest.approx(other.thresholds[pair].value, abs=1e-12)


def test_too_few_pairs_abstain_and_say_how_many_it_takes():
    found = find_duplicates(drafts_of(site(30), [7]), site(30))
    held = found.thresholds["en", "ja"]
    assert (held.value, held.why, held.needed) == (None, "too_few", 72)
    assert answer(found, "ja").verdict == "abstained"
    assert answer(found, "ja").nearest[0].id == "k007/ja"
    assert any("72" in note.say("en") for note in found.provenance.notices)


def test_one_who_abstains_everywhere_is_undecided():
    strange = drafts_of(site(3, seed=99, verb="unheard"), [0])
    found = find_duplicates(strange, site(10))
    assert found.undecided
    assert not found.found


def test_the_same_text_counts_without_any_threshold():
    small = site(10)
    draft = drafts_of(small, [7])
    turned = replace(draft, vectors=-draft.vectors)
    found = find_duplicates(turned, small)
    near = [page for page in answer(found, "en").nearest if page.duplicate]
    assert [(page.id, page.same_text) for page in near] == [("k007/en", True)]


def test_a_threshold_of_ones_own_is_used_and_measured(pages):
    found = find_duplicates(drafts_of(pages, [7]), pages, threshold=0.999)
    assert answer(found, "ja").verdict == "none"
    assert found.thresholds["en", "ja"].basis == "given"
    assert found.thresholds["en", "ja"].fitted.recall[0] == 0.0


def test_known_pairs_calibrate_inside_a_language(pages):
    twins = site(200, noise=0.3, seed=0)
    again = drafts_of(site(200, noise=0.4), range(200))
    columns = {**again.columns, "key": np.array([f"again {i}" for i in range(200)], dtype=object)}
    both = EmbeddingSet.from_arrays(
        np.concatenate([twins.vectors[:200], again.vectors]),
        ids=[*twins.ids[:200], *(f"again {i}" for i in range(200))],
        columns={name: np.concatenate([twins.columns[name][:200], columns[name]])
                 for name in ("key", "language")},
        model=CARD,
    )  # fmt: skip
    pairs = [(f"k{i:03d}/en", f"again {i}") for i in range(200)]
    found = find_duplicates(drafts_of(pages, [7]), both, pairs=pairs)
    held = found.thresholds["en", "en"]
    assert held.basis == "precision"
    assert held.fitted.n_known == 400
    with pytest.raises(DataError) as caught:
        find_duplicates(drafts_of(pages, [7]), pages, pairs=[("k001/en", "nowhere")])
    assert codes(caught) == ["pairs_unknown"]


def test_untranslated_copies_calibrate_nothing():
    held = site(100)
    texts = np.array([f"words {i // 2} of a page" if i % 2 else f"k{i}" for i in range(100)] * 2,
                     dtype=object)  # fmt: skip
    copied = replace(held, columns={**held.columns, "text": texts})
    found = find_duplicates(drafts_of(copied, [7]), copied, threshold=0.5)
    assert found.thresholds["en", "ja"].fitted is None  # every "translation" is the same text


def test_chunks_are_one_page_and_the_best_decides():
    columns = {"key": ["a", "a", "b"], "language": ["en"] * 3}
    index = EmbeddingSet.from_arrays([[1, 0, 0], [0, 1, 0], [0.8, 0.6, 0]], columns=columns)
    draft = EmbeddingSet.from_arrays([[0, 1, 0]], ids=["d"], columns={"language": ["en"]})
    (near, far) = find_duplicates(draft, index, threshold=0.9).drafts[0].answers[0].nearest
    assert (near.key, near.score) == ("a", 1.0)
    assert (far.key, far.score) == ("b", pytest.approx(0.6))


def test_a_repair_meets_across_languages_and_raw_vectors_inside():
    biased = site(200, bias=2.0)
    repair = LanguageCentering.fit(biased, language="language")
    draft = drafts_of(biased, [7])
    raw, mended = find_duplicates(draft, biased), find_duplicates(draft, biased, repair=repair)
    assert answer(raw, "en").nearest == answer(mended, "en").nearest
    assert mended.method == "repair"
    assert answer(mended, "ja").nearest[0].id == "k007/ja"
    assert answer(mended, "ja").verdict == "duplicate"
    expected = float(repair.apply(draft).unit().vectors[0] @ repair.apply(
        biased.take([207])).unit().vectors[0])  # fmt: skip
    assert answer(mended, "ja").nearest[0].score == pytest.approx(expected)


def test_a_stale_repair_is_refused():
    fitted = site(200, bias=2.0)
    repair = LanguageCentering.fit(fitted, language="language")
    moved = site(200, bias=2.0, seed=5)
    shifted = replace(moved, vectors=moved.vectors + 0.8)
    with pytest.raises(DataError) as caught:
        find_duplicates(drafts_of(shifted, [7]), shifted, repair=repair)
    assert codes(caught) == ["stale_repair"]


def test_a_bridge_translates_the_draft_and_searches_each_language_alone():
    biased = site(200, bias=2.0)
    road = Road((Tongue(),), TextVectors(biased), store=False)
    found = find_duplicates(drafts_of(biased, [7]), biased, bridge=road)
    assert answer(found, "ja").nearest[0].id == "k007/ja"
    assert answer(found, "ja").nearest[0].score == pytest.approx(1.0)
    raw = find_duplicates(drafts_of(biased, [7]), biased)
    assert answer(found, "en").nearest == answer(raw, "en").nearest
    assert found.bridge["translated"] == 201
    assert found.bridge["calls"] == road.translators[0].calls


def test_a_sample_of_pages_calibrates_a_bridge():
    biased = site(200, bias=2.0)
    road = Road((Tongue(),), TextVectors(biased), store=False)
    found = find_duplicates(drafts_of(biased, [7]), biased, bridge=road, calibrate_on=80)
    assert found.thresholds["en", "ja"].fitted.n == 80
    assert found.bridge["translated"] == 81


def test_languages_that_no_translator_knows_abstain():
    biased = site(100, languages=("en", "ja", "fr"))
    road = Road((Tongue((("en", "ja"),)),), TextVectors(biased), store=False)
    found = find_duplicates(drafts_of(biased, [7]), biased, bridge=road)
    assert answer(found, "fr").verdict == "abstained"
    assert answer(found, "fr").nearest == ()
    assert found.thresholds["en", "fr"].why == "no_road"
    assert answer(found, "ja").verdict == "duplicate"


def test_drafts_without_a_translation_are_named_or_abstain():
    held = site(100)
    draft = drafts_of(held, [7, 8])
    lost = Tongue(missing=["k007"])
    with pytest.raises(DataError, match="no translation from en to ja"):
        find_duplicates(draft, held, bridge=Road((lost,), TextVectors(held), store=False))
    road = Road((lost,), TextVectors(held), store=False, invalid="drop")
    found = find_duplicates(draft, held, bridge=road)
    assert answer(found, "ja", 0).verdict == "abstained"
    assert answer(found, "ja", 1).verdict == "duplicate"
    assert found.thresholds["en", "ja"].fitted.n == 99
    assert any("draft 0" in note.say("en") for note in found.provenance.notices)


def test_a_single_draft_without_a_translation_abstains_and_stops_nothing():
    held = site(100)
    road = Road((Tongue(missing=["k007"]),), TextVectors(held), store=False, invalid="drop")
    found = find_duplicates(drafts_of(held, [7]), held, bridge=road)
    assert answer(found, "ja").verdict == "abstained"
    assert answer(found, "en").verdict == "duplicate"
    silent = Road((Tongue(missing=[f"k{i:03d}" for i in range(100)]),), TextVectors(held),
                  store=False, invalid="drop")  # fmt: skip
    found = find_duplicates(drafts_of(held, [7]), held, bridge=silent)
    assert found.thresholds["en", "ja"].why == "no_known"


def test_translations_by_another_model_are_refused():
    held = replace(site(100), model=ModelCard(name="other"))
    draft = replace(drafts_of(site(100), [7]), model=held.model)
    with pytest.raises(DataError) as caught:
        find_duplicates(draft, held, bridge=Road((Tongue(),), TextVectors(held), store=False))
    assert codes(caught) == ["other_model"]


def test_drafts_that_are_texts_are_embedded_by_the_model_of_the_index(pages):
    texts = TextSet.from_lists(["k007 told in en"], ids=["draft"], columns={"language": ["en"]})
    found = find_duplicates(texts, pages, embedder=TextVectors(pages), store=False)
    assert answer(found, "ja").nearest[0].id == "k007/ja"
    same = find_duplicates("k007 told in en", pages, embedder=TextVectors(pages), store=False,
                           draft_language="en")  # fmt: skip
    assert answer(same, "ja").nearest == answer(found, "ja").nearest


@pytest.mark.parametrize(("options", "code"), [
    ({"precision": 1.0}, "gate_precision"), ({"duplicate_share": 0.6}, "gate_share"),
    ({"duplicate_share": 0.0}, "gate_share"), ({"threshold": 2.0}, "gate_threshold"),
    ({"k": 0}, "bad_k"), ({"confidence": 1.0}, "bad_confidence"),
    ({"bridge": "recorded:x"}, "gate_embedder"),
])  # fmt: skip
def test_options_that_promise_nothing_are_refused(pages, options, code):
    with pytest.raises(DataError) as caught:
        find_duplicates(drafts_of(pages, [7]), pages, **options)
    assert code in codes(caught)


def test_a_draft_must_have_a_language(pages):
    bare = EmbeddingSet.from_arrays(pages.vectors[:1], ids=["draft"], model=CARD)
    with pytest.raises(DataError) as caught:
        find_duplicates(bare, pages)
    assert codes(caught) == ["draft_language"]
    assert find_duplicates(bare, pages, draft_language="en").found


def test_the_result_is_strict_json_and_has_tables(pages):
    found = find_duplicates(drafts_of(pages, [7]), pages)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["thresholds"]["en->ja"]["value"] == found.thresholds["en", "ja"].value
    rows = found.tables()
    assert rows["nearest"][0]["page"] == "k007/en"
    assert {row["page_language"] for row in rows["thresholds"]} == {"en", "ja"}


def test_another_model_under_the_same_name_is_seen_by_its_fixed_texts(pages):
    def named(held, number):
        card = replace(CARD, canaries={"a fixed text": (1.0, number)})
        return replace(held, model=card)

    draft = drafts_of(pages, [7])
    assert find_duplicates(named(draft, 0.0), named(pages, 0.0)).found
    with pytest.raises(DataError) as caught:
        find_duplicates(named(draft, 0.1), named(pages, 0.0))
    assert codes(caught) == ["gate_canary"]


def test_the_public_name():
    assert ms.find_duplicates is find_duplicates


def test_clear_only_where_every_language_could_say_so():
    from monosashi.language.gate.telling import verdict_of

    assert verdict_of(["none", "abstained"]) == "partly"
    assert verdict_of(["abstained", "duplicate"]) == "duplicate"
    assert verdict_of(["none", "none"]) == "none"
    assert verdict_of(["abstained"]) == "abstained"


def test_a_beginning_is_cut_between_words_where_there_are_spaces():
    texts = ["one two " + "three " * 30, "short", "日本語" * 40]
    columns = {"text": texts, "language": ["en", "en", "ja"]}
    data = EmbeddingSet.from_arrays(np.eye(3), ids=["a", "b", "c"], columns=columns)
    held = SitePages.of(data, key=None, language="language")
    told = dict(zip(held.ids, map(held.beginning, range(3)), strict=True))
    assert told["a"].endswith(" three…")
    assert told["b"] == "short"
    assert len(told["c"]) == SHOWN
    assert max(map(len, told.values())) <= SHOWN
