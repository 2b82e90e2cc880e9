// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as the fold of its journal.
//!
//! [`Event::apply`] takes one entry after the other and asks nothing: what may happen is decided before an entry is written.
//! Two programs that read the same journal have the same event.

mod about;
mod arena;
mod at_table;
mod born;
mod check;
mod code;
mod entrant;
mod entry;
mod entry_rules;
mod fees;
mod fold;
mod format;
mod outcome;
mod parts;
mod prize;
mod report;
mod round;
mod section;
mod settings;
mod several_games;
mod spoken;
mod teams;
mod why;

use tabiya_game::{GameId, PlayerId, Time};
pub use tabiya_protocol::events::{
    ClocksAct, ColourReason, EntrantId, KeizerColour, NotPaired, OpponentReason, PairingReason as Reason,
    PassedOver, Side, TeamSide, TeamsView, Why, Wish,
};

use tabiya_rules::Color;

pub use arena::{Arena, ArenaGame, Seat};
pub use at_table::{AtTable, PrintedCards};
pub use born::{BirthBound, NoDay};
pub use check::{LONGEST_NAME, MOST_ROUNDS, WrongSettings};
pub use code::HelperCode;
pub use entrant::{
    Absence, Card, ClaimCode, Entrant, HIGHEST_RATING, LeftAccount, MOST_ENTRANTS, MemberOf, Plays, Presence,
    WrongCard,
};
pub use entry::{Entry, Record};
pub use entry_rules::EntryRules;
pub use fees::{FeeClass, Fees, Reduced, Sums};
pub use fold::Damaged;
pub use format::Format;
pub use outcome::{NoOutcome, Outcome};
pub use prize::{PrizeCategory, PrizeSharing};
pub use report::{Day, Report, WrongDay, WrongReport};
pub use round::{BY_HAND, Board, BoardGame, MatchState, NextGame, Round, RoundStage, TypedGame, match_state};
pub use section::{HIGHEST_FIRST_BOARD, MOST_SECTIONS, Section, SectionPart};
pub use settings::{ByeRules, Settings};
pub use several_games::PairingScore;
pub use spoken::spoken;
pub use teams::{MOST_IN_TEAM, Uneven};
pub(crate) use why::dutch as dutch_why;

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No round was published yet.
    Announced,
    /// It is played.
    Running,
    /// All rounds are played.
    Finished,
    /// It does not take place.
    Cancelled,
}

/// How the next round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// As the settings say: by itself after the pause, or at the start of the event; else by hand.
    AsSettings,
    /// At this time.
    At(Time),
    /// By hand.
    ByHand,
}

/// An event at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of the last entry.
    pub head: u64,
    /// What the organiser decided.
    pub settings: Settings,
    /// Whose it is; `None` if it belongs to the admins.
    pub owner: Option<PlayerId>,
    /// Who helps the owner.
    pub helpers: Vec<PlayerId>,
    /// When it was created.
    pub created: Time,
    /// How far it is.
    pub stage: Stage,
    /// Everybody who ever entered, in the order of entry.
    pub entrants: Vec<Entrant>,
    /// Who plays for each team of a team match, board 1 first, those included that have left.
    pub line_ups: [Vec<EntrantId>; 2],
    /// The entrants in the order of the numbers that were drawn or seeded.
    pub seeds: Option<Vec<EntrantId>>,
    /// What is played in an arena; `None` before it begins, and in other formats.
    pub arena: Option<Arena>,
    /// The rounds; only the last one may be a draft.
    pub rounds: Vec<Round>,
    /// Who has withdrawn, the first to leave first.
    pub withdrawals: Vec<EntrantId>,
    /// The number of the last entry that matters to a pairing: a draft made before it is out of date.
    pub pairing_changed: u64,
    /// The number of the last change of the settings.
    pub settings_changed: u64,
    /// The tie-breaks that were changed after a round was published: after which one, and the list before.
    pub earlier_tie_breaks: Vec<(u16, Vec<String>)>,
    /// Whether the check-in has closed.
    pub check_in_closed: bool,
    /// The codes of helpers, also those that do not work any more.
    pub codes: Vec<HelperCode>,
    /// Whether players enter their own results at the table.
    pub player_results: bool,
    /// How often the tables' cards got other codes.
    pub table_codes: u32,
    /// The cards and slips with codes that were printed last; `None` if none were.
    pub cards: Option<PrintedCards>,
    /// The prizes.
    pub prizes: Vec<PrizeCategory>,
    /// The number of the last entry that set them.
    pub prizes_changed: u64,
    /// What entrants pay; `None` where nobody has said so. Only organisers see it.
    pub fees: Option<Fees>,
    /// The number of the last entry that set it.
    pub fees_changed: u64,
    /// When the last round that has begun was done: when the result came that ended it.
    pub round_done: Option<Time>,
    /// How the next round begins.
    pub begins: Begins,
    /// Whether players were reminded that it begins soon.
    pub reminded: bool,
    /// Why the last published round was withdrawn, until another one is published; empty if nobody has said.
    pub withdrawn: String,
    /// Why the event was cancelled; empty if it was not, or nobody has said.
    pub cancelled: String,
}

