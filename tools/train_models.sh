#!/usr/bin/env bash
# Trains the models in models/: first the universal one, on the training parts of all five collections and on generated
# graphs, and one for neighbourhoods in large networks, on generated graphs alone; then one per collection that starts
# from the universal one. Every model is trained with several seeds, and the one that is best on its validation graphs is
# kept. On a machine with an NVIDIA GPU they are trained side by side; with DEVICE=cpu one after the other, each by as many
# processes as there are cores.
#
#   tools/train_models.sh OUT SECONDS
#   tools/train_models.sh --compare COLLECTION OUT SECONDS NETWORK...
#                                               instead, networks on one collection, from scratch, all side by side
#
# A NETWORK is its width and depth, those of its context, if it is to have one, and the vertices of the sets it foresees, if
# any: 64x6, 64x4+256x9, 64x4@6, 64x4+128x6@5. SECONDS is the time for all of it, building included. DATA (../shared/data)
# has a folder per collection; SEEDS (0 1 2; 0 on a CPU) seed everything random but the split; NETWORK (64x6) is what the
# models are made of; FIRST (universal networks) are those that the others start from, COLLECTIONS those others. OUT receives
# NAME.safetensors (when comparing, NAME is COLLECTION-NETWORK), the logs of all seeds as NAME-SEED.csv and .log.jsonl, and
# seeds.txt: the validation ratio of each, and its test ratio. With DRY_RUN=1 only the runs are shown.
set -euo pipefail
began=$SECONDS
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
compared=
if [ "${1:-}" = --compare ]; then
  compared=$2
  shift 2
fi
out=$(realpath -m "$1")
seconds=$2
networks=("${@:3}")
data=$(realpath "${DATA:-$root/../shared/data}")
device=${DEVICE:-cuda}
cd "$root"
if [ "$device" = cpu ]; then
  seeds=${SEEDS:-0}
  [ -n "${DRY_RUN:-}${RLMINER:-}" ] || make build
  export RLMINER=${RLMINER:-build/release/rlminer}
else
  seeds=${SEEDS:-0 1 2}
  [ -n "${DRY_RUN:-}${RLMINER:-}" ] || tools/train_on_cuda.sh
  export RLMINER=${RLMINER:-build/cuda/rlminer}
