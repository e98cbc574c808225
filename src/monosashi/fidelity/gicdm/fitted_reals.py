"""The reals after a fit: their factors, and how they lie among each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import numpy as np

from monosashi.embeddings import Fault
from monosashi.fidelity.gicdm.filtering import Deviations, Flags
from monosashi.fidelity.gicdm.fitting import fitting_scales
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.notices import fit_notices
from monosashi.fidelity.gicdm.parameters import Parameters
from monosashi.fidelity.gicdm.scales import Scale
from monosashi.hubs.reductions.ground import Ground


@dataclass(frozen=True, kw_only=True)
class FittedReals:
    """Fitted scales with what they say of the reals themselves; see ``GICDM``."""

    ground: Ground = field(repr=False)
    parameters: Parameters
    scales: tuple[Scale, ...] = field(repr=False)
    scaling: Scale | None = field(repr=False)
    notices: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, ground: Ground, parameters: Parameters, fitted: dict[int, Scale]) -> Self:
        """Put fitted scales together."""
        ours = fitting_scales(ground, parameters.scales(ground.n))
        scaling = fitted.get(parameters.k) if parameters.scaling == "icdm" else None
        scales = tuple(fitted[one] for one in ours)
        return cls(ground=ground, parameters=parameters, scales=scales, scaling=scaling,
                   notices=fit_notices(ground, parameters, scales, scaling))  # fmt: skip

    @property
    def every_scale(self) -> tuple[Scale, ...]:
        """Those of the filter, and the one of the scaling."""
        scaling = () if self.scaling is None else (self.scaling,)
        return tuple({scale.k: scale for scale in (*scaling, *self.scales)}.values())

    @property
    def n(self) -> int:
        """Number of reals."""
        return self.ground.n

    @cached_property
    def factors(self) -> Floats:
        """``delta`` of each real; copies share theirs."""
        if self.scaling is None:
            return np.ones(self.n)
        return self.scaling.factors[self.ground.copies.kind]

    @cached_property
    def own_factors(self) -> Floats:
        """The factor each real would get as a generated point, without itself."""
        if self.scaling is None:
            return np.ones(self.n)
        return self.scaling.own_factors[self.ground.copies.kind]

    @cached_property
    def own_deviations(self) -> Deviations:
        """How the reals lie among the others."""
        seen = [scale.own_deviations() for scale in self.scales]
        return Deviations.of(seen, len(self.ground.distinct)).take(self.ground.copies.kind)

    @cached_property
    def own_flags(self) -> tuple[Flags, Flags]:
        """Which reals the filter would refuse, for fidelity and for coverage."""
        return self.own_deviations.flagged(self.parameters)

    @property
    def pass_rate_fidelity(self) -> float:
        """p0: share of reals that pass the filter of fidelity."""
        return 1 - float(self.own_flags[0].mean())

    @property
    def pass_rate_coverage(self) -> float:
        """The same for coverage."""
        return 1 - float(self.own_flags[1].mean())
