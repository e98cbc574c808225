"""`monosashi fidelity`: one generator, several, a knob, people."""

import csv
import json
import re

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.human_rates import by_stem, read_rates
from monosashi.cli.layout import cells
from monosashi.embeddings import DataError
from monosashi.fidelity import measure_fidelity
from monosashi.words import say

RNG = np.random.default_rng(0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("fidelity")
    for name, shift, n in (("real", 0.0, 150), ("g0", 0.0, 120), ("g1", 0.3, 120),
                           ("g2", 0.6, 120), ("g3", 0.9, 120)):  # fmt: skip
        rows = RNG.normal(size=(n, 5)) + shift
        lines = [json.dumps({"id": f"{name}-{i}", "kind": "ab"[i % 2], "v": row.tolist()})
                 for i, row in enumerate(rows)]  # fmt: skip
        (place / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (place / "human.csv").open("w", encoding="utf-8", newline="") as file:
        rates = [("g0", 0.5), ("g1", 0.4), ("g2", 0.1), ("g3", 0.2)]
        csv.writer(file).writerows([("generator", "error_rate"), *rates])
    return place


def run(folder, capsys, *more):
    files = [str(folder / one) if one.endswith(("jsonl", "csv")) else one for one in more]
    code = main(["fidelity", *files, "--vectors", "v", "--id", "id"])
    return code, capsys.readouterr()


def test_one_generator(folder, capsys, tmp_path):
    out = str(tmp_path / "run")
    code, shown = run(folder, capsys, "real.jsonl", "g1.jsonl", "--class", "kind", "--out", out,
                      "--words", "en")  # fmt: skip
    assert code == 0, shown.err
    lines = shown.out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert ["plain", "filtered", "corrected", "reals"] in [line.split() for line in lines]
    document = json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))
    part = document["results"]["fidelity"]
    assert part["k"] == 5
    assert {row["class"] for row in part["classes"]} == {"a", "b"}
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    for word in ("Fidelity and coverage", "filtered", "corrected", "clipped density",
                 "Closest copies"):  # fmt: skip
        assert word in page
    japanese = (tmp_path / "run" / "report.ja.html").read_text("utf-8")
    assert "補正あり" in japanese
    assert "カバレッジ" not in japanese
    assert "被覆" not in japanese
    assert page.count("compare no neighbours") == 1  # once below the table, not in each cell


def test_several_with_knob_and_people(folder, capsys, tmp_path):
    code, shown = run(folder, capsys, "real.jsonl", "g0.jsonl", "g1.jsonl", "g2.jsonl", "g3.jsonl",
                      "--knob", "0,1,2,3", "--human", "human.csv", "--correct", "none", "--out",
                      str(tmp_path / "run"), "--words", "ja")  # fmt: skip
    assert code == 0, shown.err
    assert len(shown.out.splitlines()) <= 24
    part = json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))["results"][
        "generators"
    ]
    assert part["names"] == ["g0", "g1", "g2", "g3"]
    assert part["knob"] == [0, 1, 2, 3]
    assert {row["form"] for row in part["human"]} == {"plain"}
    assert "調整値に沿った傾向" in (tmp_path / "run" / "report.html").read_text("utf-8")


def test_settings_repeat_the_run(folder, capsys, tmp_path, monkeypatch):
    out = tmp_path / "run"
    code, _ = run(folder, capsys, "real.jsonl", "g1.jsonl", "--k", "10", "--metrics",
                  "precision,coverage", "--correct", "none", "--out", str(out))  # fmt: skip
    assert code == 0
    document = json.loads((out / "result.json").read_text("utf-8"))
    assert "--k 10" in document["command"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "monosashi.toml").write_text((out / "settings.toml").read_text("utf-8"), "utf-8")
    assert main(["fidelity", "--out", str(tmp_path / "again")]) == 0
    again = json.loads((tmp_path / "again" / "result.json").read_text("utf-8"))
    assert again["results"] == document["results"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["real.jsonl"], "at least one file of generated"),
        (["real.jsonl", "g0.jsonl", "--knob", "x"], "comma list of numbers"),
        (["real.jsonl", "g0.jsonl", "--knob", "1,2"], "2 numbers for 1"),
        (["real.jsonl", "g0.jsonl", "g1.jsonl", "--class", "kind"], "one generator"),
    ],
)
def test_wrong_usage(folder, capsys, given, told):
    code, shown = run(folder, capsys, *given, "--words", "en")
    assert code == 2
    assert told in " ".join(shown.err.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,rate\ng0,1\n", "generator and error_rate"),
        ("generator,error_rate\ng0,high\n", "no share from 0 to 1 in these lines (1): 2"),
        ("generator,error_rate\ng0,0.1\ng0,0.2\n", 'more than once: "g0"'),
        ("generator,error_rate\ng1,0.1\n", "missing for: g0"),
    ],
)
def test_bad_rates(folder, capsys, tmp_path, text, told):
    path = tmp_path / "rates.csv"
    path.write_text(text, encoding="utf-8")
    code, shown = run(folder, capsys, "real.jsonl", "g0.jsonl", "--human", str(path), "--correct",
                      "none", "--words", "en")  # fmt: skip
    assert code == 4
    assert told in " ".join(shown.err.split())


