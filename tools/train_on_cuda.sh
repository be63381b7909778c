#!/usr/bin/env bash
# Builds rlminer with a CUDA libtorch and runs it, on a machine with an NVIDIA GPU.
#
#   tools/train_on_cuda.sh train ENZYMES -o enzymes.safetensors --preset fast --plus
#   tools/train_on_cuda.sh                      only builds
#   tools/train_on_cuda.sh --check              builds and compares our kernels with the CPU's arithmetic
#   tools/train_on_cuda.sh --together OUT SECONDS RUNS
#                                               trains several models side by side
#   tools/train_on_cuda.sh --share COMMAND...   runs a command (one that starts several of the above, say) while MPS shares
#                                               the GPU among all it starts
#
# RUNS is a file with a line per model: its name, then what `rlminer train` is to be told (`--half --test-curve`, the
# time limit, threads, output and `--device cuda` are added); lines that begin with # are comments. OUT receives
# NAME.safetensors, the best of each run so far, and logs.tar.gz (logs, curves, what was printed), both brought up to
# date every few seconds, so that a run that is cut off loses little. SECONDS counts from the start of this script,
# building included; the runs end, with everything saved, a little before. MPS shares the GPU where it can be started.
#
# The libtorch is the one in $TORCH_PREFIX (a folder with share/cmake/Torch), or else the one inside the Python package
# `torch` of python3. Needed besides: a C++20 compiler, CMake, ninja, nvcc, and the headers of Boost, CLI11,
# fmt, nlohmann-json and zlib. Without expat the program cannot read GraphML; nothing else is missing. The program is
# build/cuda/rlminer; if $RLMINER names one that works, nothing is built. With DRY_RUN=1 --together prints the commands
# it would run. THREADS is for each run (all cores, shared).
set -euo pipefail
began=$SECONDS

build() {
  local log prefix capability
  log=$(mktemp)
  prefix=${TORCH_PREFIX:-$(python3 -c 'import torch; print(torch.utils.cmake_prefix_path)')}
  capability=${CUDA_CAPABILITY:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1)}
  cmake -S . -B build/cuda -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
    -DTORCH_CUDA_ARCH_LIST="$capability" -DRLMINER_NATIVE=ON -DRLMINER_TESTS=OFF -DRLMINER_BENCH=OFF >"$log" 2>&1 ||
    { cat "$log"; exit 1; }
  rm -f "$log"
  cmake --build build/cuda --target "$@"
}

# The names in the file of runs.
names() { sed -e 's/#.*//' "$1" | awk 'NF { print $1 }'; }

# Brings OUT up to date; a file is there whole or not at all.
collect() {
  local out=$1 work=$2 model
  for model in "$work"/*.safetensors; do
    [ -e "$model" ] || continue
    cp "$model" "$out/.copy" && mv "$out/.copy" "$out/$(basename "$model")"
  done
  # A log may grow while it is read, which is no reason to stop.
  (cd "$work" && find . -name '*.csv' -o -name '*.jsonl' -o -name '*.svg' -o -name '*.txt') |
    tar -czf "$out/.copy" -C "$work" -T - 2>/dev/null || true
  mv "$out/.copy" "$out/logs.tar.gz"
}

start_mps() {
  # One that runs already serves these runs too, and is not ours to end.
  [ -z "${CUDA_MPS_PIPE_DIRECTORY:-}" ] || return 0
  command -v nvidia-cuda-mps-control >/dev/null || return 0
  export CUDA_MPS_PIPE_DIRECTORY=$1/mps CUDA_MPS_LOG_DIRECTORY=$1/mps-log
  mkdir -p "$CUDA_MPS_PIPE_DIRECTORY" "$CUDA_MPS_LOG_DIRECTORY"
  if nvidia-cuda-mps-control -d; then
    # A daemon that starts need not work; without it the runs share the GPU by turns.
    if ! python3 -c 'import torch' 2>/dev/null || timeout 60 python3 -c 'import torch; torch.zeros(1, device="cuda")'; then
      own_mps=1
      return
    fi
    echo quit | nvidia-cuda-mps-control >/dev/null || true
  fi
  echo "no MPS: the runs take turns" >&2
  unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
}

# Ends what was started, keeps what there is.
finish() {
  local pid
  for pid in "${pids[@]}"; do
    kill -INT "$pid" 2>/dev/null || true
  done
  [ "${#pids[@]}" -eq 0 ] || wait "${pids[@]}" 2>/dev/null || true
  collect "$out" "$work"
  [ -z "${own_mps:-}" ] || echo quit | nvidia-cuda-mps-control >/dev/null || true
  rm -rf "$work"
}

share() {
  local work
  work=$(mktemp -d)
  start_mps "$work"
  "$@"
  [ -z "${own_mps:-}" ] || echo quit | nvidia-cuda-mps-control >/dev/null || true
  rm -rf "$work"
}

train_together() {
  local seconds=$2 runs=$3 count threads limit name options pid
  out=$1
  pids=()
  work=$(mktemp -d)
  mkdir -p "$out"
  count=$(names "$runs" | wc -l)
  threads=${THREADS:-$(($(nproc) / count > 2 ? $(nproc) / count : 2))}
  # The last evaluation and the last copies take their time.
  limit=$((seconds - (SECONDS - began) - 15))
  [ "$limit" -gt 0 ] || { echo "no time is left to train" >&2; exit 1; }
  if [ -z "${DRY_RUN:-}" ]; then
    trap finish EXIT
    trap 'exit 143' TERM INT
    [ "$count" -le 1 ] || start_mps "$work"
  fi
  while read -r name options; do
    # The options are several words.
    # shellcheck disable=SC2206
    local command=("$rlminer" train $options -o "$work/$name.safetensors" --half --test-curve
      --time-limit "$limit" --threads "$threads")
    # A GPU that is not found must not go unnoticed.
    [[ $options == *--device* ]] || command+=(--device cuda)
    echo "${command[*]}"
    [ -z "${DRY_RUN:-}" ] || continue
    "${command[@]}" >"$work/$name.txt" 2>&1 &
    pids+=($!)
  done < <(sed -e 's/#.*//' "$runs" | awk 'NF')
  for pid in "${pids[@]}"; do
    while kill -0 "$pid" 2>/dev/null; do
      sleep "${EVERY:-5}"
      collect "$out" "$work"
    done
  done
  if [ -n "${DRY_RUN:-}" ]; then
    rmdir "$work"
    return
  fi
  for name in $(names "$runs"); do
    echo "== $name"
    tail -n 14 "$work/$name.txt"
  done
}

runs_file=
if [ "${1:-}" = --together ]; then
  [ $# -eq 4 ] || { echo "usage: $0 --together OUT SECONDS RUNS" >&2; exit 2; }
  runs_file=$(realpath "$4")
  set -- "$1" "$(realpath -m "$2")" "$3" "$runs_file"
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rlminer=${RLMINER:-}
if [ -z "$rlminer" ] || ! "$rlminer" --version >/dev/null; then
  rlminer=build/cuda/rlminer
  [ -n "${DRY_RUN:-}" ] || build rlminer rlminer-learning
fi
case ${1:-} in
--check)
  build cuda_test
  exec build/cuda/cuda_test
  ;;
--together) train_together "$2" "$3" "$4" ;;
--share) share "${@:2}" ;;
"") ;;
*) exec "$rlminer" "$@" ;;
esac
