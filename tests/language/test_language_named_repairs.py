"""Repairs by name, and what they are known to do to real vectors."""

import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import (
    DOCUMENT_CENTROID,
    GLOBAL_MEAN,
    QUERY_CENTROID,
    AllButTheTop,
    ConceptErasure,
    LanguageCentering,
    LanguageSubspaceRemoval,
    PivotShift,
    measure_language_bias,
    shipped_repairs,
)
from monosashi.language.choosing.ways import SHIPPED
from monosashi.language.named_repairs import REPAIR_NAMES, parse

KINDS = {
    "centering": (LanguageCentering, {"strength": 1.0, "is_global": False, "queries": None}),
    "centering:0.75": (LanguageCentering, {"strength": 0.75}),
    "query-centering": (LanguageCentering, {"code": "query_centering"}),
    "global-mean": (LanguageCentering, {"is_global": True}),
    "lir": (LanguageSubspaceRemoval, {"method": "lir", "rank": 1}),
    "lir:2": (LanguageSubspaceRemoval, {"method": "lir", "rank": 2}),
    "lsar": (LanguageSubspaceRemoval, {"method": "lsar", "rank": 1}),
    "pivot-shift": (PivotShift, {"reference": "en", "side": "both"}),
    "pivot-shift:ja": (PivotShift, {"reference": "ja"}),
    "shift:ja": (PivotShift, {"reference": "ja", "side": "index"}),
    "leace": (ConceptErasure, {"shrinkage": "ledoit-wolf"}),
    "leace:0.1": (ConceptErasure, {"weight": 0.1}),
    "all-but-top": (AllButTheTop, {"components": 1}),
    "all-but-top:3": (AllButTheTop, {"components": 3}),
}


@pytest.fixture(scope="module")
def asked(made_set):
    held = made_set(n=60)
    return EmbeddingSet.from_arrays(
        held.vectors, ids=held.ids, columns=held.columns, query_vectors=held.vectors + 0.1
    )


def test_every_name_gives_what_it_says(asked):
    found = shipped_repairs(asked, language="lang", names=list(KINDS))
    assert list(found) == list(KINDS)
    for name, (kind, options) in KINDS.items():
        assert type(found[name]) is kind
        for option, value in options.items():
            assert getattr(found[name], option) == value, name
    assert found["pivot-shift"].queries is not None
    assert {name.split(":")[0] for name in KINDS} == set(REPAIR_NAMES)


def test_without_names_the_usual_three(asked, made_set):
    usual = shipped_repairs(asked, language="lang")
    assert list(usual) == [DOCUMENT_CENTROID, QUERY_CENTROID, GLOBAL_MEAN]
    assert list(shipped_repairs(made_set(n=60), language="lang")) == [
        DOCUMENT_CENTROID, GLOBAL_MEAN,
    ]  # fmt: skip


def test_the_reference_is_the_largest_language(made_set):
    pages = made_set(n=80).take(range(20, 160))
    found = shipped_repairs(pages, language="lang", names=["pivot-shift"])
    assert found["pivot-shift"].reference == "en"
    fewer = made_set(n=80).take(range(140))
    assert shipped_repairs(fewer, language="lang", names=["shift"])["shift"].reference == "ja"


@pytest.mark.parametrize("name", ["lir:x", "lir:", "global-mean:1", "leace:much", "lsar:1.5"])
def test_what_follows_the_colon_must_make_sense(asked, name):
    with pytest.raises(DataError, match=f"colon in '{name}'"):
        shipped_repairs(asked, language="lang", names=[name])


def test_all_faults_come_together(asked):
    with pytest.raises(DataError, match="'csls' changes scores") as caught:
        shipped_repairs(asked, language="lang", names=["csls", "lir:x", "centering", "whiten"])
    assert len(caught.value.faults) == 3
    with pytest.raises(DataError, match="from 1 to 1") as caught:
        shipped_repairs(asked, language="lang", names=["lsar:2", "pivot-shift:fr"])
    assert "'fr'" in str(caught.value)


def test_query_centering_needs_queries(made_set):
    with pytest.raises(DataError, match="needs query vectors"):
        shipped_repairs(made_set(n=60), language="lang", names=["query-centering"])


KNOWN = {"centering": 0.973, "query-centering": 0.970, "global-mean": 0.788, "all-but-top": 0.967,
         "lir": 0.973, "lir:2": 0.970, "lir:4": 0.967, "lsar": 0.960, "leace": 0.960,
         "shift:ja": 0.960, "pivot-shift:ja": 0.960}  # fmt: skip


@pytest.fixture(scope="module")
def real(shared_set):
    pages = shared_set("debian_reference", "e5")
    return pages, shipped_repairs(pages, language="lang", names=list(KNOWN))


@pytest.mark.parametrize("name", KNOWN)
def test_known_recall_of_debian_reference(real, name):
    """e5, whole texts as queries, ja -> en, fitted to all documents; another implementation."""
    pages, repairs = real
    spoken = None if repairs[name].is_global else "lang"
    mended = repairs[name].apply(pages, language=spoken)
    found = measure_language_bias(mended, key="key", language="lang", source="ja", target="en")
    value = float(found.directions["ja", "en"].mixed.recall[1])
    assert value == pytest.approx(KNOWN[name], abs=0.01 if name == "leace" else 0.005)


def test_pivot_leaves_searches_in_the_reference_language_alone(real):
    pages, repairs = real
    rows = pages.columns["lang"] == "ja"
    mended = repairs["pivot-shift:ja"].apply(pages)
    assert mended.vectors[rows].tobytes() == pages.vectors[rows].tobytes()
    assert mended.query_vectors[rows].tobytes() == pages.query_vectors[rows].tobytes()


def test_the_means_of_other_texts_do_harm(real, shared_set):
    """300 Tatoeba pairs: 0.266, against 0.732 raw and 0.973 with the own means."""
    foreign = LanguageCentering.fit(shared_set("tatoeba_ja_en", "e5"), language="lang")
    mended = foreign.apply(real[0])
    found = measure_language_bias(mended, key="key", language="lang", source="ja", target="en")
    assert float(found.directions["ja", "en"].mixed.recall[1]) == pytest.approx(0.266, abs=0.01)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("csls", "changes scores, not vectors"), ("margin+centering", "monosashi.margin_scores"),
        ("z-norm", "StandardisedScores"), ("offset", "OffsetScores"),
        ("z-norm", "--methods centering,query-centering"), ("offset", "no command serves it"),
        ("routed+query-centering", "fit 'query-centering'"), ("fused", "reciprocal_rank_fusion"),
        ("fused-abstaining", "index of its own"), ("bridge", "duplicates --bridge"),
        ("centering:tuned", "centering:0.75"),
    ],
)  # fmt: skip
def test_ways_that_mend_no_vectors_say_what_serving_them_means(name, told):
    with pytest.raises(DataError) as refused:
        parse(name)
    assert told in str(refused.value)
    assert "{" not in refused.value.say("ja")


@pytest.mark.parametrize(
    "way", [way for way in SHIPPED if way.kind != "none"], ids=lambda way: way.name
)
def test_every_way_of_the_comparison_is_fitted_or_explained(way):
    if way.kind == "vectors" and not way.tuned:
        assert parse(way.name)
        return
    with pytest.raises(DataError) as refused:
        parse(way.name)
    assert refused.value.faults[0].code.startswith("language.errors.way_")
