"""Sums of squares of several factors: numbers of R, identities, invariances."""

import numpy as np
import pytest

from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import EmbeddingSet
from monosashi.report.sections.partition import partition_section
from monosashi.report.tongue import Tongue
from monosashi.shape import measure_shape, partition_variance
from monosashi.words import say

MODELS = {
    "terms_topic_lang": (["topic", "lang", "topic:lang"], "terms"),
    "terms_lang_topic": (["lang", "topic", "lang:topic"], "terms"),
    "margin_main": (["topic", "lang"], "margin"),
    "margin_full": (["topic", "lang", "topic:lang"], "margin"),
}


@pytest.fixture
def data(oracle):
    held = oracle("d11_twofactor_unbalanced")
    return EmbeddingSet.from_arrays(
        held["Z"], columns={"topic": held["topic"], "lang": held["lang"]})  # fmt: skip


@pytest.fixture
def vegan(expected):
    return expected["d11_twofactor_unbalanced"]["vegan"]


def by_names(vegan, model):
    held = vegan[model]
    columns = zip(*(held[key] for key in ("df", "SS", "R2", "F", "p")), strict=True)
    return dict(zip([name.lower() for name in held["terms"]], columns, strict=True))


@pytest.mark.parametrize("model", MODELS)
def test_sums_of_squares_of_r(model, data, vegan):
    factors, by = MODELS[model]
    found = partition_variance(data, factors, by=by, permutations=9)
    for name, (df, ss, r_squared, f, _) in by_names(vegan, model).items():
        row = found[name]
        assert row["df"] == df
        assert row["ss"] == pytest.approx(ss, rel=1e-12)
        assert row["r_squared"] == pytest.approx(r_squared, rel=1e-12)
        assert row["f"] == (None if f is None else pytest.approx(f, rel=1e-12))


@pytest.mark.parametrize("model", MODELS)
def test_raw_rows_give_the_p_of_adonis2(model, data, vegan):
    factors, by = MODELS[model]
    found = partition_variance(data, factors, by=by, method="raw")
    for name, (*_, p) in by_names(vegan, model).items():
        if p is not None:
            reach = 4 * np.sqrt(2 * p * (1 - p) / 9999)
            assert found[name]["p_value"] == pytest.approx(p, abs=reach)


def test_whole_model_and_adjusted_shares_of_r(data, vegan):
    found = partition_variance(data, ["topic", "lang", "topic:lang"], permutations=9)
    assert float(found.r_squared) == pytest.approx(vegan["omnibus"]["R2"][0], rel=1e-12)
    main = partition_variance(data, ["topic", "lang"], permutations=9)
    unique = sum(vegan["varpart_adjR2"][:3])
    assert main.adjusted_r_squared == pytest.approx(unique, rel=1e-12)


def test_language_given_topic_as_a_covariate(data, vegan):
    """A label that enters as covariate is dbrda's Condition()."""
    found = partition_variance(data, ["lang"], covariates=["topic"])
    labels = data.columns["topic"].astype(str)
    named = partition_variance(data, ["lang"], covariates={"topic": labels}, permutations=999)
    given = vegan["dbrda_lang_given_topic"]
    assert named["lang"]["ss"] == pytest.approx(given["SS"][0], rel=1e-12)
    assert named["lang"]["f"] == pytest.approx(given["F"], rel=1e-12)
    assert named["lang"]["p_value"] == 0.001
    assert named["topic"]["df"] == 3
    assert found["topic"]["df"] == 1, "whole numbers are numbers when they enter as covariate"


def crossed(rng, per_cell, d=6):
    """4 topics by 3 languages; ``per_cell`` objects in each combination."""
    cells = [(one, other) for one in range(4) for other in range(3)]
    sizes = np.broadcast_to(per_cell, 12)
    topic, lang = np.repeat(np.array(cells), sizes, axis=0).T
    rows = rng.normal(size=(4, d))[topic] + 0.7 * rng.normal(size=(3, d))[lang]
    return rows + 0.5 * rng.normal(size=(len(topic), d)), topic, lang


UNEVEN = [2, 5, 1, 3, 3, 4, 6, 1, 2, 2, 2, 5]


def least_squares(rows, *columns):
    """SS of the residuals of a linear model, by another road."""
    dummies = [(np.unique(c)[None] == np.asarray(c)[:, None]).astype(float) if np.ndim(c) == 1
               and np.asarray(c).dtype.kind in "iU" else np.asarray(c, float)[:, None]
               for c in columns]  # fmt: skip
    model = np.concatenate([np.ones((len(rows), 1)), *dummies], axis=1)
    return ((rows - model @ np.linalg.lstsq(model, rows, rcond=None)[0]) ** 2).sum()


