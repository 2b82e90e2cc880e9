// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pages as text. Whatever people have written is escaped.

use tabiya_pgn::{GameTree, NodeId};
use tabiya_rules::Position;

use super::words::Language;
use crate::games::GamePgn;

/// One page.
pub(super) struct Page<'a> {
    /// The event's name.
    pub(super) name: &'a str,
    /// What the page is about.
    pub(super) title: &'a str,
    /// The language of the words.
    pub(super) language: Language,
    /// The page's own file.
    pub(super) here: &'a str,
    /// All pages: file and title.
    pub(super) pages: &'a [(String, String)],
    /// What stands below the title.
    pub(super) body: &'a str,
}

impl Page<'_> {
    pub(super) fn html(&self) -> String {
        let Self { name, title, language, here, pages, body } = self;
        let links = pages.iter().map(|(file, title)| {
            let current = if file == here { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{file}\"{current}>{}</a>", escaped(title))
        });
        let links: Vec<String> = links.collect();
        let (name, title) = (escaped(name), escaped(title));
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title} · {name}</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n\
             <header><p class=\"event\" dir=\"auto\">{name}</p>\n<nav>{}</nav></header>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n",
            language.code(),
            links.join("\n")
        )
    }
}

/// Text as it stands in a page and in an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No page may hold them, and some turn the text after them round.
            other if other.is_control() && other != '\n' => {}
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            other => out.push(other),
        }
    }
    out
}

/// A game: its players, the moves, and the position at its end as text.
pub(super) fn game(id: &str, game: &GamePgn) -> String {
    let Ok(tree) = GameTree::from_pgn(game.pgn.as_bytes()) else { return String::new() };
    let tag = |name: &str| escaped(tree.tags().get(name).unwrap_or("?"));
    let line: Vec<NodeId> = tree.main_line(GameTree::ROOT).collect();
    let last = line.last().copied().unwrap_or(GameTree::ROOT);
    let board = tree.position(last).map(drawn).unwrap_or_default();
    format!(
        "<section{id}>\n<h2>{} · <bdi>{}</bdi> – <bdi>{}</bdi> · {}</h2>\n<div class=\"game\"><pre class=\"board\" aria-hidden=\"true\">{board}</pre>\n\
         <p class=\"moves\" dir=\"ltr\">{}</p></div>\n</section>\n",
        tag("Round"),
        tag("White"),
        tag("Black"),
        tag("Result"),
        escaped(&moves_of(&game.pgn))
    )
}

/// The moves of a game's PGN, without its tags and comments.
fn moves_of(pgn: &str) -> String {
    let (_, moves) = pgn.split_once("\n\n").unwrap_or(("", pgn));
    let mut depth = 0_u32;
    let mut out = String::new();
    for letter in moves.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            other if depth == 0 => out.push(other),
            _ => {}
        }
    }
    // The number of a move is repeated behind a comment.
    let words = out.split_whitespace().filter(|word| !word.ends_with("..."));
    words.collect::<Vec<_>>().join(" ")
}

/// A position as eight lines, White below.
fn drawn(position: &Position) -> String {
    let fen = position.to_fen();
    let placement = fen.split(' ').next().unwrap_or_default();
    let rows = (1..=8_u8).rev().zip(placement.split('/')).map(|(rank, row)| {
        let squares: String = row
            .chars()
            .map(|one| {
                one.to_digit(10).map_or_else(
                    || format!(" {}", piece(one)),
                    |empty| " ·".repeat(usize::try_from(empty).unwrap_or(0)),
                )
            })
            .collect();
        format!("{rank}{squares}\n")
    });
    rows.collect::<String>() + "  a b c d e f g h"
}

const fn piece(letter: char) -> char {
    match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escaped("<b>\"A\" & 'B'</b>\u{202e}\u{7}"),
            "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;"
        );
    }

    #[test]
    fn moves_stand_without_clocks_and_the_board_as_text() {
        let pgn = "[White \"A\"]\n\n1. e4 {[%clk 0:05:00]} 1... e5 {[%clk 0:05:00]} 2. Nf3 *\n";
        assert_eq!(moves_of(pgn), "1. e4 e5 2. Nf3 *");
        let board = drawn(&Position::start());
        assert!(board.starts_with("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n7 ♟"), "{board}");
        assert!(board.contains("\n4 · · · · · · · ·\n"), "{board}");
    }
}
