"""`inspect`: what a file holds, all that is wrong, and a next command that runs."""

import json
import shlex
import unicodedata

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import monosashi as ms
from monosashi.cli import main

WORDS = ["rain", "snow", "wind", "sun", "fog", "hail", "storm", "cloud", "ice", "heat", "dew",
         "frost"]  # fmt: skip
JAPANESE = ["雨", "雪", "風", "日", "霧", "雹", "嵐", "雲", "氷", "熱", "露", "霜"]


def rows():
    """Twelve items in two languages, with vectors."""
    rng = np.random.default_rng(0)
    found = []
    for i, (en, ja) in enumerate(zip(WORDS, JAPANESE, strict=True)):
        for language, word in (("en", en), ("ja", ja)):
            text = f"A day of {word}." if language == "en" else f"{word}の一日です。"
            found.append({"id": f"r{i}{language}", "slug": f"s{i}", "lang": language,
                          "text": text, "emb": rng.normal(size=8).tolist()})  # fmt: skip
    return found


def write_jsonl(path, records):
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_text(lines, encoding="utf-8")


def write_site(root):
    for record in rows():
        page = root / record["lang"] / f"{record['slug']}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"# {record['id']}\n\n{record['text']}\n", encoding="utf-8")


def write_beir(root):
    (root / "qrels").mkdir(parents=True)
    held = rows()
    corpus = [{"_id": r["id"], "title": r["slug"], "text": r["text"]} for r in held]
    write_jsonl(root / "corpus.jsonl", corpus)
    write_jsonl(root / "queries.jsonl", [{"_id": f"q{w}", "text": w} for w in WORDS])
    judged = "".join(f"q{w}\tr{i}en\t1\n" for i, w in enumerate(WORDS))
    (root / "qrels/test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}", encoding="utf-8")


def make(root):
    """Every kind of thing that can be looked at, sound."""
    held = rows()
    texts = [{k: v for k, v in r.items() if k != "emb"} for r in held]
    vectors = np.array([r["emb"] for r in held], dtype=np.float32)
    ids = [r["id"] for r in held]
    write_jsonl(root / "vectors.jsonl", held)
    write_jsonl(root / "texts.jsonl", texts)
    pairs = zip(texts[::2], texts[1::2], strict=True)
    wide = [{"id": a["slug"], "text": {"en": a["text"], "ja": b["text"]}} for a, b in pairs]
    write_jsonl(root / "wide.jsonl", wide)
    parquet.write_table(pa.Table.from_pylist(held), root / "vectors.parquet")
    lines = [["id", "body"], *([r["id"], r["text"]] for r in texts)]
    (root / "table.csv").write_text("\n".join(map(",".join, lines)), encoding="utf-8-sig")
    (root / "lines.txt").write_text("\n".join(r["text"] for r in texts), encoding="utf-8")
    np.save(root / "v.npy", vectors)
    np.savez(root / "v.npz", ids=np.array(ids), vectors=vectors)
    np.savez(root / "languages.npz", ids=np.array(WORDS), ja=vectors[:12], en=vectors[12:])
    columns = {"slug": [r["slug"] for r in held], "lang": [r["lang"] for r in held]}
    card = ms.ModelCard(name="m-v1")
    ms.EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns, model=card).save(root / "saved")
    write_site(root / "site")
    write_beir(root / "beir")
    run = "".join(f"q{i} Q0 d{j} {j} {1 / (j + 1)} bm25\n" for i in range(3) for j in range(5))
    (root / "bm25.run").write_text(run, encoding="utf-8")
    (root / "gold.qrels").write_text("q0 0 d1 1\nq1 0 d2 2\nq1 0 d3 0\n", encoding="utf-8")
    (root / "gold.json").write_text('{"q1": ["d1"]}', encoding="utf-8")
    write_jsonl(root / "gold.jsonl", [{"query": "q1", "doc": "d1", "rel": 1}])
    write_jsonl(root / "run.jsonl", [{"query": "q1", "documents": ["d1", "d2"]}])


