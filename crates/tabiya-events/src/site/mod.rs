// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as a folder of web pages that need nothing else: no script, no server, no other address. A club puts it on its own site,
//! or keeps it on a stick.
//!
//! It is made from what a stranger sees of the event, so it can't tell more.

mod categories;
mod html;
mod style;
mod teams;
mod words;

use std::sync::Arc;

use tabiya_archive::delay::Delay;
use tabiya_game::Time;
use tabiya_protocol::events::{
    EntrantId, EntrantView, EventBoardView, EventId, EventPrizes, EventRoundView, EventStageView, EventView,
    PresenceView,
};
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::low_priority;
use tabiya_tournament::Points;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::event::Event;
use crate::events::{EventError, Events};
use crate::games::{self, GamePgn, Readers};
use crate::view::{self, Visitor, for_everybody};
use html::{Page, escaped};
use words::Words;
pub use words::{Language, NoLanguage};

/// A file of the site: its name, without a folder, and its text.
pub type File = (String, String);

/// One site is made at a time: all games of its event are read for it, and its files stand in memory until they are written.
static TURNS: Semaphore = Semaphore::const_new(1);

/// The right to make a site, which nobody else has until it is dropped.
pub struct Turn {
    _permit: SemaphorePermit<'static>,
}

/// Waits until nobody makes a site.
pub async fn turn() -> Turn {
    Turn { _permit: TURNS.acquire().await.expect("nobody closes it") }
}

/// The files of an event's site, in its state of `now`.
///
/// # Errors
/// If the storage fails, or no thread is free.
pub async fn files(
    _turn: &Turn,
    events: &Events,
    id: EventId,
    event: &Arc<Event>,
    ghosts: &Ghosts,
    (language, now): (Language, Time),
) -> Result<Vec<File>, EventError> {
    let is_ghost = |player| ghosts.has(player);
    let public = for_everybody(event, &is_ghost);
    // What others see late is a matter of this server's own pages: an organiser takes these elsewhere.
    let readers = Readers::Everybody { delay: Delay::default(), now };
    let games = games::all(events, id, &public, ghosts, readers).await?;
    let standings = events.standings(id, event).await?;
    let view = {
        let visitor = Visitor { who: None, is_ghost: &is_ghost, owner: None, helpers: Vec::new() };
        view::event(id, event, &standings, &visitor)
    };
    let event = Arc::clone(event);
    let made = low_priority::run(move || {
        let prizes = view::prizes(&event);
        Site { view: &view, prizes: &prizes, games: &games, now }.files(language)
    });
    made.await.map_err(|_| EventError::Busy)
}

/// What the pages are made from.
pub struct Site<'a> {
    /// The event as a stranger sees it.
    pub view: &'a EventView,
    /// Who gets which prize by the standings as they are.
    pub prizes: &'a EventPrizes,
    /// The games that everybody may see.
    pub games: &'a [GamePgn],
    /// When the pages are made.
    pub now: Time,
}

