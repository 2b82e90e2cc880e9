// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the command line prints.

use serde_json::{Value, json};
use tabiya_rules::Variant;
use tabiya_store::{EventStage, StoredEvent};
use tabiya_tournament::Points;

use crate::event::{
    Absence, ClocksAct, ColourReason, EntrantId, Entry, Event, Format, KeizerColour, MatchState, NotPaired,
    OpponentReason, Outcome, Presence, Reason, Round, Settings, Side, TeamSide, Wish,
};
use crate::events::Acted;
use crate::journal::Summary;
use crate::table::Table;

fn name(event: &Event, id: EntrantId) -> &str {
    event.entrant(id).map_or("?", |entrant| entrant.card.name.as_str())
}

/// The boards of a round, and who has a bye.
pub(super) fn pairings(event: &Event, (number, round): (u16, &Round), json: bool) -> String {
    let boards = round.numbered().map(|(board, these)| (board, these.white, Some(these.black)));
    let first_bye = round.boards.iter().map(|board| board.number).max().unwrap_or(0) + 1;
    let free = free_in(event, round);
    let byes = (first_bye..).zip(round.byes.iter().chain(&free)).map(|(board, id)| (board, *id, None));
    let all = boards.map(|(board, white, black): (u16, _, _)| (board, white, black)).chain(byes);
    if json {
        let list: Vec<Value> = all
            .map(|(board, white, black)| {
                json!({"board": board, "white": name(event, white), "black": black.map(|id| name(event, id))})
            })
            .collect();
        return json!(list).to_string();
    }
    let mut lines = vec![format!("round {number}")];
    lines.extend(all.map(|(board, white, black)| match black {
        Some(black) => format!("{board}\t{}\t{}", name(event, white), name(event, black)),
        None if free.contains(&white) => format!("free\t{}", name(event, white)),
        None if event.team_names().is_some() => format!("no opponent\t{}", name(event, white)),
        None => format!("bye\t{}", name(event, white)),
    }));
    lines.extend(round.away.iter().map(|(id, absence)| {
        let why = match absence {
            Absence::Excused => "excused",
            Absence::Unexcused => "not excused",
            Absence::ClubDuty => "club duty",
        };
        format!("{why}\t{}", name(event, *id))
    }));
    lines.extend(event.uneven_teams().map(|uneven| uneven.to_string()));
    lines.extend(round.half_byes.iter().map(|id| format!("half-point bye\t{}", name(event, *id))));
    lines.join("\n")
}

/// Who has no opponent in a round of a round robin, which is worth nothing.
fn free_in(event: &Event, round: &Round) -> Vec<EntrantId> {
    if !matches!(event.settings.format, Format::RoundRobin { .. }) {
        return Vec::new();
    }
    let is_free = |id: &EntrantId| {
        let plays_on = event.entrant(*id).is_some_and(|one| one.presence != Presence::Withdrawn);
        plays_on && round.board_of(*id).is_none()
    };
    event.seeds.iter().flatten().copied().filter(is_free).collect()
}

/// The standings.
pub(super) fn standings(event: &Event, of: Option<Table>, json: bool) -> String {
    let is_of_all = of.is_none();
    let table = of.unwrap_or_else(|| Table::of(event));
    if json {
        let line = |line: &crate::table::Line| {
            let values = table.tie_breaks.iter().zip(&line.values);
            let tie_breaks: serde_json::Map<String, Value> =
                values.map(|(code, value)| (code.clone(), json!(value.to_string()))).collect();
            let entrant = event.entrant(line.entrant);
            json!({
                "rank": line.rank,
                "name": name(event, line.entrant),
                "points": f64::from(line.points) / 10.0,
                "rating": entrant.and_then(|entrant| entrant.card.rating),
                "entry": line.entrant,
                "team": entrant.and_then(|entrant| entrant.team).map(|team| event.team_name(team)),
                "tie_breaks": tie_breaks,
            })
        };
        return json!(table.lines.iter().map(line).collect::<Vec<_>>()).to_string();
    }
    let line = |line: &crate::table::Line| {
        let values: String = line.values.iter().map(|value| format!("\t{value}")).collect();
        format!("{}\t{}\t{}{values}", line.rank, name(event, line.entrant), Points::tenths(line.points))
    };
    let codes: String = table.tie_breaks.iter().map(|code| format!("\t{code}")).collect();
    let mut lines: Vec<String> = match_score(event).filter(|_| is_of_all).into_iter().collect();
    lines.push(format!("rank\tname\tpoints{codes}"));
    lines.extend(table.lines.iter().map(line));
    lines.join("\n")
}

