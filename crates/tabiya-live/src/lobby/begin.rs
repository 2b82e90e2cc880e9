// SPDX-License-Identifier: AGPL-3.0-or-later
//! Creates the game of two players who have found each other, and tells them.

use tabiya_game::{PlayerId, Seat, Seats, Terms, Title};
use tabiya_limits::address::ChargeNewGame;

use super::seek::{Fault, Match, Sought};
use crate::entry::NoGame;
use crate::pairing::{Pairing, Side};
use crate::wish::Start;

/// Creates the game. Both players are told when this returns. `charges` counts the game for each player's address, White's
/// first; a tab that is closed by now costs its address nothing.
pub(super) async fn begin(
    pairing: &Pairing,
    pair: &Match,
    charges: [Option<ChargeNewGame>; 2],
) -> Result<(), Fault> {
    let players = [pair.white.player.id, pair.black.player.id];
    let charges = players.into_iter().zip(charges).filter_map(|(player, charge)| Some((player, charge?)));
    let begun = async {
        pairing.may_meet(players[0], players[1]).await?;
        let _entry = pairing.admit(&players, pair.sought.rated, charges).await?;
        // An account may have become a bot's since it began to search; none does while the entry is held.
        check_bots(pairing, players).await?;
        Ok(pairing.rooms.create(terms(pair.sought, players)).await?)
    };
    let game = begun.await.map_err(fault)?;
    let sides = [&pair.white, &pair.black]
        .map(|party| Side { player: party.player.id, view: party.player.view.clone() });
    pairing.tell(game, sides.each_ref());
    Ok(())
}

async fn check_bots(pairing: &Pairing, players: [PlayerId; 2]) -> Result<(), NoGame> {
    let accounts = pairing.store.accounts.accounts_of(&players).await?;
    match accounts.iter().find(|account| account.title == Some(Title::Bot)) {
        Some(bot) => Err(NoGame::NoBots { player: bot.player }),
        None => Ok(()),
    }
}

fn fault(error: NoGame) -> Fault {
    match (error.culprit(), error) {
        (Some(player), error) => Fault::Of(player, error.refusal(player)),
        (None, NoGame::Apart(_)) => Fault::Apart,
        (None, error) => {
            tracing::error!(%error, "two players in the lobby were kept waiting");
            Fault::NotSaved
        }
    }
}

fn terms(sought: Sought, [white, black]: [PlayerId; 2]) -> Terms {
    let start = Start::Usual(sought.variant);
    let seats = Seats { white: Seat::Player(white), black: Seat::Player(black) };
    let terms = Terms::new(start.drawn(), Some(sought.time), seats).expect("two players begin at the start");
    if sought.rated { terms.rated().expect("people with clocks play rated games") } else { terms }
}
