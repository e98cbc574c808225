"""Means of queries are never replaced by means of documents, and their drift by queries alone."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import LanguageCentering, PivotShift, load_repair
from monosashi.language.freshness import refresh_repair

CARD = ModelCard(name="m", role="passage")
STAY, MOVED = "language.notices.refresh_queries_stay", "language.notices.refresh_moved_queries"


def pages(n=220, *, seed=0, languages=("ja", "en"), card=CARD):
    """Documents, embedded in both roles as a model with two roles does it."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n * len(languages), 8)) + np.repeat(3.0 * np.eye(8)[: len(languages)],
                                                                n, axis=0)  # fmt: skip
    return EmbeddingSet.from_arrays(
        rows, columns={"lang": np.repeat(np.array(languages, dtype=object), n)}, model=card,
        query_vectors=rows + 1.0,
    )  # fmt: skip


def titles(n=60, *, seed=9, shift=0.0):
    """Queries of their own, which lie elsewhere than the documents in the query role."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(2 * n, 8)) + np.repeat(3.0 * np.eye(8)[:2], n, axis=0) - 2.0 + shift
    return EmbeddingSet.from_arrays(
        rows, columns={"lang": ["ja"] * n + ["en"] * n}, model=replace(CARD, role="query")
    )


def fit(queries):
    return LanguageCentering.fit(pages(), language="lang", queries=queries)


def codes(found):
    return [one.code for one in found.provenance.notices]


@pytest.mark.parametrize("kind", ["centring", "pivot"])
def test_documents_in_the_query_role_are_no_queries(kind):
    old = fit(titles()) if kind == "centring" else PivotShift.fit(
        pages(), language="lang", reference="en", queries=titles())  # fmt: skip
    found = refresh_repair(old, pages(seed=1))
    for name in ("ja", "en"):
        np.testing.assert_array_equal(found.repair.queries.means[name], old.queries.means[name])
        assert found.repair.queries.counts[name] == 60
        assert np.any(found.repair.documents.means[name] != old.documents.means[name])
    assert found.repair.query_spread == old.query_spread
    assert STAY in codes(found)
    direct = old.refit(pages(seed=1), language="lang", queries=titles())
    asked = titles(seed=4)
    np.testing.assert_allclose(found.repair.apply(asked, side="query").vectors,
                               direct.apply(asked, side="query").vectors)  # fmt: skip


def test_so_it_is_after_loading_and_with_units(tmp_path):
    fit(titles()).save(tmp_path / "fix")
    old = load_repair(tmp_path / "fix")
    assert (old.query_source, old.has_own_queries) == ("queries", True)
    found = refresh_repair(old, pages(seed=1), key=[str(i // 2) for i in range(440)])
    assert found.repair.query_spread == old.query_spread
    again = refresh_repair(found.repair, pages(seed=2))
    assert again.repair.queries.counts == old.queries.counts


def test_queries_that_are_given_replace_them_and_their_move_is_judged():
    old = fit(titles())
    near, far = titles(seed=5), titles(seed=5, shift=3.0)
    for asked, moved in ((near, 0), (far, 2)):
        found = refresh_repair(old, pages(seed=1), queries=asked)
        direct = LanguageCentering.fit(pages(seed=1), language="lang", queries=asked)
        np.testing.assert_array_equal(found.repair.queries.means["ja"], direct.queries.means["ja"])
        assert (codes(found).count(MOVED), STAY in codes(found)) == (moved, False)
    assert MOVED not in codes(refresh_repair(old, pages(seed=1)))


def test_means_of_documents_in_the_query_role_are_fitted_to_these_again():
    old = fit(pages().query_vectors)
    assert not old.has_own_queries
    found = refresh_repair(old, pages(seed=1))
    direct = LanguageCentering.fit(pages(seed=1), language="lang",
                                   queries=pages(seed=1).query_vectors)  # fmt: skip
    np.testing.assert_array_equal(found.repair.queries.means["ja"], direct.queries.means["ja"])
    assert STAY not in codes(found)


def test_means_of_another_model_cannot_stay():
    other = pages(seed=1, card=replace(CARD, name="n"))
    with pytest.raises(DataError, match="--queries"):
        refresh_repair(fit(titles()), other, force=True)


def test_a_language_without_a_mean_of_queries_is_refused():
    with pytest.raises(DataError, match="fr"):
        refresh_repair(fit(titles()), pages(languages=("ja", "en", "fr")), force=True)
    gone = refresh_repair(fit(titles()), pages(languages=("ja",)), force=True)
    assert list(gone.repair.queries.means) == ["ja"]


def test_a_check_holds_no_documents_against_means_of_queries():
    found = fit(titles()).check(pages(seed=1))
    assert (found.states, found.query_drift) == (("ok",), ())
    assert "language.notices.queries_not_checked" in found.notice_codes
    asked = fit(titles()).check(pages(seed=1), queries=titles(seed=5, shift=3.0))
    assert asked.states == ("drifted",)


def test_the_very_queries_of_the_fit_agree_by_construction():
    found = fit(titles()).check(pages(seed=1), queries=titles())
    assert "language.notices.own_queries" in found.notice_codes
    assert "language.notices.own_sample" not in found.notice_codes
    assert [one["fitted_to_sample"] for one in found.to_dict()["query_drift"]] == [True, True]
    fresh = fit(titles()).check(pages(seed=1), queries=titles(seed=5))
    assert "language.notices.own_queries" not in fresh.notice_codes


@pytest.mark.parametrize(("asked", "own"), [(titles(), True), (pages().query_vectors, False)])
def test_an_older_folder_says_it_by_its_counts(tmp_path, asked, own):
    fit(asked).save(tmp_path / "fix")
    file = tmp_path / "fix" / "repair.json"
    head = json.loads(file.read_text(encoding="utf-8"))
    del head["query_source"]
    file.write_text(json.dumps(head), encoding="utf-8")
    assert load_repair(tmp_path / "fix").has_own_queries is own
    head["query_source"] = "readers"
    file.write_text(json.dumps(head), encoding="utf-8")
    with pytest.raises(DataError, match="readers"):
        load_repair(tmp_path / "fix")


def test_a_sample_larger_than_what_was_fitted_shows_growth():
    old = LanguageCentering.fit(pages(), language="lang")
    found = old.check(pages(400, seed=1))
    assert (found.states, found.passed) == (("grown",), True)
    assert [(one.language, one.fitted, one.now) for one in found.growth] == [
        (None, 440, 800), ("en", 220, 400), ("ja", 220, 400)]  # fmt: skip
    (finding,) = found.findings()
    assert finding.code == "language.check_outgrown"
    uneven = old.check(pages(400, seed=1).take(np.r_[:400, 400:500]))
    assert uneven.findings()[0].code == "language.check_outgrown_language"
    assert old.check(pages(250, seed=1)).growth == ()
    assert old.check(pages(50, seed=1)).growth == ()
