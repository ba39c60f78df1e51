"""What the federation still waits for: due, overdue, reported; the workbook to send."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments.boards.reports import report_rows
from tournaments.desk.reports import ask_report, mark_reported, take_back_report
from tournaments.models import Club
from tournaments.views.desk.access import Desk, desk_page
from tournaments.views.desk.people import People, people_page


@people_page("GET", "HEAD", "POST")
def reports(request: HttpRequest, people: People) -> HttpResponse:
    """What is due in the clubs this account directs; a button makes the workbook of one."""
    if request.method == "POST":
        club = people.clubs.filter(slug=request.POST.get("club", "")).first()
        if club is None:
            raise Http404
        return redirect("desk_job", ask_report(club=club, by=people.actor).pk)
    rows = report_rows(people.clubs)
    waiting = {row.event.club_id for row in rows if not row.is_reported}
    clubs = Club.objects.filter(pk__in=waiting).order_by("name")
    context = {"rows": rows, "clubs": clubs, "overdue": sum(row.is_overdue for row in rows), "here": "desk"}
    return render(request, "desk/reports/reports.html", context)


@desk_page("POST", back="desk_finish")
def report_event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The results of one evening have gone out, or have not after all."""
    if request.POST.get("reported") == "no":
        take_back_report(event=desk.event, by=desk.actor)
        messages.success(request, _("Noted: not yet reported."))
    else:
        mark_reported(event=desk.event, by=desk.actor)
        messages.success(request, _("Noted: the results have gone to the federation."))
    return redirect(f"{reverse('desk_reports')}#{desk.event.slug}")


urls = [
    path("reports/", reports, name="desk_reports"),
    path("<slug:slug>/report/", report_event, name="desk_report_event"),
]
