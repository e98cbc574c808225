"""Which column or array holds the vectors of each role."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.card import without_mended
from monosashi.embeddings.files.beside import VectorFile
from monosashi.stores.formats import beside, is_vector_file
from monosashi.stores.options import Options
from monosashi.stores.placing import Placed, from_array, from_column, from_language_arrays
from monosashi.stores.rows import Rows
from monosashi.stores.store_protocols import MENDED, QUERIES_MENDED

USUAL = ("vectors", "query_vectors")  # columns that need not be named


@dataclass(frozen=True)
class Finder:
    """Finds the vectors of ``rows``; ``file`` is the npz or npy that holds the documents' ones."""

    rows: Rows
    options: Options
    path: Path
    file: VectorFile | None
    bits: int | None

    def documents(self) -> Placed:
        """Vectors in the document role: as asked for, or the only ones there are."""
        given = self.options.vectors
        if self.file is not None:
            alone = None if given is None or is_vector_file(given) else str(given)
            return self._in_file(self.file, "vectors", alone)
        return from_column(
            self.rows, self._only_column() if given is None else str(given), "vectors"
        )

    def queries(self) -> Placed | None:
        """Vectors in the query role, as asked for or as the file of vectors names them."""
        given = self.options.query_vectors
        if str(self.options.vectors) == MENDED and not is_vector_file(given or ""):
            given = self._mended_queries(given)
            if given is None:
                return None
        if given is None:
            return self._query_column() if self.file is None else self._beside_documents(self.file)
        if is_vector_file(given) and str(given) not in self.rows.table.columns:
            file = VectorFile.load(beside(given, self.path))
            return self._in_file(file, self._role_in(file), None)
        if self.file is not None and str(given) in self.file.arrays:
            return self._in_file(self.file, "query_vectors", str(given))
        return from_column(self.rows, str(given), "query_vectors")

    def _mended_queries(self, given: str | Path | None) -> str | None:
        """Beside mended documents the mended queries; the raw ones only where no others are."""
        table = self.rows.table
        names = table.vector_columns() if self.file is None else list(self.file.arrays)
        held = QUERIES_MENDED in names
        if held and given is not None and str(given) != QUERIES_MENDED:
            raise DataError(fault("stores.errors.raw_queries", source=table.source,
                                  given=given, name=QUERIES_MENDED, vectors=MENDED))  # fmt: skip
        return QUERIES_MENDED if held else None if given is None else str(given)

    def _query_column(self) -> Placed | None:
        """The column that is called ``query_vectors``, beside a column of documents."""
        name, table = USUAL[1], self.rows.table
        held = name in table.vector_columns() and str(self.options.vectors) != name
        if not held or self.rows.long is not None or len(table.vector_columns()) == 1:
            return None
        return from_column(self.rows, name, name)

    def _role_in(self, file: VectorFile) -> str:
        """A file of queries may name its arrays like any file of vectors."""
        marked = file.language_names("query_vectors", self.rows.languages)
        return "query_vectors" if marked or file.name_of("query_vectors") else "vectors"

    def _beside_documents(self, file: VectorFile) -> Placed | None:
        names = file.language_names("query_vectors", self.rows.languages)
        if not names and file.name_of("query_vectors") is None:
            return None
        return self._in_file(file, "query_vectors", None)

    def _in_file(self, file: VectorFile, role: str, name: str | None) -> Placed:
        drop = self.options.drop
        names = file.language_names(role, self.rows.languages)
        if name is None and names and self.rows.long is not None:
            if lacking := self._lacking(file, role, names):
                raise DataError(lacking)
            return from_language_arrays(
                self.rows, self.rows.long, file, names, bits=self.bits, drop=drop
            )
        found = name or file.name_of(role)
        if found is None:
            raise DataError(self._no_array(file))
        return from_array(self.rows, file, found, bits=self.bits, drop=drop)

    def _lacking(self, file: VectorFile, role: str, names: dict[str, str]) -> Fault | None:
        """Languages that have document vectors but no query vectors."""
        documents = file.language_names("vectors", self.rows.languages)
        lacking = [language for language in documents if language not in names]
        if role == "vectors" or not lacking:
            return None
        return fault("embeddings.errors.query_languages", ids=lacking, file=file.source)

    def _no_array(self, file: VectorFile) -> Fault:
        known = ", ".join(file.arrays) or "-"
        if self.rows.long is None:
            return fault("embeddings.errors.which_array", path=file.source, known=known)
        return fault("embeddings.errors.no_language_arrays", path=file.source, known=known,
                     languages=", ".join(self.rows.languages))  # fmt: skip

    def _only_column(self) -> str:
        table = self.rows.table
        queries = str(self.options.query_vectors or USUAL[1])
        held = table.vector_columns()
        names = without_mended([name for name in held if name != queries or held == [name]])
        if len(names) == 1 or USUAL[0] in names:
            return USUAL[0] if USUAL[0] in names else names[0]
        known = ", ".join(names or table.columns)
        key = "which_vectors" if names else "no_vectors"
        raise DataError(fault(f"embeddings.errors.{key}", source=table.source, known=known))
