// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parses the command line: the task, and for `test` the steps.

use std::path::PathBuf;

use crate::bench::Subject;
use crate::cluster;
use crate::package::{self, Kind};
use crate::pairings;
use crate::power_cut::Plan;
use crate::puzzle_import::{FEWEST_ROWS, ROWS};
use crate::reasons;
use crate::simulate;
use crate::steps::Step;

pub(crate) const HELP: &str = "\
Tabiya's developer commands

cargo xtask test [--only STEP]... [--skip STEP]...
    Everything that must be green. Those after rust run beside it. Steps, in order:
      npm         the page's packages, where the lock file changed
      chromium    a browser: $CHROME, the system's chromium-headless-shell, or installed with apt-get
      firefox     Firefox: $FIREFOX, the system's, or installed with apt-get
      webkit      WebKitGTK's driver and browser, and Xvfb, a virtual display; found or installed like Firefox
      postgres    a PostgreSQL for the tests of the store; found or installed like Firefox
      fmt         cargo fmt --check
      headers     the licence line on top of every source file
      layers      the folders of each crate know each other in one direction
      licences    the licences of all dependencies against the allow list
      clippy      builds all tests, with clippy's lints; warnings are errors
      rust        all Rust tests and doc tests
      svelte      svelte-check, and the types of the browser tests
      vitest      the page's unit tests
      browser     Playwright stories in Chromium against the real binary
      engines     a few stories in Firefox and in WebKit
      delivered   the compiler's lints of what users build
      rustdoc     the documentation of the crates that other programs use, warnings are errors
    Example: cargo xtask test --only fmt --only clippy

cargo xtask bench          the benchmarks of docs/benchmarks.md
cargo xtask bench rules    the rules compared with other libraries; writes the tables into that document
cargo xtask bench latency  the latency of a move through the server
cargo xtask bench wasm     the engine in the page, run in Node, beside the native one
cargo xtask bench puzzles [--count N]
                           the import of N puzzles (2,000,000), and the next one among them; fails where that takes too long
cargo xtask bench topics   the memory of a topic with one reader, of each kind
cargo xtask bench analysis the computer analysis of a game of 40 moves; fails where it takes more than 25 seconds
cargo xtask bench instructions [--record]
                           instructions of the rules' main loops compared with the recorded
                           counts (needs valgrind)
cargo xtask load [--games N] [--moves-per-second R] [--seconds S] [--kill K] [--json FILE]
                           a server on the first core, thousands of games from the second; all moves are
                           checked afterwards; --help lists more
cargo xtask cluster [--nodes N] [--port P] [--standbys N] [--program FILE]
                           a site of N nodes (3) on this machine, with PostgreSQL and two NATS servers, which it installs;
                           they listen on the ports from P on (8081); N standbys (none) follow the database, and
                           every commit waits for one of them; Ctrl-C ends all of it and removes the data
cargo xtask cluster --faults N [--seed S] [--only WORDS] [--standby] [--results FILE]
                           breaks such a site in N ways, one or two a run, while people play, and checks all moves; a line for each
                           run is appended to FILE (target/faults.jsonl), and a new run continues from there
cargo xtask cluster --figures [PART]... [--against FILE]
                           what several nodes cost, each figure beside its goal, in ten minutes on a machine that does nothing else;
                           parts: traffic, speed, memory, kills, takeover; with --against also one server beside the program FILE
