"""What ``measure_shape`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from monosashi.results import Estimate, Finding, PermutationTest, Result, Row, Tables

Place = Literal["neither", "location", "dispersion", "both"]
ROWS_IN_JSON = 200


@dataclass(frozen=True, kw_only=True, repr=False)
class Shape(Result):
    """How a cloud of vectors is spread, and how much of that its groups explain.

    A field that is None has its reason in ``reasons``. V, W, the sums of squares and the mean
    distances depend on the scale of a model: do not compare them between models. For the same
    reason they carry no interval for the population; nothing should be decided by them.

    Attributes
    ----------
    n, n_groups, n_singletons : int
        Objects, groups, objects that are alone in their group.
    v, v_unbiased : float
        SS_T/n (= 1 - r² for unit vectors) and SS_T/(n-1) (= 1 minus the mean cosine of pairs).
    mean_resultant_length : float
        r, length of the mean of the unit vectors; about 1/sqrt(n) for directions at random.
    mean_squared_pair_distance : float
        Mean squared Euclidean distance over pairs, 2 SS_T/(n-1) = 2n/(n-1) V.
    mean_pair_distance : Estimate
        Mean Euclidean distance over pairs. Of all pairs up to 5,000 objects, then without an
        interval; above, of 200,000 random pairs, with the sampling error of these.
    ss_total, ss_within, ss_between : float
    r_squared : Estimate
        SS_B/SS_T. The interval is for groups like these (bias-corrected cluster jackknife).
    epsilon_squared, omega_squared : Estimate
        R² freed of what chance gives where rows are independent, whatever the scheme; epsilon² is
        adjusted R². Intervals as of R².
    f, f2, welch : float
        Pseudo-F; F2 and W*d, which do not mistake unequal spread for a shift (groups of 2 or
        more).
    icc : Estimate
        Trace ICC(1); negative when members are less alike than random pairs.
    n0 : float
        Group size that the ICC works with.
    w_bar : Estimate
        SS_W/n; ``ms_within`` = SS_W/(n-G) is its unbiased twin.
    expected_r_squared : float
        Exact mean of R² over all arrangements of the scheme; (G-1)/(n-1) for free shuffling. With
        ``order`` and very many rotations the mean over those that were tried.
    standardised_effect : float
        (R² - its permutation mean) / its exact permutation standard deviation; free shuffling only.
    permutation, welch_permutation : PermutationTest
        Of F and of W*d.
    dispersion : PermutationTest
        PERMDISP, F of the distances to the own centre, as other programs give it. Its p is too
        small for small groups (F is about (n - 1)/(n - 2) times too large): with equal spread it
        fell below 0.05 in about 20 % of simulations with groups of 5, and in nearly all with many
        groups of 2. No finding rests on it.
    width_permutation : PermutationTest
        Of the unevenness of the V_g = SSW_g/(n_g - 1), sum (n_g - 1)(V_g/V - 1)²/(G - 1), with
        residual vectors shuffled. This one decides whether groups differ in spread. It is
        cautious for small groups; heavy tails (not met on the unit sphere) can still deceive it.
    location_dispersion : "neither", "location", "dispersion" or "both"
        Which tests are below 0.05: W*d for location when sizes differ, else F; the test of
        ``width_permutation`` for dispersion.
    null : dict
        R² of the shuffled labels: ``low``, ``high``, ``counts`` in equal bins between.
    groups : rows ``group, n, w, w_tilde, low, high``
        With ``whole``, W~ and its interval take pairs of objects from different units only.
    influence : rows ``group, n, r_squared_without, r_squared_change``
        R² without each group, and that minus R² of all.
    """

    kind: ClassVar[str] = "shape"
    n: int
    n_groups: int | None = None
    n_singletons: int | None = None
    v: float
    v_unbiased: float | None
    mean_resultant_length: float | None
    mean_squared_pair_distance: float | None = None
    mean_pair_distance: Estimate | None = None
    ss_total: float
    ss_within: float | None = None
    ss_between: float | None = None
    r_squared: Estimate | None = None
    epsilon_squared: Estimate | None = None
    omega_squared: Estimate | None = None
    f: float | None = None
    f2: float | None = None
    welch: float | None = None
    icc: Estimate | None = None
    n0: float | None = None
    w_bar: Estimate | None = None
    ms_within: float | None = None
    expected_r_squared: float | None = None
    standardised_effect: float | None = None
    permutation: PermutationTest | None = None
    welch_permutation: PermutationTest | None = None
    dispersion: PermutationTest | None = None
    width_permutation: PermutationTest | None = None
    location_dispersion: Place | None = None
    null: Row | None = None
    groups: tuple[Row, ...] = ()
    influence: tuple[Row, ...] = ()

    def __repr__(self) -> str:
        facts = [f"n={self.n}", f"V={self.v:.4g}"]
        if self.r_squared is not None and self.permutation is not None:
            facts += [f"groups={self.n_groups}", f"R²={self.r_squared:.3f}",
                      f"p={self.permutation.p_value:.3g}"]  # fmt: skip
        return f"Shape({', '.join(facts)})"

    @property
    def balanced(self) -> bool:
        """Whether all groups have one size."""
        return len({row["n"] for row in self.groups}) <= 1

    @property
    def deciding_test(self) -> PermutationTest | None:
        """The test of location to go by: W*d when sizes differ (and it is defined), else F."""
        if self.balanced or self.welch_permutation is None:
            return self.permutation
        return self.welch_permutation

    def tables(self) -> Tables:
        """Return the quantities, the tests, and the groups from the loosest to the tightest."""
        from monosashi.shape.tables import shape_tables

        return shape_tables(self)

    def findings(self) -> list[Finding]:
        """What the numbers mean, worst first."""
        from monosashi.shape.findings import shape_findings

        return shape_findings(self)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values; of many groups the 100 loosest and the 100 tightest with a W~.

        Of their influence, the 200 that move R² most.
        """
        from monosashi.shape.influence import strongest_first

        whole = super().to_dict()
        if len(self.groups) > ROWS_IN_JSON:
            measured = [row for row in loosest_first(self.groups) if row["w_tilde"] is not None]
            half = ROWS_IN_JSON // 2
            kept = measured if len(measured) <= ROWS_IN_JSON else (
                [*measured[:half], *measured[-half:]]
            )  # fmt: skip
            whole |= {"groups": kept, "groups_left_out": len(self.groups) - len(kept),
                      "influence": strongest_first(self.influence)[:ROWS_IN_JSON]}  # fmt: skip
        return whole


def loosest_first(groups: tuple[Row, ...]) -> list[Row]:
    """By falling W~; groups without one come last."""
    return sorted(groups, key=lambda row: (row["w_tilde"] is None, -(row["w_tilde"] or 0.0)))
