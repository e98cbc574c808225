"""One run of `monosashi language`: read, measure, mend, deliver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.language_options import LanguageOptions
from monosashi.cli.next_lines import guard_line
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.shape_repeat import ShapeRepeat

if TYPE_CHECKING:
    from monosashi.advice.language_document import LanguageDocument
    from monosashi.cli.language_reading import ReadPages
    from monosashi.embeddings import Fault

UNUSED = ("query_groups", "document", "exclude")
# what this command has and `repair compare` has not
ONLY_HERE = ("source", "target", "repairs", "experiments", "equal_pools", "translated",
             "keep_copies", "k", "title")  # fmt: skip
FAILING = {"problem": {"problem"}, "warning": {"problem", "warning"}}


@dataclass(frozen=True)
class LanguageRun:
    """The files, and the options by name as they repeat the run."""

    path: Path | None
    how: LanguageOptions
    asked: QueryOptions
    gold_column: str | None
    data: DataOptions
    texts: TextOptions
    output: OutputOptions
    options: Mapping[str, Any]
    assumed: Sequence[Fault] = ()

    def start(self) -> LanguageRun:
        """Settle the language of words, and refuse what cannot work before anything is read."""
        from monosashi.cli.asked_queries import check_query_options
        from monosashi.cli.language_values import check_repairs
        from monosashi.cli.retrieval_measuring import listed_ks
        from monosashi.cli.run_folder import check_out
        from monosashi.cli.saved_sets import refuse_sets_as_vectors
        from monosashi.cli.wrong_usage import WrongUsageError
        from monosashi.words import choose_language, current_language

        choose_language(self.output.words or current_language())
        if self.path is None:
            raise WrongUsageError("cli.errors.no_path")
        self.columns()
        listed_ks(self.how.k)
        check_repairs(self.how.repairs)
        check_query_options(self.asked, self.data, gold_needed=False)
        if given := [name for name in UNUSED if getattr(self.asked, name) is not None]:
            names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise WrongUsageError("cli.errors.language_unused", options=names)
        if self.gold_column is not None and (self.asked.queries is None or self.asked.gold):
            raise WrongUsageError("cli.errors.repair_gold_column")
        refuse_sets_as_vectors("language", self.data.vectors, self.asked.queries_vectors)
        check_out(self.output.out)
        return self

    def columns(self) -> tuple[str, str]:
        """Columns of key and language; wide rows bring them."""
        from monosashi.cli.reading import wide_column
        from monosashi.cli.wrong_usage import WrongUsageError

        key, language = (wide_column(self.data, given, name) for given, name in
                         ((self.how.key, "key"), (self.how.language, "language")))  # fmt: skip
        if key is None or language is None:
            raise WrongUsageError("cli.errors.language_columns")
        return key, language

    def measure(self, title: str, fail_on: str | None) -> int:
        """Measure, write and print."""
        from dataclasses import replace

        from monosashi.cli.clock import now
        from monosashi.cli.exit_codes import FINE, GATE_FAILED
        from monosashi.cli.language_measuring import measure_pages
        from monosashi.cli.language_reading import read_pages
        from monosashi.cli.output import deliver
        from monosashi.cli.progress import clear_step, show_step

        show_step("reading")
        pages = read_pages(self)
        show_step("language")
        found = measure_pages(self, pages)
        clear_step()
        name = Path(str(self.path)).name
        result = replace(found, title=title or name, source=name, command=self.repeat.command(),
                         created=now())  # fmt: skip
        document = result.to_dict()
        deliver(document, result.tables(), self.output, settings=self.repeat.settings(),
                following=self.following(result, pages))  # fmt: skip
        failing = FAILING.get(fail_on or "", set())
        return GATE_FAILED if failing & {f["level"] for f in document["findings"]} else FINE

    @property
    def repeat(self) -> ShapeRepeat:
        """How to get the same again."""
        return ShapeRepeat("language", {"path": self.path}, self.options)

    def following(self, result: LanguageDocument, pages: ReadPages) -> str:
        """Compare the ways to mend what is lost; where nothing is, keep the result or guard it.

        Where pages are cut differently nothing is mended before they are cut alike.
        """
        from monosashi.language.cut_pages import cut_differently

        lost = any(found.level in {"problem", "warning"} for found in result.findings())
        cut = cut_differently(result.provenance.notices) is not None
        if lost and pages.enough and not cut:
            kept = {name: value for name, value in self.options.items() if name not in ONLY_HERE}
            return ShapeRepeat("repair compare", {"path": self.path}, kept).command()
        if self.output.out is None:
            return self.repeat.command(out="language")
        return guard_line(self.output.out)
