// SPDX-License-Identifier: AGPL-3.0-or-later
//! Long games open again and go on. Beyond 1,940 half-moves the whole game once was too long for one message, and nobody
//! could open it any more.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use tabiya_game::{Command, Game, Stamped, Time};
use tabiya_rules::{CastlingMode, Move, Position, Role};
use tabiya_store::{GameLog, SqliteStore};
use tabiya_testkit::{GameSocket, NewGame, PATIENCE, Random, Server, patiently};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::{Table, server_with, table, table_on};

/// A legal game of so many half-moves that is not over: pieces go to and fro without a position standing there five times,
/// and just before the 75 moves are full a pawn moves, or something is taken.
fn long_line(half_moves: usize) -> Vec<Move> {
    (0..100)
        .find_map(|seed| line(half_moves, Random::new(seed)))
        .expect("one of a hundred lines is long enough")
}

fn line(half_moves: usize, mut random: Random) -> Option<Vec<Move>> {
    let mut position = Position::start();
    let (mut line, mut met) = (Vec::new(), HashMap::<u64, u32>::new());
    while line.len() < half_moves {
        let clock = position.halfmove_clock();
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        for index in (1..moves.len()).rev() {
            moves.swap(index, usize::try_from(random.below(index as u64 + 1)).expect("an index"));
        }
        // Pawns first, for they give time to others; what is taken is gone.
        let wish = |mv: &Move| match kind(&position, *mv) {
            Kind::PawnStep if clock >= 140 => 0,
            Kind::Capture if clock >= 147 => 1,
            Kind::Quiet => 2,
            Kind::PawnStep => 3,
            Kind::Capture => 4,
        };
        moves.sort_by_key(wish);
        let goes_on = |mv: &Move| {
            let next = position.after(*mv);
            next.outcome().is_none()
                && next.halfmove_clock() < 150
                && met.get(&next.key()).is_none_or(|times| *times < 4)
        };
        let played = moves.into_iter().find(goes_on)?;
        position = position.after(played);
        *met.entry(position.key()).or_default() += 1;
        line.push(played);
    }
    Some(line)
}

enum Kind {
    Quiet,
    PawnStep,
    Capture,
}

fn kind(position: &Position, mv: Move) -> Kind {
    if mv.is_en_passant() || (!mv.is_castling() && position.occupied().contains(mv.to())) {
        Kind::Capture
    } else if position.role_at(mv.from()) == Some(Role::Pawn) {
        Kind::PawnStep
    } else {
        Kind::Quiet
    }
}

/// Plays on in the log of a server that has stopped.
async fn play_in_the_log(store: &SqliteStore, game: &str, line: &[Move]) {
    let id = game.parse().expect("an id");
    let log = store.load(id).await.expect("a log").expect("the game is there");
    let mut game = Game::replay(&log).expect("the log of a game");
    let (first, at) = (game.next_seq(), Time(log[log.len() - 1].at.0 + 1));
    let mut new = Vec::new();
    for mv in &line[game.plies().len()..] {
        let attempt = mv.to_uci(CastlingMode::Standard).to_string().parse().expect("a move");
        let play = Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None };
        for event in game.decide(play, at).expect("a legal move") {
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            new.push(stamped);
        }
    }
    assert!(!game.is_over());
    store.append(id, first, new).await.expect("the disk takes it");
}

/// Reads the game in all of its parts.
async fn read_whole(socket: &mut GameSocket, half_moves: usize) {
    while socket.moves().len() < half_moves {
        let part = socket.receive().await.expect("the server goes on telling");
        assert!(part.to_string().len() < 256 * 1024, "no message is longer than a client takes");
    }
}

#[tokio::test]
async fn a_game_as_long_as_few_are_opens_and_goes_on() {
    let Table { mut server, alice, bob, game, .. } = table(NewGame::friend()).await;
    let line = long_line(8_850);
    let named: Vec<_> = line.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
    for half_moves in [1_941, 8_849] {
        assert!(server.stop().await);
        let store = SqliteStore::open(server.data()).expect("the server has let go of its folder");
        play_in_the_log(&store, &game, &line[..half_moves]).await;
        drop(store);
        server.restart().await;
        let mut sockets = [alice.open(&game).await, bob.open(&game).await];
        for socket in &mut sockets {
            read_whole(socket, half_moves).await;
            assert_eq!(socket.moves(), &named[..half_moves]);
        }
        let [white, black] = &mut sockets;
        let (mover, other) = if half_moves.is_multiple_of(2) { (white, black) } else { (black, white) };
        mover.play(&named[half_moves]).await.accepted();
        other.follow(mover).await;
        assert_eq!(alice.moves(&game).await, &named[..=half_moves]);
        let pgn = server.get(&format!("/api/games/{game}/pgn")).await;
        assert!(pgn.body.contains(&format!("\n{}.", 1)) && pgn.status == 200);
        // A client that has all but the last event is told that one alone.
        let resumed = alice.resume(&game, mover.seq() - 1).await;
        assert_eq!(resumed.moves(), &named[half_moves..=half_moves]);
    }
}

