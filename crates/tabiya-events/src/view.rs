// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as a page shows it: without dates of birth, sex and numbers of federations, and a draft only to those who organise.

use tabiya_archive::view::played;
use tabiya_game::{GameId, PlayerId, PlayerName};
use tabiya_protocol::events::{
    ArenaView, CheckInView, DeskNotes, EntrantFee, EntrantId, EntrantView, EventAward, EventBoardView,
    EventCategoryPlace, EventFacts, EventFormatView, EventGameView, EventId, EventLineView, EventPlaceView,
    EventPrizeCategory, EventPrizes, EventRoundView, EventStageView, EventTypedGame, EventView, FeesView,
    HelperBoard, HelperBoardGame, HelperCodeView, HelperView, MemberAccount, PresenceView, PrintedCardsView,
    RatingLimits, RoundStageView, SectionPartView, SectionView, TableBoardView, TableNotes, TableView,
    VenueSeatTaken,
};
use tabiya_rules::Variant;

use crate::byes::byes_of;
use crate::codes::link;
use crate::decide::Who;
use crate::event::{
    AtTable, BirthBound, Board, BoardGame, Card, Entrant, Event, FeeClass, Fees, Format, HelperCode, Outcome,
    Plays, Presence, PrizeCategory, Round, RoundStage, Section, SectionPart, Side, Stage, Sums, number,
};
use crate::options;
use crate::score_sheet;
use crate::table::{Table, cell_in};
use crate::tournament::{Numbered, order};
use crate::venue::VenueSeat;

mod arena;
mod listed;

pub use arena::arena_games;
pub use listed::{listed, listed_once, listed_section, players_of_sections};

/// Who looks at an event.
pub struct Visitor<'a> {
    /// Who it is; `None` for a guest.
    pub who: Option<Who>,
    /// Whether an account has left, so that its name is shown no more.
    pub is_ghost: &'a dyn Fn(PlayerId) -> bool,
    /// The owner's name.
    pub owner: Option<String>,
    /// The helpers' names.
    pub helpers: Vec<String>,
}

/// The standings with their crosstable: the same for all visitors, and the slow part of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The tie-breaks, as TRF writes them.
    pub tie_breaks: Vec<String>,
    /// The lines, the best first.
    pub lines: Vec<EventLineView>,
}

impl Standings {
    /// The standings of the published rounds. Of a large event it takes long.
    pub fn of(event: &Event) -> Self {
        let table = Table::of(event);
        Self { tie_breaks: table.tie_breaks.clone(), lines: lines(event, table) }
    }
}

/// The event without what is known about those whose accounts are closed, for files that everybody may fetch.
pub fn without_ghosts(event: &Event, is_ghost: &dyn Fn(PlayerId) -> bool) -> Event {
    // Names decide between equal ratings, so the starting numbers are written down first.
    let mut event = Event { seeds: Some(order(event)), ..event.clone() };
    for Entrant { player, card, .. } in &mut event.entrants {
        if player.is_some_and(is_ghost) {
            // The tie-breaks of opponents follow from the ratings.
            *card = Card { national_rating: card.national_rating, ..Card::new(GHOST, card.rating) };
        }
    }
    event
}

/// The same for files that everybody may fetch: with short names, where the event has strangers see no others.
pub fn for_everybody(event: &Event, is_ghost: &dyn Fn(PlayerId) -> bool) -> Event {
    let mut known = without_ghosts(event, is_ghost);
    if known.settings.short_names {
        for entrant in known.entrants.iter_mut().filter(|entrant| entrant.is_named_by_organiser()) {
            entrant.card.name = entrant.card.short_name();
        }
    }
    known
}

/// The event as the files of somebody show it, and whether these have dates of birth, sexes and numbers of federations. Only whoever
/// owns the event gets them: a helper could enter members of the owner's list one after another, and read them there.
pub fn in_files_of(who: Option<Who>, event: &Event, is_ghost: &dyn Fn(PlayerId) -> bool) -> (Event, bool) {
    // Also the arbiter's file: whose account is closed has asked to be forgotten.
    let known = if who.is_some_and(|who| event.may_organise(who)) {
        without_ghosts(event, is_ghost)
    } else {
        for_everybody(event, is_ghost)
    };
    (known, who.is_some_and(|who| event.may_own(who)))
}

