"""Documents about robustness: whole ones, ones with gaps, and a run."""

import hashlib
from dataclasses import replace

import numpy as np
from robustness.cubes import made
from robustness.wording import bag, planted, rewritten, search_task
from robustness.wording import made as a_set

from monosashi.robustness import measure_drift, robustness_statistics
from monosashi.robustness.rating import make_sheets, measure_ratings
from monosashi.robustness.runs import measure_robustness
from monosashi.robustness.sensitivity import measure_sensitivity


def embedder(texts):
    def vector(word):
        digest = hashlib.sha256(word.encode()).digest()[:8]
        return np.random.default_rng(int.from_bytes(digest)).normal(size=8)

    return np.array([sum(map(vector, text.split())) for text in texts])


def statistics(kind):
    if kind == "whole":
        rows = made(4, 9, seeds=(1, 2), n=50, n_failed=3, chance=20, metric="accuracy",
                    loss=lambda at: 3.0 * (at.m == 3))  # fmt: skip
        sizes = [{"model": f"M{m}", "family": "F", "parameters": 10.0**m} for m in range(4)]
        return robustness_statistics(rows, models=sizes)
    if kind == "gaps":
        rows = made(2, 2, noise=0)[:-3]
        return robustness_statistics([*rows, {**rows[0], "dataset": "alone", "generator": "rules",
                                              "dataset_group": "other"}])  # fmt: skip
    if kind == "languages":
        rows = [{**row, "language": name, "dataset_group": name}
                for name in ("en", "es") for row in made(3, 1)]  # fmt: skip
        return robustness_statistics(rows)
    nothing = [{"model": "A", "dataset": "d", "transformation": "x", "original": 3,
                "transformed": ""}]  # fmt: skip
    return robustness_statistics(nothing)


def measured(*, keep=True):
    """Two models on one task; with nothing kept there is no drift."""
    task = search_task(20)
    rows = [one for name, change in (("paraphrasing", lambda text: " ".join(text.split()[::2])),
                                     ("style_change", str.title))
            for one in rewritten(task, change, name=name).rows]  # fmt: skip
    models = [planted("bag", bag), planted("first", lambda texts: bag(texts, 3))]
    rows = rows if keep else [replace(one, kept=False, status="empty") for one in rows]
    return measure_robustness(task, embedders=models, rewrites=a_set(*rows), store=False,
                              draws=50, sensitivity=False, rng=0)  # fmt: skip


def others():
    texts = [f"The road from Oslo to Rome is {i} miles long" for i in range(12)]
    pairs = [{"transformation": kind, "original": text, "rewritten": f"{text}, they say"}
             for kind in ("x", "y") for text in texts]  # fmt: skip
    sheets = make_sheets(pairs, per_transformation=12)
    rated = {str(r): [{**row, "quality": 3 + int(row["item"].lstrip("i")) % 3, "fluency": 5}
                      for row in sheet]
             for r, sheet in enumerate(sheets.raters)}  # fmt: skip
    return {"sensitivity": measure_sensitivity(texts, embedder=embedder),
            "blind": measure_sensitivity(texts, embedder=lambda t: np.ones((len(t), 2))),
            "ratings": measure_ratings(sheets.key, rated)}  # fmt: skip


DOCUMENTS = {kind: lambda kind=kind: {"robustness": statistics(kind)}
             for kind in ("whole", "gaps", "languages", "nothing")}  # fmt: skip
DOCUMENTS |= {
    "sensitivity": lambda: {"sensitivity": others()["sensitivity"]},
    "blind": lambda: {"sensitivity": others()["blind"]},
    "ratings": lambda: {"ratings": others()["ratings"]},
    "drift": lambda: {"drift": measure_drift(np.eye(3), np.ones((3, 3)))},
    "no drift": lambda: {"drift": measure_drift(np.zeros((3, 3)), np.ones((3, 3)))},
    "run": lambda: {"robustness_run": measured()},
}
