"""`monosashi gate`: hold a result against rules; exit 3 when one does not hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from monosashi.cli.options import Format, Words, named_path

if TYPE_CHECKING:
    from monosashi.results.gate_outcome import GateOutcome


def gate_command(
    result: Path,
    rules: Path | None = None,
    *,
    baseline: Path | None = None,
    missing_baseline: Literal["refuse", "skip"] = "refuse",
    init: Annotated[Path | None, Parameter(converter=named_path)] = None,
    format: Format = "text",  # noqa: A002 - the option's name
    json: Annotated[bool, Parameter(negative="")] = False,
    words: Words | None = None,
) -> int:
    """Check result.json against a file of rules.

    Parameters
    ----------
    result
        result.json, or the folder that holds it.
    rules
        TOML file of [[rule]] tables: path, operator, limit; optionally baseline, end, name.
    baseline
        An earlier result.json for rules on the change.
    missing_baseline
        Where --baseline is not there yet (a first run) or lacks a number: stop, or leave the
        rules on that change unjudged and say so.
    init
        Write a first rules file for the sections this result has (with --baseline also on the
        change), and stop.
    format
        What to print: text, markdown (for a comment) or json.
    json
        Same as --format json.
    words
        Language of the output.
    """
    from monosashi.cli.exit_codes import FINE, GATE_FAILED
    from monosashi.cli.streams import complain
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.results.gate import Gate
    from monosashi.results.reading import read_result
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())
    if init is not None:
        from monosashi.cli.gate_init import write_first_rules

        return write_first_rules(result, init, baseline)
    if rules is None:
        raise WrongUsageError("cli.errors.no_rules", result=result)
    gate = Gate.load(rules)
    document, earlier = read_result(result), None
    if any(rule.baseline for rule in gate.rules):
        earlier = read_baseline(baseline, result, missing_baseline)
    elif baseline is not None:
        complain(say("cli.gate.unused"))
    outcome = gate.check(document, earlier, missing_baseline=missing_baseline)
    for notice in outcome.notices:
        complain(notice.say())
    print_outcome(outcome, document, "json" if json else format)
    return FINE if outcome.passed else GATE_FAILED


def read_baseline(path: Path | None, result: Path, missing: str) -> Any:
    """The earlier result; None where a first run has none and may go without."""
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError, fault
    from monosashi.results.reading import file_of, read_result

    if path is None:
        return None
    file = file_of(path)
    if file.exists():
        if file.resolve() == file_of(result).resolve():
            raise WrongUsageError("cli.errors.gate_itself", path=path)
        return read_result(path)
    if missing == "skip":
        return None
    raise DataError(fault("results.errors.no_result", path=file), fault("cli.errors.first_run"))


def print_outcome(outcome: GateOutcome, document: dict[str, Any], form: Format) -> None:
    """Text lines, a Markdown comment, or one JSON object."""
    from monosashi.cli.gate_tries import tries_of
    from monosashi.cli.streams import print_json, show

    if form == "json":
        print_json(outcome.to_dict())
    elif form == "markdown":
        show(outcome.to_markdown(tries=tries_of(document)))
    else:
        show("\n".join(outcome_lines(outcome)))


def outcome_lines(outcome: GateOutcome) -> list[str]:
    """One sentence a rule, failures first, then the sum: at most a screen of lines."""
    from monosashi.cli.layout import HEIGHT, shorten, wrap
    from monosashi.results.gate_sentences import outcome_sentence, state_of, verdict_of
    from monosashi.words import say

    blocks = [shorten(wrap(outcome_sentence(one), first=f"[{state_of(one)}] "), 3)
              for one in outcome.ordered()]  # fmt: skip
    shown = blocks if sum(map(len, blocks)) < HEIGHT else _fitting(blocks, HEIGHT - 2)
    lines = [line for block in shown for line in block]
    if len(shown) < len(blocks):
        lines.append(say("cli.gate.more", count=len(blocks) - len(shown)))
    return [*lines, verdict_of(outcome)]


def _fitting(blocks: list[list[str]], room: int) -> list[list[str]]:
    """The first blocks, as many as have room together."""
    while sum(map(len, blocks)) > room:
        blocks = blocks[:-1]
    return blocks
