"""The end of an evening: standings and their publications, prizes, the picture, finish and archive."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentences import Refusal
from tournaments.boards.desk_finish import FinishFacts, desk_standings, load_finish
from tournaments.boards.desk_publication import publication_paper
from tournaments.boards.facts import Facts
from tournaments.boards.picture import picture_pages
from tournaments.boards.prizes import prize_board
from tournaments.boards.released import NotReleasedError
from tournaments.desk.actions import Answer, Verdict, verdict
from tournaments.desk.closing import archive_event, finish_event, finishing, reopen_event
from tournaments.desk.prizes import set_prizes
from tournaments.desk.publishing import publish_standings
from tournaments.models import Event
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.views.desk.prize_form import (
    PrizeForm,
    SpecialRows,
    first_prizes,
    first_specials,
    specials_of,
)
from tournaments.views.workbooks import workbook_answer
from tournaments.words import spoken

FEDERATION_DAYS = 10  # docs/rules.md 9: results reach the federation within ten days


@desk_page("GET", "HEAD", roles=EVERYBODY)
def standings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The standings of this moment, what moved since the last publication, and every publication."""
    board = desk_standings(desk.event)
    closed = board.read.facts.last_closed
    shown = {
        "board": board,
        "total": max(board.read.total, len(board.read.rounds)),
        "pictures": picture_pages(len(board.read.facts.entries)) if closed else (),
        "may_finish": _may_finish(board.read).answer is not Answer.AGAINST,
        "pending": board.read.pending,
        "may_publish": verdict("publish_standings", desk.event.state).answer is Answer.FREE,
    }
    return _page(request, desk, "standings", shown)


@desk_page("POST", back="desk_standings")
def publish(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Release the standings under the next number."""
    made = publish_standings(event=desk.event, by=desk.actor)
    messages.success(request, _("Standings no. {number} are published.").format(number=made.number))
    return redirect("desk_standings", desk.event.slug)


@desk_page("GET", "HEAD", roles=EVERYBODY)
def publication(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A publication on paper, with room for the signatures."""
    try:
        paper = publication_paper(desk.event, number)
    except NotReleasedError as error:
        raise Http404(str(error)) from error
    return _page(request, desk, "publication", {"paper": paper})


@desk_page("GET", "HEAD", roles=EVERYBODY)
def picture(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The standings after the last closed round as a picture to send: the same that everybody can open."""
    states = dict(desk.event.rounds.order_by("number").values_list("number", "state"))
    closed = Facts(desk.event, {}, states, []).last_closed
    if not closed:
        raise Http404("no round is closed")
    query = request.GET.urlencode()
    address = reverse("standings_picture", args=[desk.event.slug, closed])
    return redirect(f"{address}?{query}" if query else address)


@desk_page("GET", "HEAD", roles=EVERYBODY)
def workbook(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole evening as a workbook, card numbers included: it is the club's own."""
    return workbook_answer(desk.event, public=False)


@desk_page("GET", "HEAD", "POST")
def prizes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What there is to win, and who wins it as things stand."""
    board = prize_board(desk.event)
    form = PrizeForm(request.POST or None, initial=first_prizes(desk.event, board.settings))
    rows = SpecialRows(request.POST or None, initial=first_specials(board.settings), prefix="special")
    if request.method == "POST" and form.is_valid() and rows.is_valid():
        try:
            set_prizes(event=desk.event, settings=form.settings(specials_of(rows)), by=desk.actor)
        except Refusal as refusal:
            form.add_error(None, spoken(refusal.sentence))
        else:
            messages.success(request, _("The prizes are stored."))
            return redirect("desk_prizes", desk.event.slug)
    may_set = verdict("set_prizes", desk.event.state)
    shown = {"board": board, "form": form, "rows": rows, "may_set": may_set}
    wrong = form.is_bound and bool(form.errors or rows.total_error_count())
    return _page(request, desk, "prizes", shown, status=422 if wrong else 200)


@desk_page("GET", "HEAD")
def prize_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The prizes on paper, with room for who received them to sign."""
    return _page(request, desk, "prize_list", {"board": prize_board(desk.event)})


@desk_page("GET", "HEAD", "POST", back="desk_finish")
def finish(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What is left to do before the evening is over, and the button that ends it."""
    if request.method == "POST":
        finish_event(event=desk.event, confirmed=_confirmed(request), by=desk.actor)
        messages.success(request, _("The evening is finished. Good night!"))
        return redirect("desk_finish", desk.event.slug)
    read = load_finish(desk.event)
    until = read.corrections_until
    shown = {
        "read": read,
        "verdict": _may_finish(read),
        "archive": verdict("archive", desk.event.state),
        "reopen": verdict("reopen", desk.event.state),
        "until": until,
        "still_open": until is not None and timezone.now() <= until,
        "federation": desk.event.date + timedelta(days=FEDERATION_DAYS),
        "changed": _changed(desk.event, read),
    }
    return _page(request, desk, "finish", shown)


@desk_page("POST", back="desk_finish")
def reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Take the finish back, after a question."""
    reason = request.POST.get("reason", "").strip()[:300]
    reopen_event(event=desk.event, confirmed=_confirmed(request), reason=reason, by=desk.actor)
    messages.success(request, _("The event is open again."))
    return redirect("desk_finish", desk.event.slug)


@desk_page("POST", back="desk_finish")
def archive(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Put the event away for good, after a question."""
    archive_event(event=desk.event, confirmed=_confirmed(request), by=desk.actor)
    messages.success(request, _("The event is archived."))
    return redirect("desk_finish", desk.event.slug)


def _confirmed(request: HttpRequest) -> bool:
    return request.POST.get("confirmed") == "yes"


def _may_finish(read: FinishFacts) -> Verdict:
    """What the table of actions says, and for a running event its rounds."""
    found = verdict("finish", read.event.state)
    if found.answer is not Answer.FREE:
        return found
    return finishing(read.facts.rounds, read.total)


def _changed(event: Event, read: FinishFacts) -> int | None:
    """The number under which the finish will publish what changed since the last one; None: nothing did."""
    if event.state != Event.State.RUNNING or not read.pending:
        return None
    return read.last.number + 1 if read.last else 1


def _page(
    request: HttpRequest, desk: Desk, name: str, shown: dict[str, object], *, status: int = 200
) -> HttpResponse:
    context = {"desk": desk, "event": desk.event, "here": "standings", **shown}
    return render(request, f"desk/finish/{name}.html", context, status=status)


urls = [
    path("<slug:slug>/standings/", standings, name="desk_standings"),
    path("<slug:slug>/standings/publish/", publish, name="desk_publish_standings"),
    path("<slug:slug>/standings/picture.png", picture, name="desk_picture"),
    path("<slug:slug>/standings/<int:number>/", publication, name="desk_publication"),
    path("<slug:slug>/prizes/", prizes, name="desk_prizes"),
    path("<slug:slug>/prizes/list/", prize_list, name="desk_prize_list"),
    path("<slug:slug>/workbook/", workbook, name="desk_workbook"),
    path("<slug:slug>/finish/", finish, name="desk_finish"),
    path("<slug:slug>/reopen/", reopen, name="desk_reopen"),
    path("<slug:slug>/archive/", archive, name="desk_archive"),
]
