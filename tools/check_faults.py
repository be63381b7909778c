#!/usr/bin/env python3
"""Kills the program at random moments and lets system calls fail, and checks what is left behind.

usage: check_faults.py PROGRAM [--quick] [--kills N] [--seed S] [--only TEXT]

- kills: SIGKILL, SIGTERM and SIGINT at random moments of mine (whole, one of two shards, and gone on with), merge,
  evaluate, experiment and, where the program can learn, train. No file may be truncated under its final name, and going on afterwards gives what an uninterrupted run gives.
- failing calls: every call in turn that opens, reads, writes, syncs, closes or renames a file of ours fails with ENOSPC,
  EIO or EACCES (a small library, which this script compiles, stands between the program and the C library).
- places that cannot be written to: a full device, a folder without permission, a closed standard output; as root also
  a full disk, to which room is added before the run goes on.

A run whose output is not complete must say why in one line and end with an exit code other than 0. Inputs are made by the
program itself. Exit code 1: something else happened. --quick is what the test suite runs: seconds instead of minutes.
"""

import argparse
import collections
import csv
import errno
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Lets the call of number FAULT_AT among those named by FAULT_CALL fail with FAULT_ERRNO. Only calls about files below
# FAULT_UNDER count. Writes to FAULT_LOG how many there were.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;

static int ours(const char* path) {
  const char* under = getenv("FAULT_UNDER");
  return under && path && strncmp(path, under, strlen(under)) == 0;
}

static int our_file(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ours(path);
}

/* Whether this call is the one to fail; errno then says why. */
static int fails(const char* call) {
  const char* wanted = getenv("FAULT_CALL");
  if (!wanted || strcmp(wanted, call) != 0) return 0;
  if (atomic_fetch_add(&calls, 1) + 1 != atoi(getenv("FAULT_AT"))) return 0;
  errno = atoi(getenv("FAULT_ERRNO"));
  return 1;
}

