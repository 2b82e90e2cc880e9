// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench`: the benchmarks of `docs/benchmarks.md`. They are not part of the tests.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::{instructions, process, puzzle_import, workspace};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The rules crate compared with other libraries. The results are written into the document.
    Rules,
    /// The latency of a move through the server.
    Latency,
    /// The instructions of the rules crate's most important loops, compared with the recorded counts. With
    /// `--record` the counts are recorded.
    Instructions { record: bool },
    /// The engine in the page compared with the native one.
    Wasm,
    /// The memory of a topic with one reader.
    Topics,
    /// The computer analysis of a game of 40 moves.
    Analysis,
    /// The import of so many puzzles, and the next one among them.
    Puzzles(u32),
}

/// Runs the benchmarks one after the other, so that they do not disturb each other.
pub(crate) fn run(subjects: &[Subject]) -> Result<bool, String> {
    let mut ok = true;
    for subject in subjects {
        ok &= match subject {
            Subject::Rules => rules()?,
            Subject::Latency => on_a_server("Latency of a move", "tabiya-latency")?,
            Subject::Topics => on_a_server("Memory of a topic with one reader", "tabiya-topics")?,
            Subject::Instructions { record } => instructions::run(*record)?,
            Subject::Wasm => wasm()?,
            Subject::Analysis => analysis()?,
            Subject::Puzzles(rows) => puzzle_import::run(*rows)?,
        };
    }
    Ok(ok)
}

/// The programs of `bench/peers`, the title of each one's output, and whether it runs on one processor.
const RULES: [(&str, &str, bool); 4] = [
    ("rules", "Beside other libraries", true),
    ("threads", "Two threads", false),
    ("pgn", "Reading PGN", true),
    ("games", "What only we do", true),
];

fn rules() -> Result<bool, String> {
    let folder = workspace::root().join("bench").join("peers");
    let target = workspace::target().join("peers");
    let mut build = process::cargo();
    build.args(["build", "--release", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    build.arg("--target-dir").arg(&target);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let mut text = String::new();
    for (program, title, pinned) in RULES {
        println!("=== {title}");
        let done = process::stream(&mut start(&target.join("release").join(program), pinned))?;
        if !done.ok {
            return Ok(false);
        }
        text += &format!("### {title}\n\n{}\n\n", done.output.trim().replace("### ", "#### "));
    }
    write(&text)?;
    Ok(true)
}

/// How often each of the two engines is measured.
const ROUNDS: usize = 5;

/// The engine in the page, in Node, and the native one in turn, so that both meet the same moments of a busy machine.
fn wasm() -> Result<bool, String> {
    let mut build = process::cargo();
    build.args(["build", "--release", "--package", "tabiya-engine", "--example", "uci"]);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let native = workspace::target().join("release").join("examples").join("uci");
    let mut speeds = [Vec::new(), Vec::new()];
    for round in 1..=ROUNDS {
        let mut native = start(&native, true);
        let mut node = start(Path::new("node"), true);
        let commands = [native.arg("bench"), node.arg(workspace::web().join("build").join("wasm-speed.mjs"))];
        for (command, speeds) in commands.into_iter().zip(&mut speeds) {
            speeds.push(nodes_per_second(&process::capture(command)?)?);
        }
        println!("round {round}: native {}, page {}", speeds[0][round - 1], speeds[1][round - 1]);
    }
    let [native, page] = speeds.map(|mut speeds| {
        speeds.sort_unstable();
        speeds[ROUNDS / 2]
    });
    println!("medians: native {native}, page {page} nodes a second: {} %", page * 100 / native.max(1));
    Ok(true)
}

/// How long the analysis of a game of 40 moves may take on two idle cores.
const MOST_OF_ANALYSIS: Duration = Duration::from_secs(25);
/// As many as the smallest server has, so that figures of larger machines can be compared.
const THREADS: &str = "2";

/// `tabiya analyse` has the server's code, nodes and kind of pool.
fn analysis() -> Result<bool, String> {
    let mut build = process::cargo();
    build.args(["build", "--release", "--locked", "--package", "tabiya"]);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let root = workspace::root();
    let tabiya = workspace::target().join("release").join(format!("tabiya{}", std::env::consts::EXE_SUFFIX));
    let mut times = Vec::new();
    for round in 1..=3 {
        // Where the system says it: how much else runs.
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or("unknown");
        let mut analyse = process::command(&tabiya, &root);
        analyse.args(["analyse", "--format", "json", "--threads", THREADS]);
        analyse.arg(root.join("xtask/src/forty_moves.pgn"));
        let began = Instant::now();
        process::capture(&mut analyse)?;
        times.push(began.elapsed());
        println!("round {round}: {:.1} s, load {load} before", times[round - 1].as_secs_f64());
    }
    times.sort_unstable();
    println!("median: {:.1} s with {THREADS} threads", times[1].as_secs_f64());
    Ok(times[1] <= MOST_OF_ANALYSIS)
}

/// Reads `535872 nodes 1234567 nps`.
fn nodes_per_second(line: &str) -> Result<u64, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [_, "nodes", speed, "nps"] => speed.parse().map_err(|_| format!("\"{speed}\" is no number")),
        _ => Err(format!("expected nodes and nodes a second, found \"{}\"", line.trim())),
    }
}

/// Pins the program to the first processor, if the system has `taskset`.
fn start(program: &Path, pinned: bool) -> std::process::Command {
    match process::on_path("taskset") {
        Some(taskset) if pinned => {
            let mut command = process::command(taskset, &workspace::root());
            command.args(["-c", "0"]).arg(program);
            command
        }
        _ => process::command(program, &workspace::root()),
    }
}

/// Writes the tables and the measured commit between the marks in the document.
fn write(text: &str) -> Result<(), String> {
    const MARKS: [&str; 2] =
        ["<!-- cargo xtask bench rules -->\n", "<!-- end of cargo xtask bench rules -->"];
    let path = workspace::root().join("docs").join("benchmarks.md");
    let wrong = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let document = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let parts = document.split_once(MARKS[0]).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(MARKS[1])?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or_else(|| wrong(&"the marks for the tables are missing"))?;
    let commit = workspace::commit()?;
    let text = format!("{before}{}\nAt commit `{commit}`.\n\n{text}{}{after}", MARKS[0], MARKS[1]);
    fs::write(&path, text).map_err(|error| wrong(&error))
}

/// Runs a program of the test kit that starts a server of its own. `tabiya-latency` measures the time from a mover's socket to
/// the opponent's, and the memory of an idle server; `tabiya-topics` the memory of topics.
fn on_a_server(title: &str, program: &str) -> Result<bool, String> {
    println!("=== {title}");
    let mut build = process::cargo();
    build.args(["build", "--release", "--package", "tabiya", "--package", "tabiya-testkit"]);
    if !process::stream(&mut build)?.ok {
        return Ok(false);
    }
    let release = workspace::target().join("release");
    let mut measure = process::command(release.join(program), &workspace::root());
    measure.env("TABIYA_BIN", release.join(format!("tabiya{}", std::env::consts::EXE_SUFFIX)));
    Ok(process::stream(&mut measure)?.ok)
}
