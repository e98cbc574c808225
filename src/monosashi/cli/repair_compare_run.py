"""One run of `monosashi repair compare`: read, compare, deliver."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.repair_options import BridgeOptions
from monosashi.cli.shape_repeat import ShapeRepeat

if TYPE_CHECKING:
    from monosashi.embeddings import Fault
    from monosashi.language.bridge import Road

# options of other commands on queries that mean nothing here
UNUSED = ("query_groups", "document", "exclude")
# what a mean of queries is fitted to
ASKING = ("queries", "queries_vectors", "query_text")


@dataclass(frozen=True)
class CompareRun:
    """The files, and the options by name as they repeat the run."""

    path: Path | None
    data: DataOptions
    texts: TextOptions
    asked: QueryOptions
    gold_column: str | None
    bridge: BridgeOptions
    output: OutputOptions
    options: Mapping[str, Any]
    assumed: Sequence[Fault] = ()

    def start(self) -> CompareRun:
        """Settle the language, and refuse what cannot work before anything is read."""
        from monosashi.cli.asked_queries import check_query_options
        from monosashi.cli.run_folder import check_out
        from monosashi.cli.saved_sets import refuse_sets_as_vectors
        from monosashi.cli.wrong_usage import WrongUsageError
        from monosashi.words import choose_language, current_language

        choose_language(self.output.words or current_language())
        if self.path is None:
            raise WrongUsageError("cli.errors.no_path")
        check_query_options(self.asked, self.data, gold_needed=False)
        if given := [name for name in UNUSED if getattr(self.asked, name) is not None]:
            names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise WrongUsageError("cli.errors.repair_unused", options=names)
        if self.gold_column is not None and (self.asked.queries is None or self.asked.gold):
            raise WrongUsageError("cli.errors.repair_gold_column")
        refuse_sets_as_vectors("repair compare", self.data.vectors, self.asked.queries_vectors)
        check_out(self.output.out)
        return self

    def compare(
        self,
        key: str | None,
        language: str | None,
        methods: str | None,
        settings: Mapping[str, Any],
        title: str,
    ) -> int:
        """Compare, write and print."""
        from monosashi.advice.language_choice_document import language_choice_document
        from monosashi.cli.clock import now
        from monosashi.cli.comma_lists import listed_names
        from monosashi.cli.exit_codes import FINE
        from monosashi.cli.language_values import known_names
        from monosashi.cli.output import deliver
        from monosashi.cli.progress import WaysOfProgress, clear_step, show_step
        from monosashi.cli.repair_compare_sides import read_sides
        from monosashi.language.choosing import compare_language_repairs

        columns = self._columns(key, language)
        road = self._road()
        documents, queries, gold = read_sides(self, *columns)
        show_step("repairs")
        with known_names():
            choice = compare_language_repairs(
                documents, key=columns[0], language=columns[1], queries=queries,
                gold=self.gold_column if self.gold_column is not None else gold,
                methods=listed_names(methods) or None, bridge=road, progress=WaysOfProgress(),
                **settings,
            )  # fmt: skip
        clear_step()
        name = Path(str(self.path)).name
        document = language_choice_document(
            choice, {"rng": settings["rng"]}, title=title or name, source=name,
            command=self.repeat.command(), created=now(),
        )  # fmt: skip
        deliver(document.to_dict(), document.tables(), self.output,
                settings=self.repeat.settings(), following=self._following(choice))  # fmt: skip
        return FINE

    def _road(self) -> Road | None:
        """The translators, with the model that embeds what they give."""
        from monosashi.cli.chosen_models import chosen_embedder
        from monosashi.cli.chosen_translators import chosen_translators
        from monosashi.cli.embedding import store_of
        from monosashi.cli.wrong_usage import WrongUsageError

        translators = chosen_translators(self.bridge.bridge)
        model = self.bridge.bridge_embedder or self.texts.embedder
        if translators is None:
            return None
        if model is None:
            raise WrongUsageError("cli.errors.repair_bridge")
        from monosashi.language.bridge import Road

        return Road.of(translators, chosen_embedder(model), store=store_of(self.texts))

    def _columns(self, key: str | None, language: str | None) -> tuple[str, str]:
        from monosashi.cli.reading import wide_column
        from monosashi.cli.wrong_usage import WrongUsageError

        found = (wide_column(self.data, key, "key"), wide_column(self.data, language, "language"))
        if found[0] is None or found[1] is None:
            raise WrongUsageError("cli.errors.repair_columns")
        return found[0], found[1]

    @property
    def repeat(self) -> ShapeRepeat:
        """How to get the same again."""
        return ShapeRepeat("repair compare", {"path": self.path}, self.options)

    def _following(self, choice: Any) -> str:
        """Ask with queries where only pages did; fit what was taken; else use what there is.

        Nothing is fitted where pages are cut differently.
        """
        from monosashi.cli.repair_path import duplicates_line, fit_line, reading
        from monosashi.language.choosing.choice_numbers import best_in_vectors
        from monosashi.language.cut_pages import cut_differently

        path, kept = Path(str(self.path)), best_in_vectors(choice)
        columns = {name: self.options.get(name) for name in ("language", "key")}
        read = reading(self.data, self.texts)
        if choice.conditional:
            return self._asked_line()
        if kept is None or cut_differently(choice.provenance.notices):
            return duplicates_line(path, {**columns, **read})
        asking = ASKING if str(kept.method).startswith("query-") else ()
        asked = {name: self.options.get(name) for name in (*asking, "force")}
        return fit_line(path, {"method": kept.method, **columns, **read, **asked})

    def _asked_line(self) -> str:
        """The same comparison with queries and a column of answers to fill in."""
        from monosashi.cli.placeholders import placeholder

        blanks = {"queries": placeholder("queries"), "gold_column": placeholder("column")}
        asked = ShapeRepeat("repair compare", {"path": self.path}, {**self.options, **blanks})
        told = asked.command(**({} if self.output.out is None else {"out": self.output.out}))
        for blank in blanks.values():  # blanks to fill in stay bare
            told = told.replace(shlex.quote(blank), blank)
        return told