@pytest.mark.parametrize("seed", range(3))
def test_sequential_and_marginal_against_least_squares(seed):
    rng = np.random.default_rng(seed)
    rows, topic, lang = crossed(rng, UNEVEN)
    size = rng.normal(size=len(rows)) + lang
    options = {"covariates": {"size": size}, "normalise": False, "permutations": 9}
    factors = {"topic": topic, "lang": lang}
    sequential = partition_variance(rows, factors, **options)
    marginal = partition_variance(rows, factors, by="margin", **options)
    full = least_squares(rows, size, topic, lang)
    assert sequential["residual"]["ss"] == pytest.approx(full, rel=1e-10)
    first = least_squares(rows, size) - least_squares(rows, size, topic)
    assert sequential["topic"]["ss"] == pytest.approx(first, rel=1e-10)
    for name, others in (("topic", (size, lang)), ("lang", (size, topic))):
        alone = least_squares(rows, *others) - full
        assert marginal[name]["ss"] == pytest.approx(alone, rel=1e-9)
        assert marginal[name]["partial_r_squared"] == pytest.approx(alone / (alone + full), 1e-9)


def test_sequential_sums_add_up_to_the_total():
    rows, topic, lang = crossed(np.random.default_rng(0), UNEVEN)
    found = partition_variance(rows, {"topic": topic, "lang": lang}, interactions="topic:lang",
                               permutations=9)  # fmt: skip
    *parts, total = found.rows
    assert sum(row["ss"] for row in parts) == pytest.approx(total["ss"], rel=1e-12)
    assert sum(row["df"] for row in parts) == total["df"] == len(rows) - 1
    assert sum(row["r_squared"] for row in parts) == pytest.approx(1.0, abs=1e-12)
    assert float(found.r_squared) == pytest.approx(1 - parts[-1]["r_squared"], abs=1e-12)


def test_orthogonal_design_has_one_answer():
    rows, topic, lang = crossed(np.random.default_rng(1), 3)
    answers = [partition_variance(rows, factors, by=by, permutations=9)
               for factors in ({"topic": topic, "lang": lang}, {"lang": lang, "topic": topic})
               for by in ("terms", "margin")]  # fmt: skip
    for name in ("topic", "lang"):
        ss = [found[name]["ss"] for found in answers]
        assert ss == pytest.approx([ss[0]] * 4, rel=1e-12)
    assert answers[0].shared_r_squared == pytest.approx(0.0, abs=1e-12)
    assert [f.code for f in answers[0].findings()] == ["shape.partition_undecided"], "9 of them"


def test_order_decides_in_an_unbalanced_design():
    rng = np.random.default_rng(2)
    topic = np.repeat([0, 1], 30)
    lang = np.where(rng.random(60) < 0.85, topic, 1 - topic)
    rows = np.eye(3)[topic] + np.eye(3)[1 + lang] + 0.4 * rng.normal(size=(60, 3))
    first = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9)
    second = partition_variance(rows, {"lang": lang, "topic": topic}, permutations=9)
    alone = partition_variance(rows, {"topic": topic, "lang": lang}, by="margin", permutations=9)
    assert first["topic"]["r_squared"] > second["topic"]["r_squared"] + 0.1
    gap = first["topic"]["r_squared"] - alone["topic"]["r_squared"]
    assert gap == pytest.approx(first.shared_r_squared, abs=1e-12)
    assert "shape.partition_order" in [f.code for f in first.findings()]
    assert all(f.say(language) for f in first.findings() for language in ("en", "ja"))
    (told,) = [f for f in alone.findings() if f.code == "shape.partition_shared"]
    assert "leave --margin out" in say("shape.findings.partition_shared.next", "en")
    assert told.say("ja")


def test_a_factor_that_follows_from_another_is_named_beside_what_it_shares():
    """With margin the coarser factor has nothing left, however much of the spread is its own."""
    rng = np.random.default_rng(5)
    fine = np.repeat(np.arange(6), 10)
    kinds = fine // 3
    rows = 3 * np.eye(8)[kinds] + np.eye(8)[2 + fine] + 0.2 * rng.normal(size=(60, 8))
    found = partition_variance(rows, {"kind": kinds.astype(str), "fine": fine.astype(str)},
                               by="margin", permutations=99)  # fmt: skip
    assert found.shared_r_squared > 0.5
    (told,) = [f for f in found.findings() if f.code.startswith("shape.partition")]
    assert told.code == "shape.partition_dropped"
    assert told.numbers["dropped"] == "kind"
    assert f"{found.shared_r_squared:.3f}" in told.say("en")
    document = shape_document({"partition": found})
    said = say(document.verdict["code"], "en", **document.verdict["numbers"])
    assert "kind" in said
    section = partition_section(document.to_dict()["results"], Tongue("en"))
    assert "Of kind nothing is left" in section.sentence
    assert "–" not in section.sentence
    assert f"{found.shared_r_squared:.1%}" in said


