"""From a file of texts to the vectors of every model named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.chosen_models import card_name, renamed
from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.reading import chosen_rows, compressed, read_data
from monosashi.cli.told_apart import model_names

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, TextSet
    from monosashi.models import Embedder, Role


def embedders_of(texts: TextOptions, data: DataOptions) -> list[Embedder]:
    """Models named by --embedder; none when the vectors come from a file."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if texts.embedder is None:
        if texts.text is not None:
            raise WrongUsageError("cli.errors.text_needs_embedder")
        return []
    if data.vectors or data.query_vectors:
        raise WrongUsageError("cli.errors.embedder_or_vectors")
    from monosashi.cli.chosen_models import chosen_embedders

    return chosen_embedders(texts.embedder)


def one_embedder(texts: TextOptions, data: DataOptions) -> list[Embedder]:
    """At most one model, for commands that measure one space."""
    from monosashi.cli.wrong_usage import WrongUsageError

    found = embedders_of(texts, data)
    if len(found) > 1:
        raise WrongUsageError("cli.errors.one_embedder", given=texts.embedder)
    return found


def read_sets(
    path: Path,
    data: DataOptions,
    texts: TextOptions,
    embedders: Sequence[Embedder],
    *,
    key: str | None = None,
    language: str | None = None,
    seed: int = 0,
    role: Role | None = None,
    prepare: Callable[[Any], Any] | None = None,
) -> list[EmbeddingSet]:
    """One set for every embedder, or the one set whose vectors stand in the file.

    ``role`` embeds one side only (queries, passages); default both for models that have roles.
    ``prepare`` sees all rows before any is chosen or embedded.
    """
    if not embedders:
        return [read_data(path, data, key=key, language=language, seed=seed, prepare=prepare)]
    names = model_names(data.model, texts, embedders)
    held = read_chosen_texts(path, data, texts, key=key, language=language, seed=seed,
                             prepare=prepare)  # fmt: skip
    made = [renamed(embed_texts(held, one, texts, role), name)
            for one, name in zip(embedders, names, strict=True)]  # fmt: skip
    return [compressed(one, data) for one in made]


def read_chosen_texts(
    path: Path,
    data: DataOptions,
    texts: TextOptions,
    *,
    key: str | None = None,
    language: str | None = None,
    seed: int = 0,
    prepare: Callable[[Any], Any] | None = None,
) -> TextSet:
    """Texts in the languages asked for, sampled when asked."""
    from monosashi.stores import read_texts

    held = read_texts(
        path,
        text=texts.text,
        id=data.id,
        wide=data.arguments()["wide"],
        encoding=data.encoding,
        invalid=data.invalid,
        language=texts.default_language,
    )
    held = held if prepare is None else prepare(held)
    return chosen_rows(held, data, key=key, language=language, seed=seed)


def embed_texts(
    texts: TextSet, embedder: Embedder, options: TextOptions, role: Role | None = None
) -> EmbeddingSet:
    """Embed with the answers that are kept, under a progress bar."""
    from monosashi.cli.progress_bar import embedding_progress
    from monosashi.models import embed

    with embedding_progress(card_name(embedder)) as progress:
        return embed(
            texts,
            embedder,
            role=role or "both",
            max_chars=options.max_chars,
            store=store_of(options),
            progress=progress,
        )


def store_of(options: TextOptions) -> Path | bool | None:
    """Where answers are kept: a file, nowhere (False), or the user's cache (None)."""
    if options.store is None:
        return None
    return False if options.store == "none" else Path(options.store)
