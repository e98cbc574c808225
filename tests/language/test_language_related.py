"""Related pages: what stands in a list, what in none, and runs that build on each other."""

import json
from dataclasses import replace

import numpy as np
import pytest
from language.gate_sites import site, topics

import monosashi as ms
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import LanguageCentering
from monosashi.language.related import read_related, related


@pytest.fixture(scope="module")
def pages():
    return site(60, noise=0.2)


def lists(found):
    return {
        page.id: {name: [(one.id, one.score) for one in listed]
                  for name, listed in page.related.items()}
        for page in found.pages
    }  # fmt: skip


def saved(found, folder):
    found.save(folder)
    return read_related(folder)


def test_lists_by_hand():
    held = EmbeddingSet.from_arrays(
        [[1, 0, 0], [0.8, 0.6, 0], [0, 1, 0], [0, 0, 1], [0.6, 0.8, 0]],
        ids=["a", "b", "c", "alone", "a-ja"],
        columns={"key": ["a", "b", "c", "d", "a"], "language": ["en"] * 4 + ["ja"]},
    )
    found = related(held, floor=0.5, k=2)
    assert lists(found)["a"] == {"en": [("b", 0.8)], "ja": []}
    assert lists(found)["b"] == {"en": [("a", 0.8), ("c", 0.6)], "ja": [("a-ja", 0.96)]}
    assert lists(found)["alone"] == {"en": [], "ja": []}
    assert [page.id for page in found.pages if page.alone] == ["alone"]
    by_id = {page.id: page for page in found.pages}
    assert by_id["a"].translations == {"ja": "a-ja"}
    assert by_id["a-ja"].translations == {"en": "a"}
    assert lists(found)["a-ja"]["en"] == [("b", 0.96), ("c", 0.8)]
    assert list(by_id["a-ja"].related) == ["ja", "en"]


def test_floors_are_percentiles_of_pairs_of_different_pages(pages):
    found = related(pages, percentile=90)
    unit = pages.unit().vectors.astype(float)
    en, ja = unit[:60], unit[60:]
    inside = (en @ en.T)[np.triu_indices(60, 1)]
    across = (en @ ja.T)[~np.eye(60, dtype=bool)]
    assert found.floors["en", "en"] == pytest.approx(np.percentile(inside, 90), abs=1e-9)
    assert found.floors["en", "ja"] == pytest.approx(np.percentile(across, 90), abs=1e-9)
    assert found.floors["ja", "en"] == found.floors["en", "ja"]


def test_pages_without_company_have_none(pages):
    far = np.zeros((1, 24))
    far[0] = -pages.vectors[:60].mean(axis=0)
    odd = EmbeddingSet.from_arrays(
        np.vstack([pages.vectors, far]), ids=[*pages.ids, "odd"],
        columns={"key": [*pages.columns["key"], "odd"],
                 "language": [*pages.columns["language"], "en"]},
    )  # fmt: skip
    found = related(odd)
    assert next(page for page in found.pages if page.id == "odd").alone


def test_routing_raw_inside_mended_across():
    biased = site(80, bias=2.0, noise=0.2)
    repair = LanguageCentering.fit(biased, language="language")
    raw, mended = related(biased, floor=-1.0), related(biased, floor=-1.0, repair=repair)
    for before, after in zip(raw.pages, mended.pages, strict=True):
        assert before.related[before.language] == after.related[after.language]
    centred = repair.apply(biased).unit().vectors.astype(float)
    scores = centred[0] @ centred[80:].T
    scores[0] = -2
    best = mended.pages[0].related["ja"][0]
    assert best.id == f"k{scores.argmax():03d}/ja"
    assert best.score == pytest.approx(scores.max(), abs=1e-6)
    assert mended.method == "repair"


def change(pages, seed):
    """Drop some pages, rewrite some, add some; return the site of tomorrow."""
    rng = np.random.default_rng(seed)
    kept = np.sort(rng.choice(pages.n, size=pages.n - 7, replace=False))
    held = pages.take(kept)
    vectors = held.vectors.copy()
    vectors[rng.choice(held.n, 5, replace=False)] = topics(5, seed=seed + 50)
    new = topics(4, seed=seed + 90)
    columns = {
        "key": [*held.columns["key"], *(f"new{i}" for i in range(4))],
        "language": [*held.columns["language"], "en", "ja", "en", "ja"],
        "text": [*held.columns["text"], *(f"new {i}" for i in range(4))],
    }
    return EmbeddingSet.from_arrays(np.vstack([vectors, new]), columns=columns, model=pages.model,
                                    ids=[*held.ids, *(f"new{i}" for i in range(4))])  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("k", [1, 4])
def test_a_run_that_builds_on_another_gives_what_a_whole_run_gives(pages, tmp_path, seed, k):
    earlier = saved(related(pages, k=k, floor=0.2), tmp_path / "run")
    tomorrow = change(pages, seed)
    step, whole = related(tomorrow, k=k, floor=0.2, previous=earlier), related(
        tomorrow, k=k, floor=0.2)  # fmt: skip
    assert lists(step) == lists(whole)
    assert 9 <= step.computed < tomorrow.n
    assert step.computed + step.kept == tomorrow.n


