"""Items that stand in two or more languages, joined by a key."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.partners import language_faults, no_pairs, notices_of
from monosashi.embeddings.sets import Column, EmbeddingSet
from monosashi.embeddings.translations import documents, same_or_nearly, texts_of

IntArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which rows are the same item in which language.

    Keys and languages are sorted by name, so nothing depends on the order of the rows. Several
    rows may share (key, language): they are the chunks of one document.

    Attributes
    ----------
    set : EmbeddingSet
        All n rows, also those without a partner (they stay in the pool as distractors).
    keys : (m,) array of unique text, sorted
    languages : tuple of str, sorted
    key_codes, language_codes : (n,) int arrays
        ``keys[key_codes[i]]`` and ``languages[language_codes[i]]`` describe row ``i``.
    unpaired : tuple of str
        Keys that stand in one language only.
    notices : tuple of Fault
        Items without a partner, chunks, untranslated and empty texts, each counted and named.
    text : (n,) array of text or None
        The texts, when the set has them; they say what is untranslated or empty.
    """

    set: EmbeddingSet
    keys: TextArray
    languages: tuple[str, ...]
    key_codes: IntArray
    language_codes: IntArray
    unpaired: tuple[str, ...] = ()
    notices: tuple[Fault, ...] = ()
    text: TextArray | None = field(default=None, repr=False)

    @classmethod
    def from_set(
        cls, data: EmbeddingSet, *, key: Column, language: Column, text: Column | None = None
    ) -> Pairs:
        """Join the rows of ``data`` by ``key``.

        Parameters
        ----------
        data : EmbeddingSet
        key, language : name of a column, a sequence of n values, or a mapping of id to value
        text : the same; default the column ``text`` if there is one
            Used only to find untranslated and empty texts.

        Raises
        ------
        DataError
            A gap in ``key`` or ``language``; one language only; names that differ only in Unicode
            form, letter case or blanks; no key in two languages.

        Examples
        --------
        >>> pages = EmbeddingSet.from_arrays(
        ...     [[1, 0], [0, 1], [1, 1]],
        ...     columns={"slug": ["a", "a", "b"], "lang": ["en", "ja", "en"]},
        ... )
        >>> pairs = Pairs.from_set(pages, key="slug", language="lang")
        >>> pairs.languages, pairs.unpaired
        (('en', 'ja'), ('b',))
        """
        keys, key_codes = np.unique(data.column(key, "key"), return_inverse=True)
        names, language_codes = np.unique(data.column(language, "language"), return_inverse=True)
        languages = tuple(str(name) for name in names)
        if faults := language_faults(keys, languages, key_codes):
            raise DataError(*faults)
        bare = cls(data, keys, languages, key_codes, language_codes, text=texts_of(data, text))
        alone = (bare.counts > 0).sum(axis=1) == 1
        if alone.all():
            raise DataError(no_pairs(bare.counts, keys, languages))
        found = replace(bare, unpaired=tuple(keys[alone]))
        return replace(found, notices=notices_of(found))

    @cached_property
    def counts(self) -> IntArray:
        """(m, L) number of rows of every key in every language: 0 absent, over 1 chunks."""
        table = np.zeros((len(self.keys), len(self.languages)), dtype=np.intp)
        np.add.at(table, (self.key_codes, self.language_codes), 1)
        return table

    @cached_property
    def _cells(self) -> tuple[IntArray, IntArray]:
        """Rows ordered by (key, language), and where each cell starts."""
        cells = self.key_codes * len(self.languages) + self.language_codes
        return np.argsort(cells, kind="stable"), np.concatenate([[0], np.cumsum(self.counts)])

    @cached_property
    def _documents(self) -> npt.NDArray[np.object_] | None:
        return None if self.text is None else documents(self, self.text)

    def code(self, language: str) -> int:
        """Return the number of a language; unknown names are refused."""
        if language not in self.languages:
            known = ", ".join(self.languages)
            raise DataError(fault("embeddings.errors.no_language", name=language, known=known))
        return self.languages.index(language)

    def rows(self, key_code: int, language_code: int) -> IntArray:
        """Rows (chunks) of one item in one language, in the order of the set; may be empty."""
        order, starts = self._cells
        cell = int(key_code) * len(self.languages) + int(language_code)
        return order[starts[cell] : starts[cell + 1]]

    def language_rows(self, language: str) -> IntArray:
        """All rows of one language, in the order of the set."""
        return np.flatnonzero(self.language_codes == self.code(language))

    def shared(self, source: str, target: str) -> IntArray:
        """Codes of the keys that stand in both languages."""
        both = self.counts[:, [self.code(source), self.code(target)]] > 0
        return np.flatnonzero(both.all(axis=1))

    def untranslated(self, source: str, target: str) -> BoolArray:
        """(m,) mask: keys whose two texts are equal or share over 90 % of their words.

        All False when the set has no texts: then nothing can be said.
        """
        mask = np.zeros(len(self.keys), dtype=bool)
        if self._documents is not None:
            a, b = self.code(source), self.code(target)
            for key in self.shared(source, target):
                mask[key] = same_or_nearly(self._documents[key, a], self._documents[key, b])
        return mask
