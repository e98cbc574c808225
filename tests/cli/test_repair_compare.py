"""`monosashi repair compare`: numbers as from Python, one screen, the next command, refusals."""

import json
import pathlib
import shlex

import numpy as np
import pytest
from language.choosing_sets import queries_of

import monosashi as ms
from monosashi.cli import main
from monosashi.cli.layout import cells
from monosashi.results.toml import load_toml

pytestmark = pytest.mark.usefixtures("folder")
SIZE = 60
FEW = ["--methods", "centering,csls,fused"]
LONG = ["pages.jsonl", "--vectors", "v", "--id", "id", "--key", "slug", "--language", "lang"]
ASK = ["--queries", "titles.jsonl", "--query-id", "id"]


def compare(*options, words="en"):
    return main(["repair", "compare", *options, "--words", words])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Pages of two languages, long and wide, with titles that ask for sections of two pages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rng = np.random.default_rng(0)
    topics, tongues = rng.normal(size=(SIZE, 12)), 3.0 * np.eye(12)[:2]
    vectors = np.concatenate([topics + u + 0.4 * rng.normal(size=topics.shape) for u in tongues])
    names = [(lang, i) for lang in ("ja", "en") for i in range(SIZE)]
    rows = [{"id": f"{lang}{i}", "slug": f"k{i:02d}", "lang": lang, "section": i // 2,
             "v": vector.round(6).tolist()}
            for (lang, i), vector in zip(names, vectors, strict=True)]  # fmt: skip
    write("pages.jsonl", rows)
    columns = {name: [row[name] for row in rows] for name in ("slug", "lang", "section")}
    pages = ms.EmbeddingSet.from_arrays(vectors, ids=[row["id"] for row in rows], columns=columns)
    asked = queries_of(pages)
    write("titles.jsonl", [
        {"id": f"q{row['id']}", "slug": row["slug"], "lang": row["lang"],
         "section": row["section"], "v": vector.round(6).tolist()}
        for row, vector in zip(rows, asked.vectors, strict=True)
    ])  # fmt: skip
    write("wide.jsonl", [{"slug": f"k{i:02d}", "text": {"ja": f"頁{i}", "en": f"page {i}"}}
                         for i in range(SIZE)])  # fmt: skip
    np.savez("wide.npz", ids=np.array([f"k{i:02d}" for i in range(SIZE)]),
             ja=vectors[:SIZE], en=vectors[SIZE:])  # fmt: skip
    pathlib.Path("gold.tsv").write_text(
        "query-id\tcorpus-id\tscore\n"
        + "".join(f"q{a['id']}\t{b['id']}\t1\n" for a in rows for b in rows
                  if a["section"] == b["section"]), encoding="utf-8")  # fmt: skip
    return tmp_path


