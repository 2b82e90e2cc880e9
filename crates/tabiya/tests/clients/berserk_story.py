# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two people, a bot and an organiser use a Tabiya server through berserk, a client for lichess, without a change to it.

Usage: berserk_story.py URL TOKENS, where TOKENS is a JSON object of names and access tokens.
Every exported PGN is read by python-chess.
"""

import io
import json
import sys
import threading
import time

import berserk
import chess.pgn

URL, TOKENS = sys.argv[1], json.loads(sys.argv[2])
PATIENCE = 60.0


def client(name):
    return berserk.Client(berserk.TokenSession(TOKENS[name]), base_url=URL)


def refused(call, *arguments, **named):
    try:
        call(*arguments, **named)
    except berserk.exceptions.ResponseError as error:
        return error
    raise AssertionError(f"{call} was not refused")


class Listener:
    """Reads a stream in a thread of its own, and finds what is waited for."""

    def __init__(self, lines):
        self.seen, self.ended = [], False
        self.news = threading.Condition()
        self.thread = threading.Thread(target=self.read, args=(lines,), daemon=True)
        self.thread.start()

    def read(self, lines):
        try:
            for line in lines:
                with self.news:
                    self.seen.append(line)
                    self.news.notify_all()
        except Exception as error:  # the test ends a stream by revoking its token
            print("a stream ended:", error, file=sys.stderr)
        with self.news:
            self.ended = True
            self.news.notify_all()

    def wait(self, what, wanted):
        with self.news:
            found = lambda: next((line for line in self.seen if wanted(line)), None)
            self.news.wait_for(lambda: found() is not None or self.ended, PATIENCE)
            assert found() is not None, f"waited in vain for {what} in {self.seen}"
            return found()

    def until_ended(self):
        with self.news:
            assert self.news.wait_for(lambda: self.ended, PATIENCE), f"the stream goes on: {self.seen[-3:]}"


def listeners(name, *openings):
    """Listeners to streams that a client of its own opens. The server has answered: from here on they miss nothing."""
    session, answered = berserk.TokenSession(TOKENS[name]), threading.Semaphore(0)
    session.hooks["response"].append(lambda *_, **__: answered.release())
    own = berserk.Client(session, base_url=URL)
    heard = [Listener(opening(own)) for opening in openings]
    for _ in heard:
        assert answered.acquire(timeout=PATIENCE), "the server opens the stream"
    return heard


def kind(name):
    return lambda line: line.get("type") == name


def moves(text):
    return lambda line: (line.get("state") or line).get("moves") == text


def read_pgn(text, result=None):
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors, (text, game and game.errors)
    if result is not None:
        assert game.headers["Result"] == result, text
    return game


ann, bob, bot = client("Ann"), client("Bob"), client("Botty")


def account_and_users():
    account = ann.account.get()
    assert account["id"] == "ann" and account["username"] == "Ann", account
    assert account["perfs"]["blitz"]["games"] == 0, account
    assert ann.account.get_kid_mode() is False
    ann.account.set_kid_mode(True)
    assert ann.account.get_kid_mode() is True
    ann.account.set_kid_mode(False)
    assert isinstance(ann.account.get_email(), str)
    assert "prefs" in ann.account.get_preferences()
    tested = ann.oauth.test_tokens(TOKENS["Ann"], "nonsense")
    assert tested["nonsense"] is None, tested
    assert tested[TOKENS["Ann"]]["userId"] == "ann" and "board:play" in tested[TOKENS["Ann"]]["scopes"], tested
    assert ann.users.get_public_data("BOB")["id"] == "bob"
    assert [user["id"] for user in ann.users.get_by_id("bob", "nobody", "ann")] == ["bob", "ann"]
    statuses = ann.users.get_realtime_statuses("ann", "bob", with_game_ids=True)
    assert [status["id"] for status in statuses] == ["ann", "bob"], statuses
    assert len(ann.users.get_rating_history("ann")) == 6
    assert ann.users.get_crosstable("ann", "bob")["nbGames"] == 0
    assert "blitz" in ann.users.get_all_top_10()
    assert ann.users.get_leaderboard("blitz", 5) == []
    assert ann.users.get_by_autocomplete("bot") == ["Botty"]
    assert ann.users.get_by_autocomplete("bot", as_object=True)[0]["id"] == "botty"
    assert ann.users.get_activity_feed("ann") == []
    assert ann.users.get_live_streamers() == []
    assert ann.users.get_user_performance("ann", "blitz")["user"]["name"] == "Ann"
    ann.relations.follow("bob")
    assert [user["id"] for user in ann.relations.get_users_followed()] == ["bob"]
    ann.relations.unfollow("bob")
    assert list(ann.relations.get_users_followed()) == []
    assert refused(ann.users.get_public_data, "nobody").status_code == 404
    error = refused(client("Reader").relations.follow, "bob")
    assert error.status_code == 403 and "follow:write" in str(error), error


def challenges(events):
    made = ann.challenges.create("bob", rated=False, clock_limit=300, clock_increment=3, color="white")
    heard = events["Bob"].wait("the challenge", lambda line: kind("challenge")(line) and line["challenge"]["id"] == made["id"])
    challenge = heard["challenge"]
    assert challenge["challenger"]["id"] == "ann" and challenge["destUser"]["id"] == "bob", challenge
    assert challenge["timeControl"]["limit"] == 300 and challenge["speed"] == "blitz", challenge
    assert challenge["variant"]["key"] == "standard" and challenge["perf"]["name"] == "Blitz", challenge
    mine = bob.challenges.get_mine()
    assert [other["id"] for other in mine["in"]] == [made["id"]] and mine["out"] == [], mine
    bob.challenges.decline(made["id"], reason="tooFast")
    told = events["Ann"].wait("the answer", kind("challengeDeclined"))
    assert told["challenge"]["declineReasonKey"] == "toofast", told
    made = ann.challenges.create("bob", rated=False, days=2)
    ann.challenges.cancel(made["id"])
    events["Bob"].wait("that it is gone", kind("challengeCanceled"))
    assert refused(bob.challenges.accept, made["id"]).status_code == 404
    assert refused(ann.challenges.create, "ann", rated=False, clock_limit=60, clock_increment=0).status_code == 400
    assert refused(ann.challenges.create, "nobody", rated=False).status_code == 404


def game_of_two(events):
    made = ann.challenges.create("bob", rated=True, clock_limit=300, clock_increment=3, color="white")
    events["Bob"].wait("the challenge", lambda line: kind("challenge")(line) and line["challenge"]["id"] == made["id"])
    bob.challenges.accept(made["id"])
    game = made["id"]
    for name in ("Ann", "Bob"):
        start = events[name].wait("the start", lambda line: kind("gameStart")(line) and line["game"]["gameId"] == game)
        assert start["game"]["color"] == ("white" if name == "Ann" else "black"), start
    white = Listener(ann.board.stream_game_state(game))
    black = Listener(bob.board.stream_game_state(game))
    watcher = Listener(client("Reader").games.stream_game_moves(game))
    full = white.wait("the game", kind("gameFull"))
    assert white.seen[0] is full and full["white"]["id"] == "ann" and full["black"]["name"] == "Bob", full
    assert full["state"]["status"] == "started" and full["variant"]["name"] == "Standard", full
    assert full["clock"] == {"initial": 300000, "increment": 3000} and full["rated"] is True, full
    assert refused(bob.board.make_move, game, "e7e5").status_code == 400
    ann.board.make_move(game, "e2e4")
    ann.board.make_move(game, "e2e4")  # sent again: nothing is played twice
    black.wait("White's move", moves("e2e4"))
    assert refused(ann.board.make_move, game, "d2d4").status_code == 400
    bob.board.make_move(game, "e7e5")
    white.wait("Black's move", moves("e2e4 e7e5"))
    # Chat.
    ann.board.post_message(game, "good luck")
    line = black.wait("the chat", kind("chatLine"))
    assert (line["room"], line["username"], line["text"]) == ("player", "Ann", "good luck"), line
    assert bob.board.get_game_chat(game) == [{"user": "Ann", "text": "good luck"}]
    # A takeback, refused and then accepted.
    bob.board.offer_takeback(game)
    white.wait("the proposal", lambda line: line.get("btakeback") is True)
    ann.board.decline_takeback(game)
    ann.board.make_move(game, "g1f3")
    ann.board.offer_takeback(game)
    black.wait("the proposal", lambda line: line.get("wtakeback") is True)
    bob.board.accept_takeback(game)
    white.wait("the takeback", lambda line: kind("gameState")(line) and line["moves"] == "e2e4 e7e5" and "btakeback" not in line)
    # A draw, declined and then accepted.
    ann.board.make_move(game, "f1c4")
    ann.board.offer_draw(game)
    black.wait("the offer", lambda line: line.get("wdraw") is True)
    bob.board.decline_draw(game)
    bob.board.make_move(game, "b8c6")
    playing = ann.games.get_ongoing()
    assert [own["gameId"] for own in playing] == [game] and playing[0]["isMyTurn"] is True, playing
    ann.challenges.add_time_to_opponent_clock(game, 20)
    ann.board.make_move(game, "d1h5")
    bob.board.make_move(game, "g8f6")
    assert refused(ann.board.claim_victory, game).status_code == 400
    assert refused(ann.board.abort_game, game).status_code == 400
    assert refused(ann.board.go_berserk, game).status_code == 400
    ann.board.make_move(game, "h5f7")
    for stream in (white, black):
        last = stream.wait("the end", lambda line: line.get("status") == "mate")
        assert last["winner"] == "white", last
        stream.until_ended()
    watcher.until_ended()
    assert watcher.seen[-1]["winner"] == "white" and watcher.seen[0]["id"] == game, watcher.seen
    for name in ("Ann", "Bob"):
        events[name].wait("the finish", lambda line: kind("gameFinish")(line) and line["game"]["gameId"] == game)
    again = Listener(ann.board.stream_game_state(game))
    assert again.wait("the finished game", kind("gameFull"))["state"]["status"] == "mate"
    again.until_ended()
    return game


def draw_and_resignation(events):
    made = bob.challenges.create("ann", rated=False, clock_limit=600, clock_increment=0, color="black")
    events["Ann"].wait("the challenge", lambda line: kind("challenge")(line) and line["challenge"]["id"] == made["id"])
    ann.challenges.accept(made["id"])
    game = made["id"]
    ann.board.make_move(game, "d2d4")
    bob.board.make_move(game, "d7d5")
    ann.board.offer_draw(game)
    bob.board.accept_draw(game)
    assert ann.games.export(game)["status"] == "draw"
    made = ann.challenges.create("bob", rated=False, days=3, color="white")
    bob.challenges.accept(made["id"])
    ann.board.make_move(made["id"], "d2d4")
    bob.board.make_move(made["id"], "d7d5")
    ann.board.resign_game(made["id"])
    assert ann.games.export(made["id"])["winner"] == "black"
    made = ann.challenges.create("bob", rated=False, clock_limit=60, clock_increment=1)
    bob.challenges.accept(made["id"])
    ann.challenges.start_clocks(made["id"], TOKENS["Bob"], TOKENS["Ann"])
    bob.board.abort_game(made["id"])
    assert ann.games.export(made["id"])["status"] == "aborted"
    # Whoever looks for the next game to begin knows this one.
    events["Ann"].wait("its end", lambda line: kind("gameFinish")(line) and line["game"]["gameId"] == made["id"])
    return game


def seeks(events):
    def seek(own):
        own.board.seek(10, 5, rated=False)

    threads = [threading.Thread(target=seek, args=(own,), daemon=True) for own in (ann, bob)]
    known = {line["game"]["gameId"] for line in events["Ann"].seen if kind("gameStart")(line)}
    for thread in threads:
        thread.start()
    start = events["Ann"].wait("a pair", lambda line: kind("gameStart")(line) and line["game"]["gameId"] not in known)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "a search lives no longer than it has to"
    game = start["game"]["gameId"]
    (ann if start["game"]["color"] == "white" else bob).board.abort_game(game)


def computer():
    game = ann.challenges.create_ai(level=1, clock_limit=300, clock_increment=2, color="white")
    stream = Listener(ann.board.stream_game_state(game["id"]))
    full = stream.wait("the game", kind("gameFull"))
    assert full["black"] == {"aiLevel": 1}, full
    ann.board.make_move(game["id"], "e2e4")
    stream.wait("the computer's move", lambda line: kind("gameState")(line) and line["moves"].count(" ") == 1)
    ann.board.resign_game(game["id"])
    stream.until_ended()
    position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    game = ann.challenges.create_ai(level=2, color="white", position=position)
    stream = Listener(ann.board.stream_game_state(game["id"]))
    full = stream.wait("the game", kind("gameFull"))
    assert full["variant"]["name"] == "From Position" and full["initialFen"].startswith("4k3/8"), full
    ann.board.resign_game(game["id"])
    assert refused(ann.challenges.create_ai, level=99).status_code == 400


def open_challenge():
    opened = ann.challenges.create_open(clock_limit=180, clock_increment=2, name="a stranger")
    ann.challenges.accept(opened["id"])
    bob.challenges.accept(opened["id"])
    game = ann.games.export(opened["id"])
    names = {side["user"]["id"] for side in game["players"].values()}
    assert names == {"ann", "bob"} and game["status"] == "started", game
    ann.board.abort_game(opened["id"])


def exports(rated):
    one = ann.games.export(rated)
    assert one["status"] == "mate" and one["winner"] == "white" and one["moves"].endswith("Qxf7#"), one
    assert one["players"]["white"]["user"]["name"] == "Ann" and one["clock"]["initial"] == 300, one
    pgn = read_pgn(ann.games.export(rated, as_pgn=True), "1-0")
    assert pgn.headers["GameId"] == rated and pgn.headers["Site"].endswith(rated), pgn.headers
    assert pgn.end().board().is_checkmate() and pgn.next().clock() is not None
    assert pgn.next().next().next().next().next().next().next().is_end()
    bare = ann.games.export(rated, as_pgn=True, tags=False, clocks=False)
    assert "[" not in bare and read_pgn(bare).end().board().is_checkmate(), bare
    assert "Qxf7" not in ann.games.export(rated, as_pgn=True, moves=False)
    mine = list(ann.games.export_by_player("ann", as_pgn=True))
    assert len(mine) >= 6, mine
    for text in mine:
        read_pgn(text)
    mine = list(ann.games.export_by_player("ann", max=2, pgn_in_json=True, clocks=True, rated=True))
    assert [game["id"] for game in mine] == [rated] and read_pgn(mine[0]["pgn"]), mine
    assert list(ann.games.export_by_player("ann", vs="botty")) == []
    assert all(game["players"]["black"]["user"]["id"] == "ann" for game in ann.games.export_by_player("ann", color="black"))
    oldest = [game["id"] for game in ann.games.export_by_player("ann", sort="dateAsc")]
    newest = [game["id"] for game in ann.games.export_by_player("ann", sort="dateDesc")]
    assert oldest == newest[::-1] and len(oldest) >= 6, (oldest, newest)
    assert len(list(ann.games.export_by_player("ann", perf_type="blitz,correspondence"))) >= 2
    both = list(ann.games.export_multi(rated, "00000000", as_pgn=True))
    assert len(both) == 1 and read_pgn(both[0], "1-0"), both
    assert [game["id"] for game in ann.games.export_multi(rated)] == [rated]
    last = list(ann.games.export_ongoing_by_player("bob"))
    assert len(last) == 1, last
    deadline = time.monotonic() + PATIENCE
    while ann.users.get_public_data("ann")["perfs"]["blitz"]["games"] == 0:
        assert time.monotonic() < deadline, "the game is rated"
        time.sleep(0.1)
    assert ann.games.export(rated)["players"]["white"]["ratingDiff"] > 0
    assert ann.users.get_crosstable("ann", "bob")["nbGames"] >= 3
    assert ann.users.get_leaderboard("blitz", 5)[0]["id"] == "ann"


def imports():
    pgn = '[White "Anderssen, Adolf"]\n[Black "Kieseritzky"]\n[Result "1-0"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 1-0\n'
    imported = ann.games.import_game(pgn)
    assert imported["url"].endswith(imported["id"]), imported
    game = read_pgn(ann.games.export(imported["id"], as_pgn=True), "1-0")
    assert game.headers["White"] == "Anderssen, Adolf" and game.end().ply() == 5, game
    assert refused(ann.games.import_game, "1. e4 e5 2. Ke3").status_code == 400
    own = list(ann.games._r.get("/api/games/export/imports", fmt=berserk.formats.PGN, stream=True))
    assert len(own) == 1 and read_pgn(own[0], "1-0"), own
    assert len(list(ann.games.export_by_player("ann"))) == len(list(ann.games.export_by_player("ann", sort="dateAsc")))


def streams_of_many(events):
    reader = client("Reader")
    among, ids = listeners(
        "Reader",
        lambda own: own.games.get_among_players("ann", "bob"),
        lambda own: own.games.stream_games_by_ids("00000000", stream_id="own"),
    )
    made = ann.challenges.create("bob", rated=False, clock_limit=900, clock_increment=0, color="white")
    bob.challenges.accept(made["id"])
    game = made["id"]
    among.wait("the beginning", lambda line: line["id"] == game and line["statusName"] == "started")
    reader.games.add_game_ids_to_stream(game, stream_id="own")
    ids.wait("the added game", lambda line: line["id"] == game)
    ann.board.make_move(game, "e2e4")
    bob.board.make_move(game, "e7e5")
    channels = reader.tv.get_current_games()
    assert channels["rapid"]["gameId"] == game, channels
    assert reader.tv.get_best_ongoing("rapid")[0]["id"] == game
    assert read_pgn(reader.tv.get_best_ongoing("rapid", as_pgn=True)).headers["White"] == "Ann"
    feed = Listener(reader.tv.stream_current_game_of_channel("rapid"))
    assert feed.wait("the best game", lambda line: line["t"] == "featured")["d"]["id"] == game
    ann.board.make_move(game, "g1f3")
    feed.wait("a move", lambda line: line["t"] == "fen" and line["d"]["lm"] == "g1f3")
    bob.board.resign_game(game)
    among.wait("the end", lambda line: line["id"] == game and line["statusName"] == "resign")
    ids.wait("the end", lambda line: line["id"] == game and line["statusName"] == "resign")


def until(what, look):
    """What `look` finds, once it finds something."""
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.1)
    return found


def tournament_game(events, field, tournament):
    """Ann's next game of a tournament: its id, White's client and Black's."""
    own = lambda line: kind("gameStart")(line) and line["game"].get(field) == tournament
    start = events["Ann"].wait("a game of the tournament", own)["game"]
    # The tournament knows its games a moment before they begin.
    until("the game to begin", lambda: [one for one in ann.games.get_ongoing() if one["gameId"] == start["gameId"]])
    players = [ann, client(start["opponent"]["username"])]
    return start["gameId"], *(players if start["color"] == "white" else reversed(players))


