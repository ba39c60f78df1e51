"""``python -m tests.house.explain``: are an evening's queries kept to its own rows? As JSON, or in words."""

from __future__ import annotations

import json
import os
import sys


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tests.house.plans import answer

    found = answer(whole_table="--whole-table" in arguments)
    if "--json" in arguments:
        print(json.dumps(found))
        return 0
    print("{pages} pages and verbs of {of}, {statements:,} statements.".format(**found))
    print(*(found["too_much"] or ["None reads more than its own rows."]), sep="\n")
    return int(bool(found["too_much"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
