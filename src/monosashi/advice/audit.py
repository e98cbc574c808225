"""The main job: everything that one set of vectors can say about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from monosashi.advice.document import Document
from monosashi.advice.facts import Facts, measure_facts, without_zero_rows
from monosashi.advice.hub_remedy import hub_findings
from monosashi.advice.language_part import LanguagePart, measure_language_part
from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.hubs import Hubs, measure_hubs
from monosashi.language import LanguageBias, RepairEffect
from monosashi.results import Finding, Provenance, Result, Tables, hidden, worst_first
from monosashi.shape import Shape, measure_shape

Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Audit(Document):
    """What `audit` measured, as one document.

    Attributes
    ----------
    facts : Facts
    hubs, shape, language, repairs : results, or None where ``skipped`` says why
    skipped : mapping of section to Fault
        What was not measured, and what it would need.
    """

    kind: ClassVar[str] = "audit"
    facts: Facts
    hubs: Hubs | None = None
    shape: Shape | None = None
    language: LanguageBias | None = None
    repairs: RepairEffect | None = None
    found: tuple[Finding, ...] = hidden(default=())

    def findings(self) -> list[Finding]:
        """All findings of all parts, worst first."""
        return worst_first(list(self.found))

    def sections(self) -> dict[str, Result]:
        """The results by section, those that were measured."""
        parts = {"facts": self.facts, "language": self.language, "repairs": self.repairs,
                 "shape": self.shape, "hubs": self.hubs}  # fmt: skip
        return {name: part for name, part in parts.items() if part is not None}

    def tables(self) -> Tables:
        """Tables of every section, ``section_table``."""
        return {f"{name}_{table}": rows for name, part in self.sections().items()
                for table, rows in part.tables().items()}  # fmt: skip


def audit(
    data: EmbeddingSet | Any,
    *,
    groups: Column | None = None,
    key: Column | None = None,
    language: Column | None = None,
    k: int = 10,
    permutations: int = 999,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
    title: str = "",
    source: str | None = None,
    command: str | None = None,
    progress: Progress = lambda _: None,
) -> Audit:
    """Measure what the columns allow, try the repairs that exist, and measure again.

    Facts and hubs are always measured (by cosine); shape needs ``groups``; language needs ``key``
    and ``language``. Without queries whose answers are known nothing here says how good a search
    is: hubs and shape describe the space, language measures one fault of mixed search.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
        Rows without a direction (all zeros) are counted and left out.
    groups, key, language : column name or (n,) values
        ``key`` names what is said, ``language`` in which language: rows that share a key are
        translations of each other.
    k : int
        Neighbours per list for the hub statistics.
    permutations, confidence, rng
        Settings of the tests and intervals; ``rng=None`` means seed 0.
    title, source, command : text for the report
    progress : callable
        Told the name of each part as it starts.

    Raises
    ------
    DataError
        Missing columns, missing labels, fewer than two rows that have a direction.

    Examples
    --------
    >>> import numpy as np
    >>> vectors = np.random.default_rng(0).normal(size=(60, 8))
    >>> audit(vectors, groups=["a", "b", "c"] * 20, permutations=99).shape.n_groups
    3
    """
    seed = _seed(rng)
    _check_whole(k=(k, 1), rng=(seed, 0))
    whole = as_set(data)
    columns = {"groups": groups, "key": key, "language": language}
    whole = _with_columns(whole, columns)
    kept = without_zero_rows(whole)
    if kept.n < 2:
        raise DataError(fault("advice.errors.too_few", n=kept.n, zeros=len(whole.zero_rows)))
    named = {name: f"__{name}__" if given is not None else None for name, given in columns.items()}
    settings = {"k": k, "permutations": permutations, "confidence": confidence, "rng": seed}
    provenance = Provenance.of(whole, **settings, **_names(columns))
    about = {"title": title, "source": source, "command": command, "provenance": provenance}
    return _Auditor(whole, kept, named, settings, progress).run(about)


def _check_whole(**given: tuple[Any, int]) -> None:
    """Settings that are whole numbers, each with its least value."""
    odd = [fault("advice.errors.at_least", name=name, given=value, least=least)
           for name, (value, least) in given.items() if not _is_whole(value, least)]  # fmt: skip
    if odd:
        raise DataError(*odd)


def _is_whole(value: Any, least: int) -> bool:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return whole and bool(value >= least)


def _with_columns(data: EmbeddingSet, given: dict[str, Column | None]) -> EmbeddingSet:
    """Labels join the set as columns of their own, all faults of all columns together."""
    from dataclasses import replace

    extra: dict[str, Any] = {}
    faults: list[Fault] = []
    for what, column in given.items():
        if column is not None:
            try:
                extra[f"__{what}__"] = data.column(column, what)
            except DataError as error:
                faults.extend(error.faults)
    if faults:
        raise DataError(*faults)
    return replace(data, columns={**data.columns, **extra})


def _names(columns: dict[str, Column | None]) -> dict[str, str]:
    """Columns by name, for the record; labels that came as a sequence have none."""
    return {what: given if isinstance(given, str) else "(given as values)"
            for what, given in columns.items() if given is not None}  # fmt: skip


def _seed(rng: int | np.random.Generator | None) -> int:
    """One number from which every part draws its own generator."""
    return int(rng.integers(2**31)) if isinstance(rng, np.random.Generator) else rng or 0


@dataclass(frozen=True)
class _Auditor:
    whole: EmbeddingSet
    kept: EmbeddingSet
    columns: dict[str, str | None]
    settings: dict[str, Any]
    progress: Progress

    def run(self, about: dict[str, Any]) -> Audit:
        facts, hubs, space_findings = self._space()
        shape, no_shape = self._shape()
        language = self._language()
        found = [*language.findings, *space_findings, *(shape.findings() if shape else []),
                 *facts.findings()]  # fmt: skip
        parts = {"shape": shape, "language": language.bias}
        skipped = {name: fault(f"advice.skipped.{name}") for name, part in parts.items()
                   if part is None}  # fmt: skip
        if isinstance(hubs, Fault):
            skipped["hubs"] = hubs
        if no_shape is not None:
            skipped["shape"] = no_shape
        if language.why_no_repairs is not None:
            skipped["repairs"] = language.why_no_repairs
        return Audit(
            **about,
            skipped=skipped,
            facts=facts,
            hubs=None if isinstance(hubs, Fault) else hubs,
            shape=shape,
            language=language.bias,
            repairs=language.repairs,
            found=tuple(worst_first(found)),
        )

    def _space(self) -> tuple[Facts, Hubs | Fault, list[Finding]]:
        """Facts and hubs; nobody asked for hubs by name, so a space without any is no error."""
        k, seed = self.settings["k"], self.settings["rng"]
        unit = self.kept.unit()
        if unit.n <= k:
            return measure_facts(self.whole), fault("advice.skipped.hubs", n=unit.n, k=k), []
        self.progress("hubs")
        try:
            hubs = measure_hubs(unit, k=k, metric="cosine", rng=seed)
        except DataError as error:  # copies of one vector, or all equally far apart
            return measure_facts(self.whole), error.faults[0], []
        findings = hub_findings(unit, hubs, self.columns["language"], k)
        self.progress("facts")
        return measure_facts(self.whole, neighbours=hubs.neighbours), hubs, findings

    def _shape(self) -> tuple[Shape | None, Fault | None]:
        """The shape, or why these groups allow none although they were given."""
        if self.columns["groups"] is None:
            return None, None
        scheme = self._scheme()
        if isinstance(scheme, Fault):
            return None, scheme
        self.progress("shape")
        rest = {name: self.settings[name] for name in ("permutations", "confidence", "rng")}
        try:
            return measure_shape(self.kept, self.columns["groups"], **scheme, **rest), None
        except DataError as error:
            if scheme and error.faults[0].code.startswith("shape.errors.fixed_"):
                return None, fault("advice.skipped.fixed_shape")
            raise

    def _scheme(self) -> dict[str, Any] | Fault:
        """How labels may move when rows share an item (translations, chunks).

        Where every item has one label its rows move together, where labels differ inside the
        items they move inside them. A mixture fits neither, and free shuffling would take rows
        of one item for independent.
        """
        if self.columns["key"] is None:
            return {}
        keys, labels = self.kept.columns["__key__"], self.kept.columns["__groups__"]
        held: dict[str, list[str]] = {}
        for key, label in zip(keys, labels, strict=True):
            held.setdefault(key, []).append(label)
        several = {key: set(labels) for key, labels in held.items() if len(labels) > 1}
        mixed = sorted(key for key, labels in several.items() if len(labels) > 1)
        if not several:
            return {}
        if not mixed:
            return {"whole": "__key__"}
        if len(mixed) == len(several):
            return {"within": "__key__"}
        return fault("advice.skipped.mixed_groups", ids=mixed, items=len(several))

    def _language(self) -> LanguagePart:
        key, language = self.columns["key"], self.columns["language"]
        if key is None or language is None:
            return LanguagePart()
        self.progress("language")
        rest = {name: self.settings[name] for name in ("confidence", "rng")}
        return measure_language_part(self.kept, key=key, language=language, **rest)
