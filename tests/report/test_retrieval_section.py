"""The section of retrieval: one system, several, ranked lists, ties, gaps and hostile texts."""

import json

import numpy as np
import pytest

from monosashi.advice.retrieval_document import retrieval_document
from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.report import Report
from monosashi.report.figures import Ascent, ascent, start_below
from monosashi.report.sections.retrieval import all_doubts, systems_of
from monosashi.report.sections.retrieval_figures import retrieval_figures
from monosashi.report.sections.retrieval_tables import retrieval_tables
from monosashi.report.tongue import Tongue
from monosashi.results.writing import strict_json
from monosashi.retrieval import compare_retrieval, measure_rankings, measure_retrieval
from monosashi.retrieval.rank_curve import rank_curve

HOSTILE = "</script><script>alert(1)</script>"
UNEXPLAINED = ("no reason was recorded", "理由は記録されていません", "Traceback")
ENGLISH, JAPANESE = Tongue("en"), Tongue("ja")


def vectors(noise, name, n=40):
    """Documents far from each other, and queries near their own one."""
    rng = np.random.default_rng(3)
    documents = rng.normal(size=(n, 8))
    queries = documents + noise * rng.normal(size=(n, 8))
    ids = [f"d{i}" for i in range(n)]
    texts = [f"{HOSTILE} 文書 {i} " + "long " * 60 for i in range(n)]
    held = EmbeddingSet.from_arrays(
        documents, ids=ids, columns={"text": texts}, model=ModelCard(name=name)
    )
    asked = [f"q{i}" for i in range(n)]
    return EmbeddingSet.from_arrays(
        queries, ids=asked, columns={"text": texts}, model=ModelCard(name=name)
    ), held


def measured(noise=0.7, name="m", **options):
    queries, documents = vectors(noise, name)
    gold = {f"q{i}": f"d{i}" for i in range(documents.n)}
    return measure_retrieval(queries, documents, gold=gold, rng=0, **options)


def ranked(name="lexical", last=3):
    """Six queries; the gold of the last ones is nowhere or ties."""
    lists = {f"q{i}": {"d1": 3.0, "d2": 3.0 if i % 2 else 2.0, "d3": 1.0} for i in range(last)}
    gold = {f"q{i}": "d1" for i in range(last)} | {"q9": "d7", "q8": "d3"}
    return measure_rankings({**lists, "q8": {"d1": 1.0}}, gold, name=name, rng=0)


def one():
    return retrieval_document([measured()], title="One", source="docs")


def several():
    found = [measured(noise, name) for noise, name in ((0.4, "A"), (0.9, f"B{HOSTILE}"))]
    return retrieval_document(found, compare_retrieval(found, rng=0), title="Two")


def lists():
    return retrieval_document([ranked()], title="Lists")


def two_lists():
    found = [ranked("x", 4), ranked("y", 4)]
    return retrieval_document(found, compare_retrieval(found, rng=0), title="Same")


def bare():
    return measured()


def bare_comparison():
    return compare_retrieval([measured(0.4, "A"), measured(0.9, "B")], rng=0)


@pytest.fixture(scope="module", params=[one, several, lists, two_lists, bare, bare_comparison],
                ids=lambda make: make.__name__)  # fmt: skip
def result(request):
    return request.param()


@pytest.mark.parametrize("words", ["en", "ja"])
def test_renders_without_unexplained_gaps_and_escaped(result, words):
    page = Report(result, title="Real").render(words)
    assert not any(text in page for text in UNEXPLAINED)
    assert "<script" not in page
    assert "{" not in page.split("</style>")[1]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_the_stored_document_gives_the_same_page(result, words):
    stored = json.loads(strict_json(result.to_dict()))
    if "results" in stored:
        assert Report(stored, title="x").render(words) == Report(result, title="x").render(words)
    else:
        assert "<h1>x</h1>" in Report(stored, title="x").render(words)


def section_numbers(result):
    return json.loads(strict_json(result.to_dict()))["results"]


def test_the_curve_counts_queries_and_never_reaches_what_was_not_found():
    curve = rank_curve(np.array([1.0, 1.0, 30.0, 4.0, np.nan]))
    shares = {row["rank"]: row["share"] for row in curve}
    assert (shares[1], shares[3], shares[4], shares[20], shares[30]) == (0.4, 0.4, 0.6, 0.6, 0.8)
    assert curve[-1]["rank"] == 30
    assert [row["rank"] for row in curve] == sorted({row["rank"] for row in curve})
    assert rank_curve(np.array([np.nan])) == [{"rank": 1, "share": 0.0}]


