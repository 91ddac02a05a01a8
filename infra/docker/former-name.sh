#!/bin/sh
# The command line by the name that it had before.
echo '! transledger is transledger-admin now, and goes on working.' >&2
exec transledger-admin "$@"
