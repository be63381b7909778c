#!/usr/bin/env python3
"""Checks that every room keeps to its rlminer_room(...) declaration, its namespace and its side of the walls.

usage: check_layering.py [REPOSITORY]

Includes: a room may include itself, the rooms in its DEPS and, transitively, theirs (its tests also those in
TEST_LIBS); it includes each of its DEPS somewhere itself, and the declarations form no cycle. Torch is for nn, train
and the torch fixtures of room testing.
Files: every source file is built, every test file has tests, every room is built.
Tests: only tests include room testing, and what only tests include lies there.
Namespaces: room count is rlminer::count (base is rlminer itself, cli/ is rlminer::cli). `using namespace` is refused.

Findings are printed as `file:line: reason` and the exit code is 1; without findings it is 0.
room_map.py draws the rooms and counts their lines.
"""

import functools
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from room_map import (PRODUCTION_FOLDERS, TESTING, Findings, check_cycles, closure, cxx_files, is_test, line_of,
                      read_rooms, unit, without_comments)

TORCH_ROOMS = {"nn", "train"}
# Headers for users of the library that no production file of ours includes: header -> why it is there.
PUBLIC_HEADERS = {}

# Folders beside rlminer/ that hold C++ and may include any room, but not torch.
TEST_FOLDERS = ("tests", "bench")
FREE_FOLDERS = PRODUCTION_FOLDERS + TEST_FOLDERS
CXX_FOLDERS = ("rlminer",) + FREE_FOLDERS

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TEST_CASE = re.compile(r"^\s*(TYPED_)?TEST(_[FP])?\s*\(", re.MULTILINE)
TORCH_HEADER = re.compile(r"^(torch|ATen|c10)/")
FOR_TESTS_HEADER = re.compile(rf"^(rlminer/{TESTING}|tests|bench)/")

# Numbers are matched so that the separators in 1'000'000 do not start a character literal.
COMMENT_OR_LITERAL = re.compile(
    r"""(?P<number>\b\d[\w.']*) | //[^\n]* | /\*.*?\*/
      | R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+'""",
    re.VERBOSE | re.DOTALL)
NAMESPACE_OR_BRACE = re.compile(r"\bnamespace\b(?P<name>[^;={}()]*)\{|(?P<brace>[{}])")
USING_NAMESPACE = re.compile(r"\busing\s+namespace\b")
FORWARD_DECLARATIONS = re.compile(r"((class|struct)\s+\w+\s*;\s*)+")
HASH_SPECIALISATIONS = re.compile(r"(template\s*<[^;{}]*>\s*struct\s+hash\s*<[^;{}]*>\s*\{\}\s*;\s*)+")


# Files.

def is_production(path, root):
    """Part of what users get: no test, no fixture, no benchmark."""
    parts = path.relative_to(root).parts
    return not is_test(path) and parts[0] not in TEST_FOLDERS and parts[:2] != ("rlminer", TESTING)


@functools.cache
def code_of(path):
    """The text of a C++ file with comments and literals blanked; lines keep their numbers."""
    def blank(match):
        return match[0] if match["number"] else re.sub(r"[^\n]", " ", match[0])
    return COMMENT_OR_LITERAL.sub(blank, path.read_text(errors="replace"))


@functools.cache
def includes(path):
    """(line number, bracket, header) of each #include outside comments and literals."""
    found = []
    lines = path.read_text(errors="replace").split("\n")
    for number, (line, code) in enumerate(zip(lines, code_of(path).split("\n")), 1):
        match = INCLUDE.match(line)
        if match and "#" in code:
            found.append((number, match[1], match[2]))
    return found


def room_of(header):
    parts = header.split("/")
    return parts[1] if parts[0] == "rlminer" and len(parts) > 2 else None


# Declarations.

def check_dependencies(rooms, findings):
    """Known rooms only, and nothing that can be built without torch may need a room that cannot."""
    for room in rooms.values():
        for dep in room.words("DEPS"):
            if dep not in rooms:
                findings.add(room.file, room.line, f"room {room.name} depends on {dep}, which does not exist")
            elif rooms[dep].torch and not room.torch:
                findings.add(room.file, room.line, f"room {room.name} needs no torch but depends on {dep}, which does")
        if room.torch and room.name not in TORCH_ROOMS:
            findings.add(room.file, room.line, f"room {room.name} may not use torch; {names(TORCH_ROOMS)} may")


