import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet, fault
from monosashi.results import Estimate, Provenance, Result, hidden
from monosashi.results.plain import plain
from monosashi.results.reading import read_result
from monosashi.results.tables import csv_table, latex_table, markdown_table
from monosashi.results.writing import strict_json, write_text


@dataclass(frozen=True, kw_only=True)
class Example(Result):
    value: float | None
    estimate: Estimate
    big: np.ndarray = hidden()

    def tables(self):
        return {"rows": [{"name": "a|b", "value": 0.12345678}, {"name": None, "value": None}]}


def example():
    data = EmbeddingSet.from_arrays([[1.0, 0.0], [0.0, 1.0]])
    return Example(
        provenance=Provenance.of(data, k=np.int64(3)),
        value=None,
        reasons={"value": fault("embeddings.errors.empty", name="x", shape=(0, 0))},
        estimate=Estimate(0.5, 0.4, 0.6, 0.05, "jackknife", 12),
        big=np.zeros(10**6),
    )


def test_a_result_becomes_strict_json_with_reasons_and_without_big_arrays():
    document = json.loads(strict_json(example().to_dict()))
    assert document["value"] is None
    assert "nothing to measure" in document["reasons"]["value"]["text"]
    assert document["estimate"]["low"] == 0.4
    assert "big" not in document
    assert document["provenance"]["settings"] == {"k": 3}


@pytest.mark.parametrize("value", [np.nan, np.inf, [1.0, -np.inf], {"a": np.float32("nan")}])
def test_nan_and_infinity_never_leave(value):
    with pytest.raises(ArithmeticError):
        plain(value)


def test_text_that_looks_like_infinity_is_left_alone():
    assert plain("BaNaNa Infinity Inc.") == "BaNaNa Infinity Inc."


def test_pairs_as_keys_are_joined_with_an_arrow():
    assert plain({("ja", "en"): np.array([1, 2])}) == {"ja->en": [1, 2]}


def test_tables_are_escaped_in_each_format():
    rows = example().tables()["rows"]
    assert "a\\|b" in markdown_table("t", rows)
    assert r"a\_b" in latex_table("t", [{"a_b": "x & y"}])
    assert r"x \& y" in latex_table("t", [{"a_b": "x & y"}])
    assert csv_table(rows).splitlines()[1] == "a|b,0.12345678"


def test_a_folder_is_written_and_read_back(tmp_path):
    example().save(tmp_path / "out")
    assert read_result(tmp_path / "out")["estimate"]["value"] == 0.5
    assert (tmp_path / "out" / "tables" / "rows.csv").exists()


def test_a_failed_write_leaves_the_old_file_and_no_crumbs(tmp_path, monkeypatch):
    target = tmp_path / "a.txt"
    write_text(target, "old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="space"):
        write_text(target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("content", ["{", "[1]", '{"a": 1}', "\xff"])
def test_a_file_that_is_no_result_is_refused_by_name(tmp_path, content):
    file = tmp_path / "result.json"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(ValueError, match=r"result\.json"):
        read_result(file)


def test_an_estimate_prints_itself_and_is_a_number():
    estimate = example().estimate
    assert f"{estimate:.2f}" == "0.50 [0.40, 0.60]"
    assert float(estimate) == 0.5
    assert f"{Estimate(0.5, None, None, None, 'two groups', 2)}" == "0.500"
