"""Curves over 51 radii: spheres against a sphere of radius 1, plain, filtered and corrected.

1,000 points on the surface of a sphere of radius 1 are the reals, 1,000 on that of another radius
(0.1 to 1.9 in 51 steps) the generated points, for d = 2, 4, …, 512. Right is 1 at radius 1 and 0
elsewhere. Every draw is new on both sides; the standard error is that of the mean over the draws.

    PYTHONPATH=src python benchmarks/fidelity_spheres.py [--out spheres.csv] [--draws 4]
        [--dimensions 2,4,8] [--figure spheres.png]

What is in ``--out`` is not measured again. Printed: the curves as markdown, and the weak zones
(radii other than 1, one after another, at which the mean score is above 0.1).
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from monosashi.fidelity.benchmark.samplers import sphere_surface
from monosashi.fidelity.gicdm import GICDM

N, K, WEAK = 1_000, 5, 0.1
RADII = np.linspace(0.1, 1.9, 51)
METRICS = ("clipped_density", "clipped_coverage")
FORMS = ("plain", "filtered", "corrected")
COLUMNS = ("d", "draw", "radius", "form", *METRICS)
LINES = {"plain": "#9a9a9a", "filtered": "#3b6fb6", "corrected": "#c2552d"}

Key = tuple[str, str, int, float]


def main() -> None:
    asked = arguments()
    dimensions = [int(part) for part in asked.dimensions.split(",")]
    kept = read(asked.out)
    done = {(int(row["d"]), int(row["draw"])) for row in kept}
    for d in dimensions:
        for draw in range(asked.draws):
            if (d, draw) not in done:
                kept += (fresh := list(measured(d, draw)))
                write(asked.out, fresh)
                print(f"d = {d}, draw {draw}", flush=True)
    curves = means(kept)
    for metric in METRICS:
        for form in FORMS:
            print_curves(curves, metric, form, dimensions)
            print_zones(curves, metric, form, dimensions)
    print(f"largest standard error {max(error for _, error in curves.values()):.3f}")
    if asked.figure is not None:
        draw_figure(curves, dimensions, asked.figure)


def measured(d: int, draw: int) -> Iterator[dict[str, object]]:
    """One draw of reals, and generated points of every radius."""
    rng = np.random.default_rng([51, d, draw])
    real = sphere_surface(rng, N, d, 1.0)
    fitted = GICDM.fit(real)
    plain = GICDM.fit(real, scaling="none", filter_scales=(), calibrate=False)
    for radius in RADII:
        generated = sphere_surface(rng, N, d, float(radius))
        both = fitted.score(generated, k=K, metrics=METRICS)
        alone = plain.score(generated, k=K, metrics=METRICS)
        scores = {"plain": alone.corrected, "filtered": both.filtered, "corrected": both.corrected}
        for form, found in scores.items():
            yield {"d": d, "draw": draw, "radius": f"{radius:.3f}", "form": form, **found}


def read(path: Path) -> list[dict[str, object]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def write(path: Path, rows: list[dict[str, object]]) -> None:
    fresh = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS)
        if fresh:
            writer.writeheader()
        writer.writerows(rows)


def means(rows: list[dict[str, object]]) -> dict[Key, tuple[float, float]]:
    """Mean over the draws and its standard error, by metric, form, d and radius."""
    values: dict[Key, list[float]] = defaultdict(list)
    for row in rows:
        for metric in METRICS:
            key = metric, str(row["form"]), int(str(row["d"])), float(str(row["radius"]))
            values[key].append(float(str(row[metric])))
    return {key: (float(np.mean(found)), float(np.std(found, ddof=1) / np.sqrt(len(found)))
                  if len(found) > 1 else np.nan) for key, found in values.items()}  # fmt: skip


def print_curves(curves: dict, metric: str, form: str, dimensions: list[int]) -> None:
    """A line for each radius."""
    print(f"\n{metric}, {form}\n")
    print("| radius | " + " | ".join(f"d = {d}" for d in dimensions) + " |")
    print("| --- " * (len(dimensions) + 1) + "|")
    for radius in RADII:
        place = round(float(radius), 3)
        cells = " | ".join(f"{curves[metric, form, d, place][0]:.2f}" for d in dimensions)
        print(f"| {place:.3f} | {cells} |")


def print_zones(curves: dict, metric: str, form: str, dimensions: list[int]) -> None:
    """Where the score should be 0 and is above 0.1, and how high it gets there."""
    print(f"\nweak zones of {metric}, {form}\n")
    for d in dimensions:
        print(f"d = {d}: {', '.join(zones(curves, metric, form, d)) or 'none'}")


def zones(curves: dict, metric: str, form: str, d: int) -> list[str]:
    around = [(round(float(radius), 3), curves[metric, form, d, round(float(radius), 3)][0])
              for radius in RADII]  # fmt: skip
    sides = [[one for one in around if one[0] < 1], [one for one in around if one[0] > 1]]
    found = []
    for side in sides:
        for weak, run in groupby(side, key=lambda one: one[1] > WEAK):
            places = list(run)
            if weak:
                top = max(value for _, value in places)
                ends = dict.fromkeys(f"{place[0]:.2f}" for place in (places[0], places[-1]))
                found.append(f"{' to '.join(ends)} (up to {top:.2f})")
    return found


def draw_figure(curves: dict, dimensions: list[int], path: Path) -> None:
    """A panel for each dimension, a row for each metric."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(2, len(dimensions), figsize=(1.5 * len(dimensions), 3.6),
                                  sharex=True, sharey=True, layout="constrained")  # fmt: skip
    for row, metric in zip(panels, METRICS, strict=True):
        for panel, d in zip(row, dimensions, strict=True):
            for form in FORMS:
                heights = [curves[metric, form, d, round(float(one), 3)][0] for one in RADII]
                panel.plot(RADII, heights, color=LINES[form], label=form, linewidth=1.2)
            panel.axvline(1, color="#cccccc", linewidth=0.6, zorder=0)
            panel.set_title(f"d = {d}", fontsize=8)
            panel.tick_params(labelsize=7)
            panel.set_xticks([0.1, 1, 1.9])
        row[0].set_ylabel(metric.replace("_", " "), fontsize=8)
    figure.supxlabel("radius of the generated sphere", fontsize=8)
    panels[0, -1].legend(fontsize=7, frameon=False)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=Path("spheres.csv"))
    parser.add_argument("--draws", type=int, default=4)
    parser.add_argument("--dimensions", default="2,4,8,16,32,64,128,256,512")
    parser.add_argument("--figure", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
