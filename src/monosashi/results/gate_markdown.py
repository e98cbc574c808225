"""The comment that a gate leaves on a change."""

from __future__ import annotations

import re
from collections.abc import Sequence

from monosashi.results.gate_outcome import GateOutcome, RuleOutcome, Tries
from monosashi.results.gate_sentences import (
    STATES,
    bound_of,
    end_of,
    outcome_sentence,
    shown,
    state_of,
    verdict_of,
    why_of,
)
from monosashi.results.tables import cell
from monosashi.words import say

# characters for each part, together below the 65,536 that a comment may have
ROOM = {"head": 6_000, "fail": 30_000, "tries": 14_000, "unjudged": 4_000, "pass": 8_000}
LONGEST = {"cell": 300, "sentence": 900}  # of one text in it
STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
SIGNS = re.compile(r"([\\`*_\[\]|~$])")
CALLS = re.compile(
    r"((?<![A-Za-z0-9_])@|#(?=\w)|:(?=//)|\bwww(?=\.))"
)  # a mention, a reference, an address
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
JOINER = "\N{WORD JOINER}"  # unseen; what follows is no name, number or address any more


def escaped(text: str, kind: str = "cell") -> str:
    r"""Text that Markdown shows as it is: no markup, and nobody is called by ``@name``.

    >>> escaped("a|b <i>")
    'a\\|b &lt;i&gt;'
    """
    line = STEERING.sub(" ", text)
    longest = LONGEST[kind]
    cut = line if len(line) <= longest else f"{line[:longest]}…"
    plain = "".join(ENTITIES.get(sign, sign) for sign in cut)
    return CALLS.sub(rf"\1{JOINER}", SIGNS.sub(r"\\\1", plain))


def comment(outcome: GateOutcome, language: str | None, tries: Tries | None) -> str:
    """The verdict, the rules that fail, what to try, what was not judged, and the rest folded."""
    groups = {state: [one for one in outcome.outcomes if one.passed is value]
              for value, state in STATES.items()}  # fmt: skip
    notices = [f"> {escaped(one.say(language), 'sentence')}" for one in outcome.notices]
    unjudged = [f"- {escaped(outcome_sentence(one, language), 'sentence')}"
                for one in groups["unjudged"]]  # fmt: skip
    title = [escaped(outcome.title)] if outcome.title else []
    blocks = [
        [f"**{escaped(verdict_of(outcome, language))}**"],
        title,
        _fitting(notices, ROOM["head"], language, "\n>\n"),
        _table(groups["fail"], ROOM["fail"], language),
        _tries(groups["fail"], tries, language),
        _fitting(unjudged, ROOM["unjudged"], language),
        _folded(groups["pass"], language),
    ]  # fmt: skip
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _folded(passing: Sequence[RuleOutcome], language: str | None) -> list[str]:
    """The rules that hold, behind one line."""
    if not passing:
        return []
    head = say("results.gate.holding", language, count=len(passing))
    table = _table(passing, ROOM["pass"], language)
    return [f"<details><summary>{head}</summary>", "", *table, "", "</details>"]


def _tries(failing: Sequence[RuleOutcome], tries: Tries | None, language: str | None) -> list[str]:
    """For each rule that fails, what to try; the same advice stands once."""
    advice: dict[tuple[str, ...], list[str]] = {}
    for one in failing:
        if said := tuple(tries(one) if tries else ()):
            advice.setdefault(said, []).append(one.rule.title)
    items = [f"- {escaped('; '.join(rules))}\n{_indented(said)}" for said, rules in advice.items()]
    head = f"**{say('results.gate.to_try', language)}**"
    return [head, "", *_fitting(items, ROOM["tries"], language)] if items else []


def _indented(sentences: Sequence[str]) -> str:
    return "\n".join(f"  - {escaped(one, 'sentence')}" for one in sentences)


def _table(outcomes: Sequence[RuleOutcome], room: int, language: str | None) -> list[str]:
    """One row a rule, without columns in which nothing stands."""
    if not outcomes:
        return []
    rows = [_cells(one, language) for one in outcomes]
    names = [name for name in rows[0] if any(row[name] for row in rows)]
    heads = [say(f"results.gate.columns.{name}", language) for name in names]
    lines = [_line([row[name] or "–" for name in names]) for row in rows]
    return [_line(heads), _line(["---"] * len(names)), *_fitting(lines, room, language)]


def _cells(one: RuleOutcome, language: str | None) -> dict[str, str]:
    """The texts of a row; an empty one says nothing."""
    undefined = one.compared is None
    change = one.rule.baseline
    return {
        "passed": state_of(one, language),
        "rule": escaped(one.rule.title),
        "value": escaped(shown(one.value)),
        "limit": escaped(bound_of(one.rule, language)),
        "baseline": escaped(cell(one.baseline)) if one.baseline is not None else "",
        "compared": "" if undefined or not (change or isinstance(one.value, dict)) else (
            escaped(cell(one.compared))),
        "end": "" if undefined else end_of(one.rule, language),
        "reason": escaped(why_of(one, language)) if undefined else "",
    }  # fmt: skip


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fitting(
    lines: Sequence[str], room: int, language: str | None, between: str = "\n"
) -> list[str]:
    """The first lines, as many as have room, and how many more there are."""
    kept, used = 0, 0
    for line in lines:
        used += len(line) + len(between)
        if used > room:
            break
        kept += 1
    told = [between.join(lines[:kept])] if kept else []
    if kept == len(lines):
        return told
    return [*told, "", say("results.gate.more", language, count=len(lines) - kept)]
