# One image for all processes; docker-compose.yml says which runs what.
FROM python:3.12-slim
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
