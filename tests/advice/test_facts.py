import numpy as np
import pytest

from monosashi.advice import measure_facts
from monosashi.embeddings import DataError, EmbeddingSet


def cloud(n=60, d=8, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def codes(facts):
    return {finding.code for finding in facts.findings()}


def test_the_worked_example():
    facts = measure_facts([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    assert facts.v == pytest.approx(0.55, abs=1e-12)
    assert facts.v_unbiased == pytest.approx(0.55 * 4 / 3, abs=1e-12)
    assert facts.mean_resultant_length == pytest.approx(0.45**0.5, abs=1e-12)
    assert facts.unit_norm


def test_v_keeps_its_digits_when_all_directions_are_nearly_one():
    z = cloud(200, 16)
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    near = np.hstack([np.sqrt(1e-7) * z, np.full((200, 1), np.sqrt(1 - 1e-7))]).astype(np.float32)
    assert measure_facts(near).v == pytest.approx(1e-7 * measure_facts(z).v, rel=1e-3)


def test_zero_vectors_are_counted_and_left_out():
    x = cloud()
    x[[3, 7]] = 0
    facts = measure_facts(x)
    assert (facts.n, facts.zero_vectors) == (58, 2)
    assert "advice.zero_vectors" in codes(facts)
    assert facts.norm_low > 0


def test_identical_vectors_with_other_texts_are_told_apart_from_copies():
    x = cloud()
    x[1] = x[0]
    x[3] = x[2]
    texts = [f"text {i}" for i in range(60)]
    texts[3] = texts[2]
    facts = measure_facts(EmbeddingSet.from_arrays(x, columns={"text": texts}))
    assert facts.identical_vectors == 4
    assert [row["ids"] for row in facts.identical_with_other_text] == [["0", "1"]]
    assert facts.near_duplicate_pairs == 2
    assert {"advice.identical_vectors", "advice.near_duplicates"} <= codes(facts)


def test_more_copies_than_a_list_is_long_are_still_a_finding():
    x = np.vstack([np.tile(cloud(1), (30, 1)), cloud(40, seed=1)])
    facts = measure_facts(x)
    assert facts.identical_vectors == 30
    assert facts.near_duplicate_pairs >= 30


def test_one_coordinate_that_dominates_is_named():
    x = cloud(200, 64)
    x[:, 5] += 30
    facts = measure_facts(x)
    assert [row["dimension"] for row in facts.dominant_dimensions] == [5]
    assert facts.dominant_dimensions[0]["centred_share"] < facts.top_dimension_share


def test_lengths_other_than_one_are_a_note():
    facts = measure_facts(3 * cloud())
    assert not facts.unit_norm
    assert "advice.norms" in codes(facts)


def test_nothing_stands_out_in_plain_unit_vectors():
    x = cloud(200, 32)
    assert codes(measure_facts(x / np.linalg.norm(x, axis=1, keepdims=True))) == set()


@pytest.mark.parametrize("kind", ["order", "float32", "scale"])
def test_invariances(kind):
    x = cloud(100, 16)
    changed = {"order": x[::-1], "float32": x.astype(np.float32), "scale": x * 1e-20}[kind]
    a, b = measure_facts(x), measure_facts(changed)
    assert a.v == pytest.approx(b.v, rel=1e-6)
    assert a.near_duplicate_pairs == b.near_duplicate_pairs


def test_one_row_is_too_few():
    with pytest.raises(DataError):
        measure_facts([[1.0, 2.0]])
