"""The docs site: built with the network closed, whole, and asking for nothing when it is read."""

import json
import logging
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import monosashi

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.docs, pytest.mark.filterwarnings("default")]  # warnings of its packages
FETCHING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href",
            "video": "src", "audio": "src", "embed": "src", "object": "data"}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    said = []
    listener = logging.Handler(logging.WARNING)
    listener.emit = said.append
    logging.getLogger("mkdocs").addHandler(listener)
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    logging.getLogger("mkdocs").removeHandler(listener)
    assert [record.getMessage() for record in said] == []
    return folder


class Requests(HTMLParser):
    """What a browser fetches when it opens the page."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        if tag == "link" and held.get("rel") == "canonical":  # names the page, fetches nothing
            return
        self.asked += [held[name] for name in {FETCHING.get(tag, ""), "srcset", "poster"}
                       if held.get(name)]  # fmt: skip


def outside(text):
    return re.match(r"(?i)\s*(https?:|wss?:|//)", text)


def test_no_page_fetches_anything_from_outside(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        reader = Requests()
        reader.feed(page.read_text(encoding="utf-8"))
        assert reader.asked
        assert [one for one in reader.asked if outside(one)] == [], page


def test_no_stylesheet_fetches_anything_from_outside(site):
    sheets = sorted(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        asked = re.findall(r"(?:url\(|@import\s+)['\"]?([^'\")\s;]+)", text)
        assert [one for one in asked if outside(one)] == [], sheet


def test_every_public_name_has_its_place_in_the_pages(site):
    pages = "".join(page.read_text(encoding="utf-8") for page in (site / "reference").iterdir())
    assert {name for name in monosashi.__all__ if f'id="monosashi.{name}"' not in pages} == set()


def test_both_languages_can_be_searched(site):
    held = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert held["config"]["lang"] == ["en", "ja"]
    places = {one["location"].split("#")[0] for one in held["docs"]}
    assert {"tutorial.html", "tutorial.ja.html", "glossary.ja.html"} <= places


def test_the_texts_of_the_tutorial_are_no_pages(site):
    assert not (site / "examples" / "help").exists()
