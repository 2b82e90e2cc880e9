// SPDX-License-Identifier: AGPL-3.0-or-later
//! New events and their players at the command line.

use tabiya_game::{PlayerId, Time};
use tabiya_runtime::chance;

use super::{EventOperator, OrderError, said};
use crate::decide::Command;
use crate::entrants::card_of;
use crate::event::{Card, Plays, Settings};

impl EventOperator {
    /// Whose the event will be. With a child among the players over the board, names are short from the beginning.
    pub(super) async fn owner_of(
        &self,
        name: Option<String>,
        settings: &mut Settings,
        players: &[Card],
        now: Time,
    ) -> Result<Option<PlayerId>, OrderError> {
        let owner = match name {
            Some(name) => Some(self.account(&name).await?.player),
            None => None,
        };
        settings.short_names |=
            settings.over_the_board && self.members.has_child(owner, players, now).await?;
        Ok(owner)
    }

    pub(super) async fn new_event(
        &self,
        mut settings: Settings,
        players: Vec<Card>,
        owner: Option<String>,
        now: Time,
    ) -> Result<String, OrderError> {
        let owner = self.owner_of(owner, &mut settings, &players, now).await?;
        settings.seed = u64::from_le_bytes(chance::bytes());
        let count = players.len();
        let mut commands = Vec::new();
        for card in players {
            commands.push(self.entering(card, settings.over_the_board, &settings, now).await?);
        }
        let bits = u64::from_le_bytes(chance::bytes());
        let (id, event) = self.events.create(settings, owner, &commands, now, bits).await?;
        let settings = &event.settings;
        let players = if count == 1 { "1 player".to_owned() } else { format!("{count} players") };
        let mut text = format!("{} is a new event ({}) with {players}", settings.name, settings.format);
        if count > 1
            && let Err(why) = crate::pairing::pair(&event, |_, _| {})
        {
            text.push_str(&format!("\nwarning: it can't be paired as it stands: {why}"));
        } else if let Some(uneven) = event.uneven_teams() {
            text.push_str(&format!("\nwarning: {uneven}"));
        }
        text.push_str(&said::limits(settings.format));
        if event.games_per_pairing() > 1 {
            text.push_str(&format!("\neach pairing has {} games", event.games_per_pairing()));
        }
        text.push_str(&said::entry_code(settings));
        Ok(format!("{text}\n{id}"))
    }

    /// The command that enters a player: by the name of an account, or by the card alone at the venue.
    pub(super) async fn entering(
        &self,
        card: Card,
        at_the_venue: bool,
        settings: &Settings,
        now: Time,
    ) -> Result<Command, OrderError> {
        if at_the_venue {
            return Ok(Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) });
        }
        let account = self.account(&card.name).await?;
        let own = card_of(self.events.store(), &account, settings, now).await?;
        // What the organiser wrote counts; the rest is the account's.
        let card = Card { name: own.name, rating: card.rating.or(own.rating), ..card };
        Ok(Command::Enter { player: Some(account.player), card, plays: Some(Plays::Online) })
    }
}