def check_dependencies_used(rooms, findings):
    """A declared room that is never included makes the map show an arrow that is not there."""
    for room in rooms.values():
        own = [path for path in cxx_files(room.folder) if not is_test(path)]
        used = {room_of(header) for path in own for _, _, header in includes(path)}
        for dep in room.words("DEPS"):
            if own and dep in rooms and dep not in used:
                findings.add(room.file, room.line, f"room {room.name} declares {dep} and never includes it")


def left_out(room):
    """The sources of the folder that are not the room's own."""
    names = room.words("EXCEPT")
    return room.torch_fixtures if names == ["${torch_fixtures}"] else {unit(name) for name in names}


def check_sources(rooms, findings):
    """CMake builds the files of the folder itself, and what is left out must be there for another target to build."""
    for room in rooms.values():
        units = set()
        for path in cxx_files(room.folder):
            units.add(unit(path.relative_to(room.folder)))
            if path.suffix == ".cc" and path.parent != room.folder:
                findings.add(path, 1, f"not in the folder of room {room.name} itself, so never built")
            elif path.name.endswith("_test.cc") and not TEST_CASE.search(code_of(path)):
                findings.add(path, 1, "a test file without a test")
        for name in sorted(left_out(room)):
            if room.name != TESTING or name not in units:
                findings.add(room.file, room.line, f"{name} is left out, so never built")


def check_rooms_built(library, rooms, findings):
    file = library / "CMakeLists.txt"
    words = set(re.findall(r"\w+", without_comments(file.read_text()))) if file.exists() else set()
    for room in rooms.values():
        if room.name not in words:
            findings.add(room.file, room.line, f"room {room.name} is not added in {file.relative_to(findings.root)}")


# Includes.

def includable(room, path, rooms):
    """The other rooms whose headers this file of the room may include."""
    if room.name == TESTING:  # without torch, the rooms behind the wall cannot be linked
        return {name for name in rooms if room.torch_in(path) or not rooms[name].torch} - {TESTING}
    if is_test(path):
        # Every test links the fixtures, so it may also use what those are made of (generators, files, a census).
        fixtures = rooms[TESTING].words("DEPS") if TESTING in rooms else []
        linked = {library.removeprefix("rlminer_") for library in room.words("TEST_LIBS")} - {TESTING}
        return closure({*room.words("DEPS"), *linked, *fixtures}, rooms) | {TESTING}
    return closure(room.words("DEPS"), rooms) - {TESTING}


def refusal(room, allowed, path, bracket, header):
    """Why this file of the room may not include this header, or None."""
    if TORCH_HEADER.match(header):
        where = " outside its torch_fixtures" if room.name == TESTING else ""
        return None if room.torch_in(path) else f"torch is not for room {room.name}{where}"
    target = room_of(header)
    if target:
        if target == room.name or target in allowed:
            return None
        if target == TESTING:
            return f"{header} is for tests only"
        return f"room {room.name} may not include {header}; allowed: {names(allowed) or 'no other room'}"
    if bracket == '"':
        if header.startswith("tests/") and is_test(path):
            return None
        return f'"{header}" must be written "rlminer/ROOM/FILE" or, when it is not ours, <{header}>'
    return None


def check_room_includes(rooms, findings):
    for room in rooms.values():
        for path in cxx_files(room.folder):
            allowed = includable(room, path, rooms)
            for number, bracket, header in includes(path):
                reason = refusal(room, allowed, path, bracket, header)
                if reason:
                    findings.add(path, number, reason)


def check_free_folders(root, findings):
    for folder in FREE_FOLDERS:
        for path in cxx_files(root / folder):
            for number, _, header in includes(path):
                if TORCH_HEADER.match(header):
                    findings.add(path, number, f"torch stops at {names(TORCH_ROOMS)}")
                elif FOR_TESTS_HEADER.match(header) and is_production(path, root):
                    findings.add(path, number, f"{header} is for tests only")


def units_only_tests_use(users, tests):
    """Of the units in `users` (unit -> units that include it), those that only tests or such units include."""
    found = set()
    while True:
        more = {name for name in users.keys() - found - tests if users[name] and users[name] <= tests | found}
        if not more:
            return found
        found |= more


