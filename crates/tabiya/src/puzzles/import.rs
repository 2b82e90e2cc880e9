// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles import`: puzzles from a file into the database.

use std::io::{self, BufRead, BufReader, Read};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ArgMatches;
use tabiya_puzzles::{Puzzle, class_called, csv, for_audience, openings_of, to_store};
use tabiya_rules::Position;
use tabiya_store::{Audience, NewPuzzle, OpeningsOfPuzzle, StorageError, Store};

use super::known::Known;
use super::place::{PlaceArgs, runtime};
use crate::pgn::input::InputArgs;
use crate::visible::visible;

/// Puzzles that are written at once.
const PART: usize = 2_000;
/// The longest line, in bytes.
const LONGEST: u64 = 64 * 1024;
/// How much of a longer line is passed over, in bytes. What is no CSV may never end one.
const MOST_SKIPPED: u64 = 1024 * 1024;
/// Ids whose addresses mean something else: `/api/puzzle/daily` is the puzzle of the day.
const TAKEN: [&str; 3] = ["activity", "daily", "next"];
/// Faults that are told; the others are counted.
const MOST_TOLD: u64 = 20;

/// Add puzzles from a file
///
/// The file is the CSV that other sites publish, with its header, or what `tabiya puzzles find` writes. Puzzles that are there already stay
/// as they are, so an import that was interrupted goes on when it is run again. A position makes one puzzle: the first stays. A line that can't be read costs that puzzle alone.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya puzzles import puzzles.csv.zst --data /var/lib/tabiya")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    place: PlaceArgs,
    /// Only for the class of the organiser, moderator or admin with this name; without it for everybody
    #[arg(long, value_name = "NAME")]
    class: Option<String>,
}

/// How the lines of the file are read.
enum Form {
    Csv(csv::Columns),
    Lines,
}

/// What a line brings: a puzzle, its openings, and the position with which it begins.
type FromLine = (NewPuzzle, Option<OpeningsOfPuzzle>, Position);

impl Form {
    fn read(&self, line: &str, audience: Audience) -> Result<FromLine, String> {
        let puzzle = match self {
            Self::Csv(columns) => columns.read(line),
            Self::Lines => Puzzle::from_line(line.trim_end_matches(['\r', '\n'])),
        };
        let puzzle = puzzle.map_err(|error| error.to_string())?;
        if TAKEN.contains(&puzzle.id().as_str()) {
            let taken = puzzle.id();
            return Err(format!(
                "the id {taken} stands in an address of this site, so no puzzle can have it"
            ));
        }
        let puzzle = for_audience(puzzle, audience);
        let stored = to_store(&puzzle, audience);
        let stored = stored.ok_or_else(|| "no rating has its points".to_owned())?;
        Ok((stored, openings_of(&puzzle), puzzle.start()))
    }
}

