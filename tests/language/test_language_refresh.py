"""Fitting again, keeping what was, and mending block by block."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import LanguageCentering, LanguageSubspaceRemoval, PivotShift, load_repair
from monosashi.language.freshness import mending, refresh_repair, save_refreshed
from monosashi.language.freshness.mending import mended_on_disk

CARD = ModelCard(name="m", role="passage")


def pages(n=60, *, seed=0, shift=0.0, languages=("ja", "en"), queries=False):
    rng = np.random.default_rng(seed)
    tongues = np.repeat(3.0 * np.eye(8)[: len(languages)], n, axis=0)
    rows = rng.normal(size=(n * len(languages), 8)) + tongues + shift
    return EmbeddingSet.from_arrays(
        rows.astype(np.float32), columns={"lang": np.repeat(np.array(languages, dtype=object), n)},
        model=CARD, query_vectors=(rows + 0.1).astype(np.float32) if queries else None,
    )  # fmt: skip


@pytest.mark.parametrize(
    "make",
    [lambda data: LanguageCentering.fit(data, language="lang", strength=0.75, renormalise=False),
     lambda data: LanguageSubspaceRemoval.fit(data, language="lang", rank=3),
     lambda data: PivotShift.fit(data, language="lang", reference="en", side="index"),
     lambda data: LanguageCentering.fit(data, language=["all"] * data.n)],
    ids=["centring", "lir", "index", "global"],
)  # fmt: skip
def test_the_same_recipe_for_other_pages(make):
    later = pages(seed=1, shift=0.4)
    found = refresh_repair(make(pages()), later)
    direct = make(later)
    assert found.repair.settings() == direct.settings()
    assert found.repair.renormalise == direct.renormalise
    assert found.repair.column == direct.column
    assert found.repair.spread == direct.spread
    np.testing.assert_array_equal(found.repair.apply(later).vectors, direct.apply(later).vectors)


def test_moves_are_distances_between_old_and_new_means():
    old = LanguageCentering.fit(pages(), language="lang", built_at="2026-01-02")
    found = refresh_repair(old, pages(seed=1, shift=0.4, languages=("ja", "fr")), force=True)
    moves = {one.language: one for one in found.moves}
    expected = np.linalg.norm(found.repair.documents.means["ja"] - old.documents.means["ja"])
    assert moves["ja"].distance == pytest.approx(expected)
    assert (moves["en"].after, moves["fr"].before) == (None, None)
    assert moves["en"].distance is None
    assert (found.built_before, found.repair.built_at) == ("2026-01-02", found.built_at)


def test_what_fit_refuses_refresh_refuses():
    old = LanguageCentering.fit(pages(), language="lang")
    with pytest.raises(DataError, match="40 documents"):
        refresh_repair(old, pages(40))
    assert refresh_repair(old, pages(40), force=True).repair.documents.n == 80


def test_a_language_that_shrinks_or_goes_is_refused_though_others_grow():
    old = LanguageCentering.fit(pages(260), language="lang")
    more = pages(400, seed=1)
    fewer = more.take(np.r_[:400, 400:500])
    with pytest.raises(DataError, match="en 260 → 100") as told:
        refresh_repair(old, fewer)
    assert "ja" not in told.value.faults[0].values["ids"]
    with pytest.raises(DataError, match="en 260 → 0"):
        refresh_repair(old, pages(400, languages=("ja", "fr")))
    assert refresh_repair(old, fewer, force=True).repair.documents.counts["en"] == 100


def test_means_of_queries_need_queries():
    with_queries = pages(queries=True)
    old = LanguageCentering.fit(with_queries, language="lang", queries=with_queries.query_vectors)
    with pytest.raises(DataError, match="quer"):
        refresh_repair(old, pages(seed=1))
    found = refresh_repair(old, pages(seed=1), queries=pages(seed=2))
    assert {one.side for one in found.moves} == {"document", "query"}


def test_the_old_folder_is_kept_under_a_name_of_its_own(tmp_path):
    old = LanguageCentering.fit(pages(), language="lang", built_at="2026-01-02")
    old.save(tmp_path / "fix")
    first = save_refreshed(refresh_repair(old, pages(seed=1)), tmp_path / "fix")
    second = save_refreshed(refresh_repair(old, pages(seed=2)), tmp_path / "fix")
    assert [first.name, second.name] == ["fix.before-2026-01-02", "fix.before-2026-01-02-2"]
    assert load_repair(first).fingerprint == old.fingerprint
    assert load_repair(second).fingerprint != old.fingerprint
    assert sorted(one.name for one in tmp_path.iterdir()) == ["fix", first.name, second.name]


def test_a_refresh_that_fails_half_way_loses_nothing(tmp_path, monkeypatch):
    old = LanguageCentering.fit(pages(), language="lang", built_at="2026-01-02")
    old.save(tmp_path / "fix")
    found = refresh_repair(old, pages(seed=1))

    def fail(*_):
        raise OSError(28, "no space")

    monkeypatch.setattr(LanguageCentering, "save", fail)
    with pytest.raises(OSError, match="space"):
        save_refreshed(found, tmp_path / "fix")
    assert load_repair(tmp_path / "fix").fingerprint == old.fingerprint


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(mending, "IN_MEMORY", 0)
    monkeypatch.setattr(mending, "ROWS", 7)


@pytest.mark.parametrize("language", [None, "lang", "values"])
@pytest.mark.usefixtures("small_blocks")
def test_block_by_block_gives_the_same_bits(tmp_path, language):
    data = pages(queries=True)
    given = list(data.columns["lang"]) if language == "values" else language
    repair = LanguageCentering.fit(data, language="lang")
    whole = repair.apply(data)
    with mended_on_disk(repair, data, tmp_path, language=given) as made:
        assert isinstance(made.vectors, np.memmap)
        np.testing.assert_array_equal(made.vectors, whole.vectors)
        np.testing.assert_array_equal(made.query_vectors, whole.query_vectors)
        assert made.model == whole.model
        made.save(tmp_path / "out.npz")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["out.npz", "out.npz.card.json"]


@pytest.mark.usefixtures("small_blocks")
def test_faults_name_rows_of_the_whole_set(tmp_path):
    data = pages()
    repair = LanguageCentering.fit(data, language="lang")
    vectors = data.vectors.copy()
    vectors[[3, 40]] = 0.0
    with (
        pytest.raises(DataError) as error,
        mended_on_disk(repair, replace(data, vectors=vectors), tmp_path),
    ):
        pass
    assert [one.rows for one in error.value.faults] == [(3,), (40,)]
    assert '"40"' in error.value.say("en")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_blocks")
def test_unknown_languages_are_named_with_their_rows(tmp_path):
    data = pages()
    repair = LanguageCentering.fit(data, language="lang")
    labels = data.columns["lang"].copy()
    labels[100] = "fr"
    with (
        pytest.raises(DataError) as error,
        mended_on_disk(repair, replace(data, columns={"lang": labels}), tmp_path),
    ):
        pass
    assert error.value.faults[0].rows == (100,)
    assert '"fr"' in error.value.say("en")


@pytest.mark.usefixtures("small_blocks")
def test_another_model_is_said_once(tmp_path):
    repair = LanguageCentering.fit(pages(), language="lang")
    other = replace(pages(), model=ModelCard(name="other"))
    with pytest.raises(DataError) as error, mended_on_disk(repair, other, tmp_path):
        pass
    assert len(error.value.faults) == 1
