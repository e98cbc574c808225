"""``monosashi.read``: a path or address comes in, a checked set comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.files.cards import mark_beside
from monosashi.embeddings.folder import HEAD, read_folder
from monosashi.embeddings.kinds import kind_faults, refuse_kinds
from monosashi.embeddings.sets import Invalid
from monosashi.stores.addresses import is_store
from monosashi.stores.arrays import read_arrays
from monosashi.stores.formats import format_of, local_path
from monosashi.stores.options import Options
from monosashi.stores.store_protocols import MENDED
from monosashi.stores.store_reading import read_store
from monosashi.stores.tables import read_table
from monosashi.stores.text_options import in_words


def read(
    path_or_uri: str | Path,
    *,
    vectors: str | Path | None = None,
    query_vectors: str | Path | None = None,
    id: str | None = None,  # noqa: A002 - the column is called id everywhere
    wide: str | Sequence[str] | None = None,
    invalid: Invalid = "error",
    model: ModelCard | str | None = None,
    encoding: str | None = None,
) -> EmbeddingSet:
    r"""Read vectors, ids and columns from a file, folder or vector store.

    Parameters
    ----------
    path_or_uri : path, or address of a vector store
        npy, npz, safetensors, a FAISS index (``.faiss``, ``.index``; extra ``faiss``), parquet,
        arrow or feather and a folder of Hugging Face ``datasets`` (extra ``parquet``), jsonl,
        jsonl.gz, csv, tsv, or what ``EmbeddingSet.save`` wrote. An npy or safetensors file over
        64 MiB stays on disk. Text is UTF-8 (a byte-order mark is dropped); JSON lines end only at
        ``\n`` or ``\r\n`` and blank lines are skipped. npy, npz, safetensors and FAISS files that
        hold no ids take them from ``NAME.ids.txt`` beside, one a line. Vector stores:
        ``lancedb:///FOLDER?table=NAME`` (or the folder itself), ``qdrant://HOST:6333/COLLECTION``,
        ``qdrant+local:///FOLDER?collection=NAME``, ``chroma:///FOLDER?collection=NAME`` (extras
        ``lancedb``, ``qdrant``, ``chroma``; see ``docs/stores.md``).
    vectors : column, key of an npz or safetensors, or path of a file of arrays or index
        Default: the only column (array) that holds vectors. A file beside a text file is joined
        by its ``ids``; without ``ids`` by position, which the notices say. It holds ``vectors``
        and ``ids``, or with ``wide`` one array a language: ``LANG``, or ``LANG_passage`` and
        ``LANG_query``.
    query_vectors : the same, for the query role
        Default: ``LANG_query`` or ``query_vectors`` of the file of vectors (or, beside ``vectors``,
        the column ``query_vectors``), if there.
    id : column (key of an npz) of ids; default ``id`` (``ids``), else the row numbers
    wide : column ``{language: text}``, or a list of languages
        A list names columns, or else languages of the column ``text`` (the others are left out).
        One item a row becomes one row a language: ids ``KEY/LANG``, columns ``key``, ``language``,
        ``text`` and every other column repeated. For an npz: the languages to read.
    invalid : "error" or "drop"
        Whether vectors with NaN, infinity or nothing, and rows that only one of two files has,
        stop the reading or are dropped and counted in the notices.
    model : ModelCard or name
        Default: ``FILE.card.json`` beside the file of vectors (``pages.npz.card.json``), if there;
        ``pages.card.json`` where no other file of vectors is called ``pages``.
    encoding : name of a text encoding
        Of jsonl, csv and tsv; default UTF-8, or what a byte-order mark says. It is never guessed;
        the error names the likely one. A file that is UTF-8 after all is read so, with a notice.

    Returns
    -------
    EmbeddingSet
        Rows in file order; ``notices`` say what was dropped, joined by position or has no partner.

    Raises
    ------
    DataError
        Every fault with rows and ids: broken lines, unknown columns, ids that only one file has,
        vectors of different lengths, and all that ``EmbeddingSet.from_arrays`` checks.
    ServiceError
        A server does not answer.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "pages.jsonl")
    ...     lines = ['{"id": "a", "emb": [1, 0]}', '{"id": "b", "emb": [0, 1]}']
    ...     _ = file.write_text("\n".join(lines), encoding="utf-8")
    ...     read(file, vectors="emb", model="m-v1")
    EmbeddingSet(n=2, dimension=2, m-v1, [])
    """
    refuse_kinds(kind_faults((str, Path), path_or_uri=path_or_uri))
    check_choice("invalid", invalid, ("error", "drop"))
    options = Options(vectors, query_vectors, id, _languages(wide), invalid, model, encoding)
    if is_store(path_or_uri):
        return _marked(read_store(path_or_uri, options), options)
    path = local_path(path_or_uri)
    try:
        return _marked(_read(path, options), options, path)
    except OSError as error:
        raise DataError(fault("stores.errors.cannot_open", path=error.filename or path,
                              why=error.strerror or error)) from None  # fmt: skip


def _read(path: Path, options: Options) -> EmbeddingSet:
    kind = format_of(path)
    if options.encoding is not None and kind not in {"jsonl", "delimited"}:
        raise DataError(fault("stores.errors.encoding_unused", path=path.name))
    if kind == "folder":
        return _folder(path, options)
    if kind in {"npy", "npz", "safetensors", "faiss"}:
        return read_arrays(path, options)
    return read_table(path, kind, options)


def _marked(data: EmbeddingSet, options: Options, path: Path | None = None) -> EmbeddingSet:
    """Mended vectors that stand beside raw ones share their card: a note in it, or their name."""
    name = str(options.vectors)
    if options.vectors is None or data.model.mended is not None:
        return data
    noted = None if path is None or not path.is_file() else mark_beside(path, name)
    mark = noted or (MENDED if name == MENDED else None)
    return data if mark is None else replace(data, model=replace(data.model, mended=mark))


def _languages(wide: Any) -> str | tuple[str, ...] | None:
    """Return a name or a tuple of names; ``"ja,en"`` and ``["text"]`` are understood."""
    if wide is None:
        return None
    names = wide.split(",") if isinstance(wide, str) else wide
    listed = tuple(str(name).strip() for name in names)
    return listed[0] if len(listed) == 1 else listed


def _folder(path: Path, options: Options) -> EmbeddingSet:
    """A folder says everything itself; only the model may be declared anew."""
    if (path / "result.json").is_file() and not (path / HEAD).exists():
        raise DataError(fault("stores.errors.result_folder", path=path))
    if given := options.given():
        raise DataError(
            fault(
                "stores.errors.folder_options", path=path, options=", ".join(map(in_words, given))
            )
        )
    data = read_folder(path)
    if isinstance(options.model, str):
        return replace(data, model=replace(data.model, name=options.model))
    return replace(data, model=options.model or data.model)