pub(super) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let name = args.input.name();
    let input = BufReader::new(args.input.open()?);
    let runtime = runtime()?;
    let store = runtime.block_on(args.place.must_open(matches))?;
    let audience = match &args.class {
        None => Audience::Everybody,
        Some(name) => runtime
            .block_on(class_called(&store, name))?
            .with_context(|| format!("there is no organiser, moderator or admin called {}", visible(name)))?,
    };
    let (read, new, faults) = runtime.block_on(import(&store, input, (&name, audience)))?;
    let s = |count: u64| if count == 1 { "" } else { "s" };
    let there = read - new;
    println!(
        "{new} new puzzle{} of {read}, {there} were there already; {faults} line{} could not be read",
        s(new),
        s(faults)
    );
    match &args.class {
        None => println!(
            "They are for everybody who may solve puzzles here; --class NAME adds them for a class alone."
        ),
        Some(name) => println!("They are for the class of {} alone.", visible(name)),
    }
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// How many puzzles were read, how many of them were new, and how many lines could not be read.
async fn import(
    store: &Store,
    mut input: impl BufRead,
    (name, audience): (&str, Audience),
) -> anyhow::Result<(u64, u64, u64)> {
    let (mut read, mut new, mut faults) = (0, 0, 0);
    let mut form = None;
    let mut part = Part { known: Known::read(store, audience).await?, ..Part::default() };
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        bytes.clear();
        (&mut input)
            .take(LONGEST)
            .read_until(b'\n', &mut bytes)
            .with_context(|| format!("can't read {name}"))?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            if form.is_some() && skip_line(&mut input).with_context(|| format!("can't read {name}"))? {
                tell_fault((&mut faults, name, number), "the line is longer than 64 KiB");
                continue;
            }
            part.write(store).await?;
            bail!("{name}:{number}: a line of {} KiB and more: this is no file of puzzles", LONGEST / 1024);
        }
        let line = String::from_utf8_lossy(&bytes);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(form) = &form else {
            form = Some(if line.contains('\t') { Form::Lines } else { Form::Csv(csv::Columns::new(&line)?) });
            if line.contains('\t') {
                take((&Form::Lines, audience), &line, &mut part, (&mut faults, name, number));
            }
            continue;
        };
        take((form, audience), &line, &mut part, (&mut faults, name, number));
        if part.puzzles.len() >= PART {
            read += part.puzzles.len() as u64;
            new += part.write(store).await?;
        }
    }
    read += part.puzzles.len() as u64 + part.repeated;
    new += part.write(store).await?;
    if (read, faults) == (0, 0) {
        bail!(
            "{name} has no puzzles: a file has a header and then a line for each, which ends in LF or CR LF"
        );
    }
    Ok((read, new, faults))
}

/// Passes over the rest of a line. Returns whether its end came.
fn skip_line(input: &mut impl BufRead) -> io::Result<bool> {
    let mut skipped = 0;
    while skipped < MOST_SKIPPED {
        let there = input.fill_buf()?;
        let end = there.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(there.len(), |at| at + 1);
        input.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(true);
        }
        skipped += taken as u64;
    }
    Ok(false)
}

/// Puzzles that are written at once.
#[derive(Default)]
struct Part {
    puzzles: Vec<NewPuzzle>,
    openings: Vec<OpeningsOfPuzzle>,
    known: Known,
    /// Puzzles so far that are not written, because another one has their position.
    repeated: u64,
}

impl Part {
    /// Writes all of it, and is empty then. Openings of puzzles that are there already are noted, too: an import may have been
    /// interrupted between the two.
    async fn write(&mut self, store: &Store) -> Result<u64, StorageError> {
        let new = store.puzzles.add_puzzles(&self.puzzles).await?;
        store.puzzles.tag_openings(&self.openings).await?;
        self.puzzles.clear();
        self.openings.clear();
        Ok(new)
    }
}

/// Adds the puzzle of a line, or tells what is wrong with it.
fn take(
    (form, audience): (&Form, Audience),
    line: &str,
    part: &mut Part,
    (faults, name, number): (&mut u64, &str, u64),
) {
    match form.read(line, audience) {
        Ok((puzzle, _, start)) if part.known.has_another(&puzzle.id, &start) => part.repeated += 1,
        Ok((puzzle, openings, _)) => {
            part.puzzles.push(puzzle);
            part.openings.extend(openings);
        }
        Err(problem) => tell_fault((faults, name, number), &problem),
    }
}