SOUND = ["vectors.jsonl", "texts.jsonl", "wide.jsonl", "vectors.parquet", "table.csv", "lines.txt",
         "v.npy", "v.npz", "languages.npz", "saved", "site", "beir", "bm25.run", "gold.qrels",
         "gold.json", "gold.jsonl", "run.jsonl"]  # fmt: skip
COMPLETE = [name for name in SOUND if name.split(".")[0] not in {"bm25", "gold", "run"}]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make(tmp_path)
    return tmp_path


def looked(capsys, *tokens, code):
    assert main(["inspect", *map(str, tokens), "--words", "en"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def document(capsys, *tokens, code=0):
    def no_constant(name):
        raise AssertionError(name)

    out = looked(capsys, *tokens, "--json", code=code)
    return json.loads(out, parse_constant=no_constant)


def width(line):
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize("words", ["en", "ja"])
def test_sound_files_fit_one_screen(capsys, name, words):
    assert main(["inspect", name, "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert max(map(width, lines)) <= 80
    assert lines[0].startswith(name)
    last = "\n".join(lines[-3:])
    assert "monosashi" in last


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", COMPLETE)
def test_the_next_command_runs_with_the_options_filled_in(capsys, name):
    tokens = shlex.split(document(capsys, name)["next"])
    assert tokens[0] == "monosashi"
    permutations = ["--permutations", "99"] if tokens[1] == "audit" else []
    assert main([*tokens[1:], *permutations, "--words", "en"]) == 0


@pytest.mark.usefixtures("folder")
def test_a_run_and_judgements_ask_for_what_they_lack(capsys):
    assert "--run bm25.run --gold QRELS" in document(capsys, "bm25.run")["next"]
    assert "DOCUMENTS --queries QUERIES --gold gold.qrels" in document(capsys, "gold.qrels")["next"]


@pytest.mark.usefixtures("folder")
def test_numbers_of_a_table_with_vectors(capsys):
    found = document(capsys, "vectors.jsonl")
    assert found["rows"] == 24
    assert {row["column"]: row["kind"] for row in found["columns"]} == {
        "id": "text", "slug": "text", "lang": "text", "text": "text", "emb": "vectors"
    }  # fmt: skip
    (vectors,) = found["vectors"]
    lengths = np.linalg.norm([r["emb"] for r in rows()], axis=1)
    assert vectors["dimension"] == 8
    assert vectors["shortest"] == pytest.approx(lengths.min(), rel=1e-6)
    assert vectors["median_length"] == pytest.approx(np.median(lengths), rel=1e-6)
    assert vectors["unit_length"] is False
    assert found["languages"] == [{"language": "en", "rows": 12}, {"language": "ja", "rows": 12}]
    assert found["keys"]["in_several_languages"] == 12
    assert found["found"]["key"] == "slug"


def test_partners_that_are_missing_are_named(folder, capsys):
    write_jsonl(folder / "t.jsonl", rows()[:-1])
    keys = document(capsys, "t.jsonl")["keys"]
    assert (keys["items"], keys["in_one_language"]) == (12, 1)
    assert keys["without_partner"] == ["s11"]


def test_labels_are_no_keys(folder, capsys):
    """A topic stands in both languages too, but many times in each."""
    records = [{"id": r["id"], "topic": f"t{i % 2}", "lang": r["lang"], "emb": r["emb"]}
               for i, r in enumerate(rows())]  # fmt: skip
    write_jsonl(folder / "t.jsonl", records)
    assert document(capsys, "t.jsonl")["keys"] is None


@pytest.mark.usefixtures("folder")
def test_judgements_and_runs_in_numbers(capsys):
    gold = document(capsys, "gold.qrels")["gold"]
    assert (gold["queries"], gold["judgements"], gold["documents"]) == (2, 3, 3)
    assert gold["grades"] == {"0": 1, "1": 1, "2": 1}
    run = document(capsys, "bm25.run")["run"]
    assert (run["name"], run["queries"], run["fewest"], run["most"]) == ("bm25", 3, 5, 5)
    assert document(capsys, "gold.jsonl")["gold"]["queries"] == 1
    assert document(capsys, "run.jsonl")["run"]["scores"] is False


def test_all_faults_of_a_table_come_at_once(folder, capsys):
    held = rows()
    held[0]["id"] = held[1]["id"]
    held[2]["id"] = None
    held[3]["emb"] = [1.0, 2.0]
    held[4]["emb"] = [float("nan")] * 8
    held[5]["emb"] = [0.0] * 8
    write_jsonl(folder / "bad.jsonl", held)
    found = document(capsys, "bad.jsonl", code=4)
    said = "\n".join(one["text"] for one in found["faults"])
    for words in ("bad.jsonl [id]: no value in 1 row(s): rows 2", "2 rows share an id",
                  "it is 2 in 1 row(s): rows 3",
                  "NaN or infinity: rows 4", "(Lines 5 of bad.jsonl.)"):  # fmt: skip
        assert words in said
    assert found["vectors"][0]["zero_rows"] == 1
    assert found["next"] is None


def test_what_can_be_dropped_is_offered(folder, capsys):
    held = rows()
    held[4]["emb"] = [float("nan")] * 8
    write_jsonl(folder / "nan.jsonl", held)
    found = document(capsys, "nan.jsonl", code=4)
    assert found["vectors"][0]["non_finite_rows"] == 1
    tokens = shlex.split(found["next"])
    assert tokens[-2:] == ["--invalid", "drop"]
    assert main([*tokens[1:], "--permutations", "99"]) == 0


def test_an_encoding_is_named_and_offered(folder, capsys):
    (folder / "t.csv").write_bytes("id,text\na,記事の本文です\n".encode("cp932"))
    found = document(capsys, "t.csv", code=4)
    assert found["rows"] is None
    assert found["next"] == "monosashi inspect t.csv --encoding cp932"
    tokens = shlex.split(found["next"])[2:]
    assert document(capsys, *tokens)["texts"][0]["longest"] == 7


def test_damaged_texts_are_told_by_kind_and_id(folder, capsys):
    texts = {
        "moji": "こんにちは世界".encode().decode("cp932", "ignore"),
        "latin": "déjà vu".encode().decode("latin-1"),
        "asian": "日本語の文章".encode().decode("latin-1"),
        "windows": "こんにちは".encode().decode("cp1252", "ignore"),
        "lost": "ab\ufffd",
        "bell": "a\x07b",
        "bom": "\ufeffabc",
        "fine": "São Paulo, NÃO. 日本語の文章です。\n\tA",
        "french": "« déjà été\u00a0» et « là\u00a0» – garçon’s “façade”",
    }
    write_jsonl(folder / "t.jsonl", [{"id": k, "text": v} for k, v in texts.items()])
    found = {row["kind"]: row["ids"] for row in document(capsys, "t.jsonl")["suspicious"]}
    assert found == {"mojibake": "moji, latin, asian, windows", "replacement": "lost",
                     "control": "asian, bell", "mark_inside": "bom"}  # fmt: skip


def test_copies_and_empty_texts_are_counted(folder, capsys):
    np.save(folder / "c.npy", np.array([[1, 0], [1, 0], [0, 1], [2, 0]], dtype=np.float32))
    assert document(capsys, "c.npy")["vectors"][0]["repeated_rows"] == 2
    write_jsonl(folder / "t.jsonl", [{"id": i, "text": t} for i, t in enumerate(["x", "x", "y"])])
    assert document(capsys, "t.jsonl")["texts"][0]["repeated"] == 2


def test_vectors_beside_texts(folder, capsys):
    np.savez(folder / "few.npz", ids=np.array([r["id"] for r in rows()][1:]), v=np.ones((23, 2)))
    found = document(capsys, "texts.jsonl", "--vectors", "few.npz", code=4)
    assert '"r0en"' in found["faults"][0]["text"]
    assert found["vectors"][0]["rows"] == 23
    assert "--vectors few.npz" in found["next"]
    assert "--invalid drop" in found["next"]


def test_a_beir_folder_whose_judgements_name_strangers(folder, capsys):
    with (folder / "beir/qrels/test.tsv").open("a", encoding="utf-8") as file:
        file.write("q-none\td-none\t1\n")
    said = looked(capsys, "beir", code=4)
    assert '"q-none"' in said
    assert '"d-none"' in said


def test_an_empty_document_of_a_beir_folder_is_no_stranger(folder, capsys):
    held = [{"_id": r["id"], "text": "" if r["id"] == "r0en" else r["text"]} for r in rows()]
    write_jsonl(folder / "beir/corpus.jsonl", held)
    found = document(capsys, "beir", code=4)
    codes = {one["code"].rpartition(".")[2] for one in found["faults"]}
    assert codes == {"empty_texts"}
    assert found["gold"]["queries"] == 12
    assert found["next"].endswith("--embedder hashing --invalid drop")


def test_a_row_number_is_no_key_where_a_slug_is_there(folder, capsys):
    held = [{**r, "number": i // 2} for i, r in enumerate(rows())]
    write_jsonl(
        folder / "t.jsonl", [{**r, "slug": f"{r['slug']}{i // 8}"} for i, r in enumerate(held)]
    )
    assert document(capsys, "t.jsonl")["found"]["key"] == "slug"


def test_pairs_of_texts_are_no_judgements(folder, capsys):
    write_jsonl(folder / "t.jsonl", [{"query": "when does it rain", "doc": "It rains in June."}])
    assert document(capsys, "t.jsonl")["gold"] is None


def test_a_text_that_looks_like_a_list_stays_a_text(folder, capsys):
    (folder / "t.csv").write_text(
        'id,text,v\na,"[1, 2]","[1, 2]"\nb,x,"[0, 1]"\n', encoding="utf-8"
    )
    found = document(capsys, "t.csv")
    assert found["texts"][0]["not_text"] == 0
    assert [row["vectors"] for row in found["vectors"]] == ["v"]


def test_many_columns_and_faults_stay_on_one_screen(folder, capsys):
    record = {f"column{i}": "x" * 200 for i in range(60)}
    write_jsonl(folder / "t.jsonl", [{"id": "a", **record}, {"id": "a", **record}])
    lines = looked(capsys, "t.jsonl", code=4).rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert any("share an id" in line for line in lines)
    assert lines[-1].startswith("next:")
    assert len(document(capsys, "t.jsonl", code=4)["columns"]) == 61


def test_markdown_is_complete_and_escapes(folder, capsys):
    write_jsonl(folder / "t.jsonl", [{"id": "<b>", "text": "a|b"}])
    out = looked(capsys, "t.jsonl", "--format", "markdown", code=0)
    assert out.startswith("## t.jsonl")
    assert "| text | text |" in out
    assert "a\\|b" in out
    assert "<b>" not in out


@pytest.mark.parametrize("name", ["nothing.csv", "empty-folder", "notes.xyz", "milvus://x/y"])
def test_what_cannot_be_looked_at_exits_with_4_and_a_sentence(folder, capsys, name):
    (folder / "empty-folder").mkdir()
    (folder / "notes.xyz").write_text("x", encoding="utf-8")
    assert main(["inspect", name, "--words", "en"]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert name.split(":", maxsplit=1)[0] in err
    assert "Traceback" not in err


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe\x00", b"PAR1broken", b'{"a": NaN'])
@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet", "npz", "npy", "txt", "run", "json"])
def test_damaged_files_are_a_finding_not_a_crash(folder, capsys, content, ending):
    (folder / f"x.{ending}").write_bytes(content)
    code = main(["inspect", f"x.{ending}", "--words", "en"])
    out, err = capsys.readouterr()
    assert code in {0, 4}
    assert "Traceback" not in out + err
    assert ("fault" in out) == (code == 4)


def test_damage_and_zeros_are_not_called_fine(folder, capsys):
    """It found mojibake and said that nothing is wrong."""
    texts = ["こんにちは世界".encode().decode("cp932", "ignore"), "fine text here"]
    write_jsonl(folder / "t.jsonl", [{"id": i, "text": t} for i, t in enumerate(texts)])
    said = looked(capsys, "t.jsonl", code=0)
    assert "Nothing is wrong" not in said
    assert "look at: texts that look damaged: 1 (text)." in said
    np.save(folder / "z.npy", np.array([[1.0, 0], [0, 0], [0, 1]]))
    assert "look at: zero vectors: 1 (vectors)." in looked(capsys, "z.npy", code=0)
    assert "look at: zero" in looked(capsys, "z.npy", "--format", "markdown", code=0)
    assert "Nothing is wrong" in looked(capsys, "texts.jsonl", code=0)


def test_faults_that_no_option_mends_are_not_answered_by_the_same_command(folder, capsys):
    held = rows()
    held[0]["id"] = held[1]["id"]
    write_jsonl(folder / "bad.jsonl", held)
    last = looked(capsys, "bad.jsonl", code=4).rstrip("\n").split("\n")[-1]
    assert last == "next: mend what is marked as fault, then look at it again."
    (folder / "t.csv").write_bytes("id,text\na,記事の本文です\n".encode("cp932"))
    assert document(capsys, "t.csv", "--encoding", "euc_jp", code=4)["next"].endswith("cp932")


def test_more_damaged_texts_than_are_named_end_in_dots(folder, capsys):
    write_jsonl(folder / "t.jsonl", [{"id": f"x{i}", "text": "a\x07b"} for i in range(6)])
    (row,) = document(capsys, "t.jsonl")["suspicious"]
    assert row["ids"] == "x0, x1, x2, x3, x4, …"


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_an_id_of_another_name_and_labels_are_proposed(folder, capsys, ending):
    held = [{"番号": f"n{i}", "views": i * 7, "意図": f"intent {i % 3}",
             "text": f"a good day no. {i}"} for i in range(12)]  # fmt: skip
    path = folder / f"t.{ending}"
    if ending == "jsonl":
        write_jsonl(path, held)
    else:
        lines = [",".join(held[0]), *(",".join(map(str, row.values())) for row in held)]
        path.write_text("\n".join(lines), encoding="utf-8")
    tokens = shlex.split(document(capsys, path.name)["next"])
    assert tokens[tokens.index("--id") + 1] == "番号"
    assert tokens[tokens.index("--groups") + 1] == "意図"
    assert main([*tokens[1:], "--permutations", "99", "--words", "en"]) == 0


def test_keys_languages_and_texts_are_no_groups(folder, capsys):
    write_jsonl(folder / "t.jsonl", rows())
    tokens = shlex.split(document(capsys, "t.jsonl")["next"])
    assert "--groups" not in tokens
    assert "--id" not in tokens


def test_data_files_beside_a_readme_are_listed_not_read_as_a_site(folder, capsys):
    (folder / "data").mkdir()
    (folder / "data/README.md").write_text("# About\n\nThese files.\n", encoding="utf-8")
    for name in ("a.jsonl", "b.csv"):
        (folder / "data" / name).write_text("", encoding="utf-8")
    assert main(["inspect", "data", "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert 'a folder of 2 files: "a.jsonl", "b.csv"' in err
    assert "data/a.jsonl" in err


@pytest.mark.usefixtures("folder")
def test_the_result_of_a_run_is_told_with_the_commands_for_it(capsys):
    assert main(["audit", "v.npy", "--out", "run", "--words", "en"]) == 0
    capsys.readouterr()
    for name in ("run", "run/result.json"):
        found = document(capsys, name)
        assert found["next"] == f"monosashi report {name}"
        assert "result of monosashi audit" in looked(capsys, name, code=0)
        assert "Nothing is wrong" not in looked(capsys, name, code=0)


@pytest.mark.parametrize("ending", ["npz", "safetensors"])
def test_texts_languages_and_keys_of_a_file_of_arrays_are_told(folder, capsys, ending):
    held = rows()
    columns = {name: [row[name] for row in held] for name in ("slug", "lang", "text")}
    ids, vectors = [row["id"] for row in held], [row["emb"] for row in held]
    ms.EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns).save(folder / f"all.{ending}")
    found = document(capsys, f"all.{ending}")
    assert [row["texts"] for row in found["texts"]] == ["text"]
    assert "--key slug --language lang" in found["next"]
    assert main([*shlex.split(found["next"])[1:], "--permutations", "99", "--words", "en"]) == 0


def test_texts_without_a_column_of_that_name_ask_for_one(folder, capsys):
    """Two candidates, or only short words: the command must not fail for want of --text."""
    pairs = [{"id": i, "q": f"what is number {i}", "a": f"it is the number {i}"} for i in range(4)]
    write_jsonl(folder / "two.jsonl", pairs)
    found = document(capsys, "two.jsonl")
    assert "--text q" in found["next"]
    assert any("which one holds the texts" in note["text"] for note in found["notices"])
    write_jsonl(folder / "none.jsonl", [{"id": i, "a": "x", "b": "y"} for i in range(4)])
    assert "--text COLUMN" in document(capsys, "none.jsonl")["next"]


def test_vectors_in_another_encoding_are_checked_too(folder, capsys):
    lines = 'id,v\n記事,"[1, 2]"\n記事,"[1, 3]"\n'
    (folder / "v.csv").write_bytes(lines.encode("cp932"))
    said = looked(capsys, "v.csv", "--encoding", "cp932", code=4)
    assert '"記事"' in said
    assert "next: mend" in said


ANSWERS = (("請求書の発行は毎月２５日です。", "ja", "５００"),
           ("領収書は㈱テスト宛に①部発行します。", "ja", "１，２３４"),
           ("Invoices are issued on the 25th of every month.", "en", "５００"),
           ("One receipt is issued to Test Inc.", "en", "１，２３４"))  # fmt: skip
FAQ = ("番号,題名,本文,言語,金額",
       *(f"{i:02},題{i},{ANSWERS[i % 4][0]}{i},{','.join(ANSWERS[i % 4][1:])}" for i in range(12)),
       "12,空,,ja,１，２３４")  # fmt: skip


def test_amounts_in_full_width_are_no_groups_and_a_gap_has_one_number(folder, capsys):
    (folder / "faq.csv").write_text("\n".join(FAQ), encoding="cp932")
    told = document(capsys, "faq.csv", "--encoding", "cp932", code=4)
    tokens = shlex.split(told["next"])
    assert tokens[tokens.index("--groups") + 1] == "言語"
    assert main(["inspect", "faq.csv", "--encoding", "cp932", "--words", "en"]) == 4
    out = " ".join(capsys.readouterr().out.split())
    assert "empty texts: 1 (lines 14)." in out
    assert "(row" not in out


def test_a_file_in_cp932_read_as_shift_jis_is_cp932_throughout(folder, capsys):
    (folder / "faq.csv").write_text("\n".join(FAQ[:4]), encoding="cp932")
    assert main(["inspect", "faq.csv", "--encoding", "shift_jis", "--words", "en"]) == 4
    out = " ".join(capsys.readouterr().out.split())
    assert "The file is probably cp932" in out
    assert out.endswith("next: monosashi inspect faq.csv --encoding cp932")
