# One image for all processes; docker-compose.yml says which runs what.
# Debian is named because its client programs must not be older than the server of docker-compose.yml.
FROM python:3.12-slim-trixie
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 VAR_DIR=/var/lib/pozzetto
RUN useradd --system --create-home --home-dir /var/lib/pozzetto pozzetto
WORKDIR /srv/pozzetto
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY manage.py ./
COPY config config
COPY scoring scoring
COPY tournaments tournaments
COPY templates templates
USER pozzetto
VOLUME /var/lib/pozzetto
EXPOSE 8000
CMD ["python", "-m", "config.server", "--no-sample", "--host", "0.0.0.0", "--port", "8000"]
