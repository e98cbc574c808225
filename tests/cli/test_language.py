"""`monosashi language`: one screen, one folder, exit codes, the next command."""

import json
import shlex

import numpy as np
import pytest

from monosashi.cli.main import main
from monosashi.embeddings import EmbeddingSet


@pytest.fixture
def pages(tmp_path):
    """Three languages, a strong language axis, and titles with two answers a language."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(60, 12))
    tongues = np.eye(3) * 3.0
    vectors = [[*topics[i], *tongues[j]] for j in range(3) for i in range(60)]
    columns = {"slug": [*range(60)] * 3, "lang": np.repeat(["de", "en", "ja"], 60),
               "section": [i // 2 for i in range(60)] * 3,
               "text": [f"{rng.bytes(20).hex()}" for _ in range(180)]}  # fmt: skip
    EmbeddingSet.from_arrays(vectors, columns=columns).save(tmp_path / "pages")
    asked = [[*(topics[2 * i] + topics[2 * i + 1]), *tongues[j]] for j in range(3)
             for i in range(30)]  # fmt: skip
    named = {"section": [*range(30)] * 3, "lang": np.repeat(["de", "en", "ja"], 30)}
    EmbeddingSet.from_arrays(asked, columns=named).save(tmp_path / "titles")
    return tmp_path / "pages"


COLUMNS = ("--key", "slug", "--language", "lang")


def test_the_screen_has_a_table_and_ends_in_a_command_that_runs(pages, capsys):
    assert main(["language", str(pages), *COLUMNS, "--words", "en"]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    head = next(i for i, line in enumerate(lines) if "lost by mixing" in line)
    assert "→" in lines[head + 1]
    assert "[" in lines[head + 1]
    words = shlex.split("\n".join(lines).partition("next: ")[2].replace("\\\n", ""))
    assert words[:3] == ["monosashi", "repair", "compare"]
    assert main([*words[1:], "--methods", "centering", "--words", "en"]) == 0


def test_the_folder_holds_every_direction_and_both_reports(pages, tmp_path, capsys):
    out = tmp_path / "out"
    command = ["language", str(pages), *COLUMNS, "--queries", str(tmp_path / "titles"),
               "--gold-column", "section", "--repairs", "centering,lir", "--experiments",
               "--translated", "machine", "--out", str(out), "--json"]  # fmt: skip
    assert main([*command, "--fail-on", "problem"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document == json.loads((out / "result.json").read_text(encoding="utf-8"))
    results = document["results"]
    assert len(results["language"]["directions"]) == 6
    assert {row["repair"] for row in results["language_search"]["rows"]} == {
        "", "centering", "lir",
    }  # fmt: skip
    assert set(results["repairs"]["signs"]) == {"centering", "lir"}
    assert {one["knob_kind"] if "knob_kind" in one else one["kind"]
            for one in results["experiments"]["knobs"]} == {"dimensions"}  # fmt: skip
    names = {path.stem for path in (out / "tables").iterdir()}
    assert {"recall", "miss_kinds", "language_search", "experiments", "repairs"} <= names
    for page in (out / "report.html", *out.glob("report.*.html")):
        text = page.read_text(encoding="utf-8")
        assert "no reason was recorded" not in text
        assert "理由は記録されていません" not in text


def test_a_clean_space_asks_for_a_gate_instead_of_a_repair(tmp_path, capsys):
    topics = np.random.default_rng(0).normal(size=(200, 12))
    columns = {"slug": [*range(200)] * 2, "lang": ["en"] * 200 + ["ja"] * 200}
    EmbeddingSet.from_arrays(np.vstack([topics, topics]), columns=columns).save(tmp_path / "s")
    out = tmp_path / "out"
    command = ["language", str(tmp_path / "s"), *COLUMNS, "--words", "en", "--fail-on", "warning"]
    assert main([*command, "--out", str(out)]) == 0
    assert "monosashi gate" in " ".join(capsys.readouterr().out.split())
    assert main(["gate", str(out), "--init", str(tmp_path / "gate.toml")]) == 0
    assert main(["gate", str(out), str(tmp_path / "gate.toml")]) == 0


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ([], 2, "--key"),
        ([*COLUMNS, "--gold-column", "section"], 2, "--queries"),
        ([*COLUMNS, "--queries", "titles", "--query-groups", "g"], 2, "--query-groups"),
        ([*COLUMNS, "--k", "0"], 2, "--k"),
        ([*COLUMNS, "--repairs", "magic"], 2, "magic"),
        ([*COLUMNS, "--repairs", "lir:much"], 2, "lir:much"),
        ([*COLUMNS, "--source", "fr"], 2, "--source"),
        ([*COLUMNS, "--target", "fr"], 2, "de, en, ja"),
        ([*COLUMNS, "--translated", "section"], 4, "human"),
    ],
)
def test_what_cannot_be_is_told_by_name(pages, capsys, more, code, said):
    assert main(["language", str(pages), *more, "--words", "en"]) == code
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told


def test_pools_of_unequal_size_are_drawn_equal(pages, tmp_path, capsys):
    from monosashi.stores import read

    held = read(pages)
    held.take(np.arange(150)).save(tmp_path / "fewer")
    command = ["language", str(tmp_path / "fewer"), *COLUMNS, "--equal-pools", "3", "--json"]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"]["equal_pools"]["size"] == 30
    assert any(note["code"] == "language.notices.unequal_pools"
               for note in document["data"]["notices"])  # fmt: skip


def test_settings_of_a_run_repeat_it(pages, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    command = ["language", str(pages), *COLUMNS, "--repairs", "none", "--source", "ja"]
    assert main([*command, "--out", str(out)]) == 0
    monkeypatch.chdir(tmp_path)
    (tmp_path / "monosashi.toml").write_bytes((out / "settings.toml").read_bytes())
    capsys.readouterr()
    assert main(["language", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]
    assert found == json.loads((out / "result.json").read_text(encoding="utf-8"))["results"]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_queries_may_lose_more_than_pages(tmp_path, capsys, words):
    """Pages that are alike in both languages, and queries that lean towards their own."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(60, 12))
    side = [np.hstack([topics, np.tile([sign * 0.2], (60, 1))]) for sign in (1, -1)]
    columns = {"slug": [*range(60)] * 2, "lang": ["en"] * 60 + ["ja"] * 60}
    EmbeddingSet.from_arrays(np.vstack(side), columns=columns).save(tmp_path / "pages")
    lean = [np.hstack([0.3 * topics, np.tile([sign * 9.0], (60, 1))]) for sign in (1, -1)]
    EmbeddingSet.from_arrays(np.vstack(lean), columns=columns).save(tmp_path / "asked")
    command = ["language", str(tmp_path / "pages"), *COLUMNS, "--queries", str(tmp_path / "asked"),
               "--gold-column", "slug", "--repairs", "none"]  # fmt: skip
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["findings"][0]["code"] == "language.search"
    assert document["verdict"]["code"] == "advice.verdicts.language_queries"
    assert main([*command, "--words", words]) == 0
    assert "recall@1" in "".join(capsys.readouterr().out.split("\n")[:3])


