"""Sections about shape: what each shows, that gaps have reasons, and that numbers agree."""

import copy
import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.correlation_power import correlation_power
from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.report import Report
from monosashi.report.sections import MAKERS
from monosashi.report.sections.agreement import agreement_section
from monosashi.report.sections.comparison import comparison_section
from monosashi.report.sections.dose import dose_section
from monosashi.report.sections.input_output import input_output_section
from monosashi.report.sections.invariances import CHANGES, LEVEL_OF, LEVELS, TOLD, invariance_table
from monosashi.report.sections.pairs import EACH_END, pairs_section
from monosashi.report.sections.partition import partition_section
from monosashi.report.sections.power import power_section
from monosashi.report.sections.probe import probe_section
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.sections.shape import shape_section
from monosashi.report.sections.spread_correlation import spread_correlation_section
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue
from monosashi.report.trust import trust
from monosashi.shape.from_distances import measure_shape_from_distances
from monosashi.shape.power import simulate
from monosashi.words import LANGUAGES

EN = Tongue("en")
SIGN = "✓"


def cloud(groups=9, members=6, seed=0):
    rng = np.random.default_rng(seed)
    n = groups * members
    rows = np.repeat(rng.normal(size=(groups, 5)), members, axis=0)
    rows += (0.3 + 0.3 * (np.arange(n) % 2))[:, None] * rng.normal(size=(n, 5))
    place = np.arange(n)
    columns = {"topic": [f"t{i // members}" for i in place], "stage": place % 3,
               "lang": [("ja", "en")[i % 2] for i in place],
               "right": (rng.random(n) < 0.6).astype(float)}  # fmt: skip
    return EmbeddingSet.from_arrays(rows, columns=columns)


DATA = cloud()
UNNAMED = DATA.vectors


def parts():
    distances = np.linalg.norm(UNNAMED[:, None] - UNNAMED, axis=2)
    lone = [*DATA.columns["topic"][:-1], "alone"]
    near = EmbeddingSet.from_arrays(DATA.vectors + 0.1, columns=DATA.columns)
    return {
        "shape": {"shape": ms.measure_shape(DATA, "topic", permutations=99),
                  "group_auc": ms.group_auc(DATA, "topic", permutations=99),
                  "directions": ms.count_directions(DATA)},
        "free": {"shape": ms.measure_shape(DATA)},
        "alone": {"shape": ms.measure_shape(DATA, lone, permutations=99)},
        "two": {"shape": ms.measure_shape(UNNAMED[:12], ["a", "b"] * 6, permutations=99)},
        "distances": {"shape": measure_shape_from_distances(
            distances, list(DATA.columns["topic"]), permutations=99)},
        "partition": {"partition": ms.partition_variance(
            DATA, ["topic", "lang", "topic:lang"], clusters="topic", permutations=99)},
        "margin": {"partition": ms.partition_variance(
            DATA, ["topic", "lang", "topic:lang"], by="margin", covariates=["stage"],
            permutations=99)},
        "pairwise": {"pairwise": ms.pairwise_groups(DATA, "topic", permutations=99)},
        "agreement": {"agreement": ms.measure_agreement(DATA, near, k=3, groups="topic")},
        "no intervals": {"agreement": ms.measure_agreement(DATA, near, k=3)},
        "probe": {"probe": ms.probe_invariance(DATA, "topic", values=[0, 2], k=3)},
        "scale": {"probe": ms.probe_invariance(DATA, "topic", transform="scale", k=3)},
        "dose": {"dose": ms.measure_dose(DATA, groups="topic", stage="stage")},
        "correlate": {"spread_correlation": ms.correlate_spread(
            DATA, "topic", "right", permutations=99)},
        "inout": {"input_output": ms.diagnose_input_output(DATA, "right", groups="topic")},
        "flat": {"input_output": ms.diagnose_input_output(
            DATA, np.ones(DATA.n), groups="topic")},
        "ratio": {"spread_ratio": ms.spread_ratio(
            DATA, near, query_groups="topic", document_groups="lang")},
        "power": {"power": correlation_power(-0.5, 20)},
        "too few": {"power": correlation_power(n_groups=4, reliabilities=(0.5, 0.5))},
        "pilot": {"power": simulate(DATA, "topic", group_counts=[3], group_sizes=[2, 4],
                                    simulations=10, permutations=19)},
    }  # fmt: skip


