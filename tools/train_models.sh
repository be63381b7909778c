#!/usr/bin/env bash
# Trains the models in models/ on a machine with an NVIDIA GPU: first the universal one, on the training parts of all
# five collections and on generated graphs, and one for neighbourhoods in large networks, on generated graphs alone;
# then one per collection that starts from the universal one. Every model is trained with several seeds, all side by
# side, and the one that is best on its validation graphs is kept.
#
#   tools/train_models.sh OUT SECONDS
#
# SECONDS is the time for all of it, building included. DATA (../shared/data) has a folder per collection; SEEDS (0 1 2)
# seed everything random but the split; HIDDEN (64) and LAYERS (6) are the width and depth of the networks. OUT receives
# NAME.safetensors, the logs of all seeds as NAME-SEED.csv, and seeds.txt: the validation ratio of each.
set -euo pipefail
began=$SECONDS
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(realpath -m "$1")
seconds=$2
data=$(realpath "${DATA:-$root/../shared/data}")
seeds=${SEEDS:-0 1 2}
collections="ENZYMES PROTEINS DHFR COX2 BZR"
first_share=45  # percent of the time for the models that the others start from
cd "$root"
tools/train_on_cuda.sh
export RLMINER=${RLMINER:-build/cuda/rlminer}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
# The time ends the runs, not the number of updates.
common="--preset fast --plus --features --labels-by rank --sizes 3..14 --updates 10000000
  --hidden ${HIDDEN:-64} --layers ${LAYERS:-6}"

# generate FIRST_SEED COUNT KIND...: a file of graphs of each kind; prints their names.
generate() {
  local seed=$1 count=$2 kind
  shift 2
  for kind in "$@"; do
    # The kind is several words.
    # shellcheck disable=SC2086
    "$RLMINER" generate $kind --graphs "$count" --seed "$seed" -o "$work/$seed.json"
    echo "$work/$seed.json"
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

# A line of the file of runs for every seed.
runs() {
  local name=$1 seed
  shift
  for seed in $seeds; do
    echo "$name-$seed" $common --seed "$seed" "$@"
  done
}

runs_to_start_from() {
  local name paths=()
  for name in $collections; do
    paths+=("$data/$name")
  done
  runs universal --round 4000 "${paths[@]}" --extra $(generate 0 40 "${many_kinds[@]}")
  runs networks --round 4000 --filter none $(generate 100 60 "${label_rich[@]}")
}

# Few validation graphs choose a round at random, almost, so the collections whose ratios are close to 1 set more of them
# aside.
specialised_runs() {
  local name validation
  for name in $collections; do
    case $name in
    ENZYMES | PROTEINS) validation=0.1 ;;
    COX2) validation=0.2 ;;
    *) validation=0.25 ;;
    esac
    runs "$name" --round 2000 --init "$out/universal.safetensors" --learning-rate 3e-4 --validation $validation \
      "$data/$name"
  done
}

# train RUNS UNTIL: trains what RUNS says until that second of the script and keeps the best of the seeds.
train() {
  local stage=$work/stage
  tools/train_on_cuda.sh --together "$stage" $(($2 - (SECONDS - began))) "$1"
  mkdir "$work/logs"
  tar -xzf "$stage/logs.tar.gz" -C "$work/logs"
  for log in "$work"/logs/*.safetensors.log.csv; do
    cp "$log" "$out/$(basename "$log" .safetensors.log.csv).csv"
  done
  python3 tools/choose_models.py "$stage" "$out" >>"$out/seeds.txt"
  rm -rf "$stage" "$work/logs"
}

: >"$out/seeds.txt"
runs_to_start_from >"$work/first"
train "$work/first" $((seconds * first_share / 100))
specialised_runs >"$work/second"
train "$work/second" "$seconds"
cat "$out/seeds.txt"
