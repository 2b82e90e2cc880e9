#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Plays through the life of the packages, in a copy of this machine's system that is gone afterwards and a network of its own: installs the
# Debian package, plays, upgrades, removes, purges, and brings a backup back; then unpacks the archive and plays. As root, because
# dpkg and port 80 are. Nothing of the machine itself is changed. There is no systemd in it: the service's command, user and rights
# are those of its unit, what else the unit shuts off is not tried.
# Usage: rehearse.sh OLDER.deb DEB TAR.GZ
set -eu
[ "$(id -u)" = 0 ] || { echo "rehearse.sh: only root can install a package, in a copy of the system, too" >&2; exit 2; }
if [ -z "${REHEARSAL_PLACE:-}" ]; then
    REHEARSAL_PLACE=$(mktemp -d)
    export REHEARSAL_PLACE
    code=0
    unshare --mount --net --pid --fork --kill-child sh "$0" "$@" || code=$?
    rmdir "$REHEARSAL_PLACE"
    exit "$code"
fi
older=$1 deb=$2 archive=$3 place=$REHEARSAL_PLACE
state=/var/lib/tabiya
base=http://127.0.0.1

say() { echo "rehearsal: $*"; }
fail() { echo "rehearsal: FAILED: $*" >&2; exit 1; }

# What is written goes into memory; the system below stays as it is.
mount -t tmpfs -o mode=0755 none "$place"
root=$place/root
mkdir "$place/changed" "$place/work" "$root"
mount -t overlay -o "lowerdir=/,upperdir=$place/changed,workdir=$place/work" overlay "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
# Without it the scripts of the package find no systemd that runs.
mount -t tmpfs none "$root/run"
mkdir -m 1777 "$place/tmp"
mount --bind "$place/tmp" "$root/tmp"
ip link set lo up
rm -rf "$root$state" "$root/etc/tabiya.toml"
mkdir "$root/packages"
cp "$older" "$root/packages/older.deb"
cp "$deb" "$root/packages/new.deb"
cp "$archive" "$root/packages/archive.tar.gz"
inside() { chroot "$root" env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 NO_COLOR=1 "$@"; }

server=
answers() {
    tries=0
    until curl --fail --silent "$1/healthz" >/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 150 ] || { cat "$place/log" >&2; fail "the server does not answer at $1"; }
        sleep 0.2
    done
}
# As systemd starts it: the folder of its state, its user, one capability, no others to come.
begin_service() {
    unit=$root/usr/lib/systemd/system/tabiya.service
    command=$(sed -n 's/^ExecStart=//p' "$unit")
    capability=$(sed -n 's/^AmbientCapabilities=CAP_//p' "$unit" | tr '[:upper:]' '[:lower:]')
    environment=$(sed -n 's/^Environment=//p' "$unit")
    inside install --directory --owner=tabiya --group=tabiya --mode=0700 "$state"
    # Words of the unit are split as systemd splits them.
    # shellcheck disable=SC2086
    (umask 0077 && inside setpriv --reuid=tabiya --regid=tabiya --init-groups --no-new-privs \
        --bounding-set="-all,+$capability" --inh-caps="-all,+$capability" --ambient-caps="-all,+$capability" \
        env $environment $command >>"$place/log" 2>&1) &
    server=$!
    answers "$base"
}
end_server() {
    [ -n "$server" ] || return 0
    # In this process namespace there is no other one.
    for process in $(inside pidof tabiya || true); do kill "-${1:-TERM}" "$process"; done
    wait "$server" 2>/dev/null || true
    server=
}
trap 'end_server KILL' EXIT

call() { curl --fail --silent --show-error --header "Authorization: Bearer $token" "$@"; }
# Begins a game and plays its first move.
play() {
    game=$(call --data level=1 --data color=white "$base/api/challenge/ai" | sed 's/.*"id":"\([^"]*\)".*/\1/')
    call --request POST "$base/api/board/game/$game/move/e2e4" >/dev/null
}
still_there() {
    call "$base/game/export/$game" | tr -d '\r' | grep -q '^1\. e4' || fail "$1, and the move is lost"
    say "$1, and the game is there"
}

inside dpkg --install /packages/older.deb >/dev/null || fail "dpkg can't install it"
[ "$(inside stat --format=%a:%U:%G /etc/tabiya.toml)" = 640:root:tabiya ] || fail "others may read /etc/tabiya.toml"
begin_service
say "installed, and it answers at port 80"
echo 'a few unrelated words' | inside tabiya user add ann --password-stdin --role admin --data "$state/data" >/dev/null
token=$(inside tabiya token ann --scope board:play,challenge:write --data "$state/data" | tail -n 1)
play
end_server KILL
begin_service
still_there "killed and started again"
inside tabiya doctor --config /etc/tabiya.toml >"$place/doctor" || [ $? = 1 ] || { cat "$place/doctor" >&2; fail "tabiya doctor finds faults"; }

echo "# the operator's own line" >>"$root/etc/tabiya.toml"
end_server
inside dpkg --install /packages/new.deb >/dev/null || fail "dpkg can't upgrade it"
grep -q "the operator's own line" "$root/etc/tabiya.toml" || fail "the upgrade has taken the operator's settings"
begin_service
still_there "upgraded"
tries=0
until backup=$(cd "$root$state/backups" 2>/dev/null && ls data-daily-*.db 2>/dev/null); do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { cat "$place/log" >&2; fail "the daily backup is not made"; }
    sleep 0.2
done
say "a backup was made: $backup"
end_server

inside dpkg --remove tabiya >/dev/null 2>&1 || fail "dpkg can't remove it"
[ ! -e "$root/usr/bin/tabiya" ] || fail "the program is still there"
[ -f "$root/etc/tabiya.toml" ] && [ -f "$root$state/data/tabiya.db" ] || fail "removing it has taken settings or games"
inside dpkg --purge tabiya >/dev/null 2>&1 || fail "dpkg can't purge it"
[ ! -e "$root/etc/tabiya.toml" ] || fail "purged settings are still there"
[ -f "$root$state/data/tabiya.db" ] && [ -f "$root$state/backups/$backup" ] || fail "purging it has taken games or backups"
say "removed and purged, and games and backups are kept"

# The machine is lost; what is left is the backup.
mv "$root$state/backups/$backup" "$root/packages/$backup"
rm -rf "${root:?}$state"
inside dpkg --install /packages/new.deb >/dev/null || fail "dpkg can't install it again"
begin_service
end_server
inside tabiya data restore --data "$state/data" --replace --keep-logins "/packages/$backup" >/dev/null || fail "the backup can't be restored"
begin_service
still_there "restored on a new machine"
end_server
inside dpkg --purge tabiya >/dev/null 2>&1

mkdir "$root/unpacked"
tar --extract --gzip --strip-components=1 --directory="$root/unpacked" --file="$root/packages/archive.tar.gz"
chown -R nobody "$root/unpacked"
base=http://127.0.0.1:8080
begin_archive() {
    inside setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs \
        sh -c 'cd /unpacked && exec ./tabiya serve --lan' >>"$place/log" 2>&1 &
    server=$!
    answers "$base"
}
begin_archive
inside /unpacked/tabiya user add ann --data /unpacked/data >/dev/null
token=$(inside /unpacked/tabiya token ann --scope board:play,challenge:write --data /unpacked/data | tail -n 1)
play
end_server KILL
begin_archive
still_there "the archive was unpacked, started and killed"
end_server
say "all is well"