def test_a_thinned_curve_is_exact_where_it_has_points():
    ranks = np.random.default_rng(0).integers(1, 50_000, size=4_000).astype(float)
    curve = rank_curve(ranks)
    assert len(curve) < 150
    assert all(row["share"] == (ranks <= row["rank"]).mean() for row in curve)
    assert curve[-1]["share"] == 1.0


def test_the_curve_at_k_is_hits_at_k():
    found = measured(2.5)
    shares = {row["rank"]: row["share"] for row in found.to_dict()["curve"]}
    assert {k: shares[k] for k in (1, 5, 10)} == pytest.approx(
        {k: found.hits[k].value for k in (1, 5, 10)}
    )


def test_one_sentence_says_first_and_last_k():
    from monosashi.report.sections.retrieval import retrieval_section

    found = measured(ks=(1, 3))
    said = retrieval_section({"retrieval": found.to_dict()}, ENGLISH).sentence
    share = f"{found.hits[1].value:.0%}"
    assert f"comes first for {share} of the 40 queries" in said
    assert "among the first 3" in said
    only = retrieval_section({"retrieval": measured(ks=(5,)).to_dict()}, JAPANESE).sentence
    assert "5 位までに入る" in only


def test_ties_are_drawn_where_they_move_a_value_and_said_in_words():
    results = section_numbers(lists())
    systems = systems_of(results["retrieval"])
    (note, *_) = all_doubts(systems, ENGLISH)
    found = ranked()
    low, high = found.recall[1].value, found.optimistic["recall@1"]
    assert high > low
    assert f"between {low:.3f} and {high:.3f}" in note
    drawn = retrieval_figures(systems, None, ENGLISH)[0].svg.wide
    assert ENGLISH.say("retrieval.ties_won") in drawn
    plain = systems_of(section_numbers(one())["retrieval"])
    assert (
        ENGLISH.say("retrieval.ties_won") not in retrieval_figures(plain, None, ENGLISH)[0].svg.wide
    )


def test_missing_queries_and_the_cut_are_told():
    texts = all_doubts(systems_of(section_numbers(lists())["retrieval"]), ENGLISH)
    assert any("Judged queries without a vector or a list: 1 (" in t and "q9" in t for t in texts)
    assert any("shortest list has 1 documents" in text for text in texts)
    known = all_doubts(systems_of(section_numbers(lists())["retrieval"]), ENGLISH, {"missing"})
    assert not any("q9" in text for text in known)


def test_what_holds_for_all_systems_is_said_once_and_the_rest_by_name():
    results = section_numbers(two_lists())
    texts = all_doubts(systems_of(results["retrieval"]), ENGLISH)
    assert len(texts) == len(set(texts))
    assert not any(text.startswith(("x", "y")) for text in texts)
    results["retrieval"]["systems"]["x"]["missing"] = []
    texts = all_doubts(systems_of(results["retrieval"]), JAPANESE)
    assert any(text.startswith("y：") and "q9" in text for text in texts)


def test_excluded_pairs_and_absent_gold_are_told():
    queries, documents = vectors(0.4, "m")
    own = EmbeddingSet.from_arrays(queries.vectors, ids=documents.ids, model=ModelCard(name="m"))
    gold = {f"d{i}": f"d{(i + 1) % 40}" for i in range(39)} | {"d39": ["nowhere", "d3"]}
    found = measure_retrieval(own, documents, gold=gold, exclude="id", rng=0)
    texts = all_doubts({"m": found.to_dict()}, ENGLISH)
    assert any("40 pairs of a query and its own document were hidden" in text for text in texts)
    assert any("nowhere" in text for text in texts)


def rows_of(tables, caption):
    return next(table.rows for table in tables if table.caption.startswith(caption))


def test_metrics_stand_with_interval_and_bracket_and_repeats_are_left_out():
    results = section_numbers(lists())
    tables = list(retrieval_tables(systems_of(results["retrieval"]), None, ENGLISH))
    rows = {row[0].text: row for row in rows_of(tables, "Metrics")}
    assert set(rows) == {"recall@1", "recall@5", "recall@10", "nDCG@10", "MRR", "mAP"}
    value, won = rows["recall@1"][1], rows["recall@1"][2]
    assert (value.text, won.text) == ("0.400", "0.600")
    assert value.note.startswith("[")


