"""Chooses and loads the compiled part: there is one for each level of x86-64 processors."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import pathlib
import sys
from types import ModuleType

# What the levels of the x86-64 psABI ask of a processor, in the words of /proc/cpuinfo, beyond the level before.
_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave", "popcnt", "sse4_2"}
_V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
_FEATURES = {"x86-64-v3": _V3, "x86-64-v4": _V3 | _V4}
_ENOUGH = 16_384  # bytes: the first processor is described there


def _processor_features() -> set[str]:
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            text = file.read(_ENOUGH).decode("ascii", "replace")
    except OSError:
        return set()
    for line in text.splitlines():
        if line.startswith("flags"):
            return set(line.partition(":")[2].split())
    return set()


def _file_of(level: str) -> pathlib.Path | None:
    name = "_core" if level == "x86-64" else "_core_" + level.replace("-", "_")
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        file = pathlib.Path(__file__).with_name(name + suffix)
        if file.exists():
            return file
    return None


def _level() -> str:
    """The best level that is there and runs here; $RLMINER_LEVEL names another one."""
    named = os.environ.get("RLMINER_LEVEL")
    if named:
        if _file_of(named) is None:
            raise ImportError(f"RLMINER_LEVEL: this rlminer was not built for '{named}'")
        return named
    has = _processor_features()
    for level in sorted(_FEATURES, reverse=True):
        if _FEATURES[level] <= has and _file_of(level) is not None:
            return level
    return "x86-64"


def load() -> ModuleType:
    name = __package__ + "._core"
    level = _level()
    file = _file_of(level)
    if file is None:
        raise ImportError("the compiled part of rlminer is missing: install the package with pip")
    loader = importlib.machinery.ExtensionFileLoader(name, str(file))
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    module.level = level  # type: ignore[attr-defined]
    sys.modules[name] = module
    return module
