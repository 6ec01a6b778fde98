# Every target does its own set-up: it installs the Debian packages that are missing, configures and builds.
# When nothing is missing and nothing has changed, that costs well under a second.

PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build demo test tsan micro micro-reading bench bench-page gate gate-update profile reproduce bench-scipy \
  test-python test-report test-docs test-docs-peers test-extending python format tidy arm64-check docs docs-cli \
  docs-pictures docs-peers docs-readme dist install clean

help: ## list the targets
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

build: ## the program, at build/gist
	@tools/setup.sh build
	@tools/build.sh release gist

demo: ## l1 against the non-convex penalties on a planted problem, under a minute
	@tools/setup.sh build
	@tools/build.sh release gist gist_demo
	@build/gist_demo

test: ## all tests: release, sanitizers, install, fuzzing, format, Python, instruction counts
	@tools/setup.sh build test gate python
	@tools/test.sh

tsan: ## the tests under ThreadSanitizer
	@tools/setup.sh build
	@tools/build.sh tsan
	@ctest --preset tsan

micro: ## build and run the micro benchmarks
	@tools/setup.sh build bench
	@tools/build.sh bench
	@build-bench/bench/micro/gist_micro
	@build-bench/bench/micro/gist_first_touch

micro-reading: build ## reading speed, beside scikit-learn's loader
	@tools/setup.sh build bench python
	@tools/build.sh bench
	@bench/micro/reading.sh build/gist build-bench

# SETS= and SOLVERS= choose, CELLS= names cells; BUDGET= is in minutes (2 when SETS is given); the rest waits for the next call.
bench: build ## our peers and us on the same problems; SETS=classic takes 3 minutes, BASE=COMMIT compares builds
	@tools/setup.sh python
	@bench/run.sh "$(SETS)" "$(SOLVERS)" "$(CELLS)" "$(BUDGET)" "$(BASE)" "$(PARTS)" "$(THREADS)" "$(REDO)"

gate: ## instruction counts of six workloads against those in the repository
	@tools/setup.sh build gate
	@tools/gate.sh check

gate-update: ## take the present instruction counts as the new ones
	@tools/setup.sh build gate
	@tools/gate.sh update

profile: ## a flame graph of one workload of the gate, WORKLOAD=mcp-logistic
	@tools/setup.sh build profile
	@tools/profile.sh "$(WORKLOAD)"

bench-page: ## write docs/performance.md from bench/results
	@tools/setup.sh python
	@PYTHONPATH=bench "$$(bench/environment.sh)" -m suite page

reproduce: build ## the paper's Figure 1, run again, under 20 minutes (GIST_DATA=directory SETS="classic la1" THREADS=1)
	@tools/setup.sh bench
	@tools/build.sh bench
	@OPENBLAS_NUM_THREADS=1 "$$(tools/python-env.sh reproduce bench/reproduce/requirements.txt)" -m bench.reproduce \
	  --threads $(or $(THREADS),1) --sets $(SETS)

bench-scipy: build ## GIST beside a straightforward SciPy program (GIST_DATA, SETS)
	@tools/setup.sh bench
	@tools/build.sh bench
	@OPENBLAS_NUM_THREADS=1 "$$(tools/python-env.sh reproduce bench/reproduce/requirements.txt)" -m bench.scipy_gist \
	  --sets $(SETS)

python: ## the Python package gistlearn, in build-python/gistlearn
	@tools/setup.sh build python
	@echo "$$(tools/build-python.sh)"

test-python: ## the tests of gistlearn and of the Python programs in bench/
	@tools/setup.sh build python
	@tools/test-python.sh

test-report: build ## reports opened in a headless browser (Chromium, installed if need be)
	@tools/setup.sh build browser
	@python3 -m unittest discover -s tests/report -p '*_test.py'

test-docs: build ## every snippet of README and docs is run, every internal link followed
	@tools/test-docs.sh

test-extending: build ## a penalty, a loss and a solver are added to a copy of the tree as docs/extending says
	@tools/test-extending.sh

format: ## bring every C++ file into the project's format
	@tools/setup.sh format
	@tools/format.sh

tidy: ## clang-tidy over the library and the program
	@tools/setup.sh build tidy
	@tools/build.sh release gist
	@find gist cli -name '*.cpp' -print0 | xargs -0 -P "$$(nproc)" -n 1 clang-tidy-16 --quiet -p build \
	  --extra-arg=-Wno-unknown-warning-option

arm64-check: build ## every source compiles for arm64
	@tools/setup.sh arm64
	@tools/check-arm64.sh

docs: build ## the site of docs/, into build-docs/site; open index.html there
	@tools/setup.sh python
	@tools/docs/build.sh

docs-pictures: ## draw docs/pictures anew: penalties, operators, the tree
	@tools/setup.sh build
	@tools/build.sh release gist_curves
	@build/gist_curves | python3 -m tools.docs.penalty_pictures docs/pictures
	@python3 -m tools.docs.tree_pictures docs/pictures

docs-peers: build ## fit every row of docs/coming-from.md on both sides, and write the page anew
	@PYTHONPATH=. "$$(bench/environment.sh)" -m tools.docs.peers.check
	@python3 -m tools.docs.peers.page > build/coming-from.md && cp build/coming-from.md docs/coming-from.md

test-docs-peers: build ## fit every row of docs/coming-from.md on both sides
	@PYTHONPATH=. "$$(bench/environment.sh)" -m tools.docs.peers.check --keep

docs-readme: ## copy the performance profile of docs/performance.md into README.md
	@python3 -m tools.docs.readme

docs-cli: build ## write docs/cli.md from the option tables
	@build/gist reference > build/cli.md && cp build/cli.md docs/cli.md

dist: ## source archive and wheel into dist/, each tried in an empty place
	@tools/setup.sh build python
	@tools/dist.sh

install: build ## install under PREFIX (default /usr/local)
	@cmake --install build --prefix "$(PREFIX)"

clean: ## remove every build directory
	@rm -rf build build-*
