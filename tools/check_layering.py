#!/usr/bin/env python3
"""Checks that every room includes only what its rlminer_room(...) declaration allows.

usage: check_layering.py [REPOSITORY]

A room may include itself, the rooms in its DEPS and, transitively, theirs. Also checked: the declarations
form no cycle, every source file is listed, every test file has tests, every room is built, and torch stays
behind its wall. Findings are printed as `file:line: reason` and the exit code is 1; without findings it is 0.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

TORCH_ROOMS = {"nn", "train", "experiment"}
KEYWORDS = {"SOURCES", "DEPS", "LIBS", "TESTS", "TEST_LIBS", "TORCH"}
# Folders beside rlminer/ that hold C++ and may include any room, but not torch.
FREE_FOLDERS = ("cli", "tests", "bench", "python")

DECLARATION = re.compile(r"rlminer_room\s*\(([^)]*)\)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TEST_CASE = re.compile(r"^\s*(TYPED_)?TEST(_[FP])?\s*\(", re.MULTILINE)
TORCH_HEADER = re.compile(r"^(torch|ATen|c10)/")


@dataclass
class Room:
    name: str
    file: Path  # the CMakeLists.txt with the declaration
    line: int
    lists: dict = field(default_factory=dict)  # keyword -> words after it

    def words(self, keyword):
        return self.lists.get(keyword, [])

    @property
    def folder(self):
        return self.file.parent

    @property
    def torch(self):
        return "TORCH" in self.lists


class Findings:
    def __init__(self, root):
        self.root = root
        self.lines = []

    def add(self, file, line, reason):
        self.lines.append(f"{file.relative_to(self.root)}:{line}: {reason}")


def without_comments(cmake_text):
    return re.sub(r"#[^\n]*", "", cmake_text)


def parse_room(file, findings):
    """The one declaration of a room's CMakeLists.txt, or None with a finding."""
    text = without_comments(file.read_text())
    declarations = list(DECLARATION.finditer(text))
    if len(declarations) != 1:
        findings.add(file, 1, f"expected one rlminer_room(...) declaration, found {len(declarations)}")
        return None
    words = declarations[0].group(1).split()
    line = text.count("\n", 0, declarations[0].start()) + 1
    if not words or words[0] != file.parent.name:
        findings.add(file, line, f"the room must be named after its folder, {file.parent.name}")
        return None
    room = Room(words[0], file, line)
    current = None
    for word in words[1:]:
        if word in KEYWORDS:
            current = room.lists.setdefault(word, [])
        elif current is None:
            findings.add(file, line, f"'{word}' follows no keyword")
        else:
            current.append(word)
    return room


def read_rooms(library, findings):
    """All rooms by name. A folder with C++ but without a declaration is a finding."""
    rooms = {}
    for folder in sorted(path for path in library.iterdir() if path.is_dir()):
        file = folder / "CMakeLists.txt"
        if file.exists():
            room = parse_room(file, findings)
            if room:
                rooms[room.name] = room
        elif cxx_files(folder):
            findings.add(folder, 1, "a folder with C++ files needs a CMakeLists.txt with rlminer_room(...)")
    return rooms


def cxx_files(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".cc", ".h"})


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


def closure(name, rooms):
    """All rooms reachable from `name` by one or more DEPS steps; contains `name` itself when on a cycle."""
    reached = set()
    pending = list(rooms[name].words("DEPS"))
    while pending:
        dep = pending.pop()
        if dep in rooms and dep not in reached:
            reached.add(dep)
            pending.extend(rooms[dep].words("DEPS"))
    return reached


def check_cycles(rooms, findings):
    for room in rooms.values():
        if room.name in closure(room.name, rooms):
            findings.add(room.file, room.line, f"room {room.name} depends on itself through its DEPS")


def check_sources_listed(rooms, findings):
    for room in rooms.values():
        listed = room.words("SOURCES") + room.words("TESTS")
        for path in cxx_files(room.folder):
            name = str(path.relative_to(room.folder))
            if path.suffix == ".cc" and name not in listed:
                findings.add(path, 1, f"not listed in {room.file.relative_to(findings.root)}, so never built")
            elif name.endswith("_test.cc") and not TEST_CASE.search(path.read_text(errors="replace")):
                findings.add(path, 1, "a test file without a test")
        for name in room.words("SOURCES"):
            if name.endswith("_test.cc"):
                findings.add(room.file, room.line, f"test {name} is listed under SOURCES instead of TESTS")


def check_rooms_built(library, rooms, findings):
    file = library / "CMakeLists.txt"
    words = set(re.findall(r"\w+", without_comments(file.read_text()))) if file.exists() else set()
    for room in rooms.values():
        if room.name not in words:
            findings.add(room.file, room.line, f"room {room.name} is not added in {file.relative_to(findings.root)}")


def includes(path):
    """(line number, bracket, header) of each #include."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def refusal(room, allowed, path, bracket, header):
    """Why this room may not include this header, or None."""
    if TORCH_HEADER.match(header):
        return None if room.torch else f"torch is not for room {room.name}"
    if header.startswith("rlminer/"):
        target = header.split("/")[1]
        if target == room.name or target in allowed:
            return None
        return f"room {room.name} may not include {header}; allowed: {names(allowed) or 'no other room'}"
    if bracket == '"':
        if header.startswith("tests/") and path.name.endswith("_test.cc"):
            return None  # the test helpers, such as the brute-force oracle
        return f'"{header}" must be written "rlminer/ROOM/FILE" or, when it is not ours, <{header}>'
    return None


def check_room_includes(rooms, findings):
    for room in rooms.values():
        allowed = closure(room.name, rooms)
        for path in cxx_files(room.folder):
            for number, bracket, header in includes(path):
                reason = refusal(room, allowed, path, bracket, header)
                if reason:
                    findings.add(path, number, reason)


def check_free_folders(root, findings):
    for folder in FREE_FOLDERS:
        for path in cxx_files(root / folder) if (root / folder).is_dir() else []:
            for number, _, header in includes(path):
                if TORCH_HEADER.match(header):
                    findings.add(path, number, f"torch stops at {names(TORCH_ROOMS)}")


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
    check_sources_listed(rooms, findings)
    check_rooms_built(library, rooms, findings)
    check_room_includes(rooms, findings)
    check_free_folders(root, findings)
    return findings.lines


def main(arguments):
    if len(arguments) > 1:
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
