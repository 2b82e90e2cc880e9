// SPDX-License-Identifier: AGPL-3.0-or-later
//! The preview of a game's link: Open Graph tags in the page that is served, for messengers and the like.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use tabiya_archive::archive::ReadGame;
use tabiya_archive::view;
use tabiya_game::{GameResult, Termination};
use tabiya_protocol::GameStatus;
use tabiya_rules::Color;
use tabiya_runtime::config::PublicUrl;

use crate::state::App;

/// The size of a picture with names, in pixels.
const SIZE: (u32, u32) = (720, 832);

/// What links to this server begin with.
pub(super) fn origin(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let public = app.config.public_url.as_ref().map(PublicUrl::origin).map(str::to_owned);
    public.unwrap_or_else(|| match host {
        Some(host) => format!("{}://{host}", app.scheme()),
        None => format!("{}://{}", app.scheme(), app.local_address),
    })
}

/// The page with the game's tags in place of its general ones.
pub(super) fn with_preview(page: &[u8], read: &ReadGame, origin: &str) -> String {
    let page = String::from_utf8_lossy(page);
    let general = |line: &&str| !line.trim_start().starts_with("<meta property=\"og:");
    let page: Vec<_> = page.lines().filter(general).collect();
    page.join("\n").replacen("</head>", &format!("{}</head>", tags(read, origin)), 1)
}

fn tags(read: &ReadGame, origin: &str) -> String {
    let (id, game) = (read.id(), read.game());
    let name = |color| view::in_one_line(&view::player(game, color), "waiting for an opponent");
    let title = format!("{} – {}", name(Color::White), name(Color::Black));
    let description = description(&view::status(game), game.terms().is_rated(), game.ply());
    let (width, height) = SIZE;
    let tags = [
        ("og:type", "website".to_owned()),
        ("og:title", title),
        ("og:description", description),
        ("og:url", format!("{origin}/game/{id}")),
        ("og:image", format!("{origin}/picture/game/{id}/board.png?ply={}", game.ply())),
        ("og:image:width", width.to_string()),
        ("og:image:height", height.to_string()),
        ("og:image:alt", format!("The position: {}", game.history().position().to_fen())),
    ];
    let tag = |(name, value): (&str, String)| {
        format!("  <meta property=\"{name}\" content=\"{}\" />\n", escaped(&value))
    };
    tags.into_iter().map(tag).collect()
}

fn description(status: &GameStatus, is_rated: bool, plies: u32) -> String {
    let kind = if is_rated { "Rated game of chess" } else { "Game of chess" };
    let moves = plies.div_ceil(2);
    match *status {
        GameStatus::Waiting => "A game of chess. Open the link to play.".to_owned(),
        GameStatus::Playing => format!("{kind}, live, move {}.", moves.max(1)),
        GameStatus::Ended { result, termination } => {
            format!("{kind}: {} after {moves} moves.", outcome(result, termination))
        }
    }
}

fn outcome(result: GameResult, termination: Termination) -> &'static str {
    match (result, termination) {
        (GameResult::WhiteWins, Termination::Checkmate) => "White won by checkmate",
        (GameResult::BlackWins, Termination::Checkmate) => "Black won by checkmate",
        (GameResult::WhiteWins, Termination::TimeForfeit) => "White won on time",
        (GameResult::BlackWins, Termination::TimeForfeit) => "Black won on time",
        (GameResult::WhiteWins, _) => "White won",
        (GameResult::BlackWins, _) => "Black won",
        (GameResult::Draw, _) => "a draw",
        (GameResult::Aborted, Termination::Unknown) => "unfinished",
        (GameResult::Aborted, _) => "aborted",
    }
}

/// Text as the value of an attribute in double quotes (HTML, 13.1.2.3).
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_breaks_out_of_a_tag() {
        assert_eq!(escaped("\"/><script>'&\n"), "&quot;/&gt;&lt;script&gt;&#39;&amp; ");
    }
}
