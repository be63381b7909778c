#!/usr/bin/env python3
"""Reads the rooms from their rlminer_room(...) declarations, draws what depends on what, and counts lines.

usage: room_map.py [--root REPOSITORY]              the map as Graphviz DOT on standard output
       room_map.py [--root REPOSITORY] FILE.svg     the map as a picture (needs the program dot)
       room_map.py [--root REPOSITORY] --lines      a table of files and lines per room

Data flows down the map, so base is on top and arrows point from a room up to the rooms it includes. Arrows that
follow from others are left out, and so is room testing, on which no production code depends.
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

TESTING = "testing"  # the room of fixtures: includes any room, is included by tests only
PRODUCTION_FOLDERS = ("cli", "python")  # beside rlminer/
CXX_ENDINGS = (".h", ".cc", ".cu", ".cc.in")
COUNTED_ENDINGS = (".h", ".cc", ".cu", ".js", ".css")
PLAIN_COLOUR = "#e3ecf7"
TORCH_COLOUR = "#fbe0cc"

KEYWORDS = {"DEPS", "LIBS", "TEST_LIBS", "EXCEPT", "TORCH", "MPI", "HOT", "COLD", "TOGETHER"}
DECLARATION = re.compile(r"\brlminer_room\s*\(([^)]*)\)")
TORCH_FIXTURES = re.compile(r"\bset\s*\(\s*torch_fixtures\b([^)]*)\)")


@dataclass
class Room:
    name: str
    file: Path  # the CMakeLists.txt with the declaration
    line: int
    lists: dict = field(default_factory=dict)  # keyword -> words after it
    torch_fixtures: set = field(default_factory=set)  # units of room testing that may use torch

    def words(self, keyword):
        return self.lists.get(keyword, [])

    @property
    def folder(self):
        return self.file.parent

    @property
    def torch(self):
        return "TORCH" in self.lists

    def torch_in(self, path):
        return self.torch or unit(path.relative_to(self.folder)) in self.torch_fixtures


class Findings:
    def __init__(self, root):
        self.root = root
        self.lines = []

    def add(self, file, line, reason):
        self.lines.append(f"{file.relative_to(self.root)}:{line}: {reason}")


# Reading.

def files_ending(folder, endings):
    return sorted(path for path in folder.rglob("*") if path.name.endswith(endings))


def cxx_files(folder):
    return files_ending(folder, CXX_ENDINGS)


def is_test(path):
    return path.name.split(".")[0].endswith("_test")


def unit(path):
    """A header and its source are one unit: their common name without the ending."""
    return re.sub(r"\.(h|cc|cu|cc\.in)$", "", str(path))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


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
    line = line_of(text, declarations[0].start())
    if not words or words[0] != file.parent.name:
        findings.add(file, line, f"the room must be named after its folder, {file.parent.name}")
        return None
    room = Room(words[0], file, line)
    if room.name == TESTING:  # elsewhere such a list would be a hole in the wall
        room.torch_fixtures = {unit(name) for match in TORCH_FIXTURES.finditer(text) for name in match[1].split()}
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


def closure(names, rooms):
    """The rooms in `names` that exist, and all that can be reached from them by DEPS."""
    reached = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name in rooms and name not in reached:
            reached.add(name)
            pending.extend(rooms[name].words("DEPS"))
    return reached


def dependencies(room, rooms):
    """All rooms reachable by one or more DEPS steps; contains the room itself when it is on a cycle."""
    return closure(room.words("DEPS"), rooms)


def check_cycles(rooms, findings):
    for room in rooms.values():
        if room.name in dependencies(room, rooms):
            findings.add(room.file, room.line, f"room {room.name} depends on itself through its DEPS")


# Counting.

def count_lines(folder):
    """(number of files, production lines, test lines); fixtures count as tests."""
    lines = {False: 0, True: 0}
    files = files_ending(folder, COUNTED_ENDINGS)
    for path in files:
        lines[is_test(path) or folder.name == TESTING] += len(path.read_text(errors="replace").splitlines())
    return len(files), lines[False], lines[True]


def to_table(root, rooms):
    folders = [room.folder for room in rooms.values()]
    folders += [root / name for name in PRODUCTION_FOLDERS if (root / name).is_dir()]
    rows = [(folder.name, *count_lines(folder)) for folder in folders]
    rows.append(("total", *(sum(row[column] for row in rows) for column in (1, 2, 3))))
    lines = [f"{'room':<12}{'files':>8}{'production':>12}{'tests':>10}"]
    lines += [f"{name:<12}{files:>8,}{production:>12,}{tests:>10,}" for name, files, production, tests in rows]
    return "\n".join(lines) + "\n"


# Drawing.

def direct_edges(rooms):
    """(room, dependency) pairs that do not follow from others: the transitive reduction of the DEPS."""
    for room in rooms.values():
        reachable = dependencies(room, rooms)
        implied = {far for dep in reachable for far in dependencies(rooms[dep], rooms)}
        yield from ((room.name, dep) for dep in sorted(reachable - implied))


def layers(rooms):
    """Lists of room names from the top: a room lies one below the lowest room it depends on."""
    depth = {}
    for room in sorted(rooms.values(), key=lambda room: len(dependencies(room, rooms))):  # dependencies come first
        depth[room.name] = 1 + max((depth[dep] for dep in dependencies(room, rooms)), default=-1)
    return [sorted(name for name in rooms if depth[name] == level) for level in sorted(set(depth.values()))]


def node(room):
    _, lines, _ = count_lines(room.folder)
    title = f"{room.name} [torch]" if room.torch else room.name
    colour = TORCH_COLOUR if room.torch else PLAIN_COLOUR
    return f'"{room.name}" [label="{title}\\n{lines:,} lines", fillcolor="{colour}"];'


def to_dot(rooms):
    """Names are quoted because `graph` is a word of DOT."""
    result = [
        "digraph rooms {",
        "  rankdir=BT;",
        '  node [shape=box, style="rounded,filled", color="#5b6b7f", fontname="Helvetica", fontsize=12];',
        '  edge [color="#5b6b7f", arrowsize=0.7];']
    for layer in layers(rooms):
        result += [f"  {node(rooms[name])}" for name in layer]
        result.append("  { rank=same; " + " ".join(f'"{name}";' for name in layer) + " }")
    result += [f'  "{room}" -> "{dep}";' for room, dep in direct_edges(rooms)]
    return "\n".join(result) + "\n}\n"


def render(dot_text, file):
    """Writes the picture, or returns why it could not."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run(["dot", "-Tsvg", "-o", file], input=dot_text, text=True, check=True)
    except FileNotFoundError:
        return "the program dot is missing (Debian package graphviz)"
    except subprocess.CalledProcessError as error:
        return f"dot failed with exit code {error.returncode}"
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parent.parent)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("picture", type=Path, nargs="?")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    if not (root / "rlminer").is_dir():
        sys.exit(f"{root}: no rlminer folder here")
    findings = Findings(root)
    rooms = read_rooms(root / "rlminer", findings)
    check_cycles(rooms, findings)
    if findings.lines:
        sys.exit("\n".join(findings.lines))
    dot_text = to_dot({name: room for name, room in rooms.items() if name != TESTING})
    if arguments.lines:
        print(to_table(root, rooms), end="")
    elif arguments.picture:
        sys.exit(render(dot_text, arguments.picture))
    else:
        print(dot_text, end="")


if __name__ == "__main__":
    main()