/// An entrant's name as a visitor sees it.
fn name_of(event: &Event, entrant: &Entrant, may_organise: bool) -> String {
    let is_short = event.settings.short_names && !may_organise && entrant.is_named_by_organiser();
    if is_short { entrant.card.short_name() } else { entrant.card.name.clone() }
}

/// The name that a game on this server shows of somebody at the venue without an account: short, because a game keeps it for
/// good, and no longer than a player's name is. `None` where nothing of it is left.
pub(crate) fn name_at_the_board(entrant: &Entrant) -> Option<PlayerName> {
    let mut name = String::new();
    for character in entrant.card.short_name().trim().chars() {
        if name.len() + character.len_utf8() > PlayerName::MAX_BYTES {
            break;
        }
        name.push(character);
    }
    name.trim().to_owned().try_into().ok()
}

/// What files have in place of a name.
const GHOST: &str = "Closed account";

/// An event as its visitor sees it.
pub fn event(id: EventId, event: &Event, standings: &Standings, visitor: &Visitor<'_>) -> EventView {
    let may_organise = visitor.who.is_some_and(|who| event.may_organise(who));
    let me = visitor.who.and_then(Who::player).and_then(|player| event.entrant_of(player));
    let rounds = if may_organise { &event.rounds } else { event.published() };
    let settings = &event.settings;
    let facts = EventFacts {
        name: settings.name.clone(),
        format: format(settings.format),
        time: settings.time.map(Into::into),
        rated: settings.rated,
        over_the_board: settings.over_the_board,
        open: is_open(event),
        by_code: settings.entry.code.is_some(),
        ratings: RatingLimits { from: settings.entry.rating_from, to: settings.entry.rating_to },
        chess960: settings.variant == Variant::Chess960,
        stage: stage(event.stage),
        owner: visitor.owner.clone(),
        starts: settings.starts,
        total_rounds: event.total_rounds(),
        may_organise,
        next_start: event.next_start().map(|(_, at)| at),
        pause: settings.pause,
        games_per_pairing: event.games_per_pairing(),
        default_time: settings.default_time,
        programme: settings.programme.clone(),
        withdrawn: event.withdrawn.clone(),
        cancelled: event.cancelled.clone(),
        short_names: settings.short_names,
        helpers: if may_organise { visitor.helpers.clone() } else { Vec::new() },
        tie_breaks: standings.tie_breaks.clone(),
        arena: arena(event),
        teams: event.teams_view(),
        section: settings.section.as_ref().map(section),
        player_results: event.player_results,
        table_codes: event.table_codes,
        cards: event
            .cards
            .as_ref()
            .filter(|_| may_organise)
            .map(|cards| PrintedCardsView { origin: cards.origin.clone(), elsewhere: cards.elsewhere }),
        codes: if may_organise { event.codes.iter().map(code).collect() } else { Vec::new() },
        check_in: may_organise
            .then(|| CheckInView { closed: event.check_in_closed, closes: event.check_in_closes() }),
        categories: categories(event),
        fees: event.fees.filter(|_| may_organise).map(|fees| fees_view(event, fees)),
        options: may_organise.then(|| options::of(settings)),
        entry_code: settings.entry.code.clone().filter(|_| may_organise),
    };
    EventView {
        id,
        number: event.head,
        facts,
        me: me.map(|entrant| entrant.id),
        my_byes: me.and_then(|entrant| byes_of(event, entrant)),
        entrants: event.entrants.iter().map(|one| entrant(event, one, visitor, may_organise)).collect(),
        rounds: rounds.iter().map(|these| round(event, these, may_organise)).collect(),
        standings: standings.lines.clone(),
        left_out: Vec::new(),
    }
}

