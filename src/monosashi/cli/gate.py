"""`monosashi gate`: hold a result against rules; exit 3 when one does not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import Format, Words


def gate_command(
    result: Path,
    rules: Path | None = None,
    *,
    baseline: Path | None = None,
    init: Path | None = None,
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
    init
        Write a first rules file that fits this result, and stop.
    format
        What to print: text, markdown (for a comment) or json.
    json
        Same as --format json.
    words
        Language of the output.
    """
    from monosashi.cli.exit_codes import FINE, GATE_FAILED
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.results.gate import Gate
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    if init is not None:
        return write_first_rules(result, init)
    if rules is None:
        raise WrongUsageError("cli.errors.no_rules", result=result)
    outcome = Gate.load(rules).check(result, baseline)
    print_outcome(outcome, "json" if json else format)
    return FINE if outcome.passed else GATE_FAILED


def print_outcome(outcome: object, form: Format) -> None:
    """Text lines, a Markdown table, or one JSON object."""
    from monosashi.cli.output import print_json
    from monosashi.results.gate import GateOutcome

    assert isinstance(outcome, GateOutcome)  # noqa: S101 - for the type checker
    if form == "json":
        print_json(outcome.to_dict())
    elif form == "markdown":
        print(outcome.to_markdown())
    else:
        print("\n".join(outcome_lines(outcome)))


def outcome_lines(outcome: object) -> list[str]:
    """One line a rule, failures first, then the sum."""
    from monosashi.cli.layout import wrap
    from monosashi.results.gate import GateOutcome
    from monosashi.results.tables import cell
    from monosashi.words import say

    assert isinstance(outcome, GateOutcome)  # noqa: S101 - for the type checker
    lines: list[str] = []
    for row in outcome.rows():
        state = say(f"results.gate.{'pass' if row['passed'] else 'fail'}")
        sentence = say("cli.gate.line", **{**row, "compared": cell(row["compared"])})
        lines += wrap(sentence, first=f"[{state}] ")
    failed = sum(not one.passed for one in outcome.outcomes)
    key = "results.gate.passed" if outcome.passed else "results.gate.failed"
    return [*lines, say(key, failed=failed, total=len(outcome.outcomes))]


def write_first_rules(result: Path, path: Path) -> int:
    """Rules at the limits of the levels, for the sections this result has."""
    from monosashi.advice.first_rules import first_rules
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.results.writing import read_result, write_text
    from monosashi.words import say

    if path.exists():
        raise WrongUsageError("cli.errors.exists", path=path)
    write_text(path, first_rules(read_result(result)))
    print(say("cli.gate.written", path=path))
    print(say("cli.screen.next", command=f"monosashi gate {result} {path}"))
    return FINE
