"""One screen: verdict, what was measured, findings worst first, where the report is, what next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.benchmark_screen import benchmark_lines
from monosashi.cli.fidelity_screen import fidelity_lines
from monosashi.cli.hubs_screen import hubs_lines
from monosashi.cli.language_screen import language_lines
from monosashi.cli.language_sizes import unsaid_notices
from monosashi.cli.layout import HEIGHT, shorten, wrap
from monosashi.cli.models_screen import models_lines
from monosashi.cli.repair_check_screen import check_lines
from monosashi.cli.repair_screen import choice_lines
from monosashi.cli.retrieval_screen import retrieval_lines
from monosashi.cli.robustness_screen import robustness_lines
from monosashi.cli.shape_screen import shape_lines
from monosashi.cli.why_screen import why_lines
from monosashi.report.sentences import (
    FindingSentences,
    finding_sentences,
    reason_sentence,
    verdict_sentence,
)
from monosashi.words import current_language, say

FOR_FINDINGS = 4
SHOWN, FOR_NOTICES = 2, 6  # notices, and their lines: what does not fit is counted, never cut
URGENT = ("problem", "warning")
LONGEST = 10  # lines of one notice
FIRST = ("language.notices.uneven_chunks",)  # what decides how the rest is to be read
WHOLE = "cli.notices.labels_by_row"  # rows taken to be in one order: always shown
MOST = {"en": 2, "ja": 3}  # lines of what was measured
MAKERS = (models_lines, language_lines, retrieval_lines, shape_lines, choice_lines, check_lines,
          hubs_lines, fidelity_lines, benchmark_lines, robustness_lines, why_lines)  # fmt: skip
LABELS = ("try", "meaning", "usual", "verify", "try")


def document_screen(document: Mapping[str, Any], tail: Sequence[str]) -> list[str]:
    """At most 24 lines of 80 columns for a document.

    Notices hold advice and are never cut. Findings come first beside them, with what to try and
    what each means; then the rest.
    """
    data = document.get("data") or {}
    verdict = wrap(verdict_sentence(document["verdict"]))
    about = [wrap(_data_line(data))] if data else []
    warned, notices, more = noted({"notices": unsaid_notices(document)})
    skipped, left = _whole([wrap(reason_sentence(why)) for why in document.get("skipped", [])])
    ending = [*skipped, *([say("cli.screen.more", count=left)] if left else [])]
    parts: tuple[Sequence[object], ...] = (
        verdict, about, warned, notices, more, ending, tail)  # fmt: skip
    free = HEIGHT - sum(map(len, parts)) - FOR_FINDINGS
    metrics = next(filter(None, (make(document, free) for make in MAKERS)), [])
    room = HEIGHT - sum(map(len, parts)) - len(metrics)
    findings = finding_lines([finding_sentences(one) for one in document["findings"]], room)
    described = widened(about, room - len(findings))[0]
    return [*verdict, *described, *warned, *notices, *more, *metrics, *findings, *ending, *tail]


def widened(blocks: Sequence[list[str]], free: int) -> tuple[list[str], int]:
    """Each block in one line, and in more while ``free`` lines last; how many then remain."""
    lines: list[str] = []
    for block in blocks:
        most = min(len(block), MOST[current_language()], 1 + max(free, 0))
        free -= most - 1
        lines += shorten(block, most)
    return lines, free


def _data_line(data: Mapping[str, Any]) -> str:
    if "queries" in data:
        return _asked_line(data)
    if data.keys() & {"scores", "raters"}:
        return _scored_line(data)
    if "models" in data:
        cards = data["models"].items()
        models = ", ".join(f"{name} ({card['dimension']})" for name, card in cards)
        return say("cli.screen.items", n=data["n"], models=models)
    name = data["model"].get("name") or say("cli.screen.unnamed")
    if compression := data["model"].get("compression"):
        name = f"{name} ({compression})"
    if data["dimension"] is None:
        name = "a_side" if "points_a_side" in data else "objects"
        return say(f"cli.screen.{name}", n=data["n"], source=data.get("source") or "")
    if "query_vectors" in data:
        return say("cli.screen.data_of_two", queries=data["query_vectors"], n=data["n"],
                   dimension=data["dimension"], model=name,
                   source=data.get("source") or "")  # fmt: skip
    return say("cli.screen.data", n=data["n"], dimension=data["dimension"], model=name,
               source=data.get("source") or "")  # fmt: skip


def _scored_line(data: Mapping[str, Any]) -> str:
    """Scores before and after rewriting, or what people rated."""
    source = data.get("source") or ""
    if "raters" in data:
        return say("cli.screen.rated", n=data["n"], raters=data["raters"], source=source)
    return say("cli.screen.scores", n=data["n"], source=source, **data["scores"])


def _asked_line(data: Mapping[str, Any]) -> str:
    """Queries, documents and models; of ranked lists only the queries are known."""
    names = data.get("systems") or list(data["models"])
    known = "asked" if data["documents"] is not None else "ranked"
    return say(f"cli.screen.{known}", n=data["queries"], documents=data["documents"],
               models=", ".join(names), source=data.get("source") or "")  # fmt: skip


def noted(data: Mapping[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Warnings; what was left out or converted; how many more notices there are.

    Two notices at most beside the warnings, each whole. What says how to read the rest is first.
    """
    told = sorted(data.get("notices", []), key=lambda one: one.get("code") not in FIRST)
    grave = [one for one in told if str(one.get("code")).startswith(WHOLE)]
    warned = [line for one in grave for line in wrap(reason_sentence(one), first="· ")]
    notes = [wrap(reason_sentence(one), first="· ") for one in told if one not in grave]
    shown, rest = _whole(notes, SHOWN)
    more = [say("cli.screen.more_notices", count=rest)] if rest else []
    return warned, shown, more


