// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls of the desk, where staff works, and of notices.

use serde::{Deserialize, Serialize};

use super::account::RoleView;

/// One account, in the answer to `GET /api/page/desk/users`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct UserRow {
    /// The name.
    pub name: String,
    /// What the account may do.
    pub role: RoleView,
    /// Whether it is in kid mode.
    pub kid: bool,
    /// Whether staff have muted it: its player plays, and does not write.
    pub muted: bool,
    /// Whether log-in asks for a second factor.
    pub second_factor: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Whether it is closed.
    pub closed: bool,
    /// When one of its sessions was used last, give or take a few minutes; none without a session.
    pub last_seen: Option<u64>,
    /// Whether the player has a page open.
    pub online: bool,
    /// Whether the account was made by list, with a code card.
    pub by_list: bool,
}

/// The answer to `GET /api/page/desk/users`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct UsersPage {
    /// In the order of their names.
    pub users: Vec<UserRow>,
    /// What to send as `after` for the next page; none at the end.
    pub next: Option<String>,
}

/// The body of `POST /api/page/desk/users/{name}/role`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GiveRole {
    /// What the account may do from now on.
    pub role: RoleView,
}

/// The body of the calls that say something: warn, close, reopen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SayWhy {
    /// In words; may be empty where there is nothing to say.
    #[serde(default)]
    pub text: String,
}

/// The body of `POST /api/page/desk/users/{name}/rating`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetRating {
    /// In which category.
    pub category: tabiya_game::Category,
    /// The rating, in points.
    pub rating: u16,
    /// How uncertain it is, from 30 to 350 points.
    pub deviation: u16,
}

/// The body of `POST /api/page/desk/users/{name}/rename`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// The body of `POST /api/page/desk/users/{name}/reset`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Reset {
    /// Removes the second factor, in place of making a link for a new password.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub second_factor: bool,
}

/// A link to be carried to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LinkMade {
    /// The whole address, with the secret behind `#`. It works once.
    pub link: String,
}

/// The body of `POST /api/page/desk/players`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MakePlayers {
    /// Whom to make.
    pub names: Vec<String>,
    /// When the cards end, in milliseconds since 1970; none for never.
    #[serde(default)]
    pub until: Option<u64>,
    /// Whether the players are in kid mode; they are where nothing is said.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kid: Option<bool>,
    /// Whether whoever has a card already gets a new one, which ends the old one. Else such a list is refused.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub renew: bool,
}

/// The answer to `POST /api/page/desk/players`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CardsMade {
    /// In the order of the names.
    pub cards: Vec<Card>,
}

/// One card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Card {
    /// Whose.
    pub name: String,
    /// The code, shown this one time.
    pub code: String,
}

/// Who may do something on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum WhoMay {
    /// Guests too.
    Everyone,
    /// Who is logged in.
    Accounts,
    /// Who has been invited.
    Invited,
}

/// What staff has decided for the whole site: `GET` and `PUT /api/page/desk/site`, and `GET /api/page/site` for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SiteView {
    /// The site's name.
    pub name: String,
    /// Its rules, as plain text.
    pub rules: String,
    /// The hue of its colour in degrees; none for the usual one.
    pub colour: Option<u16>,
    /// What every page shows on top; empty for nothing.
    pub announcement: String,
    /// How to reach whoever runs the site, as an address or in words; empty where nothing is said. A change that does not say
    /// leaves it as it is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contact: Option<String>,
    /// Who may play.
    pub play: WhoMay,
    /// Who may watch games.
    pub watch: WhoMay,
    /// Who may register: everyone or invited.
    pub register: WhoMay,
    /// Whether there is chat.
    pub chat: bool,
    /// Whether staff must have a second factor to use the desk; omitted where the server was started with that off. A change
    /// that does not say leaves it as it is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub staff_second_factor: Option<bool>,
    /// Whether this server sends mail. Told, and of no account in a change.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mail: Option<bool>,
    /// The admin's password, in a change that ends the demand for second factors. Never told.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
}

/// Words that are covered in chats: `GET` and `PUT /api/page/desk/chat-words`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChatWords {
    /// One a line.
    pub words: String,
}

/// Where a setting of the server comes from. What stands further up wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum SettingSource {
    /// The command line.
    Flag,
    /// A variable of the environment.
    Environment,
    /// The file of settings.
    File,
    /// Nobody has said anything.
    Default,
}

/// A setting that whoever runs the server has made, in the answer to `GET /api/page/desk/settings`. The page can't change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SettingView {
    /// Its name, as in the file and behind `--`.
    pub key: String,
    /// What is in force; none for nothing, and for a secret.
    pub value: Option<String>,
    /// Where it comes from.
    pub source: SettingSource,
}

