"""The demo: two models on the same Japanese-English sentences and on the same bank questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice import Audit, audit
from monosashi.advice.comparison import Comparison, compare
from monosashi.demo.datasets import MODELS, banking, tatoeba
from monosashi.demo.shown import demo_findings, demo_verdict
from monosashi.embeddings.panel import Panel
from monosashi.results import Finding, Provenance, Result, Tables, hidden
from monosashi.results.plain import plain
from monosashi.results.reading import FORMAT
from monosashi.words import LANGUAGES, say

Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Demo(Result):
    """An audit of each model on Tatoeba, and their comparison on Banking77."""

    kind: ClassVar[str] = "demo"
    command: str | None = None
    created: str | None = None
    audits: dict[str, Audit] = hidden()
    comparison: Comparison = hidden()

    def findings(self) -> list[Finding]:
        """What the numbers say, model by model."""
        return demo_findings(self.audits, self.comparison.shapes)

    def tables(self) -> Tables:
        """Tables of every part, the model's name in front."""
        parts = {**self.audits, "banking77": self.comparison}
        return {f"{name}_{table}": rows for name, part in parts.items()
                for table, rows in part.tables().items()}  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """A document of parts."""
        head = {"kind": self.kind, "format": FORMAT, "version": self.provenance.version,
                "created": self.created, "command": self.command}  # fmt: skip
        return {
            **head,
            "title": say("demo.title", "en"),
            "titles": _titles("title"),
            "settings": plain(self.provenance.settings),
            "verdict": demo_verdict(self.audits, self.comparison.shapes),
            "findings": plain(self.findings()),
            "parts": [part.to_dict() for part in (*self.audits.values(), self.comparison)],
            "skipped": [],
        }


def run_demo(
    *,
    permutations: int = 999,
    rng: int = 0,
    command: str | None = None,
    created: str | None = None,
    progress: Progress = lambda _: None,
) -> Demo:
    """Measure the shipped vectors.

    Examples
    --------
    >>> demo = run_demo(permutations=99)
    >>> sorted(demo.audits)
    ['multilingual-e5-small', 'use-multilingual']
    """
    about: dict[str, Any] = {"command": command, "created": created}
    audits = {name: _audit(name, permutations, rng, progress, about) for name in MODELS}
    progress("shape")
    panel = Panel.of(*(banking(name) for name in MODELS), names=MODELS)
    compared = compare(panel, "intent", rng=rng, title=say("demo.titles.banking", "en"),
                       titles=_titles("titles.banking"), source="Banking77", **about)  # fmt: skip
    provenance = Provenance.of(panel.sets[0], permutations=permutations, rng=rng)
    return Demo(provenance=provenance, audits=audits, comparison=compared, **about)


def _audit(
    model: str, permutations: int, rng: int, progress: Progress, about: dict[str, Any]
) -> Audit:
    from dataclasses import replace

    found = audit(
        tatoeba(model),
        key="key",
        language="language",
        permutations=permutations,
        rng=rng,
        title=say("demo.titles.tatoeba", "en", model=model),
        source="Tatoeba",
        progress=progress,
    )
    return replace(found, titles=_titles("titles.tatoeba", model=model), **about)


def _titles(key: str, **values: str) -> dict[str, str]:
    return {language: say(f"demo.{key}", language, **values) for language in LANGUAGES}
