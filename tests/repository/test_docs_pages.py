"""Every page has its place in the site, and every public name stands in the reference."""

import re
from pathlib import Path

import monosashi

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
SITE = "examples/help/"  # texts of the tutorial, no pages


def navigation():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +- .+: (\S+\.md)$", text.split("\nnav:\n")[1], flags=re.MULTILINE)


def test_every_page_stands_in_the_navigation_once():
    pages = sorted(page for page in PAGES if not page.startswith(SITE))
    assert sorted(navigation()) == pages


def test_japanese_pages_stand_under_their_own_heading():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    english, japanese = text.split("\nnav:\n")[1].split("  - 日本語:\n")
    assert ".ja.md" not in english
    assert all(".ja.md" in line for line in japanese.strip().split("\n"))


def test_every_public_name_stands_in_the_reference_once():
    pages = (DOCS / "reference").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    names = re.findall(r"^::: monosashi\.(\w+)$", text, flags=re.MULTILINE)
    assert sorted(names) == sorted(monosashi.__all__)


def test_no_page_of_the_site_links_out_of_it():
    for name in sorted(page for page in PAGES if not page.startswith(SITE)):
        text = (DOCS / name).read_text(encoding="utf-8")
        targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
        local = [target for target in targets if not target.startswith("http")]
        assert [t for t in local if DOCS not in ((DOCS / name).parent / t).resolve().parents] == []


def test_a_japanese_page_and_its_english_twin_lead_to_each_other():
    for name in sorted(page for page in PAGES if page.endswith(".ja.md")):
        twin = name.replace(".ja.md", ".md")
        assert f"({twin})" in (DOCS / name).read_text(encoding="utf-8")
        assert f"({name})" in (DOCS / twin).read_text(encoding="utf-8")