/// The categories of prizes that have standings of their own.
fn categories(event: &Event) -> Vec<String> {
    let own = event.prizes.iter().filter(|category| category.is_for_some());
    own.map(|category| category.name.clone()).collect()
}

/// What entrants pay, and what has come in: for organisers alone.
fn fees_view(event: &Event, fees: Fees) -> FeesView {
    let text = |bound: Option<BirthBound>| bound.map_or_else(String::new, |bound| bound.to_string());
    let Sums { paid, due } = event.fee_sums();
    FeesView {
        full: fees.full,
        reduced: fees.reduced.map(|reduced| reduced.amount),
        born_from: text(fees.reduced.and_then(|reduced| reduced.born_from)),
        born_until: text(fees.reduced.and_then(|reduced| reduced.born_until)),
        paid,
        due,
    }
}

const fn fee_class(fee: FeeClass) -> EntrantFee {
    match fee {
        FeeClass::Full => EntrantFee::Full,
        FeeClass::Reduced => EntrantFee::Reduced,
        FeeClass::Free => EntrantFee::Free,
    }
}

/// Whether players may enter by themselves now.
fn is_open(event: &Event) -> bool {
    let settings = &event.settings;
    let is_over = matches!(event.stage, Stage::Finished | Stage::Cancelled);
    let late = event.published().is_empty() || settings.format.takes_late_entries();
    settings.open && !is_over && late && event.present() < settings.format.most_players()
}

const fn stage(stage: Stage) -> EventStageView {
    match stage {
        Stage::Announced => EventStageView::Announced,
        Stage::Running => EventStageView::Running,
        Stage::Finished => EventStageView::Finished,
        Stage::Cancelled => EventStageView::Cancelled,
    }
}

const fn round_stage(stage: RoundStage) -> RoundStageView {
    match stage {
        RoundStage::Draft => RoundStageView::Draft,
        RoundStage::Published => RoundStageView::Published,
        RoundStage::Started => RoundStageView::Started,
    }
}

const fn part(part: SectionPart) -> SectionPartView {
    match part {
        SectionPart::Group => SectionPartView::Group,
        SectionPart::Final { go_on, carry } => SectionPartView::Final { go_on, carry },
    }
}

fn section(section: &Section) -> SectionView {
    SectionView {
        festival: section.festival,
        festival_name: section.festival_name.clone(),
        name: section.name.clone(),
        rating_from: section.rating_from,
        rating_to: section.rating_to,
        first_board: section.first_board,
        part: section.part.map(part),
    }
}

/// Where in an event one of its games is played.
pub fn place(id: EventId, event: &Event, game: GameId) -> EventPlaceView {
    let (round, board) = match event.place_of(game) {
        Some((round, board, _)) => (Some(number(round + 1)), Some(event.rounds[round].boards[board].number)),
        None => (None, None),
    };
    let pauses = event.settings.format.takes_late_entries();
    EventPlaceView { id, name: event.settings.name.clone(), round, board, pauses }
}

/// Who gets which prize. Of a large event it takes long.
pub fn prizes(event: &Event) -> EventPrizes {
    let awards = crate::prizes::awards(event);
    let table = Table::of(event);
    let place =
        |line: crate::table::Line| EventCategoryPlace { rank: number(line.rank), entrant: line.entrant };
    let own = |these: &PrizeCategory| crate::prizes::standings(event, &table, these).into_iter().map(place);
    let category = |these: &PrizeCategory| EventPrizeCategory {
        name: these.name.clone(),
        standings: if these.is_for_some() { own(these).collect() } else { Vec::new() },
        awards: awards
            .iter()
            .filter(|award| award.category == these.name)
            .map(|award| EventAward {
                entrant: award.entrant,
                place: award.place.map(number),
                points: award.points,
                amount: award.amount,
            })
            .collect(),
    };
    EventPrizes { categories: event.prizes.iter().map(category).collect(), list: None }
}

fn code(code: &HelperCode) -> HelperCodeView {
    HelperCodeView {
        number: code.number,
        label: code.label.clone(),
        first: code.first,
        last: code.last,
        deputy: code.deputy,
        until: code.until,
        revoked: code.revoked,
    }
}

