"""Judgements from every usual file, and all that is wrong with one."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import monosashi as ms

EXPECTED = {"q1": {"d1": 2.0, "d2": 0.0}, "q2": {"d1": 1.0}}
ROWS = [("q1", "d1", 2), ("q1", "d2", 0), ("q2", "d1", 1)]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = text.encode("utf-8")
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def lines(names, separator, *, header=True):
    rows = [separator.join(map(str, row)) for row in ROWS]
    return "\n".join([*([separator.join(names)] if header else []), *rows]) + "\n"


def refused(path, **options):
    with pytest.raises(ms.DataError) as error:
        ms.read_gold(path, **options)
    assert error.value.say("ja")
    return error.value.say("en")


@pytest.mark.parametrize("separator", [" ", "\t", "   "])
@pytest.mark.parametrize("name", ["a.qrels", "a.txt", "a.tsv", "a.qrels.gz"])
def test_trec_qrels(tmp_path, separator, name):
    text = "".join(f"{q}{separator}0{separator}{d}{separator}{g}\n\n" for q, d, g in ROWS)
    assert ms.read_gold(write(tmp_path / name, text)).relevance == EXPECTED


@pytest.mark.parametrize(
    "names",
    [
        ("query", "doc", "rel"),
        ("query-id", "corpus-id", "score"),
        ("query_id", "document", "relevance"),
        ("qid", "pid", "grade"),
        ("QID", "DocID", "Label"),
    ],
)
@pytest.mark.parametrize("kind", ["jsonl", "csv", "tsv", "parquet"])
def test_a_row_a_judgement_under_the_usual_names(tmp_path, names, kind):
    path = tmp_path / f"gold.{kind}"
    records = [dict(zip(names, row, strict=True)) for row in ROWS]
    if kind == "jsonl":
        write(path, "".join(json.dumps(record) + "\n" for record in records))
    elif kind == "parquet":
        parquet.write_table(pa.Table.from_pylist(records), path)
    else:
        write(path, lines(names, "," if kind == "csv" else "\t"))
    assert ms.read_gold(path).relevance == EXPECTED


def test_a_missing_column_of_grades_means_1_and_ids_stay_text(tmp_path):
    path = write(tmp_path / "gold.csv", "qid,pid\n007,1\n007,1234567890123456789\n")
    assert ms.read_gold(path).relevance == {"007": {"1": 1.0, "1234567890123456789": 1.0}}


def test_a_column_of_a_queries_file(tmp_path):
    rows = [{"id": "q1", "query": "what?", "gold": ["d1", "d2"]},
            {"id": "q2", "query": "who?", "gold": "d1"},
            {"id": "q3", "query": "none", "gold": []}]  # fmt: skip
    path = write(tmp_path / "queries.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    found = ms.read_gold(path)
    assert found.relevance == {"q1": {"d1": 1.0, "d2": 1.0}, "q2": {"d1": 1.0}}
    assert '"q3"' in str(found.notices[0])
    assert "no column 'other'" in refused(path, column="other")


def test_json_mappings(tmp_path):
    path = write(tmp_path / "gold.json", '{"q1": {"d1": 2, "d2": 0}, "q2": ["d1"]}')
    assert ms.read_gold(path).relevance == EXPECTED
    write(path, '{"q1": ["d1"], "q1": ["d2"]}')
    assert '"q1"' in refused(path)
    write(path, '{"q1": [\n')
    assert "line 2" in refused(path)
    write(path, "[1]")
    assert "JSON list" in refused(path)


def test_a_beir_folder_and_its_splits(tmp_path):
    write(tmp_path / "beir/qrels/test.tsv", lines(("query-id", "corpus-id", "score"), "\t"))
    write(tmp_path / "beir/qrels/dev.tsv", "query-id\tcorpus-id\tscore\nq9\td9\t1\n")
    folder = tmp_path / "beir"
    assert ms.read_gold(folder).relevance == EXPECTED
    assert ms.read_gold(f"{folder}#dev").relevance == {"q9": {"d9": 1.0}}
    assert ms.read_gold(folder, split="dev").relevance == {"q9": {"d9": 1.0}}
    assert "Splits: dev, test" in refused(folder, split="train")
    assert "names another" in refused(f"{folder}#dev", split="test")
    assert "has no split" in refused(folder / "qrels/dev.tsv", split="dev")


def test_grades_below_zero_are_not_relevant_and_counted_by_line(tmp_path):
    found = ms.read_gold(write(tmp_path / "a.qrels", "\nq1 0 d1 -2\nq1 0 d2 1\n"))
    assert found.relevance == {"q1": {"d1": 0.0, "d2": 1.0}}
    assert "lines 2" in str(found.notices[0])


def test_all_faults_come_together_with_their_lines(tmp_path):
    text = "query,doc,rel\nq1,d1,good\n\nq1,d2,1\nq1,d2,1\nq1,d3,nan\n"
    said = refused(write(tmp_path / "g.csv", text))
    assert "2 grades are no finite number" in said
    assert "1 judgements judge a pair" in said
    assert "(Lines 2, 6 of g.csv.)" in said
    said = refused(write(tmp_path / "h.csv", "query,doc\nq1,\n,d1\n"))
    assert "h.csv [query]: no value in 1 row(s): rows 1" in said
    assert "h.csv [doc]: no value in 1 row(s): rows 0" in said
    assert "(Lines 3 of h.csv.)" in said
    assert "(Lines 2 of h.csv.)" in said


def test_lines_of_another_width_are_named(tmp_path):
    said = refused(write(tmp_path / "a.qrels", "q1 0 d1 1\nq1 0 d2\nq1 0 d 3 1\n"))
    assert "lines 2-3" in said


def test_columns_are_listed_when_they_say_nothing(tmp_path):
    said = refused(write(tmp_path / "g.csv", "a,b\n1,2\n"))
    assert "Columns: a, b" in said


SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "text"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_judgements_of_the_shared_data_name_rows_of_their_files():
    gold = ms.read_gold(SHARED / "retrieval_xquad_de_qrels.jsonl.gz")
    corpus = ms.read_texts(SHARED / "retrieval_xquad_de_corpus.jsonl.gz")
    queries = ms.read_texts(SHARED / "retrieval_xquad_de_queries.jsonl.gz")
    assert set(gold.relevance) == set(queries.ids)
    assert {d for row in gold.relevance.values() for d in row} <= set(corpus.ids)


def test_grades_that_are_no_whole_numbers_read_alike_under_every_name(tmp_path):
    text = "q1 0 d1 0.5\nq1 0 d2 2\n"
    for name in ("a.qrels", "a.txt", "a.tsv"):
        assert ms.read_gold(write(tmp_path / name, text)).relevance == {"q1": {"d1": 0.5, "d2": 2}}
    for grade in ("1_000", "nan", "-1_0", "\uff11"):
        for name in ("a.qrels", "a.tsv"):
            said = refused(write(tmp_path / name, f"q1 0 d1 1\n\nq1 0 d2 {grade}\n"))
            assert "1 grades" in said
            assert "3" in said.split("rows 1", 1)[1]
            said = refused(write(tmp_path / name, f"q1 0 d2 {grade}\n"))
            assert "1 grades" in said


def test_qrels_with_bare_carriage_returns_say_so(tmp_path):
    path = tmp_path / "a.qrels"
    path.write_bytes(b"q1 0 d1 1\rq1 0 d2 1\r")
    assert "its 2 lines end in a carriage return" in refused(path)


@pytest.mark.parametrize("answers", [[["d1"]], [1.5], {"d1": "1_0"}])
def test_answers_of_other_kinds_are_refused_with_their_line(tmp_path, answers):
    rows = [{"id": "q1", "gold": ["d1"]}, {"id": "q2", "gold": answers}]
    said = refused(write(tmp_path / "g.jsonl", "".join(json.dumps(row) + "\n" for row in rows)))
    assert "rows 1" in said
    assert "2" in said.split("rows 1", 1)[1]


def test_lines_of_another_width_and_bad_grades_come_together(tmp_path):
    path = tmp_path / "g.qrels"
    path.write_text("q1 0 d1 1\nq1 0 d2\nq1 0 d3 x\n", encoding="utf-8")
    with pytest.raises(ms.DataError) as error:
        ms.read_gold(path)
    said = error.value.say("en")
    assert "4 values of a TREC qrels: lines 2." in said
    assert "(Lines 3 of g.qrels.)" in said
    path.write_text("q1 0 d1 1\nq1 0 d2\n", encoding="utf-8")
    with pytest.raises(ms.DataError, match="lines 2"):
        ms.read_gold(path)
