#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Plays a game on a package: tabiya's folder is new, the server is killed in the game, and the moves are there afterwards. On every system
# that has a shell and curl. Usage: play.sh PORT PROGRAM
set -eu
port=$1 program=$2 base=http://127.0.0.1:$1
data=$(mktemp -d ./played-XXXXXX)
server=

# A player and a token are made while no server runs, because on Windows the commands can't reach a running one.
"$program" user add ann --data "$data"
token=$("$program" token ann --scope board:play,challenge:write --data "$data" | tr -d '\r' | tail -n 1)

begin() {
    "$program" serve --data "$data" --listen "127.0.0.1:$port" &
    server=$!
    tries=0
    until curl --fail --silent "$base/healthz" >/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || { echo "play.sh: the server does not answer" >&2; exit 1; }
        sleep 0.2
    done
}
end() {
    kill -9 "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
}
trap end EXIT
call() { curl --fail --silent --show-error --header "Authorization: Bearer $token" "$@"; }

begin
game=$(call --data level=1 --data color=white "$base/api/challenge/ai" | sed 's/.*"id":"\([^"]*\)".*/\1/')
call --request POST "$base/api/board/game/$game/move/e2e4"
echo
end
begin
# Exported games begin with their moves after the tags.
call "$base/game/export/$game" | tr -d '\r' | tee "$data/game.pgn"
grep -q '^1\. e4' "$data/game.pgn" || { echo "play.sh: the move is lost" >&2; exit 1; }
echo "play.sh: the game went on after the kill"
