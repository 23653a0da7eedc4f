#!/usr/bin/env bash
# Prints where redis-server is. Where there is none, the system's package manager installs it if it may; where that cannot
# be, nothing is printed, and the tests that need it are reported as skipped.
set -uo pipefail

install() {
  # Not started: the tests start one of their own.
  export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive
  if type -P apt-get; then
    apt-get install -yq redis-server || { apt-get update -q && apt-get install -yq redis-server; }
  elif type -P dnf; then
    dnf install -yq redis
  elif type -P apk; then
    apk add --quiet redis
  fi
}

if ! type -P redis-server >&2 && [ "$(id -u)" = 0 ]; then
  install >&2
fi
type -P redis-server || true