def test_graded_gold_with_several_answers_shows_hits_too():
    gold = {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}}
    found = measure_rankings({"q1": ["x", "a"], "q2": ["c"]}, gold, ks=(1, 2), rng=0)
    tables = list(retrieval_tables({"s": found.to_dict()}, None, ENGLISH))
    names = [row[0].text for row in rows_of(tables, "Metrics")]
    assert "hits@2" in names  # 1.0, but recall@2 is 0.75
    assert "hits@1" not in names  # both 0.5


def test_paired_differences_never_show_more_digits_than_the_test_has():
    found = [measured(noise, name) for noise, name in ((0.2, "good"), (2.5, "bad"))]
    compared = json.loads(strict_json(compare_retrieval(found, rng=0, permutations=99).to_dict()))
    rows = rows_of(list(retrieval_tables({}, compared, ENGLISH)), "Paired differences")
    mean = next(row for row in rows if row[1].text == "MRR")
    assert mean[0].text == "bad − good"  # the second minus the first, as everywhere in a switch
    assert mean[3].text == mean[4].text == "≤ 0.010"
    assert not any(row[1].text.startswith("hits") for row in rows)


def test_of_many_systems_only_the_main_metric_is_listed_and_few_curves_are_drawn():
    found = [measured(0.3 + 0.2 * i, f"m{i}") for i in range(6)]
    document = retrieval_document(found, compare_retrieval(found, rng=0, permutations=99))
    results = section_numbers(document)
    systems, compared = systems_of(results["retrieval"]), results["retrieval_comparison"]
    rows = rows_of(list(retrieval_tables(systems, compared, ENGLISH)), "Paired differences")
    assert {row[1].text for row in rows} == {"nDCG@10"}
    assert len(rows) == 15
    within = retrieval_figures(systems, compared, ENGLISH)[1]
    assert "The best 5 of 6 systems are drawn." in within.caption
    assert "m0" in within.svg.wide
    assert "m5" not in within.svg.wide  # the noisiest


def test_misses_show_rank_and_what_came_first_cut():
    found = measured(1.5)
    rows = rows_of(list(retrieval_tables({"": found.to_dict()}, None, JAPANESE)),
                   "正解の順位が最も低い")  # fmt: skip
    worst = found.misses[0]
    assert rows[0][2].text == str(worst.gold_rank)
    assert all(cell.text.endswith("…") for cell in (rows[0][0], rows[0][1], rows[0][3]))
    nowhere = rows_of(list(retrieval_tables({"": ranked().to_dict()}, None, JAPANESE)),
                      "正解の順位が最も低い")  # fmt: skip
    assert nowhere[0][2].missing
    assert nowhere[0][2].note == "リストのどこにもありません"


def test_a_pair_has_the_section_of_a_switch_whoever_compared_it():
    from monosashi.report.documents import collect
    from monosashi.report.sections import sections

    pair = [measured(0.4, "A"), measured(2.5, "B")]
    compared = compare_retrieval(pair, rng=0)
    told = []
    for given in (compared, compared.to_dict(), retrieval_document(pair, compared)):
        (part,) = collect(given, None).parts
        (found,) = [one for one in sections(part, ENGLISH) if one.name == "switch"]
        told.append((found.sentence, found.tables))
    assert told[0] == told[1] == told[2]
    captions = [table.caption for table in told[0][1]]
    assert "Queries lost and gained within each k" in captions
    assert "Queries whose answer leaves the first 10 from A to B" in captions


def test_limits_name_incomplete_gold_and_pairs_only_where_there_are_some():
    from monosashi.report.sections.retrieval import retrieval_section

    alone = retrieval_section(section_numbers(one()), ENGLISH).limits
    assert any("nobody judged counts as wrong" in text for text in alone)
    together = retrieval_section(section_numbers(several()), ENGLISH).limits
    assert len(together) == len(alone) + 1


def test_figures_start_below_their_lowest_value():
    assert [start_below(x) for x in (0.0, 0.26, 0.5, 0.53, 1.0)] == [0.0, 0.0, 0.25, 0.5, 0.75]
    lines = [Ascent("a", [1, 2], [0.9, 1.0]), Ascent("b", [1, 3], [0.8, 0.95])]
    named = {"horizontal": "rank", "vertical": "share", "title": "t", "description": "d"}
    svg = ascent(lines, last=3, **named)
    assert ">80%<" in svg
    assert ">50%<" not in svg


def test_page_of_two_documents_numbers_queries_and_lists_systems():
    page = Report([one(), several()], title="Both").render("en")
    assert "40 queries with known answers, put to 40 documents" in page
    assert "Each of the 40 queries counts as one." in page