impl Site<'_> {
    /// All files, `index.html` first.
    pub fn files(&self, language: Language) -> Vec<File> {
        let words = words::of(language);
        let page = |title: &str, here: &str, body: String| {
            let pages = self.pages(words);
            Page { name: &self.view.facts.name, title, language, here, pages: &pages, body: &body }.html()
        };
        let name = |file: &str| file.to_owned();
        let mut files = vec![(name("index.html"), page(words.standings, "index.html", self.index(words)))];
        for (number, round) in (1..).zip(&self.view.rounds) {
            let (file, title) = (format!("round-{number}.html"), format!("{} {number}", words.round));
            let body = self.round(words, number, round);
            let html = page(&title, &file, body);
            files.push((file, html));
        }
        if self.has_crosstable() {
            let body = self.crosstable(words);
            files.push((name("crosstable.html"), page(words.crosstable, "crosstable.html", body)));
        }
        if self.categories().next().is_some() {
            let body = self.in_categories(words);
            files.push((name("categories.html"), page(words.categories, "categories.html", body)));
        }
        files.push((name("players.html"), page(words.players, "players.html", self.players(words))));
        if !self.games.is_empty() {
            files.push((name("games.html"), page(words.games, "games.html", self.list_of_games(words))));
            let all: Vec<&str> = self.games.iter().map(|game| game.pgn.as_str()).collect();
            files.push((name("games.pgn"), all.join("\n")));
        }
        files.push((name("style.css"), style::STYLE.to_owned()));
        files
    }

    /// The pages that each page leads to: file and title.
    fn pages(&self, words: &Words) -> Vec<(String, String)> {
        let mut pages = vec![("index.html".to_owned(), words.standings.to_owned())];
        for number in 1..=self.view.rounds.len() {
            pages.push((format!("round-{number}.html"), format!("{} {number}", words.round)));
        }
        if self.has_crosstable() {
            pages.push(("crosstable.html".to_owned(), words.crosstable.to_owned()));
        }
        if self.categories().next().is_some() {
            pages.push(("categories.html".to_owned(), words.categories.to_owned()));
        }
        pages.push(("players.html".to_owned(), words.players.to_owned()));
        if !self.games.is_empty() {
            pages.push(("games.html".to_owned(), words.games.to_owned()));
        }
        pages
    }

    fn has_crosstable(&self) -> bool {
        !self.view.rounds.is_empty()
    }

    fn entrant(&self, id: EntrantId) -> Option<&EntrantView> {
        self.view.entrants.iter().find(|one| one.id == id)
    }

    /// A name that leads to the list of players.
    fn name(&self, words: &Words, id: EntrantId) -> String {
        let found = self.entrant(id);
        let name = found.and_then(|one| one.name.as_deref()).unwrap_or(words.closed_account);
        let title = found.map_or("", |one| one.title.as_str());
        let title =
            if title.is_empty() { String::new() } else { format!("<abbr>{}</abbr> ", escaped(title)) };
        let name = escaped(name);
        format!("{title}<a href=\"players.html#p{id}\" title=\"{name}\"><bdi>{name}</bdi></a>")
    }

    fn index(&self, words: &Words) -> String {
        let facts = &self.view.facts;
        let stage = match facts.stage {
            EventStageView::Announced => words.announced.to_owned(),
            EventStageView::Running if self.view.rounds.is_empty() => words.running.to_owned(),
            EventStageView::Running => {
                format!("{} {}/{}", words.round, self.view.rounds.len(), facts.total_rounds)
            }
            EventStageView::Finished => words.finished.to_owned(),
            EventStageView::Cancelled => words.cancelled.to_owned(),
        };
        let players = self.view.entrants.iter().filter(|one| one.presence != PresenceView::Withdrawn).count();
        let format = words.format(facts.format);
        let mut body = format!(
            "<p class=\"facts\">{} · {}: {players} · {}</p>\n",
            escaped(format),
            words.players,
            escaped(&stage)
        );
        if !facts.cancelled.is_empty() {
            body.push_str(&format!("<p>{}</p>\n", escaped(&facts.cancelled)));
        }
        if !facts.programme.is_empty() {
            body.push_str(&format!("<p class=\"programme\">{}</p>\n", escaped(&facts.programme)));
        }
        body.push_str(&self.score(words));
        body.push_str(&self.line_ups(words));
        // The players of a match have no places before it begins.
        if self.teams().is_none() || !self.view.rounds.is_empty() {
            body.push_str(&self.standings(words));
        }
        for category in self.prizes.categories.iter().filter(|category| !category.awards.is_empty()) {
            body.push_str(&format!(
                "<h2>{}: <bdi>{}</bdi></h2>\n<table>\n",
                words.prizes,
                escaped(&category.name)
            ));
            for award in &category.awards {
                let place = award.place.map_or(String::new(), |place| place.to_string());
                body.push_str(&format!(
                    "<tr><td class=\"number\">{place}</td><td class=\"whole\">{}</td><td class=\"number\">{}</td></tr>\n",
                    self.name(words, award.entrant),
                    money(award.amount)
                ));
            }
            body.push_str("</table>\n");
        }
        let day = crate::files::moment_text(self.now);
        body.push_str(&format!("<p class=\"small\">{} {day} UTC</p>\n", words.made));
        body
    }

    fn standings(&self, words: &Words) -> String {
        let head = match self.teams() {
            Some(_) => format!("<h2>{}</h2>\n", words.players),
            None => String::new(),
        };
        let mut table = format!(
            "{head}<table>\n<thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th>",
            words.rank, words.player, words.rating, words.points
        );
        for code in &self.view.facts.tie_breaks {
            table.push_str(&format!("<th>{}</th>", escaped(code)));
        }
        table.push_str("</tr></thead>\n<tbody>\n");
        for line in &self.view.standings {
            let rating = self.entrant(line.entrant).and_then(|one| one.rating);
            table.push_str(&format!(
                "<tr><td class=\"number\">{}</td><td class=\"whole\">{}{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>",
                line.rank,
                self.name(words, line.entrant),
                self.team_of(line.entrant),
                rating.map_or(String::new(), |rating| rating.to_string()),
                Points::tenths(line.points)
            ));
            for value in &line.values {
                table.push_str(&format!("<td class=\"number\">{}</td>", escaped(value)));
            }
            table.push_str("</tr>\n");
        }
        table.push_str("</tbody>\n</table>\n");
        table
    }

    fn round(&self, words: &Words, number: u16, round: &EventRoundView) -> String {
        let mut body = self.score(words);
        body.push_str(&format!(
            "<table>\n<thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th></th></tr></thead>\n<tbody>\n",
            words.board, words.white, words.result, words.black
        ));
        let player = |id| self.name(words, id) + &self.team_of(id);
        for these in &round.boards {
            let board = these.number;
            let has_game = self.games.iter().any(|game| (game.round, game.board) == (number, board));
            let game = if has_game {
                format!("<a href=\"games.html#g{number}-{board}\">{}</a>", words.game)
            } else {
                String::new()
            };
            body.push_str(&format!(
                "<tr><td class=\"number\">{board}</td><td class=\"half\">{}</td><td class=\"result\">{}</td><td class=\"half\">{}</td><td>{game}</td></tr>\n",
                player(these.white),
                escaped(&result(these)),
                player(these.black)
            ));
        }
        let bye = if self.teams().is_some() { words.no_opponent } else { words.bye };
        for (ids, what) in [(&round.byes, bye), (&round.half_byes, "½")] {
            for id in ids {
                body.push_str(&format!(
                    "<tr><td></td><td class=\"half\">{}</td><td class=\"result\">{what}</td><td></td><td></td></tr>\n",
                    player(*id)
                ));
            }
        }
        body.push_str("</tbody>\n</table>\n");
        body
    }

    fn crosstable(&self, words: &Words) -> String {
        let is_match = self.teams().is_some();
        let first = if is_match { words.board } else { words.rank };
        let mut body = self.score(words);
        body.push_str(&format!(
            "<div class=\"wide\"><table>\n<thead><tr><th>{first}</th><th>{}</th><th>{}</th>",
            words.number, words.player
        ));
        for number in 1..=self.view.rounds.len() {
            body.push_str(&format!("<th>{number}</th>"));
        }
        body.push_str(&format!("<th>{}</th></tr></thead>\n", words.points));
        for (head, lines) in self.parts() {
            body.push_str("<tbody>\n");
            if is_match {
                let columns = self.view.rounds.len() + 4;
                body.push_str(&format!(
                    "<tr><th class=\"part\" scope=\"rowgroup\" colspan=\"{columns}\">{head}</th></tr>\n"
                ));
            }
            for (board, line) in lines {
                let first = if is_match { teams::number_of(board) } else { line.rank.to_string() };
                body.push_str(&format!(
                    "<tr><td class=\"number\">{first}</td><td class=\"number\">{}</td><td>{}</td>",
                    line.number,
                    self.name(words, line.entrant)
                ));
                for cell in &line.cells {
                    body.push_str(&format!("<td class=\"cell\">{}</td>", escaped(cell)));
                }
                body.push_str(&format!("<td class=\"number\">{}</td></tr>\n", Points::tenths(line.points)));
            }
            body.push_str("</tbody>\n");
        }
        body.push_str("</table></div>\n");
        body.push_str(&format!("<p class=\"small\">{}</p>\n", words.cells));
        body
    }

    fn players(&self, words: &Words) -> String {
        let mut body = format!(
            "<table>\n<thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th></tr></thead>\n<tbody>\n",
            words.player, words.rating, words.federation, words.club
        );
        for one in &self.view.entrants {
            let name = escaped(one.name.as_deref().unwrap_or(words.closed_account));
            let title = if one.title.is_empty() { String::new() } else { format!("{} ", one.title) };
            body.push_str(&format!(
                "<tr id=\"p{}\"><td class=\"half\">{}<bdi title=\"{name}\">{name}</bdi>{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"half\"><bdi>{}</bdi></td></tr>\n",
                one.id,
                escaped(&title),
                self.team_of(one.id),
                one.rating.map_or(String::new(), |rating| rating.to_string()),
                escaped(&one.federation),
                escaped(&one.club)
            ));
        }
        body.push_str("</tbody>\n</table>\n");
        body
    }

    fn list_of_games(&self, words: &Words) -> String {
        let mut body = format!("<p><a href=\"games.pgn\" download>{}</a></p>\n", words.all_games);
        let mut last = (0, 0);
        for game in self.games {
            // Of the games of a match the first one is led to.
            let place = (game.round, game.board);
            let id = if place == last || game.round == 0 {
                String::new()
            } else {
                format!(" id=\"g{}-{}\"", game.round, game.board)
            };
            last = place;
            body.push_str(&html::game(&id, game));
        }
        body
    }
}

