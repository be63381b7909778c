#!/usr/bin/env bash
# Trains the models in models/ on a machine with an NVIDIA GPU: first the universal one, on the training parts of all
# five collections and on generated graphs, then one per collection that starts from it.
#
#   tools/train_models.sh OUT [NAME...]      all by default; NAME: universal ENZYMES PROTEINS DHFR COX2 BZR
#
# DATA (../shared/data) has a folder per collection. SEED (0) seeds everything random but the split; UPDATES is the
# length of each run; THREADS (all) is for runs side by side. A specialised model needs OUT/universal.safetensors.
# Models, logs and curves are written to OUT; docs/results.md has the figures.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$1
shift
data=${DATA:-$root/../shared/data}
seed=${SEED:-0}
collections="ENZYMES PROTEINS DHFR COX2 BZR"
mkdir -p "$out"
"$root/tools/train_on_cuda.sh"
rlminer=$root/build/cuda/rlminer
common=(--preset fast --plus --features --labels rank --sizes 3..14 --half --test-curve --seed "$seed"
  --threads "${THREADS:-0}")

# Graphs of many kinds: sparse and dense, with and without hubs, one to six labels.
generated() {
  local folder=$out/generated
  mkdir -p "$folder"
  local kinds=(
    "er -n 30 -m 42 --labels 3" "er -n 40 -m 80 --labels 5 --weights 8,4,2,1,1" "er -n 25 -m 34"
    "er -n 60 -m 75 --labels 6" "ba -n 40 --attach 2 --labels 4" "ba -n 50 --attach 1 --labels 3"
    "ws -n 40 --neighbors 4 --rewire 0.2 --labels 2" "ws -n 30 --neighbors 2 --rewire 0.3 --labels 3"
    "grid --rows 6 --columns 7 --labels 2 --hole 0.1 --diagonal 0.1" "molecule -n 18" "molecule -n 35" "molecule -n 28")
  local i
  for i in "${!kinds[@]}"; do
    # The kind is several words.
    # shellcheck disable=SC2086
    "$rlminer" generate ${kinds[$i]} --graphs 40 --seed "$i" -o "$folder/$i.json"
    printf -- '--extra\n%s\n' "$folder/$i.json"
  done
}

train_universal() {
  local extra paths=()
  mapfile -t extra < <(generated)
  for name in $collections; do
    paths+=("$data/$name")
  done
  "$rlminer" train "${paths[@]}" "${extra[@]}" -o "$out/universal.safetensors" "${common[@]}" \
    --updates "${UPDATES:-30000}" --round 2000
}

# Proteins are harder than molecules. The share of fresh graphs for BZR is what its model was made with; the usual one
# was not tried to the end.
train_specialised() {
  local updates=13000 fresh=0.92
  case $1 in
  DHFR | COX2) updates=8000 ;;
  BZR) updates=9000 fresh=0.75 ;;
  esac
  "$rlminer" train "$data/$1" -o "$out/$1.safetensors" "${common[@]}" --init "$out/universal.safetensors" \
    --learning-rate 3e-4 --fresh-share $fresh --updates "${UPDATES:-$updates}" --round 1000
}

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2086
  set -- universal $collections
fi
for name in "$@"; do
  if [ "$name" = universal ]; then train_universal; else train_specialised "$name"; fi
done
