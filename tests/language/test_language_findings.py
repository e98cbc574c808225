"""Findings and remedies: levels, order, and sentences that can be filled in."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.language import (
    DOCUMENT_CENTROID,
    GLOBAL_MEAN,
    language_findings,
    measure_language_bias,
    measure_repair_effect,
)
from monosashi.report.sentences import finding_sentences
from monosashi.results.plain import plain
from monosashi.words import catalogue, say

PARTS = ("headline", "usual", "meaning", "next", "verify")


def both(pages, **options):
    bias = measure_language_bias(pages, key="key", language="lang", **options)
    effect = measure_repair_effect(pages, key="key", language="lang", before=bias)
    return bias, effect


def sentences(finding, language):
    for part in PARTS:
        key = f"{finding.code.replace('.', '.findings.')}.{part}"
        chosen = f"{key}_{finding.level}"
        chosen = chosen if chosen in catalogue(language) else key
        yield say(chosen, language, **finding.numbers)
    for remedy in finding.remedies:
        code = remedy.code.replace(".", ".remedies.")
        yield say(f"{code}.text", language, **remedy.numbers)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("bias", [0.0, 0.5, 1.5])
@pytest.mark.parametrize("n", [60, 250])
def test_every_sentence_can_be_filled_in(made_set, language, bias, n):
    found = language_findings(*both(made_set(n=n, bias=bias)))
    assert len(found) == 2
    for finding in found:
        plain(finding.numbers)
        for text in sentences(finding, language):
            assert "{" not in text
            assert len(text) < 420


def chunked(chunks, *, bias=0.0, noise=0.9, n=150):
    """Pages without language (or with), cut into a number of chunks for each language."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(n, 10))
    rows, keys, names = [], [], []
    for sign, (name, many) in zip((1, -1), chunks.items(), strict=True):
        for page, topic in enumerate(topics):
            drawn = noise * rng.normal(size=(many, 10)) + sign * bias * np.eye(10)[0]
            rows += list(topic + drawn)
            keys += [page] * many
            names += [name] * many
    return EmbeddingSet.from_arrays(rows, columns={"key": keys, "lang": names})


def test_more_chunks_a_page_are_not_called_language():
    found = measure_language_bias(chunked({"ja": 4, "en": 1}), key="key", language="lang")
    for one in found.directions.values():
        assert one.language_drop.low <= 0 <= one.language_drop.high
        assert one.mrr_language_drop.low <= 0 <= one.mrr_language_drop.high
        assert one.drop.value > 0.05 or one.source == "en"
    assert {one.level for one in found.findings()} == {"note"}  # lengths may differ: never good
    note = next(one for one in found.provenance.notices if one.code.endswith("uneven_chunks"))
    assert "ja 4.0" in note.say()
    assert "en 1.0" in note.say()
    alike = measure_language_bias(chunked({"ja": 4, "en": 4}), key="key", language="lang")
    assert not any(one.code.endswith("uneven_chunks") for one in alike.provenance.notices)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_loss_between_pages_cut_differently_names_both_causes(words):
    """The numbers of chunks are made even, their lengths cannot: it is no problem of language."""
    data = chunked({"ja": 2, "en": 1}, bias=2.0, noise=0.3)
    found = measure_language_bias(data, key="key", language="lang").findings()
    assert {(one.code, one.level) for one in found} == {("language.drop_chunks", "warning")}
    for one in found:
        assert "en 1.0, ja 2.0" in one.say(words)
        assert {"en": "how pages are cut", "ja": "分割"}[words] in one.say(words)
        assert not one.remedies, "pages are to be cut alike before anything is mended"


def test_pages_cut_alike_keep_their_level_however_many_chunks_there_are():
    data = chunked({"ja": 2, "en": 2}, bias=2.0, noise=0.3)
    found = measure_language_bias(data, key="key", language="lang").findings()
    assert "problem" in {one.level for one in found}
    assert {one.code for one in found} == {"language.drop_documents"}