cargo xtask power-cut [--cuts N] [--kernel FOLDER] [--accelerator kvm|tcg] [--resumable FILE]
                           cuts the power of a virtual machine that plays games (100 times); FOLDER
                           has boot/vmlinuz-* and lib/modules of its kernel (by default the system's); the result
                           of each ten cuts is appended to FILE, and a new run continues from there
cargo xtask simulate [--seeds N] [--from SEED]
                           simulates rooms and connections with all kinds of failures (10,000 seeds)
cargo xtask simulate --seed SEED
                           what happens in one seed, line by line
cargo xtask simulate --nodes N [--seeds N] [--from SEED]
                           the same with N nodes of one site, which die, are suspended and cut off (also: --seed SEED); without
                           --nodes one server is simulated
cargo xtask simulate --nodes N --mutants
                           breaks the protocol of the nodes in one way after the other: a table of what notices it
cargo xtask pairings [--bbp PROGRAM [--theirs]] [--count N]
                           random tournaments compared with bbpPairings (50,000) or Gacrux (5,000), or made
                           by bbpPairings (--theirs: 5,000); a new run continues where the last one stopped
cargo xtask pgn FOLDER     the last position of every game in the PGN files below FOLDER compared with
                           python-chess's; known differences: crates/tabiya-pgn/tests/data/python_chess.txt
cargo xtask reasons [FILE] [--games N] [--skip N] [--nodes N] [--show N [--seed N]]
                           the reasons that the analysis gives in the first N games (300) of a PGN file, or in those behind
                           the skipped ones, checked by python-chess; --show draws so many of them to read
cargo xtask screenshots    docs/screenshots/*.webp from the real binary
cargo xtask screenshots FOLDER
                           every state in every size and theme, for review
cargo xtask codegen        protocol.ts and routes.ts in web/src/platform, from the protocol crate
cargo xtask puzzles [--count N]
                           the puzzles that the program brings (300), from games of the engine's levels
cargo xtask package [--only tar|deb|zip|oci]... [--program FILE] [--dist] [--try]
                           what people download, in target/package, from a build for every processor of this machine's
                           kind, or from FILE; the ZIP for Windows is built on Linux, too, with packages of Debian 12;
                           oci is an image for containers, with this machine's C library;
                           --dist builds without symbols, as for publishing, and refuses what needs a newer C library than
                           published packages do; --try plays on the ZIP under Wine, and as root on the image, and
                           installs, upgrades and removes the others in a copy of this system
cargo xtask wasm           the module with the rules and the engine for the page, with packages of Debian 12

Environment: CHROME, FIREFOX, WEBKIT_DRIVER, WEBKIT_BROWSER, XVFB, NATS_SERVER (programs to use),
TABIYA_DATA (the shared test suites; by default ../shared/data), CARGO_TARGET_DIR, NO_COLOR, CI.";

/// The task that the user asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Test(Vec<Step>),
    Bench(Vec<Subject>),
    /// Starts a site of several nodes.
    Cluster(cluster::Plan),
    /// Breaks or measures such a site, with the arguments for the program that does.
    Trial(Vec<String>),
    /// With the arguments for the load generator.
    Load(Vec<String>),
    /// Cuts the power of a virtual machine that plays games.
    PowerCut(Plan),
    /// Simulates rooms and connections with these seeds.
    Simulate(simulate::Plan),
    /// Compares pairings of random tournaments with another program's.
    Pairings(pairings::Plan),
    /// Compares the games below this folder with what python-chess reads.
    Pgn(PathBuf),
    /// Checks the reasons of the analysis.
    Reasons(reasons::Plan),
    /// Takes screenshots into this folder. `None`: only the chosen ones, into the documentation.
    Screenshots(Option<PathBuf>),
    Codegen,
    /// Makes so many puzzles for the start set.
    Puzzles(u32),
    /// Makes what people download.
    Package(package::Plan),
    /// Builds the module for the page.
    Wasm,
}

/// Parses the arguments after the program's name.
pub(crate) fn parse(arguments: &[String]) -> Result<Task, String> {
    let Some((task, rest)) = arguments.split_first() else { return Ok(Task::Help) };
    if task == "load" {
        return Ok(Task::Load(rest.to_vec()));
    }
    if rest.iter().any(|argument| argument == "--help" || argument == "-h") {
        return Ok(Task::Help);
    }
    let plain = |task: Task| match rest.first() {
        None => Ok(task),
        Some(extra) => Err(format!("unexpected argument \"{extra}\"")),
    };
    match task.as_str() {
        "test" => selection(rest).map(Task::Test),
        "bench" => match rest {
            [] => Ok(Task::Bench(vec![Subject::Rules, Subject::Latency])),
            [subject] if subject == "rules" => Ok(Task::Bench(vec![Subject::Rules])),
            [subject] if subject == "wasm" => Ok(Task::Bench(vec![Subject::Wasm])),
            [subject] if subject == "analysis" => Ok(Task::Bench(vec![Subject::Analysis])),
            [subject, count @ ..] if subject == "puzzles" => bench_puzzles(count),
            [subject] if subject == "topics" => Ok(Task::Bench(vec![Subject::Topics])),
            [subject] if subject == "latency" => Ok(Task::Bench(vec![Subject::Latency])),
            [subject, record @ ..] if subject == "instructions" => match record {
                [] => Ok(Task::Bench(vec![Subject::Instructions { record: false }])),
                [record] if record == "--record" => {
                    Ok(Task::Bench(vec![Subject::Instructions { record: true }]))
                }
                _ => Err(format!("unexpected arguments {record:?}, expected --record or nothing")),
            },
            _ => Err(format!(
                "unexpected arguments {rest:?}, expected rules, latency, instructions, wasm, analysis or nothing"
            )),
        },
        "pgn" => match rest {
            [folder] if !folder.starts_with('-') => Ok(Task::Pgn(folder.into())),
            _ => Err(format!("unexpected arguments {rest:?}, expected one folder")),
        },
        "reasons" => reasons_of(rest).map(Task::Reasons),
        "screenshots" => match rest {
            [] => Ok(Task::Screenshots(None)),
            [folder] if !folder.starts_with('-') => Ok(Task::Screenshots(Some(folder.into()))),
            _ => Err(format!("unexpected arguments {rest:?}, expected one folder or nothing")),
        },
        "cluster" if rest.iter().any(|argument| cluster::TRIALS.contains(&argument.as_str())) => {
            Ok(Task::Trial(rest.to_vec()))
        }
        "cluster" => cluster_of(rest).map(Task::Cluster),
        "power-cut" => power_cut(rest).map(Task::PowerCut),
        "simulate" => simulate::Plan::parse(rest).map(Task::Simulate),
        "pairings" => pairings(rest).map(Task::Pairings),
        "codegen" => plain(Task::Codegen),
        "puzzles" => match rest {
            [] => Ok(Task::Puzzles(300)),
            [name, count] if name == "--count" => {
                let count = count.parse().map_err(|_| format!("--count needs a number, not \"{count}\""));
                count.map(Task::Puzzles)
            }
            _ => Err(format!("unexpected arguments {rest:?}, expected --count and a number, or nothing")),
        },
        "package" => packages(rest).map(Task::Package),
        "wasm" => plain(Task::Wasm),
        "help" | "--help" | "-h" => Ok(Task::Help),
        other => Err(format!("no task is called \"{other}\"")),
    }
}

fn power_cut(arguments: &[String]) -> Result<Plan, String> {
    let mut plan = Plan::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--cuts" => {
                plan.cuts = value.parse().map_err(|_| format!("--cuts needs a number, not \"{value}\""))?;
            }
            "--kernel" => plan.kernel = value.into(),
            "--resumable" => plan.resumable = Some(value.into()),
            "--accelerator" if ["kvm", "tcg"].contains(&value.as_str()) => plan.accelerator.clone_from(value),
            "--accelerator" => return Err(format!("--accelerator is kvm or tcg, not \"{value}\"")),
            other => {
                let known = "--cuts, --kernel, --accelerator or --resumable";
                return Err(format!("unexpected argument \"{other}\", expected {known}"));
            }
        }
    }
    Ok(plan)
}

fn cluster_of(arguments: &[String]) -> Result<cluster::Plan, String> {
    let mut plan = cluster::Plan::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{argument} needs a number, not \"{value}\""));
        match argument.as_str() {
            "--nodes" => plan.nodes = number()?,
            "--port" => plan.port = number()?,
            "--standbys" => plan.standbys = number()?,
            "--program" => plan.program = Some(value.into()),
            other => {
                return Err(format!(
                    "unexpected argument \"{other}\", expected --nodes, --port, --standbys or --program"
                ));
            }
        }
    }
    let most = cluster::Plan::MOST;
    if !(1..=most).contains(&plan.nodes) {
        return Err(format!("--nodes is 1 to {most}, not {}", plan.nodes));
    }
    let most = cluster::Plan::MOST_STANDBYS;
    if plan.standbys > most {
        return Err(format!("--standbys is 0 to {most}, not {}", plan.standbys));
    }
    if plan.port == 0 || plan.port.checked_add(plan.nodes - 1).is_none() {
        return Err(format!("there are not {} ports from {} on", plan.nodes, plan.port));
    }
    Ok(plan)
}

fn reasons_of(arguments: &[String]) -> Result<reasons::Plan, String> {
    let mut plan = reasons::Plan::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let field = match argument.as_str() {
            "--games" => &mut plan.games,
            "--skip" => &mut plan.skip,
            "--seed" => &mut plan.seed,
            "--nodes" => &mut plan.nodes,
            "--show" => &mut plan.show,
            file if !file.starts_with('-') && plan.file.is_none() => {
                plan.file = Some(file.into());
                continue;
            }
            other => {
                let known = "a file, --games, --skip, --nodes, --show or --seed";
                return Err(format!("unexpected argument \"{other}\", expected {known}"));
            }
        };
        let value = rest.next().ok_or_else(|| format!("{argument} needs a number"))?;
        *field = value.parse().map_err(|_| format!("{argument} needs a number, not \"{value}\""))?;
    }
    Ok(plan)
}

fn packages(arguments: &[String]) -> Result<package::Plan, String> {
    let mut plan = package::Plan { kinds: Vec::new(), program: None, dist: false, is_tried: false };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--dist" || argument == "--try" {
            plan.dist |= argument == "--dist";
            plan.is_tried |= argument == "--try";
            continue;
        }
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--only" => {
                let kind = Kind::ALL.into_iter().find(|kind| kind.name() == value);
                plan.kinds
                    .push(kind.ok_or_else(|| format!("--only is tar, deb, zip or oci, not \"{value}\""))?);
            }
            "--program" => plan.program = Some(value.into()),
            other => {
                let known = "--only, --program, --dist or --try";
                return Err(format!("unexpected argument \"{other}\", expected {known}"));
            }
        }
    }
    if plan.kinds.is_empty() {
        plan.kinds = if cfg!(windows) { vec![Kind::Zip] } else { vec![Kind::Tar, Kind::Deb] };
    }
    Ok(plan)
}

fn pairings(arguments: &[String]) -> Result<pairings::Plan, String> {
    let mut plan = pairings::Plan { bbp: None, theirs: false, count: None };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--theirs" {
            plan.theirs = true;
            continue;
        }
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--bbp" => plan.bbp = Some(value.clone()),
            "--count" => {
                let problem = |_| format!("--count needs a number, not \"{value}\"");
                plan.count = Some(value.parse().map_err(problem)?);
            }
            other => {
                return Err(format!("unexpected argument \"{other}\", expected --bbp, --theirs or --count"));
            }
        }
    }
    if plan.theirs && plan.bbp.is_none() {
        return Err("--theirs needs --bbp PROGRAM, which generates the tournaments".into());
    }
    Ok(plan)
}

/// The steps to run, in their fixed order. With `--only`, the steps that a step needs are included.
fn selection(arguments: &[String]) -> Result<Vec<Step>, String> {
    let mut only = Vec::new();
    let mut skip = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let list = match argument.as_str() {
            "--only" => &mut only,
            "--skip" => &mut skip,
            other => return Err(format!("unexpected argument \"{other}\", expected --only or --skip")),
        };
        let name = rest.next().ok_or_else(|| format!("{argument} needs the name of a step"))?;
        let step = Step::ALL.into_iter().find(|step| step.name() == name);
        list.push(step.ok_or_else(|| format!("no step is called \"{name}\""))?);
    }
    let needed: Vec<Step> = only.iter().flat_map(|step: &Step| step.needs()).copied().collect();
    let chosen = |step: &Step| only.is_empty() || only.contains(step) || needed.contains(step);
    Ok(Step::ALL.into_iter().filter(|step| chosen(step) && !skip.contains(step)).collect())
}

fn bench_puzzles(count: &[String]) -> Result<Task, String> {
    let rows = match count {
        [] => ROWS,
        [name, count] if name == "--count" => count
            .parse()
            .ok()
            .filter(|rows| *rows >= FEWEST_ROWS)
            .ok_or_else(|| format!("--count needs a number from {FEWEST_ROWS} on, not \"{count}\""))?,
        _ => {
            return Err(format!("unexpected arguments {count:?}, expected --count and a number, or nothing"));
        }
    };
    Ok(Task::Bench(vec![Subject::Puzzles(rows)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        parse(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn test_without_options_runs_every_step() {
        assert_eq!(parsed("test"), Ok(Task::Test(Step::ALL.to_vec())));
    }

    #[test]
    fn a_cluster_has_some_nodes_on_ports_that_exist() {
        let plan = |nodes, port| cluster::Plan { nodes, port, standbys: 0, program: None };
        assert_eq!(parsed("cluster"), Ok(Task::Cluster(plan(3, 8081))));
        assert_eq!(parsed("cluster --nodes 2 --port 65534"), Ok(Task::Cluster(plan(2, 65_534))));
        let program = Some("target/release/tabiya".into());
        let named = Task::Cluster(cluster::Plan { program, ..plan(3, 8081) });
        assert_eq!(parsed("cluster --program target/release/tabiya"), Ok(named));
        let followed = Task::Cluster(cluster::Plan { standbys: 2, ..plan(3, 8081) });
        assert_eq!(parsed("cluster --standbys 2"), Ok(followed));
        for wrong in [
            "--nodes 0",
            "--nodes 17",
            "--port 0",
            "--port 65535",
            "--nodes",
            "--nodes two",
            "--node 2",
            "--standbys 5",
            "--standbys two",
        ] {
            assert!(parsed(&format!("cluster {wrong}")).is_err(), "{wrong}");
        }
        let trial = ["--faults", "7", "--seed", "3"].map(String::from).to_vec();
        assert_eq!(parsed("cluster --faults 7 --seed 3"), Ok(Task::Trial(trial)));
        assert_eq!(parsed("cluster --figures"), Ok(Task::Trial(vec!["--figures".into()])));
        let part = ["--figures", "memory"].map(String::from).to_vec();
        assert_eq!(parsed("cluster --figures memory"), Ok(Task::Trial(part)));
    }

    #[test]
    fn only_brings_what_the_step_needs() {
        assert_eq!(parsed("test --only vitest"), Ok(Task::Test(vec![Step::Npm, Step::Vitest])));
        assert_eq!(parsed("test --only fmt --only headers"), Ok(Task::Test(vec![Step::Fmt, Step::Headers])));
        assert_eq!(parsed("test --only vitest --skip npm"), Ok(Task::Test(vec![Step::Vitest])));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parsed("tset"), Err("no task is called \"tset\"".into()));
        assert_eq!(parsed("test --only bricks"), Err("no step is called \"bricks\"".into()));
        assert_eq!(parsed("test --only"), Err("--only needs the name of a step".into()));
        assert_eq!(parsed("screenshots /tmp/all"), Ok(Task::Screenshots(Some("/tmp/all".into()))));
        assert!(parsed("screenshots one two").is_err());
        assert_eq!(parsed("bench rules"), Ok(Task::Bench(vec![Subject::Rules])));
        assert_eq!(parsed("bench topics"), Ok(Task::Bench(vec![Subject::Topics])));
        assert_eq!(parsed("bench puzzles"), Ok(Task::Bench(vec![Subject::Puzzles(ROWS)])));
        assert_eq!(parsed("bench puzzles --count 20000"), Ok(Task::Bench(vec![Subject::Puzzles(20_000)])));
        for wrong in ["bench puzzles --count 19999", "bench puzzles --count many", "bench puzzles 20000"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
        assert!(parsed("bench fast").is_err());
        let plan =
            reasons::Plan { file: Some("a.pgn".into()), games: 7, skip: 9, ..reasons::Plan::default() };
        assert_eq!(parsed("reasons a.pgn --games 7 --skip 9"), Ok(Task::Reasons(plan)));
        assert!(parsed("reasons --games").is_err());
        assert!(parsed("reasons a.pgn b.pgn").is_err());
        assert_eq!(parsed("puzzles --count 40"), Ok(Task::Puzzles(40)));
        assert!(parsed("puzzles --count many").is_err());
        assert_eq!(parsed("power-cut"), Ok(Task::PowerCut(Plan::default())));
        let plan =
            Plan { cuts: 7, kernel: "/tmp/k".into(), accelerator: "tcg".into(), resumable: Some("r".into()) };
        let line = "power-cut --cuts 7 --kernel /tmp/k --accelerator tcg --resumable r";
        assert_eq!(parsed(line), Ok(Task::PowerCut(plan)));
        assert!(parsed("power-cut --cuts many").is_err());
        assert_eq!(parsed("simulate"), Ok(Task::Simulate(simulate::Plan::default())));
        let simulated = |nodes, seeds| Ok(Task::Simulate(simulate::Plan { nodes, seeds }));
        let many = simulate::Seeds::Many { from: 5, seeds: 7 };
        assert_eq!(parsed("simulate --seeds 7 --from 5"), simulated(None, many.clone()));
        assert_eq!(parsed("simulate --nodes 3 --seeds 7 --from 5"), simulated(Some(3), many));
        assert_eq!(parsed("simulate --seed 5"), simulated(None, simulate::Seeds::Story(5)));
        assert_eq!(parsed("simulate --nodes 3 --seed 5"), simulated(Some(3), simulate::Seeds::Story(5)));
        assert_eq!(parsed("simulate --nodes 3 --mutants"), simulated(Some(3), simulate::Seeds::Mutants(500)));
        assert!(parsed("simulate --seed 5 --from 3").is_err());
        assert!(parsed("simulate --mutants").is_err());
        assert!(parsed("simulate --nodes 1").is_err());
        let plan = pairings::Plan { bbp: Some("bbp".into()), theirs: false, count: Some(9) };
        assert_eq!(parsed("pairings --bbp bbp --count 9"), Ok(Task::Pairings(plan)));
        let plan = pairings::Plan { bbp: Some("bbp".into()), theirs: true, count: None };
        assert_eq!(parsed("pairings --bbp bbp --theirs"), Ok(Task::Pairings(plan)));
        let program = Some("tabiya.exe".into());
        let plan = package::Plan { kinds: vec![Kind::Zip], program, dist: true, is_tried: true };
        assert_eq!(parsed("package --only zip --program tabiya.exe --dist --try"), Ok(Task::Package(plan)));
        let plan = package::Plan {
            kinds: vec![Kind::Zip],
            program: Some("tabiya.exe".into()),
            dist: true,
            is_tried: false,
        };
        assert_eq!(parsed("package --only zip --program tabiya.exe --dist"), Ok(Task::Package(plan)));
        let plan = package::Plan { kinds: vec![Kind::Deb], program: None, dist: false, is_tried: true };
        assert_eq!(parsed("package --only deb --try"), Ok(Task::Package(plan)));
        assert!(parsed("package --only rpm").is_err());
        assert!(parsed("pairings --count many").is_err());
        assert!(parsed("pairings --theirs").is_err());
    }

    #[test]
    fn the_load_generator_reads_its_own_arguments() {
        assert_eq!(
            parsed("load --games 5 --help"),
            Ok(Task::Load(vec!["--games".into(), "5".into(), "--help".into()]))
        );
    }
}
