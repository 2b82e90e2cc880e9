#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Plays through the life of the packages as docs/self-hosting.md tells it, in a copy of this machine's system that is gone afterwards and a
# network of its own: installs the Debian package, plays, upgrades, gets a certificate from a test authority (Pebble, if it is installed),
# removes, purges, and brings a backup back; then unpacks the archive, and plays. There a phone of a network of its own opens the address
# that stands with the code to scan (headless Chromium, if it is installed). As root, because dpkg and port 80 are. Nothing of the machine
# itself is changed. There is no systemd in it: the service's command, user and rights are those of its unit, what else the unit shuts
# off is not tried.
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
others=
end_all() {
    end_server KILL
    # shellcheck disable=SC2086
    [ -z "$others" ] || kill -KILL $others 2>/dev/null || true
}
trap end_all EXIT
# Waits until a command is content.
until_so() {
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { cat "$place/log" >&2; fail "$what"; }
        sleep 0.2
    done
}

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
until_so "the daily backup is not made" sh -c "ls $root$state/backups/data-daily-*.db"
backup=$(cd "$root$state/backups" && ls data-daily-*.db)
say "a backup was made: $backup"
end_server

# An authority that gives certificates for names that its own name server leads to this machine.
begin_authority() {
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE \
        -keyout "$place/authority.key" -out "$root/etc/authority.pem" 2>/dev/null
    cat >"$place/authority.json" <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": "$root/etc/authority.pem",
"privateKey": "$place/authority.key", "httpPort": 80, "tlsPort": 443, "ocspResponderURL": "", "externalAccountBindingRequired": false}}
END
    pebble-challtestsrv -defaultIPv4 127.0.0.1 -defaultIPv6 "" -http01 "" -https01 "" -tlsalpn01 "" -dns01 127.0.0.1:8053 \
        -management 127.0.0.1:8055 >/dev/null 2>&1 &
    others="$others $!"
    PEBBLE_VA_NOSLEEP=1 PEBBLE_WFE_NONCEREJECT=20 pebble -config "$place/authority.json" -strict -dnsserver 127.0.0.1:8053 >/dev/null 2>&1 &
    others="$others $!"
    trusted() { curl --fail --silent --cacert "$root/etc/authority.pem" --output "$place/trusted.pem" https://127.0.0.1:15000/roots/0; }
    until_so "the test authority does not answer" trusted
}
if command -v pebble >/dev/null && command -v openssl >/dev/null; then
    begin_authority
    # The two lines that stand in the file already, in place of "listen", and what names the authority.
    sed -i -e 's/^listen = /# &/' -e 's/^# \(https = \)/\1/' -e 's/^# \(acme-email = \)/\1/' "$root/etc/tabiya.toml"
    printf '%s\n' 'acme-directory = "https://127.0.0.1:14000/dir"' 'acme-root = "/etc/authority.pem"' >>"$root/etc/tabiya.toml"
    begin_service
    by_https() { curl --fail --silent --cacert "$place/trusted.pem" --resolve chess.example:443:127.0.0.1 "https://chess.example/healthz"; }
    until_so "there is no certificate" by_https
    leads_to=$(curl --silent --output /dev/null --write-out '%{redirect_url}' "$base/games")
    [ "$leads_to" = https://chess.example/games ] || fail "plain HTTP leads to $leads_to"
    say "it has got a certificate, and plain HTTP leads to HTTPS"
    end_server
    # shellcheck disable=SC2086
    kill -KILL $others
    others=
else
    say "NOT TRIED: HTTPS; apt install pebble openssl"
fi

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

# A phone is another machine on the network: a namespace with a cable to this one. Codes are drawn for terminals alone.
phone=$(command -v chromium-headless-shell || command -v chromium || true)
if [ -n "$phone" ] && command -v script >/dev/null; then
    unshare --net sleep infinity &
    others="$others $!"
    holder=$!
    # The process of this namespace; the system's own list has other numbers.
    networks=$root/proc
    on_phone() { nsenter --net="$networks/$holder/ns/net" "$@"; }
    is_apart() { [ "$(readlink "$networks/$holder/ns/net")" != "$(readlink "$networks/self/ns/net")" ]; }
    until_so "there is no second network" is_apart
    ip link add name wifi type veth peer name wlan0 netns "$holder"
    ip address add 192.168.77.1/24 dev wifi
    ip link set wifi up
    on_phone ip address add 192.168.77.2/24 dev wlan0
    on_phone ip link set wlan0 up
    inside setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs \
        sh -c 'cd /unpacked && exec script --quiet --flush --command "./tabiya serve --lan" /dev/null' >"$place/terminal" 2>&1 </dev/null &
    server=$!
    answers "$base"
    address=$(sed -n 's/.*scan to play at \(http[^[:space:]]*\).*/\1/p' "$place/terminal")
    [ "$address" = http://192.168.77.1:8080 ] || { cat "$place/terminal" >&2; fail "the code leads to \"$address\""; }
    curl --fail --silent "$base/api/info" | grep -q '"was_reached":false' || fail "it says that others have called"
    on_phone "$phone" --headless --no-sandbox --disable-gpu --user-data-dir="$place/phone" --window-size=390,844 --touch-events=enabled \
        --virtual-time-budget=20000 --dump-dom "$address" >"$place/page" 2>/dev/null || fail "the phone's browser fails"
    grep -q 'Play a friend' "$place/page" || { cat "$place/page" >&2; fail "the phone does not see the site"; }
    curl --fail --silent "$base/api/info" | grep -q '"was_reached":true' || fail "it does not know that a phone has called"
    say "a phone has opened the address of the code"
    end_server
else
    say "NOT TRIED: a phone; apt install chromium-headless-shell bsdutils"
fi
say "all is well"
