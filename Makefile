# The front door: every target does its own set-up. `make help` lists them.

JOBS ?= $(shell nproc)
CXX_DIRS := rlminer cli tests bench
CXX_FILES = $(shell find $(CXX_DIRS) -name '*.cc' -o -name '*.h')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup build run test bench experiments format lint sanitize tsan coverage install clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-11s  %s\n", $$1, $$2}'

setup: ## install the Debian packages the build needs (skipped when present)
	@sh tools/setup.sh

build: setup ## build the program: build/release/rlminer
	@cmake --preset release >/dev/null
	cmake --build --preset release --parallel $(JOBS) --target rlminer

run: build ## build, then mine a bundled example and show the answer
	build/release/rlminer mine examples/caffeine.lg -k 3..6

test: setup ## build everything and run all tests
	@cmake --preset release >/dev/null
	cmake --build --preset release --parallel $(JOBS)
	ctest --preset release --parallel $(JOBS)

bench: setup ## run the micro-benchmarks and the end-to-end benchmark
	@cmake --preset release >/dev/null
	cmake --build --preset release --parallel $(JOBS)
	@for program in build/release/bench_*; do \
	  [ -x "$$program" ] || continue; \
	  echo "== $$program"; "$$program" || exit 1; \
	done
	tools/bench.py build/release/rlminer

experiments: build ## make the tables and figures that need no training, from the models: results/
	@# decoding on the whole test parts takes a processor many hours
	@for name in datasets main universal "decoding --graphs 40" beyond; do \
	  echo "== $$name"; build/release/rlminer experiment $$name -o results --threads 0 || exit 1; \
	done

format: ## lay out all C++ files with clang-format
	@sh tools/setup.sh format
	clang-format -i $(CXX_FILES)

lint: ## check layout (clang-format), likely mistakes (clang-tidy) and layering; any finding fails
	@sh tools/setup.sh lint
	@# clang 14 cannot parse the headers of libtorch as C++20
	@cmake --preset debug -B build/lint -DRLMINER_TORCH=OFF >/dev/null
	clang-format --dry-run -Werror $(CXX_FILES)
	run-clang-tidy -quiet -p build/lint -j $(JOBS) '^$(CURDIR)/($(subst $() ,|,$(CXX_DIRS)))/'
	python3 tools/check_layering.py .

sanitize: setup ## run all tests under the address and undefined-behaviour sanitizers
	@cmake --preset sanitize >/dev/null
	cmake --build --preset sanitize --parallel $(JOBS)
	ctest --preset sanitize --parallel $(JOBS)

tsan: setup ## run all tests under the thread sanitizer
	@cmake --preset tsan >/dev/null
	cmake --build --preset tsan --parallel $(JOBS)
	ctest --preset tsan --parallel $(JOBS)

coverage: ## run all tests and report which lines they executed: build/coverage/report/index.html
	@sh tools/setup.sh coverage
	@cmake --preset coverage >/dev/null
	cmake --build --preset coverage --parallel $(JOBS)
	@find build/coverage -name '*.gcda' -delete
	ctest --preset coverage --parallel $(JOBS)
	@mkdir -p build/coverage/report
	gcovr --root . --filter rlminer/ --filter cli/ --exclude '.*_test\.cc' --print-summary \
	  --html-details build/coverage/report/index.html build/coverage

install: build ## install the program (PREFIX=/usr/local)
	cmake --install build/release --prefix $(or $(PREFIX),/usr/local)

clean: ## remove all build products
	rm -rf build
