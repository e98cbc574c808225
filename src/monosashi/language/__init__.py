"""What language does to search in a mixed pool, and how to mend it."""

from monosashi.language.centering import LanguageCentering
from monosashi.language.effect import RepairedDirection, RepairEffect
from monosashi.language.findings import language_findings
from monosashi.language.geometry import Geometry
from monosashi.language.learning_curve import LearningCurve, learning_curve
from monosashi.language.measure import measure_language_bias
from monosashi.language.repair_effect import measure_repair_effect
from monosashi.language.repair_files import load_repair
from monosashi.language.repairs import (
    DOCUMENT_CENTROID,
    GLOBAL_MEAN,
    QUERY_CENTROID,
    shipped_repairs,
)
from monosashi.language.results import Direction, Guards, LanguageBias, Miss, Pool
from monosashi.language.subspaces import (
    AllButTheTop,
    ConceptErasure,
    LanguageSubspaceRemoval,
    PivotShift,
)

__all__ = [
    "DOCUMENT_CENTROID", "GLOBAL_MEAN", "QUERY_CENTROID", "AllButTheTop", "ConceptErasure",
    "Direction", "Geometry", "Guards", "LanguageBias", "LanguageCentering",
    "LanguageSubspaceRemoval", "LearningCurve", "Miss", "PivotShift", "Pool", "RepairEffect",
    "RepairedDirection", "language_findings", "learning_curve", "load_repair",
    "measure_language_bias", "measure_repair_effect", "shipped_repairs",
]  # fmt: skip