/// How a team match stands: `Berg 3.5 - 2.5 Tal`.
fn match_score(event: &Event) -> Option<String> {
    let [first, second] = event.team_names()?;
    let [own, theirs] = event.team_points().map(Points::tenths);
    Some(format!("{first} {own} - {theirs} {second}"))
}

/// Who plays for a team, board by board.
pub(super) fn line_up(event: &Event, team: TeamSide) -> String {
    let mut lines = vec![event.team_name(team).to_owned()];
    let boards = (1..).zip(event.line_up_of(team));
    lines.extend(boards.map(|(board, id): (usize, EntrantId)| format!("{board}\t{}", name(event, id))));
    lines.join("\n")
}

/// Where an entrant sits from the next pairing on.
pub(super) fn fixed_board(event: &Event, entrant: EntrantId) -> String {
    let name = name(event, entrant);
    match event.entrant(entrant).and_then(|entrant| entrant.fixed_board) {
        Some(board) => format!("{name} plays at board {board} from the next pairing on"),
        None => format!("{name} has no fixed board"),
    }
}

/// Everybody who has entered, in the order of entry, for the desk.
pub(super) fn entrants(event: &Event, json: bool) -> String {
    let presence = |presence: Presence| match presence {
        Presence::Present => "plays",
        Presence::Paused => "pauses",
        Presence::Withdrawn => "has left",
    };
    if json {
        let entrant = |one: &crate::event::Entrant| {
            json!({
                "entry": one.id,
                "name": one.card.name,
                "rating": one.card.rating,
                "presence": presence(one.presence),
                "team": one.team.map(|team| event.team_name(team)),
                "board": board_of(event, one),
                "checked_in": one.checked_in,
                "paid": one.paid,
            })
        };
        return json!(event.entrants.iter().map(entrant).collect::<Vec<_>>()).to_string();
    }
    let has_teams = event.team_names().is_some();
    let more = if has_teams { "\tteam\tboard" } else { "" };
    let mut lines = vec![format!("entry\tname\trating\tplays\tthere\tpaid{more}")];
    let yes = |is: bool| if is { "yes" } else { "no" };
    lines.extend(event.entrants.iter().map(|one| {
        let rating = one.card.rating.map_or(String::new(), |rating| rating.to_string());
        let (plays, there, paid) = (presence(one.presence), yes(one.checked_in), yes(one.paid));
        let team = one.team.filter(|_| has_teams).map_or(String::new(), |team| {
            let board = board_of(event, one).map_or(String::new(), |board| board.to_string());
            format!("\t{}\t{board}", event.team_name(team))
        });
        format!("{}\t{}\t{rating}\t{plays}\t{there}\t{paid}{team}", one.id, one.card.name)
    }));
    lines.join("\n")
}

/// The board of an entrant in their team, from 1; `None` for those who have none.
fn board_of(event: &Event, one: &crate::event::Entrant) -> Option<usize> {
    event.numbered_line_up(one.team?).iter().position(|id| *id == one.id).map(|place| place + 1)
}

/// Who gets which prize, as JSON.
pub(super) fn awards(event: &Event) -> String {
    let award = |award: crate::prizes::Award| {
        json!({
            "name": name(event, award.entrant),
            "category": award.category,
            "place": award.place,
            "points": f64::from(award.points) / 10.0,
            "amount": f64::from(award.amount) / 100.0,
        })
    };
    json!(crate::prizes::awards(event).into_iter().map(award).collect::<Vec<_>>()).to_string()
}

/// One line of the list of events.
pub(super) fn listed(stored: &StoredEvent, summary: &Summary) -> String {
    let stage = match stored.stage {
        EventStage::Announced => "announced".to_owned(),
        EventStage::Running if matches!(summary.format, Format::Arena { .. }) => "running".to_owned(),
        EventStage::Running if summary.rounds > 0 => format!("round {} of {}", summary.round, summary.rounds),
        EventStage::Running => format!("round {}", summary.round),
        EventStage::Finished => "finished".to_owned(),
        EventStage::Cancelled => "cancelled".to_owned(),
    };
    let Summary { name, format, players, .. } = summary;
    let variant = if summary.variant == Variant::Chess960 { ", Chess960" } else { "" };
    format!("{}\t{name}\t{format}{variant}\t{players} players\t{stage}", stored.id)
}

