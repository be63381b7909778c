# The front door: every target does its own set-up. `make help` lists them.

JOBS ?= $(shell nproc)
CXX_DIRS := rlminer cli tests bench
CXX_FILES = $(shell find $(CXX_DIRS) -name '*.cc' -o -name '*.h')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup build run test test-browser bench experiments format lint sanitize tsan coverage install deb clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-12s  %s\n", $$1, $$2}'

setup: ## install the Debian packages the build needs (skipped when present)
	@sh tools/setup.sh

build: setup ## build the program: build/release/rlminer
	@cmake --preset release >/dev/null
	cmake --build --preset release --parallel $(JOBS) --target rlminer

run: build ## build, mine a bundled example, show the answer and write a report about it: build/report.html
	build/release/rlminer mine examples/caffeine.lg -k 3..6
	@build/release/rlminer mine examples/caffeine.lg -k 3..6 --top 5 --format html -o build/report.html
	@echo "The answer with pictures, for a browser: $(CURDIR)/build/report.html"

test: setup ## build everything and run all tests
	@sh tools/setup.sh test || echo "tests of what could not be installed are skipped" >&2
	@cmake --preset release >/dev/null
	cmake --build --preset release --parallel $(JOBS)
	ctest --preset release --parallel $(JOBS)

test-browser: build ## test the HTML reports in headless Chromium
	@sh tools/setup.sh browser
	cd tests/browser && npm ci --no-audit --no-fund --loglevel=error
	@# one file after the other: side by side they would disturb the one that takes the time
	cd tests/browser && for file in *.test.mjs; do \
	  RLMINER_PROGRAM=$(CURDIR)/build/release/rlminer node --test $$file || exit 1; \
	done

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
	@for name in datasets main universal "decoding --graphs 40" beyond networks; do \
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

install: build ## install the program, its library and what belongs to them (PREFIX=/usr/local)
	cmake --build --preset release --parallel $(JOBS) --target installable
	cmake --install build/release --prefix $(or $(PREFIX),/usr/local)

deb: ## make a Debian package for any machine of this kind: build/rlminer_VERSION_ARCH.deb
	@sh tools/setup.sh deb
	@cmake --preset package >/dev/null
	cmake --build --preset package --parallel $(JOBS)
	cpack --config build/package/CPackConfig.cmake -G DEB -B build/package/cpack
	@mv build/package/cpack/*.deb build/ && ls build/*.deb

clean: ## remove all build products
	rm -rf build
