// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn split`: one large file into many small ones.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::counted;
use super::input::FilesArgs;
use super::pieces::in_order;
use super::record::{Look, ReadArgs, records};

/// Cut files into files of so many games, as they stand in them
///
/// They are called PREFIX000001.pgn and so on. Games with a fault are kept as they are.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya pgn split games.pgn --games 1000 --prefix parts/games-")]
pub(crate) struct Args {
    #[command(flatten)]
    input: FilesArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// Games in a file.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where to, and how the names begin. Folders are made.
    #[arg(long, default_value = "game-")]
    prefix: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut games = 0;
    let mut file: Option<BufWriter<File>> = None;
    if let Some((folder, _)) = args.prefix.rsplit_once('/') {
        fs::create_dir_all(folder).with_context(|| format!("can't make the folder {folder}"))?;
    }
    let look = Look { letters: args.reading.letters, ..Look::default() };
    let texts = |piece: &[u8]| -> Vec<Vec<u8>> {
        records(piece, look).0.iter().map(|record| record.text(piece).to_vec()).collect()
    };
    for opened in args.input.each() {
        in_order(opened?.1, &args.reading.threads, texts, |texts| {
            for text in texts {
                if games % args.games == 0 {
                    close(file.take())?;
                    let path = PathBuf::from(format!("{}{:06}.pgn", args.prefix, games / args.games + 1));
                    // What is there already is not overwritten.
                    let new = File::create_new(&path)
                        .with_context(|| format!("can't make {}; --prefix names others", path.display()))?;
                    file = Some(BufWriter::new(new));
                }
                if let Some(file) = &mut file {
                    file.write_all(&text)?;
                    // Tags alone are a game too, if two blank lines follow them.
                    file.write_all(if text.ends_with(b"]") { b"\n\n\n" } else { b"\n\n" })?;
                }
                games += 1;
            }
            Ok(())
        })?;
    }
    close(file)?;
    let files = games.div_ceil(args.games);
    println!("{} in {}", counted(games, "game"), counted(files, "file"));
    Ok(ExitCode::SUCCESS)
}

fn close(file: Option<BufWriter<File>>) -> anyhow::Result<()> {
    Ok(file.map_or(Ok(()), |mut file| file.flush())?)
}