fi
# With all of the data the universal one knows every label; a few collections are for a trial.
all_collections="ENZYMES PROTEINS DHFR COX2 BZR"
collections=${COLLECTIONS-$all_collections}
first_share=45  # percent of the time for the models that the others start from
[ -n "$collections" ] || first_share=100
work=$(mktemp -d)
# Ends with what there is so far in OUT/unfinished, where something came between.
leave() {
  if [ -d "$work/stage" ]; then
    mkdir -p "$out/unfinished"
    cp "$work"/stage/* "$out/unfinished" || true  # none yet
  fi
  rm -rf "$work"
}
trap leave EXIT
trap 'exit 143' TERM INT
mkdir -p "$out"
# The options of a NETWORK.
network_options() {
  local shape=${1%%@*} own context
  own=${shape%%+*}
  echo "--hidden ${own%x*} --layers ${own#*x}"
  # Where the best answer can be foreseen there is little to learn; in large graphs less is foreseen, and what to do then is
  # learned from graphs of which less is told.
  if [[ $1 == *@* ]]; then
    echo "--set network.foresight=${1#*@} --set imitation.last_small_size=${1#*@} --set imitation.short_sighted_share=0.25"
  fi
  if [[ $shape == *+* ]]; then
    context=${shape#*+}
    echo "--set network.context_hidden=${context%x*} --set network.context_layers=${context#*x}"
  fi
}

# The time ends the runs, not the number of updates. A CPU is better off with batches that fit into its cache; fewer
# updates then make a round, and fresh graphs are smaller.
common="--plus --features --labels-by rank --updates 10000000"
if [ "$device" = cpu ]; then
  common+=" --preset small --set fit_time_limit=true --set imitation.states=256 --set imitation.rows=160"
  common+=" --set imitation.episodes=1024 --set imitation.warm_up=300 --set imitation.average=0.998"
  common+=" --set imitation.fresh_active=512 --set imitation.fresh_sets=200000 --set imitation.large_share=0.2"
  common+=" --set census_limit=300000"  # the tables of all graphs of all collections would take 16 GB, of each process
  first_round=400 round=200 from_scratch="--learning-rate 1e-3"
else
  common+=" --preset fast --set census_limit=2000000"  # three universal ones at a time must fit into memory
  first_round=2000 round=1000 from_scratch=
fi

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

# runs NAME NETWORK OPTIONS...: a line of the file of runs for every seed.
runs() {
  local name=$1 network=$2 seed
  shift 2
  for seed in $seeds; do
    echo "$name-$seed" $common --seed "$seed" "$@" $(network_options "$network")
  done
}

runs_to_start_from() {
  local name paths=()
  for name in $all_collections; do
    paths+=("$data/$name")
  done
  for name in ${FIRST-universal networks}; do
    case $name in
    universal)
      runs universal "$network" $from_scratch --sizes 3..12 --round $first_round "${paths[@]}" --extra $(generate 0 40 "${many_kinds[@]}")
      ;;
    networks)
      # Neighbourhoods in a network are many, and a census of each takes its time.
      runs networks "${network/@[5-8]/@4}" $from_scratch --sizes 3..14 --round $first_round --filter none $(generate 100 60 "${label_rich[@]}")
      ;;
    esac
  done
}

# Few validation graphs choose a round at random, almost, so the collections whose ratios are close to 1 set more of them
# aside.
validation_share() {
  case $1 in
  ENZYMES | PROTEINS) echo 0.1 ;;
  COX2) echo 0.2 ;;
  *) echo 0.25 ;;
  esac
}

specialised_runs() {
  local name
  for name in $collections; do
    runs "$name" "$network" --sizes 3..12 --round $round --init "$out/universal.safetensors" --learning-rate 3e-4 \
      --set imitation.small_weight=0.15 --validation "$(validation_share "$name")" "$data/$name"
  done
}

compared_runs() {
  local network
  for network in "${networks[@]}"; do
    runs "$compared-$network" "$network" $from_scratch --round $round --validation "$(validation_share "$compared")" "$data/$compared"
  done
}

# one_by_one OUT SECONDS RUNS: as `train_on_cuda.sh --together`, on a CPU. Each run has an equal part of the time and as
# many processes as there are cores, which learn together.
one_by_one() {
  local out=$1 end=$((SECONDS + $2)) left name options rank share
  left=$(wc -l <"$3")
  mkdir -p "$out"
  while read -r name options; do
    share=$(((end - SECONDS) / left))
    left=$((left - 1))
    for ((rank = $(nproc) - 1; rank >= 0; --rank)); do
      # The options are several words.
      # shellcheck disable=SC2086
      WORLD_SIZE=$(nproc) RANK=$rank MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + $$ % 10000)) GLOO_SOCKET_IFNAME=lo \
        "$RLMINER" train $options -o "$out/$name.safetensors" --half --test-curve --time-limit "$share" --threads 1 &
    done
    wait
  done <"$3"
  tar -czf "$out/logs.tar.gz" -C "$out" $(cd "$out" && ls ./*.csv ./*.jsonl)
}

# train RUNS UNTIL: trains what RUNS says until that second of the script and keeps the best of the seeds.
train() {
  local stage=$work/stage
  if [ -n "${DRY_RUN:-}" ]; then
    cat "$1"
    return
  fi
  if [ "$device" = cpu ]; then
    one_by_one "$stage" $(($2 - (SECONDS - began))) "$1"
  else
    tools/train_on_cuda.sh --together "$stage" $(($2 - (SECONDS - began))) "$1"
  fi
  mkdir "$work/logs"
  tar -xzf "$stage/logs.tar.gz" -C "$work/logs"
  for log in "$work"/logs/*.safetensors.log.csv; do
    cp "$log" "$out/$(basename "$log" .safetensors.log.csv).csv"
    cp "${log%.csv}.jsonl" "$out/$(basename "$log" .safetensors.log.csv).log.jsonl"
  done
  python3 tools/choose_models.py "$stage" "$out" >>"$out/seeds.txt"
  rm -rf "$stage" "$work/logs"
}

: >"$out/seeds.txt"
if [ -n "$compared" ]; then
  compared_runs >"$work/runs"
  train "$work/runs" "$seconds"
else
  network=${NETWORK:-64x6}
  runs_to_start_from >"$work/first"
  if [ -s "$work/first" ]; then train "$work/first" $((seconds * first_share / 100)); fi
  specialised_runs >"$work/second"
  if [ -s "$work/second" ]; then train "$work/second" "$seconds"; fi
fi
cat "$out/seeds.txt"
