# make run: set up and serve.  make test: everything that must hold.  The rest are parts of the two.
PYTHON ?= python3
PY := .venv/bin/python
DATABASE_TESTS := tests/house/test_engine.py $(wildcard tests/models tests/desk tests/boards tests/spreadsheets tests/commands tests/views tests/api tests/jobs)
# Copies of a SQLite file; and what brings a PostgreSQL of its own and runs once, with the rest.
NOT_TWICE := tests/commands/test_backup.py tests/jobs/test_killed_workers.py tests/jobs/test_while_it_works.py

.PHONY: run test tools lint format types imports django-checks test-postgres pytest bench messages

run:
	$(PYTHON) run.py

test: tools lint types imports django-checks test-postgres pytest

tools:
	$(PYTHON) run.py --tools

lint:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m bandit -q -c pyproject.toml -r scoring tournaments config run.py manage.py
	$(PY) -m tests.house.dependencies

format:
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

types:
	$(PY) -m mypy

imports:
	$(PY) -c "from importlinter.cli import lint_imports_command as lint; lint()"

# In a folder of their own, so that no check depends on what lies in var/.
django-checks:
	VAR_DIR=var/checks $(PY) manage.py makemigrations --check --dry-run
	VAR_DIR=var/checks $(PY) manage.py check --fail-level WARNING
	HTTPS=1 VAR_DIR=var/checks $(PY) manage.py check --deploy --fail-level WARNING

# What touches the database, on PostgreSQL; the main run has it on SQLite.
test-postgres:
	$(PY) -m tests.house.on_postgres $(DATABASE_TESTS) $(NOT_TWICE:%=--ignore=%)

pytest:
	$(PY) -m pytest

bench: tools
	$(PY) -m tests.bench

# A hall of 400 phones for half a minute; BENCH_SECONDS=60 for longer.
.PHONY: bench-load
bench-load: tools
	$(PY) -m tests.bench.load

# A federation of 5,000 events on PostgreSQL and Redis: some minutes, most of them to make it.
.PHONY: bench-federation
bench-federation: tools
	$(PY) -m tests.bench.federation

# Fifty people who post results of one event at once; the same with the server killed thirty times.
.PHONY: bench-hammer bench-kill
bench-hammer: tools
	$(PY) -m tests.bench.hammer

bench-kill: tools
	$(PY) -m tests.bench.hammer kill

# New sentences into the catalogue (needs GNU gettext), then compiled (needs nothing) and what is still
# without a translation named. After a translation alone: make messages-compile.
messages:
	$(PY) -m tests.house.messages --extract

.PHONY: messages-compile
messages-compile:
	$(PY) -m tests.house.messages

# Five thousand made-up requests at the interface for programs; FUZZ_REQUESTS=20000 for more.
.PHONY: fuzz-api
fuzz-api: tools
	$(PY) -m tests.bench.fuzz_api