/// The game of a wooden board; `None` if there is no such game. `by` is the name of whoever has typed it, for organisers.
pub fn typed_game(
    event: &Event,
    (round, board, game): (u16, u16, u16),
    visitor: Option<Who>,
    by: Option<String>,
) -> Option<EventTypedGame> {
    let place = |number: u16| usize::from(number).checked_sub(1);
    let these = event.published().get(place(round)?)?.board(board)?;
    let typed = these.games.get(place(game)?)?.typed.as_ref();
    let organises = visitor.is_some_and(|who| event.may_organise(who));
    let (start, moves) = typed.map_or((None, ""), |typed| (typed.start.as_deref(), &*typed.moves));
    let history = score_sheet::history(start, moves)?;
    let mut position = *history.start();
    let played = history.moves().iter().map(|one| {
        let after = position.after(*one);
        let shown = played(&position, *one, &after, None);
        position = after;
        shown
    });
    Some(EventTypedGame {
        start_fen: history.start().to_fen(),
        moves: played.collect(),
        by: by.filter(|_| organises),
        at: typed.map(|typed| typed.at),
        reason: typed.filter(|_| organises).map(|typed| typed.reason.clone()).unwrap_or_default(),
    })
}

/// Who has typed a game; `None` if it was nobody with an account.
pub fn typed_by(event: &Event, (round, board, game): (u16, u16, u16)) -> Option<PlayerId> {
    let place = |number: u16| usize::from(number).checked_sub(1);
    let these = event.published().get(place(round)?)?.board(board)?;
    these.games.get(place(game)?)?.typed.as_ref()?.by
}

/// What the holder of a code sees: the boards that it opens, in the last published round, with the names that all see.
pub fn helper(event: &Event, code: &HelperCode, is_ghost: &dyn Fn(PlayerId) -> bool) -> HelperView {
    let round = event.last_published();
    let name = |id: EntrantId| public_name(event, id, is_ghost);
    let boards = event.round(round).into_iter().flat_map(Round::numbered);
    let boards = boards.filter(|(number, _)| (code.first..=code.last).contains(number));
    let game = |board: &Board, game: &BoardGame| {
        let [white, black] = board.players_of(game).map(name);
        let outcome = game.outcome.map(|outcome| outcome.to_string());
        HelperBoardGame { white, black, outcome, typed: game.typed.is_some() }
    };
    let board = |(number, board): (u16, &Board)| HelperBoard {
        number,
        games: board.games.iter().map(|one| game(board, one)).collect(),
        online: event.is_online(board) && !Event::is_left(board),
        disputed: board.at_table.disputed,
    };
    HelperView {
        name: event.settings.name.clone(),
        number: event.head,
        round,
        first: code.first,
        last: code.last,
        deputy: code.deputy,
        may_dispute: event.player_results,
        boards: boards.map(board).collect(),
        link: link(&code.hash),
    }
}

/// What a device sees of a table.
pub fn table(
    event: &Event,
    (table, device, link): (u16, u64, String),
    is_ghost: &dyn Fn(PlayerId) -> bool,
) -> TableView {
    let round = event.last_published();
    let board = event.round(round).and_then(|these| these.board(table));
    let before = |board: &Board| board.games.iter().rev().nth(1).cloned();
    let shown = |board: &Board| TableBoardView {
        game: u16::try_from(board.games.len()).unwrap_or(u16::MAX),
        before: before(board).and_then(|game| game.outcome).map(|outcome| outcome.to_string()),
        before_turned: before(board).is_some_and(|game| game.turned),
        white: public_name(event, board.white, is_ghost),
        black: public_name(event, board.black, is_ghost),
        turned: board.games.last().is_some_and(|game| game.turned),
        online: event.is_online(board) && !Event::is_left(board),
        outcome: board.games.last().and_then(|game| game.outcome).map(|outcome| outcome.to_string()),
        taken: taken(&board.at_table),
        own: board.at_table.side_of(device),
        entered_by: board.at_table.entered_by,
        disputed: board.at_table.disputed,
        decided: board.at_table.decided,
        called: board.at_table.called,
    };
    let name = event.settings.name.clone();
    TableView { name, table, link, on: event.player_results, round, board: board.map(shown) }
}

