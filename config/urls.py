"""Addresses. The program's own live in tournaments.urls; nothing else is served."""

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]
