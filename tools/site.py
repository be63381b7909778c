#!/usr/bin/env python3
"""Puts the pages of the documentation where mkdocs.yml expects them, in the layout of the repository, so that links
between them lead to the same places on the site as there.

usage: site.py FOLDER
"""
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs", "models/README.md"]
REFERENCE = """# Python reference

What `import rlminer` offers, from the code itself. [python.md](python.md) is the introduction.

"""


def copy(name, folder):
    source, target = ROOT / name, folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


def linked_files(folder):
    """What a page links to and that is no page: sources, folders."""
    for page in folder.rglob("*.md"):
        for link in re.findall(r"\]\((?!\w+:|#)([^)#]+)", page.read_text()):
            target = (page.parent / link).resolve()
            if (target.is_dir() or not target.exists()) and target.is_relative_to(folder):
                yield page, link, target.relative_to(folder)


def reference():
    """One entry for each name that the package offers, and what is in its modules for other packages."""
    text = (ROOT / "python/rlminer/__init__.py").read_text()
    names = re.findall(r'^    "(\w+)",$', text, re.MULTILINE)
    entries = [f"rlminer.{name}" for name in names if name != "Error"] + ["rlminer.sklearn.PatternFeatures", "rlminer.pyg.OrbitFeatures"]
    return REFERENCE + "\n".join(f"::: {entry}\n" for entry in entries)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    for name in PAGES:
        copy(name, folder)
    for page, link, name in list(linked_files(folder)):
        if (ROOT / name).is_file():
            copy(name, folder)
        elif (ROOT / name).is_dir():  # a site has no listing of a folder
            page.write_text(re.sub(r"\[([^]]*)\]\(" + re.escape(link) + r"\)", r"\1", page.read_text()))
    (folder / "docs/python-reference.md").write_text(reference())


if __name__ == "__main__":
    main()