@pytest.mark.parametrize(
    ("scheme", "code", "option"),
    [
        ("whole", "shape.partition_inside_units", "--within slug"),
        ("within", "shape.partition_across_blocks", "--whole slug"),
    ],
)
def test_a_term_that_cannot_be_tested_comes_with_the_way_that_can(scheme, code, option):
    rng = np.random.default_rng(6)
    slug, lang = np.repeat(np.arange(20), 3), np.tile(list("abc"), 20)
    topic = np.repeat(["x", "y"], 30)
    rows = EmbeddingSet.from_arrays(rng.normal(size=(60, 4)), columns={
        "slug": slug.astype(str), "lang": lang, "topic": topic})  # fmt: skip
    found = partition_variance(rows, ["topic", "lang"], permutations=99, **{scheme: "slug"})
    (told,) = [f for f in found.findings() if f.code == code]
    assert option in say(f"{code.replace('.', '.findings.')}.next", "en", **told.numbers)
    assert "(–)" not in found.findings()[0].say("en")


def test_one_factor_is_measure_shape():
    rows, topic, _ = crossed(np.random.default_rng(3), UNEVEN)
    shape = measure_shape(rows, topic)
    found = partition_variance(rows, {"topic": topic})
    assert found["topic"]["ss"] == pytest.approx(shape.ss_between, rel=1e-12)
    assert found["topic"]["f"] == pytest.approx(shape.f, rel=1e-12)
    assert found["topic"]["p_value"] == pytest.approx(shape.permutation.p_value, abs=0.01)
    assert found.adjusted_r_squared == pytest.approx(float(shape.epsilon_squared), rel=1e-12)
    assert found.shared_r_squared is None
    assert "one factor" in str(found.reasons["shared_r_squared"])


@pytest.mark.parametrize("by", ["terms", "margin"])
def test_turned_shifted_and_scaled_clouds_give_the_same_shares(by):
    rng = np.random.default_rng(4)
    rows, topic, lang = crossed(rng, UNEVEN)
    turn = np.linalg.qr(rng.normal(size=(60, 6)))[0].T
    moved = 0.37 * rows @ turn + rng.normal(size=60)
    factors, options = {"topic": topic, "lang": lang}, {"by": by, "normalise": False,
                                                        "permutations": 99}  # fmt: skip
    before = partition_variance(rows, factors, clusters=np.arange(len(rows)) % 9, **options)
    after = partition_variance(moved, factors, clusters=np.arange(len(rows)) % 9, **options)
    for a, b in zip(before.rows, after.rows, strict=True):
        for key in ("r_squared", "partial_r_squared", "f", "p_value", "low", "high"):
            assert b[key] == (None if a[key] is None else pytest.approx(a[key], abs=1e-9))
        assert b["ss"] == pytest.approx(0.37**2 * a["ss"], rel=1e-10)


def test_order_of_rows_and_names_of_labels_do_not_matter():
    rng = np.random.default_rng(5)
    rows, topic, lang = crossed(rng, UNEVEN)
    order = rng.permutation(len(rows))
    a = partition_variance(rows, {"t": topic, "l": lang}, permutations=9)
    b = partition_variance(rows[order], {"t": [f"x{9 - t}" for t in topic[order]],
                                         "l": lang[order]}, permutations=9)  # fmt: skip
    assert [r["ss"] for r in a.rows] == pytest.approx([r["ss"] for r in b.rows], rel=1e-12)


@pytest.mark.parametrize("by", ["terms", "margin"])
def test_jackknife_leaves_out_clusters_as_fitting_again_does(by):
    rng = np.random.default_rng(6)
    rows, topic, lang = crossed(rng, 4)
    clusters = rng.integers(0, 8, len(rows))
    factors = {"topic": topic, "lang": lang}
    options = {"by": by, "normalise": False, "permutations": 1}
    found = partition_variance(rows, factors, clusters=clusters, **options)
    for key, low in (("r_squared", "low"), ("partial_r_squared", "partial_low")):
        left = []
        for cluster in range(8):
            kept = clusters != cluster
            part = {name: column[kept] for name, column in factors.items()}
            left.append(partition_variance(rows[kept], part, **options)["lang"][key])
        middle, value = np.mean(left), found["lang"][key]
        error = np.sqrt(7 / 8 * ((left - middle) ** 2).sum())
        expected = 8 * value - 7 * middle - 2.364624251592785 * error  # t(7), 95%
        assert found["lang"][low] == pytest.approx(max(expected, 0.0), abs=1e-10)
        corrected = found["lang"][low.replace("low", "bias_corrected")]
        assert corrected == pytest.approx(8 * value - 7 * middle, abs=1e-10)
    assert found.clusters == 8
    assert found.r_squared.method.endswith("t(7)")


def test_no_clusters_no_intervals():
    rows, topic, lang = crossed(np.random.default_rng(7), 2)
    found = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9)
    assert found["topic"]["low"] is None
    assert "clusters" in str(found.reasons["intervals"])
    lost = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9,
                              clusters=["all" if t else "zero" for t in topic])  # fmt: skip
    assert lost["topic"]["low"] is None
    assert "2" in str(lost.reasons["interval.topic"])
