"""The last line of a screen: the next command, so that it runs when it is copied."""

from __future__ import annotations

import re
import shlex
from itertools import chain, count
from pathlib import Path

from monosashi.cli.layout import WIDTH, cells, fitting, visible
from monosashi.words import current_language, say, surrounding_language

# a word as a shell splits it, with what is quoted in it, and the blanks behind
WORD = re.compile(r"(?:'[^']*'|\"[^\"]*\"|\\.|[^\s'\"\\])+\s*|\S\s*")
PLAIN, QUOTED = re.compile(r"[^\s'\"\\]+\s*"), re.compile(r"'[^'\"]*'\s*")
CONTINUED, INDENT = " \\", "    "
ROOM = WIDTH - len(CONTINUED)
RULES = "gate.toml"


def next_lines(command: str) -> list[str]:
    r"""``next: COMMAND``; where it takes several lines, each but the last ends in a backslash.

    It breaks between words. A word that is wider than the screen is broken, too, so that a shell
    puts it together again; one with quotes inside is left whole.

    >>> for line in next_lines("monosashi shape a.npz --groups topic --key slug --language lang"):
    ...     print(line)
    next: monosashi shape a.npz --groups topic --key slug --language lang
    """
    lines, line = [], ""
    said = visible(say("cli.screen.next", command=_in_this_language(command)))
    for word in _pieces(said):
        if line.strip() and cells(line + word.rstrip()) > ROOM:
            lines.append(f"{line.rstrip()}{CONTINUED}")
            line = INDENT
        line += word
        while cells(line.rstrip()) > ROOM and (mark := _mark(word)) is not None:
            cut = fitting(line, ROOM)
            lines.append(f"{line[:cut]}{mark}\\")
            line = mark + line[cut:]
    return [*lines, line.rstrip()]


def _in_this_language(command: str) -> str:
    """Asked for in the language that was chosen, where the surroundings speak another."""
    language = current_language()
    if language == surrounding_language() or not command.startswith("monosashi "):
        return command
    return command if "--words" in command else f"{command} --words {language}"


def guard_line(result: Path) -> str:
    """Write first rules for a result; where rules stand that speak of it, hold it against them.

    Rules of another result stay, and the new ones get a name of their own.
    """
    own = f"gate-{result.name}"
    names = chain([RULES, f"{own}.toml"], (f"{own}-{number}.toml" for number in count(2)))
    rules = next(name for name in names if not Path(name).exists() or _speak_of(name, result))
    known = [rules] if Path(rules).exists() else ["--init", rules]
    return shlex.join(["monosashi", "gate", str(result), *known])


def _speak_of(rules: str, result: Path) -> bool:
    """Whether the result holds every number that the rules name, and no earlier one is needed."""
    from monosashi.embeddings import DataError
    from monosashi.results.gate import Gate

    try:
        Gate.load(rules).check(result)
    except (DataError, OSError):
        return False
    return True


def _pieces(command: str) -> list[str]:
    """Words, an option together with its value where one line holds both."""
    pieces: list[str] = []
    for word in WORD.findall(command):
        last = pieces[-1] if pieces else ""
        lone = last.startswith("--") and len(last.split()) == 1 and not word.startswith("--")
        if lone and cells(INDENT + last + word.rstrip()) <= ROOM:
            pieces[-1] = last + word
        else:
            pieces.append(word)
    return pieces


def _mark(word: str) -> str | None:
    """What ends and begins the pieces of a word: nothing, or its quote; None if it stays whole."""
    if PLAIN.fullmatch(word):
        return ""
    return "'" if QUOTED.fullmatch(word) else None
