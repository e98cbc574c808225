"""Tasks: texts with answers, read from local files, and the scores that vectors get on them."""

from monosashi.robustness.tasks.kinds import KINDS, Kind
from monosashi.robustness.tasks.mteb_tasks import task_from_mteb
from monosashi.robustness.tasks.pairs_file import retrieval_from_pairs
from monosashi.robustness.tasks.reading import read_task
from monosashi.robustness.tasks.scoring import Scorer, score_task
from monosashi.robustness.tasks.suite import read_suite
from monosashi.robustness.tasks.task import Task, TaskTexts

__all__ = [
    "KINDS",
    "Kind",
    "Scorer",
    "Task",
    "TaskTexts",
    "read_suite",
    "read_task",
    "retrieval_from_pairs",
    "score_task",
    "task_from_mteb",
]