/// The answer to `GET /api/page/desk/figures`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Figures {
    /// Accounts, open and closed.
    pub accounts: u64,
    /// Players and guests with an open page.
    pub online: u64,
    /// Games in memory.
    pub games_running: u64,
    /// Moves a second since somebody looked last.
    pub moves_per_second: f64,
    /// Milliseconds within which 99 of 100 commits were durable, of all since the start; none before the first.
    pub p99_ms: Option<f64>,
    /// Bytes of the database; 0 where it lies elsewhere.
    pub data_bytes: u64,
    /// Bytes left on the disk with the data; none where they lie elsewhere, or the system does not say.
    pub disk_free_bytes: Option<u64>,
    /// How long ago a backup was made or downloaded; none if never.
    pub backup_age_ms: Option<u64>,
    /// The folder of the daily backups; none where the server makes none by itself.
    pub backup_folder: Option<String>,
    /// The command by which an admin backs the database up where it lies; none where it can be downloaded.
    pub backup_command: Option<String>,
    /// Whether whoever asks may download a backup.
    pub can_download_backup: bool,
    /// Why the last daily backup was not made, in a sentence; none if all is well.
    pub backup_problem: Option<String>,
    /// Whether the daily backups lie on the same disk as the data.
    pub backup_same_disk: bool,
    /// `ok`, or what is wrong with the database.
    pub database: String,
    /// Whether whoever asks may stop the server: an admin, in a browser on the server's own computer.
    pub can_stop: bool,
}

/// The answer to `GET /api/page/desk/nodes`: the servers that are this site together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NodesView {
    /// By their names; empty where one server is the whole site.
    pub nodes: Vec<NodeView>,
    /// Thousandths of the games that no node owns; 0 but for some seconds after one has died.
    pub unowned: u32,
}

/// One of the servers that are this site together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NodeView {
    /// Its name.
    pub name: String,
    /// Where it listens, in words for people.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// When it joined.
    pub joined: u64,
    /// Thousandths of all games that it plays.
    pub share: u32,
    /// What it does.
    pub state: NodeState,
    /// Whether it is the one that answers.
    pub is_this: bool,
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NodeState {
    /// It plays its share.
    Plays,
    /// It gives its games to the others, because an operator has asked for it.
    Drains,
    /// Nothing is heard of it; others take its games.
    Silent,
}

/// The body of `POST /api/page/desk/stop`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct StopServer {
    /// That it is meant.
    pub sure: bool,
}

/// One line of the log of what staff has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ActionView {
    /// Counts up.
    pub id: u64,
    /// When.
    pub at: u64,
    /// Who, as they were called then.
    pub by: String,
    /// What.
    pub deed: DeedView,
    /// Why, or more about it, in the words of whoever did it; may be empty.
    pub why: String,
    /// To whom, as they are called now; empty where it was not about one player.
    pub about: String,
    /// In which game; none where it was not about one.
    pub game: Option<tabiya_game::GameId>,
    /// Whether somebody has undone it.
    pub undone: bool,
    /// Whether it can be undone.
    pub can_undo: bool,
}

/// What staff has done, with what was before and what is after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum DeedView {
    /// Made an account at the command line.
    Add {
        /// Its role.
        role: RoleView,
    },
    /// Downloaded a backup.
    Backup {
        /// How long it is.
        bytes: u64,
    },
    /// Made a new card for a player.
    Card,
    /// Made cards for a list.
    Cards {
        /// How many.
        count: u32,
    },
    /// Changed the words that are covered in chats.
    ChatWords,
    /// Closed an account.
    Close,
    /// Made an invitation.
    Invite,
    /// Switched kid mode for an account.
    Kid {
        /// Whether it is on since.
        on: bool,
    },
    /// Muted a player.
    Mute,
    /// Set a rating.
    Rating {
        /// In which category.
        category: tabiya_game::Category,
        /// Before.
        before: SetRatingView,
        /// After.
        after: SetRatingView,
    },
    /// Removed a line of a chat.
    RemoveLine {
        /// What it said.
        text: String,
    },
    /// Gave an account another name.
    Rename {
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// Opened a closed account again.
    Reopen,
    /// Settled a report.
    Report {
        /// Its number.
        number: u64,
    },
    /// Made a link by which a player sets a new password.
    Reset,
    /// Gave an account another role.
    Role {
        /// Before.
        before: RoleView,
        /// After.
        after: RoleView,
    },
    /// Removed a second factor.
    SecondFactor,
    /// Ended all sessions of a player.
    Sessions,
    /// Changed the site.
    Site {
        /// Before.
        before: Box<SiteView>,
        /// After.
        after: Box<SiteView>,
    },
    /// Stopped the server.
    Stop,
    /// Made an access token at the command line: a program acts for a player with it.
    Token {
        /// What it allows, as names with a blank between them.
        scopes: String,
    },
    /// Undid an earlier act.
    Undo {
        /// Its number.
        act: u64,
    },
    /// Let a player write again.
    Unmute,
    /// Gave the points of a game back.
    Unrate,
    /// Warned a player.
    Warn,
    /// Something that is known by its words alone: an earlier version wrote it, or a newer one.
    Words {
        /// What, in a word.
        word: String,
        /// More, in words.
        details: String,
    },
}

/// A rating as staff sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetRatingView {
    /// In points.
    pub points: u16,
    /// How uncertain it is, in points.
    pub deviation: u16,
}

