"""Every text on its way: which transformation, which seed, which languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.embeddings import DataError, Fault, fault
from monosashi.models.rewriters.contract import DirectRewriter, Rewriter, StepRewriter
from monosashi.models.rewriters.items import Item, fields_of
from monosashi.models.rewriters.languages import PIVOTS, languages_of, source_of, target_of
from monosashi.models.rewriters.steps import Chain, Step
from monosashi.models.rewriters.transformations import EIGHT, RULES, Transformation


def chains_of(
    items: Sequence[Item], transformations: Sequence[Transformation], seeds: Sequence[int],
    rewriter: Rewriter, *, dataset: str, targets: Sequence[str],
) -> list[Chain]:  # fmt: skip
    """One chain for every transformation, seed and text, in that order.

    A text for which no language is left has the status ``no_language`` from the start.

    Raises
    ------
    DataError
        Transformations that the rewriter cannot make at all, or translations of texts of unknown
        language.
    """
    if isinstance(rewriter, DirectRewriter) and not isinstance(rewriter, StepRewriter):
        _check_offered(transformations, rewriter)
        return [Chain(item, one, seed, (), item.text, status=_emptiness(item))
                for one in transformations for seed in seeds for item in items]  # fmt: skip
    assert isinstance(rewriter, StepRewriter)  # noqa: S101 - there is no third kind
    _check_steps(items, transformations, rewriter)
    fields = fields_of(items)
    sources = sorted({code for item in items
                      for code in languages_of(item, paired=len(fields) == 2)})  # fmt: skip
    ways = _Ways(rewriter, dataset, tuple(targets), fields, sources)
    made = [ways.chain(item, one, seed)
            for one in transformations for seed in seeds for item in items]  # fmt: skip
    lone = [one.name for one in transformations
            if all(c.status == "no_language" for c in made if c.transformation is one)]  # fmt: skip
    if lone:
        raise DataError(fault("rewriting.errors.no_language", names=", ".join(lone),
                              generator=rewriter.name, sources=", ".join(sources) or "-",
                              targets=", ".join(targets)))  # fmt: skip
    return made


@dataclass(frozen=True)
class _Ways:
    """What all texts of a run have in common."""

    rewriter: StepRewriter
    dataset: str
    targets: Sequence[str]
    fields: Sequence[str]
    sources: Sequence[str]

    def chain(self, item: Item, one: Transformation, seed: int) -> Chain:
        """One text on its way; where it is translated to is decided here."""
        if _emptiness(item):
            return Chain(item, one, seed, (), item.text, status=_emptiness(item))
        source = source_of(item, self.fields)
        if "translate" not in one.steps:
            steps = tuple(Step(kind, source, source) for kind in one.steps)
            return Chain(item, one, seed, steps, item.text)
        back = len(one.steps) > 1
        options = self._possible(source, back=back)
        own = languages_of(item, paired=len(self.fields) == 2)
        taken = self.sources if one.to == "shared" else own
        target = target_of(one, item, seed=seed, dataset=self.dataset, options=options,
                           taken=taken)  # fmt: skip
        if target is None:
            return Chain(item, one, seed, (), item.text, status="no_language")
        there_and_back = (Step("translate", source, target), Step("translate", target, source))
        return Chain(item, one, seed, there_and_back[: len(one.steps)], item.text)

    def _possible(self, source: str | None, *, back: bool) -> list[str]:
        """Languages that the rewriter can go to, and come back from."""
        codes = dict.fromkeys([PIVOTS[0], *self.targets]) if back else self.targets
        knows = self.rewriter.knows
        return [code for code in codes if code != source
                and knows(Step("translate", source, code))
                and (not back or knows(Step("translate", code, source)))]  # fmt: skip


def _emptiness(item: Item) -> str:
    """The status of a text that is asked of nobody."""
    return "" if item.text.strip() else "empty"


def makes(rewriter: Rewriter) -> list[str]:
    """Names of what a rewriter makes, in whatever languages it knows.

    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> makes(named_rewriter("apertium"))
    ['backtranslation', 'translation', 'cross_translation']
    """
    if not isinstance(rewriter, StepRewriter):
        return list(rewriter.offers())
    return [one.name for one in EIGHT.values()
            if all(kind == "translate" or rewriter.knows(Step(kind, "en", "en"))
                   for kind in one.steps)]  # fmt: skip


def _check_offered(transformations: Sequence[Transformation], rewriter: DirectRewriter) -> None:
    offered = rewriter.offers()
    lacking = [one.name for one in transformations if one.name not in offered]
    if lacking:
        raise DataError(_not_made(lacking, rewriter.name, offered))


def _check_steps(
    items: Sequence[Item], transformations: Sequence[Transformation], rewriter: StepRewriter
) -> None:
    can = makes(rewriter)
    plain = [one.name for one in transformations if one.name not in can]
    faults: list[Fault] = []
    if plain:
        faults.append(_not_made(plain, rewriter.name, can))
    unknown = [item.record for item in items if item.language is None]
    crossing = [one.name for one in transformations if "translate" in one.steps]
    if unknown and crossing:
        faults.append(fault("rewriting.errors.language_unknown", ids=unknown,
                            names=", ".join(crossing)))  # fmt: skip
    if faults:
        raise DataError(*faults)


def _not_made(lacking: Sequence[str], name: str, offered: Sequence[str]) -> Fault:
    key = "not_made_by_models" if set(lacking) <= set(RULES) else "not_made"
    return fault(f"rewriting.errors.{key}", generator=name, names=", ".join(lacking),
                 known=", ".join(offered) or "-")  # fmt: skip
