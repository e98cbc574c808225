"""Every state of a check, alone and together, and what it must not say."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import (
    AllButTheTop,
    ConceptErasure,
    LanguageCentering,
    LanguageSubspaceRemoval,
    PivotShift,
    load_repair,
)
from monosashi.language.freshness import HARMLESS, STATES, IndexCard
from monosashi.language.freshness.findings import _MAKERS
from monosashi.words import LANGUAGES

CANARIES = {"a fixed text": (1.0, 0.0, 0.0), "another": (0.0, 1.0, 0.0)}
CARD = ModelCard(name="m", revision="1", role="passage", prefix="passage: ", text_cut=500,
                 canaries=CANARIES)  # fmt: skip
DIMENSION = 10


def pages(n=250, *, seed=0, shift=0.0, languages=("ja", "en"), card=CARD):
    rng = np.random.default_rng(seed)
    rows = []
    for place, _ in enumerate(languages):
        tongue = np.zeros(DIMENSION)
        tongue[place] = 3.0
        rows.append(rng.normal(size=(n, DIMENSION)) + tongue + shift)
    return EmbeddingSet.from_arrays(
        np.vstack(rows), ids=[f"{seed}-{lang}-{i}" for lang in languages for i in range(n)],
        columns={"lang": np.repeat(np.array(languages, dtype=object), n)}, model=card,
    )  # fmt: skip


@pytest.fixture(scope="module")
def repair():
    return LanguageCentering.fit(pages(), language="lang", built_at="2026-02-03")


def test_fresh_pages_are_ok(repair):
    found = repair.check(pages(seed=1))
    assert found.states == ("ok",)
    assert found.passed
    assert [one.language for one in found.drift] == ["en", "ja"]
    for one in found.drift:
        assert 0 < one.distance < one.band
        assert one.worth is None


@pytest.mark.parametrize(
    ("change", "state"),
    [({"name": "n"}, "model_mismatch"), ({"revision": "2"}, "model_mismatch"),
     ({"text_cut": 100}, "model_mismatch"), ({"compression": "int8"}, "model_mismatch"),
     ({"role": "query"}, "role_mismatch"), ({"prefix": "query: "}, "role_mismatch"),
     ({"task": "t"}, None), ({"normalised": False}, None)],
)  # fmt: skip
def test_a_card_that_differs(repair, change, state):
    card = replace(CARD, canaries={}, **change)
    found = repair.check(pages(seed=1, card=card))
    assert found.states == ((state,) if state else ("ok",))
    if state:
        assert found.drift == (), "nothing is compared across spaces"
        assert [one.field for one in found.differences] == list(change)


def test_another_dimension_compares_nothing(repair):
    wide = EmbeddingSet.from_arrays(
        np.hstack([pages(seed=1).vectors, np.ones((500, 1))]), columns=pages(seed=1).columns
    )
    assert repair.check(wide).states == ("dimension_mismatch",)


def test_the_card_of_the_index_counts_too(repair):
    found = repair.check(pages(seed=1), replace(CARD, name="other", canaries={}))
    assert found.states == ("ok",), "the sample's fixed texts come out the same"
    bare = replace(CARD, canaries={})
    found = repair.check(pages(seed=1, card=bare), replace(bare, name="other"))
    assert found.states == ("model_mismatch",)
    assert found.differences[0].where == "index"


def test_a_new_name_with_the_same_fixed_texts_only_warns(repair):
    found = repair.check(pages(seed=1, card=replace(CARD, name="renamed", revision="9")))
    assert found.states == ("ok",)
    codes = [note.code for note in found.provenance.notices]
    assert codes.count("language.notices.renamed_model") == 2


@pytest.mark.parametrize(("cosine", "changed"), [(0.9991, False), (0.9985, True)])
def test_fixed_texts_decide_at_0999(repair, cosine, changed):
    moved = {**CANARIES, "another": ((1 - cosine**2) ** 0.5, 5 * cosine, 0.0)}
    moved["another"] = (
        5 * moved["another"][0],
        moved["another"][1],
        0.0,
    )  # length is not looked at
    found = repair.check(pages(seed=1, card=replace(CARD, canaries=moved)))
    assert found.states == (("canary_changed",) if changed else ("ok",))
    assert found.canary.text == "another"
    assert found.canary.cosine == pytest.approx(cosine)


def test_a_new_name_with_other_fixed_texts_is_another_model(repair):
    moved = {**CANARIES, "another": (1.0, 1.0, 0.0)}
    found = repair.check(pages(seed=1, card=replace(CARD, name="n", canaries=moved)))
    assert found.states == ("model_mismatch", "canary_changed")


class Embedder:
    """Embeds every text to one direction, in the role that is asked for."""

    name, roles, batch, worth_storing = "made", ("query", "passage"), 8, False

    def __init__(self, vectors):
        self.vectors, self.asked = vectors, []

    def card(self, role="passage"):
        return ModelCard(name="made", dimension=3, role=role)

    def embed(self, texts, role="passage"):
        self.asked.append((tuple(texts), role))
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


def test_an_embedder_answers_now_in_the_role_of_the_repair(repair):
    same, other = Embedder(CANARIES), Embedder(dict.fromkeys(CANARIES, (0.0, 0.0, 1.0)))
    found = repair.check(pages(seed=1), embedder=same)
    assert (found.states, same.asked) == (("ok",), [(tuple(CANARIES), "passage")])
    found = repair.check(pages(seed=1), embedder=other)  # the sample's own say "the same"
    assert found.states == ("canary_changed",)
    assert found.canary.source == "embedder"


def test_without_fixed_texts_that_is_said(repair):
    found = repair.check(pages(seed=1, card=replace(CARD, canaries={})))
    assert found.canary is None
    assert "language.notices.no_canary_now" in [one.code for one in found.provenance.notices]


def test_a_shift_is_drift_in_every_language(repair):
    found = repair.check(pages(seed=1, shift=0.5))
    assert found.states == ("drifted",)
    assert not found.passed
    for one in found.drift:
        assert one.distance > one.band
        assert 1 <= one.worth < 200


def test_drift_in_one_language_names_that_one(repair):
    ja, en = pages(seed=1), pages(seed=1, shift=0.5)
    rows = np.where((ja.columns["lang"] == "ja")[:, None], ja.vectors, en.vectors)
    found = repair.check(replace(ja, vectors=rows))
    assert [one.language for one in found.drift if one.drifted] == ["en"]


def test_mended_vectors_are_no_sample(repair):
    with pytest.raises(DataError, match="mended before"):
        repair.check(repair.apply(pages(seed=1)))


def test_its_own_pages_are_ok_at_distance_nought(repair):
    found = repair.check(pages())
    assert found.states == ("ok",)
    assert max(one.distance for one in found.drift) < 1e-12


@pytest.mark.parametrize(
    ("now", "grown"), [(500, False), (625, False), (626, True), (375, False), (374, True)]
)
def test_more_than_a_quarter_up_or_down(repair, now, grown):
    found = repair.check(pages(seed=1), IndexCard(n_docs=now))
    assert found.states == (("grown",) if grown else ("ok",))
    assert found.passed


def test_growth_of_one_language_hides_in_no_total(repair):
    found = repair.check(pages(seed=1), IndexCard.from_dict({"languages": {"ja": 350, "en": 250}}))
    assert found.states == ("grown",)
    assert [(one.language, one.much) for one in found.growth] == [
        (None, False), ("en", False), ("ja", True)
    ]  # fmt: skip
    whole = repair.check(pages(seed=1), pages(400, seed=2))
    assert whole.growth[0].now == 800


@pytest.mark.parametrize("card", [{}, {"n_docs": -1}, {"n_docs": True}, {"languages": 3}, {"n": 3}])
def test_a_card_without_sense_is_refused(card):
    with pytest.raises(DataError, match="index card"):
        IndexCard.from_dict(card)


def test_several_states_hold_at_once():
    repair = LanguageCentering.fit(pages(60), language="lang")
    strange = pages(60, seed=3, shift=0.8, languages=("ja", "en", "fr"))
    found = repair.check(strange, IndexCard(n_docs=1_000))
    assert found.states == ("unknown_language", "drifted", "grown", "too_few")
    assert found.unknown == {"fr": 60}
    assert found.few == {"en": 60, "ja": 60}
    assert len({one.code for one in found.findings()}) == 4


def test_few_pages_of_a_language_are_not_judged(repair):
    sample = pages(seed=1)
    keep = np.r_[np.arange(250), np.arange(250, 269)]
    found = repair.check(sample.take(keep))
    en, ja = found.drift
    assert (en.language, en.band, en.sample_units, ja.judged) == ("en", None, 19, True)
    assert found.states == ("ok",)
    assert found.reasons["drift.en.band"].values["n"] == 19
    assert "language.notices.languages_not_judged" in [o.code for o in found.provenance.notices]
    assert found.findings()[0].level == "note", "no praise for what was not looked at"
    missing = repair.check(sample.take(np.arange(250)))
    assert missing.drift[0].distance is None


def test_a_sample_that_can_judge_nothing_is_refused(repair):
    with pytest.raises(DataError, match="20"):
        repair.check(pages(19, seed=1))
    found = repair.check(pages(19, seed=1, card=replace(CARD, name="n", canaries={})))
    assert found.states == ("model_mismatch",), "what is seen without drift is still said"


def test_a_language_that_only_the_index_has_is_unknown(repair):
    counts = {"ja": 100, "en": 100}
    told = repair.check(pages(seed=1), IndexCard(n_docs=250, languages={**counts, "fr": 50}))
    assert "unknown_language" in told.states
    assert told.unknown == {"fr": 50}
    assert not told.passed
    other_names = IndexCard(n_docs=200, languages={"Japanese": 100, "English": 100})
    assert "unknown_language" not in repair.check(pages(seed=1), other_names).states


def test_a_sample_of_unknown_languages_only(repair):
    found = repair.check(pages(30, seed=1, languages=("fr",)))
    assert found.states == ("unknown_language",)
    assert found.drift == ()


def test_zero_vectors_are_named_by_row(repair):
    sample = pages(seed=1)
    vectors = sample.vectors.copy()
    vectors[7] = 0.0
    with pytest.raises(DataError) as error:
        repair.check(replace(sample, vectors=vectors))
    assert error.value.faults[0].rows == (7,)


MAKERS = {
    "centring": lambda data: LanguageCentering.fit(data, language="lang"),
    "global mean": lambda data: LanguageCentering.fit(data, language=["all"] * data.n),
    "lir": lambda data: LanguageSubspaceRemoval.fit(data, language="lang", rank=2),
    "pivot": lambda data: PivotShift.fit(data, language="lang", reference="en"),
    "leace": lambda data: ConceptErasure.fit(data, language="lang"),
    "top": AllButTheTop.fit,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_every_repair_can_be_checked_after_loading(make, tmp_path):
    make(pages()).save(tmp_path / "fix")
    loaded = load_repair(tmp_path / "fix")
    assert loaded.check(pages(seed=1)).states == ("ok",)
    assert "drifted" in loaded.check(pages(seed=1, shift=0.5)).states


def test_the_card_holds_all_that_it_should(repair, tmp_path):
    repair.save(tmp_path / "fix")
    head = json.loads((tmp_path / "fix" / "repair.json").read_text(encoding="utf-8"))
    model = head["model"]
    assert head["format"] == 2
    assert {"name", "revision", "dimension", "role", "prefix", "text_cut", "canaries"} <= set(model)
    assert {"built_at", "ids_digest", "documents", "spread", "version"} <= set(head)
    assert set(head["spread"]) == {"ja", "en"}


def older(path):
    head = json.loads((path / "repair.json").read_text(encoding="utf-8"))
    del head["spread"], head["version"]
    (path / "repair.json").write_text(json.dumps({**head, "format": 1}), encoding="utf-8")


def test_a_folder_of_the_older_format_still_works(repair, tmp_path):
    repair.save(tmp_path / "fix")
    older(tmp_path / "fix")
    loaded = load_repair(tmp_path / "fix")
    assert loaded.spread is None
    found, full = loaded.check(pages(seed=1)), repair.check(pages(seed=1))
    assert "language.notices.no_spread" in [one.code for one in found.provenance.notices]
    for old, new in zip(found.drift, full.drift, strict=True):
        assert old.band == pytest.approx(new.band, rel=0.05)
    assert "drifted" in loaded.check(pages(seed=1, shift=0.5)).states


@pytest.mark.parametrize(
    "broken",
    [{"ja": {"units": 1, "first": 0.1}}, {"fr": {"units": 250, "first": 0.1}},
     {"ja": {"units": 250, "first": -1}}, {"ja": {"units": 251, "first": 0.5}}, {"ja": {}}, [1],
     {"ja": {"units": 2, "first": 0.5, "second": 0.1, "third": 0.01}},
     {"ja": {"units": 250, "first": "much"}}, {"ja": {"units": 250, "first": None}}],
)  # fmt: skip
def test_a_broken_spread_is_no_repair(repair, tmp_path, broken):
    repair.save(tmp_path / "fix")
    file = tmp_path / "fix" / "repair.json"
    head = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**head, "spread": broken}), encoding="utf-8")
    with pytest.raises(DataError, match="not a saved repair"):
        load_repair(tmp_path / "fix")


def test_a_number_of_documents_that_cannot_be_is_no_repair(repair, tmp_path):
    repair.save(tmp_path / "fix")
    file = tmp_path / "fix" / "repair.json"
    head = json.loads(file.read_text(encoding="utf-8"))
    head["documents"]["en"] = 2**60
    file.write_text(json.dumps(head), encoding="utf-8")
    with pytest.raises(DataError, match="not a saved repair"):
        load_repair(tmp_path / "fix")


def test_results_are_strict_json_and_every_state_has_words(repair):
    strange = pages(60, seed=3, shift=0.8, languages=("ja", "en", "fr"))
    found = repair.check(strange, IndexCard(n_docs=1_000, languages={"ja": 900, "en": 100}))
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert document["passed"] is False
    assert set(_MAKERS) == set(STATES)
    assert set(STATES) >= HARMLESS
    for one in found.findings():
        for language in LANGUAGES:
            assert one.say(language)
    assert set(found.tables()) == {"states", "drift", "growth"}


def test_documents_that_are_all_alike_are_not_called_too_few():
    """There are enough of them, but nothing says how far a mean may lie off by chance."""
    labels = np.repeat(np.array(["ja", "en"], dtype=object), 220)
    alike = EmbeddingSet.from_arrays(np.ones((440, 4)), columns={"lang": labels}, model=CARD)
    repair = LanguageCentering.fit(alike, language="lang", force=True)
    with pytest.raises(DataError, match="are the same") as told:
        repair.check(alike)
    assert "needed" not in str(told.value)
    rows = np.where((labels == "ja")[:, None], 1.0, pages(220).vectors)
    half = EmbeddingSet.from_arrays(rows, columns={"lang": labels}, model=CARD)
    found = LanguageCentering.fit(half, language="lang").check(half)
    assert found.reasons["drift.ja.band"].code.endswith("sample_alike")
    codes = {one.code.split(".")[-1] for one in found.provenance.notices}
    assert "languages_alike" in codes
    assert "languages_not_judged" not in codes
