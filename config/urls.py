"""Addresses. The program's own live in tournaments.urls; nothing else is served."""

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]

handler400 = "tournaments.views.errors.bad_request"
handler403 = "tournaments.views.errors.forbidden"
handler404 = "tournaments.views.errors.not_found"
handler500 = "tournaments.views.errors.broken"
