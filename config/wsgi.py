"""The door for web servers that speak WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

from tournaments.desk.jobs import queue  # noqa: E402  (only once Django is set up)
from tournaments.views.live import Door  # noqa: E402

# A process that serves pages does long work beside them.
queue.in_background = True

application = Door(django_application)
