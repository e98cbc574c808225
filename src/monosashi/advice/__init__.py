"""What only several rooms together can say."""

from monosashi.advice.audit import Audit, audit
from monosashi.advice.facts import Facts, measure_facts

__all__ = ["Audit", "Facts", "audit", "measure_facts"]
