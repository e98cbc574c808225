"""What may not change the numbers, and what every result must be."""

import json

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.language import measure_language_bias, measure_repair_effect


def measure(data, **options):
    return measure_language_bias(data, key="key", language="lang", **options)


def numbers(bias):
    found = bias.to_dict()
    return json.dumps({name: found[name] for name in ("directions", "documents", "query_role")})


@pytest.fixture(scope="module")
def pages(made_set):
    return made_set(n=90, bias=0.8)


def test_row_order_does_not_matter(pages):
    shuffled = pages.take(np.random.default_rng(3).permutation(pages.n))
    assert numbers(measure(shuffled)) == numbers(measure(pages))


def test_ids_do_not_matter(pages):
    renamed = EmbeddingSet.from_arrays(
        pages.vectors, ids=[f"x{i * 7919 % 1009}" for i in range(pages.n)], columns=pages.columns
    )
    for direction, found in measure(renamed).directions.items():
        before = measure(pages).directions[direction]
        assert found.drop == before.drop
        assert found.guards == before.guards


def test_scale_of_the_vectors_does_not_matter(pages):
    scaled = EmbeddingSet.from_arrays(
        pages.vectors * np.geomspace(0.25, 4, pages.n)[:, None].astype(np.float32),
        ids=pages.ids, columns=pages.columns,
    )  # fmt: skip
    for direction, found in measure(scaled).directions.items():
        assert float(found.drop) == float(measure(pages).directions[direction].drop)


def test_swapped_languages_swap_the_directions(pages):
    names = {"ja": "en", "en": "ja"}
    swapped = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids,
        columns={**pages.columns, "lang": [names[name] for name in pages.columns["lang"]]},
    )  # fmt: skip
    there, back = measure(pages).directions, measure(swapped).directions
    for source, target in there:
        assert there[source, target].drop == back[target, source].drop
        assert there[source, target].mixed == back[target, source].mixed


def test_repeating_gives_the_same_bytes_and_another_seed_other_intervals(pages):
    first, second = measure(pages, rng=4), measure(pages, rng=4)
    assert numbers(first) == numbers(second)
    assert numbers(measure(pages, rng=5)) != numbers(first)
    assert numbers(measure(pages)) == numbers(measure(pages, rng=0))


def test_own_language_pages_do_not_touch_the_target_only_pool(pages):
    """Adding unpaired Japanese pages may only change the mixed pool."""
    extra = np.random.default_rng(1).normal(size=(50, pages.dimension)).astype(np.float32)
    more = EmbeddingSet.from_arrays(
        np.concatenate([pages.vectors, extra]),
        ids=[*pages.ids, *(f"extra{i}" for i in range(50))],
        columns={
            "key": [*pages.columns["key"], *(f"extra{i}" for i in range(50))],
            "lang": [*pages.columns["lang"], *["ja"] * 50],
        },
    )
    before, after = (measure(data).directions["ja", "en"] for data in (pages, more))
    assert before.target_only == after.target_only
    assert after.mixed.n_candidates == before.mixed.n_candidates + 50
    assert {note.code for note in measure(more).provenance.notices} >= {
        "embeddings.notices.unpaired", "language.notices.unequal_pools",
    }  # fmt: skip


def test_one_direction_alone_gives_the_same_numbers(pages):
    whole, part = measure(pages), measure(pages, source="ja", target="en")
    assert list(part.directions) == [("ja", "en")]
    assert part.directions["ja", "en"] == whole.directions["ja", "en"]


def test_mixing_never_helps(pages):
    for found in measure(pages).directions.values():
        assert all(float(drop) >= 0 for drop in found.drops.values())
        assert float(found.mrr_drop) >= 0


def test_input_is_not_changed(pages):
    before = pages.vectors.copy()
    measure(pages)
    measure_repair_effect(pages, key="key", language="lang")
    np.testing.assert_array_equal(pages.vectors, before)


def test_results_are_strict_json_with_tables(pages):
    bias = measure(pages)
    effect = measure_repair_effect(pages, key="key", language="lang", before=bias)
    for result in (bias, effect):
        document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert document["kind"] == result.kind
        assert "ja->en" in document["directions"]
        assert "ranks" not in document
        assert all(result.tables().values())
        assert result.to_markdown()
    assert len(json.dumps(bias.to_dict())) < 60_000


def test_histogram_counts_every_query(pages):
    for found in measure(pages).directions.values():
        bins = found.partner_ranks
        assert sum(bins["mixed"]) == sum(bins["target_only"]) == found.n
        assert bins["mixed"][0] == round(float(found.mixed.recall[1]) * found.n)
        assert all(a <= b for a, b in zip(bins["from"], bins["to"], strict=True))


def test_before_must_be_of_the_same_documents(pages, made_set):
    from monosashi.embeddings import DataError

    other = made_set(n=60)
    with pytest.raises(DataError, match="other documents"):
        measure_repair_effect(other, key="key", language="lang", before=measure(pages))


def test_effect_is_the_same_with_and_without_before(pages):
    a = measure_repair_effect(pages, key="key", language="lang")
    b = measure_repair_effect(pages, key="key", language="lang", before=measure(pages))
    assert a.directions == b.directions
