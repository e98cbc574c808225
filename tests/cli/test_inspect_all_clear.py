"""`inspect` says that nothing is wrong only of files with which the next command runs."""

import json
import shlex
import struct
import zipfile

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.words import choose_language

LINES = ["rain in the north", "snow on the hills", "wind from the sea", "sun all day"]
JUDGED = {"query": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0.5\n",
          "own": "query,doc,score\nq1,d1,0.93\nq1,d2,0.41\n"}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield tmp_path
    choose_language("en")


def document(capsys, name, code=0, *more):
    assert main(["inspect", str(name), *more, "--json", "--words", "en"]) == code
    return json.loads(capsys.readouterr().out)


def codes(found, what="faults"):
    return [one["code"].rpartition(".")[2] for one in found[what]]


def write_tensors(path, header, data=b""):
    head = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + data)


def without_vectors(root):
    """Files of arrays in which no array is a table of numbers."""
    np.save(root / "three.npy", np.zeros((2, 2, 2)))
    np.save(root / "zero_d.npy", np.float64(1))
    np.save(root / "str.npy", np.array(["a", "b"]))
    np.save(root / "dt.npy", np.array(["2020-01-01"], dtype="datetime64[D]"))
    np.save(root / "rec.npy", np.zeros(3, dtype=[("a", "f4"), ("b", "f4")]))
    np.savez(root / "noarr.npz")
    with zipfile.ZipFile(root / "notnpy.npz", "w") as archive:
        archive.writestr("a.txt", "hello")
    one = {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}
    write_tensors(root / "flat.safetensors", {"vectors": one}, b"\0" * 16)
    write_tensors(root / "empty.safetensors", {})


@pytest.mark.parametrize(
    ("name", "held"),
    [("three.npy", "2×2×2, float64"), ("zero_d.npy", "float64"), ("str.npy", "2, str"),
     ("dt.npy", "datetime64"), ("rec.npy", "fields a, b"), ("noarr.npz", "Found: -"),
     ("notnpy.npz", "Found: -"), ("flat.safetensors", "4, float32"),
     ("empty.safetensors", "Found: -")],
)  # fmt: skip
def test_arrays_without_a_matrix_are_a_fault_that_says_what_was_found(folder, capsys, name, held):
    without_vectors(folder)
    found = document(capsys, name, 4)
    assert codes(found) == ["no_matrix"]
    assert held in found["faults"][0]["text"]
    assert found["next"] is None


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [("empty.jsonl", "{}\n{}\n", ("nothing_usable", "Columns: -")),
     ("s.jsonl", '{"id":"a","emb":["1","2"]}\n{"id":"b","emb":["x","2"]}\n',
      ("nothing_usable", "emb (lists)")),
     ("half.jsonl", '{"id":"a","text":"\\ud800 x"}\n{"id":"b","text":"y"}\n',
      ("broken_text", "Lines 1 of half.jsonl")),
     ("nul.txt", "a\0b\nc\n", ("nul_text", "rows 0")),
     ("semi.csv", "id;text\n1;a\n2;b\n", ("other_separator", "id;text")),
     ("zero.qrels", "q1 0 d1 0\nq2 0 d2 0\n", ("no_relevant", "no relevant document")),
     ("gold.jsonl", '{"id":"q1","gold":["a","a"]}\n{"id":"q3","gold":[1,null]}\n',
      ("gold_twice", "Lines 1 of gold.jsonl"))],
)  # fmt: skip
def test_what_cannot_be_used_is_a_fault(folder, capsys, name, content, told):
    code, said = told
    (folder / name).write_text(content, encoding="utf-8")
    found = document(capsys, name, 4)
    assert code in codes(found)
    assert any(said in one["text"] for one in found["faults"])
    assert found["next"] is None


def test_an_id_and_its_gold_are_judgements(folder, capsys):
    (folder / "g.csv").write_text('id,gold\nq1,d1\nq2,"[""d2"",""d3""]"\nq3,\n', encoding="utf-8")
    found = document(capsys, "g.csv")
    assert found["gold"]["judgements"] == 3
    assert codes(found, "notices") == ["queries_without_gold"]


