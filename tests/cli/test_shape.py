"""`monosashi shape` and the commands below it: numbers, one screen, repeatable, refusals."""

import json
import pathlib
import shlex
import shutil

import numpy as np
import pytest

import monosashi as ms
from monosashi.cli import main
from monosashi.cli.app import COMMANDS
from monosashi.cli.layout import cells
from monosashi.cli.settings import known_options
from monosashi.cli.shape_commands import QUESTIONS, SHAPE_COMMANDS
from monosashi.results.toml import load_toml

COMMON = ["--vectors", "v", "--words", "en"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Wordings of 8 questions in 2 languages and 3 stages, of two models; distances, labels."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rng = np.random.default_rng(0)
    centres, axes = rng.normal(size=(8, 6)), rng.normal(size=(2, 6))
    rows = []
    for i in range(96):
        question, language, stage = i // 12, i % 2, i % 3
        noise = rng.normal(size=6) * (0.2 + 0.2 * stage)
        vector = centres[question] + axes[language] + noise
        rows.append({"id": f"r{i}", "question": f"問{question}", "lang": "ja" if language else "en",
                     "stage": stage, "right": int(rng.random() < 0.3 + question / 16),
                     "unit": f"u{i // 2}", "v": vector.tolist()})  # fmt: skip
    write("a.jsonl", rows)
    write("b.jsonl", [row | {"v": [x + 0.3 * rng.normal() for x in row["v"]]} for row in rows])
    vectors = np.array([row["v"] for row in rows])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    distances = np.linalg.norm(unit[:, None] - unit, axis=2)
    np.save("d.npy", distances)
    np.save("condensed.npy", distances[np.triu_indices(96, 1)])
    np.savez("d.npz", ids=np.array([row["id"] for row in rows]), vectors=distances)
    write("labels.jsonl", [{"id": row["id"], "question": row["question"]} for row in rows[::-1]])
    write("in-order.jsonl", [{"question": row["question"]} for row in rows])
    return tmp_path


def write(name, rows):
    with pathlib.Path(name).open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


RUNS = {
    "shape": ["shape", "a.jsonl", "--groups", "question", "--permutations", "99"],
    "partition": ["shape", "partition", "a.jsonl", "--factors", "question,lang,question:lang",
                  "--permutations", "99", "--clusters", "unit"],
    "pairs": ["shape", "pairs", "a.jsonl", "--groups", "question", "--adjust", "bh", "--welch",
              "--permutations", "199"],
    "agree": ["shape", "agree", "a.jsonl", "b.jsonl", "--groups", "question", "--k", "5"],
    "probe": ["shape", "probe", "a.jsonl", "--groups", "question", "--values", "0,2,4"],
    "dose": ["shape", "dose", "a.jsonl", "--groups", "question", "--stage", "stage"],
    "correlate": ["shape", "correlate", "a.jsonl", "--groups", "question", "--outcome", "right",
                  "--permutations", "99"],
    "inout": ["shape", "inout", "a.jsonl", "--groups", "question", "--outcome", "right"],
    "ratio": ["shape", "ratio", "a.jsonl", "b.jsonl", "--query-groups", "unit",
              "--document-groups", "question"],
    "power": ["shape", "power", "a.jsonl", "--groups", "question", "--group-counts", "3",
              "--group-sizes", "2,4", "--simulations", "10", "--permutations", "19"],
    "distances": ["shape", "distances", "d.npz", "--labels", "labels.jsonl", "--groups",
                  "question", "--permutations", "99"],
}  # fmt: skip


def options(name):
    return ["--words", "en"] if name == "distances" else COMMON


def result(words, capsys):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_command_below_shape_is_tried_and_told_in_the_help(capsys):
    assert set(RUNS) == {"shape", *SHAPE_COMMANDS}
    assert main(["shape", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name, question in QUESTIONS.items():
        assert name in SHAPE_COMMANDS
        assert question in shown


@pytest.mark.usefixtures("folder")
def test_languages_are_kept_by_their_column(capsys):
    given = [*RUNS["shape"], *COMMON, "--languages", "ja"]
    assert result([*given, "--language", "lang"], capsys)["data"]["n"] == 48
    assert main(given) == 2


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("folder")
def test_one_screen_that_ends_with_the_next_command(capsys, name, words):
    assert main([*RUNS[name], *options(name), "--words", words]) == 2  # --words twice
    capsys.readouterr()
    given = [*RUNS[name], *options(name)[:-2], "--words", words]
    assert main(given) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    out = "shape" if name == "shape" else f"shape-{name}"
    squeezed = "".join("".join(lines).replace("\\", "").split())
    assert squeezed.removesuffix(f"--words{words}").endswith(f"--out{out}")


@pytest.mark.parametrize("name", RUNS)
def test_settings_repeat_the_run(folder, capsys, name):
    whole = [*RUNS[name], *options(name), "--seed", "3", "--confidence", "0.9"]
    assert main([*whole, "--out", "first"]) == 0
    shutil.copy("first/settings.toml", "monosashi.toml")
    assert (
        main([*RUNS[name][: 1 if name == "shape" else 2], "--out", "again", "--words", "en"]) == 0
    )
    first, again = ((folder / run / "result.json").read_bytes() for run in ("first", "again"))
    assert first == again
    names = {"report.html", "report.ja.html", "result.json", "settings.toml", "tables"}
    assert {path.name for path in (folder / "first").iterdir()} == names
    tables = load_toml(folder / "first/settings.toml")
    held = tables["shape"] if name == "shape" else tables["shape"][name]
    assert held["seed"] == 3
    capsys.readouterr()
    command = json.loads(first)["command"]
    (folder / "monosashi.toml").unlink()
    assert main([*shlex.split(command)[1:], "--words", "en", "--out", "third"]) == 0
    assert (folder / "third" / "result.json").read_bytes() == first


@pytest.mark.usefixtures("folder")
def test_numbers_are_those_of_the_library(capsys):
    data = ms.read("a.jsonl", vectors="v")
    found = result([*RUNS["shape"], *COMMON], capsys)["results"]
    same = ms.measure_shape(data, "question", permutations=99, rng=0)
    assert found["shape"]["r_squared"]["value"] == same.r_squared.value
    assert found["shape"]["permutation"]["p_value"] == same.permutation.p_value
    assert found["group_auc"]["auc"]["value"] == ms.group_auc(data, "question").auc.value
    directions = ms.count_directions(data, "question").participation_ratio_corrected.value
    assert found["directions"]["participation_ratio_corrected"]["value"] == directions
    split = result([*RUNS["partition"], *COMMON], capsys)["results"]["partition"]["rows"]
    terms = ms.partition_variance(data, ["question", "lang", "question:lang"], permutations=99)
    assert [row["r_squared"] for row in split] == [row["r_squared"] for row in terms.rows]


@pytest.mark.usefixtures("folder")
def test_options_reach_the_measures(capsys):
    def value(*more, name="r_squared"):
        found = result([*RUNS["shape"], *COMMON, *more], capsys)["results"]["shape"]
        return found[name]["value"] if isinstance(found[name], dict) else found[name]

    assert value("--no-normalise") != value()
    assert value(name="v") <= 1 < value("--no-normalise", name="v")
    held = result([*RUNS["shape"], *COMMON, "--key", "unit"], capsys)["results"]["shape"]
    assert held["permutation"]["scheme"] == "whole"
    within = result([*RUNS["shape"], *COMMON, "--within", "lang"], capsys)["results"]["shape"]
    assert within["permutation"]["scheme"] == "within"
    narrow = result([*RUNS["shape"], *COMMON, "--confidence", "0.5"], capsys)["results"]["shape"]
    wide = result([*RUNS["shape"], *COMMON], capsys)["results"]["shape"]
    assert narrow["r_squared"]["low"] > wide["r_squared"]["low"]
    order = result([*RUNS["dose"], *COMMON, "--order", "2,1,0"], capsys)["results"]["dose"]
    assert [row["stage"] for row in order["stages"]] == ["2", "1", "0"]
    margin = [*RUNS["partition"][:4], "question,lang", "--permutations", "99", "--margin"]
    assert result([*margin, *COMMON], capsys)["results"]["partition"]["by"] == "margin"
    few = result([*RUNS["pairs"], *COMMON, "--subset", "問0, 問3"], capsys)["results"]["pairwise"]
    assert [(row["group_a"], row["group_b"]) for row in few["pairs"]] == [("問0", "問3")]


@pytest.mark.usefixtures("folder")
def test_without_groups_only_what_needs_none_is_measured(capsys):
    found = result(["shape", "a.jsonl", *COMMON], capsys)
    assert set(found["results"]) == {"shape", "directions"}
    assert found["verdict"]["code"] == "shape.verdicts.ungrouped"


@pytest.mark.usefixtures("folder")
def test_distances_agree_with_vectors_however_they_are_given(capsys):
    whole = result([*RUNS["shape"], *COMMON], capsys)["results"]["shape"]
    groups = ["--groups", "question", "--permutations", "99", "--words", "en"]
    for given in (["d.npz", "--labels", "labels.jsonl"], ["d.npy", "--labels", "in-order.jsonl"],
                  ["condensed.npy", "--labels", "in-order.jsonl"]):  # fmt: skip
        found = result(["shape", "distances", *given, *groups], capsys)
        assert found["data"]["dimension"] is None
        held = found["results"]["shape"]
        assert held["r_squared"]["value"] == pytest.approx(whole["r_squared"]["value"], abs=1e-9)
        assert held["welch"] is None


@pytest.mark.usefixtures("folder")
def test_query_side_of_a_model_with_roles_is_measured_when_asked_for(capsys):
    rng = np.random.default_rng(1)
    rows = [{"id": i, "question": i // 4, "right": i % 2, "v": rng.normal(size=4).tolist(),
             "q": (rng.normal(size=4) / 10 + np.eye(4)[i // 4]).tolist()}
            for i in range(16)]  # fmt: skip
    write("roles.jsonl", rows)
    given = ["roles.jsonl", "--groups", "question", "--vectors", "v", "--query-vectors", "q",
             "--words", "en"]  # fmt: skip

    def r_squared(*more):
        found = result(["shape", *given, "--permutations", "9", *more], capsys)["results"]
        return found["shape"]["r_squared"]["value"]

    assert r_squared() < 0.5
    assert r_squared("--as-queries") > 0.8
    found = result(["shape", "inout", *given, "--outcome", "right"], capsys)["results"]
    assert found["input_output"]["input"]["value"] > 0.8


def test_power_by_formula_needs_no_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    given = ["shape", "power", "--rho", "0.5", "--n-groups", "20", "--words", "en"]
    found = result(given, capsys)
    assert found["results"]["power"]["groups_needed"] == 30
    assert found["results"]["power"]["detectable"] == pytest.approx(0.5912, abs=1e-4)
    assert found["data"] == {}
    assert main([*given, "--reliabilities", "0.5,0.5", "--out", "out"]) == 0
    assert "124" in capsys.readouterr().out
    assert (tmp_path / "out/report.html").is_file()


REFUSED = [
    (["shape"], 2, "--demo-tables"),
    (["shape", "partitoin"], 2, "monosashi shape partition?"),
    (["shape", "pairs"], 2, "monosashi shape pairs needs a file"),
    (["shape", "pairs", "a.jsonl"], 2, "needs --groups"),
    (["shape", "dose", "a.jsonl"], 2, "needs --groups, --stage"),
    (["shape", "partition", "a.jsonl", "--factors", " , "], 2, "needs --factors"),
    (["shape", "agree"], 2, "shape agree A B"),
    (["shape", "agree", "a.jsonl", "b.jsonl", "b.jsonl", "--model", "x,y,z"], 2, "3 were given"),
    (["shape", "probe", "a.jsonl", "--groups", "question", "--values", "0,x"], 2, "0,x"),
    (["shape", "probe", "a.jsonl", "--groups", "question", "--values", "nan"], 2, "nan"),
    (["shape", "power"], 2, "--rho or --n-groups"),
    (["shape", "power", "a.jsonl", "--rho", "0.5"], 2, "--rho or --n-groups"),
    (["shape", "power", "--rho", "1.5"], 2, "1.5"),
    (["shape", "power", "a.jsonl", "--groups", "question", "--group-counts", "2.5"], 2, "2.5"),
    (["shape", "a.jsonl", "--confidence", "95"], 2, "95"),
    (["shape", "a.jsonl", "--within", "lang"], 2, "needs --groups"),
    (["shape", "distances", "d.npz", "--whole", "unit"], 2, "needs --groups"),
    (["shape", "a.jsonl", "--groups", "topik"], 4, "topik"),
    (["shape", "nothing.jsonl", "--groups", "question"], 4, "nothing.jsonl"),
    (["shape", "a.jsonl", "--groups", "question", "--whole", "lang"], 4, "use within"),
    (["shape", "distances", "d.npy", "--labels", "few.jsonl", "--groups", "question"], 4, "2 rows"),
    (["shape", "distances", "d.npz", "--labels", "few.jsonl", "--groups", "question"], 4, "r2"),
    (["shape", "distances", "a.jsonl", "--vectors", "v", "--groups", "question"], 4, "(96, 6)"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "code", "said"), REFUSED, ids=lambda value: str(value)[:60])
@pytest.mark.usefixtures("folder")
def test_refusals_say_what_to_do(capsys, given, code, said):
    write("few.jsonl", [{"id": "r0", "question": "a"}, {"id": "r1", "question": "b"}])
    reads = len(given) > 2 and given[1] != "distances" and "--rho" not in given
    vectors = ["--vectors", "v"] if reads else []
    assert main([*given, *vectors, "--words", "en"]) == code
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


@pytest.mark.usefixtures("folder")
def test_settings_of_a_command_below_shape_are_its_own(capsys):
    toml = '[shape]\ngroups = "question"\nvectors = "v"\n\n[shape.partition]\nfactors = "lang"\n'
    with pathlib.Path("monosashi.toml").open("w", encoding="utf-8") as file:
        file.write(toml)
    assert result(["shape", "a.jsonl", "--permutations", "9"], capsys)["results"]["shape"]["groups"]
    given = ["shape", "partition", "a.jsonl", "--vectors", "v", "--permutations", "9"]
    rows = result(given, capsys)["results"]["partition"]["rows"]
    assert [row["term"] for row in rows] == ["lang", "residual", "total"]
    with pathlib.Path("monosashi.toml").open("w", encoding="utf-8") as file:
        file.write("[shape.partition]\nfaktors = 3\n")
    assert main(given) == 2
    assert "faktors" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_a_gate_holds_a_shape_against_rules():
    assert main([*RUNS["shape"], *COMMON, "--out", "out"]) == 0
    for limit, code in (("0.1", 0), ("0.99", 3)):
        rule = f'[[rule]]\npath = "results.shape.r_squared"\noperator = ">="\nlimit = {limit}\n'
        with pathlib.Path("gate.toml").open("w", encoding="utf-8") as file:
            file.write(rule)
        assert main(["gate", "out", "gate.toml", "--words", "en"]) == code
    assert main(["gate", "out", "--init", "first.toml", "--words", "en"]) == 0
    paths = [rule["path"] for rule in load_toml(pathlib.Path("first.toml"))["rule"]]
    assert paths == [f"results.{name}" for name in ("shape.r_squared", "shape.icc",
                                                    "group_auc.auc")]  # fmt: skip
    assert main(["gate", "out", "first.toml", "--words", "en"]) == 0


def test_source_tables_in_all_formats(capsys):
    assert main(["shape", "--demo-tables", "--words", "en"]) == 0
    text = capsys.readouterr().out
    assert "0.196" in text
    assert "0.959" in text
    assert main(["shape", "--demo-tables", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"common_direction", "shrink"}


def test_loose_settings_know_the_options_inside_groups_of_options():
    known = known_options(COMMANDS)
    assert {"seed", "vectors", "embedder", "out", "within", "rho", "group_counts"} <= known
    assert not {"common", "how", "data", "texts", "output", "asked"} & known


@pytest.mark.usefixtures("folder")
def test_partition_and_pairs_take_a_key_and_choose_how_many_arrangements(capsys):
    run = ["shape", "partition", "a.jsonl", "--factors", "question", "--key", "unit", *COMMON]
    found = result(run, capsys)
    assert found["settings"]["key"] == "unit"
    part = found["results"]["partition"]
    assert (part["scheme"], part["tests"]["question"]["permutations"]) == ("whole", 9999)
    pairs = result(["shape", "pairs", "a.jsonl", "--groups", "question", "--key", "unit", *COMMON],
                   capsys)["results"]["pairwise"]  # fmt: skip
    assert pairs["scheme"] == "whole"
    assert pairs["overlapping"]


@pytest.mark.usefixtures("folder")
def test_a_partition_offers_the_run_that_tests_the_rest_and_no_report_of_its_own(capsys):
    """Labels that vary inside a unit have p by --within only, the others by --key only."""
    rows = [json.loads(line) for line in pathlib.Path("a.jsonl").read_text("utf-8").splitlines()]
    for place, row in enumerate(rows):
        row["unit"], row["side"] = f"u{place // 2}", "ab"[place % 2]
        row["kind"] = f"k{place // 2 % 3}"
    pathlib.Path("b.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    run = ["shape", "partition", "b.jsonl", "--factors", "kind,side", "--permutations", "49",
           *COMMON]  # fmt: skip
    assert main([*run, "--key", "unit", "--out", "one"]) == 0
    text = " ".join(capsys.readouterr().out.replace("\\\n", "").split())
    assert "Two runs give all p: keep this one for kind, and take side from a second" in text
    command = text.split("next: ")[1]
    assert "--within unit" in command
    assert "--key" not in command
    assert main([*command.split()[1:], "--words", "en"]) == 0
    text = " ".join(capsys.readouterr().out.replace("\\\n", "").split())
    assert "keep this one for side, and take kind from a second one with --whole unit" in text
    assert main(["shape", "pairs", "b.jsonl", "--groups", "kind", "--permutations", "49", *COMMON,
                 "--out", "two"]) == 0  # fmt: skip
    assert "monosashi report" not in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_shares_stand_beside_chance_and_fit_the_screen(capsys):
    """The language of half of the rows explains little: its interval leaves the sample out."""
    run = ["shape", "partition", "a.jsonl", "--factors", "question,stage", "--clusters", "unit",
           "--permutations", "49", *COMMON]  # fmt: skip
    assert main([*run, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    row = found["results"]["partition"]["rows"][1]
    assert not row["low"] <= row["r_squared"] <= row["high"]
    assert row["low"] <= max(row["bias_corrected"], 0.0) <= row["high"]
    assert main(run) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    head = next(line for line in lines if line.split()[:2] == ["term", "df"])
    assert head.split()[2:5] == ["share", "chance", "adjusted"]
    below = lines[lines.index(head) :]
    (shown,) = [line for line in below if line.split()[:1] == ["stage"] and "(" not in line]
    inside = row["adjusted_low"] <= row["adjusted_r_squared"] <= row["adjusted_high"]
    assert row["p_value"] > 0.05
    assert ("[" in shown) == inside, "a corrected size of what is not shown would read as more"
    assert all(cells(line) <= 80 for line in lines)