fn tell_fault((faults, name, number): (&mut u64, &str, u64), problem: &str) {
    *faults += 1;
    if *faults <= MOST_TOLD {
        eprintln!("{name}:{number}: {}", visible(problem));
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerId;
    use tabiya_store::SqliteStore;
    use tempfile::TempDir;

    use super::*;

    const HEADER: &str = "PuzzleId,FEN,Moves,Rating\n";

    /// A position of its own for each number: pawns stand about that have no say in the fork.
    fn fen(mut number: u32) -> String {
        let mut board =
            ["111111k1", "1111qp1p", "11111111", "111N1111", "11111111", "11111111", "11111PPP", "111111K1"]
                .map(|rank| rank.chars().collect::<Vec<_>>());
        let mut put = |file: usize, last_rank: usize, pawn, ranks: u32| {
            let place = number % (ranks + 1);
            number /= ranks + 1;
            if place > 0 {
                board[last_rank + 1 - place as usize][file] = pawn;
            }
        };
        for file in [0, 1, 2, 4] {
            put(file, 6, 'P', 4);
        }
        for file in [0, 1, 2] {
            put(file, 2, 'p', 2);
        }
        let ranks = board.map(|rank| rank.into_iter().collect::<String>()).join("/");
        (2..=8).rev().fold(ranks, |fen, count| fen.replace(&"1".repeat(count), &count.to_string()))
            + " b - - 0 1"
    }

    /// A row of the position that has the number of its id.
    fn row(id: &str, rating: u32) -> String {
        let number = id.trim_start_matches(char::is_alphabetic).parse().unwrap();
        row_at(id, number, rating)
    }

    fn row_at(id: &str, number: u32, rating: u32) -> String {
        format!("{id},{},e7d7 d5f6 g8g7 f6d7,{rating}\n", fen(number))
    }

    async fn add(store: &Store, input: impl BufRead) -> anyhow::Result<(u64, u64, u64)> {
        import(store, input, ("puzzles.csv", Audience::Everybody)).await
    }

    fn empty() -> (TempDir, Store) {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        (folder, store)
    }

    /// A line that is cut takes the one behind it along, and nothing else.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_file_that_is_broken_in_the_middle_costs_its_bad_rows_alone() {
        let (_folder, store) = empty();
        let mut file = [HEADER, &row("a1", 1000), &row("a2", 1100)].concat().into_bytes();
        file.extend(&row("a3", 1200).into_bytes()[..20]);
        file.extend(row("a4", 1300).bytes());
        file.extend(b"a5,\xff\xfe\x00,e7d7 d5f6 g8g7 f6d7,1400\n");
        // Two kings of one colour, a move through a man, and an id that was there.
        file.extend(b"a6,6k1/8/8/8/8/8/8/5KK1 b - - 0 1,g8g7 f1f2,1400\n");
        file.extend(b"a7,6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1,e7g5 d5f7,1400\n");
        file.extend([row("a2", 2900), row("a8", 1500)].concat().bytes());
        assert_eq!(add(&store, &file[..]).await.unwrap(), (4, 3, 4));
        let mut kept = store.puzzles.puzzles_after(None, 10).await.unwrap();
        kept.sort_by(|one, other| one.id.cmp(&other.id));
        let ids: Vec<_> = kept.iter().map(|puzzle| &*puzzle.id).collect();
        assert_eq!(ids, ["a1", "a2", "a8"]);
        assert_eq!(Puzzle::from_line(&kept[1].line).unwrap().points, 1100, "the first of two stays");
        assert_eq!(add(&store, &file[..]).await.unwrap(), (4, 0, 4), "a second time");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_position_that_several_files_bring_makes_one_puzzle() {
        let (_folder, store) = empty();
        let one =
            [HEADER, &row_at("one1", 1, 1000), &row_at("one2", 2, 1100), &row_at("again", 1, 900)].concat();
        assert_eq!(add(&store, one.as_bytes()).await.unwrap(), (3, 2, 0));
        let other = [HEADER, &row_at("other2", 2, 1500), &row_at("other3", 3, 1600)].concat();
        assert_eq!(add(&store, other.as_bytes()).await.unwrap(), (2, 1, 0));
        assert_eq!(add(&store, one.as_bytes()).await.unwrap(), (3, 0, 0), "as after an interruption");
        let mut kept = store.puzzles.puzzles_after(None, 10).await.unwrap();
        kept.sort_by(|one, other| one.id.cmp(&other.id));
        let ids: Vec<_> = kept.iter().map(|puzzle| &*puzzle.id).collect();
        assert_eq!(ids, ["one1", "one2", "other3"]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_line_that_is_too_long_costs_that_puzzle_alone() {
        let (_folder, store) = empty();
        let long = "x".repeat(100_000) + "\n";
        let file = [HEADER, &row("a1", 1000), &long, &row("a2", 1100), &long[40..]].concat();
        assert_eq!(add(&store, file.as_bytes()).await.unwrap(), (2, 2, 2));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_file_without_puzzles_is_refused() {
        let (_folder, store) = empty();
        let one_line = ["PuzzleId,FEN,Moves,Rating,Themes\n", &row("a1", 1000)].concat().replace('\n', "\r");
        for file in ["", HEADER, &one_line] {
            let error = add(&store, file.as_bytes()).await.unwrap_err().to_string();
            assert!(error.contains("has no puzzles"), "{error}");
        }
    }

    /// Far more than a line may have. It stands for a file of 10 GB.
    const LONG: u64 = 256 * 1024 * 1024;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_line_without_an_end_is_refused_and_is_not_read_to_its_end() {
        let (_folder, store) = empty();
        let begun = [HEADER, &row("a1", 1000)].concat();
        for endless in [begun.as_str(), ""] {
            let input = BufReader::new(endless.as_bytes().chain(io::repeat(b'a').take(LONG)));
            let error = add(&store, input).await.unwrap_err().to_string();
            assert!(error.contains("a line of 64 KiB"), "{error}");
        }
        assert_eq!(store.puzzles.puzzle_count().await.unwrap(), 1, "what stands before it is kept");
    }

    /// Reading fails halfway, as after a kill. Puzzles are stored piece by piece, so those before that are kept.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_import_that_stops_in_the_middle_keeps_what_it_had_and_goes_on() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let (_folder, store) = empty();
        let part = PART as u64;
        let rows = |from, to| (from..to).map(|number| row(&format!("p{number}"), 1500)).collect::<String>();
        let begun = HEADER.to_owned() + &rows(0, 2 * part + 10);
        add(&store, BufReader::new(begun.as_bytes().chain(Broken))).await.unwrap_err();
        assert_eq!(store.puzzles.puzzle_count().await.unwrap(), 2 * part);
        let whole = begun + &rows(2 * part + 10, 3 * part);
        assert_eq!(add(&store, whole.as_bytes()).await.unwrap(), (3 * part, part, 0));
        assert_eq!(store.puzzles.puzzle_count().await.unwrap(), 3 * part);
    }

    /// Else a class's copy would take the place of everybody's.
    #[test]
    fn a_puzzle_for_a_class_has_an_id_of_its_own_and_is_for_that_class_alone() {
        let form = Form::Csv(csv::Columns::new("PuzzleId,FEN,Moves,Rating").unwrap());
        let row = "abc12,6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1,e7d7 d5f6 g8g7 f6d7,1400";
        let class = Audience::Class(PlayerId::from_bytes([1; 16]));
        let [everybodys, classes] =
            [Audience::Everybody, class].map(|audience| form.read(row, audience).unwrap().0);
        assert_eq!((&*everybodys.id, everybodys.audience), ("abc12", Audience::Everybody));
        assert_eq!(classes.audience, class);
        assert_ne!(classes.id, everybodys.id);
    }

    #[test]
    fn an_id_that_stands_in_an_address_is_refused() {
        let form = Form::Csv(csv::Columns::new("PuzzleId,FEN,Moves,Rating").unwrap());
        let read = |id: &str| {
            let row = format!("{id},6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1,e7d7 d5f6 g8g7 f6d7,1400");
            form.read(&row, Audience::Everybody).map(|(puzzle, ..)| puzzle.id)
        };
        assert_eq!(read("nextOne"), Ok("nextOne".to_owned()));
        for taken in TAKEN {
            let say = format!("the id {taken} stands in an address of this site, so no puzzle can have it");
            assert_eq!(read(taken), Err(say));
        }
    }
}
