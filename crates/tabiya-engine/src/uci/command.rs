// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parses a line of input into a command.

use std::time::Duration;

/// A command that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// The words after `position`.
    Position(Vec<String>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// Valid input that needs no action: `debug`, `register`, an empty line.
    Nothing,
}

/// The arguments of `go`, as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The words after `searchmoves`.
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// White's, then Black's.
    pub(super) times: [Option<Duration>; 2],
    pub(super) increments: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) depth: Option<u8>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u8>,
    pub(super) move_time: Option<Duration>,
    pub(super) perft: Option<u8>,
}

/// Messages about words that were ignored, each with the reason.
pub(super) type Warnings = Vec<String>;

/// Parses one line.
///
/// # Errors
/// What is wrong with it, if nothing of it can be used.
pub(super) fn parse(line: &str) -> Result<(Command, Warnings), String> {
    // Some shells begin what they pipe with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first() else { return Ok((Command::Nothing, Vec::new())) };
    // Unknown words before a command are skipped, as the protocol wants it.
    let command = |word: &&str| COMMANDS.into_iter().find(|command| word.eq_ignore_ascii_case(command));
    let Some((at, command)) = words.iter().enumerate().find_map(|(at, word)| Some((at, command(word)?)))
    else {
        return Err(format!("unknown command {}", shorten(first)));
    };
    let rest = &words[at + 1..];
    let mut warnings: Warnings =
        words[..at].iter().map(|word| format!("unknown word {}", shorten(word))).collect();
    let command = match command {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Nothing,
        "setoption" => set_option(rest, after_words(line, at + 1))?,
        "position" => Command::Position(rest.iter().map(|word| (*word).to_owned()).collect()),
        "go" => {
            let (go, more) = go(rest);
            warnings.extend(more);
            Command::Go(Box::new(go))
        }
        other => return Err(format!("unknown command {}", shorten(other))),
    };
    Ok((command, warnings))
}

/// The words that begin a command.
const COMMANDS: [&str; 11] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "quit",
    "debug",
    "register",
    "setoption",
    "position",
    "go",
];

/// At most 40 characters, quoted, with nothing in it that would upset a terminal.
pub(super) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// `name WORDS [value TEXT]`; `line` is the same with all its blanks, which may be part of a file's name.
fn set_option(words: &[&str], line: &str) -> Result<Command, String> {
    let is = |word: &str, keyword: &str| word.eq_ignore_ascii_case(keyword);
    let Some(words) = words.split_first().filter(|(first, _)| is(first, "name")).map(|(_, rest)| rest) else {
        return Err("setoption: expected \"name\" and the option's name".into());
    };
    let at = words.iter().position(|word| is(word, "value")).unwrap_or(words.len());
    let name = words[..at].join(" ");
    if name.is_empty() {
        return Err("setoption: the name is missing".into());
    }
    let value = after_words(line, at + 2);
    // The protocol's way to write an empty text.
    let value = if is(value, "<empty>") { "" } else { value }.to_owned();
    Ok(Command::SetOption { name, value })
}

/// What follows this many words, without the blanks around it.
fn after_words(line: &str, count: usize) -> &str {
    let mut rest = line;
    for _ in 0..count {
        rest = rest.trim_start();
        rest = rest.find(char::is_whitespace).map_or("", |end| &rest[end..]);
    }
    rest.trim()
}

/// The words that begin an argument of `go`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

/// Parses the arguments of `go`. Arguments that can't be parsed are ignored, because a search must start in
/// any case.
fn go(words: &[&str]) -> (Go, Warnings) {
    let mut go = Go::default();
    let mut warnings = Warnings::new();
    let mut unread = false;
    let mut at = 0;
    let keyword = |word: &str| GO_WORDS.into_iter().find(|keyword| word.eq_ignore_ascii_case(keyword));
    while let Some(&word) = words.get(at) {
        at += 1;
        let Some(word) = keyword(word) else {
            warnings.push(format!("go: unknown word {}", shorten(word)));
            continue;
        };
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.get(at).filter(|word| keyword(word).is_none()) {
                    go.search_moves.push((*text).to_owned());
                    at += 1;
                }
            }
            _ => {
                let value = words.get(at).copied();
                let is_number = value.is_some_and(|value| whole_number(value).is_some());
                at += usize::from(is_number);
                if let Err(problem) = number(&mut go, word, value) {
                    warnings.push(format!("go: {problem}"));
                    unread |= !is_number;
                }
            }
        }
    }
    if unread && !go.infinite && !go.is_limited() {
        // Without a limit the search would go on until the game is lost on time.
        go.move_time = Some(INSTEAD_OF_A_LIMIT);
        warnings.push("go: no limit could be read, one second is taken".into());
    }
    (go, warnings)
}

/// The time of a search whose limits could not be read.
const INSTEAD_OF_A_LIMIT: Duration = Duration::from_secs(1);