/// What a device sees of the seat at the venue that it was given; `None` if there is no such board.
pub fn venue_seat(
    event: &Event,
    seat: &VenueSeat,
    is_ghost: &dyn Fn(PlayerId) -> bool,
) -> Option<VenueSeatTaken> {
    let board = event.round(seat.round)?.board(seat.board)?;
    let game = board.games.last()?;
    let is_first = board.white == seat.entrant;
    let opponent = if is_first { board.black } else { board.white };
    Some(VenueSeatTaken {
        name: event.settings.name.clone(),
        round: seat.round,
        board: seat.board,
        player: public_name(event, seat.entrant, is_ghost),
        opponent: public_name(event, opponent, is_ghost),
        is_white: is_first != game.turned,
        game: game.game.filter(|_| !game.left),
    })
}

/// An entrant's name as strangers see it.
fn public_name(event: &Event, id: EntrantId, is_ghost: &dyn Fn(PlayerId) -> bool) -> String {
    let found = event.entrant(id).filter(|one| !one.player.is_some_and(is_ghost));
    found.map_or_else(|| GHOST.to_owned(), |one| name_of(event, one, false))
}

/// What runs in an arena that has begun.
fn arena(event: &Event) -> Option<ArenaView> {
    let arena = event.arena.as_ref()?;
    let count = |games: usize| u32::try_from(games).unwrap_or(u32::MAX);
    Some(ArenaView {
        ends: crate::arenas::ends(event)?,
        running: count(arena.running.len()),
        played: count(arena.games.len() - arena.running.len()),
    })
}

/// The game that an entrant of an arena plays now.
fn playing(event: &Event, entrant: EntrantId) -> Option<GameId> {
    let arena = event.arena.as_ref().filter(|_| event.stage == Stage::Running)?;
    arena.seat(entrant)?.playing.map(|place| arena.games[place].game)
}

/// How a format is called.
pub const fn format(format: Format) -> EventFormatView {
    match format {
        Format::Swiss { rounds, baku } => EventFormatView::Swiss { rounds, baku },
        Format::RoundRobin { cycles } => EventFormatView::RoundRobin { cycles },
        Format::KnockOut { games } => EventFormatView::KnockOut { games },
        Format::Arena { minutes } => EventFormatView::Arena { minutes },
        Format::Keizer { rounds, rules } => EventFormatView::Keizer { rounds, rules },
        Format::TeamMatch { games, boards, everyone } => {
            EventFormatView::TeamMatch { games, boards, everyone }
        }
    }
}

/// The format that is called so.
pub const fn format_of(view: EventFormatView) -> Format {
    match view {
        EventFormatView::Swiss { rounds, baku } => Format::Swiss { rounds, baku },
        EventFormatView::RoundRobin { cycles } => Format::RoundRobin { cycles },
        EventFormatView::KnockOut { games } => Format::KnockOut { games },
        EventFormatView::Arena { minutes } => Format::Arena { minutes },
        EventFormatView::Keizer { rounds, rules } => Format::Keizer { rounds, rules },
        EventFormatView::TeamMatch { games, boards, everyone } => {
            Format::TeamMatch { games, boards, everyone }
        }
    }
}

fn entrant(event: &Event, entrant: &Entrant, visitor: &Visitor<'_>, may_organise: bool) -> EntrantView {
    let is_ghost = entrant.player.is_some_and(visitor.is_ghost);
    let card = &entrant.card;
    EntrantView {
        id: entrant.id,
        name: (!is_ghost).then(|| name_of(event, entrant, may_organise)),
        has_account: entrant.player.is_some() && !entrant.claimed && !is_ghost,
        title: card.title.clone(),
        rating: card.rating,
        federation: card.federation.clone(),
        club: card.club.clone(),
        over_the_board: entrant.plays == Plays::OverTheBoard,
        team: entrant.team,
        presence: match entrant.presence {
            Presence::Present => PresenceView::Present,
            Presence::Paused => PresenceView::Paused,
            Presence::Withdrawn => PresenceView::Withdrawn,
        },
        playing: playing(event, entrant.id),
        desk: may_organise.then(|| desk(event, entrant)),
    }
}

