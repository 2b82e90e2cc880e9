// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pool of analysts: the order of service, cancelling, and failures; and other engines over pipes.

use std::io::{self, BufReader};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tabiya_engine::analysis::{Analyst, Budget, OwnEngine, Pool, Request, Requester, Update};
use tabiya_engine::{Info, Report, Score, Untimed, uci};
use tabiya_rules::{History, Position};

use crate::common::{check_report, game, play};
use crate::uci::{LineWriter, PipeReader};

const PATIENCE: Duration = Duration::from_secs(20);

fn request(history: &History, nodes: u64, lines: usize) -> Request {
    Request { history: history.clone(), budget: Budget::Nodes(nodes), lines }
}

fn own_engines(threads: usize) -> Pool {
    Pool::start(threads, || Ok(Box::new(OwnEngine::new(1, || Box::new(Untimed)))))
}

/// Queues a request. Sends its outcome together with `name`.
fn ask(
    pool: &Pool,
    who: u64,
    request: Request,
    name: &'static str,
    sender: &Sender<(&'static str, Result<Report, String>)>,
) -> tabiya_engine::analysis::Ticket {
    let sender = sender.clone();
    let tell = move |update: Update<'_>| {
        let outcome = match update {
            Update::Info(_) => return,
            Update::Done(report) => Ok(report),
            Update::Failed(problem) => Err(problem.to_string()),
        };
        sender.send((name, outcome)).expect("the test waits");
    };
    pool.ask(Requester(who), request, tell).expect("there is room")
}

#[test]
fn lines_are_reported_during_the_search() {
    let pool = own_engines(1);
    let history = game("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 8");
    let (sender, update) = channel();
    let ticket = pool.ask(Requester(1), request(&history, 20_000, 3), move |update| {
        let (info, done) = match update {
            Update::Info(info) => (Some(info.clone()), None),
            Update::Done(report) => (None, Some(report)),
            Update::Failed(problem) => panic!("{problem}"),
        };
        sender.send((info, done)).expect("the test waits");
    });
    let all: Vec<(Option<Info>, Option<Report>)> = update.iter().collect();
    let infos: Vec<&Info> = all.iter().filter_map(|(info, _)| info.as_ref()).collect();
    assert!(infos.iter().any(|info| info.multi_pv == 3) && infos.len() > 12, "{}", infos.len());
    let report = all.last().and_then(|(_, done)| done.clone()).expect("the report is the last word");
    check_report(&history, &report);
    assert_eq!(report.lines.len(), 3);
    drop(ticket);
}

#[test]
fn answers_do_not_depend_on_the_threads_or_on_what_was_asked_before() {
    let fens = ["8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"];
    let all = |threads: usize| -> Vec<Report> {
        let pool = own_engines(threads);
        let (sender, answers) = channel();
        let tickets: Vec<_> = (0..6)
            .map(|n| {
                ask(
                    &pool,
                    n,
                    request(&game(fens[n as usize % 2]), 5_000, 1),
                    ["a", "b"][n as usize % 2],
                    &sender,
                )
            })
            .collect();
        let mut reports: Vec<_> = answers.iter().take(6).collect();
        drop(tickets);
        reports.sort_by_key(|(name, _)| *name);
        reports.into_iter().map(|(_, report)| report.expect("our engine does not fail")).collect()
    };
    assert_eq!(all(1), all(3));
}

/// An analyst that works until the test tells it to end: it needs one message for each request.
struct Slow {
    words: Arc<Mutex<Receiver<()>>>,
    at_work: Arc<AtomicUsize>,
}

impl Analyst for Slow {
    fn analyse(&mut self, _: &Request, stop: &AtomicBool, _: &mut dyn FnMut(&Info)) -> io::Result<Report> {
        self.at_work.fetch_add(1, Ordering::SeqCst);
        let words = self.words.lock().expect("no panic");
        while !stop.load(Ordering::Relaxed) {
            if words.recv_timeout(Duration::from_millis(2)).is_ok() {
                return Err(io::Error::other("as told"));
            }
        }
        Err(io::Error::other("stopped"))
    }
}