DOCUMENTS = {name: shape_document(held, title=name).to_dict() for name, held in parts().items()}


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_page_has_a_section_and_every_gap_a_reason(name, words):
    page = Report(DOCUMENTS[name]).render(words)
    cells = re.findall(r"<td[^>]*>–(.*?)</td>", re.sub(r'<span class="nb">([^<]+)</span>', r"\1",
                                                       page))  # fmt: skip
    assert all(re.fullmatch(r' <span class="why">[^<]+</span>', cell) for cell in cells)
    no_reason = Tongue(words).say("no_reason")
    assert not any(no_reason in cell for cell in cells)
    assert not re.search(r">(None|nan|inf)<", page)
    short = next(iter(DOCUMENTS[name]["results"]))
    assert Tongue(words).say(f"sections.{short}") in page


@pytest.mark.parametrize("words", LANGUAGES)
def test_no_english_reason_stands_on_a_japanese_page(words):
    page = Report(DOCUMENTS["margin"]).render(words)
    english = "part of an interaction that was asked for" in page
    assert english == (words == "en")


@pytest.mark.parametrize("words", LANGUAGES)
def test_bare_results_and_several_documents_make_one_page(words):
    for held in parts().values():
        for part in held.values():
            assert Report([part]).render(words).startswith("<!doctype html>")
    whole = Report(list(DOCUMENTS.values())).render(words)
    for name in ("partition", "pairwise", "agreement", "probe", "dose", "spread_correlation",
                 "input_output", "spread_ratio", "power"):  # fmt: skip
        assert Tongue(words).say(f"sections.{name}") in whole


def test_sections_are_made_only_for_what_was_measured():
    for name, document in DOCUMENTS.items():
        made = [section.name for make in MAKERS if (section := make(document["results"], EN))]
        expected = {"group_auc", "directions"}
        assert made == [key for key in document["results"] if key not in expected], name


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_number_told_about_says_and_does_not_say_something(words):
    for name in [one for names in TOLD.values() for one in names]:
        assert has_sentence(f"report.shape_says.{name}", words)
        assert has_sentence(f"report.shape_not.{name}", words)
        assert has_sentence(f"shape.terms.{name}", words)


def test_levels_of_invariance_are_nested_and_agree_with_what_a_change_does():
    table = invariance_table(DOCUMENTS["shape"]["results"], ("shape", "group_auc"), EN)
    for row in table.rows:
        signs = [SIGN in cell.text for cell in row[2:]]
        assert signs == sorted(signs, reverse=True)
        assert sum(signs) == LEVELS[row[1].text]
    assert len(CHANGES) == max(LEVELS.values())
    plain = {"normalise": False, "permutations": 9}
    once = ms.measure_shape(UNNAMED, DATA.columns["topic"], **plain)
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))[0]
    moved = ms.measure_shape(UNNAMED @ turn + 3, DATA.columns["topic"], **plain)
    scaled = ms.measure_shape(2 * UNNAMED, DATA.columns["topic"], **plain)
    for name in ("v", "ms_within", "r_squared", "icc", "f", "welch"):
        before, after, larger = (float(getattr(one, name)) for one in (once, moved, scaled))
        assert after == pytest.approx(before, rel=1e-9)
        assert (larger == pytest.approx(before, rel=1e-9)) == (LEVEL_OF[name] != "1")


def test_partition_shows_shares_their_tests_and_what_is_missing_with_its_reason():
    section = partition_section(DOCUMENTS["margin"]["results"], EN)
    rows = {row[0].text: row for row in section.tables[0].rows}
    assert list(rows)[:4] == ["stage", "topic", "lang", "topic:lang"]
    note = section.tables[0].note
    assert rows["topic"][2].missing
    assert "topic is part of an interaction" in note
    assert rows["stage"][7].missing
    assert note.count("covariates are taken out") == 1, "said once, not in every cell"
    assert {cell.note for cell in rows["topic"] if cell.missing} == {"see below"}
    assert rows["stage"][4].note == "", "a covariate has an adjusted share, and no p"
    assert rows["topic:lang"][7].numeric
    bars = section.figures[0].table.rows
    assert [row[0].text for row in bars] == ["stage", "topic:lang", "residual"]


