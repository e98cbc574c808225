"""Read what the options name, and sample it when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from monosashi.cli.comma_lists import column_labels, listed_names
from monosashi.cli.detected_languages import with_detected
from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.embeddings import DataError, EmbeddingSet, Fault, TextSet

    Rows = TypeVar("Rows", EmbeddingSet, TextSet)
else:
    Rows = TypeVar("Rows")


def wide_column(options: DataOptions, given: str | None, name: str) -> str | None:
    """The column named, else the one that wide rows get by themselves."""
    return given or (name if options.wide is not None else None)


def read_data(
    path: Path,
    options: DataOptions,
    *,
    key: str | None = None,
    language: str | None = None,
    seed: int = 0,
    prepare: Callable[[Any], Any] | None = None,
) -> EmbeddingSet:
    """The set in the languages asked for, with a notice when it is a sample.

    ``prepare`` sees all rows first, and may add columns or leave rows out.
    """
    from monosashi.embeddings import DataError, ServiceError
    from monosashi.stores import read
    from monosashi.stores.formats import has_encoding

    given = options.arguments()
    if not has_encoding(path):  # --encoding holds for all files of a run, and says nothing of these
        given["encoding"] = None
    try:
        held = read(path, **given)
    except ServiceError:
        raise
    except DataError as error:
        more = [*_or_embed(error), *_behind(error, path, given, (key, language))]
        raise DataError(*(_site(path) or (*error.faults, *more))) from None
    _refuse_gaps(held, key, language)
    held = held if prepare is None else prepare(held)
    found = chosen_rows(held, options, key=key, language=language, seed=seed)
    return compressed(found, options)


def _behind(
    error: DataError, path: Path, given: dict[str, Any], columns: tuple[str | None, str | None]
) -> list[Fault]:
    """What would be refused next, once rows without a vector are gone: all in one run."""
    from monosashi.embeddings import DataError
    from monosashi.stores import read

    if any(one.code != "embeddings.errors.non_finite" for one in error.faults):
        return []
    try:
        held = read(path, **{**given, "invalid": "drop"})
    except DataError:
        return []
    zeros = [one for one in held.notices if one.code == "embeddings.notices.zero_vectors"]
    return [*_gaps(held, *columns), *zeros]


def _gaps(data: EmbeddingSet, key: str | None, language: str | None) -> list[Fault]:
    """Faults of both columns, as far as they are there."""
    from monosashi.embeddings.errors import Faults

    faults = Faults()
    for name, what in ((key, "key"), (language, "language")):
        if name is not None and name in data.columns:
            faults.attempt(data.column, name, what)
    return faults.found


def _refuse_gaps(data: EmbeddingSet, key: str | None, language: str | None) -> None:
    """Where one column is refused, the other may be, too; zero vectors are told with them."""
    from monosashi.embeddings import DataError

    if found := _gaps(data, key, language):
        zeros = [one for one in data.notices if one.code == "embeddings.notices.zero_vectors"]
        raise DataError(*found, *zeros)


def _site(path: Path) -> list[Fault]:
    """Pages of Markdown hold texts, which a model has to embed."""
    from monosashi.cli.site_index import is_site_folder
    from monosashi.embeddings import fault
    from monosashi.stores import is_store

    if is_store(str(path)) or not is_site_folder(Path(path)):
        return []
    return [fault("cli.errors.site_needs_embedder", path=path)]


def _or_embed(error: DataError) -> list[Fault]:
    """Whoever has texts and no vectors may want them embedded."""
    from monosashi.embeddings import fault

    without = any(one.code == "embeddings.errors.no_vectors" for one in error.faults)
    return [fault("cli.errors.or_embed")] if without else []


def compressed(
    data: EmbeddingSet, options: DataOptions, index: EmbeddingSet | None = None
) -> EmbeddingSet:
    """The set as a smaller index would hold it, when --cut or --quantise ask for that.

    Queries are compressed like the ``index`` that they search.
    """
    from monosashi.embeddings import fault
    from monosashi.embeddings.compression import compressed as as_compressed

    small = as_compressed(data, options.cut, options.quantise, index=index)
    if small.model.compression == data.model.compression:
        return small
    note = fault("cli.notices.compressed", compression=small.model.compression)
    return replace(small, notices=(*small.notices, note))


def chosen_rows(
    data: Rows, options: DataOptions, *, key: str | None, language: str | None, seed: int
) -> Rows:
    """Keep the languages asked for, and draw the sample asked for."""
    key, language = wide_column(options, key, "key"), wide_column(options, language, "language")
    possible = listed_names(options.languages)
    data = with_detected(data, language, possible, invalid=options.invalid)
    if options.languages is not None:
        known = () if language is None else column_labels(data, language)
        data = keep_languages(data, listed(options.languages, known), language)
    return data if options.sample is None else draw_sample(data, options.sample, key, seed)


def listed(names: str, known: Iterable[str] = ()) -> list[str]:
    """Names of a comma list; blanks around them and empty places do not count."""
    from monosashi.cli.wrong_usage import WrongUsageError

    found = listed_names(names, known)
    if not found:
        raise WrongUsageError("cli.errors.languages_empty")
    return found


def keep_languages(data: Rows, wanted: list[str], language: str | None) -> Rows:
    """Rows in the wanted languages; each of them must be there."""
    import numpy as np

    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError, fault

    if language is None:
        raise WrongUsageError("cli.errors.languages_need")
    labels = data.column(language, "language")
    if absent := sorted(set(wanted) - set(labels)):
        known = ", ".join(sorted(set(labels)))
        raise DataError(fault("cli.errors.no_language", ids=absent, known=known))
    return data.take(np.isin(labels.astype(str), wanted))


def draw_sample(data: Rows, size: int, key: str | None, seed: int) -> Rows:
    """A random sample of rows; with a key, of keys, so that translations stay together."""
    import numpy as np

    from monosashi.embeddings import fault

    units = data.ids if key is None else data.column(key, "key")
    names = np.unique(units)
    if size >= len(names):
        return data
    chosen = np.random.default_rng(seed).choice(names, size=size, replace=False)
    kept: Rows = data.take(np.isin(units, chosen))
    code = "cli.notices.sampled" if key is None else "cli.notices.sampled_keys"
    note = fault(code, size=size, total=len(names), seed=seed)
    return replace(kept, notices=(*kept.notices, note))
