"""Names, next commands and refusals as somebody new to the commands meets them."""

import json
import shlex
import shutil

import pytest

from monosashi.cli import main
from monosashi.cli.layout import HEIGHT

WORDS = ("tea", "rain", "train", "school", "winter", "bread", "river", "music", "paper", "stone")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [{"id": f"d{i}", "text": f"a page about {word} and {word}s"}
            for i, word in enumerate(WORDS)]  # fmt: skip
    asked = [{"id": f"q{i}", "text": f"what is {word}?"} for i, word in enumerate(WORDS)]
    for name, held in (("corpus.jsonl", rows), ("queries.jsonl", asked), ("asked.jsonl", asked)):
        text = "".join(json.dumps(row) + "\n" for row in held)
        (tmp_path / name).write_text(text, encoding="utf-8")
    gold = "".join(f"q{i}\td{i}\t1\n" for i in range(len(WORDS)))
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + gold, encoding="utf-8")
    return tmp_path


def run(capsys, *words):
    code = main([*words, "--words", "en"])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.usefixtures("folder")
def test_a_flat_folder_of_a_data_set_gets_a_command_that_runs(capsys):
    code, said, _ = run(capsys, "inspect", ".", "--json")
    found = json.loads(said)
    assert (code, found["faults"]) == (0, [])
    assert found["gold"]["queries"] == len(WORDS)
    assert found["next"] == ("monosashi retrieval corpus.jsonl --queries queries.jsonl "
                             "--gold qrels.tsv --embedder hashing")  # fmt: skip
    assert main([*shlex.split(found["next"])[1:], "--words", "en"]) == 0


def test_a_data_set_without_judgements_is_told_what_to_name(folder, capsys):
    (folder / "qrels.tsv").unlink()
    code, said, _ = run(capsys, "inspect", ".")
    assert code == 4
    assert "--gold FILE" in " ".join(said.split())
    assert "Splits: -" not in said


def test_a_screen_with_room_cuts_nothing(folder, capsys):
    site = folder / "site"
    for name in ("en/a.md", "ja/a.md", "README.md"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("# A\n\nSome words.\n", encoding="utf-8")
    code, said, _ = run(capsys, "inspect", "site")
    assert code == 4
    assert len(said.splitlines()) <= HEIGHT
    assert "(--invalid drop)." in " ".join(said.split())
    assert " …" not in said


def test_a_markdown_file_is_told_to_be_read_as_a_folder(folder, capsys):
    (folder / "a.md").write_text("# A\n", encoding="utf-8")
    code, _, said = run(capsys, "inspect", "a.md")
    assert code == 4
    assert "Name the folder" in said
    assert ".txt" in said


SEARCH = ("corpus.jsonl", "--queries", "queries.jsonl", "--gold", "qrels.tsv")


@pytest.mark.parametrize("command", ["compare", "retrieval"])
def test_two_of_one_name_are_called_after_what_differs(folder, capsys, command):
    specs = "hashing?dimension=64,hashing?dimension=32"
    code, said, _ = run(capsys, command, *SEARCH, "--embedder", specs, "--out", "out")
    assert code == 0
    held = json.loads((folder / "out/result.json").read_text(encoding="utf-8"))
    assert list(held["data"]["models"]) == specs.split(",")
    assert "ion=64 " in said
    assert "ion=32 " in said


@pytest.mark.usefixtures("folder")
def test_the_very_same_model_twice_is_still_refused(capsys):
    code, _, said = run(capsys, "retrieval", *SEARCH, "--embedder", "hashing,hashing")
    assert code == 2
    assert "--model A,B" in said


@pytest.mark.parametrize(
    ("file", "role", "following"),
    [
        ("corpus.jsonl", "query", "monosashi retrieval DOCUMENTS --queries set --gold GOLD"),
        ("queries.jsonl", "both", "monosashi retrieval DOCUMENTS --queries set --gold GOLD"),
        ("asked.jsonl", "both", "monosashi retrieval DOCUMENTS --queries set --gold GOLD"),
        ("queries.jsonl", "passage", "monosashi retrieval set --queries QUERIES --gold GOLD"),
        ("corpus.jsonl", "both", "monosashi audit set --out audit"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_follows_embed_fits_the_side_also_of_a_model_without_roles(
    capsys, file, role, following
):
    code, said, _ = run(capsys, "embed", file, "--embedder", "hashing", "--role", role, "--out",
                        "set", "--store", "none", "--json")  # fmt: skip
    assert code == 0
    assert json.loads(said)["next"] == following


@pytest.mark.parametrize("given", [["--run", "a.run,b.run"], ["--run=a.run,b.run"]])
@pytest.mark.usefixtures("folder")
def test_compare_with_runs_points_to_retrieval(capsys, given):
    code, _, said = run(capsys, "compare", "corpus.jsonl", *given, "--gold", "qrels.tsv")
    assert code == 2
    assert "monosashi retrieval --run a.run,b.run --gold qrels.tsv" in said


@pytest.mark.usefixtures("folder")
def test_the_screen_names_the_source_of_every_system(capsys):
    for name in ("set-a", "set-b", "set-c", "set-d"):
        run(capsys, "embed", "corpus.jsonl", "--embedder", "hashing", "--out", name)
    run(capsys, "embed", "queries.jsonl", "--embedder", "hashing", "--out", "asked")
    rest = ("--queries", "asked", "--gold", "qrels.tsv")
    _, said, _ = run(capsys, "retrieval", "set-a", "set-b", *rest, "--model", "a,b")
    assert "set-a, set-b" in said
    _, said, _ = run(capsys, "retrieval", "set-a", "set-b", "set-c", "set-d", *rest, "--model",
                     "a,b,c,d")  # fmt: skip
    assert "set-a, set-b, set-c (+1)" in " ".join(said.split())


PROGRAM = """
import json, sys
assert sys.argv[1:] == ["-k", "TOPSECRET99"], sys.argv
for line in sys.stdin:
    row = json.loads(line)
    text = row["text"]
    print(json.dumps({"id": row["id"], "vector": [len(text), 1 + text.count("r"), 3]}))
"""


def test_a_secret_of_a_command_is_left_out_and_its_mask_is_not_run(folder, capsys):
    (folder / "prog.py").write_text(PROGRAM, encoding="utf-8")
    spec = "command:python3 prog.py -k TOPSECRET99"
    code, _, said = run(capsys, "retrieval", *SEARCH, "--embedder", spec, "--store", "none",
                        "--out", "out")  # fmt: skip
    assert code == 0, said
    for file in (folder / "out").rglob("*"):
        assert file.is_dir() or b"TOPSECRET99" not in file.read_bytes(), file
    assert "prog.py -k …" in (folder / "out/settings.toml").read_text(encoding="utf-8")
    shutil.copy("out/settings.toml", "monosashi.toml")
    code, _, said = run(capsys, "retrieval", "--out", "again")
    assert code == 2
    assert "Put the value back" in said
    assert not (folder / "again").exists()
