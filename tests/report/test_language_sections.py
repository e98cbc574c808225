"""Sections of `monosashi language`: every direction as a square, queries, pools, knobs."""

import copy
import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.language_document import language_document
from monosashi.language import measure_equal_pools, measure_repair_effect, try_knobs
from monosashi.report.figures import matrix
from monosashi.report.figures.histogram import Bars, _sides
from monosashi.report.numerals import written
from monosashi.report.repeating import repeat
from monosashi.report.sections import sections
from monosashi.report.sections.language_experiments import knobs_sentences
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue


@pytest.fixture(scope="module")
def document():
    rng = np.random.default_rng(0)
    topics, tongues = rng.normal(size=(60, 12)), np.eye(3) * 2.5
    vectors = np.array([[*topics[i], *tongues[j]] for j in range(3) for i in range(60)])
    columns = {"slug": [*range(60)] * 3, "lang": np.repeat(["de", "en", "ja"], 60),
               "section": [i // 3 for i in range(60)] * 3}  # fmt: skip
    pages = ms.EmbeddingSet.from_arrays(vectors, columns=columns).take(np.arange(170))
    titles = ms.EmbeddingSet.from_arrays(
        vectors[:60:3] + 0.1, columns={"section": [*range(20)], "lang": ["de"] * 20})  # fmt: skip
    asked = {"key": "slug", "language": "lang", "rng": 0}
    bias = ms.measure_language_bias(pages, **asked, queries=titles, gold="section",
                                    translated="machine")  # fmt: skip
    return language_document(
        bias,
        repairs=measure_repair_effect(pages, **asked, before=None),
        language_search=bias.search,
        equal_pools=measure_equal_pools(pages, **asked, repeats=3),
        experiments=try_knobs(pages, **asked),
    ).to_dict()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_part_has_its_section_and_no_gap_without_a_reason(document, language):
    tongue = Tongue(language)
    made = {section.name: section for section in sections(document, tongue)}
    assert {"language", "language_search", "equal_pools", "experiments"} <= set(made)
    whys = [cell.note for section in made.values() for table in section.tables
            for row in table.rows for cell in row if cell.missing]  # fmt: skip
    assert tongue.say("no_reason") not in whys
    assert any("machine" in note or "機械" in note for note in made["language"].notes)


def test_the_square_holds_every_direction_once(document):
    made = next(s for s in sections(document, Tongue("en")) if s.name == "language")
    square = made.figures[0]
    assert [row[0].text for row in square.table.rows] == ["de", "en", "ja"]
    drops = document["results"]["language"]["directions"]
    for y, source in enumerate(("de", "en", "ja")):
        for x, target in enumerate(("de", "en", "ja")):
            cell = square.table.rows[y][x + 1]
            if source == target:
                assert cell.text == ""
            else:
                value = drops[f"{source}->{target}"]["drop"]["value"]
                assert cell.text.startswith(f"{value:.3f}")
                assert f">{value:.3f}".replace("0.", ".", 1) in square.svg.narrow


def test_numbers_of_a_square_stay_inside_a_narrow_screen():
    names = [f"language-{i}" for i in range(8)]
    texts = [[".123"] * 8 for _ in names]
    drawn = matrix(names, [[0.1] * 8 for _ in names], texts, rows_are="from", columns_are="to",
                   title="t", description="d", full=340.0)  # fmt: skip
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)
    assert float(box[1]) <= 341
    assert drawn.count(">.123<") == 64


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_drop_stands_in_two_parts_and_older_results_with_the_whole(document, language):
    tongue = Tongue(language)
    parts = [tongue.term("language", name) for name in ("language_drop", "candidates_drop")]

    def section(held):
        return next(s for s in sections(held, tongue) if s.name == "language")

    def columns(made):
        return next(t for t in made.tables if t.caption == tongue.say("language.recalls")).columns

    def drawn(made):
        return [row[0].text for figure in made.figures[:2] for row in figure.table.rows]

    made, thinned = section(document), tongue.term("language", "thinned")
    assert set(parts) <= set(columns(made))
    assert any(thinned in text for text in drawn(made))
    older = copy.deepcopy(document)
    for direction in older["results"]["language"]["directions"].values():
        for name in [key for key in direction if "language_drop" in key or "candidates_" in key]:
            del direction[name]
        del direction["thinned"]
    made = section(older)
    assert not set(parts) & set(columns(made))
    assert not any(thinned in text for text in drawn(made))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_findings_and_verdicts_of_older_results_are_told_as_they_were(document, language):
    def old(numbers):
        return {name: value for name, value in numbers.items()
                if not name.startswith(("language_", "candidates_"))}  # fmt: skip

    found = next(one for one in document["findings"] if one["code"].startswith("language.drop"))
    told = finding_sentences({**found, "numbers": old(found["numbers"])}, language).headline
    assert told != finding_sentences(found, language).headline
    assert f"{found['numbers']['drop']:.3f}" in told
    verdict = {**document["verdict"], "numbers": old(document["verdict"]["numbers"])}
    assert verdict_sentence(verdict, language)


def test_repairs_stand_in_one_order_in_every_direction_and_the_contrast_last(document):
    from monosashi.report.sections.repairs import repaired_directions

    found = repaired_directions(document["results"]["repairs"], Tongue("en"))
    orders = {tuple(one.name for one in held) for held in found.values()}
    assert len(orders) == 1
    assert Tongue("en").say("repairs.global_mean") == next(iter(orders))[-1]
    effect = copy.deepcopy(document["results"]["repairs"])
    centring, contrast = effect["repairs"]
    for place, held in enumerate(effect["directions"].values()):  # as it is on real pages
        held[contrast]["after"]["value"] = 1.0 - 0.1 * (place % 2)
        held[centring]["after"]["value"] = 0.95
    again = repaired_directions(effect, Tongue("en"))
    assert {tuple(one.name for one in held) for held in again.values()} == orders


@pytest.mark.parametrize("language", ["en", "ja"])
def test_where_nothing_is_lost_no_repair_is_said_to_bring_anything(document, language):
    tongue, held = Tongue(language), copy.deepcopy(document)
    for direction in held["results"]["language"]["directions"].values():
        for name in ("drop", "language_drop", "candidates_drop"):
            direction[name] = {**direction[name], "value": 0.0, "low": 0.0, "high": 0.01}
    made = next(s for s in sections(held, tongue) if s.name == "language")
    assert tongue.say("language.sentence_nothing") in made.sentence
    assert not any(text in made.sentence for text in ("0.000", "brings it", "になります"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_lost_has_its_interval_and_no_upper_limit(document, language):
    tongue = Tongue(language)
    made = next(s for s in sections(document, tongue) if s.name == "language")
    found = document["results"]["language"]["directions"]
    worst = max(found.values(), key=lambda one: one["language_drop"]["value"])["language_drop"]
    assert written(worst) in made.sentence
    assert any(word in made.sentence for word in ("win back", "戻る"))
    assert not any("in any case" in text for text in [*made.limits, *made.notes])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_queries_lose_stands_in_two_parts(document, language):
    tongue = Tongue(language)
    made = next(s for s in sections(document, tongue) if s.name == "language_search")
    lost = next(t for t in made.tables if t.caption == tongue.say("language_search.lost"))
    assert tongue.term("language", "cross_language_drop") in lost.columns
    older = copy.deepcopy(document)
    for row in older["results"]["language_search"]["rows"]:
        del row["cross_language_drop"], row["cross_candidates_drop"]
    made = next(s for s in sections(older, tongue) if s.name == "language_search")
    assert any(t.caption == tongue.say("language_search.lost") for t in made.tables)


def test_numbers_over_bars_lean_away_from_taller_neighbours():
    """17% of the mixed pool at rank 2, beside 99% of the other language at rank 1."""
    mixed, alone = Bars("mixed", [0.73, 0.17, 0.1]), Bars("alone", [0.99, 0.01, 0.0])
    assert _sides([mixed, alone], 0) == ["right", "left", "right"]
    assert _sides([mixed, alone], 1) == ["left", "left", "left"]
    one = Bars("b", [0.2, 0.9])
    assert _sides([Bars("a", [0.1, 0.95]), one], 1) == ["right", "left"]


@pytest.mark.parametrize(("language", "asks"), [("en", "what asks"), ("ja", "問う側")])
def test_the_seed_stands_once_and_who_asks_in_words(language, asks):
    head = {"command": "monosashi language pages", "settings": {
        "seed": 42, "query_role": "documents as queries", "rng": 0}}  # fmt: skip
    (told,) = [fact for fact in repeat(head, Tongue(language)) if "seed" in fact.values[0]]
    lines = told.values[0].split("\n")
    assert [line for line in lines if line.startswith("seed")] == ["seed = 0"]
    assert f"{asks} = {Tongue(language).plain('documents as queries')}" in lines
    assert "query_role" not in told.values[0]
    named = repeat({"settings": {"embedder": True}}, Tongue("ja"))[0].values[0]
    assert named == "モデルの指定 = はい"
    in_python = repeat({"settings": {"seed": 42, "rng": 0}}, Tongue(language))[0].values[0]
    assert "seed = 42" in in_python
    assert "rng = 0" in in_python


def knob(name, source, target, low, high):
    """A knob whose change of what is lost to language has this interval; None: identical."""
    change = None if low is None else {"value": (low + high) / 2, "low": low, "high": high,
                                       "method": "made"}  # fmt: skip
    return {"name": name, "kind": name.split()[0], "source": source, "target": target,
            "identical": change is None, "language_change": change}  # fmt: skip


def test_a_knob_that_helps_one_way_and_harms_the_other_is_told_with_its_directions():
    knobs = [knob("roles passage/query", "en", "ja", -0.3, -0.1),
             knob("roles passage/query", "ja", "en", 0.1, 0.3),
             knob("dimensions 288", "en", "ja", -0.02, -0.01),
             knob("dimensions 288", "ja", "en", -0.01, 0.01),
             knob("dimensions 96", "en", "ja", 0.1, 0.2),
             knob("dimensions 96", "ja", "en", 0.1, 0.2),
             knob("cleaning heading-marks", "en", "ja", None, None),
             knob("cleaning heading-marks", "ja", "en", None, None)]  # fmt: skip
    helps, harms, same = knobs_sentences(knobs, Tongue("en"))
    assert "passage role asks, query role answers (only en → ja)" in helps
    assert "288 dimensions (only en → ja)" in helps
    assert "query role answers (only ja → en)" in harms
    assert "96 dimensions." in harms
    assert "heading marks" in same
    told = "".join(knobs_sentences(knobs, Tongue("ja")))
    assert not {"passage", "query", "heading"} & set(re.findall("[a-z]+", told))


def test_of_many_directions_their_number_is_told():
    pairs = [(a, b) for a in "abc" for b in "abc" if a != b]
    knobs = [knob("dimensions 96", *pair, *((0.1, 0.2) if i < 4 else (-0.1, 0.1)))
             for i, pair in enumerate(pairs)]  # fmt: skip
    (told,) = knobs_sentences(knobs, Tongue("en"))
    assert "in 4 of 6 directions" in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_identical_vectors_leave_no_cell_empty_and_thresholds_have_intervals(document, language):
    held = copy.deepcopy(document)
    one = held["results"]["experiments"]["knobs"][0]
    one |= {"identical": True, "drop": None, "change": None, "language_drop": None,
            "language_change": None}  # fmt: skip
    made = next(s for s in sections(held, Tongue(language)) if s.name == "experiments")
    assert all(cell.text for table in made.tables for row in table.rows for cell in row)
    before = document["results"]["experiments"]["before"][f"{one['source']}->{one['target']}"]
    assert made.tables[0].rows[0][1] == Tongue(language).cell(before)
    assert all("[" in cell.note for row in made.tables[1].rows for cell in row[2:])
