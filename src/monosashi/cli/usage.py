"""Wrong usage in our own words."""

from __future__ import annotations

from typing import Any

from cyclopts import CycloptsError
from cyclopts import exceptions as wrong

from monosashi.words import say


def usage_sentence(error: CycloptsError) -> str:
    """One sentence: what was wrong with the command line or a settings file, and where help is."""
    command = " ".join(["monosashi", *(error.command_chain or ())])
    return say(f"cli.usage.{_kind(error)}", command=command, **_values(error))


def _kind(error: CycloptsError) -> str:
    kinds: list[tuple[type[CycloptsError], str]] = [
        (wrong.UnknownCommandError, "unknown_command"),
        (wrong.UnknownOptionError, "unknown_option"),
        (wrong.MissingArgumentError, "missing"),
        (wrong.CoercionError, "bad_value"),
        (wrong.UnusedCliTokensError, "too_many"),
        (wrong.RepeatArgumentError, "repeated"),
    ]
    return next((name for kind, name in kinds if isinstance(error, kind)), "other")


def _values(error: Any) -> dict[str, Any]:
    argument, token = getattr(error, "argument", None), getattr(error, "token", None)
    unused = getattr(error, "unused_tokens", None) or []
    given = getattr(token, "value", None) or getattr(token, "keyword", None) or " ".join(unused)
    option = getattr(token, "keyword", None) or (argument.name if argument is not None else "-")
    source = getattr(token, "source", "cli")
    expected = getattr(getattr(error, "target_type", None), "__name__", None)
    return {
        "option": option,
        "given": given or "-",
        "expected": expected or _choices(argument),
        "source": "" if source in {"cli", ""} else f" ({source})",
    }


def _choices(argument: Any) -> str:
    try:
        choices = argument.get_choices()
    except (AttributeError, TypeError):
        choices = None
    return ", ".join(choices) if choices else "-"
