"""Entry point: instant help, plain errors, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from monosashi.cli.exit_codes import FINE, WRONG_USAGE
from monosashi.cli.failures import explain
from monosashi.cli.progress import clear_step
from monosashi.words import LANGUAGES, choose_language, say

HELP = {"--help", "-h", "help"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (0, 1, 2, 3, 4, 5 or 130)."""
    tokens = list(sys.argv[1:] if argv is None else argv)
    _safe_streams()
    choose_language(_asked_words(tokens))
    if not tokens or tokens[0] in HELP:
        print(say("cli.help.page"))
        return FINE if tokens else WRONG_USAGE
    return _run(tokens)


def _run(tokens: list[str]) -> int:
    from monosashi.cli.app import build_app

    try:
        code = build_app()(tokens, exit_on_error=False, print_error=False,
                           result_action="return_value")  # fmt: skip
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except (Exception, KeyboardInterrupt) as error:
        message, code = explain(error)
        if message is None:
            raise
        clear_step()
        print(message, file=sys.stderr)
    return code if isinstance(code, int) else FINE


def _safe_streams() -> None:
    """A terminal that cannot show a sign gets a replacement, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _asked_words(tokens: Sequence[str]) -> str | None:
    """--words or MONOSASHI_WORDS, looked up before parsing so that usage errors speak it too."""
    asked = os.environ.get("MONOSASHI_WORDS", "")
    for here, following in zip(tokens, [*tokens[1:], ""], strict=False):
        if here == "--words":
            asked = following
        elif here.startswith("--words="):
            asked = here.partition("=")[2]
    return asked if asked in LANGUAGES else None
