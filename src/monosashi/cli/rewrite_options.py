"""Options that the commands about rewriting share, and what they ask for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import CoercionError, Group, Parameter
from cyclopts.validators import Number

from monosashi.cli.options import DATA, OUTPUT, Words, at_least

if TYPE_CHECKING:
    from monosashi.models.rewriters.contract import Rewriter

REWRITING = Group("Rewriting", sort_key=2)
BUDGET = Group("Money and time", sort_key=2)
MAX_UNUSABLE = 30  # as rewrite() has it, without loading it


def _money(_kind: Any, tokens: Sequence[Any]) -> float:
    try:
        found = float(tokens[0].value)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise CoercionError(token=tokens[0], target_type=float)
    return found


MONEY = Parameter(group=BUDGET, converter=_money, validator=Number(gte=0.0))


@Parameter(name="*")
@dataclass(frozen=True)
class RewriteTexts:
    """Which texts, of a file."""

    text: Annotated[str | None, Parameter(group=DATA)] = None
    """Column of the texts; a comma list (s1,s2) for the sides of pairs."""
    id: Annotated[str | None, Parameter(group=DATA)] = None
    """Column of unique ids."""
    language: Annotated[str | None, Parameter(group=DATA)] = None
    """Column of language codes; default the column `language`."""
    default_language: Annotated[str | None, Parameter(group=DATA)] = None
    """Language of texts that name none, e.g. en."""
    encoding: Annotated[str | None, Parameter(group=DATA)] = None
    """Encoding of files that are not UTF-8, e.g. cp932."""
    first: Annotated[int | None, at_least(1, DATA)] = None
    """Take only so many texts from the start of the file."""
    dataset: Annotated[str | None, Parameter(group=DATA)] = None
    """Name of the data set, part of every label; default the name of the file."""

    def read(self, path: Path) -> Any:
        """The texts, by field where several columns are named."""
        columns = [None] if self.text is None else [c.strip() for c in self.text.split(",")]
        held = [self._column(path, column) for column in columns]
        if len(held) == 1:
            return held[0]
        return {str(column): one for column, one in zip(columns, held, strict=True)}

    def named(self, path: Path) -> str:
        """The name of the data set."""
        return self.dataset or path.name.partition(".")[0]

    def _column(self, path: Path, column: str | None) -> Any:
        import numpy as np

        from monosashi.stores import read_texts

        held = read_texts(path, text=column, id=self.id, encoding=self.encoding)
        if self.first is not None:
            held = held.take(range(min(self.first, held.n)))
        spoken = None
        if self.language is not None:
            spoken = held.column(self.language, "language")
        elif "language" in held.columns:
            spoken = held.columns["language"]
        if spoken is None and self.default_language is None:
            return held
        codes = [self.default_language] * held.n if spoken is None else [
            str(code) if code else self.default_language for code in spoken
        ]  # fmt: skip
        labels = np.array(codes, dtype=object)
        return replace(held, columns={**held.columns, "language": labels})


@Parameter(name="*")
@dataclass(frozen=True)
class RewriteWays:
    """How texts are rewritten."""

    transformations: Annotated[str | None, Parameter(group=REWRITING)] = None
    """Comma list: names, lexical, length, language, surface or all; default what the rewriter makes
    (a chat model all eight, rules surface)."""
    seeds: Annotated[str | None, Parameter(group=REWRITING)] = None
    """Comma list of seeds; each gives every text once more; default 1337,1338,1339, of recorded
    texts those of the file."""
    targets: Annotated[str | None, Parameter(group=REWRITING)] = None
    """Comma list of languages to translate to; default es,fr,de,tr,ar."""
    order: Annotated[
        Literal["expand_then_summarise", "summarise_then_expand"], Parameter(group=REWRITING)
    ] = "expand_then_summarise"
    """Order of the two steps of summarised_expansion."""
    store: Annotated[str | None, Parameter(group=REWRITING)] = None
    """File that keeps answers for the next run, or none; default in the user's cache."""

    def arguments(self, rewriter: Rewriter) -> dict[str, Any]:
        """Keyword arguments of ``rewrite`` and ``plan_rewrites``."""
        from monosashi.cli.comma_lists import some_names
        from monosashi.cli.refused_values import option_values
        from monosashi.models.rewriters.languages import TARGETS, checked_targets
        from monosashi.models.rewriters.preparing import makes
        from monosashi.models.rewriters.registry import made_by
        from monosashi.models.rewriters.transformations import chosen

        names = some_names("--transformations", self.transformations, usual_names(rewriter))
        targets = some_names("--targets", self.targets, list(TARGETS))
        with option_values():
            checked_targets(targets)
            chosen(names, own=makes(rewriter) if made_by(rewriter) == "recorded" else ())
        return {"transformations": names, "seeds": asked_seeds(self.seeds, rewriter),
                "targets": targets, "order": self.order, "store": self.place}  # fmt: skip

    @property
    def place(self) -> Path | bool | None:
        """Where answers are kept: a file, nowhere (False), or the user's cache (None)."""
        if self.store is None:
            return None
        return False if self.store == "none" else Path(self.store)


