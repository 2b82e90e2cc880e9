#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Plays through the life of the packages as docs/self-hosting.md tells it, in a copy of this machine's system that is gone afterwards and a
# network of its own: installs the Debian package, plays, upgrades, gets a certificate from a test authority (Pebble, if it is installed),
# removes, purges, and brings a backup back; then unpacks the archive, and plays. There a phone of a network of its own opens the address
# that stands with the code to scan (headless Chromium, if it is installed). As root, because dpkg and port 80 are. The copy boots a systemd of
# its own (rehearse-boot.sh), which runs the service as it does elsewhere. Nothing of the machine itself is changed.
# Usage: rehearse.sh OLDER.deb DEB TAR.GZ
set -eu
[ "$(id -u)" = 0 ] || { echo "rehearse.sh: only root can install a package, in a copy of the system, too" >&2; exit 2; }
if [ -z "${REHEARSAL_PLACE:-}" ]; then
    REHEARSAL_PLACE=$(mktemp -d)
    export REHEARSAL_PLACE
    code=0
    unshare --mount --mount-proc --net --pid --fork --kill-child sh "$0" "$@" || code=$?
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
mkdir -m 1777 "$place/tmp"
mount --bind "$place/tmp" "$root/tmp"
ip link set lo up
rm -rf "$root$state" "$root/etc/tabiya.toml"
# What this machine starts and mounts is not for the copy, and what forbids packages to start their services neither.
rm -rf "$root"/etc/systemd/system/*.wants "$root/etc/fstab" "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages" "$root/oldroot"
cp "$older" "$root/packages/older.deb"
cp "$deb" "$root/packages/new.deb"
cp "$archive" "$root/packages/archive.tar.gz"

# The processes of the copy have a group of their own, which ends with them.
mkdir "$place/groups"
mount -t cgroup2 cgroup2 "$place/groups" || fail "systemd needs cgroups, which can't be mounted here"
group=$place/groups/tabiya-rehearsal-$$
mkdir "$group"
sh -c 'echo 0 >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" \
    unshare --mount --pid --uts --ipc --cgroup --fork --kill-child sh "$(dirname "$0")/rehearse-boot.sh" "$root" &
booted=$!
inside() {
    nsenter --target "$first" --mount --pid --uts --ipc --cgroup \
        env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 NO_COLOR=1 "$@"
}
log() {
    [ ! -f "$place/log" ] || cat "$place/log"
    inside journalctl --no-pager --unit tabiya | tail -n 40
}

server=
answers() {
    tries=0
    until curl --fail --silent "$1/healthz" >/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 150 ] || { log >&2; fail "the server does not answer at $1"; }
        sleep 0.2
    done
}
# Ends what the archive has started.
end_server() {
    for process in $(inside pidof tabiya || true); do inside kill "-${1:-TERM}" "$process"; done
    wait "$server" 2>/dev/null || true
    server=
}
others=
end_all() {
    # shellcheck disable=SC2086
    [ -z "$others" ] || kill -KILL $others 2>/dev/null || true
    # With the first process of the copy all of its processes end.
    kill -KILL "${first:-$booted}" 2>/dev/null || true
    wait "$booted" 2>/dev/null || true
    find "$group" -depth -type d -exec rmdir {} \;
}
trap end_all EXIT
# Waits until a command is content.
until_so() {
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { log >&2; fail "$what"; }
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

# Before it is systemd, it is in the machine's own system.
is_booted() {
    first=$(tr -d ' ' <"/proc/$booted/task/$booted/children")
    [ "$(cat "/proc/$first/comm")" = systemd ] && inside systemctl is-system-running | grep -q -E 'running|degraded'
}
until_so "systemd does not start" is_booted

inside dpkg --install /packages/older.deb >/dev/null 2>&1 || fail "dpkg can't install it"
[ "$(inside stat --format=%a:%U:%G /etc/tabiya.toml)" = 640:root:tabiya ] || fail "others may read /etc/tabiya.toml"
answers "$base"
say "installed, and the service answers at port 80"
inside journalctl --no-pager --unit tabiya | grep --after-context 1 "no admin yet" | grep -q /admin# || fail "the log has no link for the first admin"
echo 'a few unrelated words' | inside tabiya user add ann --password-stdin --role admin --data "$state/data" >/dev/null
token=$(inside tabiya token ann --scope board:play,challenge:write --data "$state/data" | tail -n 1)
play
process=$(inside pidof tabiya)
is_another() { running=$(inside pidof tabiya) && [ "$running" != "$process" ]; }
inside systemctl kill --signal=KILL tabiya
until_so "the service does not come back" is_another
answers "$base"
still_there "killed, and systemd has started it again"
inside tabiya doctor --config /etc/tabiya.toml >"$place/doctor" || [ $? = 1 ] || { cat "$place/doctor" >&2; fail "tabiya doctor finds faults"; }

echo "# the operator's own line" >>"$root/etc/tabiya.toml"
process=$(inside pidof tabiya)
inside dpkg --install /packages/new.deb >/dev/null 2>&1 || fail "dpkg can't upgrade it"
grep -q "the operator's own line" "$root/etc/tabiya.toml" || fail "the upgrade has taken the operator's settings"
answers "$base"
is_another || fail "the program from before still runs"
still_there "upgraded"
until_so "the daily backup is not made" sh -c "ls $root$state/backups/data-daily-*.db"
backup=$(cd "$root$state/backups" && ls data-daily-*.db)
say "a backup was made: $backup"

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
    inside systemctl restart tabiya
    by_https() { curl --fail --silent --cacert "$place/trusted.pem" --resolve chess.example:443:127.0.0.1 "https://chess.example/healthz"; }
    until_so "there is no certificate" by_https
    leads_to=$(curl --silent --output /dev/null --write-out '%{redirect_url}' "$base/games")
    [ "$leads_to" = https://chess.example/games ] || fail "plain HTTP leads to $leads_to"
    say "it has got a certificate, and plain HTTP leads to HTTPS"
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
inside dpkg --install /packages/new.deb >/dev/null 2>&1 || fail "dpkg can't install it again"
answers "$base"
inside systemctl stop tabiya
inside tabiya data restore --data "$state/data" --replace --keep-logins "/packages/$backup" >/dev/null || fail "the backup can't be restored"
inside systemctl start tabiya
answers "$base"
still_there "restored on a new machine"
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
    on_phone() { nsenter --net="/proc/$holder/ns/net" "$@"; }
    is_apart() { [ "$(readlink "/proc/$holder/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }
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