def test_levels_follow_the_drop(made_set):
    strong = language_findings(measured := both(made_set(n=250, bias=1.0))[0])
    assert {finding.level for finding in strong} == {"problem"}
    assert all(finding.numbers["drop_low"] >= 0.1 for finding in strong)
    assert measured.findings() == strong
    clean = language_findings(*both(made_set(n=250, bias=0.0, noise=0.2)))
    assert {finding.level for finding in clean} == {"good"}
    assert all(not finding.remedies for finding in clean)


@pytest.mark.parametrize(("card", "one"), [
    (ModelCard(name="use-multilingual", prefix=""), True),
    (ModelCard(name="e5", role="passage", prefix="passage: "), False), (ModelCard(), False),
])  # fmt: skip
def test_nothing_is_said_of_a_query_role_where_the_model_has_none(made_set, card, one):
    pages = replace(made_set(n=80, bias=1.0), model=card)
    finding = language_findings(both(pages)[0])[0]
    assert finding.numbers.get("one_role", False) == one
    told = {"code": finding.code, "level": finding.level, "numbers": finding.numbers}
    for language, role in (("en", "query role"), ("ja", "役割")):
        said = finding_sentences(told, language)
        assert (role not in f"{said.usual} {said.next}") == one


def test_documents_as_queries_are_said_in_the_headline(made_set):
    pages = made_set(n=80, bias=1.0)
    finding = language_findings(both(pages)[0])[0]
    assert finding.code == "language.drop_documents"
    assert "documents acting as queries" in next(sentences(finding, "en"))
    assert "文書をクエリの代わりに使用" in next(sentences(finding, "ja"))
    asked = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids, columns=pages.columns, query_vectors=pages.vectors
    )
    assert language_findings(both(asked)[0])[0].code == "language.drop"


def test_remedies_carry_measured_numbers_of_both_directions(made_set):
    bias, effect = both(made_set(n=120, bias=1.0))
    finding = language_findings(bias, effect)[0]
    first = finding.remedies[0]
    here = effect.directions[finding.numbers["source"], finding.numbers["target"]]
    back = effect.directions[finding.numbers["target"], finding.numbers["source"]]
    assert first.code == "language.centering"
    assert first.numbers["before"] == here[DOCUMENT_CENTROID].before.value
    assert first.numbers["after"] == here[DOCUMENT_CENTROID].after.value
    assert first.numbers["back_after"] == back[DOCUMENT_CENTROID].after.value
    assert finding.remedies[-1].code.startswith("language.global_mean")
    assert effect.best("ja", "en") in {DOCUMENT_CENTROID, GLOBAL_MEAN}


def test_a_repair_without_certain_gain_is_not_recommended(made_set):
    bias, effect = both(made_set(n=120, bias=1.0))
    unsure = {
        pair: {
            name: replace(row, gain=replace(row.gain, value=0.01, low=-0.02, high=0.04))
            for name, row in rows.items()
        }
        for pair, rows in effect.directions.items()
    }
    finding = language_findings(bias, replace(effect, directions=unsure))[0]
    assert [remedy.code for remedy in finding.remedies] == ["language.no_gain"]
    assert "no certain gain" in list(sentences(finding, "en"))[-1]


def test_all_directions_recommend_the_same_repair_first(made_set):
    """What is best over all directions comes first, also where another one is ahead."""
    bias, effect = both(made_set(n=120, bias=1.0))
    directions = {}
    for pair, after in {("ja", "en"): (0.97, 0.96), ("en", "ja"): (0.90, 0.95)}.items():
        row = effect.directions[pair][DOCUMENT_CENTROID]
        directions[pair] = {
            name: replace(row, repair=name, after=replace(row.after, value=value))
            for name, value in zip(("a", "b"), after, strict=True)
        }
    repairs = {"a": "centering", "b": "query_centering"}
    found = language_findings(bias, replace(effect, repairs=repairs, directions=directions))
    assert {finding.remedies[0].code for finding in found} == {"language.query_centering"}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("code", ["centering", "query_centering", "global_mean", "other"])