def _whole(blocks: Sequence[list[str]], most: int | None = None) -> tuple[list[str], int]:
    """As many as there is room for, the first always; and how many are left out.

    Only a list of ids that would fill the screen is cut.
    """
    shown = [shorten(block, LONGEST) for block in blocks[:most]]
    while len(shown) > 1 and sum(map(len, shown)) > FOR_NOTICES:
        shown.pop()
    return [line for block in shown for line in block], len(blocks) - len(shown)


def finding_lines(findings: Sequence[FindingSentences], room: int) -> list[str]:
    """Every finding gets its headline; from the worst on, all its sentences while they fit.

    What to try against the worst comes before the least of the others.
    """
    short = [headline(finding) for finding in findings]
    if findings and findings[0].level in URGENT:
        tried = [*_headline(findings[0]), *details(findings[0])[0]]
        short[0] = tried if len(tried) + 1 < room else short[0]
    shown = len(short)
    while shown and sum(map(len, short[:shown])) + (shown < len(short)) > room:
        shown -= 1
    blocks = short[:shown]
    more = [say("cli.screen.more", count=len(short) - shown)] if shown < len(short) else []
    _fill(blocks, findings[:shown], room - sum(map(len, blocks)) - len(more))
    return [line for block in blocks for line in block] + more


def _fill(blocks: list[list[str]], findings: Sequence[FindingSentences], free: int) -> None:
    """First whole headlines, then what to try, what each means, and so on, while lines last."""
    urgent = [len(block) > len(_headline(finding))
              for block, finding in zip(blocks, findings, strict=True)]  # fmt: skip
    for position, finding in enumerate(findings):
        if urgent[position]:
            continue
        whole = _headline(finding)
        if len(whole) - len(blocks[position]) <= free:
            free -= len(whole) - len(blocks[position])
            blocks[position] = whole
    sentences = [details(finding) for finding in findings]
    for place in range(len(LABELS)):
        for position, lines in enumerate(sentences):
            if urgent[position] and place == 0:
                continue
            if len(lines[place]) <= free:
                blocks[position] = blocks[position] + lines[place]
                free -= len(lines[place])


def headline(finding: FindingSentences) -> list[str]:
    """``[problem] sentence`` in at most two lines."""
    return shorten(_headline(finding), 2)


def _headline(finding: FindingSentences) -> list[str]:
    return wrap(finding.headline, first=f"[{finding.level_name}] ")


def _label(name: str) -> str:
    """``try: ``; Japanese sets no blank after its colon."""
    return say(f"cli.screen.{name}") + ("" if current_language() == "ja" else " ")


def details(finding: FindingSentences) -> list[list[str]]:
    """The other sentences in the order in which they matter; an empty list where there is none."""
    tries = [*finding.remedies, finding.next][:2]
    texts = (tries[0], finding.meaning, finding.usual, finding.verify,
             tries[1] if finding.remedies[1:] else None)  # fmt: skip
    return [
        wrap(text, first=f"  {_label(label)}", rest="    ") if text else []
        for label, text in zip(LABELS, texts, strict=True)
    ]