/// What a format takes, on a line of its own.
pub(super) fn limits(format: Format) -> String {
    let mut text = format!("\n{}: up to {} players", format.name(), format.most_players());
    if let Format::Swiss { rounds, .. } = format {
        // Nobody meets an opponent twice, and of an odd number each has the bye once.
        let players = (rounds + 1 - rounds % 2).max(2);
        let (are, need) = if rounds == 1 { ("round", "needs") } else { ("rounds", "need") };
        text.push_str(&format!("; {rounds} {are} {need} at least {players}"));
    }
    text
}

/// The entry code, on a line of its own; nothing where players need none.
pub(super) fn entry_code(settings: &Settings) -> String {
    settings.entry.code.as_ref().map_or(String::new(), |code| format!("\nentry code: {code}"))
}

/// What a result did to a game of a round's board; without its number, to the last one of them.
pub(super) fn result(
    event: &Event,
    (round, board, game): (u16, u16, Option<u16>),
    outcome: Outcome,
) -> String {
    let these = event.round(round).and_then(|these| these.board(board));
    let Some(these) = these else { return String::new() };
    let game = game.unwrap_or(crate::event::number(these.games.len()));
    let this = usize::from(game).checked_sub(1).and_then(|place| these.games.get(place));
    let [white, black] = these.players().map(|id| name(event, id));
    let (white, black) = if this.is_some_and(|this| this.turned) { (black, white) } else { (white, black) };
    let of_match = matches!(event.settings.format, Format::KnockOut { .. }) || event.games_per_pairing() > 1;
    let number = if of_match { format!(", game {game}") } else { String::new() };
    let mut text = format!("round {round}, board {board}{number}: {white} {outcome} {black}");
    match event.match_on(round, board) {
        Some(MatchState::Decided(Some(winner))) => {
            text.push_str(&format!("; {} goes on", name(event, winner)));
        }
        Some(MatchState::Running) => text.push_str("; the match goes on with another game"),
        Some(MatchState::Decided(None) | MatchState::Next(_)) | None => {}
    }
    if event.games_per_pairing() > 1 && these.open_game().is_some() {
        text.push_str("; the next game of these two follows");
    }
    if event.stage == crate::event::Stage::Finished {
        text.push_str("; that was the last result of the event");
    }
    text
}

/// Why somebody meets this opponent in the last paired round.
pub(super) fn why(event: &Event, id: EntrantId) -> Result<String, String> {
    let round = event.rounds.last().ok_or("no round is paired yet")?;
    let why = round.whys.iter().find(|why| why.entrant == id);
    let why = why.ok_or_else(|| format!("{} is not paired in this round", name(event, id)))?;
    let opponent = round.board_of(id).map(|place| {
        let board = &round.boards[place];
        name(event, if board.white == id { board.black } else { board.white })
    });
    let player = name(event, id);
    Ok(match &why.reason {
        Reason::Table { number, opponent: theirs } => match (theirs, opponent) {
            (Some(theirs), Some(opponent)) => {
                format!("{player} has number {number} and {opponent} number {theirs} in the Berger table.")
            }
            (_, _) => {
                format!("{player} has number {number}; the Berger table has no opponent in this round.")
            }
        },
        Reason::Bracket { seed, opponent: theirs } => match (theirs, opponent) {
            (Some(theirs), Some(opponent)) => {
                format!(
                    "{player} (seed {seed}) and {opponent} (seed {theirs}) stand beside each other in the bracket."
                )
            }
            (_, _) => format!("{player} (seed {seed}) has no opponent in this round and goes on."),
        },
        Reason::Team { board, opponent: theirs, side, everyone } => {
            team_in_words(event, id, opponent, (*board, *theirs), *side, *everyone)
        }
        Reason::Keizer { place, value, opponent_place, opponent_value, side, colour, passed } => {
            let mut text = match (opponent, opponent_place, opponent_value) {
                (Some(opponent), Some(theirs), Some(worth)) => format!(
                    "{player} (place {place}, value {value}) meets {opponent} (place {theirs}, value {worth}): a win scores \
                     {worth}, a draw half of it."
                ),
                (_, _, _) => format!("{player} (place {place}, value {value}) is left over."),
            };
            if let (Some(side), Some(colour)) = (side, colour) {
                let rule = match colour {
                    KeizerColour::FewerWhites => "who had White less often has White",
                    KeizerColour::Alternate => "the colours alternate",
                    KeizerColour::Board => {
                        "nothing tells the two apart, so the colours go by turns from board to board"
                    }
                };
                text.push_str(&format!(" {}: {rule}.", side_in_words(*side)));
            }
            for over in passed {
                let why = not_paired_in_words(&over.because);
                text.push_str(&format!(
                    " {} stands nearer in the list, but {why}.",
                    name(event, over.entrant)
                ));
            }
            text
        }
        Reason::Dutch { score, bracket, opponent_score, side, wanted, wish, colour, opponent: because } => {
            let points = |tenths: i32| Points::tenths(tenths).to_string();
            let mut text = match (opponent, opponent_score) {
                (Some(opponent), Some(theirs)) => {
                    let mut text =
                        format!("{player} ({}) meets {opponent} ({})", points(*score), points(*theirs));
                    text.push_str(&match theirs.cmp(score) {
                        std::cmp::Ordering::Equal => {
                            format!(" in the bracket of {} points.", points(*bracket))
                        }
                        std::cmp::Ordering::Less => {
                            format!(", floating down to the bracket of {} points.", points(*bracket))
                        }
                        std::cmp::Ordering::Greater => {
                            ", floating up to meet a player who came down.".to_owned()
                        }
                    });
                    text
                }
                (_, _) => format!("{player} ({}) has the bye.", points(*score)),
            };
            if let (Some(side), Some(colour)) = (side, colour) {
                text.push_str(&format!(
                    " {} because {}.",
                    side_in_words(*side),
                    colour_in_words(*wanted, *wish, *colour)
                ));
            }
            text.push_str(&opponent_in_words(event, because));
            text
        }
    })
}

