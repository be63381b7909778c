#!/bin/sh
# Proves that a bare Debian 12 with nothing but this source can build, run and test the project: makes such a
# system in a folder, clones the last commit into it and runs the commands of the README there.
#
#   sudo tools/fresh_machine.sh [COMMAND ...]     default: `sh tools/setup.sh`, `make run`, `make test`
#
#   FRESH_DIR     where the system lives (default /var/tmp/rlminer-fresh); removed first and left for inspection
#   FRESH_BASE    optional folder that keeps the untouched system, so that the next run need not download it
#   FRESH_SOURCE  repository to clone (default: the one this script is in)
#   FRESH_MIRROR  package mirror (default http://deb.debian.org/debian)
#
# Needs root, git, debootstrap and the network. Uncommitted changes are not tested.
set -eu

source_dir=${FRESH_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
system=${FRESH_DIR:-/var/tmp/rlminer-fresh}
mirror=${FRESH_MIRROR:-http://deb.debian.org/debian}

fail() {
  echo "fresh_machine: $*" >&2
  exit 1
}

# A folder is removed only when it is absent, empty or an earlier system of ours.
remove_system() {
  if [ -d "$1" ] && [ -n "$(ls -A "$1")" ]; then
    [ -e "$1/.rlminer-fresh" ] || fail "$1 is not empty and not made by this script"
  fi
  rm -rf --one-file-system "$1"
}

make_bare_system() {
  debootstrap --variant=minbase bookworm "$1" "$mirror" >"$1.log" 2>&1 || fail "debootstrap failed, see $1.log"
  : >"$1/.rlminer-fresh"
}

# What the kernel provides on every machine: processes and terminals.
enter() {
  mount -t proc proc "$system/proc"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$system/dev/pts"
  ln -sf pts/ptmx "$system/dev/ptmx"
}

leave() {
  umount "$system/dev/pts" "$system/proc" 2>/dev/null || true
}

in_system() {
  echo "fresh_machine: \$ $1"
  chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    sh -c "cd /root/rlminer && $1"
}

[ "$(id -u)" -eq 0 ] || fail "needs root"
for tool in git debootstrap; do
  command -v "$tool" >/dev/null || fail "needs $tool"
done
[ $# -gt 0 ] || set -- "sh tools/setup.sh" "make run" "make test"

remove_system "$system"
if [ -n "${FRESH_BASE:-}" ]; then
  [ -e "$FRESH_BASE/.rlminer-fresh" ] || make_bare_system "$FRESH_BASE"
  cp -a "$FRESH_BASE" "$system"
else
  make_bare_system "$system"
fi
cp /etc/resolv.conf "$system/etc/resolv.conf"
git clone --quiet "$source_dir" "$system/root/rlminer"
trap leave EXIT INT TERM
enter

echo "fresh_machine: bare Debian $(cat "$system/etc/debian_version"), commit $(git -C "$source_dir" rev-parse --short HEAD)"
for tool in make cmake g++ git; do
  ! chroot "$system" sh -c "command -v $tool" >/dev/null || fail "the bare system has $tool already"
done
for command in "$@"; do
  in_system "$command"
done
echo "fresh_machine: all commands succeeded"
