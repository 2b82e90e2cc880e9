// SPDX-License-Identifier: MIT OR Apache-2.0
//! Profiles, lists of a player's games, ratings and leaderboards: the answers to the page's calls under
//! `/api/page`.

use serde::{Deserialize, Serialize};
use tabiya_game::{Category, GameId, GameResult, PlayerId, Speed, Termination, Time, Title};
use tabiya_rules::{Color, Variant};

use crate::{PlayerView, RatingView, TimeControlView};

/// The most points of a rating curve in one answer.
pub const MAX_CURVE: usize = 400;
/// The most points of the small curve on a rating tile.
pub const MAX_SPARK: usize = 30;
/// Games in one page of a list.
pub const GAMES_A_PAGE: u32 = 50;
/// The most openings of one side in [`OpeningsByColor`].
pub const MAX_OPENINGS: usize = 5;
/// The most players in a list of those whom somebody follows.
pub const MAX_FOLLOWED: usize = 200;
/// The most players in the list of those who are online.
pub const MAX_ONLINE: usize = 50;
/// The most players that are asked for by name at once.
pub const MAX_ASKED: usize = 20;
/// The longest text about oneself, in characters.
pub const MAX_BIO: usize = 400;
/// The longest private note about a player, in characters.
pub const MAX_NOTE: usize = 1_000;

/// Answer to `GET /api/page/players/NAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Profile {
    /// The player's id.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub player: PlayerId,
    /// The name, in the spelling that the player chose.
    pub name: String,
    /// The title; null without one.
    pub title: Option<Title>,
    /// `player`, `organiser`, `moderator` or `admin`.
    pub role: String,
    /// Whether the player has a page open now.
    pub online: bool,
    /// The game with clocks that the player is playing now; null for none that the visitor may see.
    pub playing: Option<GameId>,
    /// When the account was created.
    pub since: Time,
    /// Whether the account is closed. Then the profile shows nothing but the games.
    pub closed: bool,
    /// The player's text about themselves; may be empty.
    pub bio: String,
    /// The categories in which the player has a rating, in the order of the categories.
    pub ratings: Vec<RatingTile>,
    /// How the player's finished games ended.
    pub results: ResultsByColor,
    /// The wins against the highest-rated opponents, the highest first; at most 5.
    pub best_wins: Vec<BestWin>,
    /// Whether the caller follows this player.
    pub following: bool,
    /// Whether the caller has blocked this player.
    pub blocking: bool,
    /// The caller's private note about this player; empty without one.
    pub note: String,
    /// Whether this is the caller.
    pub you: bool,
}

/// A player's rating in one category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingTile {
    /// The category.
    pub category: Category,
    /// Rating points, rounded.
    pub rating: u16,
    /// The current deviation, rounded. It grows with each day without a game.
    pub deviation: u16,
    /// Whether the rating is based on few or old games.
    pub provisional: bool,
    /// The number of rated games that it is based on.
    pub games: u32,
    /// The last ratings, oldest first; at most 30.
    pub spark: Vec<i32>,
}

/// Won, drawn and lost games for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ResultsByColor {
    /// With White.
    pub white: Results,
    /// With Black.
    pub black: Results,
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Results {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// Answer to `GET /api/page/players/NAME/openings`: the openings that the player had most often among the latest 200 games of
/// standard chess, most first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OpeningsByColor {
    /// With White; at most 5.
    pub white: Vec<OpeningResults>,
    /// With Black; at most 5.
    pub black: Vec<OpeningResults>,
}

/// How the games of one opening ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OpeningResults {
    /// Its name, without variations: `Ruy Lopez`.
    pub name: String,
    /// The results.
    pub results: Results,
}

/// A win against a strong opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct BestWin {
    /// The game.
    pub game: GameId,
    /// The opponent's name at that time; null if that account is closed now.
    pub opponent: Option<String>,
    /// The opponent's rating before the game.
    pub rating: u16,
    /// When the game ended.
    pub at: Time,
}

/// A point of a rating curve. `GET /api/page/players/NAME/curve/CATEGORY` answers with an array of them,
/// oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CurvePoint {
    /// When the rating changed to this.
    pub at: Time,
    /// Rating points, rounded.
    pub rating: i32,
    /// The game that changed it; null if staff set the rating.
    pub game: Option<GameId>,
}

