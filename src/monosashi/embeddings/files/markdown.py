"""Markdown and MDX as plain text: what a reader of the page reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from monosashi.embeddings.files.jsx import protect, restore, without_jsx
from monosashi.embeddings.files.shortcodes import without_shortcodes

# `import x from "y"`, `import "y"`, `export const x = …`: code at the head of MDX and Docusaurus
MODULE = re.compile(
    r"""import\b[^\n]*?['"][^'"]+['"]|import\s*\{|export\s*[{*]"""
    r"""|export\s+(?:const|let|var)\s[^\n]*=|export\s+(?:async\s+)?function\b[^\n]*\("""
    r"""|export\s+default\s+(?:function|class|async|[({]|\w+;?\s*$)"""
)
CALL_OUT = re.compile(r"^:::+[ \t]*[\w-]*[ \t]*", re.MULTILINE)
ANCHOR = re.compile(r"(?<!\s)\s*\{#[^{}\s]*\}\s*$")
SILENT = {"script", "style", "svg", "template"}
MDX_HAS_NONE = ["html_block", "html_inline", "code", "autolink"]


def plain_text(source: str, *, mdx: bool = False) -> tuple[str | None, str]:
    r"""The first heading of level 1 (None without one), and the text of the page.

    Headings, paragraphs, lists, quotes, tables, alternative texts of pictures and code inside a
    sentence stay. Blocks of code, HTML and JSX tags, imports and exports, comments, targets of
    links and shortcodes go. Blocks are separated by an empty line, lines of a block by a line end.

    >>> plain_text("# Hello\n\nSee [the *docs*](x.md).\n\n```sh\nls\n```\n")
    ('Hello', 'Hello\n\nSee the docs.')
    """
    blocks = list(_blocks(without_shortcodes(source), mdx=mdx))
    title = next((text for kind, text in blocks if kind == "h1" and text), None)
    return title, "\n\n".join(text for _, text in blocks if text)


def _parser(*, mdx: bool) -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return parser.disable(MDX_HAS_NONE) if mdx else parser


def _blocks(source: str, *, mdx: bool) -> Iterator[tuple[str, str]]:
    """(tag of the block, its text), in the order of the page."""
    tag, row = "", list[str]()
    for token in _parser(mdx=mdx).parse(source):
        if token.type == "html_block":
            yield "html", _html_text(token.content)
        elif token.type == "tr_close":
            yield "tr", " ".join(row)
            row = []
        elif token.type.endswith("_open"):
            tag = token.tag
        elif token.type == "inline" and not MODULE.match(token.content):
            text = _inline(token.children or [], mdx=mdx)
            if tag in {"td", "th"}:
                row.append(text)
            else:
                yield tag, ANCHOR.sub("", text) if tag[:1] == "h" else text


def _inline(children: list[Any], *, mdx: bool) -> str:
    raw = "".join(map(_piece, children))
    held = restore(without_jsx(raw) if mdx else raw)
    lines = (line.strip() for line in CALL_OUT.sub("", held).split("\n"))
    return "\n".join(line for line in lines if line)


def _piece(token: Any) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    if token.type == "html_inline":
        return "\n" if token.content.lower().startswith("<br") else ""
    if token.type == "image":
        return "".join(map(_piece, token.children or []))
    return protect(token.content) if token.type == "code_inline" else str(token.content)


class _TextOnly(HTMLParser):
    """Collects text outside of scripts, styles and pictures."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        if tag == "img":
            self.parts += [value for name, value in attrs if name == "alt" and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT and self.silent > 0

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)


def _html_text(source: str) -> str:
    """Text of a block of HTML; Markdown inside it (as between MDX tags) is reduced too."""
    reader = _TextOnly()
    reader.feed(source)
    reader.close()
    lines = (line.strip() for line in "".join(reader.parts).split("\n"))
    inner = "\n".join(line for line in lines if line)
    return plain_text(inner, mdx=True)[1] if inner else ""
