"""Options of commands that hold the pages of a site against each other, or against drafts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.options import DATA, DataOptions, TextOptions, at_least

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.language.repairs import Repair
    from monosashi.models import Embedder

PAGES = Group("Pages", sort_key=2)
LISTED, LANGUAGE = 5, "language"


@Parameter(name="*")
@dataclass(frozen=True)
class SiteOptions:
    """What pages are, and how they meet."""

    key: Annotated[str | None, Parameter(group=DATA)] = None
    """Column of the pages that translations share; default the column `key`."""
    language: Annotated[str, Parameter(group=DATA)] = LANGUAGE
    """Column of the language."""
    repair: Annotated[Path | None, Parameter(group=PAGES)] = None
    """Folder of a repair: languages meet in mended vectors."""
    k: Annotated[int, at_least(1, PAGES)] = LISTED
    """Most pages in one list."""
    seed: Annotated[int, at_least(0, PAGES)] = 0
    """Draws pages where not all of them are needed."""

    def known_by(self) -> dict[str, Any]:
        """What tells the pages, for the next command."""
        language = None if self.language == LANGUAGE else self.language
        return {"key": self.key, "language": language, "repair": self.repair}

    def settings(self) -> dict[str, Any]:
        """Those that are not usual, for a repetition."""
        listed = None if self.k == LISTED else self.k
        return {**self.known_by(), "k": listed, "seed": self.seed}

    def mend(self) -> Repair | None:
        """The repair, read."""
        from monosashi.cli.open_repair import open_repair

        return None if self.repair is None else open_repair(self.repair)

    def read(
        self, index: Path, data: DataOptions, texts: TextOptions, model: Embedder | None
    ) -> EmbeddingSet:
        """The pages as vectors."""
        from monosashi.cli.site_index import read_index

        return read_index(index, data, texts, model, key=self.key, language=self.language)
