"""What `duplicates` prints: each draft with the pages nearest to it, and what was promised."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.exit_codes import DATA_CANNOT_BE_MEASURED, FINE, GATE_FAILED
from monosashi.cli.layout import HEIGHT, shorten, wrap
from monosashi.cli.next_lines import next_lines
from monosashi.cli.streams import print_json, show
from monosashi.words import say

if TYPE_CHECKING:
    from monosashi.advice.site_documents import DuplicatesDocument
    from monosashi.language.gate import CheckedDraft, Duplicates, LanguageAnswer, Threshold

NOTICES_SHOWN = 4
DRAFTS_SHOWN, LEAST = 8, 5  # drafts, and lines for them beside long notices


def exit_code(found: Duplicates) -> int:
    """3 with a duplicate, 0 without; 4 where a draft could not be held against every language."""
    if found.found:
        return GATE_FAILED
    return DATA_CANNOT_BE_MEASURED if found.undecided else FINE


def deliver_duplicates(
    document: DuplicatesDocument, out: Path | None, settings: str, following: str, *, json: bool,
    own: bool = False,
) -> None:  # fmt: skip
    """Write ``--out``, then print; ``own`` drafts are the pages themselves."""
    from monosashi.cli.run_folder import write_run

    told, found = document.to_dict(), document.duplicates
    report = None if out is None else write_run(out, told, document.tables(), settings)
    if json:
        print_json({**told, "found": found.found, "next": following})
        return
    head = say(f"cli.duplicates.{'head_own' if own else 'head'}", n=len(found.drafts),
               count=sum(one.verdict == "duplicate" for one in found.drafts),
               pages=sum(found.n_pages.values()),
               how=say(f"cli.duplicates.by_{found.method}"))  # fmt: skip
    place = [] if report is None else wrap(say("cli.screen.report", path=report))
    expected, ending = _expected(found), [*place, *next_lines(following)]
    tail = [*_notices(found, HEIGHT - len(ending) - len(expected) - 2 - LEAST), *ending]
    room = max(HEIGHT - len(tail) - len(expected) - 2, LEAST)
    body = [line for draft in _ordered(found)[:DRAFTS_SHOWN] for line in _draft(found, draft)]
    if len(body) > room:
        body = [*body[: room - 1], say("cli.duplicates.more")]
    show("\n".join([*wrap(head), *expected, *body, *tail]))


def _expected(found: Duplicates) -> list[str]:
    """How many drafts reach a threshold of their own language without being a duplicate."""
    told = [found.thresholds[one.language, one.language] for one in found.drafts
            if (one.language, one.language) in found.thresholds]  # fmt: skip
    rates = [known.false_alarms for held in told if (known := held.held_out or held.fitted)]
    if not found.found or not rates:
        return []
    value, low, high = (sum(ends) / len(rates) for ends in zip(*rates, strict=True))
    return wrap(say("cli.duplicates.expected", alarms=value, low=low, high=high), first="· ")


def _ordered(found: Duplicates) -> list[CheckedDraft]:
    """Duplicates first, then what could not be said."""
    places = ("duplicate", "abstained", "partly", "none")
    return sorted(found.drafts, key=lambda one: places.index(one.verdict))


def _draft(found: Duplicates, draft: CheckedDraft) -> list[str]:
    said: str = "candidate" if draft.is_candidate(found.thresholds) else draft.verdict
    head = say(f"cli.duplicates.{said}", name=draft.id, languages=", ".join(draft.unheld))
    lines = shorten(wrap(head), 1)
    for answer in draft.answers:
        held = found.thresholds[draft.language, answer.language]
        said = _level(answer, held, found.duplicate_share)
        lines += wrap(said, first="  ", rest="    ")
        flagged = [page for page in answer.nearest if page.duplicate]
        for page in (flagged or answer.nearest[:1])[:3]:
            mark = "!" if page.duplicate else " "
            said = f"{page.score:z.3f} {page.id}  {page.text}"
            lines += shorten(wrap(said, first=f"   {mark} ", rest="     "), 1)
    return lines


def _level(answer: LanguageAnswer, held: Threshold, share: float) -> str:
    """The threshold of a direction and what it does, or why there is none.

    A precision holds for a share of duplicates among all drafts only, so that stands beside it.
    """
    from monosashi.language.gate.telling import reason

    if held.value is None:
        return say("cli.duplicates.no_level", language=answer.language,
                   why=say(f"cli.duplicates.why_{reason(held)}",
                           n=0 if held.held_out is None else held.held_out.n_known))  # fmt: skip
    told = held.held_out or held.fitted
    if told is None:
        return say("cli.duplicates.level_unproven", language=answer.language, value=held.value)
    if told.recall is None or told.precision is None:
        return say("cli.duplicates.level_alarms", language=answer.language, value=held.value,
                   alarms=told.false_alarms[0], low=told.false_alarms[1],
                   high=told.false_alarms[2], n=told.n)  # fmt: skip
    proven = "level" if held.held_out is not None else "level_fitted"
    kind = "level_given" if held.basis == "given" else proven
    return say(f"cli.duplicates.{kind}", language=answer.language, value=held.value,
               precision=told.precision[0], low=told.precision[1], high=told.precision[2],
               recall=told.recall[0], recall_low=told.recall[1], recall_high=told.recall[2],
               share=share, n=told.n_known)  # fmt: skip


def _notices(found: Duplicates, room: int) -> list[str]:
    """Whole notices, the first always; those without room are counted."""
    blocks = [wrap(note.say(), first="· ") for note in found.provenance.notices]
    shown = blocks[:NOTICES_SHOWN]
    while len(shown) > 1 and sum(map(len, shown)) > room:
        shown.pop()
    lines = [line for block in shown for line in block]
    if rest := len(blocks) - len(shown):
        lines.append(say("cli.screen.more_notices", count=rest))
    if _reaches_below(found):
        lines += wrap(say("cli.duplicates.two_sided", precision=found.precision), first="· ")
    if found.bridge is not None:
        lines += wrap(say("cli.duplicates.toll", calls=found.bridge["calls"],
                          translated=found.bridge["translated"], found=found.bridge["found"],
                          seconds=found.bridge["translating_seconds"]), first="· ")  # fmt: skip
    return lines


def _reaches_below(found: Duplicates) -> bool:
    """Whether an interval of a precision that is kept reaches below what was asked for."""
    told = [held.held_out or held.fitted for held in found.thresholds.values()
            if held.value is not None and held.basis == "precision"]  # fmt: skip
    return any(one is not None and one.precision is not None and one.precision[1] < found.precision
               for one in told)  # fmt: skip
