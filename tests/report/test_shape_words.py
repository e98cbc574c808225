"""Sections about shape and comparison: labels of numbers, intervals, chance, Japanese words."""

import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.comparison import compare
from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.report import Report
from monosashi.report.figures import DotRow, dot_rows
from monosashi.report.sections.comparison import comparison_section
from monosashi.report.sections.groups import groups_figure
from monosashi.report.sections.shape import shape_section
from monosashi.report.tongue import Tongue

EN, JA = Tongue("en"), Tongue("ja")
LABELS = [f"g{i // 6}" for i in range(60)]


def rows(width=1.0, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(10, 5))[np.arange(60) // 6] + width * rng.normal(size=(60, 5))


@pytest.fixture(scope="module")
def compared():
    sets = [EmbeddingSet.from_arrays(rows(width)) for width in (0.5, 1.5)]
    return compare(Panel.of(*sets, names=["old", "new"]), LABELS).to_dict()


def table(section, title):
    return next(one for one in section.tables if one.caption.startswith(title))


def test_common_neighbours_stand_with_their_interval(compared):
    section = comparison_section(compared["results"], EN)
    (row,) = table(section, EN.say("comparison.agreement")).rows
    held = compared["results"]["comparison"]["agreement"][0]
    assert row[1].text == f"{held['knn_overlap']:.0%}"
    assert re.fullmatch(r"\[\d+(\.\d+)?%, \d+(\.\d+)?%\]", row[1].note)


def test_one_statistic_needs_no_column_of_its_own(compared):
    found = table(comparison_section(compared["results"], EN), EN.say("comparison.differences"))
    assert EN.term("shape", "statistic") not in found.columns
    assert EN.term("shape", "r_squared") in found.caption
    assert {len(row) for row in found.rows} == {len(found.columns)}


def test_lines_of_the_scale_do_not_cross_names_above_the_dots():
    names = [f"a very long name of a model, number {i} − another one as long" for i in range(3)]
    held = [DotRow(name, 0.1, 0.0, 0.2, "0.100 [0.000, 0.200]") for name in names]
    svg = dot_rows(held, axis="x", title="t", description="d", whole_labels=True)
    texts = [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', svg)]
    paths = re.findall(r'd="M ([\d.]+) ([\d.]+)\s+L ([\d.]+) ([\d.]+)', svg)
    upright = [(float(y0), float(y1)) for x0, y0, x1, y1 in paths if x0 == x1]
    assert upright
    longest = max(abs(y1 - y0) for y0, y1 in upright)
    assert longest < 20, texts


def test_the_order_of_groups_is_called_chance_where_widths_do_not_differ():
    even = ms.measure_shape(rows(), LABELS, permutations=199).to_dict()
    told = EN.say("shape.groups_by_chance")
    assert told in groups_figure(even, EN).caption
    vectors = rows()
    vectors[:30] = vectors[:30].mean(axis=0) + 0.02 * (vectors[:30] - vectors[:30].mean(axis=0))
    uneven = ms.measure_shape(vectors, LABELS, permutations=199).to_dict()
    assert told not in groups_figure(uneven, EN).caption


def test_the_section_says_explains_only_where_the_test_shows_it():
    rng = np.random.default_rng(2)
    chance = ms.measure_shape(rng.normal(size=(40, 4)), np.arange(40) // 2, permutations=199)
    assert chance.permutation.p_value > 0.05
    told = shape_section({"shape": chance.to_dict()}, EN).sentence
    assert "not shown" in told
    strong = ms.measure_shape(rows(), LABELS, permutations=199)
    assert "not shown" not in shape_section({"shape": strong.to_dict()}, EN).sentence
    table = 1 - ms.EmbeddingSet.from_arrays(rows()).unit().vectors @ (
        ms.EmbeddingSet.from_arrays(rows()).unit().vectors.T)  # fmt: skip
    np.fill_diagonal(table, 0)
    odd = ms.measure_shape_from_distances(np.maximum(table, 0), LABELS, permutations=99)
    assert "no share" in shape_section({"shape": odd.to_dict()}, EN).sentence


@pytest.mark.parametrize("words", ["en", "ja"])
def test_the_test_of_the_auc_is_not_called_f(words):
    document = shape_document({"group_auc": ms.group_auc(rows(), LABELS, permutations=19)})
    page = Report(document.to_dict()).render(words)
    assert Tongue(words).term("shape", "group_auc_permutation") in page
    assert Tongue(words).term("shape", "permutation") not in page


def test_japanese_pages_leave_a_blank_between_a_number_and_what_follows():
    parts = {"shape": ms.measure_shape(rows(), LABELS, permutations=19),
             "group_auc": ms.group_auc(rows(), LABELS, permutations=19)}  # fmt: skip
    page = re.sub(r"<[^>]+>", "", Report(shape_document(parts).to_dict()).render("ja"))
    assert re.findall(r".{8}[\d\]]です", page) == []
    assert "ふつうは\n" not in page
    assert "広がり" not in page


@pytest.mark.parametrize("words", ["en", "ja"])
def test_numbers_that_need_it_are_explained(words):
    parts = {"shape": ms.measure_shape(rows(), LABELS, permutations=19),
             "group_auc": ms.group_auc(rows(), LABELS, permutations=19),
             "directions": ms.count_directions(rows())}  # fmt: skip
    page = Report(shape_document(parts).to_dict()).render(words)
    for name in ("standardised_effect", "anosim_r", "rank_me", "effective_rank", "icc"):
        assert Tongue(words).say(f"shape_says.{name}") in page