def test_unknown_metric_and_few_reals(folder, capsys):
    code, shown = run(folder, capsys, "real.jsonl", "g0.jsonl", "--metrics", "fid", "--k", "150",
                      "--words", "en")  # fmt: skip
    assert code == 4
    assert "no such metric: fid" in shown.err


def test_the_next_command_guards_the_scores(folder, capsys, tmp_path, monkeypatch):
    """Rules of the run hold for it, and not for a generator that is surely worse."""
    monkeypatch.chdir(tmp_path)
    code, shown = run(folder, capsys, "real.jsonl", "g0.jsonl", "--correct", "none", "--out", "run",
                      "--words", "en")  # fmt: skip
    assert code == 0
    assert shown.out.splitlines()[-1] == "next: monosashi gate run --init gate.toml"
    assert main(["gate", "run", "--init", "gate.toml"]) == 0
    assert main(["gate", "run", "gate.toml"]) == 0
    code, _ = run(folder, capsys, "real.jsonl", "g3.jsonl", "--correct", "none", "--out", "worse")
    assert code == 0
    assert main(["gate", "worse", "gate.toml"]) == 3


def test_the_rules_refuse_a_generator_that_repeats_reals(folder, capsys, tmp_path, monkeypatch):
    """Near-copies are no exact copies, and raise every other score."""
    monkeypatch.chdir(tmp_path)
    for name, moved in (("real", 0), ("near", 1e-6)):
        lines = (folder / "real.jsonl").read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        texts = [json.dumps({**row, "v": [x + moved for x in row["v"]]}) for row in rows]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(texts) + "\n", encoding="utf-8")
    how = ["--vectors", "v", "--id", "id", "--correct", "none"]
    assert main(["fidelity", "real.jsonl", str(folder / "g0.jsonl"), *how, "--out", "run"]) == 0
    assert main(["gate", "run", "--init", "gate.toml"]) == 0
    assert "scores.memorisation" in (tmp_path / "gate.toml").read_text("utf-8")
    assert main(["gate", "run", "gate.toml"]) == 0
    assert main(["fidelity", "real.jsonl", "near.jsonl", *how, "--out", "copied"]) == 0
    capsys.readouterr()
    assert main(["gate", "copied", "gate.toml"]) == 3


def rows_of(text):
    return {line.split()[0]: line for line in text.splitlines() if line.startswith("  ")}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_form_has_its_interval(folder, capsys, language):
    _, shown = run(folder, capsys, "real.jsonl", "g1.jsonl", "--words", language)
    found = rows_of(shown.out)
    for name in ("clipped_density", "clipped_coverage", "precision", "density", "coverage"):
        assert found[name].count("[") == 3, found[name]
    assert found["recall"].count("[") == 1
    assert max(map(cells, shown.out.splitlines())) <= 80


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_interval_is_told_with_its_reason(folder, capsys, language):
    options = ("--correction-intervals", "no", "--words", language)
    _, shown = run(folder, capsys, "real.jsonl", "g1.jsonl", *options)
    assert rows_of(shown.out)["clipped_density"].count("[") == 1
    told = say("fidelity.reasons.correction_intervals_off", language)
    assert told.replace(" ", "") in "".join(shown.out.split())


def test_generators_show_all_forms_with_intervals(folder, capsys):
    _, shown = run(folder, capsys, "real.jsonl", "g1.jsonl", "g2.jsonl", "--words", "en")
    found = [line.split() for line in shown.out.splitlines()]
    lines = [line for line in shown.out.splitlines() if " corrected " in f"{line} "]
    assert sum("corrected" in words for words in found) >= 2
    assert all(line.count("[") == 2 for line in lines[:2])


def test_why_a_plain_score_has_no_interval():
    draw = np.random.default_rng(0).normal
    few = measure_fidelity(draw(size=(40, 3)), draw(size=(1, 3)), metrics=["coverage"], k=3)
    assert few.scores["coverage"].low is None
    assert few.reasons["scores.coverage.interval"].code == "fidelity.reasons.one_generated"
    close = measure_fidelity(draw(size=(6, 3)), draw(size=(30, 3)), metrics=["coverage"], k=5,
                             correct=None)  # fmt: skip
    assert close.scores["coverage"].low is None
    assert close.reasons["scores.coverage.interval"].code == "fidelity.reasons.interval_few"
    peer = measure_fidelity(draw(size=(40, 3)), draw(size=(30, 3)), metrics=["clipped_coverage"],
                            peer_compat=True, correct=None)  # fmt: skip
    assert peer.reasons["scores.clipped_coverage.interval"].code == "fidelity.reasons.interval_peer"


