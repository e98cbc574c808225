"""B112: no public function changes what it is given, and a second call gives the same result."""

import dataclasses
import inspect
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from cases.every_function import CALLS, LABELS, X, given

import monosashi as ms
from monosashi.embeddings.errors import Fault

TIMED = {"created", "seconds", "built_at"}  # when it was measured, and how long it took


def public_functions():
    """Every function in ``ms.__all__``, and those of a public module."""
    for name in ms.__all__:
        thing = getattr(ms, name)
        if inspect.ismodule(thing):
            yield from (f"{name}.{one}" for one in thing.__all__
                        if inspect.isfunction(getattr(thing, one)))  # fmt: skip
        elif not inspect.isclass(thing):
            yield name


def frozen(thing):
    """What it holds, bit by bit, in values that do not change."""
    name = type(thing).__name__
    for kinds, held in HELD.items():
        if isinstance(thing, kinds):
            return (name, held(thing))
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        thing = {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}
        return (name, named(thing))
    return (name, named(vars(thing)) if hasattr(thing, "__dict__") else "")


def array(given):
    held = tuple(map(repr, given.ravel())) if given.dtype == object else given.tobytes()
    return (given.shape, str(given.dtype), held)


def named(given):
    return tuple((repr(key), frozen(one)) for key, one in given.items() if key not in TIMED)


def files_in(path):
    held = sorted(path.rglob("*")) if path.is_dir() else [path]
    return tuple((one.name, one.read_bytes()) for one in held if one.is_file())


HELD = {
    np.ndarray: array,
    Fault: lambda one: one.say("en"),
    Mapping: named,
    (list, tuple): lambda given: tuple(map(frozen, given)),
    Path: files_in,
    (str, bytes, int, float, type(None), np.generic): repr,
}


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    return given(tmp_path_factory.mktemp("given"))


@pytest.fixture(autouse=True)
def _no_answers_of_earlier_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_every_public_function_has_its_call():
    assert set(CALLS) == set(public_functions())


@pytest.mark.parametrize("name", CALLS)
def test_inputs_stay_and_a_second_call_gives_the_same(name, everything):
    before = frozen(everything)
    first = frozen(CALLS[name](everything))
    assert frozen(everything) == before
    assert frozen(CALLS[name](everything)) == first
    assert frozen(everything) == before


def test_the_inputs_are_those_of_the_case(everything):
    assert everything["x"].tolist() == X
    assert everything["labels"] == LABELS
    assert list(everything["data"].columns) == ["g"]


@pytest.mark.parametrize("change", ["number", "column", "list", "file"])
def test_a_changed_input_is_seen(tmp_path, change):
    held = {"x": np.array(X, dtype=float), "labels": [*LABELS], "a.csv": tmp_path / "a.csv"}
    held["data"] = ms.EmbeddingSet.from_arrays(held["x"], columns={"g": LABELS})
    held["a.csv"].write_text("a", encoding="utf-8")
    before = frozen(held)
    assert frozen(held) == before
    if change == "number":
        held["x"][0, 0] = np.nextafter(1.0, 2.0)
    elif change == "column":
        object.__setattr__(held["data"], "columns", {**held["data"].columns, "h": np.zeros(4)})
    elif change == "list":
        held["labels"].append("C")
    else:
        held["a.csv"].write_text("", encoding="utf-8")
    assert frozen(held) != before
