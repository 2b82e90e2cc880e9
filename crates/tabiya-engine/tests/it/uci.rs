// SPDX-License-Identifier: MIT OR Apache-2.0
//! UCI sessions over pipes in memory, as a user interface would hold them.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tabiya_engine::nnue::{GROUPS, HIDDEN, INPUTS, Net, ONE, OUTPUT_ONE, SCALE};
use tabiya_engine::{Stopwatch, uci};
use tabiya_rules::{Attempt, History, Position};

use crate::common::scatter;

/// A stopwatch that started at that instant, or always shows this.
enum Watch {
    Runs(Instant),
    Stands(Duration),
}

impl Stopwatch for Watch {
    fn elapsed(&self) -> Duration {
        match self {
            Self::Runs(begun) => begun.elapsed(),
            Self::Stands(at) => *at,
        }
    }
}

/// Reads what the other end sends. The input ends when the other end is dropped.
pub(crate) struct PipeReader(pub(crate) Receiver<Vec<u8>>, pub(crate) Vec<u8>);

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Splits what is written into lines and sends them.
pub(crate) struct LineWriter(pub(crate) Sender<String>, pub(crate) Vec<u8>);

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.1)).expect("the engine writes UTF-8");
                self.0.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.1.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The test's files: a network that evaluates every position as one pawn better for the side to move, and a
/// text file.
fn read_file(path: &str) -> io::Result<Vec<u8>> {
    match path {
        "pawn.net" | "two  blanks and a value.net" => {
            let mut numbers = vec![0; (INPUTS + 1) * HIDDEN + GROUPS * 2 * HIDDEN];
            numbers.extend([(ONE * OUTPUT_ONE * 100 / SCALE) as i16; GROUPS]);
            Ok(Net::from_numbers(&numbers).expect("the numbers are small").to_bytes())
        }
        "text" => Ok(b"Dear network".to_vec()),
        _ => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
    }
}

/// An engine on its own thread.
pub(crate) struct Session {
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Session {
    pub(crate) fn new() -> Session {
        Session::with(None, None)
    }

    /// A session that may take this many bytes.
    pub(crate) fn with_memory(usable_memory: u64) -> Session {
        Session::with(None, Some(usable_memory))
    }

    /// A session whose stopwatch always shows this.
    fn with_stopwatch_at(shown: Duration) -> Session {
        Session::with(Some(shown), None)
    }

    fn with(shown: Option<Duration>, free: Option<u64>) -> Session {
        let (input, from_test) = channel();
        let (to_test, lines) = channel();
        let thread = std::thread::spawn(move || {
            let input = BufReader::new(PipeReader(from_test, Vec::new()));
            let output = LineWriter(to_test, Vec::new());
            let watch = move || shown.map_or_else(|| Watch::Runs(Instant::now()), Watch::Stands);
            uci::run(input, output, move || Box::new(watch()), read_file, move || free)
        });
        Session { input: Some(input), lines, thread: Some(thread) }
    }

    pub(crate) fn send(&self, line: &str) {
        let input = self.input.as_ref().expect("the session is open");
        input.send(format!("{line}\n").into_bytes()).expect("the engine listens");
    }

    /// All lines up to the first that starts with `start`.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => {
                    let last = line.starts_with(start);
                    seen.push(line);
                    if last {
                        return seen;
                    }
                }
                Err(error) => panic!("waiting for {start}: {error}; seen {seen:#?}"),
            }
        }
    }

    /// The first line that starts with `start`.
    pub(crate) fn answer(&self, start: &str) -> String {
        self.until(start).pop().expect("until ends with it")
    }

    /// Whether nothing is sent for this time.
    pub(crate) fn is_silent_for(&self, millis: u64) -> bool {
        self.lines.recv_timeout(Duration::from_millis(millis)) == Err(RecvTimeoutError::Timeout)
    }

    /// Ends the input and returns the remaining output.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let thread = self.thread.take().expect("ended once");
        thread.join().expect("no panic").expect("no error");
        self.lines.try_iter().collect()
    }
}

