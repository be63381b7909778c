#!/usr/bin/env bash
# Trains the models in models/ on a machine with an NVIDIA GPU: first the universal one, on the training parts of all
# five collections and on generated graphs, then one per collection that starts from it, and a small one for
# neighbourhoods in large networks, on generated graphs alone.
#
#   tools/train_models.sh OUT [NAME...]   all by default; NAME: universal ENZYMES PROTEINS DHFR COX2 BZR networks
#
# DATA (../shared/data) has a folder per collection. SEED seeds everything random but the split (0; 2 for COX2: the best
# of three on its validation graphs); UPDATES is the length of each run; HIDDEN (64) and LAYERS (4) are the width and
# depth of the networks; THREADS (all) is for runs side by side. A specialised model needs OUT/universal.safetensors.
# Models, logs and curves are written to OUT; docs/results.md has the figures.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$1
shift
data=${DATA:-$root/../shared/data}
collections="ENZYMES PROTEINS DHFR COX2 BZR"
mkdir -p "$out"
"$root/tools/train_on_cuda.sh"
rlminer=$root/build/cuda/rlminer
common=(--preset fast --plus --features --labels-by rank --sizes 3..14 --half --test-curve --threads "${THREADS:-0}"
  --hidden "${HIDDEN:-64}" --layers "${LAYERS:-4}")

# generate FOLDER FIRST_SEED COUNT KIND...: a file of graphs of each kind; prints their names.
generate() {
  local folder=$1 seed=$2 count=$3 kind
  shift 3
  mkdir -p "$folder"
  for kind in "$@"; do
    # The kind is several words.
    # shellcheck disable=SC2086
    "$rlminer" generate $kind --graphs "$count" --seed "$seed" -o "$folder/$seed.json"
    echo "$folder/$seed.json"
    seed=$((seed + 1))
  done
}

# Sparse and dense, with and without hubs, one to six labels.
many_kinds=(
  "er -n 30 -m 42 --labels 3" "er -n 40 -m 80 --labels 5 --weights 8,4,2,1,1" "er -n 25 -m 34"
  "er -n 60 -m 150 --labels 6" "ba -n 40 --attach 2 --labels 4" "ba -n 50 --attach 1 --labels 3"
  "ws -n 40 --neighbors 4 --rewire 0.2 --labels 2" "ws -n 30 --neighbors 2 --rewire 0.3 --labels 3"
  "grid --rows 6 --columns 7 --labels 2 --hole 0.1 --diagonal 0.1" "molecule -n 18" "molecule -n 35" "molecule -n 28")
# Like neighbourhoods in networks without large hubs: sparse, many labels.
label_rich=(
  "er -n 50 -m 60 --labels 8" "er -n 60 -m 66 --labels 12 --weights 8,6,5,4,3,3,2,2,1,1,1,1" "er -n 40 -m 52 --labels 5"
  "er -n 70 -m 75 --labels 20" "ws -n 60 --neighbors 2 --rewire 0.4 --labels 6"
  "ws -n 40 --neighbors 4 --rewire 0.3 --labels 10" "ba -n 60 --attach 1 --labels 7" "ba -n 40 --attach 1 --labels 15"
  "grid --rows 7 --columns 8 --labels 6 --hole 0.3" "molecule -n 40" "er -n 80 -m 84 --labels 10"
  "ba -n 30 --attach 2 --labels 12")

train_universal() {
  local name extra paths=()
  mapfile -t extra < <(generate "$out/generated" 0 40 "${many_kinds[@]}")
  for name in $collections; do
    paths+=("$data/$name")
  done
  "$rlminer" train "${paths[@]}" --extra "${extra[@]}" -o "$out/universal.safetensors" "${common[@]}" \
    --seed "${SEED:-0}" --updates "${UPDATES:-26000}" --round 2000
}

train_networks() {
  local paths
  mapfile -t paths < <(generate "$out/label-rich" 100 60 "${label_rich[@]}")
  "$rlminer" train "${paths[@]}" -o "$out/networks.safetensors" "${common[@]}" --filter none \
    --seed "${SEED:-0}" --updates "${UPDATES:-16000}" --round 2000
}

# Proteins are harder than molecules. Few validation graphs choose a round at random, almost, so the collections whose
# ratios are close to 1 set more of them aside.
train_specialised() {
  local updates=15000 fresh=0.92 validation=0.1 seed=0
  case $1 in
  DHFR) updates=14000 validation=0.25 ;;
  BZR) updates=12000 validation=0.25 ;;
  COX2) updates=13000 validation=0.2 fresh=0.8 seed=2 ;;
  esac
  "$rlminer" train "$data/$1" -o "$out/$1.safetensors" "${common[@]}" --init "$out/universal.safetensors" \
    --learning-rate 3e-4 --fresh-share $fresh --validation $validation --seed "${SEED:-$seed}" \
    --updates "${UPDATES:-$updates}" --round 1000
}

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2086
  set -- universal $collections networks
fi
for name in "$@"; do
  case $name in
  universal) train_universal ;;
  networks) train_networks ;;
  *) train_specialised "$name" ;;
  esac
done
