"""The section of explained misses: shares, mends, lists side by side, hostile texts."""

import json

import pytest
from advice.misses_planted import FAULTS, Plant, planted

from monosashi.advice.explaining import explain_misses
from monosashi.advice.explaining.document import WhyDocument
from monosashi.embeddings import EmbeddingSet
from monosashi.report import Report
from monosashi.report.sections.misses import misses_section
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.results.writing import strict_json
from monosashi.retrieval import measure_retrieval

HOSTILE = "</script><script>alert(1)</script>"
UNEXPLAINED = ("no reason was recorded", "理由は記録されていません", "Traceback")


def told(found):
    return WhyDocument(provenance=found.provenance, explanation=found, title="Why")


def hostile():
    """Texts that try to be markup, ids from right to left, and no column but these."""
    plant = planted("crowding", 0, 60)
    asked, held = plant.sets
    both = [EmbeddingSet.from_arrays(one.vectors, ids=[f"\u202e{name}" for name in one.ids],
                                     columns={"text": [HOSTILE + name for name in one.ids]})
            for one in (asked, held)]  # fmt: skip
    gold = {f"\u202e{query}": f"\u202e{document}" for query, document in plant.gold.items()}
    return explain_misses(measure_retrieval(*both, gold=gold), *both, gold=gold)


MAKERS = {**{name: lambda name=name: planted(name, 0, 120).explain() for name in FAULTS},
          "none": lambda: Plant(0, 60).explain(), "hostile": hostile}  # fmt: skip


@pytest.fixture(scope="module", params=MAKERS)
def found(request):
    return MAKERS[request.param]()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_page_explains_every_gap(found, language, tmp_path):
    for number, one in enumerate((found, told(found))):
        place = tmp_path / f"{number}.html"
        Report([json.loads(strict_json(one.to_dict()))]).save(place, words=(language,))
        page = place.read_text(encoding="utf-8")
        assert not any(text in page for text in UNEXPLAINED)
        assert HOSTILE not in page
        assert "{" not in page.split("</style>")[-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_sentences_can_be_filled(found, language):
    held = told(found).to_dict()
    assert verdict_sentence(held["verdict"], language)
    for finding in held["findings"]:
        worded = finding_sentences(finding, language)
        assert worded.meaning
        assert worded.verify
        assert len(worded.remedies) == len(finding["remedies"])


def test_every_number_of_the_figure_stands_in_a_table():
    found = planted("hub", 0, 120).explain()
    section = misses_section({"misses": found.to_dict()}, Tongue("en"))
    figure, layers = section.figures[0].table, section.tables[0]
    assert len(figure.rows) == len(layers.rows) == 6
    shown = {row[0].text: row[2].text for row in layers.rows}
    assert all(row[1].text.split(" [")[0] == shown[row[0].text] for row in figure.rows)


def test_every_verdict_has_words():
    for layer in (*FAULTS, "other"):
        numbers = {"n": 9, "k": 1, "missed": 3, "count": 2, "share": 2 / 3, "not_here": 1,
                   "query": "q", "rank": 4}  # fmt: skip
        for language in ("en", "ja"):
            for name in (layer, f"query_{layer}", "none", "none_here", "query_found"):
                verdict = {"code": f"misses.verdicts.{name}", "numbers": numbers}
                assert verdict_sentence(verdict, language)


def test_every_layer_is_shown_side_by_side():
    """Also where the deepest misses are all of one layer."""
    found = planted("displaced", 0, 240).explain()
    section = misses_section({"misses": found.to_dict()}, Tongue("en"))
    examples = next(table for table in section.tables if "side by side" in table.caption)
    shown = [row[4].text for row in examples.rows]
    counted = {layer.layer for layer in found.layers if layer.count}
    assert len(set(shown)) == len(counted) > 2
    assert shown[-1] == "other"
    lists = [table for table in section.tables if table.caption.startswith("What stands")]
    assert len(lists) == 3
