"""A public name, signature, default or field that changes is seen, and meant."""

import difflib

import pytest
from repository.api_text import SNAPSHOT, api_text

ADVICE = (
    "The public API is not what public_api.txt says:\n{difference}\n"
    "Where that is meant: python tests/repository/api_text.py, and say it in CHANGELOG.md."
)


def difference(before, now):
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "public_api.txt", "now",
                                 lineterm="", n=1)  # fmt: skip
    return "\n".join(lines)


def test_the_public_api_is_what_the_snapshot_says():
    found = difference(SNAPSHOT.read_text(encoding="utf-8"), api_text())
    if found:
        pytest.fail(ADVICE.format(difference=found), pytrace=False)


def test_the_snapshot_sees_signatures_defaults_and_fields_of_results():
    held = SNAPSHOT.read_text(encoding="utf-8")
    assert "\ndef ms.measure_shape(data: " in held
    assert "permutations: int = 999" in held
    assert "\nclass Shape\n    provenance: Provenance\n" in held
    assert "\ndef ms.power.simulate(" in held
    assert " at 0x" not in held


def test_a_changed_default_is_shown_as_a_difference():
    held = SNAPSHOT.read_text(encoding="utf-8")
    changed = held.replace("permutations: int = 999", "permutations: int = 99", 1)
    told = difference(held, changed).split("\n")
    assert sum(line.startswith("+def ") for line in told) == 1
    assert sum(line.startswith("-def ") for line in told) == 1