def test_the_share_that_chance_gives_is_that_of_as_many_directions_of_what_others_leave():
    results = DOCUMENTS["partition"]["results"]
    (figure,) = partition_section(results, EN).figures
    shares = {row[0].text: row[2].text for row in figure.table.rows}
    held = {row["term"]: row for row in results["partition"]["rows"]}
    left = held["topic"]["r_squared"] + held["residual"]["r_squared"]
    assert shares["topic"] == f"{left * 8 / (8 + 36):.0%}"
    assert shares["residual"] == "", "what is left has no chance to beat"


def test_of_many_pairs_both_ends_are_shown_in_order():
    section = pairs_section(DOCUMENTS["pairwise"]["results"], EN)
    assert len(section.tables[0].rows) == 2 * EACH_END
    values = [float(row[2].text) for row in section.tables[0].rows]
    assert values == sorted(values), "by distance"
    assert "[" in section.tables[0].rows[0][2].note
    overlaps = [float(row[4].text.strip("<%")) for row in section.tables[1].rows]
    assert overlaps == sorted(overlaps, reverse=True)
    assert "24 of 36" in section.tables[0].note


def test_agreement_is_level_with_chance_marked_and_says_when_intervals_are_missing():
    section = agreement_section(DOCUMENTS["no intervals"]["results"], EN)
    assert "no groups were given" in section.tables[0].rows[0][1].note
    assert "by 5.7%" not in section.sentence
    assert "unrelated lists share 5.7%" in section.sentence


def test_probe_draws_v_as_a_share_and_names_theory():
    section = probe_section(DOCUMENTS["probe"]["results"], EN)
    assert section.tables[0].rows[0][0].text == "0"
    assert "first-order" in section.tables[0].note
    assert "exact" in probe_section(DOCUMENTS["scale"]["results"], EN).tables[0].note


def test_removal_has_a_table_of_before_and_after_and_no_line_of_one_point():
    found = ms.probe_invariance(DATA, "topic", transform="remove_common", k=3)
    document = shape_document({"probe": found}).to_dict()
    section = probe_section(document["results"], EN)
    assert section.figures == []
    table, _ = section.tables
    (row,) = table.rows
    assert [column.split(", ")[-1] for column in table.columns[1:4]] == [
        "before",
        "after",
        "change",
    ]
    assert row[1].text == f"{found.rows[0]['r_squared_before']:.3f}"
    assert all("[" in cell.text for cell in row[2:])


def test_dose_shows_every_stage_and_counts_rising_questions():
    section = dose_section(DOCUMENTS["dose"]["results"], EN)
    assert [row[0].text for row in section.tables[0].rows] == ["0", "1", "2"]
    assert re.search(r"\d of 9 questions rise", section.sentence)


def test_spread_and_outcome_show_p_and_what_would_be_missed():
    section = spread_correlation_section(DOCUMENTS["correlate"]["results"], EN)
    assert re.search(r"p [=≤<] 0?\.?\d", section.sentence)
    assert "miss correlations weaker than about 0.8" in section.sentence
    assert len(section.figures[0].table.rows) == 9


def test_input_and_output_without_variation_name_no_pattern():
    section = input_output_section(DOCUMENTS["flat"]["results"], EN)
    assert "no pattern" in section.sentence
    assert "all outcomes are equal" in section.tables[0].rows[1][1].note


def test_power_tells_both_questions_and_what_cannot_be_shown():
    both = power_section(DOCUMENTS["power"]["results"], EN)
    assert "takes 30 groups (29.01)" in both.sentence
    assert "20 groups show correlations from about 0.59" in both.sentence
    assert "no correlation" in power_section(DOCUMENTS["too few"]["results"], EN).sentence
    assert len(power_section(DOCUMENTS["pilot"]["results"], EN).figures[0].table.rows) == 2


def test_influence_names_the_groups_that_move_r_squared_most():
    section = shape_section(DOCUMENTS["shape"]["results"], EN)
    (table,) = [one for one in section.tables if "without each group" in one.caption]
    moves = [abs(float(row[3].text.replace("−", "-"))) for row in table.rows]
    assert moves == sorted(moves, reverse=True)
    assert len(moves) == 8


