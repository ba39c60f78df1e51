"""One settings file, read from the environment; with nothing set it is a laptop in a parish hall.

``DATABASE_URL``   default: SQLite in ``var/pozzetto.sqlite3``
``REDIS_URL``      default: none; with it the cache is shared by all processes
``SECRET_KEY``     default: made at first start in ``var/secret_key``, readable by its owner only
``DEBUG``          default: off
``ALLOWED_HOSTS``  default: this machine's own names and addresses
``HTTPS``          default: off; on: secure cookies, HSTS, redirect
``TRUSTED_PROXY``  default: 127.0.0.1 with HTTPS, else none; the proxy whose X-Forwarded-* headers count
``VAR_DIR``        default: ``var/`` beside manage.py; everything the program writes lies there
``TIME_ZONE``      default: Europe/Rome
``PUBLIC_ADDRESS`` default: as the browser asks; what the codes on slips give to phones
``THREADS``        default: 48 on SQLite, 12 on a database server; requests a web process answers at a time
``METRICS_FROM``   default: this machine; addresses and networks that may read /metrics, comma-separated
``METRICS_TOKEN``  default: none; who shows it as a bearer token may read them from anywhere
``LOG_LEVEL``      default: WARNING on a terminal; elsewhere also one line (JSON) for each request
``API_RATE_ANYBODY``  default: 300/min; how often one address may ask the interface for programs unnamed
``API_RATE_CALLER``   default: 1200/min; how often one token or account may
``BACKUP_DIR``     default: ``backups/`` in VAR_DIR; where copies of the database are kept
``BACKUPS_KEEP``   default: 20; the newest automatic copies to keep; 0: no automatic copies
``BACKUPS_KEEP_DAYS`` default: 30; beside those, the last copy of a day for so many days
"""

from datetime import timedelta
from pathlib import Path

import drf_spectacular_sidecar
import environ
import rest_framework

from config.first_start import OwnHosts, local_address
from config.headers import content_policy
from config.logs import configure, logging_settings, on_a_terminal
from tournaments.private_files import private_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY", default="") or private_key(VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or OwnHosts()
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PUBLIC_ADDRESS = env("PUBLIC_ADDRESS", default="")
ADDRESS_IN_THE_HALL = local_address

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_structlog",
    "axes",
    "django_htmx",
    "django_filters",
    "drf_spectacular",
    "tournaments",
]

MIDDLEWARE = [
    "tournaments.views.health.Probes",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "tournaments.views.request_log.RequestLog",
    "csp.middleware.CSPMiddleware",
    "config.headers.Headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.sessions.SessionsThatEnd",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
    "tournaments.views.errors.DatabaseAway",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["tournaments.templatetags.field"],
            "libraries": {"field": "tournaments.templatetags.field"},
        },
    }
]

# SQLite as a desk needs it: readers never wait for the writer (WAL), what was acknowledged survives a
# power cut (synchronous=FULL), and a writer takes its lock at BEGIN instead of failing in the middle
# (IMMEDIATE), waiting its turn for up to 20 seconds, in the order of coming (one_writer).
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "pozzetto.sqlite3"}}
if env("DATABASE_URL", default=""):
    DATABASES["default"] = env.db("DATABASE_URL")
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {"ENGINE": "tournaments.one_writer", "OPTIONS": SQLITE_OPTIONS}
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A server that is gone is told within seconds; nobody waits at the door for what does not come.
    reached = {"connect_timeout": 5, "keepalives_idle": 30, "tcp_user_timeout": 15_000}
    DATABASES["default"]["OPTIONS"] = reached | env.db("DATABASE_URL").get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Copies of the database: around each draw, on closing a round, at the end, before an update.
BACKUP_DIR = Path(env("BACKUP_DIR", default=str(VAR_DIR / "backups"))).resolve()
BACKUPS_KEEP = env.int("BACKUPS_KEEP", default=20)
BACKUPS_KEEP_DAYS = env.int("BACKUPS_KEEP_DAYS", default=30)

