"""Sections of `monosashi language`: every direction as a square, queries, pools, knobs."""

import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.language_document import language_document
from monosashi.language import measure_equal_pools, measure_repair_effect, try_knobs
from monosashi.report.figures import matrix
from monosashi.report.sections import sections
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
