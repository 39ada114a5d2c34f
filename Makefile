# What a new user needs: make run, make test. What a change must pass: make check, make test.
# What a release must pass besides: make verify. CONTRIBUTING.md says what each one covers.

SWIFT ?= swift
PORT ?= 8080
DATA ?= data
DATABASE ?=
FUZZ_SECONDS ?= 30
FILTER ?=
SKIP ?=
STEPS ?=

# For the project's own builds, and for no others, Package.swift turns warnings into errors and the
# traits on: the server, and its store in PostgreSQL.
export COUNTERSIGN_WARNINGS_AS_ERRORS = 1

# One set of flags for all debug builds, so that check, test and run share what they build. C is
# optimised: it costs a tenth more to compile, and scrypt takes a sixth of the time; nobody debugs it.
# SwiftPM finds tests by the compiler's index; to index what is not ours would take an eighth of the
# time in which our modules compile.
BUILD_FLAGS = --explicit-target-dependency-import-check error -Xcc -O2 -Xcxx -O2 -Xcc -g0 -Xcxx -g0 \
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules

# SwiftPM before 6.4 gives the compiler the traits in the order of a Set, which differs from run to run:
# each new plan could compile all of our modules again (swiftlang/swift-package-manager#10525). Only
# what builds hashes in one order; the tests and the server do not.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
TEST = $(SWIFT) test --skip-build

LINTED = Package.swift $(wildcard Sources Tests Examples Benchmarks Fuzz)

.PHONY: help run test outcomes test-postgresql check lint prose compliance build manual packaging \
  fuzz-targets benchmarks clients apple-adapters docs release bench package count verify pictures \
  packages clean

help:
	@echo "make run     build the demo server and start it on port $(PORT) (PORT=, DATA=, DATABASE=postgres)"
	@echo "make test    run every test, or those that match FILTER= and not SKIP="
	@echo "make outcomes   write the list of routes and outcomes anew, after a run of all tests"
	@echo "make test-postgresql   of make test, what decides and counts, on PostgreSQL"
	@echo "make check   formatting, warnings, import table, packaging, the Java code, documentation"
	@echo "make release the program as it is deployed: optimised, with the Swift runtime inside"
	@echo "make package the Debian package of the release build, in .build/package"
	@echo "make manual  the manual page, and completions for bash, zsh and fish, in .build/manual"
	@echo "make bench   the benchmark, built as the release is"
	@echo "make count   instructions of an approval, against those kept (valgrind)"
	@echo "make verify  what takes longer, or some of its steps (STEPS=; Scripts/verify has them)"
	@echo "make pictures   draw the pictures of README and docs again"
	@echo "make clean   remove what the build made (not $(DATA)/)"

# A debug build: it is ready in a fraction of the time that an optimised one takes, shares its
# objects with make test, and a demo has one user. Measure with a release build only.
run:
	@Scripts/install-packages --build
	@[ -z "$(DATABASE)" ] || Scripts/install-packages --postgres
	@Scripts/say-what-to-try build
	$(BUILD) $(BUILD_FLAGS) --product airtime
	@Scripts/say-what-to-try $(PORT) $(DATA)
	@exec $(if $(DATABASE),Scripts/with-postgresql) \
	  "$$($(SWIFT) build $(BUILD_FLAGS) --show-bin-path)/airtime" \
	  serve --demo --port $(PORT) --data $(DATA)

# So many tests at once: each holds a store, a test that starts a program fails past 2,000 files.
TESTS_AT_ONCE = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=24

# Where the run notes what its servers wrote, which secrets passed, and how routes answered. The last
# step searches the first for the second; CONTRIBUTING.md says how.
JOURNAL = $(CURDIR)/.build/journal

# A part of the tests, by regular expressions: make test FILTER=CountersignHTTPTests SKIP=Browser
FILTERED = $(if $(FILTER),--filter '$(FILTER)') $(if $(SKIP),--skip '$(SKIP)')

test: build apple-adapters
	@rm -rf "$(JOURNAL)" && mkdir -p -m 700 "$(JOURNAL)"
	COUNTERSIGN_JOURNAL="$(JOURNAL)" $(TESTS_AT_ONCE) Scripts/run-tests $(TEST) $(BUILD_FLAGS) \
	  $(FILTERED)
	COUNTERSIGN_JOURNAL="$(JOURNAL)" COUNTERSIGN_PROGRAM="$$($(SWIFT) build --show-bin-path)/countersign" \
	  $(TESTS_AT_ONCE) Scripts/run-tests $(TEST) $(APPLE_ADAPTERS) $(FILTERED)
	$(if $(FILTER)$(SKIP),,$(MAKE) test-postgresql)
	@"$$($(SWIFT) build --show-bin-path)/SearchSecrets" "$(JOURNAL)"

# Writes the list of each route with each outcome that the tests reach, as the last run of all tests
# noted them; make verify compares the list with that run.
outcomes:
	@"$$($(SWIFT) build --show-bin-path)/CompareOutcomes" --write "$(JOURNAL)" \
	  Tests/SecretSearchTests/Fixtures

