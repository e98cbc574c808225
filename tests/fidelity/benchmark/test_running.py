"""The benchmark runs: counts, stores, resuming, processes, other limits."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.fidelity.benchmark import rescore_fidelity_benchmark, run_fidelity_benchmark
from monosashi.fidelity.benchmark.rows import ROWS


def same_centre(real, generated):
    """1 when the means agree, 0 when they are far apart."""
    away = np.linalg.norm(real.mean(axis=0) - generated.mean(axis=0)) / np.sqrt(real.shape[1])
    return float(np.exp(-4 * max(away - 0.1, 0)))


def always_one(_, __):
    return 1.0


def never_known(_, __):
    return float("nan")


def failed(found, metric):
    return {row["row"] for row in found.rows if row["metric"] == metric and not row["passed"]}


def test_a_function_of_the_user():
    found = run_fidelity_benchmark(same_centre, checks=[1, 13], repeats=2)
    assert found.passed() == {"same_centre": 4}
    assert found.counts[0]["rows"] == 4
    assert len(found.tables()["benchmark_rows"]) == 4
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_a_constant_passes_what_asks_for_one_or_flat():
    rows = run_fidelity_benchmark({"one": always_one}, checks=[4, 5, 12, 6], repeats=1)
    assert failed(rows, "one") == {"6p", "12b"}


def test_the_kind_decides_what_is_asked():
    found = run_fidelity_benchmark(
        {"a": always_one, "b": always_one}, checks=[5], repeats=1, kinds={"b": "coverage"}
    )
    assert failed(found, "a") == set()
    assert failed(found, "b") == {"5p"}


def test_what_is_undefined_fails_and_stays_none():
    found = run_fidelity_benchmark(never_known, checks=[12], repeats=2)
    assert found.passed() == {"never_known": 0}
    assert {row["mean"] for row in found.curves} == {None}
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_a_killed_run_goes_on(tmp_path):
    """The torn line of a killed run is cut off; finished parts are not measured again."""
    seen = []

    def counted(real, generated):
        seen.append(len(real))
        return same_centre(real, generated)

    whole = run_fidelity_benchmark(counted, checks=[12, 13], repeats=2, store=tmp_path / "s")
    calls = len(seen)
    lines = (tmp_path / "s" / "scores.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "s" / "scores.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:50])
    seen.clear()
    again = run_fidelity_benchmark(counted, checks=[12, 13], repeats=2, store=tmp_path / "s")
    assert len(seen) == calls // 2
    assert again.curves == whole.curves
    seen.clear()
    assert run_fidelity_benchmark(counted, checks=[13], repeats=2, store=tmp_path / "s").curves
    assert seen == []


def test_a_function_that_changed_is_measured_again(tmp_path):
    def measure(_, __):
        return 0.25

    run_fidelity_benchmark(measure, checks=[12], repeats=1, store=tmp_path / "s")

    def measure(_, __):
        return 0.75

    found = run_fidelity_benchmark(measure, checks=[12], repeats=1, store=tmp_path / "s")
    assert {row["mean"] for row in found.curves} == {0.75}


def test_processes_change_no_number(tmp_path):
    names = ["precision", "recall@3"]
    one = run_fidelity_benchmark(names, checks=[6, 12], repeats=1)
    two = run_fidelity_benchmark(names, checks=[6, 12], repeats=1, n_jobs=2, store=tmp_path / "s")
    assert one.curves == two.curves


def test_other_repeats_are_other_draws():
    a = run_fidelity_benchmark(same_centre, checks=[12], repeats=1)
    b = run_fidelity_benchmark(same_centre, checks=[12], repeats=1, first_repeat=5)
    assert a.curves != b.curves


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench") / "s"
    names = ["clipped_density:corrected", "clipped_coverage:corrected",
             "clipped_density:filtered", "clipped_coverage:filtered"]  # fmt: skip
    return folder, run_fidelity_benchmark(names, checks=[6], repeats=1, store=folder)


def test_other_limits_are_arithmetic_on_the_store(kept):
    folder, found = kept

    def curves(result):
        return {(row["metric"], row["variant"], row["x"]): row["mean"] for row in result.curves}

    assert curves(rescore_fidelity_benchmark(folder)) == curves(found)
    limits = {"far": 1.0, "near_fidelity": 2.0, "near_coverage": None}
    fresh = run_fidelity_benchmark(list(found.passed()), checks=[6], repeats=1, correction=limits)
    assert curves(rescore_fidelity_benchmark(folder, **limits)) == curves(fresh)
    assert curves(fresh) != curves(found)
    with pytest.raises(DataError) as refused:
        rescore_fidelity_benchmark(folder, k=3)
    assert refused.value.faults[0].code == "fidelity.errors.no_statistics"


def test_a_store_of_other_settings_is_refused(kept, tmp_path):
    folder, _ = kept
    for options in ({"grid": "full"}, {"correction": {"far": 3.0}}):
        with pytest.raises(DataError) as refused:
            run_fidelity_benchmark(["coverage"], checks=[6], repeats=1, store=folder, **options)
        assert refused.value.faults[0].code == "fidelity.errors.other_store"
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(DataError) as refused:
        run_fidelity_benchmark(["coverage"], checks=[6], repeats=1, store=tmp_path)
    assert refused.value.faults[0].code == "fidelity.errors.foreign_store"


@pytest.mark.parametrize(
    ("metrics", "options", "code"),
    [
        (["clipped"], {}, "benchmark_metric"),
        (["recall:corrected"], {}, "benchmark_form"),
        (["coverage:plain "], {}, "benchmark_metric"),
        ([], {}, "benchmark_names"),
        ([always_one, always_one], {}, "benchmark_names"),
        (["coverage"], {"checks": [0]}, "benchmark_checks"),
        (["coverage"], {"checks": []}, "benchmark_checks"),
        (["coverage"], {"repeats": 0}, "benchmark_grid"),
        (["coverage"], {"first_repeat": -1}, "benchmark_grid"),
        (["coverage"], {"grid": "wide"}, "benchmark_grid"),
        (["coverage"], {"kinds": {"coverage": "both"}}, "benchmark_kinds"),
        ([3], {}, "benchmark_metric"),
        (["coverage"], {"correction": {"far": 0}}, "option"),
    ],
)
def test_refusals(metrics, options, code):
    with pytest.raises(DataError) as refused:
        run_fidelity_benchmark(metrics, **{"checks": [12], "repeats": 1, **options})
    room = "hubs" if code == "option" else "fidelity"
    assert f"{room}.errors.{code}" in [fault.code for fault in refused.value.faults]
    assert str(refused.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [("scores.jsonl", "hello\n"), ("scores.jsonl", "null\n"), ("scores.jsonl", "[]\n"),
     ("benchmark.json", "null"), ("benchmark.json", "[]")],
)  # fmt: skip
def test_a_damaged_store_is_named(tmp_path, name, text):
    run_fidelity_benchmark(["coverage"], checks=[12], repeats=1, store=tmp_path / "s")
    (tmp_path / "s" / name).write_text(text)
    with pytest.raises(DataError) as refused:
        run_fidelity_benchmark(["coverage"], checks=[12], repeats=1, store=tmp_path / "s")
    assert [fault.code for fault in refused.value.faults] == ["fidelity.errors.foreign_store"]


def test_a_file_is_no_store(tmp_path):
    (tmp_path / "s").write_text("a file")
    with pytest.raises(DataError, match="holds no benchmark"):
        run_fidelity_benchmark(["coverage"], checks=[12], repeats=1, store=tmp_path / "s")


def test_findings_say_how_few_repeats(kept):
    _, found = kept
    codes = [finding.code for finding in found.findings()]
    assert codes == ["fidelity.benchmark_repeats", *["fidelity.benchmark_alone"] * 4]
    assert all(finding.say(language) for finding in found.findings() for language in ("en", "ja"))


def test_a_measure_without_a_number_is_named():
    found = run_fidelity_benchmark(
        {"never": never_known, "one": always_one}, checks=[12], repeats=1
    )
    (told,) = [one for one in found.findings() if one.code == "fidelity.benchmark_undefined"]
    assert told.numbers["metric"] == "never"
    assert told.numbers["undefined"] == told.numbers["points"] > 0
    assert all(told.say(language) for language in ("en", "ja"))


def test_rows_are_named():
    assert [row.label for row in ROWS][:4] == ["1b", "1p", "2b", "2p"]


def test_findings_name_what_a_correction_gains_and_loses(kept):
    folder, _ = kept
    names = ["clipped_density", "clipped_density:corrected", "clipped_coverage"]
    found = run_fidelity_benchmark(names, checks=[6], repeats=1, store=folder)
    (gain,) = [one for one in found.findings() if one.code == "fidelity.benchmark_gain_few"]
    assert gain.numbers["metric"] == "clipped_density:corrected"
    ours, plain = (found.passed()[name] for name in names[1::-1])
    gained, lost = (gain.numbers[f"{name}_text"] for name in ("gained", "lost"))
    count = {"–": 0}
    assert ours - plain == count.get(gained, gained.count(",") + 1) - count.get(
        lost, lost.count(",") + 1)  # fmt: skip
    assert all(gain.say(language) for language in ("en", "ja"))


def test_a_text_for_a_number_and_kinds_of_no_measure_are_refused_by_name():
    def worded(_real, _generated):
        return "high"

    with pytest.raises(DataError, match=r"worded.*check 1"):
        run_fidelity_benchmark(worded, checks=[1], repeats=1)
    with pytest.raises(DataError, match="wordy"):
        run_fidelity_benchmark(worded, checks=[1], repeats=1, kinds={"wordy": "coverage"})


def test_what_a_function_raises_is_told_with_its_place():
    def broken(_real, _generated):
        raise ZeroDivisionError("no spread")

    with pytest.raises(DataError, match=r"broken.*check 1, repeat 3.*no spread") as told:
        run_fidelity_benchmark(broken, checks=[1], repeats=1, first_repeat=3)
    assert isinstance(told.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("value", [np.array([0.5]), np.array([0.5, 0.6]), np.complex128(1j), 1j])
def test_arrays_and_complex_numbers_are_refused_by_name(value):
    with pytest.raises(DataError, match=r"odd.*check 1"):
        run_fidelity_benchmark({"odd": lambda _real, _generated: value}, checks=[1], repeats=1)