def test_rules_guard_what_queries_lose(pages, tmp_path, capsys):
    out = tmp_path / "out"
    command = ["language", str(pages), *COLUMNS, "--queries", str(tmp_path / "titles"),
               "--gold-column", "section", "--repairs", "none", "--out", str(out)]  # fmt: skip
    assert main(command) == 0
    assert main(["gate", str(out), "--init", str(tmp_path / "gate.toml")]) == 0
    capsys.readouterr()
    rules = (tmp_path / "gate.toml").read_text(encoding="utf-8")
    assert rules.count("language_search.language_drops") == 3
    assert main(["gate", str(out), str(tmp_path / "gate.toml")]) in {0, 3}


def test_what_the_usual_knobs_change_is_on_the_screen_and_in_every_row(pages, tmp_path, capsys):
    out = tmp_path / "out"
    command = ["language", str(pages), *COLUMNS, "--repairs", "none", "--experiments"]
    assert main([*command, "--out", str(out), "--words", "en"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert any(line.startswith("  Knobs: ") for line in lines)
    table = (out / "tables" / "experiments.csv").read_text(encoding="utf-8").splitlines()
    heads = table[0].split(",")
    for row in table[1:]:
        held = dict(zip(heads, row.split(","), strict=True))
        assert held["drop"]
        assert held["change"]


def test_of_many_languages_the_worst_warning_is_named_first(tmp_path, capsys):
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(400, 12))
    vectors = [topics + 0.3 * rng.normal(size=topics.shape) + u for u in 1.2 * np.eye(12)[:2]]
    columns = {"slug": [*range(400)] * 2, "lang": ["en"] * 400 + ["ja"] * 400}
    EmbeddingSet.from_arrays(np.vstack(vectors), columns=columns).save(tmp_path / "pages")
    command = ["language", str(tmp_path / "pages"), *COLUMNS, "--repairs", "none", "--json"]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["findings"][0]["level"] == "warning"
    assert document["verdict"]["code"] == "advice.verdicts.language_warnings"


@pytest.mark.parametrize(("row", "named"), [
    ({"key": "p1", "lang": "ja"}, ["asked.jsonl", "lang is there", "--language"]),
    ({"pages": "p1", "language": "ja"}, ["asked.jsonl", "no column key", "--gold-column"]),
    ({"key": "zz", "language": "ja"}, ["--gold FILE", "--gold-column"]),
])  # fmt: skip
def test_queries_without_answers_are_told_of_every_way_to_give_them(
    capsys, tmp_path, monkeypatch, row, named
):  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for language in ("en", "ja"):
        for i in range(12):
            place = tmp_path / "site" / language / f"p{i}.md"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"# t{i}\n\nwords alpha{i} beta{i} {language}\n", encoding="utf-8")
    rows = [json.dumps({"id": f"q{i}", "text": f"alpha{i}", **row}) for i in range(12)]
    (tmp_path / "asked.jsonl").write_text("\n".join(rows), encoding="utf-8")
    code = main(["language", "site", "--embedder", "hashing", "--key", "key", "--language",
                 "language", "--queries", "asked.jsonl", "--words", "en"])  # fmt: skip
    said = capsys.readouterr().err
    assert code == 4
    assert all(part in said for part in named)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_both_parts_of_what_is_lost_have_their_intervals_on_the_screen(tmp_path, capsys, words):
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(200, 12))
    vectors = [topics + 0.3 * rng.normal(size=topics.shape) + u for u in 1.6 * np.eye(12)[:2]]
    columns = {"slug": [*range(200)] * 2, "lang": ["en"] * 200 + ["ja"] * 200}
    EmbeddingSet.from_arrays(np.vstack(vectors), columns=columns).save(tmp_path / "pages")
    command = ["language", str(tmp_path / "pages"), *COLUMNS, "--repairs", "none"]
    assert main([*command, "--words", words, "--out", str(tmp_path / "out")]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) <= 25
    document = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    for one in document["results"]["language"]["directions"].values():
        place = next(i for i, line in enumerate(lines)
                     if line.startswith(f"  {one['source']} → {one['target']} "))  # fmt: skip
        told = [number_and_ends(one[name]) for name in ("drop", "language_drop",
                                                        "candidates_drop")]  # fmt: skip
        assert told[0] in lines[place]
        assert all(text in lines[place + 1] for text in told[1:])


