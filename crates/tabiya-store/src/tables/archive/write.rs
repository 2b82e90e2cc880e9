// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an event changes in the archive, in the transaction that stores the event.

use tabiya_game::{
    Event, Game, GameId, GameResult, PlayerDetails, PlayerId, Seat, Stamped, Termination, Terms, Time,
};
use tabiya_rules::Color;

use super::{UNFINISHED, facts, words};
use crate::{
    PlayerOutcome,
    tables::{Statement, Value, millis},
};

/// What an event means for the archive. Most events mean nothing.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A game has begun.
    Created { at: Time, terms: Box<Terms> },
    /// An open seat was taken.
    Joined { color: Color, player: PlayerId, details: Option<Box<PlayerDetails>> },
    /// The game has ended.
    Ended { at: Time, result: GameResult, termination: Termination },
}

impl Step {
    /// What this event means; `None` if nothing.
    pub(crate) fn of(stamped: &Stamped) -> Option<Self> {
        let at = stamped.at;
        match &stamped.event {
            Event::Created(terms) => Some(Self::Created { at, terms: terms.clone() }),
            Event::Joined { color, player, details } => {
                Some(Self::Joined { color: *color, player: *player, details: details.clone() })
            }
            Event::Ended { result, termination, .. } => {
                Some(Self::Ended { at, result: *result, termination: *termination })
            }
            Event::MovePlayed { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackProposed { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::TimeGiven { .. }
            | Event::Berserk { .. }
            | Event::ClocksStarted
            | Event::ClocksPaused { .. }
            | Event::ClockSet { .. }
            | Event::SetBack { .. }
            | Event::ClocksResumed
            | Event::TurnRestarted { .. } => None,
        }
    }

    /// The statements that write it. `half_moves` is how many the game has before this event.
    pub(crate) fn statements(&self, id: GameId, half_moves: u32) -> Vec<Statement> {
        match self {
            Self::Created { at, terms } => created(id, *at, terms),
            Self::Joined { color, player, details } => joined(id, *color, *player, details.as_deref()),
            Self::Ended { at, result, termination } => ended(id, *at, (*result, *termination), half_moves),
        }
    }
}

/// Lists a guest's games, and those that the guest has imported, as an account's. A game of the two against each other stays as it is.
pub(crate) fn take_over(guest: PlayerId, player: PlayerId) -> Vec<Statement> {
    const TEXTS: [&str; 5] = [
        "UPDATE archive SET white_player = $2 WHERE white_player = $1 AND (black_player IS NULL OR black_player <> $2)
         AND game IN (SELECT game FROM archive_seat WHERE player = $1)",
        "UPDATE archive SET black_player = $2 WHERE black_player = $1 AND (white_player IS NULL OR white_player <> $2)
         AND game IN (SELECT game FROM archive_seat WHERE player = $1)",
        "UPDATE archive_seat SET opponent = $2 WHERE opponent = $1 AND player <> $2
         AND player IN (SELECT opponent FROM archive_seat WHERE player = $1 AND opponent IS NOT NULL)",
        "UPDATE archive_seat SET player = $2 WHERE player = $1 AND (opponent IS NULL OR opponent <> $2)",
        "UPDATE imported_game SET player = $2 WHERE player = $1
         AND game NOT IN (SELECT game FROM imported_game WHERE player = $2)",
    ];
    TEXTS.map(|text| Statement::new(text, vec![guest.into(), player.into()])).into()
}

/// The rows of a game that was stored before there was an archive. Harmless where they are there already.
pub(crate) fn fill(id: GameId, game: &Game) -> Vec<Statement> {
    let terms = game.terms();
    let mut statements = created(id, game.created(), terms);
    for color in Color::ALL {
        if terms.seats()[color] == Seat::Open
            && let Some(player) = game.seats()[color].player()
        {
            statements.extend(joined(id, color, player, game.details(color)));
        }
    }
    if let Some(ending) = game.ending() {
        statements.extend(ended(id, ending.at, (ending.result, ending.termination), game.ply()));
    }
    statements
}

fn created(id: GameId, at: Time, terms: &Terms) -> Vec<Statement> {
    const GAME: &str = "INSERT INTO archive (game, created_at, ended_at, result, termination, half_moves, speed, \
         time_control, rated, variant, opening, \
         white_player, white_level, white_version, white_name, white_title, white_rating, white_provisional, \
         black_player, black_level, black_version, black_name, black_title, black_rating, black_provisional) \
         VALUES ($1, $2, NULL, NULL, NULL, 0, $3, $4, $5, $6, NULL, \
         $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) ON CONFLICT DO NOTHING";
    let facts = Facts::of(terms);
    let time = terms.time().map(|time| serde_json::to_string(&time).expect("a time control is plain data"));
    let mut values = vec![
        Value::from(id.as_str()),
        millis(at),
        facts.speed.into(),
        time.into(),
        facts.rated.into(),
        facts.variant.into(),
    ];
    for color in Color::ALL {
        values.extend(seat_values(terms.seats()[color], terms.details(color)));
    }
    let mut statements = vec![Statement::new(GAME, values)];
    for color in Color::ALL {
        if let Some(player) = terms.seats()[color].player() {
            let opponent = terms.seats()[!color].player();
            statements.push(Statement::new(
                "INSERT INTO archive_seat (player, ended_at, game, opponent, color, outcome, speed, rated, variant, \
                 facts) VALUES ($1, $2, $3, $4, $5, NULL, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
                vec![
                    player.into(),
                    UNFINISHED.into(),
                    id.as_str().into(),
                    opponent.map(|opponent| opponent.as_bytes().to_vec()).map_or(Value::Null, Value::Bytes),
                    words::color(color).into(),
                    facts.speed.into(),
                    facts.rated.into(),
                    facts.variant.into(),
                    facts.number(color).into(),
                ],
            ));
        }
    }
    statements
}

/// What lists filter on, as the tables write it.
struct Facts {
    speed: &'static str,
    rated: bool,
    variant: &'static str,
    /// As one number, for White.
    white: i64,
}

impl Facts {
    fn of(terms: &Terms) -> Self {
        let speed = terms.time().map(|time| time.speed());
        Self {
            speed: words::speed(speed),
            rated: terms.is_rated(),
            variant: terms.variant().key(),
            white: facts::of_new(Color::White, terms),
        }
    }

    /// The number for the player of this side.
    const fn number(&self, color: Color) -> i64 {
        match color {
            Color::White => self.white,
            Color::Black => self.white | 1,
        }
    }
}

/// The seven columns of a seat.
fn seat_values(seat: Seat, details: Option<&PlayerDetails>) -> [Value; 7] {
    let (player, computer) = match seat {
        Seat::Player(player) => (player.into(), None),
        Seat::Computer(computer) => (Value::Null, Some(computer)),
        Seat::Open => (Value::Null, None),
    };
    let rating = details.and_then(|details| details.rating);
    [
        player,
        computer.map(|computer| u32::from(computer.level.get())).into(),
        computer.and_then(|computer| computer.version).into(),
        details.map(|details| details.name.as_str()).into(),
        details.and_then(|details| details.title).map(|title| words::log_word(&title)).into(),
        rating.map(|rating| u32::from(rating.points)).into(),
        rating.is_some_and(|rating| rating.provisional).into(),
    ]
}

/// The facts of a row of the archive but for the colour and for whether the game is private; the same as `facts::of_new`.
macro_rules! facts {
    () => {
        "CASE speed WHEN 'bullet' THEN 16 WHEN 'blitz' THEN 32 WHEN 'rapid' THEN 48 WHEN 'classical' THEN 64 \
         WHEN 'correspondence' THEN 80 ELSE 0 END + rated * 128 + CASE variant WHEN 'chess960' THEN 256 ELSE 0 END"
    };
}

fn joined(id: GameId, color: Color, player: PlayerId, details: Option<&PlayerDetails>) -> Vec<Statement> {
    let (game, seat, opponent) = match color {
        Color::White => (
            "UPDATE archive SET white_player = $2, white_name = $3, white_title = $4, white_rating = $5, \
             white_provisional = $6 WHERE game = $1",
            concat!(
                "INSERT INTO archive_seat (player, ended_at, game, opponent, color, outcome, speed, rated, variant, \
                 facts) SELECT $1, $2, game, black_player, 'white', NULL, speed, rated, variant, 0 + ",
                facts!(),
                " + coalesce((SELECT other.facts & 16384 FROM archive_seat AS other \
                 WHERE other.player = archive.black_player AND other.ended_at = $2 AND other.game = $3), 0) FROM archive WHERE game = $3 ON CONFLICT DO NOTHING"
            ),
            "UPDATE archive_seat SET opponent = $1 \
             WHERE player = (SELECT black_player FROM archive WHERE game = $3) AND ended_at = $2 AND game = $3",
        ),
        Color::Black => (
            "UPDATE archive SET black_player = $2, black_name = $3, black_title = $4, black_rating = $5, \
             black_provisional = $6 WHERE game = $1",
            concat!(
                "INSERT INTO archive_seat (player, ended_at, game, opponent, color, outcome, speed, rated, variant, \
                 facts) SELECT $1, $2, game, white_player, 'black', NULL, speed, rated, variant, 1 + ",
                facts!(),
                " + coalesce((SELECT other.facts & 16384 FROM archive_seat AS other \
                 WHERE other.player = archive.white_player AND other.ended_at = $2 AND other.game = $3), 0) FROM archive WHERE game = $3 ON CONFLICT DO NOTHING"
            ),
            "UPDATE archive_seat SET opponent = $1 \
             WHERE player = (SELECT white_player FROM archive WHERE game = $3) AND ended_at = $2 AND game = $3",
        ),
    };
    let [player, _, _, name, title, rating, provisional] = seat_values(Seat::Player(player), details);
    let key = || vec![player.clone(), UNFINISHED.into(), id.as_str().into()];
    vec![
        Statement::new(game, vec![id.as_str().into(), player.clone(), name, title, rating, provisional]),
        Statement::new(seat, key()),
        Statement::new(opponent, key()),
    ]
}

fn ended(
    id: GameId,
    at: Time,
    (result, termination): (GameResult, Termination),
    half_moves: u32,
) -> Vec<Statement> {
    const GAME: &str = "UPDATE archive SET ended_at = $2, result = $3, termination = $4, half_moves = $5 \
         WHERE game = $1";
    let game = Statement::new(
        GAME,
        vec![
            id.as_str().into(),
            millis(at),
            words::log_word(&result).into(),
            words::log_word(&termination).into(),
            half_moves.into(),
        ],
    );
    let seats = Color::ALL.map(|color| {
        let seat = match color {
            Color::White => {
                "UPDATE archive_seat SET ended_at = $2, outcome = $3, facts = facts + $5 \
                 WHERE player = (SELECT white_player FROM archive WHERE game = $1) AND ended_at = $4 AND game = $1"
            }
            Color::Black => {
                "UPDATE archive_seat SET ended_at = $2, outcome = $3, facts = facts + $5 \
                 WHERE player = (SELECT black_player FROM archive WHERE game = $1) AND ended_at = $4 AND game = $1"
            }
        };
        let outcome = PlayerOutcome::of(result, color);
        let facts = facts::of_end(outcome, termination, half_moves);
        let outcome = words::outcome(outcome).into();
        Statement::new(seat, vec![id.as_str().into(), millis(at), outcome, UNFINISHED.into(), facts.into()])
    });
    [game].into_iter().chain(seats).collect()
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Variant;

    use super::*;

    /// A filter's own number for each variant is also in the text of a statement.
    #[test]
    fn a_seat_that_is_taken_later_gets_the_numbers_of_its_variant() {
        for variant in Variant::ALL.into_iter().filter(|variant| *variant != Variant::Standard) {
            let number = facts::variant(variant);
            assert!(facts!().contains(&format!("WHEN '{variant}' THEN {number} ")), "{variant}");
        }
    }
}
