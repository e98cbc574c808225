"""Wrong usage in our own words."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from cyclopts import CycloptsError
from cyclopts import exceptions as wrong

from monosashi.cli.meant import known_options, meant_command, misspelt_option
from monosashi.cli.placeholders import command_line, placeholder
from monosashi.words import has_words, say

RUN, ORDER = "--run", "--order"
GROUPED = ("monosashi audit", "monosashi compare", "monosashi shape")


def usage_sentence(error: CycloptsError) -> str:
    """One sentence: what was wrong with the command line or a settings file, and where help is."""
    command = " ".join(["monosashi", *(error.command_chain or ())])
    return _meant(error, command) or say(
        f"cli.usage.{_kind(error)}", command=command, **_values(error)
    )


def _meant(error: CycloptsError, command: str) -> str | None:
    """The same where it is plain what was meant; a misspelt option also hides as a missing one."""
    from monosashi.cli.app import COMMANDS

    if isinstance(error, wrong.UnknownCommandError):
        given = str((error.unused_tokens or ["-"])[0])
        near = meant_command(given, list(COMMANDS))
        return say("cli.usage.unknown_command_near", given=given, near=near) if near else None
    if not isinstance(error, wrong.UnknownOptionError | wrong.MissingArgumentError):
        return None
    if elsewhere := _elsewhere(error, command):
        return elsewhere
    found = misspelt_option(error.root_input_tokens or [], options_of(error))
    if found is None or getattr(getattr(error, "token", None), "source", "cli") not in {"cli", ""}:
        return None
    return say("cli.usage.unknown_option_near", command=command, given=found[0], near=found[1])


def _elsewhere(error: CycloptsError, command: str) -> str | None:
    """Ranked lists are read by another command; labels rotate in two of them only."""
    tokens = list(error.root_input_tokens or [])
    asked = {token.partition("=")[0] for token in tokens}
    if ORDER in asked and ORDER not in options_of(error) and command.startswith(GROUPED):
        return say("cli.usage.no_order", command=command)
    place = next((i for i, token in enumerate(tokens) if token.partition("=")[0] == RUN), None)
    if command != "monosashi compare" or place is None:
        return None
    inside = tokens[place].partition("=")[2]
    runs = inside or next(iter(tokens[place + 1 :]), "") or placeholder("file")
    return say(
        "cli.errors.compare_runs",
        paths=runs,
        command=command_line(
            ["monosashi", "retrieval", RUN, runs, "--gold", _gold(tokens) or placeholder("gold")]
        ),
    )


def _gold(tokens: list[str]) -> str | None:
    pairs = zip(tokens, [*tokens[1:], ""], strict=True)
    return next((after for name, after in pairs if name == "--gold" and after), None)


def options_of(error: CycloptsError) -> list[str]:
    """The options of the command that was called."""
    return known_options(error.app)


def _kind(error: CycloptsError) -> str:
    kinds: list[tuple[type[CycloptsError], str]] = [
        (wrong.UnknownCommandError, "unknown_command"),
        (wrong.UnknownOptionError, "unknown_option"),
        (wrong.MissingArgumentError, "missing"),
        (wrong.CoercionError, "bad_value"),
        (wrong.ValidationError, "bad_value"),
        (wrong.UnusedCliTokensError, "too_many"),
        (wrong.RepeatArgumentError, "repeated"),
    ]
    return next((name for kind, name in kinds if isinstance(error, kind)), "other")


def _values(error: Any) -> dict[str, Any]:
    argument, token = getattr(error, "argument", None), getattr(error, "token", None)
    if token is None and argument is not None:
        token = next(iter(argument.tokens), None)
    unused = getattr(error, "unused_tokens", None) or []
    if isinstance(error, wrong.UnknownCommandError):
        unused = unused[:1]
    keyword, value = getattr(token, "keyword", None), getattr(token, "value", None)
    source = getattr(token, "source", "cli")
    return {
        "option": keyword or _name_of(argument),
        "given": _given(error, keyword, value) or " ".join(map(str, unused)) or "-",
        "expected": _expected(error, argument),
        "source": "" if source in {"cli", ""} else f" ({source})",
    }


def _name_of(argument: Any) -> str:
    """An option by its name; what stands without one, as the line of usage calls it."""
    if argument is None:
        return "-"
    name = str(argument.name)
    return name.lstrip("-").upper() if argument.index is not None else name


def _given(error: Any, keyword: str | None, value: str | None) -> str | None:
    """What the user wrote; for an option that does not exist, its name."""
    if isinstance(error, wrong.UnknownOptionError):
        return keyword or value
    return '""' if value == "" and isinstance(error, wrong.CoercionError) else value or keyword


def _expected(error: Any, argument: Any) -> str:
    """A kind of value, the words to choose from, or the range of a number."""
    kind = getattr(error, "target_type", None)
    if get_origin(kind) is Literal:
        return say("cli.kinds.one_of", choices=", ".join(map(str, get_args(kind))))
    if has_words(key := f"cli.kinds.{getattr(kind, '__name__', '-')}"):
        return say(key)
    return _range(argument) if isinstance(error, wrong.ValidationError) else "-"


def _range(argument: Any) -> str:
    """From the least on; above a number that is excluded; between two."""
    least, above, below = (_bound(argument, name) for name in ("gte", "gt", "lt"))
    if least is not None:
        if isinstance(least, float):
            return say("cli.kinds.number_at_least", least=f"{least:g}")
        return say("cli.kinds.at_least", least=least)
    if above is None:
        return "-"
    if below is None or below == float("inf"):
        return say("cli.kinds.above", low=above)
    return say("cli.kinds.between", low=above, high=below)


def _bound(argument: Any, name: str) -> Any:
    validators = argument.parameter.validator if argument is not None else ()
    bounds = (getattr(validator, name, None) for validator in validators or ())
    return next((bound for bound in bounds if bound is not None), None)