/// The answer to `GET /api/page/desk/log`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ActionsPage {
    /// The latest first.
    pub entries: Vec<ActionView>,
    /// What to send as `after` for the next page; none at the end.
    pub next: Option<String>,
}

/// The body of `POST /api/page/report`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TellStaff {
    /// About whom.
    pub name: String,
    /// In which game.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<tabiya_game::GameId>,
    /// What happened.
    pub reason: String,
}

/// Whether somebody has dealt with a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ReportState {
    /// It waits.
    Open,
    /// Somebody has.
    Done,
}

/// One report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ReportView {
    /// Counts up.
    pub id: u64,
    /// When.
    pub at: u64,
    /// Who told it first; empty for the server itself.
    pub by: String,
    /// How many have told it: a line of a chat that several players have reported is one report.
    pub reporters: u32,
    /// About whom.
    pub about: String,
    /// In which game.
    pub game: Option<tabiya_game::GameId>,
    /// What happened.
    pub text: String,
    /// Whether somebody has dealt with it.
    pub state: ReportState,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticeKind {
    /// It is the player's move in a game without a running clock.
    YourMove,
    /// Somebody wants to play.
    Challenge,
    /// A game has ended while the player was away.
    Result,
    /// Staff says something.
    Staff,
    /// An event begins soon.
    Event,
    /// The organiser has assigned a set of puzzles, or made a lesson of the player's games.
    Puzzles,
    /// The organiser has made a race of puzzles for the class.
    Race,
}

/// Where a notice leads: a page by its name among the page's addresses, with what stands in its path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticePlace {
    /// The start page, where challenges are answered.
    Home,
    /// A game.
    Game {
        /// Which.
        id: tabiya_game::GameId,
    },
    /// An event.
    Event {
        /// Which.
        id: crate::events::EventId,
    },
    /// The puzzles of a set or a lesson, one after the other; or the page of puzzles, whose first line leads to the race of the class.
    Puzzles {
        /// Which set or lesson; its id is written like a game's. Null for the page.
        set: Option<tabiya_game::GameId>,
    },
}

impl NoticePlace {
    /// Its path, for letters.
    pub fn path(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::Game { id } => format!("/game/{id}"),
            Self::Event { id } => format!("/event/{id}"),
            Self::Puzzles { set: Some(set) } => format!("/puzzles#/in/{set}"),
            Self::Puzzles { set: None } => "/puzzles".to_owned(),
        }
    }
}

/// How a game has ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticeOutcome {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Without a result.
    Aborted,
    /// Lost in an event, because the player did not make the first move.
    LostByForfeit,
    /// The same, and the player is not paired until they rejoin.
    LostByForfeitAndPaused,
}

/// One notice, in the answer to `GET /api/page/notices`: an array, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NoticeView {
    /// Counts up for each player.
    pub id: u64,
    /// When.
    pub at: u64,
    /// What it is about.
    pub kind: NoticeKind,
    /// What somebody has written; empty where nobody has.
    pub text: String,
    /// Whom it is about: the opponent, or who challenges; or the event, or the set of puzzles. Empty for a guest, the computer, and where it is about nobody.
    pub name: String,
    /// The computer's level, where that is the opponent; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<u8>,
    /// How the game has ended for the player.
    pub outcome: Option<NoticeOutcome>,
    /// When the event begins, in milliseconds since 1970; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub starts: Option<u64>,
    /// Where it is followed up; `null` where there is nothing to do.
    pub place: Option<NoticePlace>,
    /// Whether the player has read it.
    pub read: bool,
}

/// The body of `POST /api/page/notices/read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ReadNotices {
    /// Up to which number.
    pub up_to: u64,
}

/// The answer to `GET /api/page/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PushView {
    /// The server's public key, for the browser's push service; `null` where this site pushes nothing.
    pub key: Option<String>,
    /// Whether news are pushed to the device of this session.
    pub on: bool,
}

/// The body of `PUT /api/page/push`: what the browser says of its subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PushTo {
    /// The address at the service of the browser's maker.
    pub endpoint: String,
    /// The device's public key, as base64url.
    pub key: String,
    /// The secret that the device shares with the server, as base64url.
    pub secret: String,
}

/// The body of `POST /api/page/desk/users/{name}/kid`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SayKid {
    /// Whether the account is in kid mode from now on.
    pub kid: bool,
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ActionsPage>();
    page.visit::<CardsMade>();
    page.visit::<SettingView>();
    page.visit::<Figures>();
    page.visit::<NodesView>();
    page.visit::<StopServer>();
    page.visit::<GiveRole>();
    page.visit::<LinkMade>();
    page.visit::<MakePlayers>();
    page.visit::<NoticeView>();
    page.visit::<PushTo>();
    page.visit::<PushView>();
    page.visit::<ReadNotices>();
    page.visit::<Rename>();
    page.visit::<ReportView>();
    page.visit::<Reset>();
    page.visit::<SayKid>();
    page.visit::<SayWhy>();
    page.visit::<ChatWords>();
    page.visit::<SiteView>();
    page.visit::<TellStaff>();
    page.visit::<UsersPage>();
    page.visit::<SetRating>();
}