def test_a_comparison_shows_rank_ranges_and_what_a_margin_shows():
    other = EmbeddingSet.from_arrays(DATA.vectors * 1.001, columns=DATA.columns)
    far = EmbeddingSet.from_arrays(DATA.vectors[::-1], columns=DATA.columns)
    panel = ms.Panel.of(DATA, other, far)
    found = {"comparison": ms.compare_shapes(panel, "topic", margin=0.2).to_dict()}
    tables = {table.caption: table for table in comparison_section(found, EN).tables}
    ranks = tables["Ranks, as far as these groups can tell"]
    assert [row[1].text for row in ranks.rows] == sorted(row[1].text for row in ranks.rows)
    assert all(re.fullmatch(r"\d(–\d)?", row[2].text) for row in ranks.rows)
    shown = tables["Equivalence within a margin of 0.2"]
    assert len(shown.rows) == 3
    assert shown.rows[0][5].text == EN.say("yes")
    without = {"comparison": ms.compare_shapes(panel, "topic").to_dict()}
    captions = [table.caption for table in comparison_section(without, EN).tables]
    assert not any("margin" in caption for caption in captions)


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_comparison_tells_what_its_numbers_say_and_survive(words):
    tongue = Tongue(words)
    other = EmbeddingSet.from_arrays(UNNAMED[:, ::-1] ** 3, ids=DATA.ids, columns=DATA.columns)
    panel = Panel.of(DATA, other, names=["a", "b"])
    found = ms.compare_shapes(panel, "topic", margin=0.1, statistics=("r_squared", "w_bar"))
    (section,) = [one for make in MAKERS if (one := make({"comparison": found.to_dict()}, tongue))]
    captions = [table.caption for table in section.tables]
    for name in ("comparison.ranks", "invariances.table", "invariances.says"):
        assert tongue.say(name) in captions
    assert tongue.say("comparison.equivalence", margin="0.1") in captions
    assert tongue.say("comparison.margin_band", margin="0.1") in section.figures[1].caption
    levels = next(t for t in section.tables if t.caption == tongue.say("invariances.table"))
    assert [row[1].text for row in levels.rows] == ["1", "2", "3b"]


def test_a_dot_stands_in_its_interval():
    held = {"value": 0.3, "low": 0.05, "high": 0.2, "method": "jackknife", "bias_corrected": 0.12}
    document = {"shape": {**DOCUMENTS["shape"]["results"]["shape"], "r_squared": held}}
    (section,) = [one for make in MAKERS if (one := make(document, EN))]
    assert "12% (5.0%–20% for groups like these, corrected for few groups; 30% in this" in (
        section.sentence)  # fmt: skip
    (row,) = [row for row in section.tables[0].rows if row[0].text == EN.term("shape", "r_squared")]
    assert (row[1].text, row[1].below) == ("0.120", "corrected; this sample: 0.300")


def test_a_share_means_one_thing_in_sentence_bars_and_table_of_a_partition():
    """That of this sample; the corrected one that its interval belongs to stands below it."""
    found = copy.deepcopy(DOCUMENTS["partition"]["results"])
    row = found["partition"]["rows"][0]
    row |= {"r_squared": 0.401, "low": 0.29, "high": 0.32, "bias_corrected": 0.305}
    section = partition_section(found, EN)
    cell = section.tables[0].rows[0][2]
    assert (cell.text, cell.below) == ("40%", "30% [29%, 32%] for clusters like these")
    assert section.figures[0].table.rows[0][1].text == "40%"
    assert "topic: 40%" in section.sentence


def test_what_chance_is_follows_the_way_of_shuffling():
    found = copy.deepcopy(DOCUMENTS["partition"]["results"])
    assert "Both take objects for independent" in partition_section(found, EN).limits[-1]
    found["partition"]["scheme"] = "whole"
    section = partition_section(found, EN)
    assert "take objects for independent" not in " ".join(section.limits)
    assert "degrees of freedom" not in section.figures[0].caption
    assert "rows of a unit stay together" in section.figures[0].caption


def test_intervals_of_pairs_are_not_said_to_rest_on_the_number_of_groups():
    said = [value for fact in trust(DOCUMENTS["pairwise"], EN) for value in fact.values]
    assert not any("groups are the independent units" in value for value in said)
    assert any("rest on the objects" in value for value in said)


def test_without_groups_intervals_are_not_for_groups_like_these():
    shape = {
        "n_groups": None,
        "reasons": {},
        "v": {"value": 0.5, "low": 0.4, "high": 0.6, "method": "jackknife", "bias_corrected": 0.5},
    }
    note = quantity_table("", shape, ("v",), "shape", EN).note
    assert "objects (or units that move together) like these" in note
    assert "groups like these" in quantity_table("", {**shape, "n_groups": 3}, ("v",), "shape",
                                                 EN).note  # fmt: skip