/// Why somebody of a team meets this opponent.
fn team_in_words(
    event: &Event,
    id: EntrantId,
    opponent: Option<&str>,
    (board, theirs): (u16, Option<u16>),
    side: Option<Side>,
    everyone: bool,
) -> String {
    let player = name(event, id);
    let team = event.entrant(id).and_then(|entrant| entrant.team).unwrap_or(TeamSide::First);
    let (own, other) = match team {
        TeamSide::First => (TeamSide::First, TeamSide::Second),
        TeamSide::Second => (TeamSide::Second, TeamSide::First),
    };
    let [own, other] = [own, other].map(|team| event.team_name(team));
    let (Some(opponent), Some(theirs)) = (opponent, theirs) else {
        return format!(
            "{player} is on board {board} of {own}, and {other} has nobody there: the board is won by forfeit."
        );
    };
    let met = if everyone {
        format!(
            "Everybody of {own} meets everybody of {other}: {player} is number {board} of {own}, {opponent} number {theirs} of \
             {other}."
        )
    } else {
        format!("{player} and {opponent} are both on board {board} of their teams.")
    };
    let rule = if everyone {
        "the team that is named first has White where the sum of both numbers is even, and the other colours the next time"
    } else {
        "the team that is named first has White on odd boards, and each round has the other colours"
    };
    side.map_or(met.clone(), |side| format!("{met} {player} has {}: {rule}.", side_in_words(side)))
}

/// What was done to clocks.
pub(super) fn clocks(acted: &Acted) -> String {
    let noted = acted.records.iter().find_map(|record| match &record.entry {
        Entry::ClocksHandled { round, boards, act, .. } => Some((*round, boards, *act)),
        _ => None,
    });
    let Some((round, boards, act)) = noted else { return "the game is over".into() };
    let list: Vec<String> = boards.iter().map(u16::to_string).collect();
    let of = if boards.len() == 1 { "board" } else { "boards" };
    let what = match act {
        ClocksAct::Pause {} => "paused".to_owned(),
        ClocksAct::Resume {} => "run on".to_owned(),
        ClocksAct::Set { side, seconds } => {
            let side = if side == Side::White { "White" } else { "Black" };
            format!("are paused; {side}'s shows {}:{:02}", seconds / 60, seconds % 60)
        }
        ClocksAct::Back { ply } => format!("are paused, and the game is back at half-move {ply}"),
    };
    format!("round {round}, {of} {}: the clocks {what}", list.join(", "))
}

