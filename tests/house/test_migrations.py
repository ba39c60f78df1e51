"""An evening kept by the program of the first hour opens today, and no migration locks out older code.

``tests/data/schemas/first-evening.json`` was written by the verbs of that time: thirteen pairs, two rounds of
Mitchell played and closed, one result corrected; rows by model, as the first migration has them.
"""

from __future__ import annotations

import http.client
import itertools
import json
from collections.abc import Callable
from pathlib import Path

from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests.desk.test_two_clicks import Visitor
from tests.house.real_server import RealServer

FIRST = Path(__file__).resolve().parents[1] / "data" / "schemas" / "first-evening.json"
SLUG = "torneo-di-prova-del-primo-giorno-2026-11-20"
PUBLIC = ("", "standings/", "standings/1/", "standings/2/", "results/", "pairs/", "pairs/1/", "wall/")
AT_THE_DESK = ("", "entries/", "seats/", "seats/2/", "scores/2/", "standings/", "journal/", "settings/")

LOAD = """
import json
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
told = json.loads(open(FIRST, encoding="utf-8").read())
apps = MigrationLoader(None).project_state([("tournaments", told["schema"])]).apps
with transaction.atomic(), connection.cursor() as cursor:
    for name in ("Club", "Player", "Event", "Phase", "Entry", "Member", "Round", "Match", "Seat", "Result",
                 "HandResult", "Penalty", "Ruling", "JournalLine"):
        model = apps.get_model("tournaments", name)
        model.objects.bulk_create(
            model(**{
                field.attname: field.target_field.to_python(row[field.attname]) if field.is_relation
                else field.to_python(row[field.attname])
                for field in model._meta.concrete_fields
            })
            for row in told["rows"][name]
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)
""".replace("FIRST", repr(str(FIRST)))
IN_STEPS = """
import json
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
def rows():
    executor = MigrationExecutor(connection)
    applied = [key for key in executor.loader.applied_migrations if key in executor.loader.graph.nodes]
    apps = executor.loader.project_state(applied).apps
    first = ("Club", "Player", "Event", "Phase", "Entry", "Member", "Round", "Match", "Seat", "Result",
             "HandResult", "JournalLine")
    return {name: apps.get_model("tournaments", name).objects.count() for name in first}
steps = [["0001_initial", rows()]]
known = MigrationExecutor(connection).loader.disk_migrations
for name in sorted(name for app, name in known if app == "tournaments")[1:]:
    MigrationExecutor(connection).migrate([("tournaments", name)])
    steps.append([name, rows()])
print(json.dumps(steps))
"""
DIRECTOR = """
from django.contrib.auth.models import User
User.objects.create_superuser("aldo", password="quattordici")
"""
ROUNDS_AND_SEATS = (
    "from tournaments.models import *;"
    "print(Round.objects.count(), Seat.objects.filter(round__number=3).count())"
)


def kept_by_the_first_program(server: RealServer) -> None:
    server.var_dir.mkdir(exist_ok=True)
    server.manage("migrate", "tournaments", "0001", "--verbosity", "0")
    server.manage("shell", "-v", "0", "-c", LOAD)


def it_opens_and_goes_on(server: RealServer) -> None:
    kept_by_the_first_program(server)
    server.start()
    for page in PUBLIC:
        status, _body = opened(server, f"/e/{SLUG}/{page}")
        assert status == 200, page
    assert "Gentile" in opened(server, f"/e/{SLUG}/pairs/1/")[1]
    server.manage("verify", SLUG)
    told = json.loads(server.manage("standings", SLUG, "--round", "2", "--json"))
    found = [[row["place"], row["number"], row["vp"], row["net_mp"]] for row in told]
    assert found == json.loads(FIRST.read_text(encoding="utf-8"))["standings_after_2"]

    server.manage("shell", "-v", "0", "-c", DIRECTOR)
    director = Visitor(server.url)
    director.sign_in()
    for page in AT_THE_DESK:
        assert "Torneo di prova" in director.get(f"/desk/{SLUG}/{page}"), page
    page = director.get(f"/desk/{SLUG}/seats/")
    assert director.post(f"/desk/{SLUG}/seats/draw/", page, number="3", seed="1") == 200
    page = director.get(f"/desk/{SLUG}/seats/3/")
    assert director.post(f"/desk/{SLUG}/seats/3/publish/", page, confirmed="yes") == 200
    server.manage("verify", SLUG)
    assert server.manage("shell", "-v", "0", "-c", ROUNDS_AND_SEATS).split()[-2:] == ["3", "13"]


def opened(server: RealServer, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers={"Accept-Language": "it"})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def test_an_evening_of_the_first_program_opens_and_goes_on(real_server: RealServer) -> None:
    it_opens_and_goes_on(real_server)