fn slow_pool() -> (Pool, Sender<()>, Arc<AtomicUsize>) {
    let (sender, words) = channel();
    let (words, at_work) = (Arc::new(Mutex::new(words)), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&at_work);
    let hire = move || -> io::Result<Box<dyn Analyst>> {
        Ok(Box::new(Slow { words: Arc::clone(&words), at_work: Arc::clone(&counter) }))
    };
    (Pool::start(1, hire), sender, at_work)
}

fn wait_for(at_work: &AtomicUsize, wanted: usize) {
    while at_work.load(Ordering::SeqCst) < wanted {
        std::thread::yield_now();
    }
}

#[test]
fn a_single_request_does_not_wait_for_all_requests_of_another() {
    let (pool, word, at_work) = slow_pool();
    let start = History::new(Position::start());
    let (sender, answers) = channel();
    let names = ["a0", "a1", "a2", "a3", "b0", "a4"];
    let mut tickets = vec![ask(&pool, 1, request(&start, 1, 1), names[0], &sender)];
    wait_for(&at_work, 1);
    for name in &names[1..] {
        tickets.push(ask(
            &pool,
            if name.starts_with('a') { 1 } else { 2 },
            request(&start, 1, 1),
            name,
            &sender,
        ));
    }
    names.iter().for_each(|_| word.send(()).expect("the analyst listens"));
    let served: Vec<&str> = answers.iter().take(names.len()).map(|(name, _)| name).collect();
    assert_eq!(served, ["a0", "a1", "b0", "a2", "a3", "a4"]);
}

#[test]
fn a_dropped_ticket_frees_its_place_and_stops_its_search() {
    let (pool, word, at_work) = slow_pool();
    let start = History::new(Position::start());
    let (sender, answers) = channel();
    let running = ask(&pool, 1, request(&start, 1, 1), "running", &sender);
    wait_for(&at_work, 1);
    let waiting = ask(&pool, 1, request(&start, 1, 1), "waiting", &sender);
    let kept = ask(&pool, 1, request(&start, 1, 1), "kept", &sender);
    drop(waiting);
    drop(running);
    // The running request ends without a message, and the dropped one never starts.
    wait_for(&at_work, 2);
    word.send(()).expect("the analyst listens");
    let (name, outcome) = answers.recv_timeout(PATIENCE).expect("the kept one is answered");
    assert_eq!((name, outcome), ("kept", Err("as told".to_owned())));
    drop((kept, pool));
    drop(sender);
    assert_eq!(answers.iter().count(), 0);
    assert_eq!(at_work.load(Ordering::SeqCst), 2);
}

#[test]
fn a_closed_pool_stops_everything() {
    let (pool, _word, at_work) = slow_pool();
    let start = History::new(Position::start());
    let (sender, answers) = channel();
    let tickets = [1, 2].map(|who| ask(&pool, who, request(&start, 1, 1), "any", &sender));
    wait_for(&at_work, 1);
    drop(pool);
    drop(sender);
    assert_eq!(answers.iter().count(), 0, "nothing is told any more");
    drop(tickets);
}

#[test]
fn an_analyst_that_fails_or_panics_is_replaced() {
    struct Bad(usize);
    impl Analyst for Bad {
        fn analyse(&mut self, _: &Request, _: &AtomicBool, _: &mut dyn FnMut(&Info)) -> io::Result<Report> {
            assert_ne!(self.0, 1, "on purpose");
            Err(io::Error::other(format!("number {}", self.0)))
        }
    }
    let hired = AtomicUsize::new(0);
    let pool = Pool::start(1, move || match hired.fetch_add(1, Ordering::SeqCst) {
        2 => Err(io::Error::other("nobody is there")),
        number => Ok(Box::new(Bad(number))),
    });
    let (sender, answers) = channel();
    let start = History::new(Position::start());
    let tickets = [0; 4].map(|_| ask(&pool, 1, request(&start, 1, 1), "any", &sender));
    let told: Vec<String> = answers.iter().take(4).map(|(_, outcome)| outcome.unwrap_err()).collect();
    assert_eq!(told, ["number 0", "the analyst panicked", "nobody is there", "number 3"]);
    drop(tickets);
}