@pytest.mark.parametrize("one_way", [False, True])
def test_harm_is_sayable(made_set, language, code, one_way):
    """A repair that swaps ranks for the worse is called harmful, for every kind of repair."""
    bias, effect = both(made_set(n=120, bias=1.0))
    direction = bias.directions["ja", "en"]
    row = effect.directions["ja", "en"][DOCUMENT_CENTROID]
    worse = replace(row, gain=replace(row.gain, value=-0.2, low=-0.3, high=-0.1))
    directions = {("ja", "en"): {"x": replace(worse, repair="x")}}
    if not one_way:
        directions["en", "ja"] = {"x": worse}
    harmful = replace(effect, repairs={"x": code}, directions=directions)
    finding = language_findings(replace(bias, directions={("ja", "en"): direction}), harmful)[0]
    (remedy,) = finding.remedies
    assert remedy.code == f"language.{code}_harms" + ("_one_way" if one_way else "")
    assert "-0.20" in list(sentences(finding, language))[-1] or code == "global_mean"
    helped = replace(harmful, directions={("ja", "en"): {"x": replace(row, repair="x")}})
    assert (
        language_findings(bias, helped)[0].remedies or language_findings(bias, helped)[1].remedies
    )


def test_reasons_and_notices_have_words(made_set):
    bias, effect = both(made_set(n=60))
    for result in (bias, effect):
        for reason in result.reasons.values():
            assert reason.say("en") != reason.say("ja")


def test_already_repaired_vectors_are_measured_but_not_held_out(made_set):
    from monosashi.language import LanguageCentering

    pages = made_set(n=60)
    repaired = LanguageCentering.fit(pages, language="lang").apply(pages)
    effect = measure_repair_effect(pages, key="key", language="lang", repairs={"mine": repaired})
    shipped = measure_repair_effect(pages, key="key", language="lang")
    assert effect.repairs == {"mine": "other"}
    row = effect.directions["ja", "en"]["mine"]
    assert row.held_out is None
    assert "directions.ja->en.mine.held_out" in effect.reasons
    assert row.after == shipped.directions["ja", "en"][DOCUMENT_CENTROID].after


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_small_drop_is_not_good_where_nothing_is_found(language):
    """Unrelated vectors lose nothing by mixing because nothing was found before."""
    rng = np.random.default_rng(0)
    columns = {"key": [f"k{i}" for i in range(400)] * 2, "lang": ["ja"] * 400 + ["en"] * 400}
    noise = EmbeddingSet.from_arrays(rng.normal(size=(800, 30)), columns=columns)
    found = both(noise)[0].findings()
    assert [finding.code for finding in found] == ["language.little_found"] * 2
    assert {finding.level for finding in found} == {"note"}
    assert all(finding.numbers["drop_high"] < 0.03 for finding in found)
    assert all(text for text in sentences(found[0], language))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("code", ["centering", "query_centering", "global_mean", "other"])
def test_a_gain_in_this_direction_is_not_called_harm(made_set, language, code):
    bias, effect = both(made_set(n=120, bias=1.0))
    row = effect.directions["ja", "en"][DOCUMENT_CENTROID]
    better = replace(row, repair="x", gain=replace(row.gain, value=0.2, low=0.1, high=0.3))
    worse = replace(row, repair="x", gain=replace(row.gain, value=-0.2, low=-0.3, high=-0.1))
    directions = {("ja", "en"): {"x": better}, ("en", "ja"): {"x": worse}}
    made = replace(effect, repairs={"x": code}, directions=directions)
    for finding in language_findings(bias, made):
        assert finding.remedies[0].code == f"language.{code}_mixed"
        told = list(sentences(finding, language))[-1]
        assert "harm" not in told
        assert "害" not in told
