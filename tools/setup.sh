#!/bin/sh
# Installs the Debian packages the build needs, and does nothing (no network either) when they are all there.
#
#   sh tools/setup.sh                   what the program needs, without learning: enough for `make run`
#   sh tools/setup.sh learning test     also libtorch, and what the tests need; other words: extras, deb, format, fuzz,
#                                       lint, map, mpi, python, coverage, browser
#
# Needs nothing but a POSIX shell, so it is also the first command on a machine without make.
# RLMINER_SKIP_SETUP=1 skips it for those who bring the libraries from elsewhere.
# shellcheck disable=SC2086  # lists of package names are split at spaces on purpose
set -eu

packages_for_program() {
  cat <<'LIST'
g++                 the compiler (12 or newer)
cmake               describes the build (3.25 or newer)
ninja-build         runs the build
make                the front door: make run, make test
ccache              makes the second build quick
zlib1g-dev          reads gzip-compressed graphs
liblzma-dev         reads xz-compressed graphs
libzstd-dev         reads zstd-compressed graphs
libbz2-dev          reads bzip2-compressed graphs
libexpat1-dev       reads GraphML
libboost-dev        counts beyond 128 bits
nlohmann-json3-dev  reads and writes JSON
libfmt-dev          formats the answers
libcli11-dev        the command line
pkg-config          finds zstd
LIST
}

packages_for_learning() {
  cat <<'LIST'
libtorch-dev          the networks
libgloo-dev           processes that train one network together
libopenblas0-pthread  their arithmetic; without it libtorch falls back to a very slow one
LIST
}

packages_for_test() {
  cat <<'LIST'
python3             tests from outside, the layering check
libgtest-dev        the tests
libnauty2-dev       tests and benchmarks compare our canonical form with it
libbenchmark-dev    the micro-benchmarks
LIST
}

# Tests of what needs these are skipped without them.
packages_for_extras() {
  cat <<'LIST'
dpkg-dev            packs the Debian package
file                the same
groff-base          sets the manual page
fish                completes commands
zsh                 completes commands
LIST
}

packages_for_deb() {
  cat <<'LIST'
dpkg-dev            finds the packages that ours depends on
file                tells programs from data
python3-dev         the headers of Debian's Python
python3-numpy       the Python package is tried out with it
LIST
}

# Node.js may come from elsewhere, with npm in the same package: only what is missing as a command.
packages_for_browser() {
  echo "chromium            shows the reports"
  echo "fonts-dejavu-core   the letters in them"
  command -v node >/dev/null || echo "nodejs  runs the tests"
  command -v npm >/dev/null || echo "npm     brings playwright-core, which drives the browser"
}

packages_for_target() {
  case "$1" in
    program) packages_for_program ;;
    learning) packages_for_learning ;;
    test) packages_for_test ;;
    extras) packages_for_extras ;;
    deb) packages_for_deb ;;
    format) echo "clang-format  lays out the source" ;;
    python) printf '%s\n' "python3-venv  environments for what comes from PyPI" "python3-dev  the headers of Python" ;;
    fuzz) printf '%s\n' "clang-19  compiles the fuzz targets" "libclang-rt-19-dev  libFuzzer and the sanitizers" ;;
    lint) printf '%s\n' "clang-format  checks the layout" "clang-tidy-19  finds likely mistakes" ;;
    mpi) printf '%s\n' "libopenmpi-dev  processes on many machines" "openmpi-bin  mpirun, which starts them" ;;
    map) echo "graphviz  draws the map of the rooms" ;;
    coverage) echo "gcovr  sums up what the tests executed" ;;
    browser) packages_for_browser ;;
    *)
      echo "setup: unknown target '$1' (known: program, learning, test, extras, deb, format, fuzz, lint, map, mpi, python, coverage, browser)" >&2
      exit 2
      ;;
  esac
}

# The packages among the arguments that are not installed.
missing_among() {
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=absent
    [ "$state" = installed ] || printf '%s ' "$package"
  done
}

install_packages() {
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: not root and no sudo; as root run: apt-get install --no-install-recommends $*" >&2
      return 1
    fi
    as_root=sudo
  fi
  echo "setup: installing $*"
  apt_get="$as_root env DEBIAN_FRONTEND=noninteractive apt-get"
  # A stale or empty package index is the usual reason for a failure, so refresh it first.
  if ! $apt_get update -qq ||
    ! $apt_get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >/dev/null; then
    echo "setup: apt-get could not install: $*" >&2
    return 1
  fi
}

wanted=$(packages_for_target program)
for target in "$@"; do
  wanted="$wanted
$(packages_for_target "$target")"
done
names=$(printf '%s\n' "$wanted" | cut -d ' ' -f 1)

if [ "${RLMINER_SKIP_SETUP:-0}" = 1 ]; then
  exit 0
fi
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: no apt-get here, so nothing was installed; needed are the equivalents of:" $names >&2
  exit 0
fi
missing=$(missing_among $names)
if [ -n "$missing" ]; then
  install_packages $missing
fi
