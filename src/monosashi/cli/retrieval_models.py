"""Documents and queries of every model, embedded now or read as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.asked_model import AskedModel, named
from monosashi.cli.chosen_models import card_name, renamed
from monosashi.cli.compressed_models import raise_distinct
from monosashi.cli.directions import with_direction
from monosashi.cli.one_for_each import for_each, names_of, refuse_same_names, split_names
from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.retrieval_languages import LeftOut, chosen_sides
from monosashi.cli.retrieval_sources import Sources
from monosashi.cli.saved_sets import is_saved
from monosashi.cli.told_apart import model_names

if TYPE_CHECKING:
    from monosashi.cli.retrieval_measuring import Asked
    from monosashi.embeddings import TextSet
    from monosashi.models import Embedder

FILES = (".npz", ".npy")


@dataclass(frozen=True)
class ModelReader:
    """Reads or embeds both sides of every model."""

    sources: Sources
    data: DataOptions
    texts: TextOptions
    asked: Asked

    def read(self) -> list[AskedModel]:
        """Every model, embedded when models are named, else read."""
        from monosashi.cli.embedding import embedders_of

        made_by = embedders_of(self.texts, self.data)
        models = self._embedded(made_by) if made_by else self._from_files()
        return [self._compressed(self._with_direction(one)) for one in models]

    def check(self) -> None:
        """Read all files, embed nothing: whoever cannot go on still tells what is wrong in them."""
        if self.texts.embedder is None:
            self._from_files()
        else:
            self._texts_of_both()

    def _with_direction(self, model: AskedModel) -> AskedModel:
        """Without vectors of zeros on both sides, when --invalid drop asks for that."""
        return replace(model, documents=with_direction(model.documents, self.data),
                       queries=with_direction(model.queries, self.data))  # fmt: skip

    def _compressed(self, model: AskedModel) -> AskedModel:
        """Both sides as --cut and --quantise ask, once it is known that they share a space."""
        from monosashi.cli.compressed_models import searching
        from monosashi.cli.reading import compressed

        if self.data.cut is None and self.data.quantise is None:
            return model
        queries = searching(model.queries, model.documents, self.data)
        return replace(model, documents=compressed(model.documents, self.data), queries=queries)

    def _embedded(self, embedders: Sequence[Embedder]) -> list[AskedModel]:
        """Texts of both sides, each in its role; both are read before anything is embedded."""
        from monosashi.cli.embedding import embed_texts

        names = model_names(self.data.model, self.texts, embedders)
        called = [name or card_name(one) for one, name in zip(embedders, names, strict=True)]
        searched, asked, left_out = self._texts_of_both()
        refuse_same_names(called)
        return [
            AskedModel(
                name,
                renamed(embed_texts(searched, one, self.texts, "passage"), name),
                renamed(embed_texts(asked, one, self.texts, "query"), name),
                left_out,
            )
            for one, name in zip(embedders, called, strict=True)
        ]

    def _texts_of_both(self) -> tuple[TextSet, TextSet, LeftOut]:
        """What is searched and what is asked; the faults of both files come together."""
        from monosashi.cli.embedding import read_chosen_texts
        from monosashi.cli.wrong_usage import WrongUsageError
        from monosashi.embeddings.errors import Faults

        if len(self.sources.documents) != 1 or len(self.sources.queries) != 1:
            raise WrongUsageError("cli.errors.retrieval_one_file")
        faults = Faults()
        searched = faults.attempt(
            read_chosen_texts, self.sources.documents[0], whole(self.data), self.texts
        )
        asked = faults.attempt(read_chosen_texts, self.sources.queries[0], self._of_queries(),
                               self._texts_of_queries())  # fmt: skip
        faults.raise_any()
        assert searched is not None and asked is not None  # noqa: S101, PT018 - for the types
        return chosen_sides(searched, asked, self.data, self.asked)

    def _from_files(self) -> list[AskedModel]:
        """Vectors of both sides; the faults of all files come together."""
        from monosashi.embeddings.errors import Faults

        self._refuse_vectors_of_documents_only()
        lists = (self.sources.documents, self.sources.queries, split_names(self.data.vectors),
                 split_names(self.asked.options.queries_vectors))  # fmt: skip
        count = max(map(len, lists))
        files = zip(*(for_each(one, count) for one in lists), names_of(self.data.model, count),
                    strict=True)  # fmt: skip
        faults = Faults()
        found = [faults.attempt(self._one, *each) for each in files]
        raise_distinct(faults.found)
        return [one for one in found if one is not None]

    def _one(
        self, searched: Path, asked: Path, vectors: str | None, theirs: str | None, name: str | None
    ) -> AskedModel:
        """Both sides of one model; the faults of both files come together."""
        from monosashi.cli.reading import read_data
        from monosashi.embeddings.errors import Faults

        ours = replace(whole(self.data), vectors=vectors, model=name)
        own = None if is_saved(asked) else _same_column(vectors)
        other = replace(self._of_queries(), vectors=theirs or own, model=name)
        faults = Faults()
        documents = faults.attempt(read_data, searched, ours)
        queries = faults.attempt(read_data, asked, other)
        faults.raise_any()
        assert documents is not None and queries is not None  # noqa: S101, PT018 - for the types
        called = documents.model.name or self._file_name(searched, vectors)
        return named(called, *chosen_sides(documents, queries, self.data, self.asked))

    def _refuse_vectors_of_documents_only(self) -> None:
        """A file of vectors beside the documents says nothing about queries that are texts."""
        from monosashi.cli.wrong_usage import WrongUsageError

        beside = (self.data.vectors or "").endswith(
            FILES
        ) and not self.asked.options.queries_vectors
        texts = [path for path in self.sources.queries
                 if not (path.is_dir() or path.name.endswith(FILES))]  # fmt: skip
        if beside and texts:
            raise WrongUsageError("cli.errors.retrieval_query_vectors", path=texts[0])

    def _of_queries(self) -> DataOptions:
        return replace(whole(self.data), id=self.asked.options.query_id or self.data.id)

    def _texts_of_queries(self) -> TextOptions:
        return replace(self.texts, text=self.asked.options.query_text or self.texts.text)

    def _file_name(self, path: Path, vectors: str | None) -> str:
        """After the file of vectors where one file of texts serves all models."""
        from monosashi.cli.panels import file_stem

        return file_stem(vectors if len(self.sources.documents) == 1 and vectors else path)


def whole(data: DataOptions) -> DataOptions:
    """The file as it is: sample, languages and compression come when both sides are read."""
    return replace(data, sample=None, languages=None, cut=None, quantise=None)


def _same_column(vectors: str | None) -> str | None:
    """A column is called the same in both files; a file of vectors belongs to one of them."""
    return None if vectors is None or vectors.endswith(FILES) else vectors