def check_fixtures(root, rooms, findings):
    """Code that only tests need is no part of the product, even if it lies among it."""
    users = {}
    tests = set()
    for folder in CXX_FOLDERS:
        for path in cxx_files(root / folder):
            user = unit(path.relative_to(root))
            if not is_production(path, root):
                tests.add(user)
            for _, _, header in includes(path):
                if unit(header) != user and header not in PUBLIC_HEADERS:
                    users.setdefault(unit(header), set()).add(user)
    fixtures = units_only_tests_use(users, tests)
    for room in rooms.values():
        for path in cxx_files(room.folder) if room.name != TESTING else []:
            if path.name == "test_support.h":
                findings.add(path, 1, "test_support.h belongs into rlminer/testing")
            elif path.suffix == ".h" and unit(path.relative_to(root)) in fixtures:
                findings.add(path, 1, "only tests use it: it belongs into rlminer/testing")


# Namespaces.

@dataclass
class Namespace:
    name: str  # in full, such as rlminer::count::(anonymous)
    line: int
    text: str = ""  # what it declares itself: without namespaces inside it, and only {} of other braces


def namespaces(code):
    found = []
    opened = []  # the namespaces around the current position, None for other braces
    end = 0
    for match in NAMESPACE_OR_BRACE.finditer(code):
        if opened and opened[-1]:
            opened[-1].text += code[end:match.start()] + ("{}" if match["brace"] == "{" else "")
        end = match.end()
        if match["name"] is not None:
            name = re.sub(r"\[\[.*?\]\]|\binline\b|\s", "", match["name"]) or "(anonymous)"
            outer = [around.name for around in opened if around][-1:]
            found.append(Namespace("::".join(outer + [name]), line_of(code, match.start())))
            opened.append(found[-1])
        elif match["brace"] == "{":
            opened.append(None)
        elif opened:
            opened.pop()
    return found


def home(room):
    """The namespace of a room. base is the vocabulary of all, so it needs no name of its own."""
    return "rlminer" if room == "base" else f"rlminer::{room}"


def lives_in(name, room, rooms):
    if room == "base":
        first, second = (name.split("::") + [""])[:2]
        return first == "rlminer" and second not in rooms
    return f"{name}::".startswith(f"{home(room)}::")


def accepts_namespace(space, path, room, allowed, rooms):
    """Whether a file of the room (or of cli/) may declare what it declares in this namespace."""
    declared = space.text.strip()
    if not declared or lives_in(space.name, room, rooms):
        return True
    if space.name == "std":
        return HASH_SPECIALISATIONS.fullmatch(declared)
    if space.name == "rlminer" and path.suffix == ".h" and re.fullmatch(rf"(using {room}::\w+;\s*)+", declared):
        return True  # the header lifts vocabulary of its room into the root
    ours = space.name.split("::")[0] == "rlminer"
    known = not ours or space.name in {home(other) for other in allowed}
    return known and FORWARD_DECLARATIONS.fullmatch(declared)


def check_file_namespaces(path, room, allowed, rooms, findings):
    for space in namespaces(code_of(path)):
        if not accepts_namespace(space, path, room, allowed, rooms):
            findings.add(path, space.line, f"namespace {space.name} is not for {room}, whose namespace is {home(room)}")


def check_namespaces(root, rooms, findings):
    for room in rooms.values():
        for path in cxx_files(room.folder):
            check_file_namespaces(path, room.name, includable(room, path, rooms), rooms, findings)
    for path in cxx_files(root / "cli"):
        check_file_namespaces(path, "cli", rooms.keys() - {TESTING}, rooms, findings)


def check_using_namespace(root, findings):
    for folder in CXX_FOLDERS:
        for path in cxx_files(root / folder):
            for match in USING_NAMESPACE.finditer(code_of(path)):
                line = line_of(code_of(path), match.start())
                findings.add(path, line, "using namespace is refused: name what you use")


def names(rooms):
    return ", ".join(sorted(rooms))


def check(root):
    """All findings of a repository, one line each."""
    findings = Findings(root)
    library = root / "rlminer"
    rooms = read_rooms(library, findings)
    if not rooms:
        findings.add(library, 1, "no room found")
    check_dependencies(rooms, findings)
    check_cycles(rooms, findings)
    check_dependencies_used(rooms, findings)
    check_sources(rooms, findings)
    check_rooms_built(library, rooms, findings)
    check_room_includes(rooms, findings)
    check_free_folders(root, findings)
    check_fixtures(root, rooms, findings)
    check_namespaces(root, rooms, findings)
    check_using_namespace(root, findings)
    return findings.lines


def main(arguments):
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    if not (root / "rlminer").is_dir():
        print(f"{root}: no rlminer folder here", file=sys.stderr)
        return 2
    findings = check(root)
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
