#!/bin/sh
# Makes each secret of compose.yaml that is not there yet, and never changes one: TRANSLEDGER_MASTER_KEY above all must
# outlive everything that it encrypted. The folder is closed to other users; its files are readable, for the users inside
# the containers are not the one outside.
set -eu

folder=${1:-$(dirname "$0")/secrets}
umask 077
mkdir -p "$folder"
cd "$folder"

random() {
  head -c "$1" /dev/urandom | base64 | tr -d '\n'
}

# Of characters that need no escaping in an address.
password() {
  random 24 | tr '+/' '-_'
}

keep() {
  [ -s "$1" ] && return
  cat >"$1"
  chmod 444 "$1"
  echo "made $1" >&2
}

random 32 | keep TRANSLEDGER_MASTER_KEY
password | keep POSTGRES_PASSWORD
password | keep REDIS_PASSWORD
password | keep AWS_SECRET_ACCESS_KEY
password | keep GRAFANA_ADMIN_PASSWORD
printf 'postgresql://transledger:%s@postgres:5432/transledger' "$(cat POSTGRES_PASSWORD)" | keep DATABASE_URL
printf 'redis://:%s@redis:6379' "$(cat REDIS_PASSWORD)" | keep REDIS_URL
