"""What the tests of the program share: running it, also on a terminal, and a folder of files for it to read.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only.
"""

import array
import fcntl
import json
import os
import pty
import re
import select
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["RLMINER_PROGRAM"]).resolve()
# So does the thread sanitizer, while a thread waits in a call that it does not know to take long.
HOLDS_SIGNALS_BACK = b"__tsan_init" in PROGRAM.read_bytes()


def run(*arguments, timeout=120, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **options
    )


def shown_on_terminal(*arguments, stream="stdout", **options):
    """What a run that must succeed writes to a standard output (or error) that is a terminal."""
    main, terminal = pty.openpty()
    # A terminal whose last writer is gone may lose what was not read yet. So the test keeps it open and writes the
    # end itself: everything of the program stands before it, however late the reader comes.
    end, shown = b"\x00END OF THE RUN\x00", bytearray()

    def read():
        while not shown.endswith(end):
            shown.extend(os.read(main, 4096))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        done = subprocess.run([PROGRAM, *map(str, arguments)], timeout=120, **{**silent, stream: terminal}, **options)
        os.write(terminal, end)
        reader.join(timeout=60)
        assert not reader.is_alive(), f"the end of the run did not come: {shown}"
    finally:
        os.close(terminal)
        os.close(main)
    assert done.returncode == 0, done.returncode
    return shown.removesuffix(end).decode().replace("\r\n", "\n")


def wait_until(event, what):
    """Returns when event() is true. The time allowed only keeps a broken program from hanging the test."""
    end = time.monotonic() + 120
    while not event():
        assert time.monotonic() < end, f"this did not happen: {what}"
        time.sleep(0.01)


def wait_until_worked(process, seconds):
    """Returns when the process has used so much more processor time, however busy the machine is, or has ended."""

    def used():
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    end = used() + seconds
    wait_until(lambda: process.poll() is not None or used() >= end, f"{seconds} s of work")


def is_full(pipe):
    """Whether whoever writes to this pipe has to wait until somebody reads."""
    waiting = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    return waiting[0] > fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) - select.PIPE_BUF


def is_pending(process, number):
    """Whether a signal that was sent has not reached the process yet."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return any(int(mask, 16) >> (number - 1) & 1 for mask in re.findall(r"(?:Sig|Shd)Pnd:\s*(\w+)", status))


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


class InFolder(unittest.TestCase):
    """A test with a temporary folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