@pytest.mark.parametrize("column", ["answers", "gold"])
def test_answers_in_words_and_texts_beside_gold_are_no_judgements(folder, capsys, column):
    records = [{"id": i, column: f"it is the number {i}"} for i in range(3)]
    (folder / "w.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert document(capsys, "w.jsonl")["gold"] is None
    records = [{"id": f"q{i}", "text": LINES[i], column: ["d1"]} for i in range(3)]
    (folder / "q.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    found = document(capsys, "q.jsonl")
    assert (found["gold"], found["texts"][0]["texts"]) == (None, "text")


@pytest.mark.parametrize(("which", "role"), [("query", "gold"), ("own", "run")])
def test_the_names_of_beir_are_judgements_also_with_fractions(folder, capsys, which, role):
    name = f"t.{'tsv' if which == 'query' else 'csv'}"
    (folder / name).write_text(JUDGED[which], encoding="utf-8")
    found = document(capsys, name)
    assert found[role] is not None
    assert found["run" if role == "gold" else "gold"] is None


def test_one_row_gets_no_command_that_would_fail(folder, capsys):
    (folder / "one.txt").write_text("rain in the north\n", encoding="utf-8")
    assert document(capsys, "one.txt")["next"] is None
    np.save(folder / "z.npy", np.array([[1.0, 0], [0, 0]]))
    assert document(capsys, "z.npy")["next"] is None
    for more in ([], ["--format", "markdown"]):
        assert main(["inspect", "one.txt", *more, "--words", "en"]) == 0
        out = capsys.readouterr().out
        assert "an audit needs 2 or more rows" in out
        assert "mend" not in out


def kinds(root):
    """One file of every kind that can be judged sound."""
    rng = np.random.default_rng(3)
    rows = [{"id": f"r{i}", "text": text} for i, text in enumerate(LINES)]
    (root / "t.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (root / "short.jsonl").write_text('{"id":1,"a":"x","b":"y"}\n{"id":2,"a":"u","b":"v"}\n',
                                      encoding="utf-8")  # fmt: skip
    (root / "q.jsonl").write_text('{"id":"q1","text":"rain"}\n{"id":"q2","text":"snow"}\n',
                                  encoding="utf-8")  # fmt: skip
    (root / "g.csv").write_text("id,gold\nq1,r0\nq2,r1\n", encoding="utf-8")
    (root / "b.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tr0\t1\nq2\tr1\t1\n",
                                encoding="utf-8")  # fmt: skip
    (root / "g.qrels").write_text("q1 0 r0 1\nq2 0 r1 2\n", encoding="utf-8")
    (root / "r.run").write_text("q1 Q0 r0 1 2.5 x\nq2 Q0 r2 1 1.5 x\n", encoding="utf-8")
    (root / "blanks.csv").write_text(" id , text \na,rain now\nb,snow now\n", encoding="utf-8")
    (root / "quotes.tsv").write_text('id\ttext\n1\t"rain\n2\tsnow"\n', encoding="utf-8")
    np.save(root / "v.npy", rng.normal(size=(4, 3)))


@pytest.mark.parametrize("name", ["t.jsonl", "short.jsonl", "g.csv", "b.tsv", "g.qrels", "r.run",
                                  "blanks.csv", "quotes.tsv", "v.npy"])  # fmt: skip
def test_the_command_suggested_runs_once_its_capitals_are_filled_in(folder, capsys, name):
    kinds(folder)
    filled = {"DOCUMENTS": "t.jsonl", "QUERIES": "q.jsonl", "QRELS": "g.qrels", "COLUMN": "a"}
    tokens = [filled.get(one, one) for one in shlex.split(document(capsys, name)["next"])]
    assert main([*tokens[1:], "--words", "en"]) == 0


def test_the_folder_one_stands_in_has_a_name(folder, capsys, monkeypatch):
    (folder / "ja").mkdir()
    for name in ("a", "b"):
        (folder / "ja" / f"{name}.md").write_text(f"# {name}\n\nText.\n", encoding="utf-8")
    assert document(capsys, ".", 0)["source"] == folder.name
    monkeypatch.chdir(folder / "ja")
    assert document(capsys, "..", 0)["format"] == "site"


def test_decimals_bytes_and_dates_are_told_apart(folder, capsys):
    import datetime as dt
    from decimal import Decimal

    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table({"id": ["a", "b"], "text": LINES[:2], "d": [Decimal("1.50"), Decimal(2)],
                      "b": [b"\xff", b"x"], "t": [dt.date(2020, 1, 1)] * 2,
                      "l": [dt.timedelta(1)] * 2})  # fmt: skip
    parquet.write_table(table, folder / "t.parquet")
    kinds_found = {row["column"]: row["kind"] for row in document(capsys, "t.parquet")["columns"]}
    assert kinds_found == {"id": "text", "text": "text", "d": "numbers", "b": "bytes",
                           "t": "dates", "l": "other"}  # fmt: skip
    assert main(["inspect", "t.parquet", "--words", "ja"]) == 0
