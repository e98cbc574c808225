"""What `retrieval` and `why` ask alike: queries with known answers, of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DocumentOptions, OutputOptions, TextOptions
from monosashi.cli.query_options import QueryOptions


@Parameter(name="*")
@dataclass(frozen=True)
class SearchOptions:
    """Which queries, which documents, and in which languages."""

    asked: QueryOptions = QueryOptions()
    data: DocumentOptions = DocumentOptions()
    texts: TextOptions = TextOptions()
    language: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Column of language codes in the files of documents and queries, also for --languages."""

    def start(self, command: str, output: OutputOptions) -> None:
        """Settle the language; refuse saved sets that were named as vectors."""
        from monosashi.cli.saved_sets import refuse_sets_as_vectors
        from monosashi.words import choose_language, current_language

        choose_language(output.words or current_language())
        queries = self.asked.queries_vectors
        refuse_sets_as_vectors(command, self.data.vectors, queries, searched=True)

    def settings(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The options by name, as a settings file writes them, with those of the command."""
        from monosashi.cli.chosen_models import text_settings

        return {**self.asked.settings(), **own, **asdict(self.data), **text_settings(self.texts)}