/// The result of a board, White of the first game first: that of its only game, or what each has scored in a match.
fn result(board: &EventBoardView) -> String {
    let outcomes: Vec<(bool, crate::event::Outcome)> = board
        .games
        .iter()
        .filter_map(|game| Some((game.turned, game.outcome.as_deref()?.parse().ok()?)))
        .collect();
    match outcomes.as_slice() {
        [] => "–".to_owned(),
        [(false, only)] if board.games.len() == 1 => only.to_string().replace("1/2", "½"),
        several => {
            let mut halves = [0, 0];
            for (turned, outcome) in several {
                let [white, black] = outcome.results().map(halves_of);
                let (first, second) = if *turned { (black, white) } else { (white, black) };
                halves[0] += first;
                halves[1] += second;
            }
            let [first, second] = halves.map(|halves| Points::tenths(halves * 5).to_string());
            format!("{first}–{second}")
        }
    }
}

const fn halves_of(result: tabiya_tournament::GameResult) -> i32 {
    use tabiya_tournament::GameResult::{
        Draw, ForfeitLoss, ForfeitWin, Loss, ShortDraw, ShortLoss, ShortWin, Unknown, Win,
    };
    match result {
        Win | ShortWin | ForfeitWin => 2,
        Draw | ShortDraw => 1,
        Loss | ShortLoss | ForfeitLoss | Unknown => 0,
    }
}

/// An amount in hundredths, without them where there are none.
fn money(hundredths: u32) -> String {
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        rest => format!("{}.{rest:02}", hundredths / 100),
    }
}
