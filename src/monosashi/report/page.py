"""The page itself: words and drawings into one self-contained file of HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from monosashi.report.blocks import Part
from monosashi.report.documents import Collection
from monosashi.report.marking import marked, parted, whole_pieces, worded
from monosashi.report.palette import DARK, LIGHT
from monosashi.report.parts import build_parts, overview, summary
from monosashi.report.repeating import repeat
from monosashi.report.sentences import FindingSentences, finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.results.provenance import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment

# a shape beside each level's word and colour
# what would steer a terminal that shows the file, or turn the reading direction
UNSEEN = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160), *range(0x202A, 0x202F),
                        *range(0x2066, 0x206A)], "\N{REPLACEMENT CHARACTER}")  # fmt: skip
SIGNS = {"problem": "■", "warning": "▲", "note": "○", "good": "✓"}
FULL_AT_LEAST, FULL_AT_MOST = 3, 6


@dataclass(frozen=True)
class Link:
    """The same page in another language."""

    language: str
    name: str
    address: str
    current: bool


def page(collection: Collection, language: str, links: Sequence[Link] = ()) -> str:
    """Render everything in one language."""
    tongue = Tongue(language)
    documents = collection.parts
    parts = build_parts(documents, tongue)
    head = collection.head
    found = [told(finding, parts, language) for finding in collection.findings]
    return (
        _environment()
        .get_template("page.html")
        .render(
            language=language,
            links=links,
            title=collection.title or parts[0].title,
            verdict=verdict_sentence(collection.verdict, language) if collection.verdict else None,
            summary=_summary(collection, tongue),
            findings=found,
            shown=_shown(collection.findings),
            parts=parts,
            overview=overview(parts, documents, tongue),
            repeat=repeat({"data": {}, **head}, tongue),
            say=tongue.say,
            signs=SIGNS,
            style=_style(),
            version=head.get("version") or VERSION,
        )
        .translate(UNSEEN)
    )


def told(finding: Mapping[str, Any], parts: Sequence[Part], language: str) -> FindingSentences:
    """A finding in words, with the way to the worst misses of its direction, if they are shown."""
    said, numbers = finding_sentences(finding, language), finding.get("numbers", {})
    about = f"{numbers.get('source')}->{numbers.get('target')}"
    tables = [table.anchor for part in parts if said.part in {None, part.title}
              for section in part.sections for table in section.tables
              if table.about == about]  # fmt: skip
    # a link leads somewhere only if there is one place to lead to
    known = len(tables) == 1 and said.level != "good"
    return replace(said, see=tables[0]) if known else said


def _summary(collection: Collection, tongue: Tongue) -> list[str]:
    """What the page is about; of a page of parts, also how many there are."""
    if len(collection.parts) == 1:
        return summary(collection.parts[0], tongue)
    head = summary(collection.head, tongue) if collection.head else []
    count = tongue.say("results_count", count=len(collection.parts))
    return [*head[:1], count, *head[1:]]


def _shown(findings: Sequence[Mapping[str, Any]]) -> int:
    """How many findings are told in full: what worries, three at least, six at most."""
    worrying = sum(finding["level"] in {"problem", "warning"} for finding in findings)
    return min(max(worrying, FULL_AT_LEAST), FULL_AT_MOST)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("monosashi.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    # only drawings of figures.inline and the style sheet below pass unescaped
    environment.filters["drawing"] = Markup
    environment.filters["marked"] = marked
    environment.filters["whole"] = whole_pieces
    environment.filters["parted"] = parted
    environment.filters["worded"] = worded
    return environment


def _style() -> Any:
    from markupsafe import Markup

    sheet = files("monosashi.report") / "templates" / "style.css"
    template = sheet.read_text(encoding="utf-8")
    for name, colours in (("light", LIGHT), ("dark", DARK)):
        lines = "\n".join(f"  --{role}: {colour};" for role, colour in colours.items())
        template = template.replace(f"{{{{ {name} }}}}", lines)
    # the style sheet holds nothing of the user's
    return Markup(template)  # noqa: S704