def mated(game, white, black):
    """Black wins in four half-moves."""
    for number, move in enumerate(["f2f3", "e7e5", "g2g4", "d8h4"]):
        (white, black)[number % 2].board.make_move(game, move)


def arena(events):
    olga = client("Olga").tournaments
    made = olga.create_arena(3, 0, 60, name="Friday", wait_minutes=60, rated=False, berserkable=True, description="Be kind.")
    tournament = made["id"]
    assert made["fullName"] == "Friday" and made["nbPlayers"] == 0 and made["createdBy"] == "olga", made
    assert refused(ann.tournaments.create_arena, 3, 0, 60).status_code == 403
    assert refused(olga.create_arena, 3, 0, 60, password="secret").status_code == 400
    for own in (ann, bob):
        own.tournaments.join_arena(tournament)
    assert tournament in [one["id"] for one in ann.tournaments.get()["created"]]
    # berserk has no call for it.
    changed = {"name": "Friday Arena", "clockTime": 2, "clockIncrement": 1, "minutes": 90, "waitMinutes": 0}
    assert refused(ann.tournaments._r.post, f"/api/tournament/{tournament}", json=changed).status_code == 403
    updated = olga._r.post(f"/api/tournament/{tournament}", json=changed)
    assert (updated["fullName"], updated["minutes"], updated["clock"]) == ("Friday Arena", 90, {"limit": 120, "increment": 1}), updated
    game, white, black = tournament_game(events, "tournamentId", tournament)
    shown = olga.get_tournament(tournament)
    assert shown["isStarted"] and [duel["id"] for duel in shown["duels"]] == [game], shown
    white.board.go_berserk(game)
    mated(game, white, black)
    name = black.account.get()["username"]
    scored = lambda: [one for one in olga.stream_results(tournament, limit=1, sheet=True) if one["score"] == 2]
    [first] = until("the result", scored)
    assert (first["rank"], first["username"], first["sheet"]["scores"]) == (1, name, "2"), first
    standing = olga.get_tournament(tournament, page=1)["standing"]["players"]
    assert [(one["name"], one["score"]) for one in standing][0] == (name, 2) and len(standing) == 2, standing
    played = next(one for one in olga.export_arena_games(tournament) if one["id"] == game)
    assert played["tournament"] == tournament and played["status"] == "mate", played
    pgn = [read_pgn(text) for text in olga.export_arena_games(tournament, as_pgn=True)]
    assert {one.headers["Event"] for one in pgn} == {"Friday Arena"}, pgn
    for own in (ann, bob):
        own.tournaments.withdraw_arena(tournament)
    assert refused(ann.tournaments.terminate_arena, tournament).status_code == 403
    olga.terminate_arena(tournament)
    over = olga.get_tournament(tournament)
    assert over["isFinished"] and over["podium"][0]["name"] == name and over["stats"]["berserks"] == 1, over
    assert [one["id"] for one in olga.tournaments_by_user("Olga")] == [tournament]
    assert [one["id"] for one in olga.stream_by_creator("Olga")] == [tournament]
    assert refused(olga.get_team_standings, tournament).status_code == 404


