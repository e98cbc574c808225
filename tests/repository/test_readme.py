"""The two READMEs begin with the two commands, and say the same."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READMES = ["README.md", "README.ja.md"]
INSTALL = (
    "python3 -m venv --without-pip .venv && "
    "python3 -m pip --python .venv/bin/python install -q --no-compile "
    "-c constraints.txt -e {what} && "
)


def blocks(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", READMES)
def test_the_first_two_blocks_are_the_two_commands(name):
    (first_kind, first), (second_kind, second), *_ = blocks(name)
    assert (first_kind, second_kind) == ("sh", "sh")
    demo = INSTALL.format(what=".") + ".venv/bin/monosashi demo --out demo-report\n"
    tests = INSTALL.format(what="'.[test]'") + ".venv/bin/python -m pytest -n 2\n"
    assert first == demo
    assert second == tests


def test_both_readmes_hold_the_same_examples():
    english, japanese = (
        [(kind, re.sub(r"#.*", "", code)) for kind, code in blocks(name) if kind != "text"]
        for name in READMES
    )
    assert english == japanese


@pytest.mark.parametrize("name", READMES)
def test_every_link_leads_to_a_file(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert targets
    local = [target for target in targets if not target.startswith("http")]
    assert [target for target in local if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda p: p.name)
def test_every_link_of_the_docs_leads_to_a_file(page):
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith("http")]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_the_index_names_every_page():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {name for name in pages if f"({name})" not in index} == set()
