// SPDX-License-Identifier: AGPL-3.0-or-later
//! Draws the board into a game's document, so that it is seen before the page's scripts have loaded.
//!
//! It stands where the page will draw its own, and in its colours: `web/src/board/first.ts` keeps it until then. The page
//! leaves a cookie that says how its boards look.

use axum::http::HeaderMap;
use tabiya_rules::{Color, File, Position, Rank, Square};
use tabiya_runtime::cookies::cookies;

/// `THEME.BOARD`, such as `dark.wood`. `BOARD` is `none` if the player's settings (pieces, coordinates, size, blindfold) make the
/// page's board differ from the one that is drawn here.
const COOKIE: &str = "tabiya_look";
const NO_BOARD: &str = "none";

/// Adds the board to the document; `near` is the side at its lower edge.
pub(super) fn with_board(document: &str, headers: &HeaderMap, position: &Position, near: Color) -> String {
    let look = cookies(headers, COOKIE).find_map(look_of);
    if look.is_some_and(|(_, board)| board == NO_BOARD) {
        return document.to_owned();
    }
    let app = format!(r#"<div id="app">{}"#, drawn(position, near));
    let document = document.replacen(r#"<div id="app">"#, &app, 1);
    let Some((theme, board)) = look else { return document };
    document.replacen("<html ", &format!(r#"<html data-theme="{theme}" data-board="{board}" "#), 1)
}

/// The theme and the board: lower-case letters alone, because they are written into the document.
fn look_of(cookie: &[u8]) -> Option<(&str, &str)> {
    let (theme, board) = str::from_utf8(cookie).ok()?.split_once('.')?;
    let is_name =
        |name: &str| (1..=12).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_lowercase());
    (is_name(theme) && is_name(board)).then_some((theme, board))
}

/// The page's header, the upper player and the board, in its own layout (`web/src/board/frame.css`).
fn drawn(position: &Position, near: Color) -> String {
    let rows = |ranks: &[Rank], files: &[File]| -> String {
        let squares =
            ranks.iter().flat_map(|rank| files.iter().map(|file| Square::from_coords(*file, *rank)));
        squares.map(|square| cell(position, square)).collect()
    };
    let (mut files, mut ranks) = (File::ALL, Rank::ALL);
    match near {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    format!(
        r#"<div class="first-header"></div><div class="frame"><div class="game"><div class="far-area"><div class="first-player"></div></div><div class="board-area"><div class="cg-wrap first-board checkered" aria-hidden="true">{}</div></div></div></div>"#,
        rows(&ranks, &files)
    )
}

fn cell(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(piece) => format!(r#"<piece class="{}"></piece>"#, piece.name()),
        None => "<i></i>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use axum::http::header::COOKIE as COOKIES;

    use super::*;

    const DOCUMENT: &str = r#"<html lang="en"><body><div id="app"></div></body></html>"#;

    fn document(cookie: &str, near: Color) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIES, HeaderValue::from_bytes(cookie.as_bytes()).unwrap());
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        with_board(DOCUMENT, &headers, &position, near)
    }

    #[test]
    fn whose_pieces_are_near_stands_at_the_lower_edge() {
        let white = document("", Color::White);
        let pieces = |text: &str| {
            let classes = text.split(r#"<piece class=""#).skip(1);
            classes.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(pieces(&white), ["black king", "white rook", "white king"]);
        assert_eq!(pieces(&document("", Color::Black)), ["white king", "white rook", "black king"]);
        assert_eq!(white.matches("<i></i>").count() + 3, 64);
    }

    #[test]
    fn the_board_looks_as_the_cookie_says() {
        let dark = document("tabiya_look=dark.wood", Color::White);
        assert!(dark.starts_with(r#"<html data-theme="dark" data-board="wood" lang="en">"#), "{dark}");
        assert_eq!(document("tabiya_look=dark.none", Color::White), DOCUMENT);
    }

    #[test]
    fn no_cookie_breaks_out_of_the_document() {
        for cookie in [
            r#"tabiya_look=dark."><script>"#,
            "tabiya_look=dark",
            "tabiya_look=.wood",
            "tabiya_look=dark.Wood",
            "tabiya_look=dark.abcdefghijklm",
        ] {
            assert_eq!(document(cookie, Color::White), document("", Color::White), "{cookie}");
        }
    }
}
