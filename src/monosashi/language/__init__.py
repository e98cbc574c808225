"""What language does to search in a mixed pool, and how to mend it."""

from monosashi.language.centering import LanguageCentering
from monosashi.language.effect import RepairedDirection, RepairEffect
from monosashi.language.equal_pool_results import EqualPools
from monosashi.language.equal_pools import measure_equal_pools
from monosashi.language.experiments import LanguageExperiments, try_knobs
from monosashi.language.findings import language_findings
from monosashi.language.freshness import (
    IndexCard,
    RepairCheck,
    check_repair,
    refresh_repair,
    save_refreshed,
)
from monosashi.language.geometry import Geometry
from monosashi.language.learning_curve import LearningCurve, learning_curve
from monosashi.language.measure import measure_language_bias
from monosashi.language.miss_kinds import MissKind, classify_misses
from monosashi.language.pool_hubs import PoolHubs
from monosashi.language.repair_effect import measure_repair_effect
from monosashi.language.repair_files import load_repair
from monosashi.language.repairs import (
    DOCUMENT_CENTROID,
    GLOBAL_MEAN,
    QUERY_CENTROID,
    shipped_repairs,
)
from monosashi.language.results import Direction, Guards, LanguageBias, Miss, Pool
from monosashi.language.search import LanguageSearch, measure_language_search
from monosashi.language.subspaces import (
    AllButTheTop,
    ConceptErasure,
    LanguageSubspaceRemoval,
    PivotShift,
)

__all__ = [
    "DOCUMENT_CENTROID",
    "GLOBAL_MEAN",
    "QUERY_CENTROID",
    "AllButTheTop",
    "ConceptErasure",
    "Direction",
    "EqualPools",
    "Geometry",
    "Guards",
    "IndexCard",
    "LanguageBias",
    "LanguageCentering",
    "LanguageExperiments",
    "LanguageSearch",
    "LanguageSubspaceRemoval",
    "LearningCurve",
    "Miss",
    "MissKind",
    "PivotShift",
    "Pool",
    "PoolHubs",
    "RepairCheck",
    "RepairEffect",
    "RepairedDirection",
    "check_repair",
    "classify_misses",
    "language_findings",
    "learning_curve",
    "load_repair",
    "measure_equal_pools",
    "measure_language_bias",
    "measure_language_search",
    "measure_repair_effect",
    "refresh_repair",
    "save_refreshed",
    "shipped_repairs",
    "try_knobs",
]  # fmt: skip
