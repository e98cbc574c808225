"""Means of queries are held against queries of today; what could not be checked is said."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import LanguageCentering, PivotShift, load_repair
from monosashi.language.freshness import refresh_repair
from monosashi.language.freshness.mending import mended_on_disk
from monosashi.report import finding_sentences
from monosashi.words import LANGUAGES

CARD = ModelCard(name="m", role="passage")
slow = pytest.mark.slow


def site(rng, n=250, *, shift=0.0, asked=0.0, card=CARD, spread=1.0):
    """Documents of two languages whose query vectors lie a little elsewhere."""
    tongue = np.repeat(3.0 * np.eye(10)[:2], n, axis=0)
    topics = rng.normal(size=(2 * n, 10)) * np.r_[4.0, 2.0, np.ones(8)] ** spread
    return EmbeddingSet.from_arrays(
        topics + tongue + shift,
        columns={"lang": ["ja"] * n + ["en"] * n, "page": [*range(n)] * 2},
        query_vectors=topics + 0.5 * rng.normal(size=topics.shape) + tongue + 0.5 + asked,
        model=card,
    )


def fit(pages, queries=None):
    held = pages.query_vectors if queries is None else queries
    return LanguageCentering.fit(pages, language="lang", queries=held)


def as_queries(pages):
    return replace(pages, vectors=pages.query_vectors, query_vectors=None,
                   model=replace(pages.model, role="query"))  # fmt: skip


@pytest.fixture(scope="module")
def repair():
    return fit(site(np.random.default_rng(0)))


def test_queries_that_stay_are_ok(repair):
    found = repair.check(site(np.random.default_rng(1)))
    assert found.states == ("ok",)
    assert [one.language for one in found.query_drift] == ["en", "ja"]
    assert all(0 < one.distance < one.band for one in found.query_drift)
    assert "language.notices.queries_not_checked" not in found.notice_codes
    (finding,) = found.findings()
    ratios = [one.distance / one.band for one in (*found.drift, *found.query_drift)]
    assert finding.numbers["ratio"] == pytest.approx(max(ratios))


@pytest.mark.parametrize("own", [True, False])
def test_queries_that_moved_are_seen_where_documents_stay(repair, own):
    today = site(np.random.default_rng(1), asked=1.5)
    if own:
        found = repair.check(today)
    else:
        found = repair.check(replace(today, query_vectors=None), queries=as_queries(today))
    assert found.states == ("drifted",)
    assert not found.passed
    assert not any(one.drifted for one in found.drift)
    assert all(one.drifted and one.worth for one in found.query_drift)
    codes = {one.code for one in found.findings()}
    assert codes == {"language.check_drifted_queries"}
    for language in LANGUAGES:
        one = found.findings()[0]
        said = finding_sentences(
            {"code": one.code, "level": one.level, "numbers": one.numbers}, language
        )
        assert "250" in said.headline
        assert said.meaning
    assert found.to_dict()["query_drift"][0]["drifted"] is True
    assert {row["language"] for row in found.tables()["query_drift"]} == {"en", "ja"}


def test_without_queries_of_today_that_is_said(repair):
    found = repair.check(replace(site(np.random.default_rng(1)), query_vectors=None))
    assert found.query_drift == ()
    assert "language.notices.queries_not_checked" in found.notice_codes


def test_a_repair_without_means_of_queries_checks_none():
    pages = site(np.random.default_rng(0))
    plain = LanguageCentering.fit(pages, language="lang")
    found = plain.check(site(np.random.default_rng(1), asked=3.0))
    assert (found.states, found.query_drift) == (("ok",), ())


def test_few_queries_are_not_judged(repair):
    today = site(np.random.default_rng(1))
    asked = as_queries(today).take(np.r_[0:30, 250:260])
    found = repair.check(replace(today, query_vectors=None), queries=asked)
    english, japanese = found.query_drift
    assert (english.judged, japanese.judged) == (False, True)
    assert found.reasons["query_drift.en.band"].code == "language.reasons.sample_too_small"


def test_queries_of_another_model_or_mended_ones_are_refused(repair):
    today = site(np.random.default_rng(1))
    for card in (replace(CARD, name="n"), replace(CARD, mended="centering, 2026-01-10")):
        with pytest.raises(DataError, match=r"\"n\"|mended before"):
            repair.check(today, queries=replace(as_queries(today), model=card))


@pytest.mark.parametrize("kind", ["centering", "pivot"])
def test_the_spread_of_queries_is_kept(tmp_path, kind):
    pages = site(np.random.default_rng(0))
    made = fit(pages) if kind == "centering" else PivotShift.fit(
        pages, language="lang", reference="en", queries=pages.query_vectors)  # fmt: skip
    made.save(tmp_path / "fix")
    kept = load_repair(tmp_path / "fix")
    assert kept.query_spread == made.query_spread
    assert set(kept.query_spread) == {"ja", "en"}
    today = site(np.random.default_rng(1))
    assert kept.check(today).query_drift == made.check(today).query_drift


def test_a_folder_without_it_still_judges(tmp_path, repair):
    repair.save(tmp_path / "fix")
    head = json.loads((tmp_path / "fix" / "repair.json").read_text(encoding="utf-8"))
    del head["query_spread"]
    (tmp_path / "fix" / "repair.json").write_text(json.dumps(head), encoding="utf-8")
    old = load_repair(tmp_path / "fix")
    assert old.query_spread is None
    today, moved = site(np.random.default_rng(1)), site(np.random.default_rng(1), asked=1.5)
    assert old.check(today).passed
    assert not old.check(moved).passed


def test_refresh_tells_the_spread_by_units():
    pages = site(np.random.default_rng(0))
    twice = pages.take(np.repeat(np.arange(pages.n), 2))
    twice = replace(twice, ids=np.array([str(i) for i in range(twice.n)], dtype=object))
    old = fit(twice)
    again = refresh_repair(old, twice, key="page").repair
    assert again.query_spread["ja"].units == again.spread["ja"].units == 250
    apart = refresh_repair(old, twice, key="page", queries=as_queries(twice)).repair
    assert apart.query_spread["ja"].units == 500


def test_the_sample_is_what_was_fitted(repair):
    few = fit(site(np.random.default_rng(0), n=100))
    own = few.check(site(np.random.default_rng(0), n=100))
    assert own.states == ("too_few",)
    assert own.own
    assert "language.notices.own_sample" in own.notice_codes
    rounded = site(np.random.default_rng(0))
    rounded = replace(rounded, vectors=rounded.vectors.astype(np.float32))
    assert repair.check(rounded).own
    assert not repair.check(site(np.random.default_rng(1))).own


@pytest.mark.parametrize("named", ["repair", "vectors"])
def test_a_model_that_only_one_side_names(named, tmp_path):
    nameless = replace(CARD, name=None)
    fitted = fit(site(np.random.default_rng(0), card=CARD if named == "repair" else nameless))
    today = site(np.random.default_rng(1), card=nameless if named == "repair" else CARD)
    code = "language.notices.model_unchecked"
    found = fitted.check(today)
    assert found.passed
    assert code in found.notice_codes
    mended = fitted.apply(today)
    assert [one.code for one in mended.notices] == [code]
    assert '"m"' in mended.notices[0].say()
    with mended_on_disk(fitted, today, tmp_path) as large:
        assert [one.code for one in large.notices] == [code]
    both = fit(site(np.random.default_rng(0)))
    assert both.apply(site(np.random.default_rng(1))).notices == ()


@slow
@pytest.mark.parametrize("n", [20, 100, 400])
@pytest.mark.parametrize("own", [True, False])
def test_one_false_alarm_in_a_hundred(n, own):
    """Of documents and queries together, within three standard errors of the simulation."""
    rng, alarms = np.random.default_rng(n + own), 0
    for _ in range(2_000):
        repair, today = fit(site(rng, n=60)), site(rng, n=n)
        found = repair.check(today) if own else repair.check(
            replace(today, query_vectors=None), queries=as_queries(site(rng, n=n)))  # fmt: skip
        assert len(found.query_drift) == 2
        alarms += "drifted" in found.states
    assert alarms / 2_000 <= 0.01 + 3 * (0.01 * 0.99 / 2_000) ** 0.5
