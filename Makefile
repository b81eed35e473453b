# make run    installs what is missing, builds and starts the service on http://127.0.0.1:8080 with its data in ./data
# make test   installs, builds and passes every test
# make check  make test, then style, the sanitizer builds, and what takes too long for each change: run it before a release
# make console-dev  serves the console from its sources beside a service: TRADEWIND_URL, and TRADEWIND_KEY to need no sign-in
# make console-types  makes its types anew when the OpenAPI document has changed
# make console-pictures  walks through the console and makes the pictures of docs/console.md anew
# make build  leaves the release binary at build/release/bin/tradewind
# make deb    leaves a Debian package of it in build/release
# make install  puts the release build into DESTDIR/PREFIX (/usr/local), with man page and systemd unit
# make sbom   lists what it is linked with and made of, as SPDX: build/release/tradewind.spdx.json
# make bench  measures against nginx, bare SQLite and pgbench: build/performance.json and docs/performance.md
# make bench-full  the same with 10,000,000 contacts, 45 minutes: docs/performance-full.md
# make faults kills, starves and breaks the service for FAULT_ROUNDS or FAULT_MINUTES: docs/reliability.md
# make citus-test  the statements, the API and the races on a Citus cluster, made with the pg_config that CITUS_PG_CONFIG names
# make fuzz   runs every fuzz target for FUZZ_SECONDS (60) each
# make format puts every file into the house style

.DEFAULT_GOAL := build
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
PYTHON := /usr/bin/python3
SOURCES = $(shell git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h')

# The compiler cache then also serves a second clone of the same sources.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1

# build-dev, build-release, build-asan, ...: configures when needed, then compiles.
build-%:
	@cmake --preset $* >build-$*.log 2>&1 || { cat build-$*.log; rm -f build-$*.log; exit 1; }
	@rm -f build-$*.log
	@cmake --build build/$* $(addprefix --target ,$(TARGETS))

# The thread sanitizer is for rooms with threads, and for the program.
build-tsan: TARGETS = base_test net_test storage_test jobs_test tradewind

# A char is signed on the machines where most of this is written, and not on others, such as those with ARM: the rooms that
# look at characters are tested both ways.
build-unsigned-char: TARGETS = base_test domain_test net_test api_test

install-%:
	@packaging/install-dependencies $*

console-dev: install-run
	@$(PYTHON) tools/build_console.py --packages console
	@cd console && npm run --silent dev

console-types: install-run
	@$(PYTHON) tools/build_console.py --packages console
	@$(PYTHON) tools/openapi_build.py openapi build/console/openapi.json build/console/docs.html
	@cd console && npm run --silent types ../build/console/openapi.json

console-pictures: install-test build-dev
	@$(PYTHON) tests/run_tests.py dev console
	@node console/tests/pictures.mjs docs/console.md build/console/pictures docs/pictures

.PHONY: console-dev console-types console-pictures
.PHONY: build run deb install sbom test style style-of-build sanitizers check bench bench-full faults citus-test fuzz format
build: install-run build-release

run: build
	@build/release/bin/tradewind serve --data ./data --listen 127.0.0.1:8080

install: sbom
	@DESTDIR=$(DESTDIR) cmake --install build/release --strip --prefix $(PREFIX)

sbom: build
	@$(PYTHON) packaging/sbom.py build/release

deb: install-package sbom
	@cpack --config build/release/CPackConfig.cmake -B build/release

test: install-test build-dev
	@$(PYTHON) tests/run_tests.py dev unit replay reference simulation openapi architecture packages docs console api races contract clients faults

style: install-check build-dev style-of-build

# Of what is built: nothing is installed or compiled, so that it can run beside something else.
style-of-build:
	@clang-format-14 --dry-run -Werror $(SOURCES)
	@$(PYTHON) tests/run_tidy.py build/dev

# The second build is made beside the tests of the first one, which leave half of the machine idle.
sanitizers: install-check build-asan
	@nice -n 19 $(MAKE) --no-print-directory build-tsan >build/build-tsan.log 2>&1 & \
	build=$$!; trap 'kill $$build 2>/dev/null || true' EXIT; \
	$(PYTHON) tests/run_tests.py asan unit@sqlite replay && \
	{ wait $$build || { cat build/build-tsan.log; exit 1; }; } && \
	$(PYTHON) tests/run_tests.py tsan unit:base,net,storage,jobs@sqlite races

check: test style sanitizers build-unsigned-char install-bench build-bench
	@FAULT_ROUNDS=50 $(PYTHON) tests/run_tests.py dev contract@sqlite contract@postgres faults
	@$(PYTHON) tests/run_tests.py dev console_pairs
	@FILTER_CASES=50000 SEEDS=2000 $(PYTHON) tests/run_tests.py dev reference simulation
	@$(PYTHON) tests/run_tests.py asan unit@postgres api@sqlite
	@$(PYTHON) tests/run_tests.py tsan unit:jobs@postgres
	@$(MAKE) --no-print-directory build-tsan TARGETS="engine_test delivery_test"
	@$(PYTHON) tests/run_tests.py tsan unit:engine,delivery@sqlite
	@$(PYTHON) tests/run_tests.py unsigned-char unit:base,domain,net,api@sqlite
	@$(PYTHON) tests/run_tests.py --total dev asan tsan unsigned-char

bench: install-bench build-bench build-release
	@$(PYTHON) bench/run.py

bench-full: install-bench build-bench build-release
	@BENCH_FULL=1 $(PYTHON) bench/run.py

faults: install-test build-dev
	@$(PYTHON) tests/run_faults.py dev

# Citus is no package of Debian: whoever has built it says where.
citus-test: install-test build-dev
ifeq ($(CITUS_PG_CONFIG),)
	@echo "citus-test: not run, because CITUS_PG_CONFIG names no pg_config of a PostgreSQL with Citus"
else
	@CITUS_PG_CONFIG=$(CITUS_PG_CONFIG) $(PYTHON) tests/run_tests.py dev citus@citus api@citus races@citus
endif

fuzz: install-check build-fuzz
	@$(PYTHON) tests/run_fuzz.py build/fuzz $(FUZZ_SECONDS)

format: install-test
	@clang-format-14 -i $(SOURCES)