@Parameter(name="*")
@dataclass(frozen=True)
class RewriteAsked:
    """Which texts, by which rewriter, and how."""

    rewriter: Annotated[str, Parameter(group=REWRITING)]
    """openai:MODEL?url=ADDRESS, ollama:MODEL, apertium, recorded:FILE or rules."""
    ways: RewriteWays = RewriteWays()
    texts: RewriteTexts = RewriteTexts()

    def arguments(self, path: Path) -> dict[str, Any]:
        """Keyword arguments of ``rewrite`` and ``plan_rewrites``: the texts among them."""
        made = chosen_rewriter(self.rewriter)
        return {"texts": self.texts.read(path), "rewriter": made,
                "dataset": self.texts.named(path), **self.ways.arguments(made)}  # fmt: skip

    def repeated(self) -> list[str]:
        """The options that were given, for the next command."""
        usual = {**asdict(RewriteWays()), **asdict(RewriteTexts())}
        given = {**asdict(self.ways), **asdict(self.texts)}
        told = [word for name, value in given.items() if value != usual[name]
                for word in (f"--{name.replace('_', '-')}", str(value))]  # fmt: skip
        return ["--rewriter", self.rewriter, *told]


@Parameter(name="*")
@dataclass(frozen=True)
class Printing:
    """How a command answers that writes no report."""

    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False
    """Print one strict JSON object."""
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None
    """Language of the terminal."""

    def start(self) -> None:
        """Settle the language."""
        from monosashi.words import choose_language, current_language

        choose_language(self.words or current_language())


@Parameter(name="*")
@dataclass(frozen=True)
class BudgetOptions:
    """What it may take."""

    max_calls: Annotated[int | None, at_least(0, BUDGET)] = None
    """Stop this run after so many answered calls; the same command goes on with as many again."""
    max_cost: Annotated[float | None, MONEY] = None
    """Stop this run before a call that may pass this cost, in the currency of the prices; the same
    command goes on with as much again."""
    price_in: Annotated[float | None, MONEY] = None
    """Price of a million tokens sent."""
    price_out: Annotated[float | None, MONEY] = None
    """Price of a million tokens received."""
    max_unusable: Annotated[int, at_least(0, BUDGET)] = MAX_UNUSABLE
    """Stop when so many calls in a row bring nothing that can be used for a transformation; 0 goes
    on in any case."""

    def repeated(self) -> list[str]:
        """The limits and prices that were given, for the next command."""
        usual = asdict(BudgetOptions())
        return [word for name, value in asdict(self).items() if value != usual[name]
                for word in (f"--{name.replace('_', '-')}", f"{value:.15g}")]  # fmt: skip

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments; a limit of money needs prices, and one price the other."""
        from monosashi.cli.wrong_usage import WrongUsageError

        if self.max_cost is not None and self.price_in is None and self.price_out is None:
            raise WrongUsageError("rewriting.errors.cost_needs_prices")
        if (self.price_in is None) != (self.price_out is None):
            raise WrongUsageError("rewriting.errors.one_price")
        return {"max_calls": self.max_calls, "max_cost": self.max_cost,
                "price_in": self.price_in, "price_out": self.price_out,
                "max_unusable": self.max_unusable}  # fmt: skip


def usual_names(rewriter: Rewriter) -> list[str]:
    """The transformations of a run that names none: what the rewriter makes.

    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> usual_names(named_rewriter("rules")), usual_names(named_rewriter("apertium"))
    (['surface'], ['backtranslation', 'translation', 'cross_translation'])
    """
    from monosashi.models.rewriters.preparing import makes
    from monosashi.models.rewriters.registry import made_by

    return ["surface"] if made_by(rewriter) == "rules" else makes(rewriter)


def asked_seeds(given: str | None, rewriter: Rewriter) -> list[int]:
    """The seeds that were named; else those of a file of texts, else the usual three.

    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> asked_seeds(None, named_rewriter("rules")), asked_seeds("1,2", named_rewriter("rules"))
    ([1337, 1338, 1339], [1, 2])
    """
    from monosashi.cli.comma_lists import listed_counts
    from monosashi.models.rewriters.asked import SEEDS
    from monosashi.models.rewriters.recorded import RecordedRewriter

    if given is not None:
        return listed_counts("--seeds", given)
    held = rewriter.seeds() if isinstance(rewriter, RecordedRewriter) else []
    return held or list(SEEDS)


def chosen_rewriter(spec: str) -> Rewriter:
    """Make it; a kind or an option that does not exist is wrong usage."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.models.rewriters.registry import named_rewriter

    try:
        return named_rewriter(spec)
    except DataError as error:
        if any(one.code.startswith(("rewriting.errors.recorded", "rewriting.errors.hteb",
                                    "rewriting.errors.broken", "rewriting.errors.changed"))
               for one in error.faults):  # fmt: skip
            raise
        raise FaultyUsageError(error) from None
