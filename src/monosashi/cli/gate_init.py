"""`monosashi gate --init`: a first file of rules, and how many of them fail now."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from monosashi.results.rules import Rule


def kinds_of(rules: Sequence[Rule]) -> list[str]:
    """Where the limits come from: levels of problems, what was found now, or both.

    A limit of 0, which nothing may exceed, is no limit of a level and needs no explaining.
    """
    limits = [(rule, rule.limit) for rule in rules if not isinstance(rule.limit, str)]
    now = [rule.operator == ">=" and not rule.baseline and limit > 0 for rule, limit in limits]
    levels = [not found and limit != 0 for found, (_, limit) in zip(now, limits, strict=True)]
    return [*(["problems"] if any(levels) else []), *(["now"] if any(now) else [])]


def write_first_rules(result: Path, path: Path, baseline: Path | None) -> int:
    """Rules at the limits of the levels, for the sections this result has."""
    from monosashi.advice.first_rules import first_rules, rules_toml
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.streams import show
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.results.gate import Gate
    from monosashi.results.reading import read_result
    from monosashi.results.writing import write_text
    from monosashi.words import say

    if path.exists():
        raise WrongUsageError("cli.errors.rules_exist", path=path, result=result)
    document = read_result(result)
    rules = first_rules(document, baseline=baseline is not None)
    outcomes = Gate(tuple(rules)).check(document, baseline).outcomes
    write_text(path, rules_toml(rules))
    failing = sum(not one.passed for one in outcomes)
    words = ["monosashi", "gate", str(result), str(path)]
    command = shlex.join([*words, *(["--baseline", str(baseline)] if baseline else [])])
    sentences = (say("cli.gate.written", path=path, failing=failing, total=len(rules)),
                 *(say(f"cli.gate.{kind}") for kind in kinds_of(rules)))  # fmt: skip
    lines = [line for sentence in sentences for line in wrap(sentence)]
    show("\n".join([*lines, *next_lines(command)]))
    return FINE
