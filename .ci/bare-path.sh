#!/usr/bin/env bash
# Prints a folder with links to Node and to the base system's tools, and to nothing else: with it as PATH, what somebody
# once installed by hand on this machine cannot make a run green.
set -euo pipefail

NODE_TOOLS="node npm npx"
# Of Debian's packages that every installation has (essential or required), what programs call by name.
BASE_TOOLS="
  awk basename bash cat chgrp chmod chown cmp comm cp cut date dd df diff dirname du echo env expr false find getconf
  getent grep groupadd gunzip gzip head hostname id kill ldd ln locale ls md5sum mkdir mkfifo mktemp mv nice nohup nproc
  od paste printf pwd readlink realpath rm rmdir sed seq sh sha256sum sleep sort split stat stty su tail tar tee test
  timeout touch tr true uname uniq useradd wc which whoami xargs"

folder=$(mktemp -d)
for tool in $NODE_TOOLS $BASE_TOOLS; do
  # Missing ones are missing on this kind of machine, and then nothing here may need them either.
  if found=$(type -P "$tool"); then
    ln -s "$found" "$folder/$tool"
  fi
done
echo "$folder"
