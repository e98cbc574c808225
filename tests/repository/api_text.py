"""The public names as text: signatures, defaults, and the fields of results.

``python tests/repository/api_text.py`` writes it anew beside this file.
"""

import dataclasses
import inspect
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path

SNAPSHOT = Path(__file__).with_name("public_api.txt")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def api_text():
    """One block a public name, then one a kind of result, in alphabetical order."""
    import monosashi as ms

    blocks = [block(f"ms.{name}", getattr(ms, name)) for name in sorted(ms.__all__)]
    return "\n".join([*blocks, *(block(kind.__name__, kind) for kind in results())])


def results():
    """Every kind of result of every room: what functions return."""
    import monosashi

    for module in pkgutil.walk_packages(monosashi.__path__, "monosashi."):
        if ".cli" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    from monosashi.results import Result

    return sorted(set(below(Result)), key=lambda kind: (kind.__name__, kind.__module__))


def below(kind):
    for one in kind.__subclasses__():
        if one.__module__.startswith("monosashi."):
            yield one
        yield from below(one)


def block(name, thing):
    if inspect.isclass(thing):
        return "\n".join([f"class {name}", *(f"    {line}" for line in members(thing)), ""])
    if inspect.ismodule(thing):
        return "\n".join(block(f"{name}.{key}", getattr(thing, key)) for key in thing.__all__)
    return f"def {name}{signature(thing)}\n"


def members(kind):
    """Fields with their defaults, then what is called or read, each where it was first written."""
    own = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    yield from (f"{field.name}: {written(field.type)}{default(field)}" for field in own)
    if not own and kind.__init__ is not object.__init__:
        yield f"__init__{signature(kind.__init__)}"
    held = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("monosashi"):
            held |= vars(base)
    names = {field.name for field in own}
    for name in sorted(held):
        if not name.startswith("_") and name not in names:
            yield member(name, held[name])


def member(name, thing):
    if isinstance(thing, classmethod | staticmethod):
        return f"{type(thing).__name__} {name}{signature(thing.__func__)}"
    if callable(thing):
        return f"{name}{signature(thing)}"
    return f"{name} ({'property' if not isinstance(thing, str | int | float | dict) else 'value'})"


def default(field):
    if field.default is not dataclasses.MISSING:
        return f" = {plain(field.default)}"
    return " = ..." if field.default_factory is not dataclasses.MISSING else ""


def signature(function):
    """The parameters as they are written, without the instance itself."""
    asked = inspect.signature(function)
    given = [p for p in asked.parameters.values() if p.name not in {"self", "cls"}]
    shown = asked.replace(parameters=[
        p.replace(annotation=As(p.annotation) if p.annotation is not p.empty else p.empty,
                  default=As(plain(p.default)) if p.default is not p.empty else p.empty)
        for p in given], return_annotation=As(asked.return_annotation))  # fmt: skip
    return re.sub(r"-> inspect._empty", "", str(shown)).strip()


class As:
    """Shows itself as a text, without quotes."""

    def __init__(self, text):
        self.text = written(text)

    def __repr__(self):
        return self.text


def written(annotation):
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__name__", None) or repr(annotation)


def plain(value):
    return ADDRESS.sub("", repr(value))


if __name__ == "__main__":
    SNAPSHOT.write_text(api_text(), encoding="utf-8")
    sys.stdout.write(f"{SNAPSHOT}\n")
