"""A large event in a new database, its last round under way: ``python -m tests.bench.evening 500 8``."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from tests.factories import Evening, an_evening  # noqa: E402

call_command("migrate", verbosity=0)
pairs, rounds = (int(number) for number in sys.argv[1:3])
plan = Evening(pairs=pairs, closed=rounds - 1, open_round="published", programme=f"Mitchell {rounds}")
print(an_evening(plan).slug)
