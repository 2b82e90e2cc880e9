// SPDX-License-Identifier: MIT OR Apache-2.0
//! Commands in comments: clocks, evaluations, arrows and coloured squares, in the form that chess sites write
//! (the 2001 supplement to the PGN standard; for `%eval`, lichess.org).

use alloc::vec::Vec;
use core::fmt;

use super::PgnText;
use tabiya_rules::Square;

/// A command in a comment: `[%name value]`. [`Display`](fmt::Display) writes this form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PgnCommand<'a> {
    /// `[%clk 0:04:59.3]`: the time on the mover's clock, in milliseconds. What is below a tenth of a second is not written.
    Clock(u32),
    /// `[%emt 0:00:07]`: the time that the move took, in milliseconds. What is below a tenth of a second is not written.
    MoveTime(u32),
    /// `[%eval 0.17]`, `[%eval #-3,21]`
    Eval(PgnEval),
    /// `[%cal Gc2c4,Re2e4]`: arrows from square to square.
    Arrows(Vec<(PgnColor, Square, Square)>),
    /// `[%csl Ga4,Rb5]`: coloured squares.
    Squares(Vec<(PgnColor, Square)>),
    /// Any other command, or one of these with an invalid value.
    Other {
        /// The text after the percent sign.
        name: &'a str,
        /// The text after the name.
        value: PgnText<'a>,
    },
}

/// An engine's evaluation of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnEval {
    /// The score from White's side.
    pub score: PgnScore,
    /// The search depth in half-moves, if it is given.
    pub depth: Option<u16>,
}

/// An engine's score from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgnScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// White mates in this number of moves; if it is negative, Black does. `#0` means that the game has ended
    /// by mate.
    Mate(i32),
}

/// The colours of arrows and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum PgnColor {
    Green,
    Red,
    Yellow,
    Blue,
}

/// The commands of a comment, in order.
///
/// ```
/// use tabiya_pgn::{PgnCommand, PgnEval, PgnProblem, PgnReader, PgnScore, PgnText, PgnVisitor};
/// use tabiya_rules::San;
///
/// struct Evals(Vec<PgnScore>);
///
/// impl PgnVisitor for Evals {
///     type Game = ();
///     fn san(&mut self, _: San) -> Result<(), PgnProblem> {
///         Ok(())
///     }
///     fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
///         self.0.extend(text.commands().filter_map(|command| match command {
///             PgnCommand::Eval(PgnEval { score, .. }) => Some(score),
///             _ => None,
///         }));
///         Ok(())
///     }
///     fn end_game(&mut self) {}
/// }
///
/// let pgn = b"1. e4 { [%eval 0.36] [%clk 0:10:00] } 1... g5 { [%eval 1.9,24] A joke. } *";
/// let mut evals = Evals(Vec::new());
/// PgnReader::from_bytes(pgn).read_game(&mut evals);
/// assert_eq!(evals.0, [PgnScore::Centipawns(36), PgnScore::Centipawns(190)]);
/// ```
#[derive(Clone, Debug)]
pub struct PgnCommands<'a> {
    left: &'a [u8],
}

