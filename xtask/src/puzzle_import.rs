// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask bench puzzles`: how long two million puzzles take to import, in how much memory, and how soon the next one is there.
//!
//! The file is made from the start set, because nothing from elsewhere may be shipped: its rows again and again with new ids, positions,
//! ratings and openings, with some lines broken and some ids twice. The import is killed on its way and begun again. All of it lies in
//! the folder for temporary files (some 3 GB) and is removed in the end.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::puzzle_positions::{MOVES, POSITIONS, fen};
use crate::{process, workspace};

/// How many rows the file has, unless another number is asked for.
pub(crate) const ROWS: u32 = 2_000_000;
const _: () = assert!(ROWS <= POSITIONS);
/// The fewest rows: so many that the import can be killed on its way.
pub(crate) const FEWEST_ROWS: u32 = 20_000;
/// The file has so many parts of one length. Where one follows another, a row is cut in its position, and the one behind it has an id
/// that was there before.
const BROKEN: u32 = 20;
/// Every so many rows one names its opening, as in the public CSV.
const OPENING_EVERY: u32 = 4;
/// How many families of openings there are, and how many variations of each.
const OPENINGS: [u32; 2] = [120, 10];
/// When the first import is killed, of two million rows; of fewer as much sooner.
const KILLED_AFTER: Duration = Duration::from_secs(20);
/// What the import may take in all, and the next puzzle, at the 99th percentile.
const MOST_IMPORT: Duration = Duration::from_secs(600);
const MOST_NEXT: Duration = Duration::from_millis(10);
/// How often the next puzzle is asked for in each way.
const ASKED: u32 = 400;
/// In which ways.
const WAYS: [(&str, &str); 4] = [
    ("any theme", ""),
    ("one of five themes", "&themes=fork,pin,mateIn2,endgame,hangingPiece"),
    ("an opening", "&openings=Family_7"),
    ("a theme in an opening", "&themes=fork&openings=Family_7_Variation_3"),
];
/// Letters of an id.
const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Measures with so many rows; returns whether all is fast enough. `TABIYA_BIN` names the program; without it a release is built.
pub(crate) fn run(rows: u32) -> Result<bool, String> {
    let rows = rows - rows % BROKEN;
    let program = program()?;
    let folder = std::env::temp_dir().join("tabiya-bench-puzzles");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let measured = measure(&program, &folder, rows);
    let removed = fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    let is_fast = measured?;
    removed.map(|()| is_fast)
}

fn measure(program: &Path, folder: &Path, rows: u32) -> Result<bool, String> {
    let (file, data) = (folder.join("puzzles.csv"), folder.join("data"));
    let start_set = write(program, folder, &file, rows)?;
    // It makes the database.
    drop(Server::start(program, &data)?);
    let took = import_twice(program, &file, &data, rows)?;
    let server = Server::start(program, &data)?;
    let all = rows - 2 * (BROKEN - 1) + start_set;
    let themes = server.ask("/api/page/puzzle-themes")?.1;
    if !themes.contains(&format!("\"puzzles\":{all}")) {
        return Err(format!("there should be {all} puzzles: {}", &themes[themes.len().saturating_sub(80)..]));
    }
    let mut is_fast = took <= MOST_IMPORT;
    for (name, query) in WAYS {
        is_fast &= next(&server, (name, query), rows)? <= MOST_NEXT;
    }
    Ok(is_fast)
}

/// Begins an import, kills it, begins it again, and says how long both took.
fn import_twice(program: &Path, file: &Path, data: &Path, rows: u32) -> Result<Duration, String> {
    let import = || {
        let mut command = Command::new(program);
        command.args(["puzzles", "import"]).arg(file).arg("--data").arg(data);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().map_err(|error| error.to_string())
    };
    let began = Instant::now();
    let mut first = import()?;
    thread::sleep(KILLED_AFTER * rows / ROWS);
    if let Some(status) = first.try_wait().map_err(|error| error.to_string())? {
        return Err(format!("the import has ended before it was killed: {status}"));
    }
    first.kill().and_then(|()| first.wait()).map_err(|error| error.to_string())?;
    let again = Instant::now();
    let mut second = import()?;
    let mut peak = None;
    while second.try_wait().map_err(|error| error.to_string())?.is_none() {
        peak = memory_peak(second.id()).or(peak);
        thread::sleep(Duration::from_millis(100));
    }
    let mut said = String::new();
    if let Some(mut out) = second.stdout.take() {
        out.read_to_string(&mut said).map_err(|error| error.to_string())?;
    }
    let broken = BROKEN - 1;
    let counted = [format!(" of {}, ", rows - broken), format!("; {broken} lines could not be read")];
    if !counted.iter().all(|part| said.contains(part)) {
        return Err(format!("the import says: {said}"));
    }
    let took = began.elapsed();
    println!("{}", said.trim());
    println!(
        "import of {rows} rows: {:.0} s, of which {:.0} s after it was killed; at most {} in memory",
        took.as_secs_f64(),
        again.elapsed().as_secs_f64(),
        peak.as_deref().unwrap_or("an unknown amount")
    );
    Ok(took)
}

