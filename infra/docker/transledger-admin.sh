#!/bin/sh
# The operator's command line, with the settings of the container that it runs in.
exec /app/infra/docker/entry.sh node /app/dist/apps/cli/main.js "$@"