# The tests of the core once more, on PostgreSQL: the same tests, whose harness opens a database of a
# private server instead of a file. Left out is what looks into SQLite's file.
ON_POSTGRESQL = ^CountersignCoreTests\.|^CountersignHTTPTests\.(OneDecisionTests|UnstorableTextTests)/|^AttackTests\.InputTests/
NOT_ON_POSTGRESQL = ^CountersignCoreTests\.(CrashTests|SealTests)/

test-postgresql: build
	@Scripts/install-packages --postgres
	@mkdir -p -m 700 "$(JOURNAL)"
	COUNTERSIGN_JOURNAL="$(JOURNAL)" COUNTERSIGN_TEST_STORE=postgreSQL $(TESTS_AT_ONCE) \
	  Scripts/run-tests $(TEST) $(BUILD_FLAGS) --filter '$(ON_POSTGRESQL)' --skip '$(NOT_ON_POSTGRESQL)'

check: lint prose compliance build manual fuzz-targets benchmarks clients packaging apple-adapters docs

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(LINTED)

# README and documents are clean; of the comments in the sources, 99 in 100 sentences are.
prose:
	Scripts/check-prose README.md SECURITY.md CONTRIBUTING.md CHANGELOG.md docs
	Scripts/check-prose --most-percent 1 Sources Tests/Support Examples/Airtime Benchmarks

# docs/compliance.md names the tests that are marked with its rows.
compliance:
	Scripts/make-compliance-table --check

build: packages
	$(BUILD) $(BUILD_FLAGS) --build-tests

# The manual page and the completions of bash, zsh and fish, made from what the program says of
# itself: docs/operate.md says where they go.
MANUAL = .build/manual

manual: build
	Scripts/make-manual "$$($(SWIFT) build --show-bin-path)/countersign" $(MANUAL)

# An app that depends on the last commit by URL and version, as others do, resolves the few packages of
# the client alone. make verify builds it.
packaging: packages
	Scripts/check-packaging app resolve

# The package does not build them: what they read of it could change without their noticing.
fuzz-targets:
	Fuzz/run check

# Neither does it build the micro-benchmarks, which are a package of their own.
benchmarks: build
	swiftc -typecheck -swift-version 6 -I "$$($(SWIFT) build --show-bin-path)/Modules" \
	  Benchmarks/Sources/MicroBenchmarks/*.swift

# The Java code for Android and the JVM: javac's warnings are errors. Its checks call the SDK behind
# JNI, so that make test runs them.
clients: packages
	clients/android/build

# The client's Apple half, with stand-ins for the frameworks that it imports: a package of its own,
# since nothing of it may reach whoever builds Countersign.
APPLE_ADAPTERS = --package-path Tests/AppleAdapters --scratch-path .build/apple-adapters $(BUILD_FLAGS)

apple-adapters: build
	Scripts/collect-libraries "$$($(SWIFT) build --show-bin-path)"
	$(BUILD) $(APPLE_ADAPTERS) --build-tests

docs: build
	Scripts/build-documentation "$$($(SWIFT) build --show-bin-path)"

# With the runtime inside, the program runs on a machine without a toolchain, and its calls into the
# runtime take no detour: docs/performance.md says what that gains.
RELEASE_FLAGS = -c release --static-swift-stdlib -Xswiftc -cross-module-optimization

release:
	@Scripts/install-packages --build
	$(BUILD) $(RELEASE_FLAGS) --product countersign

# The shop that it measures reaches types of the core through a re-export. SwiftPM would not compile it
# again where the layout of one has changed.
bench:
	@Scripts/install-packages --build
	@rm -f "$$($(SWIFT) build -c release --show-bin-path)"/Modules/Airtime*
	$(BUILD) $(RELEASE_FLAGS) --product countersign-bench

# The Debian package of the release build, in .build/package.
PACKAGE = .build/package
RELEASE_PROGRAM = "$$($(SWIFT) build -c release --show-bin-path)/countersign"

package: release
	@Scripts/install-packages --package
	@rm -rf $(PACKAGE)
	Scripts/make-package $(RELEASE_PROGRAM) $(PACKAGE)

# An approval that became dearer is seen here at once: a count does not depend on how busy the
# machine is. What check and test have built is counted, since a release build would take half of a
# change's time; what is deployed is counted for a release.
count: build
	@Scripts/install-packages --count
	Benchmarks/bench-count debug

# What a release must pass besides, step by step: all steps, or STEPS="faults sequences".
# Scripts/verify says what each one does.
verify: $(if $(STEPS),build,test)
	@SWIFT='$(SWIFT)' BUILD_FLAGS='$(BUILD_FLAGS)' TESTS_AT_ONCE='$(TESTS_AT_ONCE)' \
	  FUZZ_SECONDS='$(FUZZ_SECONDS)' Scripts/verify $(STEPS)

# The pictures of README and docs: a demo server in a headless Chromium and in a terminal, and a trace.
pictures: packages
	@Scripts/install-packages --pictures
	$(BUILD) $(BUILD_FLAGS) --product airtime
	$(BUILD) $(BUILD_FLAGS) --product countersign-trace
	Scripts/draw-pictures "$$($(SWIFT) build --show-bin-path)/airtime"
	Scripts/draw-trace "$$($(SWIFT) build --show-bin-path)/countersign-trace"

packages:
	@Scripts/install-packages

clean:
	rm -rf .build