def test_a_site_that_has_not_changed_computes_nothing(pages, tmp_path):
    first = related(pages)
    again = related(pages, previous=saved(first, tmp_path / "run"))
    assert (again.computed, again.kept) == (0, 120)
    assert lists(again) == lists(first)
    shuffled = pages.take(np.random.default_rng(0).permutation(120))
    assert related(shuffled, previous=tmp_path / "run").computed == 0


def test_a_new_text_alone_makes_a_page_new(pages, tmp_path):
    earlier = saved(related(pages), tmp_path / "run")
    texts = pages.columns["text"].copy()
    texts[3] = "another text"
    renewed = replace(pages, columns={**pages.columns, "text": texts})
    found = related(renewed, previous=earlier)
    assert 1 <= found.computed < 20


@pytest.mark.parametrize("options", [{"k": 3}, {"percentile": 95.0}, {"floor": 0.3}])
@pytest.mark.parametrize("words", ["en", "ja"])
def test_other_settings_compute_everything(pages, tmp_path, options, words):
    earlier = saved(related(pages), tmp_path / "run")
    found = related(pages, previous=earlier, **options)
    assert found.kept == 0
    (note,) = (one for one in found.provenance.notices if one.code.endswith("_changed"))
    ((name, now),) = options.items()
    assert all(text in note.say(words) for text in (name, str(now)))


def test_another_model_is_named(pages, tmp_path):
    earlier = saved(related(pages), tmp_path / "run")
    other = replace(pages, model=replace(pages.model, name="m2"))
    found = related(other, previous=earlier)
    assert found.kept == 0
    assert any("m2" in note.say("en") for note in found.provenance.notices)


def test_a_result_that_does_not_know_its_settings_is_read_all_the_same(pages, tmp_path):
    related(pages).save(tmp_path / "run")
    place = tmp_path / "run" / "result.json"
    told = json.loads(place.read_text(encoding="utf-8"))
    del told["made_with"]
    place.write_text(json.dumps(told), encoding="utf-8")
    found = related(pages, previous=tmp_path / "run", k=3)
    assert any(note.code.endswith("settings_changed") for note in found.provenance.notices)


def test_the_same_repair_of_another_day_keeps_all_and_a_new_text_makes_one_page_new(tmp_path):
    held = site(60, bias=1.0)
    mend = LanguageCentering.fit(held, language="language", built_at="2026-01-10")
    earlier = saved(related(held, repair=mend), tmp_path / "run")
    again = replace(mend, built_at="2026-02-10")
    assert related(held, repair=again, previous=earlier).computed == 0
    vectors = held.vectors.copy()
    vectors[0] = vectors[1]  # of the first page
    found = related(replace(held, vectors=vectors), repair=mend, previous=earlier)
    assert 1 <= found.computed < held.n


def test_another_repair_computes_everything(tmp_path):
    held = site(60, bias=1.0)
    weak, strong = (LanguageCentering.fit(held, language="language", strength=s)
                    for s in (0.5, 1.0))  # fmt: skip
    earlier = saved(related(held, repair=weak), tmp_path / "run")
    found = related(held, repair=strong, previous=earlier)
    assert found.kept == 0
    assert any(one.code.endswith("repair_changed") for one in found.provenance.notices)
    assert related(held, repair=weak, previous=earlier).computed == 0


def test_floors_of_before_stay_until_they_are_measured_anew(pages, tmp_path):
    earlier = saved(related(pages), tmp_path / "run")
    tomorrow = change(pages, 1)
    step = related(tomorrow, previous=earlier)
    assert step.floors == earlier.floors
    anew = related(tomorrow, previous=earlier, refit_floor=True)
    assert anew.floors == related(tomorrow).floors
    assert anew.floors != earlier.floors
    assert lists(anew) == lists(related(tomorrow))


def test_a_stale_repair_is_refused():
    held = site(200, bias=2.0)
    repair = LanguageCentering.fit(held, language="language")
    with pytest.raises(DataError, match="drifted"):
        related(replace(held, vectors=held.vectors + 0.8), repair=repair)


def test_what_is_no_earlier_result_is_refused(tmp_path, pages):
    place = tmp_path / "result.json"
    for text in ("{", '{"kind": "audit"}', '{"kind": "related"}', "[]"):
        place.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match="nothing was replaced"):
            related(pages, previous=place)


@pytest.mark.parametrize(("options", "code"), [
    ({"k": 0}, "bad_k"), ({"floor": 1.5}, "related_floor"),
    ({"percentile": 100.0}, "related_percentile"),
])  # fmt: skip
def test_numbers_that_cannot_be(pages, options, code):
    with pytest.raises(DataError) as caught:
        related(pages, **options)
    assert caught.value.faults[0].code == f"language.errors.{code}"


def test_the_result_is_strict_json(pages):
    found = related(pages.take(range(5)))
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["kind"] == "related"
    assert ms.related is related