impl Go {
    /// Whether anything but `stop` ends the search.
    fn is_limited(&self) -> bool {
        let Go { times, depth, nodes, mate, move_time, perft, .. } = self;
        times.iter().any(Option::is_some)
            || depth.is_some()
            || nodes.is_some()
            || mate.is_some()
            || move_time.is_some()
            || perft.is_some()
    }
}

/// A whole number. Of a decimal fraction (`60000.0`) the whole part.
fn whole_number(text: &str) -> Option<i128> {
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    // The conversion takes the nearest number that fits.
    text.parse().ok().or_else(|| fraction().map(|number| number as i128))
}

/// Sets the number that follows a keyword.
fn number(go: &mut Go, name: &str, value: Option<&str>) -> Result<(), String> {
    let Some(value) = value else { return Err(format!("{name}: the number is missing")) };
    let whole = whole_number(value)
        .ok_or_else(|| format!("{name}: expected a whole number, found {}", shorten(value)))?;
    // The time on a clock may be negative; no other number may.
    let time = Duration::from_millis(within(whole.max(0)));
    match name {
        "wtime" => go.times[0] = Some(time),
        "btime" => go.times[1] = Some(time),
        "winc" => go.increments[0] = time,
        "binc" => go.increments[1] = time,
        "movetime" => go.move_time = Some(time),
        "movestogo" => go.moves_to_go = Some(within(whole.max(1))),
        "nodes" => go.nodes = Some(within(whole.max(1))),
        "depth" => go.depth = Some(within(whole.max(1))),
        "mate" => go.mate = Some(within(whole.max(1))),
        "perft" => go.perft = Some(within(whole.max(1))),
        _ => {}
    }
    // Without its limit the search would never answer, so the least one is taken.
    let limit = matches!(name, "nodes" | "depth" | "mate" | "perft");
    if limit && whole < 1 {
        return Err(format!("{name}: expected 1 or more, found {whole}; 1 is taken"));
    }
    Ok(())
}

/// The number, or the largest that fits.
fn within<T: TryFrom<i128> + Bounded>(whole: i128) -> T {
    T::try_from(whole).unwrap_or(T::MOST)
}

/// A number type with the largest value that makes sense here.
trait Bounded {
    const MOST: Self;
}

impl Bounded for u8 {
    const MOST: u8 = u8::MAX;
}

impl Bounded for u32 {
    const MOST: u32 = u32::MAX;
}

impl Bounded for u64 {
    // A century in milliseconds, so that sums of such times can't overflow.
    const MOST: u64 = 100 * 366 * 24 * 3_600_000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(parse("  isready \t"), Ok((Command::IsReady, vec![])));
        assert_eq!(parse(""), Ok((Command::Nothing, vec![])));
        assert_eq!(parse("IsReady"), Ok((Command::IsReady, vec![])));
        assert_eq!(parse("\u{a0}UCI\u{a0}"), Ok((Command::Uci, vec![])));
        assert_eq!(parse("GO Depth\u{a0}7"), parse("go depth 7"));
        let set = Command::SetOption { name: "Move Overhead".into(), value: "30".into() };
        assert_eq!(parse("setoption name Move Overhead value 30"), Ok((set, vec![])));
        let button = Command::SetOption { name: "Clear Hash".into(), value: String::new() };
        assert_eq!(parse("setoption name Clear Hash"), Ok((button, vec![])));
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        let position = Command::Position(format!("fen {fen}").split(' ').map(str::to_owned).collect());
        assert_eq!(parse(&format!("position fen {fen}")), Ok((position, vec![])));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let warnings = vec!["unknown word \"joho\"".to_owned()];
        assert_eq!(parse("joho isready"), Ok((Command::IsReady, warnings)));
        // A command's own words are its own.
        let position = Command::Position(vec!["joho".into(), "isready".into()]);
        assert_eq!(parse("position joho isready"), Ok((position, vec![])));
    }

    #[test]
    fn a_search_without_depth_ends() {
        for (line, part) in [("go depth 0", "depth: expected 1"), ("go depth -3", "depth: expected 1")] {
            let (command, warnings) = parse(line).unwrap();
            let Command::Go(go) = command else { panic!("not a go") };
            assert_eq!(go.depth, Some(1));
            assert!(warnings[0].contains(part), "{warnings:?}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (line, part) in
            [("hello", "unknown command \"hello\""), ("setoption Hash 5", "expected \"name\"")]
        {
            let error = parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn go_keeps_what_it_can() {
        let (command, warnings) = parse(
            "go wtime -50 btime x searchmoves e2e4 Nf3 depth 7 nodes 0 speed 3 movetime 99999999999999999999",
        )
        .unwrap();
        let Command::Go(go) = command else { panic!("not a go") };
        assert_eq!(go.times, [Some(Duration::ZERO), None]);
        assert_eq!(go.search_moves.len(), 2);
        assert_eq!((go.depth, go.nodes), (Some(7), Some(1)));
        assert!(go.move_time.is_some());
        assert_eq!(warnings.len(), 5, "{warnings:?}");
    }
}
