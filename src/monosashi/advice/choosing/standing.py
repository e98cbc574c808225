"""Who is best in a criterion, who is tied with the best, and which ranks remain possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monosashi.advice.choosing.criterion import told_apart
from monosashi.results import Row


@dataclass(frozen=True)
class Standing:
    """Places of the models that have a value.

    Attributes
    ----------
    best : str
        The best value; the first of equals.
    tied : tuple of str
        The best, and all that the adjusted test does not tell from it.
    ranks : mapping of model to (rank, lowest, highest)
        1 is the best. The ends follow from the adjusted tests of all pairs and hold together
        (Mogstad, Romano, Shaikh and Wilhelm 2024).
    """

    best: str
    tied: tuple[str, ...]
    ranks: Mapping[str, tuple[int, int, int]]

    @classmethod
    def of(
        cls, values: Mapping[str, float], rows: Sequence[Row], confidence: float, *, higher: bool
    ) -> Standing:
        """Places by the values, and what the paired tests leave open."""
        sign = 1.0 if higher else -1.0
        turned = {model: sign * value for model, value in values.items()}
        best = max(turned, key=turned.__getitem__)
        beats = {(winner, loser) for row in rows if told_apart(row, confidence)
                 for winner, loser in [_order(row, sign)]}  # fmt: skip
        ranks = {
            model: (1 + sum(other > value for other in turned.values()),
                    1 + sum(loser == model for _, loser in beats),
                    len(turned) - sum(winner == model for winner, _ in beats))
            for model, value in turned.items()
        }  # fmt: skip
        tied = tuple(model for model in turned if model == best or (best, model) not in beats)
        return cls(best, tied, ranks)


def _order(row: Row, sign: float) -> tuple[str, str]:
    """Who is better, who is worse."""
    pair = row["model_a"], row["model_b"]
    return pair if sign * row["difference"] > 0 else pair[::-1]