impl Event {
    /// The players who sit at the same board in every round, each with its number, without those who have left.
    pub(crate) fn fixed_boards(&self) -> impl Iterator<Item = (EntrantId, u16)> {
        let is_there = |entrant: &&Entrant| entrant.presence != Presence::Withdrawn;
        self.entrants.iter().filter(is_there).filter_map(|entrant| Some((entrant.id, entrant.fixed_board?)))
    }

    /// An entrant.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.index())
    }

    /// The entrant with this account.
    pub fn entrant_of(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.player == Some(player))
    }

    /// The entrants of this name, compared as people say it: `ann berg` finds `Berg, Ann`.
    pub fn called(&self, name: &str) -> impl Iterator<Item = &Entrant> {
        let wanted = spoken(name);
        self.entrants.iter().filter(move |entrant| spoken(&entrant.card.name) == wanted)
    }

    /// The entrants that will play on, or have played.
    pub fn taking_part(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.presence != Presence::Withdrawn || self.was_ever_listed(entrant.id))
    }

    /// Whether an entrant stands in any round that is no draft, or got a number.
    fn was_ever_listed(&self, id: EntrantId) -> bool {
        if self.arena.as_ref().and_then(|arena| arena.seat(id)).is_some_and(Seat::has_played) {
            return true;
        }
        let listed = |round: &Round| {
            round.board_of(id).is_some()
                || round.byes.contains(&id)
                || round.half_byes.contains(&id)
                || round.away.iter().any(|(one, _)| *one == id)
        };
        self.published().iter().any(listed) || self.seeds.as_ref().is_some_and(|seeds| seeds.contains(&id))
    }

    /// How many entrants have not withdrawn.
    pub fn present(&self) -> usize {
        self.entrants.iter().filter(|entrant| entrant.presence != Presence::Withdrawn).count()
    }

    /// A round, from 1.
    pub fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.get(usize::from(number).checked_sub(1)?)
    }

    /// The rounds that everybody may see.
    pub fn published(&self) -> &[Round] {
        let drafts = usize::from(self.draft().is_some());
        &self.rounds[..self.rounds.len() - drafts]
    }

    /// The number of the last published round; 0 if there is none.
    pub fn last_published(&self) -> u16 {
        number(self.published().len())
    }

    /// The draft with the number of its round.
    pub fn draft(&self) -> Option<(u16, &Round)> {
        let last = self.rounds.last().filter(|round| round.stage == RoundStage::Draft)?;
        Some((number(self.rounds.len()), last))
    }

    /// How many rounds will be played.
    pub fn total_rounds(&self) -> u16 {
        if let Some(rounds) = self.rounds_of_teams() {
            return rounds;
        }
        let players = self.seeds.as_ref().map_or(self.present(), Vec::len);
        self.settings.format.rounds(players)
    }

    /// The number of the first board of the last round that has begun whose result is disputed.
    pub fn disputed_board(&self) -> Option<u16> {
        let begun = self.rounds.iter().rev().find(|round| round.stage == RoundStage::Started)?;
        begun.boards.iter().find(|board| board.at_table.disputed).map(|board| board.number)
    }

    /// The round that begins next by itself, and when; `None` where an organiser begins it, or a game must end first. An arena
    /// has no rounds: the number is 0, and it begins when it was set to begin.
    pub fn next_start(&self) -> Option<(u16, Time)> {
        if matches!(self.settings.format, Format::Arena { .. }) {
            let at = match self.begins {
                Begins::ByHand => None,
                Begins::At(at) => Some(at),
                Begins::AsSettings => self.settings.starts,
            };
            return at.filter(|_| self.stage == Stage::Announced).map(|at| (0, at));
        }
        if matches!(self.stage, Stage::Finished | Stage::Cancelled) || self.disputed_board().is_some() {
            return None;
        }
        let waits = self.rounds.last().is_some_and(|round| round.stage != RoundStage::Started);
        let next = number(self.rounds.len() + usize::from(!waits));
        if next > 1 && !waits && (self.round_done.is_none() || next > self.total_rounds()) {
            return None;
        }
        let at = match self.begins {
            Begins::ByHand => None,
            Begins::At(at) => Some(at),
            Begins::AsSettings => {
                let pause = u64::from(self.settings.pause?) * 1000;
                if next == 1 { self.settings.starts } else { Some(Time(self.round_done?.0 + pause)) }
            }
        };
        at.map(|at| (next, at))
    }

    /// When the check-in closes by itself; `None` where nobody has set a time, and once it is closed or the play has begun.
    pub fn check_in_closes(&self) -> Option<Time> {
        let waits = self.stage == Stage::Announced && !self.check_in_closed && self.published().is_empty();
        self.settings.check_in_closes.filter(|_| waits)
    }

    /// Where a game of this server is played: the round, the board and the game, each from 0.
    pub fn place_of(&self, game: GameId) -> Option<(usize, usize, usize)> {
        self.rounds.iter().enumerate().rev().find_map(|(round, these)| {
            these.boards.iter().enumerate().find_map(|(board, this)| {
                let place = this.games.iter().position(|one| one.game == Some(game))?;
                Some((round, board, place))
            })
        })
    }

    /// Who has a side in a game of this server.
    pub fn entrant_in(&self, game: GameId, color: Color) -> Option<EntrantId> {
        let (round, board, place) = self.place_of(game)?;
        let board = &self.rounds[round].boards[board];
        let is_first = (color == Color::White) != board.games[place].turned;
        Some(if is_first { board.white } else { board.black })
    }

    /// The place of a game that runs in an arena, from 0.
    pub fn arena_place(&self, game: GameId) -> Option<usize> {
        let arena = self.arena.as_ref()?;
        arena.running.iter().copied().find(|place| arena.games[*place].game == game)
    }

    /// The games on a server that have no result.
    pub fn open_games(&self) -> Vec<GameId> {
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        let games = boards.flat_map(|board| &board.games).filter(|game| game.outcome.is_none() && !game.left);
        let of_arena =
            self.arena.iter().flat_map(|arena| arena.running.iter().map(|place| arena.games[*place].game));
        games.filter_map(|game| game.game).chain(of_arena).collect()
    }

    /// All games on this server, the first round first.
    pub fn games(&self) -> impl Iterator<Item = GameId> {
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        let of_rounds = boards.flat_map(|board| &board.games).filter_map(|game| game.game);
        of_rounds.chain(self.arena.iter().flat_map(|arena| &arena.games).map(|game| game.game))
    }

    /// Whether a pair plays on this server: not both are at the venue. Whoever has no account has a seat only in rounds that were
    /// paired since there are seats.
    pub fn is_online(&self, board: &Board) -> bool {
        let [one, other] = board.players().map(|id| self.entrant(id));
        let (Some(one), Some(other)) = (one, other) else { return false };
        if !board.seats && (one.has_no_account() || other.has_no_account()) {
            return false;
        }
        !(one.is_at_the_venue() && other.is_at_the_venue())
    }

    /// Whether a game of a board was left behind on another server and waits for the arbiter.
    pub fn is_left(board: &Board) -> bool {
        board.games.iter().any(|game| game.left && game.outcome.is_none())
    }

    /// Whether this is the final of groups.
    pub fn is_final(&self) -> bool {
        let part = self.settings.section.as_ref().and_then(|section| section.part);
        matches!(part, Some(SectionPart::Final { .. }))
    }

    /// A lot about a board that follows from the seed: the same in every program. `nth` is which one of its round it is, from 1,
    /// whatever number stands on the table.
    pub(crate) fn lot(&self, round: u16, nth: u16) -> bool {
        let place = u64::from(round) << 16 | u64::from(nth);
        mix(self.settings.seed ^ mix(place)) & 1 == 1
    }

    /// How the match on a board of a knockout stands. `board` is the number on the table.
    pub fn match_on(&self, round: u16, board: u16) -> Option<MatchState> {
        let Format::KnockOut { games } = self.settings.format else { return None };
        let boards = &self.round(round)?.boards;
        let place = boards.iter().position(|one| one.number == board)?;
        Some(match_state(&boards[place], games, self.lot(round, number(place + 1))))
    }
}

/// Spreads the bits of a number: the last step of SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A count of rounds, boards or entrants. No event has more of them than fit.
pub(crate) fn number(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
