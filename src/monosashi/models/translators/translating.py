"""Texts to translations: from the store where it has them, else from the translator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from monosashi.embeddings import DataError, fault
from monosashi.models.answers import default_store
from monosashi.models.embedder import batches, checked_texts
from monosashi.models.translators.contract import KnowsItems, Translator, checked_count
from monosashi.models.translators.doubts import doubt
from monosashi.models.translators.registry import translator as named_translator
from monosashi.models.translators.store import TranslationStore, translation_space
from monosashi.models.translators.translated import Cost, Translated, settled

Progress = Callable[[int, int], None]
Store = str | Path | bool | None


def translate(
    texts: Sequence[str],
    translator: Translator | str,
    source: str,
    target: str,
    *,
    keys: Sequence[str | None] | None = None,
    store: Store = None,
    ids: Sequence[str] | None = None,
    invalid: str = "error",
    progress: Progress | None = None,
) -> Translated:
    """Translate texts; every different text is asked for once, and never again.

    Parameters
    ----------
    texts : sequence of n texts
    translator : Translator or the line of one
    source, target : str
        Codes of languages, as ``ja`` and ``en``.
    keys : sequence of n keys or None
        Items that the texts are of, for translators that know items (``recorded:``).
    store : path, False or None
        None is the default place, False keeps nothing.
    ids : sequence of n text
        To name texts in messages; default their rows.
    invalid : "error" or "drop"
        Whether texts without a translation stop it, or come back as None and are listed.
    progress : function of (texts done, texts in all), optional

    Raises
    ------
    DataError
        Texts that cannot be translated, or came back as they were (as far as letters tell), all of
        them named; what came back before is kept.
    ServiceError
        The translator failed, or answered with another number of texts than it was asked.

    Examples
    --------
    >>> class Shouting:
    ...     name, batch, worth_storing = "shouting", 2, False
    ...     def knows(self, source, target): return True
    ...     def identity(self): return {"kind": "shouting"}
    ...     def translate(self, texts, source, target): return [text.upper() for text in texts]
    >>> translate(["good night", "good night"], Shouting(), "en", "xx").cost.asked
    1
    """
    asked = named_translator(translator) if isinstance(translator, str) else translator
    rows, echoes = checked_texts(texts), dict[str, str]()
    if not asked.knows(source, target):
        raise DataError(fault("models.errors.translator_other_pair", name=asked.name,
                              source=source, target=target))  # fmt: skip
    if isinstance(asked, KnowsItems):
        began = time.perf_counter()
        named = [None] * len(rows) if keys is None else list(keys)
        made = checked_count(asked.of_items(named, rows, source, target), name=asked.name,
                             n=len(rows))  # fmt: skip
        if ids is not None and None in made:  # an item may also go by its id
            by_id = asked.of_items([str(one) for one in ids], rows, source, target)
            made = [one if one is not None else other
                    for one, other in zip(made, by_id, strict=True)]  # fmt: skip
        cost = Cost(len(rows), 0, 1, time.perf_counter() - began)
    else:
        with _opened(asked, store) as kept:
            found, cost = _ask(rows, asked, (source, target), kept, progress)
        echoes = {text: told for text, told in found.items()
                  if doubt(text, told, target) == "unchanged"}  # fmt: skip
        made = [None if text in echoes else found.get(text) for text in rows]
    done = Translated(tuple(made), cost)
    refused = {text: ("unchanged", told) for text, told in echoes.items()}
    return settled(done, asked, rows, (source, target), ids=ids, invalid=invalid,
                   refused={**getattr(asked, "refused", {}), **refused})  # fmt: skip


@contextmanager
def _opened(translator: Translator, store: Store) -> Iterator[TranslationStore | None]:
    place = None if store is None or store is True else store
    off = store is False or not translator.worth_storing
    if off or (place is None and default_store() is None):
        yield None
        return
    with TranslationStore(None if isinstance(place, bool) else place) as held:
        yield held


def _ask(
    rows: list[str], translator: Translator, pair: tuple[str, str],
    store: TranslationStore | None, progress: Progress | None,
) -> tuple[dict[str, str], Cost]:  # fmt: skip
    """Translations by text; each batch is kept before the next is asked for."""
    different = list(dict.fromkeys(rows))
    space = translation_space(translator.identity(), *pair)
    found = {} if store is None else store.get(space, different)
    missing = [text for text in different if text not in found]
    cost, done = Cost(found=len(found)), len(found)
    if store is not None and missing:
        store.writable()
        store.describe(space, {**translator.identity(), "source": pair[0], "target": pair[1]})
    for part in batches(missing, translator.batch):
        began = time.perf_counter()
        made = checked_count(translator.translate(part, *pair), name=translator.name, n=len(part))
        cost = cost.plus(Cost(len(part), 0, 1, time.perf_counter() - began))
        fresh = {text: one for text, one in zip(part, made, strict=True) if one is not None}
        if store is not None:
            store.put(space, fresh)
        found |= fresh
        done += len(part)
        if progress is not None:
            progress(done, len(different))
    return found, cost
