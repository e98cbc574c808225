"""``monosashi.read_texts``: a path comes in, checked texts come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, TextSet, fault
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.files.hf_folder import is_dataset_folder
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.folder import HEAD, read_folder
from monosashi.embeddings.sets import Invalid
from monosashi.stores.addresses import is_store
from monosashi.stores.formats import LINE_ENDINGS, local_path
from monosashi.stores.lines import read_line_file
from monosashi.stores.site import data_files, is_site, read_site
from monosashi.stores.site_places import checked_language
from monosashi.stores.store_reading import read_store_columns
from monosashi.stores.text_columns import checked_texts, in_language, texts_of
from monosashi.stores.text_options import TextOptions, listed_languages
from monosashi.stores.text_tables import load_table

CORPUS = ("corpus.jsonl", "corpus.jsonl.gz")


def read_texts(
    path: str | Path,
    *,
    text: str | None = None,
    id: str | None = None,  # noqa: A002 - the column is called id everywhere
    wide: str | Sequence[str] | None = None,
    encoding: str | None = None,
    invalid: Invalid = "error",
    language: str | None = None,
) -> TextSet:
    r"""Read texts, ids and columns from a file or folder.

    Parameters
    ----------
    path : path
        jsonl(.gz), csv, tsv, parquet or arrow; txt (one text a line, ids are line numbers); a
        folder written by ``EmbeddingSet.save``; a folder of Hugging Face datasets; a BEIR folder
        (its corpus; name ``queries.jsonl`` for the queries); a folder of Markdown or MDX pages of
        a site in several languages (see ``docs/files.md``); the address of a vector store.
    text : column of texts
        Default ``text``, else the only column of texts (``notices`` say which). A table with
        ``_id``, ``title`` and ``text`` is a BEIR corpus: its text is the title, a line end and
        the text, unless ``text`` says otherwise.
    id : column of ids; default ``id``, ``ids`` or ``_id``, else the row numbers
    wide : column ``{language: text}``, or a list of languages
        As for ``monosashi.read``: one row a language, ids ``KEY/LANG``, columns ``key``,
        ``language``, ``text``.
    encoding : name of a text encoding
        Default UTF-8, or what a byte-order mark says. It is never guessed; the error names the
        likely one. A file that is UTF-8 after all is read so, with a notice.
    invalid : "error" or "drop"
        Whether empty texts (pages, lines), and pages of a site without a language, stop the
        reading or are left out and counted.
    language : str
        Language of the pages or rows that name none (in a column ``language``).

    Returns
    -------
    TextSet
        In file order; the texts also stand in ``columns["text"]``. Vectors are left out.

    Raises
    ------
    DataError
        Every fault with rows, ids and lines.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "notes.csv")
    ...     _ = file.write_text("id,body\na,good morning\nb,good night\n", encoding="utf-8")
    ...     read_texts(file, text="body").texts.tolist()
    ['good morning', 'good night']
    """
    check_choice("invalid", invalid, ("error", "drop"))
    options = TextOptions(text, id, listed_languages(wide), encoding, invalid,
                          checked_language(language))  # fmt: skip
    if is_store(path):
        if given := options.given("encoding", "language"):
            raise DataError(fault("stores.errors.store_texts", path=path, options=", ".join(given)))
        return texts_of(read_store_columns(path, id), options)
    place = local_path(path)
    try:
        return _read(place, options)
    except OSError as error:
        raise DataError(fault("stores.errors.cannot_open", path=error.filename or place,
                              why=error.strerror or error)) from None  # fmt: skip


def _read(path: Path, options: TextOptions) -> TextSet:
    if path.is_dir() and (path / HEAD).is_file():
        return _saved(path, options)
    if path.is_dir() and (corpus := beir_corpus(path)):
        return texts_of(load_table(corpus, options.encoding), options)
    if path.is_dir() and not is_dataset_folder(path) and is_site(path):
        return read_site(path, options)
    if path.is_dir() and not is_dataset_folder(path) and (files := data_files(path)):
        raise DataError(fault("stores.errors.folder_of_files", ids=[one.name for one in files],
                              path=path, example=files[0]))  # fmt: skip
    if options.language is not None and options.wide is not None:
        raise DataError(fault("stores.errors.language_of_site", path=path.name))
    if path.name.lower().endswith(LINE_ENDINGS):
        return in_language(read_line_file(path, options), options.language)
    return in_language(texts_of(load_table(path, options.encoding), options), options.language)


def beir_corpus(folder: Path) -> Path | None:
    """The corpus of a BEIR folder."""
    return next((folder / name for name in CORPUS if (folder / name).is_file()), None)


def _saved(path: Path, options: TextOptions) -> TextSet:
    """Texts of a saved set: they stand in one of its columns."""
    if given := options.given("id", "wide", "encoding"):
        raise DataError(fault("stores.errors.folder_options", path=path, options=", ".join(given)))
    data = read_folder(path)
    name = options.text or "text"
    texts = data.values(name, "text")
    columns = {key: values for key, values in data.columns.items() if key not in {name, "text"}}
    made = checked_texts(Table(path.name, {**columns, "text": texts}), data.ids, options)
    return replace(made, notices=(*data.notices, *made.notices))
