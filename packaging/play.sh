#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# Two players play a game on a package: tabiya's folder is new, the players are made while the server runs, it is killed in the game, and
# afterwards the game goes on with all its moves. On every system that has a shell and curl. Usage: play.sh PORT PROGRAM [FOLDER]
# A program that has its folder and its port from its own settings gets no others; FOLDER is then where its folder is found.
set -eu
port=$1 program=$2 base=http://127.0.0.1:$1
if [ $# -gt 2 ]; then
    data=$3 folder='' listen=''
else
    data=$(mktemp -d ./played-XXXXXX) folder="--data $data" listen="--listen 127.0.0.1:$port"
fi
server=

fail() {
    echo "play.sh: $1" >&2
    exit 1
}
begin() {
    # shellcheck disable=SC2086 # words, or none
    "$program" serve $folder $listen >"$data.said" &
    server=$!
    tries=0
    until curl --fail --silent "$base/healthz" >/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || fail "the server does not answer"
        sleep 0.2
    done
}
end() {
    kill -9 "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
}
trap end EXIT

# A command of the program on the data of the server.
order() {
    # shellcheck disable=SC2086 # words, or none
    said=$("$program" "$@" $folder) && printf '%s\n' "$said" | tr -d '\r'
}
# A call of the player whose token comes first.
call() {
    token=$1
    shift
    curl --fail --silent --show-error --header "Authorization: Bearer $token" "$@"
}
# The game of an answer, as its address names it.
game_of() {
    sed 's|.*"[^"]*/game/\([A-Za-z0-9]*\)".*|\1|'
}

# One account before the first start, all else beside the running server.
order user add ann
begin
order user add bob --role organiser
order user list | tr '\n' ' ' | grep -q 'ann.*bob' || fail "the running server took no order"
order invite | grep -q register || fail "the running server made no invitation"
ann=$(order token ann --scope board:play,challenge:write | tail -n 1)
bob=$(order token bob --scope board:play,challenge:write | tail -n 1)

# A game has its challenge's id.
game=$(call "$ann" --data color=white "$base/api/challenge/bob" | game_of)
call "$bob" --request POST "$base/api/challenge/$game/accept"
play() {
    call "$1" --request POST "$base/api/board/game/$game/move/$2"
}
play "$ann" e2e4
play "$bob" e7e5
end
begin
play "$ann" g1f3
play "$bob" b8c6
echo
# Exported games begin with their moves after the tags.
call "$ann" "$base/game/export/$game" | tr -d '\r' | tee "$data/game.pgn"
grep -q '^1\. e4 e5 2\. Nf3 Nc6' "$data/game.pgn" || fail "moves are lost"
order user list | grep -q bob || fail "the server that was started again took no order"
end
order data check
cat "$data.said"
grep -q 'games are kept in' "$data.said" || fail "the server does not say where the games are"
# Windows puts this before whole paths, and people do not.
if grep -q '[?][\\]' "$data.said"; then fail "a folder is not printed as people write it"; fi
echo "play.sh: the game went on after the kill, and nothing is lost"