impl<'a> PgnCommands<'a> {
    pub(super) const fn new(left: &'a [u8]) -> PgnCommands<'a> {
        PgnCommands { left }
    }

    /// The commands in a comment that was kept as text, such as those of a [`GameNode`](crate::GameNode).
    ///
    /// ```
    /// use tabiya_pgn::{PgnCommand, PgnCommands};
    ///
    /// let mut commands = PgnCommands::in_comment("a bold move [%emt 0:00:07]");
    /// assert_eq!(commands.next(), Some(PgnCommand::MoveTime(7_000)));
    /// ```
    #[must_use]
    pub const fn in_comment(comment: &'a str) -> PgnCommands<'a> {
        PgnCommands { left: comment.as_bytes() }
    }
}

impl<'a> Iterator for PgnCommands<'a> {
    type Item = PgnCommand<'a>;

    fn next(&mut self) -> Option<PgnCommand<'a>> {
        loop {
            let start = self.left.windows(2).position(|pair| pair == b"[%")?;
            let inside = &self.left[start + 2..];
            let Some(end) = inside.iter().position(|byte| *byte == b']') else {
                self.left = &[];
                return None;
            };
            self.left = &inside[end + 1..];
            let text = &inside[..end];
            let name =
                text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(end);
            if name > 0 {
                let value = text[name..].trim_ascii();
                let name = core::str::from_utf8(&text[..name]).unwrap_or_default();
                return Some(
                    read(name, value).unwrap_or(PgnCommand::Other { name, value: PgnText::comment(value) }),
                );
            }
        }
    }
}

/// Reads one of the known commands.
fn read<'a>(name: &str, value: &[u8]) -> Option<PgnCommand<'a>> {
    let value = core::str::from_utf8(value).ok()?;
    match name {
        "clk" => clock(value).map(PgnCommand::Clock),
        "emt" => clock(value).map(PgnCommand::MoveTime),
        "eval" => eval(value).map(PgnCommand::Eval),
        "cal" => list(value, |color, squares| {
            let (from, to) = squares.split_at_checked(2)?;
            Some((color, from.parse().ok()?, to.parse().ok()?))
        })
        .map(PgnCommand::Arrows),
        "csl" => list(value, |color, square| Some((color, square.parse().ok()?))).map(PgnCommand::Squares),
        _ => None,
    }
}

/// Reads `h:mm:ss`, `mm:ss` or `ss`, with a fraction after the seconds.
fn clock(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0u32;
    for part in whole.split(':') {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    seconds.checked_mul(1000)?.checked_add(thousandths(fraction)?)
}

/// Reads the first three digits after the decimal point.
fn thousandths(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |i: usize| digits.as_bytes().get(i).map_or(0, |byte| u32::from(byte - b'0'));
    Some(digit(0) * 100 + digit(1) * 10 + digit(2))
}

/// Reads `0.17` or `#-3`, both optionally with `,depth`.
fn eval(text: &str) -> Option<PgnEval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => PgnScore::Mate(moves.parse().ok()?),
        None => {
            let (negative, pawns) = match score.strip_prefix('-') {
                Some(pawns) => (true, pawns),
                None => (false, score.strip_prefix('+').unwrap_or(score)),
            };
            let (whole, fraction) = pawns.split_once('.').unwrap_or((pawns, ""));
            let hundredths = i32::try_from(thousandths(fraction)? / 10).ok()?;
            let whole: u16 = if whole.is_empty() && !fraction.is_empty() { 0 } else { whole.parse().ok()? };
            let value = i32::from(whole) * 100 + hundredths;
            PgnScore::Centipawns(if negative { -value } else { value })
        }
    };
    Some(PgnEval { score, depth })
}

/// Reads entries that begin with a colour, separated by commas.
fn list<T>(text: &str, read: impl Fn(PgnColor, &str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',')
        .map(|entry| {
            let entry = entry.trim();
            let color = PgnColor::from_char(entry.chars().next()?)?;
            read(color, &entry[1..])
        })
        .collect()
}

impl PgnColor {
    const fn from_char(c: char) -> Option<PgnColor> {
        match c {
            'G' => Some(PgnColor::Green),
            'R' => Some(PgnColor::Red),
            'Y' => Some(PgnColor::Yellow),
            'B' => Some(PgnColor::Blue),
            _ => None,
        }
    }
}

/// The colour's first letter.
impl fmt::Display for PgnColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnColor::Green => "G",
            PgnColor::Red => "R",
            PgnColor::Yellow => "Y",
            PgnColor::Blue => "B",
        })
    }
}

impl fmt::Display for PgnScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnScore::Mate(moves) => write!(f, "#{moves}"),
            PgnScore::Centipawns(value) => {
                let sign = if *value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
        }
    }
}