/// What the desk has noted. Who has left is not away: they said good-bye.
fn desk(event: &Event, entrant: &Entrant) -> DeskNotes {
    let is_out = match entrant.presence {
        Presence::Present => entrant.is_away_in(event.last_published() + 1),
        Presence::Paused => true,
        // The end of the check-in takes out whoever was not ticked, where players do not come and go.
        Presence::Withdrawn => event.check_in_closed && event.published().is_empty() && !entrant.checked_in,
    };
    let account = match entrant {
        Entrant { erased: true, .. } => MemberAccount::Erased,
        Entrant { claimed: true, .. } => MemberAccount::Claimed,
        Entrant { player: Some(_), .. } => MemberAccount::Own,
        Entrant { player: None, .. } => MemberAccount::None,
    };
    let claim_until = entrant.claim.map(|claim| claim.until);
    let byes = byes_of(event, entrant);
    DeskNotes {
        present: entrant.checked_in,
        paid: entrant.paid,
        fee: if entrant.paid { event.paid_by(entrant) } else { event.fee_of(entrant) },
        fee_class: entrant.fee.map(fee_class),
        out: is_out,
        fixed_board: entrant.fixed_board,
        byes,
        account,
        elsewhere: entrant.account_left.is_some_and(|left| !left.claimed),
        claim_until,
    }
}

fn round(event: &Event, round: &Round, may_organise: bool) -> EventRoundView {
    EventRoundView {
        stage: round_stage(round.stage),
        boards: round.numbered().map(|(_, these)| board(event, these, may_organise)).collect(),
        byes: round.byes.clone(),
        half_byes: round.half_byes.clone(),
        by_hand: round.by_hand,
        begun: round.begun,
        paired: round.paired,
    }
}

fn board(event: &Event, board: &Board, may_organise: bool) -> EventBoardView {
    let games = board.games.iter().map(|game| EventGameView {
        turned: game.turned,
        game: game.game.filter(|_| !game.left),
        outcome: game.outcome.map(|outcome: Outcome| outcome.to_string()),
        typed: game.typed.is_some().then_some(game.typed_changed),
    });
    EventBoardView {
        number: board.number,
        white: board.white,
        black: board.black,
        games: games.collect(),
        online: event.is_online(board) && !Event::is_left(board),
        left: Event::is_left(board),
        postponed: board.postponed,
        table: Some(notes(&board.at_table)).filter(|_| may_organise && board.at_table != AtTable::default()),
    }
}

fn notes(said: &AtTable) -> TableNotes {
    TableNotes {
        taken: taken(said),
        entered_by: said.entered_by,
        disputed: said.disputed,
        called: said.called,
        paused: said.paused.clone(),
    }
}

fn taken(said: &AtTable) -> Vec<Side> {
    [Side::White, Side::Black].into_iter().filter(|side| said.device(*side).is_some()).collect()
}

fn lines(event: &Event, table: Table) -> Vec<EventLineView> {
    let numbered = Numbered::of(event);
    let rounds = 1..=event.last_published();
    let lines = table.lines.into_iter().map(|line| {
        let number = numbered.number_of(line.entrant).unwrap_or(0);
        let player = numbered.tournament.player(number);
        let cell =
            |round| player.map_or(String::new(), |player| cell_in(&numbered.tournament, player, round));
        EventLineView {
            rank: u32::try_from(line.rank).unwrap_or(u32::MAX),
            entrant: line.entrant,
            number,
            points: line.points,
            values: line.values.iter().map(ToString::to_string).collect(),
            cells: rounds.clone().map(cell).collect(),
        }
    });
    lines.collect()
}
