"""A damaged repair is refused, all that is wrong in it is named, and no sign steers a terminal."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.embeddings import DataError, ModelCard
from monosashi.language import LanguageCentering, PivotShift, load_repair

NAN, FAR = float("nan"), 1e308


@pytest.fixture
def pages(made_set):
    return replace(made_set(n=60), model=ModelCard(name="m", role="passage"))


@pytest.fixture
def place(pages, tmp_path):
    fitted = LanguageCentering.fit(
        pages, language="lang", queries=pages.vectors + 0.1, built_at="2026-01-10"
    )
    fitted.save(tmp_path / "fix")
    return tmp_path / "fix"


def change(place, **parts):
    """Set values by dotted names (``__`` is a dot); ``...`` takes one away."""
    head = json.loads((place / "repair.json").read_text(encoding="utf-8"))
    for name, value in parts.items():
        *way, last = name.split("__")
        held = head
        for step in way:
            held = held[step]
        if value is ...:
            del held[last]
        else:
            held[last] = value
    (place / "repair.json").write_text(json.dumps(head), encoding="utf-8")


def refusal(place):
    with pytest.raises(DataError, match="not a saved repair") as refused:
        load_repair(place)
    return refused.value


@pytest.mark.parametrize("strength", [NAN, float("inf"), -1.0, FAR, 2.5, True, "1", None, [1]])
def test_a_strength_that_no_fit_takes(place, strength):
    change(place, settings__strength=strength)
    assert "settings.strength is" in str(refusal(place))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("built_at", 20260110), ("built_at", "\x1b[31mred"), ("built_at", None),
        ("built_at", "x" * 99), ("fingerprint", 5), ("ids_digest", None), ("column", 3),
        ("renormalise", "yes"), ("model", []), ("model__name", 7), ("model__role", {}),
        ("model__dimension", "24"), ("model__dimension", ...), ("model__text_cut", -1),
        ("model__aliases", "old"), ("model__canaries", {"a": [NAN]}), ("model__canaries", [1]),
        ("model__normalised", "no"), ("model__built_at", "\x9b2J"), ("settings", []),
        ("settings__strength", ...), ("numbers", None), ("documents", []), ("documents", {}),
        ("documents__en", "60"), ("documents__en", 0), ("documents__en", ...), ("queries", "none"),
        ("queries__en", 1.5), ("spread", 4), ("spread__en__units", 99), ("spread__en__first", NAN),
        ("spread__en__first", -1.0), ("spread__en__second", "a"), ("spread__fr", {"units": 3}),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_named(place, part, value):
    change(place, **{part: value})
    told = str(refusal(place))
    whole = part.split("__")[0] in ("documents", "queries", "spread")  # named with all languages
    assert (part.split("__")[0] if whole else part.replace("__", ".")) in told
    assert told.isprintable() or told.replace("\n", "").isprintable()


def test_all_faults_come_at_once(place):
    change(place, built_at="\x1b]0;x\x07", settings__strength=-3, model__dimension=-4,
           column=9)  # fmt: skip
    np.save(place / "documents.npy", np.zeros((2, 24), dtype=np.float32))
    (place / "queries.npy").unlink()
    error = refusal(place)
    codes = [one.code.rpartition(".")[2] for one in error.faults]
    assert codes == ["broken_repair", "day", "text_or_null", "count", "strength", "array",
                     "unreadable"]  # fmt: skip
    assert all("\x1b" not in error.say(language) for language in ("en", "ja"))
    assert "\\u001b" in str(error)


@pytest.mark.parametrize(
    ("array", "told"),
    [
        (np.zeros((2, 23)), "2 x 24"), (np.zeros((3, 24)), "2 x 24"), (np.zeros(24), "2 x 24"),
        (np.zeros((2, 24), dtype=np.int64), "int64"), (np.full((2, 24), NAN), "not finite"),
        (np.full((2, 24), FAR), "1e100"), (np.ones((2, 24)), "longer than a mean"),
        (np.array([["a"] * 24] * 2), "float64"), (np.zeros((2, 24), dtype=object), "cannot be"),
    ],
)  # fmt: skip
def test_means_that_cannot_be(place, array, told):
    np.save(place / "documents.npy", array)
    assert told in str(refusal(place))


def test_no_file_of_numbers_at_all(place):
    (place / "documents.npy").write_bytes(b"")
    assert "documents.npy cannot be read" in str(refusal(place))


def test_queries_without_a_language_of_the_documents(place):
    head = json.loads((place / "repair.json").read_text(encoding="utf-8"))
    np.save(place / "queries.npy", np.load(place / "queries.npy")[:1])
    change(place, queries={"en": head["queries"]["en"]})
    assert 'no mean for "ja"' in str(refusal(place))


def test_a_reference_that_is_no_language(pages, tmp_path):
    PivotShift.fit(pages, language="lang", reference="en").save(tmp_path / "pivot")
    change(tmp_path / "pivot", settings__reference="fr")
    assert "settings.reference" in str(refusal(tmp_path / "pivot"))


@pytest.mark.parametrize("told", ["[]", "{", "null", "[" * 100_000, '{"format": true}', "\x00"])
def test_no_json_of_a_repair(place, told):
    (place / "repair.json").write_text(told, encoding="utf-8")
    refusal(place)


@pytest.mark.parametrize("strength", [NAN, -3, 1e308, "much", None, True])
def test_fit_takes_no_such_strength_either(pages, strength):
    with pytest.raises(DataError, match="strength must be a finite number from 0 to 2"):
        LanguageCentering.fit(pages, language="lang", strength=strength)


@pytest.mark.parametrize("day", ["\x1b[31m", 20260110, "", "x" * 99])
def test_fit_takes_no_such_day_either(pages, day):
    with pytest.raises(DataError, match="without control characters"):
        LanguageCentering.fit(pages, language="lang", built_at=day)


def test_a_strength_on_the_command_line(pages, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pages.save("pages.npz")
    line = ["repair", "fit", "pages.npz", "--language", "lang", "--out", "fix", "--words", "en"]
    assert main([*line, "--method", "centering:-3"]) == 2
    assert "from 0 to 2" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["documents", "queries"])
def test_an_array_of_another_fit_is_no_part_of_this_repair(place, name):
    """Swapped rows have the right shape, kind and lengths: only their digest tells."""
    array = np.load(place / f"{name}.npy")
    np.save(place / f"{name}.npy", array[::-1])
    told = str(refusal(place))
    assert f"{name}.npy is not the array" in told
    np.save(place / f"{name}.npy", array)
    assert load_repair(place).built_at == "2026-01-10"


def test_folders_without_digests_are_read_as_before(place):
    change(place, digests=...)
    array = np.load(place / "documents.npy")
    np.save(place / "documents.npy", array[::-1])
    assert load_repair(place).documents.counts
    change(place, digests="none")
    assert "digests is" in str(refusal(place))