def test_rates_by_the_names_of_files_and_in_percent(tmp_path):
    rates = tmp_path / "rates.csv"
    rates.write_text("generator,error_rate\ng1.0.npz,0.4\ng2,0.3\n", encoding="utf-8")
    found = by_stem(read_rates(rates), [tmp_path / "g1.0.npz", tmp_path / "g2.npz"])
    assert (found["g1.0"], found["g2"]) == (0.4, 0.3)
    rates.write_text("generator,error_rate\ng1,45%\ng2,42\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"no share from 0 to 1 in these lines \(2\): 2-3\."):
        read_rates(rates)


@pytest.mark.parametrize("name", ["none.npz", "none.npy"])
def test_a_file_without_rows_is_called_so(tmp_path, capsys, name):
    real, none = tmp_path / "real.npz", tmp_path / name
    np.savez(real, vectors=RNG.normal(size=(60, 4)), ids=np.arange(60).astype(str))
    empty = np.zeros((0, 4))
    if name.endswith("npy"):
        np.save(none, empty)
    else:
        np.savez(none, vectors=empty, ids=np.array([], dtype=str))
    assert main(["fidelity", str(real), str(none), "--words", "en"]) != 0
    assert "has 0 rows" in capsys.readouterr().err


def test_no_option_is_listed_twice(capsys):
    main(["fidelity", "--help"])
    told = capsys.readouterr().out
    assert told.count("--store ") == 1
    assert told.count("--parts ") == 1


@pytest.mark.parametrize(("m", "noun"), [(1, "1 generated point "), (2, "2 generated points ")])
def test_one_is_not_many(tmp_path, monkeypatch, capsys, m, noun):
    monkeypatch.chdir(tmp_path)
    np.savez("real.npz", vectors=RNG.normal(size=(60, 5)))
    np.savez("made.npz", vectors=RNG.normal(size=(m, 5)) + 9)
    words = ["fidelity", "real.npz", "made.npz", "--correct", "none", "--out", "out"]
    assert main([*words, "--words", "en"]) == 0, capsys.readouterr().err
    shown = " ".join(capsys.readouterr().out.split())
    assert noun in shown
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert not re.search(r"\b1 (generated points|reals|generators|random splits)\b", shown + page)


def far_and_long(tmp_path):
    """Numbers below 0.01 and above 10, in every form."""
    rng = np.random.default_rng(3)
    np.savez(tmp_path / "real.npz", vectors=rng.normal(size=(120, 8)))
    np.savez(tmp_path / "middle.npz", vectors=rng.normal(size=(120, 8)) * 0.05)
    np.savez(tmp_path / "noise.npz", vectors=rng.normal(size=(120, 8)) * 2.2)
    return tmp_path / "real.npz", tmp_path / "middle.npz", tmp_path / "noise.npz"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("which", [1, 2])
def test_the_column_of_the_reals_stays_beside_long_numbers(tmp_path, capsys, language, which):
    files = far_and_long(tmp_path)
    more = "precision,recall,density,clipped_density,clipped_coverage,symmetric_precision"
    assert main(["fidelity", str(files[0]), str(files[which]), "--metrics", more,
                 "--words", language]) == 0  # fmt: skip
    lines = capsys.readouterr().out.splitlines()
    assert max(map(cells, lines)) <= 80
    assert any(say("fidelity.terms.brief_attainable", language) in line.split() for line in lines)


def test_no_interval_of_two_equal_ends_on_the_screen():
    from monosashi.cli.fidelity_screen import _brief

    shown = _brief({"value": 0.000457, "low": 0.0, "high": 0.0014, "method": ""})
    assert shown == "<.01 [0,<.01]"
    assert _brief({"value": 12.345, "low": 10.1, "high": 14.6, "method": ""}) == "12.3 [10.1,14.6]"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("options", [["--knob", "1"], ["--human", "human.csv"]])
def test_one_generator_is_never_compared_with_itself(folder, capsys, tmp_path, language, options):
    """What compares generators is left out, and said to be; memorisation and reals stay."""
    out = ["--correct", "none", "--out", str(tmp_path / "run"), "--words", language]
    code, shown = run(folder, capsys, "real.jsonl", "g0.jsonl", *options, *out)
    assert code == 0, shown.err
    assert "memorisation" in shown.out
    assert say("fidelity.findings.one_generator.headline", language)[:20] in shown.out
    document = json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))
    assert set(document["results"]) == {"fidelity"}


def test_why_there_is_no_interval_names_the_generator_and_only_what_is_shown():
    from monosashi.cli.fidelity_screen import _missing

    def why(metric):
        return {"code": "fidelity.reasons.interval_alike", "values": {"metric": metric}}

    part = {
        "names": ["g1", "g1.0"],
        "metrics": ["clipped_density", "clipped_coverage", "density"],
        "reasons": {
            "g1.scores.density.interval": why("density"),
            "g1.0.scores.clipped_density.interval": why("clipped density"),
            "g1.scores.clipped_coverage.interval": why("clipped coverage"),
            "g1.0.scores.clipped_coverage.interval": why("clipped coverage"),
        },
    }
    told = [line.strip() for line in _missing(part, "scores") if "·" in line]
    assert told[0].startswith("· g1.0: clipped density")
    assert told[1].startswith("· clipped coverage")
    assert len(told) == 2
