"""The commands of the desk: what they print, what they refuse, and how a script can tell."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.facts import load
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round
from tournaments.models import Event, Result

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_standings_as_json_are_a_list_in_order() -> None:
    event = an_evening(Evening(pairs=8, closed=2))
    rows = json.loads(run("standings", event.slug, "--json"))
    assert [sorted(row) for row in rows] == [["name", "net_mp", "number", "place", "vp"]] * 8
    expected = [(s.place, s.entry, s.vp, s.net_mp) for s in load(event).standings()]
    assert [(r["place"], r["number"], r["vp"], r["net_mp"]) for r in rows] == expected
    assert "Gentile" in next(row["name"] for row in rows if row["number"] == 1)


@pytest.mark.django_db
def test_standings_after_an_earlier_round_are_those_of_that_round() -> None:
    event = an_evening(Evening(pairs=8, closed=2))
    first = json.loads(run("standings", event.slug, "--round", "1", "--json"))
    assert [(r["number"], r["vp"]) for r in first] == [(s.entry, s.vp) for s in load(event).standings(1)]
    assert sum(row["vp"] for row in first) == 4 * 20
    with pytest.raises(CommandError, match="9"):
        run("standings", event.slug, "--round", "9")


@pytest.mark.django_db
def test_the_draw_is_printed_as_table_ns_ew_and_stored() -> None:
    event = an_event(Evening(pairs=7, programme="Danese puro 2"))
    rows = json.loads(run("draw", event.slug, "--json"))
    assert [row["table"] for row in rows] == [1, 2, 3, 4]
    assert sorted(n for row in rows for n in (row["ns"], row["ew"]) if n) == list(range(1, 8))
    assert rows[-1]["ew"] is None
    assert [(m.table, m.ns, m.ew) for m in load(event).matches_of(1)] == [
        (row["table"], (row["ns"],), (row["ew"],) if row["ew"] else ()) for row in rows
    ]
    with pytest.raises(CommandError):
        run("draw", event.slug)
    assert event.rounds.count() == 1


@pytest.mark.django_db
def test_a_draw_for_people_says_the_round_and_leaves_the_bye_a_dash() -> None:
    event = an_event(Evening(pairs=5, programme="Danese puro 1"))
    lines = run("draw", event.slug).splitlines()
    assert len(lines) == 2 + 3
    assert lines[-1].split()[-1] == "-"


@pytest.mark.django_db
def test_an_event_that_adds_up_passes_and_one_that_does_not_names_what_is_off(
    capsys: pytest.CaptureFixture[str],
) -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    run("draw", event.slug)
    publish_round(event=event, number=1, by=DIRECTOR)
    plans = [ResultPlan(table, 1000, 400) for table in (1, 2, 3, 4)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    close_round(event=event, number=1, by=DIRECTOR)
    assert event.name in run("verify", event.slug)
    # Behind the program's back, as a hand in the database could.
    Result.objects.filter(match__table=3).delete()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", event.slug)
    assert stopped.value.code == 1
    assert "3" in capsys.readouterr().err


def test_what_is_wrong_is_one_line_on_stderr_and_exit_code_1(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path)}
    manage = [sys.executable, "manage.py"]
    bare = subprocess.run(
        [*manage, "standings", "nothing"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert bare.returncode == 1
    assert bare.stdout == ""
    assert len(bare.stderr.strip().splitlines()) == 1
    assert "migrate" in bare.stderr
    subprocess.run([*manage, "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    for command in ("standings", "draw", "verify"):
        answer = subprocess.run(
            [*manage, command, "nothing"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (answer.returncode, answer.stdout) == (1, "")
        assert "nothing" in answer.stderr
        assert len(answer.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["standings", "draw", "verify", "import_event", "export_event"])
def test_every_command_explains_itself(command: str) -> None:
    answer = subprocess.run(
        [sys.executable, "manage.py", command, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0
    assert "usage" in answer.stdout
    assert Event.__name__ not in answer.stderr


@pytest.mark.parametrize(
    "arguments", [["standings"], ["standings", "x", "--round", "first"], ["draw", "x", "--nothing"]]
)
def test_arguments_that_cannot_be_are_one_line_and_exit_code_1(arguments: list[str], tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (1, "")
    assert len(answer.stderr.strip().splitlines()) == 1
    assert "--help" in answer.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
def test_a_console_without_our_minus_gets_its_answer_all_the_same(encoding: str, tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "PYTHONIOENCODING": encoding}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    stage = ROOT / "tests" / "data" / "events" / "stage-1.xlsx"
    stored = subprocess.run(
        [*manage, "import_event", str(stage)], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    slug = stored.stdout.decode(encoding).split()[-1]
    told = subprocess.run(
        [*manage, "standings", slug], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    assert len(told.stdout.decode(encoding).splitlines()) == 30
    assert told.stderr == b""