def swiss(events):
    olga = client("Olga").tournaments
    made = olga.create_swiss("club", 300, 3, 5, name="Club Swiss", rated=False, roundInterval=99999999, description="Be kind.")
    tournament = made["id"]
    assert (made["name"], made["status"], made["nbRounds"]) == ("Club Swiss", "created", 5), made
    edited = olga.edit_swiss(tournament, 180, 2, 3, name="Club Evening", rated=False)
    assert (edited["name"], edited["nbRounds"], edited["clock"]) == ("Club Evening", 3, {"limit": 180, "increment": 2}), edited
    assert edited["rated"] is False and "nextRound" not in edited, edited
    assert refused(ann.tournaments.edit_swiss, tournament, 60, 0, 9).status_code == 403
    limited = olga.edit_swiss(tournament, 180, 2, 3, rated=False, minRating=2200, maxRating=2400)
    assert limited["verdicts"]["list"][0] == {"condition": "A rating of 2200 or more"}, limited
    assert refused(ann.tournaments.join_swiss, tournament).status_code == 409
    assert olga.edit_swiss(tournament, 180, 2, 3, rated=False, minRating=1)["verdicts"]["accepted"] is False
    assert refused(olga.edit_swiss, tournament, 180, 2, 3, rated=False, nbRatedGame=20).status_code == 400
    for own in (ann, bob):
        own.tournaments.join_swiss(tournament)
    # Three rounds need three players.
    olga.join_swiss(tournament)
    # Late enough to be still to come when a busy server reads it.
    olga.schedule_swiss_next_round(tournament, int(time.time() * 1000) + 5_000)
    game, white, black = tournament_game(events, "swissId", tournament)
    shown = olga.get_swiss(tournament)
    assert (shown["status"], shown["round"], shown["nbOngoing"], shown["nbPlayers"]) == ("started", 1, 1, 3), shown
    assert refused(olga.edit_swiss, tournament, 60, 0, 3, rated=False).status_code == 400
    mated(game, white, black)
    until("the result", lambda: olga.get_swiss(tournament)["nbOngoing"] == 0)
    winner, loser = (one.account.get()["username"] for one in (black, white))
    points = {one["username"]: one["points"] for one in olga.stream_swiss_results(tournament)}
    # Bob has the lowest rating by now, and so the bye.
    assert points == {winner: 1, loser: 0, "Bob": 1}, points
    assert len(list(olga.stream_swiss_results(tournament, limit=1))) == 1
    [played] = olga.export_swiss_games(tournament)
    assert (played["id"], played["swiss"], played["status"]) == (game, tournament, "mate"), played
    [text] = olga.export_swiss_games(tournament, as_pgn=True)
    assert read_pgn(text, "0-1").headers["Event"] == "Club Evening", text
    report = olga.export_swiss_trf(tournament)
    assert "012 Club Evening" in report and "192 FIDE_DUTCH" in report, report
    bob.tournaments.withdraw_swiss(tournament)
    assert olga.get_swiss(tournament)["nbPlayers"] == 2
    assert refused(ann.tournaments.terminate_swiss, tournament).status_code == 403
    olga.terminate_swiss(tournament)
    assert olga.get_swiss(tournament)["status"] == "finished"