def number_and_ends(found):
    told = (f"{found[name]:z.3f}".replace("-", "−") for name in ("value", "low", "high"))
    return "{} [{}, {}]".format(*told)


def leaning(place, *, pages, queries, n=120):
    """Pages that lean a little towards their language, and queries that lean much, ja more."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(n, 12))
    columns = {"slug": [*range(n)] * 2, "lang": ["en"] * n + ["ja"] * n}
    for name, leans, scale in (("pages", pages, 1.0), ("asked", queries, 0.6)):
        sides = [np.hstack([scale * topics + 0.3 * rng.normal(size=topics.shape),
                            np.tile([lean], (n, 1))]) for lean in leans]  # fmt: skip
        EmbeddingSet.from_arrays(np.vstack(sides), columns=columns).save(place / name)
    return ["language", str(place / "pages"), *COLUMNS, "--queries", str(place / "asked"),
            "--gold-column", "slug"]  # fmt: skip


@pytest.mark.parametrize("words", ["en", "ja"])
def test_what_costs_most_is_named_first_and_shown_whoever_asked(tmp_path, capsys, words):
    command = leaning(tmp_path, pages=(1.0, -1.0), queries=(1.0, -2.5))
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    found = [one for one in document["findings"] if one["level"] == "problem"]
    costs = [one["numbers"]["language_drop"] for one in found]
    assert costs == sorted(costs, reverse=True)
    assert {one["code"] for one in found} == {"language.search", "language.drop_documents"}
    assert (found[0]["code"], found[0]["numbers"]["source"]) == ("language.search", "ja")
    assert document["verdict"]["code"] == "advice.verdicts.language_queries"
    assert document["verdict"]["numbers"]["language_drop"] == costs[0]
    assert main([*command, "--out", str(tmp_path / "out"), "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    shown = [line for line in lines if line.startswith({"en": "[problem]", "ja": "[問題]"}[words])]
    assert shown, "the verdict names a problem that the screen does not show"
    assert {"en": "ja queries", "ja": "ja のクエリ"}[words] in shown[0]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_pages_cut_differently_are_told_before_anything_is_mended(tmp_path, capsys, words):
    rng = np.random.default_rng(0)
    topics, rows, keys, names = rng.normal(size=(150, 10)), [], [], []
    for sign, name, many in ((1, "ja", 3), (-1, "en", 1)):
        noise = 0.3 * rng.normal(size=(150 * many, 10))
        rows.append(np.repeat(topics, many, axis=0) + noise + sign * 2.0 * np.eye(10)[0])
        keys += np.repeat(np.arange(150), many).tolist()
        names += [name] * 150 * many
    data = EmbeddingSet.from_arrays(np.vstack(rows), columns={"slug": keys, "lang": names})
    data.save(tmp_path / "pages")
    chunks = "en 1.0, ja 3.0"
    for name, more in (("language", []), ("repair compare", ["--methods", "centering"])):
        asked = [*name.split(), str(tmp_path / "pages"), *COLUMNS, *more]
        assert main([*asked, "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["verdict"]["code"].split(".")[2].partition("_chunks")[1] or (
            "choice_verdicts.chunks" in document["verdict"]["code"])  # fmt: skip
        assert "problem" not in {one["level"] for one in document["findings"]}
        assert chunks in str(document["findings"][0]["numbers"]["chunks"])
        assert main([*asked, "--words", words]) == 0
        screen = capsys.readouterr().out
        told = screen.partition({"en": " vectors", "ja": "次元"}[words])[0]
        assert chunks in " ".join(told.split()), "the verdict"
        notices = [line for line in screen.split("\n") if line.startswith("· ")]
        assert chunks in notices[0]
        if name == "language":
            assert "repair compare" not in screen.partition("next:")[2]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_sizes_and_pools_drawn_equal_are_on_the_screen(tmp_path, capsys, words):
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(60, 12))
    axis = 2.0 * np.eye(12)[0]
    columns = {"slug": [*range(60), *range(40)], "lang": ["en"] * 60 + ["ja"] * 40}
    vectors = np.vstack([topics + axis, topics[:40] - axis])
    EmbeddingSet.from_arrays(vectors, columns=columns).save(tmp_path / "pages")
    command = ["language", str(tmp_path / "pages"), *COLUMNS, "--repairs", "none"]
    assert main([*command, "--words", words]) == 0
    assert "en 60, ja 40" in capsys.readouterr().out
    assert main([*command, "--equal-pools", "3", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]["equal_pools"]["rows"]
    assert main([*command, "--equal-pools", "3", "--words", words]) == 0
    screen = capsys.readouterr().out
    assert len(screen.rstrip("\n").split("\n")) <= 24
    assert "en 60, ja 40" in screen
    for row in rows:
        assert f"{row['language_drop']:.3f} ± {row['language_deviation']:.3f}" in screen
