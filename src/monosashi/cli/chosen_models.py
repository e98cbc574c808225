"""Models named on the command line, and the one name that each of them goes by."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder

NOT_INSTALLED = ("models.errors.missing_package", "models.errors.broken_package")
UNSTORED = ("hashing", "tfidf")


def chosen_embedder(spec: str) -> Embedder:
    """The model of one line; a name or an option that does not exist is wrong usage."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.models import embedder

    try:
        return embedder(spec)
    except DataError as error:
        if any(one.code in NOT_INSTALLED for one in error.faults):
            raise
        raise FaultyUsageError(error) from None


def chosen_embedders(specs: str) -> list[Embedder]:
    """The models of a comma list."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.models import split_specs

    try:
        listed = split_specs(specs)
    except DataError as error:
        raise FaultyUsageError(error) from None
    return [chosen_embedder(spec) for spec in listed]


def card_name(embedder: Embedder) -> str:
    """What results call the model."""
    return embedder.card(*embedder.roles[:1]).name or embedder.name


def renamed(data: EmbeddingSet, name: str | None) -> EmbeddingSet:
    """The set under a name of the user's choice, if there is one."""
    return replace(data, model=replace(data.model, name=name)) if name else data


def text_settings(texts: TextOptions) -> Mapping[str, Any]:
    """The options by name; ``store`` only where the next run needs it to find the same answers.

    It says nothing where no model is asked, or none that is kept, and a value from the
    environment will be there again.
    """
    specs = (texts.embedder or "").split(",")
    unused = all(spec.strip().split("?")[0] in {*UNSTORED, ""} for spec in specs)
    inherited = texts.store == os.environ.get("MONOSASHI_STORE")
    return {**asdict(texts), "store": None if unused or inherited else texts.store}