/// Answer to `GET /api/page/players/NAME/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GamesPage {
    /// The games, the one that ended last first; at most 50.
    pub games: Vec<GameRow>,
    /// The value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameRow {
    /// The game's id.
    pub id: GameId,
    /// The player with White.
    pub white: GameRowSide,
    /// The player with Black.
    pub black: GameRowSide,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub termination: Termination,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The speed; null for an unlimited game.
    pub speed: Option<Speed>,
    /// The variant.
    pub variant: Variant,
    /// Whether it was rated.
    pub rated: bool,
    /// The number of half-moves.
    pub plies: u32,
    /// The opening's name; null if it was not looked up.
    pub opening: Option<String>,
    /// When it ended.
    pub end: Time,
    /// Whether it was brought from elsewhere; omitted if not. Only whoever brought it, and staff, find it in lists.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub imported: bool,
    /// The side of the player whose list this is; omitted where the player sat on neither, or has only brought the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<Color>,
}

/// One side of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameRowSide {
    /// The player, with name, title and rating at that time.
    pub player: PlayerView,
    /// How much the game changed the rating; null if it was not rated, or is still being rated.
    pub change: Option<i32>,
}

/// Answer to `GET /api/page/players/NAME/against/OTHER`: how often NAME won, drew and lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Crosstable {
    /// The first player's name.
    pub name: String,
    /// The other player's name.
    pub other: String,
    /// Games that the first player won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that the first player lost.
    pub lost: u32,
    /// The latest games, the last first; at most 20.
    pub games: Vec<GameRow>,
}

/// Body of `PUT /api/page/players/NAME/note` and of `PUT /api/page/bio`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Words {
    /// The text; empty to remove it.
    pub text: String,
}

/// Answer to `GET /api/page/leaderboards/CATEGORY`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Leaderboard {
    /// The category.
    pub category: Category,
    /// The best players: first those with an established rating, then those with a provisional one.
    pub rows: Vec<LeaderboardRow>,
    /// The caller's own row; null without a rating in this category.
    pub you: Option<LeaderboardRow>,
}

/// A player on a leaderboard. `GET /api/page/leaderboards` answers with an array of [`Leaderboard`] of 10
/// rows each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LeaderboardRow {
    /// From 1.
    pub rank: u32,
    /// The player's name.
    pub name: String,
    /// The title; null without one.
    pub title: Option<Title>,
    /// The rating.
    pub rating: RatingView,
    /// The number of rated games that it is based on.
    pub games: u32,
}

/// A player whose name begins with the search text. `GET /api/page/search?prefix=` answers with an array of
/// at most 10.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FoundPlayer {
    /// The name.
    pub name: String,
    /// The title; null without one.
    pub title: Option<Title>,
    /// The rating in the category with the most games; null without one.
    pub rating: Option<RatingView>,
}

/// A player, and whether they are here now. `GET /api/page/following` answers with an array of those whom the caller
/// follows, at most [`MAX_FOLLOWED`]; `GET /api/page/here?names=ANNA,BORIS` with those of the named who exist, at most
/// [`MAX_ASKED`]; `GET /api/page/online` with everybody who is here and lets the caller see it, at most [`MAX_ONLINE`].
/// Those who are here come first. Whoever does not want to be seen is not here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PlayerHere {
    /// The name.
    pub name: String,
    /// The title; null without one.
    pub title: Option<Title>,
    /// Whether the player has a page open now.
    pub online: bool,
    /// The game with clocks that the player is playing now; null for none that the caller may see.
    pub playing: Option<GameId>,
    /// Whether the caller, a child, can have no game with this player; omitted if not, and for all other callers.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub apart: bool,
}

/// How a rated game changed a player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingChangeView {
    /// Points before the game, rounded.
    pub before: u16,
    /// Points after it, rounded.
    pub after: u16,
    /// Whether the new rating is based on few games.
    pub provisional: bool,
}

/// The changes of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RatingChanges {
    /// The category.
    pub category: Category,
    /// White's.
    pub white: RatingChangeView,
    /// Black's.
    pub black: RatingChangeView,
}

impl RatingChanges {
    /// One side's.
    pub const fn of(&self, color: Color) -> RatingChangeView {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<Profile>();
    page.visit::<CurvePoint>();
    page.visit::<GamesPage>();
    page.visit::<Crosstable>();
    page.visit::<OpeningsByColor>();
    page.visit::<Words>();
    page.visit::<Leaderboard>();
    page.visit::<FoundPlayer>();
    page.visit::<PlayerHere>();
}
