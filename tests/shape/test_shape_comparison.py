"""Paired comparison of models."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.shape import compare_shapes
from monosashi.words import LANGUAGES, say


def panel_of(*matrices, names=None):
    names = names or [f"m{i}" for i in range(len(matrices))]
    return Panel.of(*(EmbeddingSet.from_arrays(m) for m in matrices), names=names)


def models(groups=12, each=4, widths=(0.4, 0.45, 1.0), d=10, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), each)
    centres = rng.normal(size=(groups, d))[labels]
    return panel_of(*(centres + w * rng.normal(size=(len(labels), d)) for w in widths)), labels


def test_paired_standard_errors_of_three_models(shared_oracle, shared_numbers):
    held, vegan = shared_oracle("d19_three_models"), shared_numbers["R_vegan"]["d19_three_models"]
    panel = panel_of(held["A"], held["B"], held["C"], names=list("ABC"))
    found = compare_shapes(panel, held["g"], statistics=("r_squared", "w_bar"))
    keys = {"r_squared": "paired_se_R2", "w_bar": "paired_se_Wbar"}
    for row in found.differences:
        wanted = vegan[keys[row["statistic"]]].get(row["model_a"] + row["model_b"])
        if wanted is not None:
            assert row["standard_error"] == pytest.approx(wanted, abs=1e-12)
    for model in "ABC":
        level = found.levels[model]["r_squared"]
        assert level.value == pytest.approx(vegan[model]["R2"], abs=1e-12)
        assert level.standard_error == pytest.approx(vegan[model]["jackknife"]["se_R2"], abs=1e-12)
    assert found.best == "A"
    assert found.tied_with_best == ("A",)


def test_clear_and_tied():
    panel, labels = models()
    found = compare_shapes(panel, labels)
    assert found.tied_with_best == ("m0", "m1")
    assert found.findings()[0].code == "shape.tied"
    last = compare_shapes(Panel.of(panel["m0"], panel["m2"], names=["a", "b"]), labels)
    assert last.findings()[0].code == "shape.ahead"
    row = last.differences[0]
    assert 0 < row["low"] < row["bias_corrected"] < row["high"]
    assert row["p_value"] == row["p_adjusted"]


def test_order_of_the_models_only_turns_signs():
    panel, labels = models()
    back = Panel.of(*reversed(panel.sets), names=list(reversed(panel.names)))
    a, b = compare_shapes(panel, labels), compare_shapes(back, labels)
    one = next(r for r in a.differences if (r["model_a"], r["model_b"]) == ("m0", "m2"))
    two = next(r for r in b.differences if (r["model_a"], r["model_b"]) == ("m2", "m0"))
    assert one["difference"] == pytest.approx(-two["difference"])
    assert (one["low"], one["high"]) == pytest.approx((-two["high"], -two["low"]))
    assert set(a.tied_with_best) == set(b.tied_with_best)
    assert a.findings()[0].numbers["difference"] == pytest.approx(
        b.findings()[0].numbers["difference"]
    )


def test_holm_over_pairs():
    panel, labels = models()
    holm = compare_shapes(panel, labels).differences
    bonferroni = compare_shapes(panel, labels, adjust="bonferroni").differences
    for a, b in zip(holm, bonferroni, strict=True):
        assert a["p_value"] <= a["p_adjusted"] <= b["p_adjusted"] <= 1


def test_a_turned_and_scaled_copy_is_tied_without_a_p():
    panel, labels = models(widths=(0.5,) * 2)
    first = panel["m0"].vectors
    turned = 3 * first @ np.linalg.qr(np.random.default_rng(1).normal(size=(10, 10)))[0]
    found = compare_shapes(panel_of(first, turned), labels)
    assert found.differences[0]["p_value"] is None
    assert found.tied_with_best == ("m0", "m1")
    assert found.agreement[0]["knn_overlap"] == 1.0


def test_neighbours_have_the_last_word_on_order():
    panel, labels = models()
    rows = {(r["model_a"], r["model_b"]): r for r in compare_shapes(panel, labels).agreement}
    row = rows["m0", "m1"]
    assert row["k"] == 10
    assert row["chance"] == pytest.approx(10 / 47)
    assert rows["m0", "m2"]["knn_overlap"] < row["knn_overlap"] < 1
    lists = []
    for name in ("m0", "m1"):
        unit = panel[name].unit().vectors
        cosine = unit @ unit.T
        np.fill_diagonal(cosine, -2)
        lists.append(np.argsort(-cosine, axis=1)[:, :10])
    common = [len(set(a) & set(b)) for a, b in zip(*lists, strict=True)]
    assert row["knn_overlap"] == pytest.approx(np.mean(common) / 10)


def test_bootstrap_is_a_second_opinion():
    panel, labels = models(groups=25)
    options = {"statistics": ("r_squared", "icc")}
    a = compare_shapes(panel, labels, **options)
    b = compare_shapes(panel, labels, method="bootstrap", rng=1, **options)
    assert b.levels["m0"]["r_squared"].method.startswith("cluster bootstrap")
    for one, two in zip(a.differences, b.differences, strict=True):
        assert two["standard_error"] == pytest.approx(one["standard_error"], rel=0.25)
        assert two["low"] == pytest.approx(one["low"], abs=one["standard_error"])
    assert a.tied_with_best == b.tied_with_best
    again = compare_shapes(panel, labels, method="bootstrap", rng=1, **options)
    assert again.to_dict() == b.to_dict()


def test_unknown_names_are_listed_with_the_known_ones():
    panel, labels = models()
    with pytest.raises(DataError, match=r'"ICC2".*r_squared, icc') as raised:
        compare_shapes(panel, labels, statistics=("ICC2",), method="x", adjust="y", confidence=2)
    assert len(raised.value.faults) == 4
    with pytest.raises(DataError, match="no statistic"):
        compare_shapes(panel, labels, statistics=())


@pytest.mark.parametrize(("method", "groups"), [("jackknife", 2), ("bootstrap", 4)])
def test_too_few_groups(method, groups):
    panel, labels = models(groups=groups)
    with pytest.raises(DataError, match=f"{groups} groups are too few"):
        compare_shapes(panel, labels, method=method)


def test_models_without_variation_are_named():
    panel, labels = models()
    flat = panel_of(np.ones((48, 3)), panel["m0"].vectors, np.ones((48, 2)))
    with pytest.raises(DataError, match=r"m0[\s\S]*m2"):
        compare_shapes(flat, labels)


def test_undefined_without_one_group():
    rng = np.random.default_rng(0)
    panel = panel_of(rng.normal(size=(5, 3)), rng.normal(size=(5, 3)))
    with pytest.raises(DataError, match="without one of the groups"):
        compare_shapes(panel, list("aabcd"))


def test_scale_bound_statistics_never_decide():
    panel, labels = models()
    found = compare_shapes(panel, labels, statistics=("w_bar",))
    assert found.best is None
    assert found.tied_with_best == ()
    assert "best" in found.reasons
    assert found.findings() == []


def test_few_groups_are_said():
    panel, labels = models(groups=6)
    findings = compare_shapes(panel, labels).findings()
    assert [f.code for f in findings][1] == "shape.groups"
    assert findings[0].level == "warning"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_tables_and_json(language):
    panel, labels = models()
    tied = compare_shapes(panel, labels)
    ahead = compare_shapes(Panel.of(panel["m0"], panel["m2"], names=["a", "b"]), labels)
    for found in (tied, ahead):
        json.dumps(found.to_dict(), allow_nan=False)
        assert set(found.tables()) == {"comparison_levels", "comparison_differences",
                                       "comparison_agreement"}  # fmt: skip
        finding = found.findings()[0]
        for part in ("headline", "usual", "meaning", "next", "verify"):
            assert say(f"shape.findings.{finding.code.split('.')[1]}.{part}", language,
                       **finding.numbers)  # fmt: skip
    assert repr(tied).startswith("ShapeComparison(r_squared: m0")