const fn side_in_words(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn colour_in_words(wanted: Option<Side>, wish: Wish, colour: ColourReason) -> String {
    let wish = match (wanted, wish) {
        (Some(side), Wish::Absolute) => format!("{} was due in any case, and ", side_in_words(side)),
        (Some(side), Wish::Strong) => format!("{} was strongly due, and ", side_in_words(side)),
        (Some(side), Wish::Mild) => format!("{} was due, and ", side_in_words(side)),
        (Some(_), Wish::None) | (None, _) => String::new(),
    };
    let rule = match colour {
        ColourReason::BothWishes => "both wishes are met (5.2.1)",
        ColourReason::Stronger => "the stronger wish counts (5.2.2)",
        ColourReason::Alternate => "the colours alternate since they last differed (5.2.3)",
        ColourReason::HigherRanked => "the wish of the higher-ranked player counts (5.2.4)",
        ColourReason::Number => "the number of the higher-ranked player decides (5.2.5)",
    };
    format!("{wish}{rule}")
}

fn opponent_in_words(event: &Event, because: &OpponentReason) -> String {
    match because {
        OpponentReason::First => " This opponent comes first in the order of article 3.3.".to_owned(),
        OpponentReason::LeftOver => {
            " The order of article 3.3 leaves the player over; the other pairs made room.".to_owned()
        }
        OpponentReason::Bye => {
            " The bye goes to the lowest score that may have it and lets all others be paired (C2, C5)."
                .to_owned()
        }
        OpponentReason::NotFirst { first, because } => {
            let first = name(event, *first);
            let why = not_paired_in_words(because);
            format!(" {first} comes first in the order, but {why}.")
        }
    }
}

fn not_paired_in_words(because: &NotPaired) -> String {
    match because {
        NotPaired::Met { round } => format!("they met in round {round} (C1)"),
        NotPaired::SameColour { side } => format!("both must have {} (C3)", side_in_words(*side)),
        NotPaired::Forbidden => "the organiser keeps them apart".to_owned(),
        NotPaired::Absent => "that player is not paired in this round".to_owned(),
        NotPaired::NoCompletion => "then the others can't all be paired (C4)".to_owned(),
        NotPaired::HadBye => "of a bye or a win without playing before (C2)".to_owned(),
        NotPaired::NoBye => "the number of players is even".to_owned(),
        NotPaired::Worse { criterion, bracket, .. } => format!(
            "{criterion} would be met less well in the bracket of {} points",
            Points::tenths(*bracket)
        ),
        NotPaired::Later => "that pairing is as good, but comes later in the order of article 4".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;

    use super::*;
    use crate::decide::{Command, Who, create, decide};
    use crate::event::{Card, Plays, Record, Settings};

    fn act(event: &mut Event, command: &Command) {
        for entry in decide(event, command, None, Who::Operator).unwrap() {
            let record = Record { number: event.head + 1, at: Time(0), by: None, entry };
            event.apply(&record).unwrap();
        }
    }

    /// A first round that has begun.
    fn begun(format: Format, names: &[&str]) -> Event {
        let entry = create(Settings::new("Test", format, None, 3), None).unwrap();
        let mut event = Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap();
        for name in names {
            let (card, plays) = (Card::new(*name, Some(2000)), Some(Plays::OverTheBoard));
            act(&mut event, &Command::Enter { player: None, card, plays });
        }
        let draft = crate::pairing::pair(&event, |_, _| {}).unwrap();
        act(&mut event, &Command::TakeDraft(draft));
        act(&mut event, &Command::Publish);
        act(&mut event, &Command::Start { ids: Vec::new() });
        event
    }

    #[test]
    fn a_turned_game_is_said_with_its_own_colours() {
        let mut event = begun(Format::KnockOut { games: 1 }, &["Ann", "Bob"]);
        let [first, second] = event.rounds[0].boards[0].players().map(|id| name(&event, id).to_owned());
        for outcome in [Outcome::Draw, Outcome::WhiteWins] {
            act(&mut event, &Command::EnterResult { round: None, board: 1, game: None, outcome });
        }
        let said = result(&event, (1, 1, Some(2)), Outcome::WhiteWins);
        assert!(said.starts_with(&format!("round 1, board 1, game 2: {second} 1-0 {first}")), "{said}");
        let said = result(&event, (1, 1, Some(1)), Outcome::Draw);
        assert!(said.starts_with(&format!("round 1, board 1, game 1: {first} 1/2-1/2 {second}")), "{said}");
    }

    #[test]
    fn whoever_is_free_in_a_round_robin_is_listed() {
        let event = begun(Format::RoundRobin { cycles: 1 }, &["Ann", "Bob", "Cid"]);
        let list: Vec<Value> = serde_json::from_str(&pairings(&event, (1, &event.rounds[0]), true)).unwrap();
        assert_eq!(list.len(), 2);
        assert!(list[1]["white"].is_string() && list[1]["black"].is_null(), "{list:?}");
        assert!(pairings(&event, (1, &event.rounds[0]), false).contains("\nfree\t"));
    }
}
