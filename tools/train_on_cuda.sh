#!/usr/bin/env bash
# Builds rlminer with a CUDA libtorch and runs it, on a machine with an NVIDIA GPU.
#
#   tools/train_on_cuda.sh train ENZYMES -o enzymes.safetensors --preset fast --plus
#   tools/train_on_cuda.sh                      only builds
#   tools/train_on_cuda.sh --check              builds and compares our kernels with the CPU's arithmetic
#
# The libtorch is the one in $TORCH_PREFIX (a folder with share/cmake/Torch), or else the one inside the Python package
# `torch` of python3. Needed besides: a C++20 compiler, CMake, ninja, nvcc, and the headers of CLI11, fmt, nlohmann-json
# and zlib. Without expat the program cannot read GraphML; nothing else is missing. The program is build/cuda/rlminer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
prefix=${TORCH_PREFIX:-$(python3 -c 'import torch; print(torch.utils.cmake_prefix_path)')}
capability=${CUDA_CAPABILITY:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1)}
cmake -S . -B build/cuda -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
  -DTORCH_CUDA_ARCH_LIST="$capability" -DRLMINER_NATIVE=ON -DRLMINER_TESTS=OFF -DRLMINER_BENCH=OFF >"$log" 2>&1 ||
  { cat "$log"; exit 1; }
rm -f "$log"
cmake --build build/cuda --target rlminer
if [ "${1:-}" = --check ]; then
  cmake --build build/cuda --target cuda_test
  exec build/cuda/cuda_test
fi
if [ $# -gt 0 ]; then
  exec build/cuda/rlminer "$@"
fi