__attribute__((destructor)) static void tell(void) {
  const char* log = getenv("FAULT_LOG");
  FILE* file = log ? fopen(log, "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", atomic_load(&calls));
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(const char* name, const char* path, int flags, mode_t mode) {
  const int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (ours(path) && fails(writes ? "create" : "open")) return -1;
  return ((int (*)(const char*, int, ...))dlsym(RTLD_NEXT, name))(path, flags, mode);
}
#define MODE(flags) ({ mode_t m = 0; if ((flags) & O_CREAT) { va_list a; va_start(a, flags); m = va_arg(a, mode_t); va_end(a); } m; })
int open(const char* path, int flags, ...) { return opened("open", path, flags, MODE(flags)); }
int open64(const char* path, int flags, ...) { return opened("open64", path, flags, MODE(flags)); }
static FILE* fopened(const char* name, const char* path, const char* mode) {
  if (ours(path) && fails(mode[0] == 'r' ? "open" : "create")) return NULL;
  return ((FILE* (*)(const char*, const char*))dlsym(RTLD_NEXT, name))(path, mode);
}
FILE* fopen(const char* path, const char* mode) { return fopened("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return fopened("fopen64", path, mode); }
ssize_t write(int descriptor, const void* bytes, size_t size) {
  /* A full disk takes some of it first. */
  if (our_file(descriptor) && fails("write")) {
    const int reason = errno;
    if (size > 1) REAL(write)(descriptor, bytes, size / 2);
    errno = reason;
    return -1;
  }
  return REAL(write)(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  if (our_file(descriptor) && fails("write")) return -1;
  return REAL(writev)(descriptor, parts, count);
}
ssize_t read(int descriptor, void* bytes, size_t size) {
  if (our_file(descriptor) && fails("read")) return -1;
  return REAL(read)(descriptor, bytes, size);
}
size_t fread(void* bytes, size_t size, size_t count, FILE* file) {
  if (our_file(fileno(file)) && fails("read")) {
    /* As the C library would: the stream remembers. */
    const int reason = errno, copy = dup(fileno(file));
    close(fileno(file));
    const int folder = REAL(open)("/", O_RDONLY | O_DIRECTORY);
    dup2(folder, fileno(file));
    const size_t got = REAL(fread)(bytes, size, count, file);
    close(copy);
    errno = reason;
    return got;
  }
  return REAL(fread)(bytes, size, count, file);
}
int fsync(int descriptor) {
  if (our_file(descriptor) && fails("fsync")) return -1;
  return REAL(fsync)(descriptor);
}
int close(int descriptor) {
  const int failing = our_file(descriptor) && fails("close");
  const int reason = errno, result = REAL(close)(descriptor);
  if (failing) errno = reason;
  return failing ? -1 : result;
}
int rename(const char* from, const char* to) {
  if (ours(to) && fails("rename")) return -1;
  return REAL(rename)(from, to);
}
int mkdir(const char* path, mode_t mode) {
  if (ours(path) && fails("mkdir")) return -1;
  return REAL(mkdir)(path, mode);
}
"""

FAULTS = {"open": [errno.EIO, errno.EACCES], "create": [errno.EACCES, errno.EROFS, errno.ENOSPC],
          "write": [errno.ENOSPC, errno.EIO], "read": [errno.EIO], "fsync": [errno.EIO, errno.ENOSPC],
          "close": [errno.EIO], "rename": [errno.EIO, errno.ENOSPC], "mkdir": [errno.EACCES, errno.ENOSPC]}


KILLS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
OLD = b"what was here before\n"


class Case:
    """A command. Its arguments may name {out}, a folder to write into, and {in}, the folder of inputs.

    results: files in {out} that are there when it has succeeded.
    resume: what to add to go on after an interruption; None: the command is simply given again.
    continues: given again, it goes on with what it finds, so that must be its own."""

    def __init__(self, name, arguments, results=(), resume=None, learns=False, continues=False):
        self.name, self.arguments, self.results = name, arguments.split(), list(results)
        self.resume, self.learns, self.continues = resume, learns, continues


TRAIN = ("--filter none --sizes 3..4 --hidden 8 --layers 1 --heads 1 --updates 30 --round 5 --device cpu --threads 1 "
         "--quiet")
EVALUATION = ("summary.json", "table.md", "report.html", "per_graph.csv", "ratio_many.svg")
CASES = [
    Case("mine json", "mine {in}/many.lg -k 3..8 --engine exact --format json --omit-timing --quiet --threads 1 "
         "-o {out}/answers.ndjson", ["answers.ndjson"]),
    Case("mine resumed", "mine {in}/many.lg -k 3..8 --engine exact --omit-timing --quiet --threads 1 --stream always "
         "--resume {out}/answers.ndjson", ["answers.ndjson"], continues=True),
    Case("shard resumed", "mine {in}/many.lg -k 3..8 --engine exact --omit-timing --quiet --top 2 --shard 2/2 "
         "--resume {out}/part.ndjson", ["part.ndjson"], continues=True),
    Case("shard", "mine {in}/many.lg -k 3..8 --engine exact --format json --omit-timing --quiet --stream always "
         "--shard 1/2 -o {out}/part.ndjson", ["part.ndjson"]),
    Case("merge", "merge {in}/part.1.ndjson {in}/part.2.ndjson -o {out}/merged.ndjson", ["merged.ndjson"]),
    Case("mine html", "mine {in}/few.lg -k 3..4 --engine exact --omit-timing --quiet -o {out}/report.html",
         ["report.html"]),
    Case("count", "count {in}/many.lg --labels C,C --edges 0-1 --format json --omit-timing --quiet "
         "-o {out}/counts.ndjson", ["counts.ndjson"]),
    Case("count resumed", "count {in}/many.lg --labels C,C,O --edges 0-1,1-2 --omit-timing --quiet "
         "--resume {out}/counts.ndjson", ["counts.ndjson"], continues=True),
    Case("convert", "convert {in}/many.lg -o {out}/many.json.gz", ["many.json.gz"]),
    Case("generate", "generate er -n 500 -m 900 --labels 3 -o {out}/random.lg", ["random.lg"]),
    Case("draw", "draw --labels C,C,O --edges 0-1,1-2 -o {out}/pattern.svg", ["pattern.svg"]),
    Case("info", "info {in}/many.lg --format json -o {out}/info.json", ["info.json"]),
    Case("evaluate", "evaluate {in}/many.lg --methods exact,rand --seeds 2 -k 3..5 --filter none --cache {out}/cache "
         "--quiet -o {out}", EVALUATION),
    Case("experiment datasets", "experiment datasets --data {in} --collections many.lg -o {out} --quiet",
         ["datasets.md", "datasets.csv", "datasets.html", "datasets.svg"]),
    Case("experiment main", "experiment main --data {in} --models {in} --collections many.lg --seeds 2 --graphs 10 "
         "--device cpu -o {out} --quiet", ["main.md", "main.csv", "main.html", "main.svg"], learns=True),
    Case("train", "train {in}/few.lg -o {out}/m.safetensors " + TRAIN, ["m.safetensors"], resume="--resume",
         learns=True),
]


def without_times(name, content):
    """What two runs have in common; None: nothing, because it is full of times."""
    if name.endswith((".safetensors", ".gz")):
        return content
    text = content.decode("utf8", "replace")
    if name == "summary.json":
        return [{key: value for key, value in row.items() if key != "seconds"} for row in json.loads(text)["rows"]]
    if name in ("per_graph.csv", "main.csv"):
        rows = list(csv.reader(text.splitlines()))
        return [[cell for heading, cell in zip(rows[0], row) if "seconds" not in heading] for row in rows]
    if name in ("table.md", "report.html", "ratio_many.svg") or name.startswith("main."):
        return None
    return text


def is_whole(name, content):
    """Whether a file of that name is complete, as far as its end tells."""
    text = content.decode("utf8", "replace")
    if content == OLD:
        return True
    if name.endswith(".safetensors") or name.endswith(".last"):
        header = 8 + int.from_bytes(content[:8], "little")
        entries = json.loads(content[8:header])
        data = max((entry["data_offsets"][1] for key, entry in entries.items() if key != "__metadata__"), default=0)
        return len(content) == header + data
    if name.endswith((".json", ".ndjson", ".jsonl")):
        for line in [text] if name.endswith(".json") else text.splitlines():
            json.loads(line)
        return text.endswith("\n")
    for ending, last in ((".html", "</html>\n"), (".svg", "</svg>\n"), (".gz", "")):
        if name.endswith(ending):
            return text.endswith(last) and (ending != ".gz" or gzip.decompress(content) != b"")
    return text.endswith("\n")


class Checker:
    def __init__(self, program, work, seed):
        self.program, self.work, self.rng = program, work, random.Random(seed)
        self.injections, self.failures = collections.Counter(), []
        self.inputs = work / "in"
        self.inputs.mkdir()
        (work / "home").mkdir()

    def command(self, case, out, more=()):
        return [str(self.program), *[word.format(**{"in": self.inputs, "out": out}) for word in case.arguments], *more]

    def environment(self, **more):
        return {**os.environ, "HOME": str(self.work / "home"), "RLMINER_MODELS": str(self.inputs),
                **{name: str(value) for name, value in more.items()}}

    def run(self, case, out, more=(), settings=None, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.run(self.command(case, out, more), stdin=subprocess.DEVNULL, timeout=300, check=False,
                              env=self.environment(**(settings or {})), **options)

    def fresh(self, old=None):
        """An empty folder, or one where the results of a case were there before."""
        out = self.work / "out"
        subprocess.run(["chmod", "-R", "u+rwx", str(out)], check=False, capture_output=True)
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        for name in old.results if old and not old.continues else ():
            (out / name).write_bytes(OLD)
        return out

    def prepare(self):
        self.must_succeed("generate", "molecule", "-n", 25, "--graphs", 200, "--seed", 1, "-o", self.inputs / "many.lg")
        self.must_succeed("generate", "molecule", "-n", 12, "--graphs", 20, "--seed", 2, "-o", self.inputs / "few.lg")
        # Merging these takes long enough to be interrupted.
        for shard in (1, 2):
            part = self.inputs / f"part.{shard}.ndjson"
            self.must_succeed("count", self.inputs / "many.lg", "--labels", "C,C", "--edges", "0-1", "--shard", f"{shard}/2",
                              "--omit-timing", "--occurrences", 10, "-o", part)
            lines = part.read_text().splitlines()
            part.write_text("".join(line.replace(f'"graph":{i}', f'"graph":{i + 200 * turn}', 1) + "\n"
                                    for turn in range(100) for i, line in zip(range(shard - 1, 200, 2), lines)))
        self.learns = (self.program.parent / "rlminer-learning").exists()
        if self.learns:
            self.must_succeed("train", self.inputs / "many.lg", "-o", self.inputs / "many.lg.safetensors",
                              *TRAIN.replace("3..4", "5..9").split())

    def must_succeed(self, *arguments):
        subprocess.run([str(self.program), *map(str, arguments)], check=True, env=self.environment(),
                       stdout=subprocess.DEVNULL)

    def fail(self, case, what, detail=""):
        self.failures.append(f"{case.name}: {what}{': ' if detail else ''}{detail}")
        print(f"FAILED  {self.failures[-1]}", flush=True)

    # What is left behind

    def files(self, out):
        """The content of the files by name; drafts have no final name, and the cache checks itself."""
        return {path.name: path.read_bytes() for path in sorted(out.iterdir())
                if path.is_file() and not path.name.startswith(".rlminer-") and path.suffix != ".part"}

    def check_whole(self, case, out, when):
        for name, content in self.files(out).items():
            try:
                whole = is_whole(name, content)
            except (ValueError, EOFError, OSError):
                whole = False
            if not whole:
                self.fail(case, f"{when}: {name} is not whole", repr(content[-60:]))

    def check_same(self, case, out, reference, when):
        found = self.files(out)
        for name in case.results:
            if name not in found:
                self.fail(case, f"{when}: {name} is missing")
            elif without_times(name, found[name]) != without_times(name, reference[name]):
                self.fail(case, f"{when}: {name} differs from that of an uninterrupted run")

    def check_told(self, case, done, when, says=None):
        """A failure is one line and an exit code."""
        lines = [line for line in done.stderr.decode("utf8", "replace").splitlines() if not line.startswith("warning: ")]
        if done.returncode not in (1, 2):
            self.fail(case, f"{when}: exit code {done.returncode}", " | ".join(lines))
        elif len(lines) != 1 or (says and says not in lines[0]):
            self.fail(case, f"{when}: not one clear line", " | ".join(lines))

    def complete(self, case, out, reference):
        found = self.files(out)
        return all(name in found and found[name] != OLD and is_whole(name, found[name]) and
                   without_times(name, found[name]) == without_times(name, reference[name]) for name in case.results)

    def reference(self, case):
        """What an undisturbed run leaves, and how long it takes."""
        out = self.fresh()
        start = time.monotonic()
        done = self.run(case, out)
        seconds = time.monotonic() - start
        if done.returncode != 0:
            raise SystemExit(f"{case.name} fails by itself: {done.stderr.decode()}")
        return self.files(out), seconds

    # Kills

    def kill(self, case, kills):
        """Interrupts it again and again; now and then it is left to end, and must then have ended well."""
        reference, seconds = self.reference(case)
        out = self.fresh(case)
        begun = False
        for turn in range(kills):
            if case.resume is None and turn % (23 if case.continues else 7) == 6:
                out, begun = self.fresh(case if turn % 2 else None), False
            more = [case.resume] if case.resume and begun and (out / (case.results[0] + ".last")).exists() else []
            begun = True
            process = subprocess.Popen(self.command(case, out, more), stdin=subprocess.DEVNULL, env=self.environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            sent = self.rng.choice(KILLS)
            try:
                process.wait(self.rng.uniform(0, seconds * 1.1))
            except subprocess.TimeoutExpired:
                process.send_signal(sent)
            try:
                error = process.communicate(timeout=60)[1].decode("utf8", "replace")
            except subprocess.TimeoutExpired:
                process.kill()
                error = process.communicate()[1].decode("utf8", "replace")
                self.fail(case, f"does not end after {sent.name}")
            self.injections["kills"] += 1
            if process.returncode not in (0, -sent, 128 + sent, 130):
                self.fail(case, f"exit code {process.returncode} after {sent.name}", error)
            if process.returncode == 0:
                self.check_same(case, out, reference, "after an end in time")
            self.check_whole(case, out, f"after {sent.name}")
        more = [case.resume] if case.resume and (out / (case.results[0] + ".last")).exists() else []
        done = self.run(case, out, more)
        if done.returncode != 0:
            self.fail(case, "cannot go on after kills", done.stderr.decode("utf8", "replace"))
        self.check_same(case, out, reference, "gone on with after kills")

    # System calls that fail

    def compile_shim(self):
        source, self.shim = self.work / "shim.c", self.work / "shim.so"
        source.write_text(SHIM)
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(self.shim), str(source), "-ldl"], check=True)

    def with_fault(self, case, out, call, at, reason):
        log = self.work / "calls"
        log.unlink(missing_ok=True)
        done = self.run(case, out, settings={
            "LD_PRELOAD": self.shim, "FAULT_UNDER": f"{self.work}/", "FAULT_CALL": call, "FAULT_AT": at,
            "FAULT_ERRNO": reason, "FAULT_LOG": log})
        return done, int(log.read_text()) if log.exists() else 0

    def let_calls_fail(self, case, most):
        """Each call of each kind fails once, or `most` of them evenly spread."""
        reference, _ = self.reference(case)
        for call, reasons in FAULTS.items():
            _, calls = self.with_fault(case, self.fresh(), call, 0, 0)
            for place in sorted({1 + i * calls // min(most, calls) for i in range(min(most, calls))}):
                reason = self.rng.choice(reasons)
                out = self.fresh(case if self.rng.random() < 0.5 else None)
                done, _ = self.with_fault(case, out, call, place, reason)
                self.injections["failing calls"] += 1
                when = f"{errno.errorcode[reason]} of {call} number {place} of {calls}"
                self.check_whole(case, out, when)
                if done.returncode != 0:
                    self.check_told(case, done, when)
                elif not self.complete(case, out, reference):
                    self.fail(case, f"{when}: exit code 0, and the output is not complete")
                if case.continues and done.returncode != 0:
                    again = self.run(case, out)
                    if again.returncode != 0:
                        self.fail(case, f"{when}: cannot go on", again.stderr.decode("utf8", "replace"))
                    self.check_same(case, out, reference, f"gone on with after {when}")
                if any(path.name.startswith(".rlminer-") for path in out.rglob("*")):
                    self.fail(case, f"{when}: a draft was left behind")

    # Places that cannot be written to

    def ordinary_user(self):
        """Root may write anywhere. None: there is nobody else who could run the program."""
        if os.geteuid() != 0:
            return {}
        nobody = {"user": 65534, "group": 65534}
        for folder in (self.work, self.inputs, self.work / "home"):
            folder.chmod(0o755)
        try:
            subprocess.run([str(self.program), "--version"], check=True, capture_output=True, **nobody)
        except (OSError, subprocess.CalledProcessError):
            return None
        return nobody

    def no_place(self, case):
        user = self.ordinary_user()
        if user is not None:
            out = self.fresh()
            out.chmod(0o555)
            self.injections["read-only folders"] += 1
            self.check_told(case, self.run(case, out, **user), "read-only folder")
            if self.files(out):
                self.fail(case, "wrote into a read-only folder")
        out = self.fresh(case)
        shutil.rmtree(out)
        out.write_bytes(b"")
        self.injections["files in place of folders"] += 1
        self.check_told(case, self.run(case, out), "a file in the place of the folder")
        out.unlink()

    def full_disk(self, case):
        """A disk that is full in the middle of the run, and then larger."""
        reference, _ = self.reference(case)
        size = sum(map(len, reference.values()))
        out = self.fresh()
        mounted = ["mount", "-t", "tmpfs", "-o", f"size={max(size // 2, 4096)}", "tmpfs", str(out)]
        if os.geteuid() != 0 or subprocess.run(mounted, check=False, capture_output=True).returncode != 0:
            return
        try:
            self.injections["full disks"] += 1
            self.check_told(case, self.run(case, out), "full disk", "No space left")
            self.check_whole(case, out, "full disk")
            subprocess.run(["mount", "-o", f"remount,size={4 * size + 65536}", str(out)], check=True)
            done = self.run(case, out)
            if done.returncode != 0:
                self.fail(case, "cannot go on after a full disk", done.stderr.decode("utf8", "replace"))
            self.check_same(case, out, reference, "gone on with after a full disk")
        finally:
            subprocess.run(["umount", str(out)], check=True)

    def no_output(self):
        """Standard output is full, closed, or a pipe that nobody reads."""
        for words in ("mine {in}/few.lg -k 3", "mine {in}/few.lg -k 3 --format json", "mine {in}/few.lg -k 3 --format html",
                      "count {in}/few.lg --labels C,C --edges 0-1", "info {in}/few.lg", "convert {in}/few.lg --to json",
                      "generate er", "merge {in}/part.1.ndjson {in}/part.2.ndjson --quiet", "draw --labels C,C --edges 0-1", "examples", "completion bash", "man", "--help",
                      "mine --help", "--version", "", "experiment --list"):
            case = Case(f"'{words}' to standard output", words)
            with open("/dev/full", "wb") as full:
                self.injections["full standard output"] += 1
                self.check_told(case, self.run(case, self.work, stdout=full), "full", "No space left")
            self.injections["closed standard output"] += 1
            done = self.run(case, self.work, stdout=None, preexec_fn=lambda: os.close(1))
            self.check_told(case, done, "closed", "Bad file descriptor")
            reader, writer = os.pipe()
            os.close(reader)
            self.injections["pipes without a reader"] += 1
            done = self.run(case, self.work, stdout=writer)
            os.close(writer)
            if (done.returncode, done.stderr) != (0, b""):
                self.fail(case, f"a pipe without a reader: exit code {done.returncode}", done.stderr.decode())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--quick", action="store_true", help="a few seconds, for the test suite")
    parser.add_argument("--kills", type=int, default=40, help="of each command [40]")
    parser.add_argument("--calls", type=int, default=8, help="failing calls of each kind and command [8]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="commands whose name contains this text")
    options = parser.parse_args()
    if options.quick:
        options.kills, options.calls = 2, 1
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.program.resolve(), Path(folder).resolve(), options.seed)
        checker.prepare()
        checker.compile_shim()
        for case in CASES:
            if options.only not in case.name or (case.learns and (not checker.learns or options.quick)):
                continue
            start = time.monotonic()
            checker.kill(case, options.kills)
            checker.let_calls_fail(case, options.calls)
            checker.no_place(case)
            if case.continues or case.name in ("mine json", "merge"):
                checker.full_disk(case)
            print(f"{case.name:<24}{time.monotonic() - start:6.0f} s", flush=True)
        if not options.only:
            checker.no_output()
    for kind, number in checker.injections.items():
        print(f"{number:6} {kind}")
    print(f"{sum(checker.injections.values()):6} in all, {len(checker.failures)} failures")
    sys.exit(1 if checker.failures else 0)


if __name__ == "__main__":
    main()
