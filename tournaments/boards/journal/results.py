"""What happens to results: typed at the desk, handed in at the table, keyed twice."""

from __future__ import annotations

from scoring.findings import line_name
from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.journal.told import Sentences, Telling, Told, fixed


def _result(told: Told) -> Sentence:
    return say(
        gettext_noop("Round {round}, table {table}: {ns} to {ew}."),
        round=told.round,
        table=told.table,
        ns=told.number("ns"),
        ew=told.number("ew"),
    )


def _correction(told: Told) -> Sentence:
    values = {
        "round": told.round,
        "table": told.table,
        "ns": told.number("ns"),
        "ew": told.number("ew"),
        "old_ns": told.number("ns", old=True),
        "old_ew": told.number("ew", old=True),
    }
    if told.new("countersigned_by"):
        return say(
            gettext_noop(
                "Round {round}, table {table}: {old_ns} to {old_ew} corrected to {ns} to {ew},"
                " countersigned by {referee}."
            ),
            referee=str(told.new("countersigned_by")),
            **values,
        )
    return say(
        gettext_noop("Round {round}, table {table}: {old_ns} to {old_ew} corrected to {ns} to {ew}."),
        **values,
    )


def _round(told: Told) -> Sentence:
    count = len(told.new("results") or [])
    waiting = told.new("waiting") or []
    corrected = len(told.old("results") or [])
    if corrected:
        text = gettext_noop("Round {round}: {count} results stored, {corrected} of them corrected.")
        return say(text, round=told.round, count=count, corrected=corrected)
    if not waiting:
        return say(gettext_noop("Round {round}: {count} results stored."), round=told.round, count=count)
    return say(
        gettext_noop("Round {round}: {count} results stored; that of table {table} is to be confirmed."),
        round=told.round,
        count=count,
        table=waiting[0][0],
    )


def _from_the_table(text: str) -> Telling:
    return lambda told: say(
        text,
        round=told.round,
        table=told.table,
        pair=told.pair,
        other=told.other,
        ns=told.number("ns"),
        ew=told.number("ew"),
    )


def _code(text: str, *, old: bool = False) -> Telling:
    return lambda told: say(
        text,
        round=told.round,
        table=told.table,
        line=line_name("ns" if (told.old if old else told.new)("line") == "ns" else "ew"),
    )


RESULTS: Sentences = {
    "record_result": _result,
    "correct_result": _correction,
    "propose_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} hands in {ns} to {ew}, to be confirmed.")
    ),
    "dispute_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} writes {ns} to {ew}, not as {other} did.")
    ),
    "confirm_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} confirms {ns} to {ew}.")
    ),
    "issue_codes": lambda told: say(
        gettext_noop("Round {round}: {count} codes for the tables made."),
        round=told.round,
        count=told.number("codes"),
    ),
    "reissue_code": _code(gettext_noop("Round {round}, table {table}: a new code for {line}.")),
    "revoke_code": _code(gettext_noop("Round {round}, table {table}: the code of {line} revoked."), old=True),
    "call_director": fixed(gettext_noop("Table {table}: {pair} calls the director.")),
    "answer_call": fixed(gettext_noop("Table {table}: the director has come.")),
    "record_round": _round,
    "key_again": lambda told: say(
        gettext_noop("Round {round}, table {table}: keyed again, {ns} to {ew}."),
        round=told.round,
        table=told.table,
        ns=told.number("ns"),
        ew=told.number("ew"),
    ),
    "switch_double_keying": lambda told: say(
        gettext_noop("Every result is keyed twice.")
        if told.new("on")
        else gettext_noop("Every result is keyed once.")
    ),
}
