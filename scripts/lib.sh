# scripts/lib.sh: what the scripts share: packages, configuration, building. Sourced, never run.
# Everything here speaks on stderr, so that stdout is left to results.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=$root/build/release # binaryDir of the preset "release"
parts=()                  # of scripts/packages: what the script needs besides the program

# What each part is called in CMake. Those of `commands` belong to the program for every script but
# scripts/grundy, which has them built when they are first asked for.
declare -A options=([tests]=GRUNDY_TESTS [python]=GRUNDY_PYTHON_MODULE [bench]=GRUNDY_BENCH
  [server]=GRUNDY_SERVER [mpi]=GRUNDY_MPI [law]=GRUNDY_LAW [export]=GRUNDY_EXPORT [plot]=GRUNDY_PLOT
  [graph]=GRUNDY_GRAPH [count]=GRUNDY_COUNT [measure]=GRUNDY_MEASURE)
commands=(law export plot graph count measure)

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# stop STATUS MESSAGE...
stop() {
  local status=$1
  shift
  say "$@"
  exit "$status"
}

# The head comment of the running script is its help.
show_help() { sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"; }

# cpp_files PATTERN: the C++ files whose names fit, NUL-terminated.
cpp_files() { find "$root"/{kernels,solver,api,apps,bench,tests} -name "$1" -print0; }

# Those of the packages NAME... that are not installed.
missing_packages() {
  local name
  for name; do
    [[ $(dpkg-query --show --showformat '${db:Status-Status} ' "$name" 2>&1) == 'installed '* ]] ||
      echo "$name"
  done
}

# ensure_packages NAME...: installs those that are missing, as root or through sudo; where
# neither is possible, prints the line to run and stops with status 4.
ensure_packages() {
  if ! command -v apt-get >/dev/null; then
    say "not a Debian system: taking it that these are there: $*"
    return
  fi
  local missing as_root=() apt=(apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -qq)
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID)); then
    may_sudo || stop 4 "Debian packages are missing, and installing them needs root. As root, run:
    apt-get update && apt-get install --yes --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  "${as_root[@]}" "${apt[@]}" update >&2 </dev/null || say 'going on with the package lists at hand'
  "${as_root[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >&2 </dev/null ||
    stop 4 'apt-get could not install them; its messages are above'
}

# ensure_parts PART...: the packages of the program and of these parts of scripts/packages.
ensure_parts() {
  local packages
  mapfile -t packages < <(awk -v "parts=program ${commands[*]} $*" '
    BEGIN { count = split(parts, names); for (i = 1; i <= count; ++i) wanted[names[i]] }
    /^\[/ {
      takes = 0
      count = split(substr($0, 2, length($0) - 2), names)
      for (i = 1; i <= count; ++i) takes = takes || names[i] in wanted
    }
    /^[a-z]/ && takes { print $1 }' "$root/scripts/packages")
  ensure_packages "${packages[@]}"
}

# Whether sudo works: without a password, or with somebody there to type it.
may_sudo() {
  command -v sudo >/dev/null && { sudo --non-interactive true 2>/dev/null || [[ -t 0 && -t 2 ]]; }
}

# locked COMMAND...: runs it while nothing else that takes this lock runs. The lock ends with the
# subshell: no program started afterwards holds it.
locked() {
  mkdir --parents "$root/build"
  (
    flock --nonblock 9 || { say 'waiting for another build to end' && flock 9; }
    "$@"
  ) 9>"$root/build/.lock"
}

# configured NAME:TYPE=VALUE...: whether the build folder was configured with these.
configured() {
  local setting
  [[ -e $build/build.ninja ]] || return
  for setting; do
    grep --quiet --line-regexp --fixed-strings "$setting" "$build/CMakeCache.txt" || return
  done
}

# Installs the packages that are missing and configures the preset "release" with the script's parts,
# unless that was done for this very folder. Parts that another script asked for stay. Tests and
# benchmarks walk the kernels of all SIMD targets; others need this machine's own alone.
# Somebody who only wants the program must not be stopped by what a newer compiler warns of, so here
# warnings are no errors, unlike in the preset, except with GRUNDY_WERROR=ON in the environment. To
# be locked.
prepare() {
  local here="CMAKE_HOME_DIRECTORY:INTERNAL=$root" part wanted=() settings=() this_machine=ON
  ensure_parts "${parts[@]}"
  for part in "${commands[@]}" "${parts[@]}"; do wanted+=("${options[$part]}:BOOL=ON"); done
  ! configured "$here" "${wanted[@]}" ${GRUNDY_WERROR:+"GRUNDY_WERROR:BOOL=$GRUNDY_WERROR"} ||
    return 0
  for part in "${!options[@]}"; do
    if [[ " ${commands[*]} ${parts[*]} " == *" $part "* ]] || configured "$here" "${options[$part]}:BOOL=ON"; then
      settings+=(-D "${options[$part]}=ON")
      [[ $part != tests && $part != bench ]] || this_machine=OFF
    else
      settings+=(-D "${options[$part]}=OFF")
    fi
  done
  settings+=(-D "GRUNDY_THIS_MACHINE=$this_machine" -D "GRUNDY_WERROR=${GRUNDY_WERROR:-OFF}")
  (cd "$root" && cmake --preset release --fresh "${settings[@]}" >&2)
}

# build_targets TARGET...: prepares and builds. To be locked.
build_targets() {
  prepare
  cmake --build "$build" --parallel "$(nproc)" --target "$@" >&2 </dev/null
}
