// SPDX-License-Identifier: AGPL-3.0-or-later
//! How much memory `tabiya pgn` takes for a file that is longer than that, as Linux counts it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const MIB: usize = 1 << 20;

/// What a comment says besides its clock. Reading it costs little, so that a long file is read quickly.
const WORDS: &str = "The knights come out and go home again, which both players do until nobody in the hall can remember who began it.";

/// Games of a site, with clocks and `words`: at least this many bytes. The clocks are random, so that packing does not make it
/// tiny.
fn games(bytes: usize, words: &str) -> Vec<u8> {
    let mut game =
        String::from("[Event \"Long file\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1/2-1/2\"]\n\n");
    let mut clocks = Vec::new();
    for number in (1..160).step_by(4) {
        for (more, white, black) in
            [(0, "Nf3", "Nf6"), (1, "Nc3", "Nc6"), (2, "Ng1", "Ng8"), (3, "Nb1", "Nb8")]
        {
            let number = number + more;
            game += &format!("{number}. {white} {{ [%clk ");
            clocks.push(game.len());
            game += &format!("0:00:00 ] {words}}} {number}... {black} {{ [%clk ");
            clocks.push(game.len());
            game += &format!("0:00:00 ] {words}}} ");
        }
    }
    game += "1/2-1/2\n\n";
    let mut text = game.repeat(bytes / game.len() + 1).into_bytes();
    let mut state = 1_u64;
    for game in text.chunks_exact_mut(game.len()) {
        for clock in &clocks {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = (state >> 33) as usize;
            game[*clock] = b'0' + (random % 3) as u8;
            game[clock + 3] = b'0' + (random / 3 % 10) as u8;
            game[clock + 5] = b'0' + (random / 30 % 6) as u8;
            game[clock + 6] = b'0' + (random / 180 % 10) as u8;
        }
    }
    text
}

/// Memory counted for the program's own code. It is what the tests' build mapped when the limits were set; today's build maps more,
/// which is left out, so that a new subject does not change the limits. One of them are pages in which addresses were written.
const OWN_PAGES: usize = 21 * MIB;

/// The most memory that a run has taken when it has read its input. The program waits for more input while it is measured, so
/// its speed does not matter.
fn peak(arguments: &[&str], input: &[u8]) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(input).expect("the program reads its input");
    let status =
        fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux tells of its processes");
    let maps = fs::read_to_string(format!("/proc/{}/smaps", child.id())).expect("and of their memory");
    drop(stdin);
    assert!(child.wait().expect("the program ends").success(), "{arguments:?}");
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the kernel counts it");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number of kB") << 10
    };
    bytes("VmHWM:") - bytes("RssFile:") - relocated(&maps) + OWN_PAGES
}

/// The program's own pages that are no longer those of its file, because addresses were written into them at its start.
fn relocated(maps: &str) -> usize {
    let program = env!("CARGO_BIN_EXE_tabiya");
    let mut is_own = false;
    let mut bytes = 0;
    for line in maps.lines() {
        match line.strip_prefix("Anonymous:") {
            Some(kilobytes) if is_own => {
                bytes +=
                    kilobytes.trim().trim_end_matches(" kB").parse::<usize>().expect("a number of kB") << 10;
            }
            Some(_) => {}
            // Each range begins with its addresses; what follows begins with a capital letter.
            None if line
                .starts_with(|first: char| first.is_ascii_hexdigit() && !first.is_ascii_uppercase()) =>
            {
                is_own = line.ends_with(program);
            }
            None => {}
        }
    }
    assert!(bytes > 0, "the program was relocated");
    bytes
}

fn check(command: &[&str], threads: usize, input: &[u8], window: usize) {
    let threads_text = threads.to_string();
    let arguments = [&["pgn"], command, &["-", "--threads", &threads_text]].concat();
    let (peak, most) = (peak(&arguments, input), (32 + 8 * (threads - 1)) * MIB + window);
    println!("{arguments:?}: {} MiB of {}", peak / MIB, most / MIB);
    assert!(peak <= most, "{arguments:?}: {} MiB, expected at most {}", peak / MIB, most / MIB);
}

/// 32 MiB with one thread and 8 MiB for each further one, however long the file is.
#[test]
fn memory_does_not_grow_with_the_file() {
    // More than one thread may take, and than four may.
    let (fewer, games) = (games(48 * MIB, WORDS), games(80 * MIB, WORDS));
    for command in [&["check"][..], &["stats"], &["fen"], &["fen", "--every"], &["filter", "--white", "anna"]]
    {
        check(command, 1, &fewer, 0);
        check(command, 4, &games, 0);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prefix = folder.path().join("part-");
    let split = [
        "split",
        "--games",
        "1000",
        "--prefix",
        prefix.to_str().expect("temporary folders have plain names"),
    ];
    check(&split, 1, &fewer, 0);
}

/// Packed input takes its format's own window besides.
#[test]
fn memory_for_packed_files_grows_by_their_window() {
    // More than the window of one and 32 MiB.
    let games = games(80 * MIB, "");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&games).expect("into memory");
    check(&["stats"], 1, &gzip.finish().expect("into memory"), MIB);
    let mut zstd = zstd::Encoder::new(Vec::new(), 1).expect("a known level");
    zstd.window_log(25).expect("a window of 32 MiB");
    zstd.write_all(&games).expect("into memory");
    check(&["stats"], 1, &zstd.finish().expect("into memory"), 32 * MIB);
}
