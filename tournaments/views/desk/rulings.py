"""The referee's decisions: each a named action that says what follows before it is done."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.boards import desk_rulings as boards
from tournaments.boards.desk_rulings import Seated
from tournaments.boards.desk_scores import current_round, rounds_of
from tournaments.boards.names import load_names
from tournaments.desk import outcomes, taking_back
from tournaments.desk.change import DeskRefusal
from tournaments.desk.penalties import MOST_VP_OFF
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page
from tournaments.views.desk.ruling_actions import ACTIONS, Action, Case
from tournaments.views.desk.ruling_forms import RulingForm
from tournaments.views.numbers import MOST_ID, whole
from tournaments.words import spoken


@desk_page(roles=EVERYBODY)
def everything(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What the referee has decided, and the way to each action; of one table if the grid sent us here."""
    number, table = whole(request.GET.get("round", "")), whole(request.GET.get("table", ""))
    names = load_names(desk.event)
    seated: list[Seated] = []
    if number is not None and table is not None:
        seated = boards.seated_at(desk.event, number, names, table=table)
    context = _context(desk) | {
        "actions": ACTIONS.values(),
        "seated": seated,
        "decisions": boards.decisions_of(desk.event, names),
    }
    return render(request, "desk/rulings/all.html", context)


def _context(desk: Desk) -> dict[str, Any]:
    return {"desk": desk, "event": desk.event, "here": "scores"}


@desk_page("GET", "HEAD", "POST", roles=DIRECTORS)
def decide(request: HttpRequest, desk: Desk, action: str) -> HttpResponse:
    """One action in two steps: about whom, then what follows, with amounts that can be changed."""
    chosen = ACTIONS.get(action)
    if chosen is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    if "pair" not in data or (
        chosen.asks[:1] in (("minutes",), ("justified",)) and chosen.asks[0] not in data
    ):
        return _first_step(request, desk, chosen)
    most_vp = MOST_VP_OFF if action == "standings-penalty" else desk.event.scale_maximum
    form = RulingForm(data, asks=chosen.asks, most_vp=most_vp)
    if not form.is_valid():
        return _first_step(request, desk, chosen, form=form)
    sent = form.cleaned_data
    try:
        entry = outcomes.entry_in(desk.event, sent["pair"])
        case = Case(desk.event, entry, outcomes.sitting_of(desk.event, entry, sent["round"]), sent)
        outcome = chosen.usual(case)
        if request.method == "POST":
            return _done(request, desk, chosen, case)
    except DeskRefusal as refusal:
        return _first_step(request, desk, chosen, said=spoken(refusal.sentence))
    names = load_names(desk.event)
    tables = [case.sitting.match.table] if case.sitting else []
    seated = [s for t in tables for s in boards.seated_at(desk.event, sent["round"], names, table=t)]
    context = _context(desk) | {
        "action": chosen,
        "sent": sent,
        "at": next((pair for pair in seated if pair.number == entry.number), None),
        "name": names.of(entry.number),
        "outcome": outcome,
        "key": secrets.token_hex(12),
    }
    return render(request, "desk/rulings/decide.html", context)


def _first_step(
    request: HttpRequest, desk: Desk, action: Action, *, form: RulingForm | None = None, said: str = ""
) -> HttpResponse:
    rounds = rounds_of(desk.event)
    data = request.POST if request.method == "POST" else request.GET
    wanted = whole(data.get("round", ""))
    now = current_round(rounds)
    number = wanted if wanted is not None else now.number if now else 0
    context = _context(desk) | {
        "action": action,
        "form": form,
        "said": said,
        "rounds": [found.number for found in rounds],
        "number": number,
        "pair": data.get("pair", ""),
        "minutes": data.get("minutes", ""),
        "seated": sorted(
            boards.seated_at(desk.event, number, load_names(desk.event)), key=lambda seated: seated.number
        ),
    }
    return render(request, "desk/rulings/about.html", context, status=422 if form or said else 200)


def _done(request: HttpRequest, desk: Desk, action: Action, case: Case) -> HttpResponse:
    """Do it, once however often the button was pressed; amounts left out are the usual ones."""
    usual = action.usual(case)
    case.sent["mine"] = case.sent["mine"] or usual.mine
    case.sent["theirs"] = case.sent["theirs"] or usual.theirs
    try:
        action.act(desk, case)
    except DeskRefusal as refusal:
        if refusal.code != "done_already":
            raise
    messages.success(request, _("{action}: done.").format(action=action.label))
    if action.key == "adjusted":
        _point_out_the_sum(request, desk, case.sent["mine"].vp + case.sent["theirs"].vp)
    return redirect("desk_rulings", desk.event.slug)


def _point_out_the_sum(request: HttpRequest, desk: Desk, total: int) -> None:
    """The lines of an adjusted score need not add up, but a slip of the pen is seen at once."""
    maximum = desk.event.scale.maximum
    if total != maximum:
        text = _("The VP of the two lines add up to {total}, not to {maximum}: meant so?")
        messages.warning(request, text.format(total=total, maximum=maximum))


@desk_page("POST", roles=DIRECTORS, back="desk_rulings")
def take_back(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A decision counts no longer; it stays on record."""
    what, number = request.POST.get("what", ""), whole(request.POST.get("pk", ""), MOST_ID)
    if what not in ("penalty", "ruling", "withdrawal") or number is None:
        raise Http404
    if what == "penalty" and not desk.event.penalties.filter(pk=number).exists():
        raise Http404
    if what == "withdrawal" and not desk.event.entries.filter(number=number).exists():
        raise Http404
    reason = request.POST.get("reason", "").strip()[:300]
    if what == "penalty":
        taking_back.cancel_penalty(event=desk.event, penalty_id=number, reason=reason, by=desk.actor)
    elif what == "withdrawal":
        taking_back.take_back_withdrawal(event=desk.event, number=number, reason=reason, by=desk.actor)
    else:
        ruling = desk.event.rulings.select_related("match__round").filter(pk=number).first()
        if ruling is None:
            raise Http404
        taking_back.cancel_ruling(
            event=desk.event,
            round_number=ruling.match.round.number,
            table=ruling.match.table,
            ruling_id=ruling.pk,
            reason=reason,
            by=desk.actor,
        )
    messages.success(request, _("Taken back."))
    return redirect("desk_rulings", desk.event.slug)


urls = [
    path("<slug:slug>/rulings/", everything, name="desk_rulings"),
    path("<slug:slug>/rulings/take-back/", take_back, name="desk_take_back"),
    path("<slug:slug>/rulings/<slug:action>/", decide, name="desk_ruling"),
]
