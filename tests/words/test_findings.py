"""Findings and remedies have the parts that page and terminal ask for, and no others."""

import pytest

from monosashi.results import LEVELS
from monosashi.words import LANGUAGES, catalogue

PARTS = ("headline", "usual", "meaning", "next", "verify")
WHICH = ("parts", "one_role")
KINDS = (
    *LEVELS,
    "grouped",
    "pair",
    *WHICH,
    *(f"{one}_{level}" for one in WHICH for level in LEVELS),
)
KNOWN = {*PARTS, *(f"{part}_{kind}" for part in PARTS for kind in KINDS)}


def entries(table):
    keys = [key.split(".") for key in catalogue("en")]
    return sorted({tuple(key[:3]) for key in keys if len(key) == 4 and key[1] == table})


@pytest.mark.parametrize("entry", entries("findings"), ids=".".join)
@pytest.mark.parametrize("language", LANGUAGES)
def test_finding(entry, language):
    prefix = ".".join(entry) + "."
    parts = {key.removeprefix(prefix) for key in catalogue(language) if key.startswith(prefix)}
    assert parts <= KNOWN, "neither a part nor a part with a level"
    assert {"headline", "meaning", "verify"} <= parts


@pytest.mark.parametrize("entry", entries("remedies"), ids=".".join)
def test_remedy(entry):
    prefix = ".".join(entry) + "."
    assert [key for key in catalogue("en") if key.startswith(prefix)] == [f"{prefix}text"]


def test_levels_have_names():
    for language in LANGUAGES:
        assert all(f"levels.name.{level}" in catalogue(language) for level in LEVELS)
