"""Entry point: instant help, plain errors, exit codes."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence

from monosashi.cli.exit_codes import FINE, WRONG_USAGE
from monosashi.cli.failures import explain
from monosashi.cli.progress import clear_step
from monosashi.cli.streams import complain, forget, safe_streams, show
from monosashi.words import LANGUAGES, choose_language, say

HELP = {"--help", "-h", "help", "--version"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (0, 1, 2, 3, 4, 5 or 130)."""
    if argv is None:
        _names_in_utf8()
    tokens = list(sys.argv[1:] if argv is None else argv)
    safe_streams()
    _stop_like_ctrl_c()
    choose_language(_asked_words(tokens))
    try:
        return _run(tokens)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        if _is_help_cut_short(error, tokens):
            return FINE
        message, code = explain(error)
        if message is None:
            raise
        clear_step()
        complain(message)
    return code


def _is_help_cut_short(error: BaseException, tokens: Sequence[str]) -> bool:
    """Help that nobody reads to its end (``| head -1``); rich says it by ending the program."""
    if not isinstance(error, (BrokenPipeError, SystemExit)) or not HELP.intersection(tokens):
        return False
    if isinstance(error, BrokenPipeError):
        forget(sys.stdout)
    return True


def _run(tokens: list[str]) -> int:
    if not tokens or tokens[0] in HELP - {"--version"}:
        show(say("cli.help.page"))
        return FINE if tokens else WRONG_USAGE
    from monosashi.cli.app import build_app
    from monosashi.cli.clock import now

    now()  # a clock that is set wrongly is told before anything is measured
    code = build_app()(tokens, exit_on_error=False, print_error=False,
                       result_action="return_value")  # fmt: skip
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            forget(sys.stdout)
    return code if isinstance(code, int) else FINE


def _names_in_utf8() -> None:
    """Start again where Python was told to take names of files and columns for ASCII.

    (``LC_ALL=C`` with ``PYTHONUTF8=0``.) Names would come in as halves of signs that match no
    column and can be written nowhere.
    """
    told = sys.getfilesystemencoding().lower() in {"utf-8", "utf8"} or sys.flags.utf8_mode
    if os.name == "posix" and not told and not all(token.isascii() for token in sys.argv):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - itself


def _stop_like_ctrl_c() -> None:
    """A polite kill leaves as little behind as Ctrl-C."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _asked_words(tokens: Sequence[str]) -> str | None:
    """--words or MONOSASHI_WORDS, looked up before parsing so that usage errors speak it too."""
    asked = os.environ.get("MONOSASHI_WORDS", "")
    for here, following in zip(tokens, [*tokens[1:], ""], strict=False):
        if here == "--words":
            asked = following
        elif here.startswith("--words="):
            asked = here.partition("=")[2]
    return asked if asked in LANGUAGES else None
