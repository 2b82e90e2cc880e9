// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is known about an account that enters, and about an entrant.

use tabiya_game::{Category, PlayerDetails, PlayerId, Time};
use tabiya_live::ratings::known_in;
use tabiya_protocol::events::{EntrantCardView, EntrantId, EntrantRestView};
use tabiya_store::{Account, StorageError, Store};

use crate::decide::{Refusal, Who};
use crate::event::{Card, Event, Settings};

/// The card of an account: its name, its title of FIDE's, and its rating in the category of the event's games. A provisional
/// rating counts, too, because it says more than none.
///
/// # Errors
/// If the storage fails.
pub async fn card_of(
    store: &Store,
    account: &Account,
    settings: &Settings,
    now: Time,
) -> Result<Card, StorageError> {
    let category = settings.time.map(|time| Category::new(settings.variant, time.speed()));
    let details = PlayerDetails { name: account.name.clone(), title: account.title, rating: None };
    let known = known_in(&*store.ratings, (account.player, details), category, now).await?;
    let title = known.title.map(|title| title.to_string()).filter(|title| title != "BOT" && title != "NM");
    Ok(Card {
        title: title.unwrap_or_default(),
        ..Card::new(known.name.to_string(), known.rating.map(|rating| rating.points))
    })
}

/// What an organiser sees of an entrant's card. Only whoever owns the event sees dates of birth, sexes, national ratings and numbers of
/// federations: a helper could enter members of the owner's list one after another, and read them there.
///
/// # Errors
/// If somebody else asks, there is no such entrant, or the entrant's account is closed.
pub fn card_for(
    who: Who,
    event: &Event,
    id: EntrantId,
    is_ghost: &dyn Fn(PlayerId) -> bool,
) -> Result<EntrantCardView, Refusal> {
    if !event.may_organise(who) {
        return Err(Refusal::NotYours);
    }
    // Whose account is closed has asked to be forgotten.
    let found = event.entrant(id).filter(|one| !one.player.is_some_and(is_ghost));
    let entrant = found.ok_or(Refusal::NoSuchEntrant(id))?;
    let card = &entrant.card;
    let rest = || EntrantRestView {
        fide: card.fide.clone(),
        national_id: card.national_id.clone(),
        national_rating: card.national_rating,
        birth: card.birth.clone(),
        sex: card.sex,
    };
    Ok(EntrantCardView {
        name: card.name.clone(),
        may_rename: entrant.is_named_by_organiser() && !entrant.erased,
        rating: card.rating,
        title: card.title.clone(),
        federation: card.federation.clone(),
        club: card.club.clone(),
        rest: event.may_own(who).then(rest),
    })
}
