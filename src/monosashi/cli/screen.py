"""One screen: verdict, what was measured, findings worst first, where the report is, what next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.layout import HEIGHT, shorten, wrap
from monosashi.cli.retrieval_screen import retrieval_lines
from monosashi.report.sentences import (
    FindingSentences,
    finding_sentences,
    reason_sentence,
    verdict_sentence,
)
from monosashi.words import say

FOR_FINDINGS = 4
LABELS = ("try", "meaning", "usual", "verify", "try")


def document_screen(document: Mapping[str, Any], tail: Sequence[str]) -> list[str]:
    """At most 24 lines of 80 columns for a document."""
    head = wrap(verdict_sentence(document["verdict"]))
    if data := document.get("data"):
        head += shorten(wrap(_data_line(data)), 1)
    head += notice_lines(data or {})
    worded = [finding_sentences(finding) for finding in document["findings"]]
    ending = [*skipped_lines(document), *tail]
    head += retrieval_lines(document, HEIGHT - len(head) - len(ending) - FOR_FINDINGS)
    room = HEIGHT - len(head) - len(ending)
    return [*head, *finding_lines(worded, room), *ending]


def _data_line(data: Mapping[str, Any]) -> str:
    if "queries" in data:
        return _asked_line(data)
    if "models" in data:
        cards = data["models"].items()
        models = ", ".join(f"{name} ({card['dimension']})" for name, card in cards)
        return say("cli.screen.items", n=data["n"], models=models)
    name = data["model"].get("name") or say("cli.screen.unnamed")
    if compression := data["model"].get("compression"):
        name = f"{name} ({compression})"
    return say("cli.screen.data", n=data["n"], dimension=data["dimension"], model=name,
               source=data.get("source") or "")  # fmt: skip


def _asked_line(data: Mapping[str, Any]) -> str:
    """Queries, documents and models; of ranked lists only the queries are known."""
    names = data.get("systems") or list(data["models"])
    known = "asked" if data["documents"] is not None else "ranked"
    return say(f"cli.screen.{known}", n=data["queries"], documents=data["documents"],
               models=", ".join(names), source=data.get("source") or "")  # fmt: skip


def notice_lines(data: Mapping[str, Any]) -> list[str]:
    """What was left out or converted, one line each, two at most."""
    notes = [reason_sentence(notice) for notice in data.get("notices", [])]
    lines = [shorten(wrap(note, first="· "), 1)[0] for note in notes[:2]]
    return lines + ([say("cli.screen.more_notices", count=len(notes) - 2)] if notes[2:] else [])


def finding_lines(findings: Sequence[FindingSentences], room: int) -> list[str]:
    """Every finding gets its headline; from the worst on, all its sentences while they fit."""
    short = [headline(finding) for finding in findings]
    shown = len(short)
    while shown and sum(map(len, short[:shown])) + (shown < len(short)) > room:
        shown -= 1
    blocks = short[:shown]
    more = [say("cli.screen.more", count=len(short) - shown)] if shown < len(short) else []
    _fill(blocks, findings[:shown], room - sum(map(len, blocks)) - len(more))
    return [line for block in blocks for line in block] + more


def _fill(blocks: list[list[str]], findings: Sequence[FindingSentences], free: int) -> None:
    """First what to try for every finding, then what each means, and so on, while lines last."""
    sentences = [details(finding) for finding in findings]
    for place in range(len(LABELS)):
        for position, lines in enumerate(sentences):
            if len(lines[place]) <= free:
                blocks[position] = blocks[position] + lines[place]
                free -= len(lines[place])


def headline(finding: FindingSentences) -> list[str]:
    """``[problem] sentence`` in at most two lines."""
    return shorten(wrap(finding.headline, first=f"[{finding.level_name}] "), 2)


def details(finding: FindingSentences) -> list[list[str]]:
    """The other sentences in the order in which they matter; an empty list where there is none."""
    tries = [*finding.remedies, finding.next][:2]
    texts = (tries[0], finding.meaning, finding.usual, finding.verify,
             tries[1] if finding.remedies[1:] else None)  # fmt: skip
    return [
        wrap(text, first=f"  {say(f'cli.screen.{label}')} ", rest="    ") if text else []
        for label, text in zip(LABELS, texts, strict=True)
    ]


def skipped_lines(document: Mapping[str, Any]) -> list[str]:
    """What was not measured, and what it would need."""
    return [shorten(wrap(reason_sentence(why)), 1)[0] for why in document.get("skipped", [])]
