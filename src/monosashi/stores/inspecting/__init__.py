"""What a file or folder holds, and all that is wrong with it."""

from monosashi.stores.inspecting.inspection import Inspection, inspect_path
from monosashi.stores.inspecting.questions import Questions

__all__ = ["Inspection", "Questions", "inspect_path"]
