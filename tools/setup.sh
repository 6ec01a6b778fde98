#!/usr/bin/env bash
# Makes sure that the Debian packages of some groups are installed:  tools/setup.sh GROUP...
#
# The groups and their packages are in tools/debian-packages.txt. When nothing is missing this is one dpkg-query call
# and prints nothing. Otherwise it installs as root or through password-less sudo; where it may do neither, it prints the
# one line to run and fails.
set -eu
cd "$(dirname "$0")/.."

wanted=()
while read -r group package; do
  [[ " $* " == *" $group "* ]] && wanted+=("$package")
done < <(grep -Ev '^(#|$)' tools/debian-packages.txt)

if ! command -v dpkg-query > /dev/null; then
  # Another distribution: its names differ, so leave it to CMake to say what it cannot find.
  exit 0
fi

declare -A installed=()
while read -r state package; do
  if [[ $state == ?i ]]; then installed[$package]=1; fi # "ii", or "hi" for a package on hold
done < <(dpkg-query --show --showformat '${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2> /dev/null)

missing=()
for package in "${wanted[@]}"; do
  [[ -n ${installed[$package]:-} ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

install="apt-get install -y --no-install-recommends ${missing[*]}"
line="apt-get update && $install"
if [[ $(id -u) == 0 ]]; then
  become=(env)
elif command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
  become=(sudo -n env)
else
  echo "Some Debian packages are missing and installing them needs root. Run this one line, then try again:" >&2
  if command -v sudo > /dev/null; then
    echo "  sudo sh -c '$line'" >&2
  else
    echo "  su - -c '$line'" >&2
  fi
  exit 1
fi

echo "Installing Debian packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The lock's time-out waits for another apt instead of failing.
apt=("${become[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1 < /dev/null; then
  tail -n 30 "$log" >&2
  echo "Installing failed (see above). The line to run by hand:  $line" >&2
  exit 1
fi