/// How often each connection asks for the game. The answers are sent one after the other; together they are larger than the system's
/// buffer for a client that does not read and takes small segments.
const OFTEN: usize = 4;
/// Bytes of a segment. The system buffers more for a connection the larger its segments are.
#[cfg(unix)]
const SEGMENT: u32 = 536;
/// Half-moves of the game. Its answers count as long, and a slow server writes dozens of them before it gives up the first unread one.
const HALF_MOVES: usize = 6_000;
/// How many connections of an address ask.
const ASKING: usize = 40;
/// How many of them ask at the same time: each answer takes the server a while.
const TOGETHER: usize = 4;
/// The server gives up a connection whose client has read nothing for half a minute, so something is read of each in less.
const SIP: (Duration, usize) = (Duration::from_secs(5), 2048);

/// Asks so often for the whole game from this address, whose proxy is the test, and reads no more than the first status.
async fn ask_and_read_nothing(server: &Server, game: &str, address: &str, times: usize) -> (u16, TcpStream) {
    patiently("the first status", ask_as_often(server, game, address, times)).await
}

async fn ask_as_often(server: &Server, game: &str, address: &str, times: usize) -> (u16, TcpStream) {
    let socket = TcpSocket::new_v4().expect("the system has sockets");
    socket.set_recv_buffer_size(1024).expect("a fresh socket takes options");
    #[cfg(unix)]
    socket2::SockRef::from(&socket).set_tcp_mss(SEGMENT).expect("a fresh socket takes options");
    let mut stream = socket.connect(server.address()).await.expect("the server listens");
    let request = |connection: &str| {
        format!(
            "GET /api/games/{game} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\nconnection: {connection}\r\n\r\n",
            server.address()
        )
    };
    let requests = request("keep-alive").repeat(times - 1) + &request("close");
    stream.write_all(requests.as_bytes()).await.expect("the server reads");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("the server answers");
    let status = std::str::from_utf8(&status[9..]).ok().and_then(|status| status.parse().ok());
    (status.expect("an answer begins with its status"), stream)
}

/// Connections whose answers wait to be read.
type Unread = RefCell<Vec<TcpStream>>;

/// A little is read of each of these, again and again, so that the server keeps their connections.
async fn sip(unread: &Unread) {
    let (pause, most) = SIP;
    loop {
        tokio::time::sleep(pause).await;
        for stream in &*unread.borrow() {
            // There may be nothing yet.
            let _ = stream.try_read(&mut vec![0; most]);
        }
    }
}

/// Such an answer may have a megabyte. An address with hundreds of connections once took all memory.
#[tokio::test]
async fn an_address_has_a_few_long_answers_that_it_does_not_read() {
    let server = server_with(&["--trusted-proxies", "127.0.0.1"]).await;
    let Table { mut server, game, .. } = table_on(server, NewGame::friend()).await;
    assert!(server.stop().await);
    let store = SqliteStore::open(server.data()).expect("the server has let go of its folder");
    play_in_the_log(&store, &game, &long_line(HALF_MOVES)).await;
    drop(store);
    server.restart().await;
    let unread = Unread::default();
    tokio::select! {
        () = sip(&unread) => unreachable!("it goes on for as long as the test"),
        () = have_a_few(&server, &game, &unread) => {}
    }
    // A client that has gone away gives its place back, and so does one that reads its answer to the end. What is read is a new
    // answer: the server gives up old ones that nobody reads, and on a slow machine all of these are old.
    unread.borrow_mut().pop();
    for _ in 0..2 {
        let again = async {
            loop {
                let (status, stream) = ask_and_read_nothing(&server, &game, "203.0.113.7", 1).await;
                if status == 200 {
                    return stream;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let mut stream = tokio::time::timeout(PATIENCE, again).await.expect("its place is given back");
        let mut rest = Vec::new();
        patiently("the end of the answer", stream.read_to_end(&mut rest)).await.expect("the answer goes on");
        assert!(rest.len() > 256 * 1024 && rest.ends_with(b"}"), "{} bytes", rest.len());
    }
}

/// Asks until the address is refused. Its connections are kept in `unread`.
async fn have_a_few(server: &Server, game: &str, unread: &Unread) {
    let ask = async |times| {
        let (status, stream) = ask_and_read_nothing(server, game, "203.0.113.7", times).await;
        assert!([200, 429].contains(&status), "{status}");
        if status == 200 {
            unread.borrow_mut().push(stream);
        }
        status
    };
    stream::iter(0..ASKING).map(|_| ask(OFTEN)).buffer_unordered(TOGETHER).for_each(async |_| {}).await;
    let granted = unread.borrow().len();
    assert!(granted >= 32, "refused after {granted}");
    // A system that takes an answer whole makes room for another one, until each connection has an answer that it does not take.
    let fill = async || {
        while ask(OFTEN).await == 200 {
            assert!(unread.borrow().len() < 256, "nobody is refused");
        }
    };
    // The compatible API refuses in its own form, which pages of other sites may read.
    let headers = [("x-forwarded-for", "203.0.113.7"), ("accept", "application/json")];
    let path = format!("/game/export/{game}?pgnInJson=true");
    let refuse = async || server.request("GET", &path, &headers, &[]).await.expect("an answer");
    // While a slow server writes this answer it may give up one that nobody reads, and then there is a place again.
    let refused = patiently("a refusal", async {
        loop {
            fill().await;
            let answer = refuse().await;
            if answer.status != 200 {
                return answer;
            }
        }
    })
    .await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (429, Some("*")));
    assert!(refused.json()["error"].is_string(), "{}", refused.body);
    assert_eq!(ask_and_read_nothing(server, game, "203.0.113.8", 1).await.0, 200, "others have their own");
}