/// Our own engine, used as a foreign one over two pipes.
fn engine_over_pipes(settings: &[(String, String)]) -> io::Result<uci::Client> {
    let (to_engine, from_client) = channel();
    let (to_client, from_engine) = channel();
    std::thread::spawn(move || {
        let input = BufReader::new(PipeReader(from_client, Vec::new()));
        let output = LineWriter(to_client, Vec::new());
        uci::run(input, output, || Box::new(Untimed), |path| std::fs::read(path), || None)
    });
    // Converts the engine's lines back to bytes.
    let (bytes, byte_receiver) = channel();
    std::thread::spawn(move || {
        for line in from_engine {
            if bytes.send(format!("{line}\n").into_bytes()).is_err() {
                return;
            }
        }
    });
    uci::Client::start(BufReader::new(PipeReader(byte_receiver, Vec::new())), Pipe(to_engine), settings)
}

struct Pipe(Sender<Vec<u8>>);

impl io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn another_engine_is_an_analyst_too() {
    let settings = [("Hash".to_owned(), "1".to_owned())];
    let mut client = engine_over_pipes(&settings).expect("our engine knows UCI");
    assert!(client.name().starts_with("Tabiya "));
    let never = AtomicBool::new(false);
    let mut history = History::new(Position::start());
    play(&mut history, "e4 e5 Nf3 Nc6");
    let mut infos = 0;
    let report =
        client.analyse(&request(&history, 8_000, 2), &never, &mut |_| infos += 1).expect("it answers");
    check_report(&history, &report);
    assert!(infos > 4 && report.lines.len() == 2 && report.depth > 3, "{infos} {report:?}");
    let chess960 = History::new(Position::chess960(77).expect("there are 960"));
    let report = client.analyse(&request(&chess960, 2_000, 1), &never, &mut |_| ()).expect("it answers");
    check_report(&chess960, &report);
    let mated = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    let report =
        client.analyse(&request(&mated, 2_000, 1), &never, &mut |_| ()).expect("nobody need be asked");
    assert_eq!((report.best, report.score), (None, Score::Mate(0)));
    // A stop flag that is set ends even an endless search.
    let stopped = AtomicBool::new(true);
    let endless = Request { budget: Budget::Nodes(u64::MAX >> 1), ..request(&history, 0, 1) };
    check_report(&history, &client.analyse(&endless, &stopped, &mut |_| ()).expect("it answers"));
}

#[test]
fn a_program_that_does_not_speak_uci_is_reported() {
    let start = |said: &'static str, settings: &[(String, String)]| {
        uci::Client::start(said.as_bytes(), io::sink(), settings).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(start("", &[]), "the engine has ended: no uciok");
    assert_eq!(start("id name Sleepy\nuciok\n", &[]), "Sleepy has ended: no readyok");
    let settings = [("Style".to_owned(), "Risky".to_owned())];
    assert_eq!(start("id name Plain\nuciok\nreadyok\n", &settings), "Plain has no option \"Style\"");
    let analyse = |said: &'static str| {
        let mut client = uci::Client::start(said.as_bytes(), io::sink(), &[]).expect("so far so good");
        let never = AtomicBool::new(false);
        let history = History::new(Position::start());
        client.analyse(&request(&history, 10, 1), &never, &mut |_| ()).unwrap_err().to_string()
    };
    let hello = "id name Odd\nuciok\nreadyok\nreadyok\n";
    assert_eq!(
        analyse(Box::leak(format!("{hello}info depth 1\n").into_boxed_str())),
        "Odd has ended: no bestmove"
    );
    let illegal = format!("{hello}info depth 1 score cp 3 pv e2e4\nbestmove e2e5\n");
    let told = analyse(Box::leak(illegal.into_boxed_str()));
    assert_eq!(told, "Odd tells no legal move and its score: \"bestmove e2e5\"");
}
