"""Every sentence this room uses exists, in both languages, with the same gaps to fill."""

import re
import string
from pathlib import Path

import pytest

from monosashi.words import catalogue

ROOMS = ("embeddings", "stores")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "monosashi"
KEY = re.compile(r'f?"((?:embeddings|stores)\.(?:[a-z]+|\{[a-z]+\})\.(?:[a-z0-9_]+|\{[a-z]+\}))"')


def gaps(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def used():
    sources = [path for room in ROOMS for path in (SOURCE / room).rglob("*.py")]
    return {key for path in sources for key in KEY.findall(path.read_text(encoding="utf-8"))}


def known():
    return {key for key in catalogue("en") if key.split(".")[0] in ROOMS}


@pytest.mark.parametrize("key", sorted(known()))
def test_both_languages_fill_the_same_gaps(key):
    assert gaps(catalogue("en")[key]) == gaps(catalogue("ja")[key])


def test_every_sentence_used_exists_and_every_sentence_is_used():
    patterns = [re.sub(r"\{[a-z]+\}", "[a-z_]+", key.replace(".", r"\.")) for key in used()]
    shared = {"embeddings.errors.bad_choice"}  # also used by other rooms
    missing = [p for p in patterns if not any(re.fullmatch(p, key) for key in known())]
    idle = [k for k in known() - shared if not any(re.fullmatch(p, k) for p in patterns)]
    assert (missing, idle) == ([], [])