/// The most memory that a process has had, as Linux writes it.
fn memory_peak(process: u32) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Asks for the next puzzle again and again, and returns the 99th percentile.
/// Fewer rows than usual may have none of a theme in an opening.
fn next(server: &Server, (name, query): (&str, &str), rows: u32) -> Result<Duration, String> {
    let mut times = Vec::new();
    for number in 0..ASKED {
        let points = 600 + number.wrapping_mul(7_919) % 2_000;
        let (time, answer) = server.ask(&format!("/api/page/puzzles?points={points}{query}"))?;
        if !answer.contains("\"puzzle\":{") && rows >= ROWS {
            return Err(format!("{name}: no puzzle with {points} points"));
        }
        times.push(time);
    }
    times.sort_unstable();
    let at = |hundredths: usize| times[(times.len() - 1) * hundredths / 100];
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!(
        "next puzzle over HTTP, {name}: median {:.2} ms, p99 {:.2} ms, slowest {:.2} ms",
        ms(at(50)),
        ms(at(99)),
        ms(at(100))
    );
    Ok(at(99))
}

fn program() -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("TABIYA_BIN") {
        return Ok(program.into());
    }
    let mut build = process::cargo();
    build.args(["build", "--release", "--locked", "--package", "tabiya"]);
    if !process::stream(&mut build)?.ok {
        return Err("the program does not build".to_owned());
    }
    Ok(workspace::target().join("release").join("tabiya"))
}

/// An id that no puzzle of the start set has.
fn id(mut number: u32) -> String {
    let mut text = String::from("x");
    for _ in 0..6 {
        text.push(char::from(LETTERS[(number % 36) as usize]));
        number /= 36;
    }
    text
}

/// Writes the file; returns how many puzzles the start set has.
fn write(program: &Path, empty: &Path, file: &Path, rows: u32) -> Result<u32, String> {
    let mut export = Command::new(program);
    export.args(["puzzles", "export", "--data"]).arg(empty.join("none"));
    let start = export.output().map_err(|error| error.to_string())?;
    if !start.status.success() {
        return Err(format!("the program exports no puzzles: {}", start.status));
    }
    let start = String::from_utf8_lossy(&start.stdout).into_owned();
    let (header, like) = start.split_once('\n').ok_or("the program exports no puzzles")?;
    let like: Vec<&str> = like.lines().collect();
    let mut out = BufWriter::new(File::create(file).map_err(|error| error.to_string())?);
    let mut lines = || -> std::io::Result<()> {
        writeln!(out, "{header}")?;
        for number in 0..rows {
            writeln!(out, "{}", row(like[number as usize % like.len()], number, rows / BROKEN))?;
        }
        out.flush()
    };
    lines().map_err(|error| format!("{}: {error}", file.display()))?;
    u32::try_from(like.len()).map_err(|error| error.to_string())
}

/// A row of the file, made of one of the start set. Every `broken_every`th is cut.
fn row(like: &str, number: u32, broken_every: u32) -> String {
    let mut fields: Vec<&str> = like.split(',').collect();
    let is_twice = number % broken_every == 1 && number > 1;
    let id = id(if is_twice { number - 2 } else { number });
    let spread = number.wrapping_mul(2_654_435_761);
    let rating = (600 + spread % 2_000).to_string();
    let [family, variation] = [spread / 7 % OPENINGS[0], spread / 1_001 % OPENINGS[1]];
    let opening = format!("Family_{family} Family_{family}_Variation_{variation}");
    let fen = fen(number);
    (fields[0], fields[1], fields[2], fields[3]) = (&id, &fen, MOVES, &rating);
    if let Some(last) = fields.last_mut() {
        *last = if number.is_multiple_of(OPENING_EVERY) { &opening } else { "" };
    }
    let line = fields.join(",");
    let is_broken = number.is_multiple_of(broken_every) && number > 0;
    if is_broken { line[..line.len() / 3].to_owned() } else { line }
}

/// A server, which is killed with this.
struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Self, String> {
        let free = TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", &free.to_string(), "--unlimited-addresses", "127.0.0.0/8", "--data"])
            .arg(data);
        let child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
        let server = Self { child, port: free.port() };
        for _ in 0..600 {
            // The start set is there a moment after the server.
            if server.ask("/api/page/puzzles").is_ok_and(|(_, answer)| answer.contains("\"puzzle\":{")) {
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("the server gives no puzzle".to_owned())
    }

    /// How long an answer takes, and the answer.
    fn ask(&self, path: &str) -> Result<(Duration, String), String> {
        let began = Instant::now();
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
            let host = format!("127.0.0.1:{}", self.port);
            write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        let answer = ask().map_err(|error| error.to_string())?;
        let took = began.elapsed();
        if answer.starts_with("HTTP/1.1 200") {
            Ok((took, answer))
        } else {
            Err(answer.lines().next().unwrap_or_default().to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_ids_of_their_own_but_for_some_and_some_are_broken() {
        let like = "00aB9,8/8 w - - 0 1,d7d6 h5f7,831,79,0,0,mate oneMove,,";
        const BROKEN_EVERY: u32 = 1_000;
        let fields =
            |number| row(like, number, BROKEN_EVERY).split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(fields(7)[0].len(), 7);
        assert_ne!(fields(7)[0], fields(8)[0]);
        assert_eq!(fields(BROKEN_EVERY + 1)[0], fields(BROKEN_EVERY - 1)[0]);
        assert!(fields(BROKEN_EVERY).len() < 10 && fields(0).len() == 10);
        assert!(fields(4)[9].starts_with("Family_") && fields(5)[9].is_empty());
    }
}