METRICS_FROM = env.list("METRICS_FROM", default=["127.0.0.1", "::1"])
METRICS_TOKEN = env("METRICS_TOKEN", default="")

REDIS_URL = env("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "tournaments.caching.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_FUNCTION": "tournaments.epoch.cache_key",
            "TIMEOUT": 24 * 3600,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    CACHES["limits"] = CACHES["default"] | {"KEY_PREFIX": "limits"}
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "KEY_FUNCTION": "tournaments.epoch.cache_key",
            "TIMEOUT": 24 * 3600,
            "OPTIONS": {"MAX_ENTRIES": 500},
        },
        # Apart, so that nobody who asks for many pages makes room for more guesses.
        "limits": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "limits",
            "OPTIONS": {"MAX_ENTRIES": 50_000},
        },
    }

LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English")]
# Of Django REST framework only the sentences: its own pages, and what they load, are not served.
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale", Path(rest_framework.__file__).parent / "locale"]
USE_I18N = True
USE_THOUSAND_SEPARATOR = True
TIME_ZONE = env("TIME_ZONE", default="Europe/Rome")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
# The page on which the interface for programs is read and tried.
SWAGGER_UI = "static/drf_spectacular_sidecar/swagger-ui-dist"
STATICFILES_DIRS = [("swagger-ui", Path(drf_spectacular_sidecar.__file__).parent / SWAGGER_UI)]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "events"
# New passwords by Argon2; an older hash is read once more and replaced when its owner signs in.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Five wrong passwords for one name from one address, or thirty from one address whatever the name, and for
# a quarter of an hour that address tries in vain. The address is the one the server has found, behind a
# TRUSTED_PROXY what the proxy says; nobody else is believed.
AXES_HANDLER = "config.sign_in_limits.Handler"
AXES_FAILURE_LIMIT = 5
AXES_ADDRESS_FAILURE_LIMIT = 30
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "ip_address"]
AXES_IPWARE_META_PRECEDENCE_ORDER = ["REMOTE_ADDR"]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tournaments.views.accounts.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# An event workbook of 500 pairs over 8 rounds is about 400 kB; nothing honest comes near these.
WORKBOOK_MAX_BYTES = env.int("WORKBOOK_MAX_BYTES", default=8_000_000)
DATA_UPLOAD_MAX_MEMORY_SIZE = WORKBOOK_MAX_BYTES + 1_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = WORKBOOK_MAX_BYTES + 1_000_000

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "tournaments.session_store"
SESSION_COOKIE_HTTPONLY = True
# From the last use, and at once when the password changes (tournaments/sessions.py).
SESSION_COOKIE_AGE = 12 * 3600
HTTPS = env.bool("HTTPS", default=False)
# The one address whose X-Forwarded-* headers the server believes; from anybody else they are dropped.
TRUSTED_PROXY = env("TRUSTED_PROXY", default="127.0.0.1" if HTTPS else "")
CONTENT_SECURITY_POLICY = content_policy(https=HTTPS)
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # Whether browsers carry the domain in their preload list is for the owner of the domain to ask.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

configure()
LOGGING = logging_settings(env("LOG_LEVEL", default="").upper(), terminal=on_a_terminal())

# The interface for programs; what its views have in common is said in tournaments/api/views.py.
API_RATE_ANYBODY = env("API_RATE_ANYBODY", default="300/min")
API_RATE_CALLER = env("API_RATE_CALLER", default="1200/min")
API_MOST_BYTES = 1_000_000  # a whole round of 250 tables with every hand in components is about 400 kB
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api.errors.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
    "SCHEMA_COERCE_PATH_PK": False,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pozzetto",
    "DESCRIPTION": "Burraco tournaments for other programs: what is played, and running it as the desk does.",
    "VERSION": "1",
    "LICENSE": {"name": "MIT"},
    "OAS_VERSION": "3.0.3",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SORT_OPERATION_PARAMETERS": False,
    "POSTPROCESSING_HOOKS": [],  # choices stand where they are used
}
