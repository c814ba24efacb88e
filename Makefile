# make demo   set up .venv and build a measured SHA-256 core, about four minutes
# make test   set up .venv with the development tools and run the checks, about 14 minutes
# make test-long  the tests that make test leaves out because they take long: tests/long_tests.txt
# make lint   the checks that need no simulation
# make docs   draw the pictures of docs/ again, but for that of the estimator, which
#             python benchmarks/estimator.py draws when it fits
# make clean  remove everything made here
#
# PYTHON names the interpreter (3.11 or newer) from which .venv is made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DEMO_SEEDS ?= 5

.PHONY: demo test test-long lint docs clean

demo: $(VENV)/installed
	$(BIN)/hashloom build sha256 --target ecp5-85f-8 --seeds $(DEMO_SEEDS)

test: lint
	$(BIN)/pytest -n 2 --dist worksteal -m "not long"

test-long: $(VENV)/development
	$(BIN)/pytest -n 2 -m long

lint: $(VENV)/development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/installed
	find docs/pictures -mindepth 1 -maxdepth 1 ! -name estimator.svg -exec rm -r {} +
	$(BIN)/hashloom explain sha256 --svg docs/pictures/sha256
	$(BIN)/hashloom explain sha256 --unroll 2 --svg docs/pictures/sha256_u2
	$(BIN)/hashloom explain sha256 --interleave 4 --svg docs/pictures/sha256_c4
	$(BIN)/hashloom explain sha256 --fold 1 --svg docs/pictures/sha256_f1
	$(BIN)/hashloom explain hmac-sha256 --width 64 --svg docs/pictures/hmac_sha256
	$(BIN)/hashloom explain sha256 --dma axi4 --svg docs/pictures/sha256_dma
	find docs/pictures/sha256_dma -type f ! -name system.svg -delete
	find docs/pictures/hmac_sha256 -type f ! -name streams.svg -delete
	$(BIN)/hashloom explain khadra2013 --svg docs/pictures/khadra2013
	find docs/pictures -type d -name method -prune -exec rm -r {} +
	$(BIN)/hashloom explain michail2012 --svg docs/pictures/michail2012
	$(BIN)/hashloom unrolling algredo2011-1x --estimate --plot docs/pictures/algredo2011.svg
	$(BIN)/hashloom report --store none --hash sha256 --target ecp5-85f-8 --plot docs/pictures/pareto.svg
	$(BIN)/python benchmarks/ladder.py

# The stamps are newer than both files as long as the environment is up to date.
$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hashloom needs Python 3.11 or newer; name one with make PYTHON=..." >&2; exit 1; }
	@echo "Setting up $(VENV)."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --constraint constraints.txt --editable '.[simulate,place,explore,registers,report,boards]'
	@touch $@

$(VENV)/development: $(VENV)/installed
	@echo "Adding the development tools to $(VENV)."
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist out sim_build