/// A middlegame position.
const MIDDLEGAME: &str = "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 8";

#[test]
fn it_introduces_itself() {
    let session = Session::new();
    session.send("uci");
    let lines = session.until("uciok");
    assert!(lines[0].starts_with("id name Tabiya"));
    for option in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Level",
        "EvalFile",
        "Clear Hash",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("option name {option} type "))),
            "{option}"
        );
    }
    session.send("isready");
    assert_eq!(session.answer("readyok"), "readyok");
    assert!(session.end().is_empty());
}

#[test]
fn every_go_gets_one_bestmove() {
    let session = Session::new();
    let forms = [
        "go depth 5",
        "go nodes 2000",
        "go movetime 30",
        "go wtime 200 btime 200 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 5",
        "go wtime 0 btime 0",
        "go mate 2 nodes 20000",
        "go depth 4 searchmoves h7h6 a7a6",
        "go depth 3 nonsense 7 nodes",
    ];
    session.send(MIDDLEGAME);
    for form in forms {
        session.send(form);
        let lines = session.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth")), "{form}: {lines:#?}");
    }
    session.send("go depth 4 searchmoves a7a6");
    assert!(session.answer("bestmove").starts_with("bestmove a7a6"));
    session.send("setoption name Threads value 3\ngo movetime 50");
    assert!(session.answer("bestmove").starts_with("bestmove "));
    assert!(session.end().is_empty(), "one answer each");
}

#[test]
fn a_search_for_a_mate_that_does_not_exist_ends() {
    let session = Session::new();
    session.send(MIDDLEGAME);
    for moves in 1..=2 {
        session.send(&format!("go mate {moves}"));
        session.until("bestmove");
    }
    assert!(session.end().is_empty());
}

#[test]
fn a_long_search_reports_the_current_move() {
    let session = Session::with_stopwatch_at(Duration::from_secs(2));
    session.send(MIDDLEGAME);
    session.send("setoption name MultiPV value 2");
    session.send("go depth 4 searchmoves h7h6 a7a6 f6e4");
    let lines = session.until("bestmove");
    for number in 1..=3 {
        let told = |line: &String| {
            line.starts_with("info depth 4 currmove ") && line.ends_with(&format!("currmovenumber {number}"))
        };
        assert!(lines.iter().any(told), "{number}: {lines:#?}");
    }
    session.end();
    let session = Session::with_stopwatch_at(Duration::ZERO);
    session.send(MIDDLEGAME);
    session.send("go depth 2");
    assert!(session.until("bestmove").iter().all(|line| !line.contains("currmove")));
}

#[test]
fn wdl_is_sent_when_the_option_is_set() {
    let session = Session::new();
    session.send("setoption name UCI_ShowWDL value true");
    session.send(MIDDLEGAME);
    session.send("go depth 4");
    let lines = session.until("bestmove");
    let score = lines.iter().rfind(|line| line.contains(" score cp ")).expect("an evaluation");
    let words: Vec<&str> = score.split(' ').skip_while(|word| *word != "wdl").collect();
    let sum: u32 = words[1..4].iter().map(|word| word.parse::<u32>().expect("thousandths")).sum();
    assert_eq!((sum, words[4]), (1000, "nodes"), "{score}");
    session.send("setoption name UCI_ShowWDL value false");
    session.send("go depth 2");
    assert!(session.until("bestmove").iter().all(|line| !line.contains(" wdl ")));
    session.end();
}

/// A line of pseudo-random words of the protocol.
fn scattered_line(seed: u64) -> String {
    const FIRST: [&str; 14] = [
        "go",
        "go",
        "go",
        "position",
        "position",
        "setoption",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "uci",
        "debug",
        "moves",
        "startpos",
    ];
    const OTHERS: [&str; 46] = [
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "zz",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Level",
        "UCI_Elo",
        "UCI_LimitStrength",
        "UCI_ShowWDL",
        "UCI_Chess960",
        "Ponder",
        "Move",
        "Overhead",
        "EvalFile",
        "text",
        "true",
        "false",
        "1",
        "3",
        "-7",
        "250",
        "99999999999999999999",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "movestogo",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
        "8/8/8/8/8/8/8/8",
        "r3k2r/8/8/8/8/8/8/R3K2R",
        "w",
        "KQkq",
        "-",
    ];
    let pick = |words: &[&'static str], n: u64| words[(scatter(seed << 8 | n) % words.len() as u64) as usize];
    let count = scatter(seed) % 9;
    let mut line = pick(&FIRST, 255).to_owned();
    (0..count).for_each(|n| line = format!("{line} {}", pick(&OTHERS, n)));
    line
}

#[test]
fn every_go_is_answered_after_any_input() {
    for session_seed in 0..12 {
        let session = Session::new();
        let lines: Vec<String> = (0..120).map(|n| scattered_line(session_seed << 16 | n)).collect();
        lines.iter().for_each(|line| session.send(line));
        // Valid commands still work.
        session.send("stop");
        session.send("setoption name Level value 0");
        session.send("setoption name UCI_LimitStrength value false");
        session.send("position startpos");
        session.send("go depth 3 nodes 5000");
        let said = session.end();
        let asked = lines.iter().filter(|line| line.starts_with("go")).count() + 1;
        let answered: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(answered.len(), asked, "{lines:#?}");
    }
}

#[test]
fn the_last_info_is_about_the_best_move() {
    let session = Session::new();
    session.send(MIDDLEGAME);
    for nodes in (100..8_000).step_by(357) {
        session.send("ucinewgame");
        session.send(&format!("go nodes {nodes}"));
        let lines = session.until("bestmove");
        let [.., word, best] = &lines[..] else { panic!("{lines:?}") };
        let line: Vec<&str> = word.split(" pv ").nth(1).expect("a line").split(' ').collect();
        assert_eq!(best.split(' ').nth(1), line.first().copied(), "{lines:#?}");
    }
    session.end();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let session = Session::new();
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        session.send(&format!("position fen {fen}"));
        session.send("go depth 3");
        assert_eq!(session.answer("bestmove"), "bestmove 0000");
    }
    session.end();
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let session = Session::new();
    // A mate in one is found at once, but the answer must wait.
    session.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    session.send("go infinite");
    session.until("info depth 8 ");
    session.send("isready");
    assert!(session.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    std::thread::sleep(Duration::from_millis(200));
    assert!(session.lines.try_iter().all(|line| !line.starts_with("bestmove")));
    session.send("stop");
    assert!(session.answer("bestmove").starts_with("bestmove d1d8"));
    session.send("stop");
    assert!(session.is_silent_for(50));
    session.end();
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let session = Session::new();
    session.send("position startpos moves e2e4 e7e5");
    session.send("go ponder wtime 200 btime 200");
    std::thread::sleep(Duration::from_millis(300));
    assert!(session.lines.try_iter().all(|line| !line.starts_with("bestmove")), "the clock did not run");
    session.send("ponderhit");
    session.until("bestmove");
    session.send("go ponder depth 3");
    std::thread::sleep(Duration::from_millis(100));
    session.send("stop");
    session.until("bestmove");
    assert!(session.end().is_empty());
}

#[test]
fn the_end_of_the_input_is_a_quit() {
    let session = Session::new();
    session.send(MIDDLEGAME);
    session.send("go infinite");
    session.until("info depth 3 ");
    let asked = Instant::now();
    let rest = session.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    assert!(asked.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_second_go_ends_the_first() {
    let session = Session::new();
    session.send(MIDDLEGAME);
    session.send("go infinite");
    session.send("go depth 3");
    session.send("go depth 2");
    let rest = session.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 3);
}

/// Only a `position` that can't be played changes something: see `uci_positions`.
#[test]
fn garbage_is_answered_and_changes_nothing() {
    let session = Session::new();
    session.send("position startpos moves e2e4");
    for (line, part) in [
        ("hello there", "unknown command \"hello\""),
        ("setoption name Hash value lots", "Hash: expected a whole number"),
        ("setoption name Style value Risky", "unknown option \"Style\""),
        ("go movetime", "movetime: the number is missing"),
    ] {
        session.send(line);
        let answer = session.answer("info string");
        assert!(answer.contains(part), "{line}: {answer}");
    }
    // The last line was a `go` without a limit. It still searches the position that was set first.
    session.send("stop");
    session.until("bestmove");
    session.send("go depth 2");
    let best = session.answer("bestmove");
    let mut history = History::new(Position::start());
    history.play("e2e4".parse::<Attempt>().unwrap().to_move(history.position()).unwrap());
    let attempt: Attempt = best.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(attempt.to_move(history.position()).is_ok(), "{best}");
    session.end();
}

#[test]
fn invalid_text_and_very_long_lines_are_refused() {
    let session = Session::new();
    let input = session.input.as_ref().unwrap();
    input.send(vec![0xFF, 0xFE, 0x00, b'\n']).unwrap();
    assert!(session.answer("info string").contains("unknown command"));
    let mut long = vec![b'x'; (1 << 20) + 5_000];
    long.push(b'\n');
    input.send(long).unwrap();
    assert!(session.answer("info string").contains("was ignored"));
    session.send("isready");
    session.until("readyok");
    session.end();
}

#[test]
fn chess960_castles_as_king_takes_rook() {
    let session = Session::new();
    session.send("setoption name UCI_Chess960 value true");
    session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 e8d8");
    session.send("go perft 1");
    let lines = session.until("Nodes searched");
    assert!(lines.iter().any(|line| line.starts_with("g1h1")), "{lines:?}");
    session.send("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    session.send("go perft 3");
    assert_eq!(session.answer("Nodes searched"), "Nodes searched: 12189");
    session.send("go depth 5");
    session.until("bestmove");
    session.end();
}

#[test]
fn options_take_effect() {
    let session = Session::new();
    session.send(MIDDLEGAME);
    session.send("setoption name MultiPV value 3");
    session.send("setoption name hash value 2");
    session.send("go depth 5");
    let lines = session.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")));
    session.send("setoption name Level value 1");
    session.send("go wtime 60000 btime 60000");
    let weak = session.until("bestmove");
    assert!(weak.len() <= 4, "a line each and the move: {weak:?}");
    session.send("setoption name Clear Hash");
    session.send("ucinewgame");
    session.send("isready");
    session.until("readyok");
    session.end();
}

#[test]
fn another_network_can_be_loaded() {
    let session = Session::new();
    let score = |name: &str| {
        session.send(&format!("setoption name EvalFile value {name}"));
        session.send("go depth 1");
        session.until("bestmove")
    };
    let said = |lines: &[String], words: &str| lines.iter().any(|line| line.contains(words));
    let by_default = score("<default>");
    // Each move gives the turn, and with it the pawn, to the other side. The halfmove clock lowers the value
    // a little.
    assert!(said(&score("pawn.net"), " score cp -99 "));
    // A file that can't be read changes nothing.
    for (name, problem) in [("nowhere", "no such file"), ("text", "no network")] {
        let lines = score(name);
        assert!(said(&lines, &format!("info string EvalFile \"{name}\": {problem}")), "{lines:?}");
        assert!(said(&lines, " score cp -99 "));
    }
    let best = |lines: &[String]| lines.last().cloned();
    assert_eq!(best(&score("<default>")), best(&by_default));
    session.end();
}
