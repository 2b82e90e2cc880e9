// SPDX-License-Identifier: AGPL-3.0-or-later
//! Chats over the wire: who reads and says what, what is cleaned, flood, presets, the filter and reports.

use serde_json::{Value, json};
use tabiya_protocol::MAX_CLIENT_MESSAGE;
use tabiya_testkit::{GameSocket, Guest, NewGame, Server};

use crate::clients::{token_of, token_of_new};
use crate::desk::{staff, with_admin};
use crate::people::{registered, take_over};
use crate::programs::ask;
use crate::{Table, game_of, server, table};

/// A client that follows one chat.
pub(crate) struct Chat {
    socket: GameSocket,
    topic: String,
}

impl Chat {
    /// Follows it; the answer is the chat, or a refusal.
    pub(crate) async fn open(guest: &Guest, room: &str, game: &str) -> (Self, Value) {
        let origin = guest.origin();
        let mut socket = GameSocket::connect(guest, game, "", Some(&origin)).await.expect("a socket opens");
        let topic = format!("{room}:{game}");
        socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
        let first = socket.until("the chat", |message| message["topic"] == topic.as_str()).await;
        (Self { socket, topic }, first)
    }

    async fn send(&mut self, id: u32, kind: &str, fields: Value) {
        let mut message = json!({ "type": kind, "topic": self.topic, "id": id });
        message.as_object_mut().expect("an object").extend(fields.as_object().expect("fields").clone());
        self.socket.send_text(&message.to_string()).await;
    }

    /// Says something; the answer with this id.
    pub(crate) async fn say(&mut self, id: u32, text: &str) -> Value {
        self.send(id, "say", json!({ "text": text })).await;
        self.socket.until("the answer", |message| message["id"] == id).await
    }

    pub(crate) async fn line(&mut self) -> Value {
        self.socket.next("chat_line").await["line"].clone()
    }
}

async fn playing() -> Table {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    table
}