impl fmt::Display for PgnCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = |i: usize| if i == 0 { "" } else { "," };
        match self {
            PgnCommand::Clock(ms) => write!(f, "[%clk {}]", ClockText(*ms)),
            PgnCommand::MoveTime(ms) => write!(f, "[%emt {}]", ClockText(*ms)),
            PgnCommand::Eval(PgnEval { score, depth: None }) => write!(f, "[%eval {score}]"),
            PgnCommand::Eval(PgnEval { score, depth: Some(depth) }) => write!(f, "[%eval {score},{depth}]"),
            PgnCommand::Arrows(arrows) => {
                f.write_str("[%cal ")?;
                for (i, (color, from, to)) in arrows.iter().enumerate() {
                    write!(f, "{}{color}{from}{to}", comma(i))?;
                }
                f.write_str("]")
            }
            PgnCommand::Squares(squares) => {
                f.write_str("[%csl ")?;
                for (i, (color, square)) in squares.iter().enumerate() {
                    write!(f, "{}{color}{square}", comma(i))?;
                }
                f.write_str("]")
            }
            PgnCommand::Other { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

/// `h:mm:ss`, with tenths if they are not zero. Smaller fractions are dropped, as on a clock's display.
struct ClockText(u32);

impl fmt::Display for ClockText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, tenths) = (self.0 / 1000, self.0 % 1000 / 100);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if tenths == 0 { Ok(()) } else { write!(f, ".{tenths}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn clocks_read_like_a_clock() {
        for (ms, text) in [
            (0, "0:00:00"),
            (99, "0:00:00"),
            (100, "0:00:00.1"),
            (59_999, "0:00:59.9"),
            (60_000, "0:01:00"),
            (10_800_000, "3:00:00"),
        ] {
            assert_eq!(ClockText(ms).to_string(), text);
            assert_eq!(clock(text), Some(ms / 100 * 100), "{text}");
        }
        for (text, ms) in
            [("59:59", Some(3_599_000)), ("7", Some(7_000)), ("1.25", Some(1_250)), ("1193:02:47.296", None)]
        {
            assert_eq!(clock(text), ms, "{text}");
        }
        for text in ["", "1:", ":1", "1:+2", "1:2.x", "-1"] {
            assert_eq!(clock(text), None, "{text}");
        }
    }

    #[test]
    fn known_commands_come_back() {
        use Square as S;
        let commands = [
            PgnCommand::Clock(299_300),
            PgnCommand::MoveTime(7_000),
            PgnCommand::Eval(PgnEval { score: PgnScore::Centipawns(-5), depth: None }),
            PgnCommand::Eval(PgnEval { score: PgnScore::Centipawns(1234), depth: Some(30) }),
            PgnCommand::Eval(PgnEval { score: PgnScore::Mate(-3), depth: None }),
            PgnCommand::Arrows(vec![(PgnColor::Green, S::C2, S::C4), (PgnColor::Red, S::E2, S::E4)]),
            PgnCommand::Squares(vec![(PgnColor::Yellow, S::A4), (PgnColor::Blue, S::H8)]),
        ];
        let text = format!("before {commands:?}").replace(['[', ']'], "");
        let text = commands.iter().fold(text, |text, command| format!("{text} {command} and"));
        assert!(
            text.contains("[%eval -0.05] and [%eval 12.34,30] and [%eval #-3] and [%cal Gc2c4,Re2e4]"),
            "{text}"
        );
        assert_eq!(PgnCommands::new(text.as_bytes()).collect::<Vec<_>>(), commands);
    }

    #[test]
    fn what_can_not_be_read_is_told_as_it_stands() {
        for (text, expected) in [
            ("[%clk soon]", "clk soon"),
            ("[%eval ]", "eval "),
            ("[%eval 1.2,]", "eval 1.2,"),
            ("[%cal Gc2]", "cal Gc2"),
            ("[%cal éc2c4]", "cal éc2c4"),
            ("[%csl Xc2]", "csl Xc2"),
            ("[%mdl 32]", "mdl 32"),
        ] {
            let other: Vec<_> = PgnCommands::new(text.as_bytes()).collect();
            let [PgnCommand::Other { name, value }] = other.as_slice() else { panic!("{text}: {other:?}") };
            assert_eq!(format!("{name} {value}"), expected);
        }
        for text in ["", "[% clk 1]", "[%clk 0:01", "% [ ]", "[%]"] {
            assert_eq!(PgnCommands::new(text.as_bytes()).count(), 0, "{text}");
        }
    }
}
