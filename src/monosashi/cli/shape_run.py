"""What every command about shape does before and after it measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.label_files import LabelOptions
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.shape_options import CommonOptions, ShapeOptions
from monosashi.cli.shape_repeat import Files, ShapeRepeat

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault
    from monosashi.results import Result


@dataclass(frozen=True)
class ShapeRun:
    """One run: its command, files and options.

    Attributes
    ----------
    name : str
        ``shape``, or ``shape`` and the name of a command below it.
    files : mapping of parameter to path
    own : mapping of option to value
        What only this command has.
    """

    name: str
    files: Files
    own: Mapping[str, Any]
    common: CommonOptions

    @property
    def how(self) -> ShapeOptions:
        """How vectors are taken."""
        return self.common.how

    @property
    def data(self) -> DataOptions:
        """How files are read."""
        return self.common.data

    @property
    def labels(self) -> LabelOptions:
        """Labels in a file of their own."""
        return self.common.labels

    @property
    def texts(self) -> TextOptions:
        """What to embed."""
        return self.common.texts

    @property
    def output(self) -> OutputOptions:
        """What is written where."""
        return self.common.output

    def start(self) -> ShapeRun:
        """Settle the language, and refuse what cannot work before anything is read."""
        from monosashi.cli.run_folder import check_out
        from monosashi.cli.saved_sets import refuse_sets_as_vectors
        from monosashi.words import choose_language, current_language

        choose_language(self.output.words or current_language())
        refuse_sets_as_vectors(self.name, self.data.vectors)
        check_out(self.output.out)
        return self

    def read(
        self, name: str = "path", *, key: str | None = None, queries: bool = False
    ) -> EmbeddingSet:
        """The set of one of the files, of its query side where that is asked for."""
        from monosashi.cli.directions import with_direction
        from monosashi.cli.embedding import one_embedder, read_sets
        from monosashi.cli.model_sides import query_side, told_side
        from monosashi.cli.progress import show_step
        from monosashi.cli.reading import wide_column

        asked = queries or self.how.as_queries
        path = self.required(name)
        made_by = one_embedder(self.texts, self.data)
        show_step("reading")
        (found,) = read_sets(
            path, self.data, self.texts, made_by, key=wide_column(self.data, key, "key"),
            language=wide_column(self.data, self.how.language, "language"), seed=self.how.seed,
            role=None if not made_by else "query" if asked else "passage",
            prepare=lambda held: self.with_labels(held, name),
        )  # fmt: skip
        told = told_side(found, asked=asked, embedded=bool(made_by))
        found = replace(query_side(found) if asked else found, notices=(*found.notices, *told))
        return found if self.how.no_normalise else with_direction(found, self.data)

    def with_labels(self, held: Any, name: str = "path") -> Any:
        """Columns of --labels added; rows without a label left out where that is asked for."""
        from monosashi.cli.label_files import joined
        from monosashi.cli.labelled_rows import only_labelled

        both = self.name == "shape ratio"  # one file of labels for queries and documents
        found = joined(held, self.labels, self.data, partly=both)
        return only_labelled(found, self.labels, self.label_columns(name))

    def label_columns(self, name: str = "path") -> list[str]:
        """The columns of labels that this run names, those of one file of two."""
        from monosashi.cli.labelled_rows import named_columns

        return named_columns(self.name, self.own, name)

    def required(self, name: str) -> Path:
        """A file that must be given."""
        from monosashi.cli.wrong_usage import WrongUsageError

        found = self.files[name]
        if not isinstance(found, Path):
            raise WrongUsageError("cli.errors.shape_file", command=f"monosashi {self.name}",
                                  name=name.upper())  # fmt: skip
        return found

    def needs(self, **options: Any) -> None:
        """Refuse a run without an option that it cannot do without."""
        from monosashi.cli.wrong_usage import WrongUsageError

        missing = [f"--{name.replace('_', '-')}" for name, value in options.items() if not value]
        if missing:
            raise WrongUsageError("cli.errors.shape_options", command=f"monosashi {self.name}",
                                  options=", ".join(missing))  # fmt: skip

    def measure(
        self,
        make: Callable[[], Mapping[str, Result | None]],
        *,
        notices: Sequence[Fault] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> int:
        """Measure, put the parts into one document, write and print it."""
        from monosashi.advice.shape_document import shape_document
        from monosashi.cli.after_shape import shape_following
        from monosashi.cli.clock import now
        from monosashi.cli.exit_codes import FINE
        from monosashi.cli.names_in_file import names_in_file
        from monosashi.cli.output import deliver
        from monosashi.cli.progress import clear_step, show_step

        show_step("shape")
        with names_in_file(self.data, self.texts):
            parts = {name: part for name, part in make().items() if part is not None}
        clear_step()
        source = ", ".join(dict.fromkeys(path.name for path in self._paths()))
        result = shape_document(
            parts,
            {**({"rng": self.how.seed} if self._paths() else {}), **(settings or {})},
            notices,
            title=self.how.title or source or self.name,
            source=source or None,
            command=self.repeat.command(),
            created=now(),
        )
        deliver(result.to_dict(), result.tables(), self.output, settings=self.repeat.settings(),
                following=shape_following(self, result))  # fmt: skip
        return FINE

    @property
    def repeat(self) -> ShapeRepeat:
        """How to get the same again."""
        from monosashi.cli.chosen_models import text_settings

        read = {**asdict(self.data), **text_settings(self.texts)} if self._paths() else {}
        known = {**self.own, **self.labels.settings(), **asdict(self.how), **read}
        return ShapeRepeat(self.name, self.files, known)

    def _paths(self) -> list[Path]:
        return [path for given in self.files.values() if given
                for path in ([given] if isinstance(given, Path) else given)]  # fmt: skip
