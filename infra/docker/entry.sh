#!/bin/sh
# Starts a command with each file of /run/secrets as the variable that it is named after, such as DATABASE_URL. A
# variable that is given stays. The folder is another one for tests alone.
set -eu

folder=${SECRETS_FOLDER:-/run/secrets}
unset SECRETS_FOLDER

for file in "$folder"/*; do
  name=${file##*/}
  case $name in
    [!A-Z]* | *[!A-Z0-9_]*) continue ;;
  esac
  [ -f "$file" ] || continue
  eval "given=\${$name:-}"
  [ -z "$given" ] || continue
  value=$(cat "$file")
  export "$name=$value"
done
unset folder file name given value

exec "$@"