def write(name, rows):
    with pathlib.Path(name).open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def rows_of(name):
    lines = pathlib.Path(name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def choice(text):
    return json.loads(text)["results"]["language_choice"]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_one_screen_and_the_next_command(capsys, words):
    assert compare(*LONG, *FEW, words=words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    assert max(map(cells, lines)) <= 100
    assert max(cells(line) for line in lines if line.count("[") < 2) <= 80
    (taken,) = [line for line in lines if line.startswith("> centering")]
    assert taken.count("[") == 3, "mAP, recall across languages and what is kept with intervals"
    assert {"en": "conditional", "ja": "条件付き"}[words] in taken
    last = " ".join(lines[-3:])
    assert "monosashi repair compare pages.jsonl" in last
    assert "--queries" in last, "pages alone do not show what search inside a language loses"


def test_with_queries_the_next_command_fits_what_was_taken(capsys):
    asked = [*ASK, "--gold-column", "section", "--max-same-language-loss", "1"]
    assert compare(*LONG, *asked, "--methods", "centering,fused") == 0
    shown = capsys.readouterr().out
    (taken,) = [line for line in shown.splitlines() if line.startswith("> centering")]
    assert taken.count("[") == 3, "own-language recall has its interval, too"
    assert taken.endswith("taken")
    assert "monosashi repair fit pages.jsonl --method centering --language lang" in shown


def test_the_next_command_reads_queries_only_for_a_mean_of_queries(capsys):
    found = {}
    for method in ("query-centering", "centering"):
        asked = [*ASK, "--methods", method, "--max-same-language-loss", "1"]
        assert compare(*LONG, *asked) == 0
        found[method] = capsys.readouterr().out
    assert "--method query-centering" in found["query-centering"]
    assert "--queries titles.jsonl" in found["query-centering"]
    assert "--queries" not in found["centering"].partition("next:")[2]


def test_the_next_command_runs(capsys):
    assert compare(*LONG, *FEW, *ASK, "--max-same-language-loss", "1") == 0
    following = shlex.split(capsys.readouterr().out.partition("next: ")[2].replace("\\\n", ""))
    assert main([*following[1:], "--words", "en"]) == 0
    assert pathlib.Path("repair").is_dir()


def test_the_same_as_from_python(capsys):
    assert compare(*LONG, *FEW, "--seed", "3", "--json") == 0
    told = choice(capsys.readouterr().out)
    pages = ms.read("pages.jsonl", vectors="v", id="id")
    found = ms.compare_language_repairs(pages, key="slug", language="lang", rng=3,
                                        methods=["centering", "csls", "fused"])  # fmt: skip
    assert told["pick"] == found.pick
    for name, one in found.options.items():
        assert told["options"][name]["map"]["value"] == one.map.value


def test_wide_rows_and_long_rows_are_one_thing(capsys):
    assert compare(*LONG, *FEW, "--json") == 0
    long = choice(capsys.readouterr().out)["options"]["centering"]
    wide = ["wide.jsonl", "--wide", "text", "--id", "slug", "--vectors", "wide.npz"]
    assert compare(*wide, *FEW, "--json") == 0
    other = choice(capsys.readouterr().out)["options"]["centering"]
    assert other["map"]["value"] == pytest.approx(long["map"]["value"], abs=1e-6)


def test_answers_by_column_by_file_and_by_key(capsys):
    found = {}
    for name, how in {"column": ["--gold-column", "section"], "file": ["--gold", "gold.tsv"],
                      "key": []}.items():  # fmt: skip
        assert compare(*LONG, *ASK, *how, "--methods", "centering", "--json") == 0
        found[name] = choice(capsys.readouterr().out)
    assert found["column"]["n_items"] == SIZE // 2
    assert found["file"]["options"] == found["column"]["options"]
    assert found["key"]["n_items"] == SIZE
    assert all(one["loss_measured"] for one in found.values())


def test_numbers_of_use(capsys):
    use = ["--calls-per-day", "2000", "--latency", "0.05s", "--search-time", "80ms",
           "--price-embedding", "0.5"]  # fmt: skip
    assert compare(*LONG, *FEW, *use, "--json") == 0
    told = choice(capsys.readouterr().out)
    assert told["use"]["latency_ms"] == 50.0
    assert told["options"]["fused"]["standing"] == "too_slow"
    assert told["options"]["centering"]["costs"]["per_day"] == 1.0


def test_folder_report_and_settings_repeat(capsys):
    asked = [*LONG, *FEW, *ASK, "--gold-column", "section", "--latency", "50ms", "--out", "out"]
    assert compare(*asked) == 0
    capsys.readouterr()
    held = json.loads(pathlib.Path("out/result.json").read_text(encoding="utf-8"))
    assert held["kind"] == "language_choice"
    table = pathlib.Path("out/tables/repair_options.csv").read_text(encoding="utf-8")
    assert table.count("\n") == 1 + len({"none", "global-mean", "csls-all", "centering", "csls",
                                          "fused"})  # fmt: skip
    settings = load_toml(pathlib.Path("out/settings.toml"))["repair"]["compare"]
    assert settings["gold-column"] == "section"
    pathlib.Path("monosashi.toml").write_bytes(pathlib.Path("out/settings.toml").read_bytes())
    assert main(["repair", "compare", "--json", "--words", "en"]) == 0
    again = choice(capsys.readouterr().out)
    assert again["options"] == held["results"]["language_choice"]["options"]
    words = shlex.split(held["command"])
    assert words[:3] == ["monosashi", "repair", "compare"]
    pathlib.Path("monosashi.toml").unlink()
    assert main([*words[1:], "--json", "--words", "en"]) == 0
    assert choice(capsys.readouterr().out)["pick"] == again["pick"]


@pytest.mark.parametrize(
    ("options", "says", "code"),
    [
        ([], "Name the file", 2),
        (["pages.jsonl", "--vectors", "v"], "--key COLUMN and --language COLUMN", 2),
        ([*LONG, "--gold-column", "section"], "needs these", 2),
        ([*LONG, *ASK, "--gold", "gold.tsv", "--gold-column", "section"], "place of --gold", 2),
        ([*LONG, "--gold", "gold.tsv"], "--queries", 2),
        ([*LONG, *ASK, "--exclude", "id"], "does not use --exclude", 2),
        ([*LONG, "--latency", "soon"], "--latency", 2),
        ([*LONG, "--latency", "-5ms"], "-5ms", 2),
        ([*LONG, "--search-time", "-5ms"], "-5ms", 2),
        ([*LONG, "--price-embedding", "-1"], "--price-embedding", 2),
        ([*LONG, "--folds", "1"], "--folds", 2),
        ([*LONG, "--methods", "centring"], "no way to mend named 'centring'", 2),
        ([*LONG, "--folds", "40"], "from 2 to 30", 4),
        ([*LONG, *ASK, "--gold-column", "nowhere"], "nowhere", 4),
    ],
)
def test_refused(capsys, options, says, code):
    assert compare(*options) == code
    told = " ".join(capsys.readouterr().err.split())
    assert says in told
    assert "Traceback" not in told


def test_few_documents_need_force(capsys):
    rows = rows_of("pages.jsonl")
    write("few.jsonl", [row for row in rows if int(row["slug"][1:]) < 20])
    few = ["few.jsonl", *LONG[1:], "--methods", "centering"]
    assert compare(*few) == 4
    assert "20 documents" in " ".join(capsys.readouterr().err.split())
    assert compare(*few, "--force") == 0


def test_languages_keep_queries_and_answers_in_them(capsys):
    rows = rows_of("pages.jsonl")
    more = [row | {"id": f"fr{row['id']}", "lang": "fr"} for row in rows[:SIZE]]
    write("three.jsonl", [*rows, *more])
    titles = rows_of("titles.jsonl")
    write("asked.jsonl", [*titles, *(row | {"id": f"fr{row['id']}", "lang": "fr"}
                                     for row in titles[:SIZE])])  # fmt: skip
    chosen = ["three.jsonl", *LONG[1:], "--languages", "ja,en", "--queries", "asked.jsonl",
              "--query-id", "id", "--gold", "gold.tsv", "--methods", "none", "--json"]  # fmt: skip
    assert compare(*chosen) == 0
    told = choice(capsys.readouterr().out)
    assert told["languages"] == ["en", "ja"]
    assert told["n_queries"] == 2 * SIZE


def test_a_misspelt_command_below_repair_is_named(capsys):
    assert main(["repair", "compere"]) == 2
    assert "compare" in capsys.readouterr().err
    assert main(["repair"]) == 2


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize(("more", "named"), [
    ([], ["--price-embedding"]), (["--price-embedding", "0.5"], ["1,000", " 0.5 "]),
])  # fmt: skip
def test_how_a_search_is_used_is_on_the_screen_and_what_lacks_in_the_report(
    capsys, words, more, named
):  # fmt: skip
    use = ["--calls-per-day", "1000", "--latency", "50ms", *more]
    assert compare(*LONG, *FEW, *use, "--out", "out", words=words) == 0
    screen = capsys.readouterr().out
    assert len(screen.rstrip("\n").split("\n")) <= 24
    assert all(one in screen.partition("next:")[0] for one in named)
    assert "50" in screen
    page = pathlib.Path("out/report.html").read_text(encoding="utf-8")
    assert "--search-time" in page, "the fused way needs it"
    assert ("--price-embedding" in page.split("<pre")[0]) == (not more)


def test_a_site_brings_its_columns_to_a_comparison(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("en", "ja"):
        for i in range(12):
            page = tmp_path / "site" / name / f"p{i}.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"# t{i}\n\nwords alpha{i} beta{i} {name}\n", encoding="utf-8")
    asked = ["site", "--embedder", "hashing", "--force", "--methods", "centering", "--folds", "2"]
    assert compare(*asked, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"]["language_choice"]["languages"] == ["en", "ja"]
    assert any(one["code"] == "cli.notices.site_columns" for one in document["data"]["notices"])


def test_a_loss_above_all_that_can_be_lost_is_no_cap(capsys):
    assert compare(*LONG, "--max-same-language-loss", "5") == 2
    assert "max-same-language-loss" in capsys.readouterr().err