def bots(events):
    bot.account.upgrade_to_bot()
    assert bot.account.get()["title"] == "BOT"
    assert refused(ann.account.upgrade_to_bot).status_code in (400, 403)
    own = Listener(bot.bots.stream_incoming_events())
    deadline = time.monotonic() + PATIENCE
    while [user["id"] for user in ann.bots.get_online_bots()] != ["botty"]:
        assert time.monotonic() < deadline, "the bot is here"
        time.sleep(0.1)
    made = ann.challenges.create("botty", rated=True, clock_limit=180, clock_increment=2, color="white")
    own.wait("the challenge", kind("challenge"))
    bot.bots.accept_challenge(made["id"])
    game = own.wait("the start", kind("gameStart"))["game"]["gameId"]
    assert game == made["id"], "the game has the challenge's id"
    stream = Listener(bot.bots.stream_game_state(game))
    assert stream.wait("the game", kind("gameFull"))["white"]["name"] == "Ann"
    ann.board.make_move(game, "e2e4")
    stream.wait("a move", moves("e2e4"))
    bot.bots.make_move(game, "e7e5")
    bot.bots.post_message(game, "hello")
    bot.bots.post_message(game, "hello", spectator=True)
    assert refused(ann.bots.make_move, game, "g1f3").status_code in (400, 403)
    bot.bots.resign_game(game)
    stream.until_ended()
    declined = ann.challenges.create("botty", rated=False, clock_limit=60, clock_increment=0)
    bot.bots.decline_challenge(declined["id"], reason="noBot")
    told = events["Ann"].wait("the answer", lambda line: kind("challengeDeclined")(line) and line["challenge"]["id"] == declined["id"])
    assert told["challenge"]["declineReasonKey"] == "nobot", told


def main():
    account_and_users()
    events = {}
    for name in ("Ann", "Bob"):
        [events[name]] = listeners(name, lambda own: own.board.stream_incoming_events())
    challenges(events)
    rated = game_of_two(events)
    draw_and_resignation(events)
    seeks(events)
    computer()
    open_challenge()
    exports(rated)
    imports()
    streams_of_many(events)
    arena(events)
    swiss(events)
    bots(events)
    # A token that is revoked ends what it had opened.
    last = client("Bob")
    last._r.session.delete(f"{URL}/api/token") if hasattr(last, "_r") else last.board._r.session.delete(f"{URL}/api/token")
    events["Bob"].until_ended()
    assert refused(bob.account.get).status_code == 401
    print("the story is told")


main()
