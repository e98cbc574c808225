"""What `monosashi robustness` measures: its tasks, and in which other words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import DATA, at_least

if TYPE_CHECKING:
    from monosashi.robustness.tasks import Task

WORDING = Group("In other words", sort_key=2)
KindName = Literal["sts", "pair_classification", "classification", "clustering", "retrieval",
                   "reranking", "bitext", "summarisation"]  # fmt: skip


@Parameter(name="*")
@dataclass(frozen=True)
class TaskOptions:
    """How files of tasks are read."""

    kind: Annotated[KindName | None, Parameter(group=DATA)] = None
    """Kind of task, where the columns fit several."""
    columns: Annotated[str | None, Parameter(group=DATA)] = None
    """Which column is what, e.g. left=a,right=b,score=grade."""
    split: Annotated[str | None, Parameter(group=DATA)] = None
    """Split of a folder; default test."""
    language: Annotated[str | None, Parameter(group=DATA)] = None
    """Code of the language of the texts, e.g. en."""
    name: Annotated[str | None, Parameter(group=DATA)] = None
    """Name of the data set; default that of the file."""

    def read(self, paths: Sequence[Path]) -> list[Task]:
        """The tasks of all files, folders and suites."""
        from monosashi.cli.wrong_usage import WrongUsageError
        from monosashi.robustness.tasks import read_suite, read_task

        if not paths:
            raise WrongUsageError("robustness_run.errors.no_tasks")
        tasks: list[Task] = []
        for path in paths:
            if path.suffix == ".toml":
                tasks += read_suite(path)
                continue
            tasks.append(read_task(path, kind=self.kind, columns=self.named(), split=self.split,
                                   language=self.language or "",
                                   name=self.name if len(paths) == 1 else None))  # fmt: skip
        return tasks

    def named(self) -> dict[str, str] | None:
        """The columns by what they are."""
        if self.columns is None:
            return None
        return {what: str(name) for what, name in named_values(
            "--columns", self.columns, "left=a,right=b").items()}  # fmt: skip


@Parameter(name="*")
@dataclass(frozen=True)
class WordingOptions:
    """Where the rewritten texts come from."""

    rewrites: Annotated[str | None, Parameter(group=WORDING)] = None
    """Comma list of folders that `rewrite run` wrote, or of files with id, transformation, text."""
    rewriter: Annotated[str | None, Parameter(group=WORDING)] = None
    """Rewrite now: rules, apertium, openai:MODEL?url=ADDRESS, …"""
    transformations: Annotated[str | None, Parameter(group=WORDING)] = None
    """Comma list for --rewriter: names, lexical, length, language, surface or all; default what it
    makes (a chat model all eight, rules surface). With --preset no more than the preset."""
    seeds: Annotated[str | None, Parameter(group=WORDING)] = None
    """Comma list of seeds for --rewriter; default 1337,1338,1339, of recorded texts those of the
    file."""
    side: Annotated[str | None, Parameter(group=WORDING)] = None
    """What is rewritten: queries, corpus, both, left, right, test, train_and_test, machine."""
    failed: Annotated[Literal["drop", "original"], Parameter(group=WORDING)] = "drop"
    """Texts that could not be rewritten: leave both sides, or count as they are (HTEB)."""
    unchanged: Annotated[Literal["keep", "drop"], Parameter(group=WORDING)] = "keep"
    """Texts that came back as they were."""
    first: Annotated[int | None, at_least(2, WORDING)] = None
    """For --rewriter: only so many records from the start of each task."""

    def made(self, tasks: Sequence[Task], store: Any, repeat: str, limits: Mapping[str, Any],
             preset: str | None = None) -> list[Any]:  # fmt: skip
        """Sets of rewritten texts: read, or made now."""
        from monosashi.cli.comma_lists import listed_names
        from monosashi.cli.wrong_usage import WrongUsageError

        if self.rewrites and self.rewriter:
            raise WrongUsageError("robustness_run.errors.both_rewritings")
        if self.rewrites:
            if self.first is not None:
                raise WrongUsageError("robustness_run.errors.first_of_set")
            return [Path(name) for name in listed_names(self.rewrites)]
        if not self.rewriter:
            raise WrongUsageError("robustness_run.errors.no_rewriting", command=repeat)
        from monosashi.cli.robustness_rewriting import rewritten_tasks

        return rewritten_tasks(self, tasks, store, limits, preset)


def named_values(option: str, given: str, example: str) -> dict[str, str]:
    """``name=value,name=value``.

    >>> named_values("--weights", "lexical=2, length=1", "")
    {'lexical': '2', 'length': '1'}
    """
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.wrong_usage import WrongUsageError

    parts = [part.partition("=") for part in listed_names(given)]
    if not parts or any(not equals or not name.strip() for name, equals, _ in parts):
        raise WrongUsageError("robustness_run.errors.pair_form", option=option, given=given,
                              example=example)  # fmt: skip
    return {name.strip(): value.strip() for name, _, value in parts}


def weights_of(given: str | None) -> dict[str, float] | None:
    """Weights of axes, as written on the command line."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if given is None:
        return None
    held = named_values("--weights", given, "lexical=2,length=1")
    try:
        return {name: float(value) for name, value in held.items()}
    except ValueError:
        raise WrongUsageError("robustness_run.errors.pair_form", option="--weights", given=given,
                              example="lexical=2,length=1") from None  # fmt: skip
