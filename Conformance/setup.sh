# What Tests/run, Conformance/run and .ci/run need before they start. Sourced, not run:
#
#   source "$(dirname "${BASH_SOURCE[0]}")/../Conformance/setup.sh"
#
# Leaves the shell in the root of the repository. Asks nothing: what it cannot do by itself it says
# and ends with status 3 (the harness is broken, nothing is known about the code).
# Works with the bash 3.2 of macOS and in any locale.

swift_needed_major=6
swift_needed_minor=2

section() { printf '\n== %s\n' "$*"; }

# The first text is the error, the next ones say what to do.
give_up() {
  printf 'error: %s\n' "$1" >&2
  shift
  if (($# > 0)); then printf '       %s\n' "$@" >&2; fi
  exit 3
}

# Says whether one of the arguments after the first is the option named by the first.
has_option() {
  local option=$1 argument
  shift
  for argument in "$@"; do
    case $argument in "$option" | "$option="*) return 0 ;; esac
  done
  return 1
}

how_to_install_swift() {
  case $(uname -s) in
    Darwin) printf 'Install Xcode 26 or newer from the App Store, or swiftly from https://www.swift.org/install/macos' ;;
    Linux) printf 'Install swiftly from https://www.swift.org/install/linux, then run: swiftly install latest' ;;
    *) printf 'Install it from https://www.swift.org/install' ;;
  esac
}

require_swift() {
  local needed="Swift $swift_needed_major.$swift_needed_minor or newer is needed"
  command -v swift > /dev/null 2>&1 \
    || give_up "$needed, and there is no swift in PATH." "$(how_to_install_swift)"
  local version major minor
  version=$(swift --version 2> /dev/null | LC_ALL=C sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [[ $version == *.* ]] || give_up "$needed, and 'swift --version' names no version." "$(how_to_install_swift)"
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  if ((major < swift_needed_major || (major == swift_needed_major && minor < swift_needed_minor))); then
    give_up "$needed, and $(command -v swift) is $version." "$(how_to_install_swift)"
  fi
}

is_debian() {
  [[ -r /etc/os-release ]] && LC_ALL=C grep -Eq '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release
}

# Installs packages of Debian or Ubuntu, or says how.
install_packages() {
  local install="apt-get install -y --no-install-recommends $*"
  local as_root=''
  if ((EUID != 0)); then
    as_root='sudo -n '
    # -n: a sudo that would ask for a password counts as none.
    if ! command -v sudo > /dev/null 2>&1 || ! sudo -n true 2> /dev/null; then
      give_up "These packages are missing, and only root can install them: $*." "Run: sudo apt-get update && sudo $install"
    fi
  fi
  section "Installing $*" >&2
  export DEBIAN_FRONTEND=noninteractive
  { ${as_root}apt-get update -q && ${as_root}$install; } < /dev/null >&2 \
    || give_up "apt-get could not install $*; its output is above." "Run: sudo apt-get update && sudo $install"
}

# MessagingSQLite links the system's SQLite. macOS brings it; on Linux its header is a package.
require_sqlite() {
  [[ $(uname -s) == Linux ]] || return 0
  [[ -f /usr/include/sqlite3.h || -f /usr/local/include/sqlite3.h ]] && return 0
  if ! is_debian; then
    give_up "The header sqlite3.h is missing." \
      "Install the development package of SQLite (Fedora: sqlite-devel, Alpine: sqlite-dev, Arch: sqlite)."
  fi
  install_packages libsqlite3-dev
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
require_swift
require_sqlite