fn kind(message: &Value) -> &str {
    message["refusal"]["kind"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn players_talk_and_spectators_never_read_it() {
    let table = playing().await;
    let (mut alice, first) = Chat::open(&table.alice, "chat", &table.game).await;
    assert_eq!(
        (&first["type"], &first["lines"], &first["may_say"]),
        (&json!("chat"), &json!([]), &json!("anything"))
    );
    let (mut bob, _) = Chat::open(&table.bob, "chat", &table.game).await;
    let said = alice.say(1, "Good luck").await;
    assert_eq!((&said["type"], &said["line"]["text"]), (&json!("chat_line"), &json!("Good luck")));
    let heard = bob.line().await;
    assert_eq!((&heard["text"], &heard["number"]), (&json!("Good luck"), &json!(1)));
    assert!(heard["name"].as_str().is_some_and(|name| name.starts_with("Guest ")), "{heard}");
    assert_eq!(heard.as_object().expect("a line").len(), 4, "nothing else is told of who said it: {heard}");

    let watcher = Guest::new(&table.server).await;
    let (_, refused) = Chat::open(&watcher, "chat", &table.game).await;
    assert_eq!(kind(&refused), "not_a_player");
    let (mut watching, first) = Chat::open(&watcher, "watchers", &table.game).await;
    assert_eq!((&first["lines"], &first["may_say"]), (&json!([]), &json!("nothing")));
    assert_eq!(kind(&watching.say(1, "hi").await), "needs_account");
    let (_, refused) = Chat::open(&table.alice, "watchers", &table.game).await;
    assert_eq!(kind(&refused), "still_playing", "a player hears nothing from spectators while the game runs");
    // Who comes later is told what was said, also after a restart.
    let (_, again) = Chat::open(&table.bob, "chat", &table.game).await;
    assert_eq!(again["lines"][0]["text"], "Good luck");
}

#[tokio::test]
async fn what_is_said_is_kept_over_a_restart() {
    let mut table = playing().await;
    let (mut alice, _) = Chat::open(&table.alice, "chat", &table.game).await;
    assert_eq!(alice.say(1, "first").await["line"]["number"], 1);
    table.server.kill().await;
    table.server.restart().await;
    let (mut alice, first) = Chat::open(&table.alice, "chat", &table.game).await;
    assert_eq!(first["lines"][0]["text"], "first");
    assert_eq!(alice.say(2, "second").await["line"]["number"], 2);
}

#[tokio::test]
async fn odd_texts_are_cleaned_or_refused_and_nothing_is_lost() {
    let table = playing().await;
    let (mut alice, _) = Chat::open(&table.alice, "chat", &table.game).await;
    let zalgo = format!("e{}", "\u{301}".repeat(2_000));
    for (id, (said, shown)) in (1..).zip([
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u{0}\u{7}b\n\nc", "ab c"),
        ("\u{202e}drawkcab", "drawkcab"),
        (zalgo.as_str(), "é\u{301}\u{301}\u{301}"),
    ]) {
        let line = alice.say(id, said).await;
        assert_eq!(line["line"]["text"], shown, "{line}");
    }
    for (id, (said, refusal)) in (10..).zip([
        ("", "nothing_said"),
        (" \u{200b} ", "nothing_said"),
        (&*"x".repeat(301), "chat_too_long"),
    ]) {
        assert_eq!(kind(&alice.say(id, said).await), refusal);
    }
    for (id, fields) in (20..).zip([json!({}), json!({ "text": 5 }), json!({ "text": "x", "x": 1 })]) {
        alice.send(id, "say", fields).await;
        assert_eq!(kind(&alice.socket.next("refused").await), "malformed");
    }
    // A command of a game has no business here, nor the other way round.
    alice.send(30, "resign", json!({})).await;
    assert_eq!(kind(&alice.socket.next("refused").await), "wrong_topic");
    let mut white = table.white;
    let refused = white.command("say", json!({ "text": "x" })).await.refused();
    assert_eq!(kind(&refused), "wrong_topic");
    assert_eq!(alice.say(40, "still here").await["line"]["text"], "still here");
}

/// A line longer than a message may be is not cleaned, as shorter ones are: the connection that sent it ends.
#[tokio::test]
async fn a_line_of_ten_thousand_marks_ends_the_connection_and_the_client_comes_back_to_all_that_was_said() {
    let table = playing().await;
    let (mut alice, _) = Chat::open(&table.alice, "chat", &table.game).await;
    let (mut bob, _) = Chat::open(&table.bob, "chat", &table.game).await;
    assert_eq!(alice.say(1, "first").await["line"]["number"], 1);
    assert_eq!(bob.line().await["text"], "first");
    let zalgo = "\u{301}".repeat(10_000);
    assert!(zalgo.len() > MAX_CLIENT_MESSAGE);
    alice.send(2, "say", json!({ "text": zalgo })).await;
    let code = alice.socket.closed().await.code;
    // The system may drop what the server has not read, and with it the close frame.
    assert!(code.is_none() || code == Some(1009), "{code:?}");
    assert_eq!(bob.say(1, "second").await["line"]["number"], 2, "the other connection goes on");
    let (mut alice, first) = Chat::open(&table.alice, "chat", &table.game).await;
    let texts: Vec<_> = first["lines"].as_array().expect("lines").iter().map(|line| &line["text"]).collect();
    assert_eq!(texts, ["first", "second"]);
    assert_eq!(alice.say(3, "third").await["line"]["number"], 3);
    assert_eq!(bob.line().await["text"], "third");
    let mut white = table.alice.open(&table.game).await;
    white.follow(&table.black).await;
    assert_eq!(white.moves(), ["e2e4"], "nor is the game touched");
}

#[tokio::test]
async fn a_flood_of_messages_is_refused_and_the_game_goes_on() {
    let mut table = playing().await;
    let (mut alice, _) = Chat::open(&table.alice, "chat", &table.game).await;
    let mut refused = 0;
    // Fifteen at once, and then one every four seconds: a slow machine takes a few more.
    for id in 1..=30 {
        let answer = alice.say(id, &format!("message {id}")).await;
        refused += u32::from(kind(&answer) == "chat_too_fast");
    }
    assert!((1..=15).contains(&refused), "{refused} of 30");
    table.black.play("e7e5").await.accepted();
}

#[tokio::test]
async fn a_line_is_reported_once_it_is_there() {
    let table = playing().await;
    let (mut alice, _) = Chat::open(&table.alice, "chat", &table.game).await;
    let (mut bob, _) = Chat::open(&table.bob, "chat", &table.game).await;
    alice.say(1, "you play like a fish").await;
    bob.line().await;
    bob.send(7, "report_line", json!({ "number": 1 })).await;
    let told = bob.socket.next("chat_reported").await;
    assert_eq!((&told["id"], &told["number"]), (&json!(7), &json!(1)));
    bob.send(8, "report_line", json!({ "number": 99 })).await;
    assert_eq!(kind(&bob.socket.next("refused").await), "no_such_line");
    bob.send(9, "remove_line", json!({ "number": 1 })).await;
    assert_eq!(kind(&bob.socket.next("refused").await), "not_allowed");
}

#[tokio::test]
async fn a_chat_of_no_game_and_of_nobody_is_refused() {
    let table = playing().await;
    let (_, refused) = Chat::open(&table.alice, "chat", "zzzzzzzz").await;
    assert_eq!(kind(&refused), "no_such_topic");
    let (_, refused) = Chat::open(&table.alice, "watchers", "zzzzzzzz").await;
    assert_eq!(kind(&refused), "no_such_topic");
}

/// A game of two accounts, and the one who watches it with an account.
async fn with_accounts() -> (Server, Guest, [Guest; 3], String) {
    let (server, admin) = with_admin().await;
    let people = [
        registered(&server, "ann").await,
        registered(&server, "bob").await,
        registered(&server, "eve").await,
    ];
    let (game, _, _) = game_of(&people[0], &people[1], NewGame::friend()).await;
    (server, admin, people, game)
}

#[tokio::test]
async fn spectators_with_an_account_talk_among_themselves() {
    let (server, _, [ann, bob, eve], game) = with_accounts().await;
    let other = registered(&server, "zoe").await;
    let (mut eve, first) = Chat::open(&eve, "watchers", &game).await;
    assert_eq!(first["may_say"], "anything");
    let (mut zoe, _) = Chat::open(&other, "watchers", &game).await;
    let (mut players, _) = Chat::open(&ann, "chat", &game).await;
    eve.say(1, "White is winning").await;
    assert_eq!(zoe.line().await["name"], "eve");
    players.say(1, "Have fun").await;
    let (_, at_bobs) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(at_bobs["lines"].as_array().map(Vec::len), Some(1), "players read their own chat alone");
    let (_, at_eves) = Chat::open(&other, "watchers", &game).await;
    assert_eq!(at_eves["lines"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn programs_read_the_spectators_chat_by_the_rules_of_the_page() {
    let (server, mut admin, [ann, _, eve], game) = with_accounts().await;
    let kim = token_of_new(&server, "kim", "");
    let kid = admin.act("POST", "/api/page/desk/users/kim/kid", &json!({ "kid": true })).await;
    assert_eq!(kid.status, 204);
    let (mut eve, _) = Chat::open(&eve, "watchers", &game).await;
    eve.say(1, "White is winning").await;
    eve.say(2, "Good game").await;
    let path = format!("/api/game/{game}/chat");
    let [free, preset] = ["White is winning", "Good game"].map(|text| json!({ "user": "eve", "text": text }));
    assert_eq!(ask(&server, "GET", &path, "", "").await.json(), json!([free, preset]));
    assert_eq!(ask(&server, "GET", &path, &kim, "").await.json(), json!([preset]), "children read presets");
    let player = token_of(&server, "ann", "");
    let early = ask(&server, "GET", &path, &player, "").await;
    assert_eq!((early.status, kind(&early.json())), (400, "still_playing"), "{}", early.body);
    let mut board = ann.open(&game).await;
    board.command("resign", json!({})).await.accepted();
    assert_eq!(ask(&server, "GET", &path, &player, "").await.json(), json!([free, preset]));
    assert_eq!(ask(&server, "GET", "/api/game/Abcd1234/chat", "", "").await.status, 404);
    let mut site = admin.get("/api/page/site").await;
    site["chat"] = json!(false);
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    let off = ask(&server, "GET", &path, "", "").await;
    assert_eq!((off.status, kind(&off.json())), (400, "chat_is_off"), "{}", off.body);
}

/// A guest is whoever brings a new cookie, so one computer once sent 2,000 reports in a second, which hid all others.
#[tokio::test]
async fn a_flood_of_reports_ends_at_the_address_and_is_one_report_at_the_desk() {
    let (server, mut admin, [_, _, eve], game) = with_accounts().await;
    let (mut at_eves, _) = Chat::open(&eve, "watchers", &game).await;
    at_eves.say(1, "a rude word").await;
    let answered = |message: &Value| ["chat_reported", "refused"].iter().any(|kind| message["type"] == *kind);
    let (mut taken, mut refused) = (0, 0);
    // A private address sends a hundred at once and more only as time goes by, and not more than three hundred in an hour.
    for number in 0..400 {
        let (mut chat, _) = Chat::open(&Guest::new(&server).await, "watchers", &game).await;
        // The first guest tells it twice, which makes no two of it.
        for id in 1..=if number == 0 { 2 } else { 1 } {
            chat.send(id, "report_line", json!({ "number": 1 })).await;
            let answer = chat.socket.until("an answer", answered).await;
            if answer["type"] == "chat_reported" {
                taken += i32::from(id == 1);
            } else {
                assert_eq!(kind(&answer), "chat_too_fast");
                refused += 1;
            }
        }
        if refused == 10 {
            break;
        }
    }
    assert!(taken >= 99 && refused == 10, "{taken} were taken, {refused} were not");
    let reports = admin.get("/api/page/desk/reports").await;
    assert_eq!(reports.as_array().map(Vec::len), Some(1), "{reports}");
    assert_eq!((&reports[0]["about"], &reports[0]["reporters"]), (&json!("eve"), &json!(taken)));
    let done = format!("/api/page/desk/reports/{}/done", reports[0]["id"]);
    assert_eq!(admin.act("POST", &done, &Value::Null).await.status, 204);
    assert_eq!(admin.get("/api/page/desk/reports").await, json!([]), "all of it is settled at once");
}

#[tokio::test]
async fn the_desk_covers_words_reads_reports_removes_lines_and_ends_the_chat() {
    let (server, mut admin, [ann, bob, _], game) = with_accounts().await;
    let words = json!({ "words": "patzer\n" });
    assert_eq!(admin.act("PUT", "/api/page/desk/chat-words", &words).await.status, 204);
    assert_eq!(admin.get("/api/page/desk/chat-words").await["words"], "patzer\n");
    assert_eq!(ann.call("GET", "/api/page/desk/chat-words", "").await.status, 403);
    let (mut at_anns, _) = Chat::open(&ann, "chat", &game).await;
    let (mut at_bobs, _) = Chat::open(&bob, "chat", &game).await;
    let said = at_anns.say(1, "You PATZER").await;
    assert_eq!(said["line"]["text"], "You ••••••");
    at_bobs.line().await;
    at_bobs.send(2, "report_line", json!({ "number": 1 })).await;
    at_bobs.socket.next("chat_reported").await;
    let reports = admin.get("/api/page/desk/reports").await;
    assert_eq!(
        (&reports[0]["by"], &reports[0]["about"], &reports[0]["game"]),
        (&json!("bob"), &json!("ann"), &json!(game))
    );
    assert!(reports[0]["text"].as_str().is_some_and(|text| text.contains("You ••••••")), "{reports}");
    let organiser = staff(&server, &mut admin, "olga", "organiser").await;
    let (_, refused) = Chat::open(&organiser, "chat", &game).await;
    assert_eq!(kind(&refused), "not_a_player", "an organiser settles no disputes");
    let (mut at_admins, first) = Chat::open(&admin, "chat", &game).await;
    assert_eq!(first["may_say"], "nothing", "staff reads what was reported");
    at_admins.send(3, "remove_line", json!({ "number": 1 })).await;
    assert_eq!(at_bobs.socket.next("chat_line_removed").await["number"], 1);
    let removed = admin.get("/api/page/desk/log").await["entries"][0].clone();
    assert_eq!((&removed["by"], &removed["about"]), (&json!("chief"), &json!("ann")), "{removed}");
    assert_eq!(
        (&removed["deed"]["did"], &removed["game"]),
        (&json!("remove_line"), &json!(game)),
        "{removed}"
    );

    let mut site = admin.get("/api/page/site").await;
    site["chat"] = json!(false);
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    assert_eq!(kind(&at_anns.say(9, "still there?").await), "chat_is_off");
    let (_, refused) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(kind(&refused), "chat_is_off");
    assert_eq!(admin.get("/api/page/desk/chat-words").await["words"], "patzer\n", "the filter stays");
}

#[tokio::test]
async fn a_protected_account_and_its_opponent_have_the_presets_alone() {
    let (_server, mut admin, [ann, bob, _], game) = with_accounts().await;
    let path = "/api/page/desk/users/bob/kid";
    assert_eq!(admin.act("POST", path, &json!({ "kid": true })).await.status, 204);
    let (mut at_anns, first) = Chat::open(&ann, "chat", &game).await;
    assert_eq!(first["may_say"], "presets");
    let (mut at_bobs, first) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(first["may_say"], "presets");
    assert_eq!(kind(&at_anns.say(1, "where do you live?").await), "presets_only");
    assert_eq!(at_anns.say(2, "Good luck").await["line"]["number"], 1);
    assert_eq!(at_bobs.line().await["text"], "Good luck");
}

/// Why a guest may not sit down opposite the host of a new game.
async fn refused_seat(host: &Guest, guest: &Guest) -> Value {
    let open = host.create(&NewGame::friend()).await;
    guest.open(&open).await.try_join().await.refused()["refusal"]["kind"].clone()
}

/// Ends a game whose players may not begin another one.
async fn end_without_rematch(one: &Guest, other: &Guest, game: &str) {
    let (mut first, mut second) = (one.open(game).await, other.open(game).await);
    first.command("resign", json!({})).await.accepted();
    second.follow(&first).await;
    for player in [&mut first, &mut second] {
        let refused = player.command("rematch", json!({})).await.refused();
        assert_eq!(refused["refusal"]["kind"], "rematch_declined");
    }
}

/// By link, as by challenge: with its class, and with those whom the child follows.
#[tokio::test]
async fn a_child_sits_down_opposite_those_alone_whom_it_may_meet() {
    let (server, mut admin, [mut ann, bob, _], game) = with_accounts().await;
    let path = "/api/page/desk/users/ann/kid";
    assert_eq!(admin.act("POST", path, &json!({ "kid": true })).await.status, 204);
    let stranger = Guest::new(&server).await;
    for (host, guest) in [(&ann, &bob), (&bob, &ann), (&ann, &stranger), (&stranger, &ann)] {
        assert_eq!(refused_seat(host, guest).await, "protected");
    }
    // The game that ran already is played to its end, and has no rematch.
    end_without_rematch(&ann, &bob, &game).await;
    assert_eq!(ann.act("POST", "/api/page/players/bob/follow", &Value::Null).await.status, 204);
    let open = bob.create(&NewGame::friend()).await;
    ann.open(&open).await.try_join().await.accepted();
}

/// Open challenges are games with two free seats: whoever comes second is looked at, also where the first is the
/// child.
#[tokio::test]
async fn a_child_meets_no_stranger_by_an_open_challenge() {
    let (server, mut admin, [mut ann, ..], _) = with_accounts().await;
    let path = "/api/page/desk/users/ann/kid";
    assert_eq!(admin.act("POST", path, &json!({ "kid": true })).await.status, 204);
    let [anns, bobs] = ["ann", "bob"].map(|name| token_of(&server, name, "challenge:write,board:play"));
    let sit_down = async |first: &str, second: &str| {
        let open = ask(&server, "POST", "/api/challenge/open", &bobs, "clock.limit=600").await.json();
        let path = format!("/api/challenge/{}/accept", open["id"].as_str().expect("an id"));
        let seated = ask(&server, "POST", &path, first, "color=white").await;
        assert_eq!(seated.status, 200, "{}", seated.body);
        ask(&server, "POST", &path, second, "color=black").await
    };
    for (first, second) in [(&bobs, &anns), (&anns, &bobs)] {
        let refused = sit_down(first, second).await;
        assert!(refused.status >= 400 && refused.body.contains("protected"), "{}", refused.body);
    }
    assert_eq!(ann.act("POST", "/api/page/players/bob/follow", &Value::Null).await.status, 204);
    let seated = sit_down(&bobs, &anns).await;
    assert_eq!(seated.status, 200, "{}", seated.body);
}

/// A child that logged in on a shared computer went on with a stranger's game.
#[tokio::test]
async fn a_child_takes_over_no_running_game_with_a_stranger() {
    let (server, mut admin, [mut ann, mut bob, _], _) = with_accounts().await;
    let path = "/api/page/desk/users/ann/kid";
    assert_eq!(admin.act("POST", path, &json!({ "kid": true })).await.status, 204);
    let stranger = Guest::new(&server).await;
    for other in [&stranger, &bob] {
        let guest = Guest::new(&server).await;
        let (game, mut white, _) = game_of(&guest, other, NewGame::friend()).await;
        let refused = take_over(&server, &guest, &ann).await;
        assert_eq!((refused.status, &*refused.error_code()), (409, "conflict"), "{}", refused.body);
        white.command("abort", json!({})).await.accepted();
        let taken = take_over(&server, &guest, &ann).await;
        assert_eq!(taken.status, 204, "{game} is over: {}", taken.body);
    }
    // With nobody opposite, or somebody whom she follows.
    let guest = Guest::new(&server).await;
    let open = guest.create(&NewGame::friend()).await;
    assert_eq!(ann.act("POST", "/api/page/players/bob/follow", &Value::Null).await.status, 204);
    game_of(&guest, &bob, NewGame::friend()).await;
    assert_eq!(take_over(&server, &guest, &ann).await.status, 204);
    let refused = stranger.open(&open).await.try_join().await.refused();
    assert_eq!(refused["refusal"]["kind"], "protected", "the guest is the child by now");
    // Nor does anybody get to a board with whom they block.
    assert_eq!(bob.act("POST", "/api/page/players/chief/block", &Value::Null).await.status, 204);
    let guest = Guest::new(&server).await;
    game_of(&guest, &bob, NewGame::friend()).await;
    assert_eq!(take_over(&server, &guest, &admin).await.status, 409);
}

/// Both looked at an empty board before either sat down.
#[tokio::test]
async fn who_sits_down_at_the_same_moment_is_looked_at_too() {
    let (server, _, [mut ann, ..], _) = with_accounts().await;
    assert_eq!(ann.act("POST", "/api/page/players/bob/block", &Value::Null).await.status, 204);
    let tokens = ["ann", "bob"].map(|name| token_of(&server, name, "challenge:write,board:play"));
    for _ in 0..5 {
        let wish = "clock.limit=180&clock.increment=2";
        let open = ask(&server, "POST", "/api/challenge/open", &tokens[0], wish).await.json();
        let path = format!("/api/challenge/{}/accept", open["id"].as_str().expect("an id"));
        let [first, second] = tokio::join!(
            ask(&server, "POST", &path, &tokens[0], "color=white"),
            ask(&server, "POST", &path, &tokens[1], "color=black"),
        )
        .into();
        let seated = [&first, &second].iter().filter(|answer| answer.status == 200).count();
        assert_eq!(seated, 1, "{} {}", first.body, second.body);
    }
}

/// The log of such a game has the guest; whoever is blocked is so by the account.
#[tokio::test]
async fn a_block_holds_in_the_game_of_a_guest_who_was_taken_over() {
    let (server, _, [mut ann, bob, _], _) = with_accounts().await;
    let guest = Guest::new(&server).await;
    let (game, ..) = game_of(&guest, &bob, NewGame::friend()).await;
    let taken = take_over(&server, &guest, &ann).await;
    assert_eq!(taken.status, 204, "{}", taken.body);
    assert_eq!(ann.act("POST", "/api/page/players/bob/block", &Value::Null).await.status, 204);
    let (mut at_bobs, _) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(kind(&at_bobs.say(1, "hello").await), "blocked");
}

#[tokio::test]
async fn who_is_blocked_says_nothing_to_who_has_blocked_them() {
    let (_server, _, [ann, mut bob, _], game) = with_accounts().await;
    assert_eq!(bob.act("POST", "/api/page/players/ann/block", &Value::Null).await.status, 204);
    let (mut at_anns, _) = Chat::open(&ann, "chat", &game).await;
    assert_eq!(kind(&at_anns.say(1, "hello").await), "blocked");
    let (mut at_bobs, _) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(kind(&at_bobs.say(1, "hello").await), "blocked", "whoever blocks is as far away");
    // Nor does one of them sit down opposite the other.
    for (host, guest) in [(&ann, &bob), (&bob, &ann)] {
        assert_eq!(refused_seat(host, guest).await, "kept_apart");
    }
    // Nor does an offer of another game arrive.
    end_without_rematch(&ann, &bob, &game).await;
}

#[tokio::test]
async fn who_has_no_leave_to_write_has_the_presets() {
    let (_server, _, [ann, mut bob, _], game) = with_accounts().await;
    let nobody = json!({ "messages": "nobody" });
    assert_eq!(bob.act("PUT", "/api/page/settings", &nobody).await.status, 204);
    let (mut at_anns, first) = Chat::open(&ann, "chat", &game).await;
    assert_eq!(first["may_say"], "presets");
    assert_eq!(kind(&at_anns.say(1, "hello").await), "presets_only");
    assert_eq!(at_anns.say(2, "Good luck").await["line"]["number"], 1);
    let (mut at_bobs, first) = Chat::open(&bob, "chat", &game).await;
    assert_eq!(first["may_say"], "anything");
    assert_eq!(at_bobs.say(1, "thank you").await["line"]["number"], 2);
    assert_eq!(at_anns.line().await["text"], "thank you");
}

#[tokio::test]
async fn who_takes_a_seat_reads_no_more_what_spectators_say() {
    let server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let ann = registered(&server, "Ann").await;
    let game = alice.create(&NewGame::friend()).await;
    // Nobody's seat is his yet.
    let (mut early, first) = Chat::open(&bob, "watchers", &game).await;
    assert_eq!(first["type"], "chat");
    bob.open(&game).await.command("join", json!({})).await.accepted();
    let (mut watching, _) = Chat::open(&ann, "watchers", &game).await;
    assert_eq!(watching.say(1, "Black should play c5").await["line"]["number"], 1);
    early.send(1, "say", json!({ "text": "thank you" })).await;
    let told = early.socket.until("an answer", |told| told["type"] == "chat_line" || told["id"] == 1).await;
    assert_eq!(kind(&told), "still_playing", "{told}");
}

#[tokio::test]
async fn who_is_blocked_later_by_who_joined_later_says_nothing_either() {
    let server = server().await;
    let (ann, mut bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    let game = ann.create(&NewGame::friend()).await;
    let (mut early, _) = Chat::open(&ann, "chat", &game).await;
    bob.open(&game).await.command("join", json!({})).await.accepted();
    assert_eq!(bob.act("POST", "/api/page/players/ann/block", &Value::Null).await.status, 204);
    assert_eq!(kind(&early.say(1, "hello").await), "blocked");
}

/// Follows a game until these are named as its spectators.
async fn named_spectators(guest: &Guest, game: &str, wanted: &str) -> Value {
    let origin = guest.origin();
    let mut socket = GameSocket::connect(guest, game, "", Some(&origin)).await.expect("a socket opens");
    let topic = format!("game:{game}");
    socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
    let is_named = |message: &Value| {
        let names = message["names"].as_array();
        message["type"] == "presence" && names.is_some_and(|names| names.iter().any(|name| name == wanted))
    };
    socket.until("a presence", is_named).await["names"].clone()
}

/// A spectator was named to those who had blocked him, and they read his lines.
#[tokio::test]
async fn nobody_is_told_of_a_spectator_whom_they_block() {
    let (server, _, [mut ann, bob, _], game) = with_accounts().await;
    let [dora, mut gina, fay] = [
        registered(&server, "Dora").await,
        registered(&server, "Gina").await,
        registered(&server, "Fay").await,
    ];
    for who in [&mut ann, &mut gina] {
        assert_eq!(who.act("POST", "/api/page/players/dora/block", &Value::Null).await.status, 204);
    }
    let (mut at_doras, _) = Chat::open(&dora, "watchers", &game).await;
    at_doras.say(1, "the first").await;
    let (mut at_ginas, first) = Chat::open(&gina, "watchers", &game).await;
    assert_eq!(first["lines"], json!([]));
    let (mut at_fays, first) = Chat::open(&fay, "watchers", &game).await;
    assert_eq!(first["lines"][0]["text"], "the first");
    at_doras.say(2, "the second").await;
    assert_eq!(at_fays.line().await["text"], "the second");
    at_fays.say(3, "the third").await;
    assert_eq!(at_ginas.line().await["text"], "the third");
    // By programs too.
    let read_by_program = async |name: &str, path: String| {
        let token = token_of(&server, name, "board:play");
        let read = ask(&server, "GET", &path, &token, "").await;
        read.json().as_array().map(Vec::len).unwrap_or_else(|| panic!("{name}: {}", read.body))
    };
    for (name, lines) in [("Gina", 1), ("Fay", 3)] {
        assert_eq!(read_by_program(name, format!("/api/game/{game}/chat")).await, lines, "{name}");
    }
    let follow = |guest: Guest| {
        let game = game.clone();
        tokio::spawn(async move {
            let origin = guest.origin();
            let mut socket = GameSocket::connect(&guest, &game, "", Some(&origin)).await.expect("a socket");
            let topic = format!("game:{game}");
            socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
            socket.stay().await;
        })
    };
    let watching = [follow(dora), follow(fay.clone())];
    // One after the other: they come in any order.
    named_spectators(&bob, &game, "Dora").await;
    assert_eq!(named_spectators(&bob, &game, "Fay").await, json!(["Dora", "Fay"]));
    for who in [&ann, &gina] {
        let names = named_spectators(who, &game, "Fay").await;
        assert!(!names.as_array().expect("names").contains(&json!("Dora")), "{names}");
    }
    // Nor is a player told after the end, by any door.
    ann.open(&game).await.command("resign", json!({})).await.accepted();
    let (_, first) = Chat::open(&ann, "watchers", &game).await;
    assert_eq!(first["lines"].as_array().map(Vec::len), Some(1), "{first}");
    for (name, lines) in [("Ann", 1), ("Bob", 3)] {
        for path in [format!("/api/game/{game}/chat"), format!("/api/board/game/{game}/chat?room=spectator")]
        {
            assert_eq!(read_by_program(name, path.clone()).await, lines, "{name}: {path}");
        }
    }
    // The block ends, and so does its effect.
    assert_eq!(gina.act("POST", "/api/page/players/dora/unblock", &Value::Null).await.status, 204);
    let (_, first) = Chat::open(&gina, "watchers", &game).await;
    assert_eq!(first["lines"].as_array().map(Vec::len), Some(3), "{first}");
    watching.iter().for_each(tokio::task::JoinHandle::abort);
}
