"""Find the source files that compiled code depends on. Their hash is part of the name of the cache folder.

A module contains compiled code if it imports `jit` or `jit_brief` from the kernel. Numba writes the constants that such
code reads into the machine code, so every module that a compiled module imports from counts as well. A module of plain
Python among these may import a constant from yet another module: only its imports of names in capitals, and of whole
modules, are followed.
"""

import hashlib
import re
from collections.abc import Container
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
KERNEL = "tercet.games.kernel"
DECORATORS = {(KERNEL, "jit"), (KERNEL, "jit_brief")}

IMPORT = re.compile(r"^[ \t]*(?:from (tercet[\w.]*) import (\([^)]*\)|.*)|import (tercet[\w.]*))", re.MULTILINE)

Imported = tuple[str, str]
"""A module, and the name that is imported from it; an empty name for the module itself."""


@cache
def fingerprint(package: Path = PACKAGE) -> str:
    """Return a hash of every source file that compiled code depends on."""
    digest = hashlib.sha256()
    for path in compiled_sources(package):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for path in added_sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def added_sources() -> list[Path]:
    """Return all files of the modules and packages that add games or bots: what they compile is not known here."""
    names = [entry.value for group in ("tercet.games", "tercet.bots") for entry in entry_points(group=group)]
    specs = [spec for spec in map(find_spec, names) if spec and spec.origin]
    files = {path for spec in specs for folder in spec.submodule_search_locations or () for path in python_in(folder)}
    return sorted(files | {Path(spec.origin) for spec in specs if spec.origin})


def python_in(folder: str) -> list[Path]:
    """Return the Python files in a folder and below."""
    return list(Path(folder).rglob("*.py"))


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    """Return the files with compiled code and the files that it depends on, sorted."""
    paths = {module_name(package, path): path for path in package.rglob("*.py")}
    imports = {name: imported_by(source, paths) for name, path in paths.items() if "jit" in (source := read(path))}
    compiled = {KERNEL} | {name for name, taken in imports.items() if not taken.isdisjoint(DECORATORS)}
    found, pending = set(compiled), list(compiled)
    while pending:
        name = pending.pop()
        for module, taken in imports.get(name) or imported_by(read(paths[name]), paths):
            if module not in found and (name in compiled or taken == "" or taken.isupper()):
                found.add(module)
                pending.append(module)
    return sorted(paths[name] for name in found)


def read(path: Path) -> str:
    return path.read_text("utf-8")


def module_name(package: Path, path: Path) -> str:
    """Return the name under which a file is imported.

    >>> module_name(PACKAGE, PACKAGE / "games" / "__init__.py")
    'tercet.games'
    """
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(("tercet", *parts)).removesuffix(".__init__")


def imported_by(source: str, modules: Container[str]) -> set[Imported]:
    """Return what a source imports from these modules.

    >>> imported_by("from tercet.games import verbs\\nimport numpy", ["tercet.games", "tercet.games.verbs"])
    {('tercet.games.verbs', '')}
    """
    found = set()
    for module, names, itself in IMPORT.findall(source):
        if itself in modules:
            found.add((itself, ""))
        for name in re.findall(r"\w+", names):
            if f"{module}.{name}" in modules:
                found.add((f"{module}.{name}", ""))
            elif module in modules:
                found.add((module, name))
    return found