def test_an_evening_of_the_first_program_opens_and_goes_on_on_postgresql(
    another_server: Callable[..., RealServer], own_database: str
) -> None:
    it_opens_and_goes_on(another_server(environment={"DATABASE_URL": own_database}))


def each_step_keeps_every_row(server: RealServer) -> None:
    kept_by_the_first_program(server)
    steps = json.loads(server.manage("shell", "-v", "0", "-c", IN_STEPS).splitlines()[-1])
    kept = json.loads(FIRST.read_text(encoding="utf-8"))["rows"]
    assert len(steps) >= 5
    for name, rows in steps:
        assert rows == {model: len(kept[model]) for model in rows}, name
    server.manage("migrate", "--verbosity", "0")
    server.manage("verify", SLUG)


def test_each_migration_by_itself_keeps_every_row(real_server: RealServer) -> None:
    each_step_keeps_every_row(real_server)


def test_each_migration_by_itself_keeps_every_row_on_postgresql(
    another_server: Callable[..., RealServer], own_database: str
) -> None:
    each_step_keeps_every_row(another_server(environment={"DATABASE_URL": own_database}))


ALLOWED = {
    "0002_desk": "made while nobody had an installation yet",
}
"""Migrations that may lock out the program before them, and why."""

HARMLESS = (
    migrations.CreateModel, migrations.AddIndex, migrations.RemoveIndex, migrations.AlterModelOptions,
    migrations.AlterModelManagers, migrations.RemoveConstraint,
)  # fmt: skip


def locks_out(operation: Operation, state: ProjectState) -> str:
    """Why the program from before could not go on beside an operation, "" where it can.

    While several processes are brought up to date one after the other, the older ones read and write the new
    tables: what they know must stay, and what they do not know must not be asked of them. A column needs to
    be empty or filled by the database (``db_default``): Django's own ``default`` is filled in by the program.
    """
    if isinstance(operation, HARMLESS):
        return ""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        fills_itself = field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
        return "" if fills_itself else f"{operation.model_name}.{operation.name} is asked of older code"
    if isinstance(operation, migrations.AlterField):
        old = state.models["tournaments", operation.model_name_lower].fields[operation.name]
        return "" if _takes_as_much(old, operation.field) else f"{operation.name} takes less than before"
    return f"{type(operation).__name__} changes what older code relies on"


def _takes_as_much(old: models.Field[object, object], new: models.Field[object, object]) -> bool:
    lengths = [field.max_length or 0 for field in (old, new)]
    return (
        old.get_internal_type() == new.get_internal_type()
        and (new.null or not old.null)
        and (old.unique or not new.unique)
        and (lengths[1] >= lengths[0] or not lengths[1])
        and old.db_column == new.db_column
        and (not getattr(new, "db_constraint", False) or getattr(old, "db_constraint", False))
    )


def test_no_migration_locks_out_the_program_before_it() -> None:
    loader = MigrationLoader(None)
    found = {}
    names = sorted(name for app, name in loader.disk_migrations if app == "tournaments")
    for before, name in itertools.pairwise(names):
        state = loader.project_state([("tournaments", before)])
        why = []
        for operation in loader.disk_migrations["tournaments", name].operations:
            why.append(locks_out(operation, state))
            operation.state_forwards("tournaments", state)
        if any(why):
            found[name] = [reason for reason in why if reason]
    assert {name: why for name, why in found.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(found), "an allowance nobody needs any more"


TAKING_AWAY = (
    migrations.RemoveField("event", "seed"),
    migrations.RenameField("event", "seed", "lot"),
    migrations.RenameModel("Event", "Evening"),
    migrations.DeleteModel("Clock"),
    migrations.AddField("event", "sponsor", models.CharField(max_length=20, default="")),
    migrations.AlterField("event", "place", models.CharField(max_length=20)),
    migrations.AlterField("event", "fee", models.DecimalField(max_digits=7, decimal_places=2)),
    migrations.AddConstraint("event", models.UniqueConstraint(fields=["name"], name="one_event_per_name")),
    migrations.RunSQL("DROP TABLE tournaments_event"),
)
ADDING = (
    migrations.AddField("event", "sponsor", models.CharField(max_length=20, null=True)),
    migrations.AddField("event", "sponsor", models.CharField(max_length=20, db_default="")),
    migrations.AlterField("event", "place", models.CharField(max_length=200)),
    migrations.CreateModel("Sponsor", [("id", models.BigAutoField(primary_key=True))]),
)


def test_what_takes_something_from_older_code_is_found_and_what_adds_is_not() -> None:
    loader = MigrationLoader(None)
    last = max(name for app, name in loader.disk_migrations if app == "tournaments")
    state = loader.project_state([("tournaments", last)])
    assert all(locks_out(operation, state) for operation in TAKING_AWAY)
    assert not any(locks_out(operation, state) for operation in ADDING)
