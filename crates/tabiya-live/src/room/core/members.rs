// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is here, and which side each plays.

use std::collections::HashMap;

use tabiya_accounts::people::{is_shown, shows_online};
use tabiya_game::{PlayerId, Seats};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::SubscriberId;

/// One client.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) identity: Option<Identity>,
    /// Whose side it plays; none for a spectator.
    pub(super) side: Option<Color>,
    /// Whether it is connected to this node.
    is_here: bool,
}

#[derive(Debug, Default)]
pub(super) struct Members {
    all: HashMap<SubscriberId, Member>,
    /// How many clients play each side: one player may have several tabs.
    playing: [u32; 2],
    /// Somebody who wants one thing and is not here.
    caller: Option<(SubscriberId, Member)>,
}

impl Members {
    /// Lets somebody in who wants one thing and does not count as being here.
    pub(super) fn let_in(&mut self, id: SubscriberId, identity: Identity, seats: &Seats) {
        let side = identity.side_in(seats);
        self.caller = Some((id, Member { identity: Some(identity), side, is_here: false }));
    }

    pub(super) fn let_out(&mut self) {
        self.caller = None;
    }

    /// Returns the side that the client plays.
    pub(super) fn add(
        &mut self,
        id: SubscriberId,
        (identity, is_here): (Option<Identity>, bool),
        seats: &Seats,
    ) -> Option<Color> {
        let side = identity.as_ref().and_then(|identity| identity.side_in(seats));
        self.remove(id);
        self.all.insert(id, Member { identity, side, is_here });
        side.inspect(|&side| self.playing[side as usize] += 1)
    }

    pub(super) fn remove(&mut self, id: SubscriberId) {
        if let Some(side) = self.all.remove(&id).and_then(|member| member.side) {
            self.playing[side as usize] -= 1;
        }
    }

    /// The side that this client plays; none for a spectator, and for a client that is not here.
    pub(super) fn side_of(&self, id: SubscriberId) -> Option<Color> {
        self.find(id)?.side
    }

    fn find(&self, id: SubscriberId) -> Option<&Member> {
        let caller = self.caller.as_ref().filter(|(caller, _)| *caller == id);
        self.all.get(&id).or_else(|| caller.map(|(_, member)| member))
    }

    pub(super) fn is_here(&self, id: SubscriberId) -> bool {
        self.all.contains_key(&id)
    }

    pub(super) fn get(&self, id: SubscriberId) -> Option<Member> {
        self.find(id).cloned()
    }

    /// Gives every client of this player its side. Returns those to whom that is new.
    pub(super) fn seat(&mut self, player: PlayerId, side: Color) -> Vec<SubscriberId> {
        let mut seated = Vec::new();
        for (&id, member) in &mut self.all {
            if member.side.is_none()
                && member.identity.as_ref().is_some_and(|identity| identity.player == player)
            {
                member.side = Some(side);
                seated.push(id);
            }
        }
        self.playing[side as usize] += u32::try_from(seated.len()).unwrap_or(u32::MAX);
        seated.sort_unstable_by_key(|id| id.0);
        seated
    }

    /// The clients that play, each with its side.
    pub(super) fn players(&self) -> Vec<(SubscriberId, Color)> {
        let playing = self.all.iter().filter_map(|(&id, member)| Some((id, member.side?)));
        let mut playing: Vec<_> = playing.collect();
        playing.sort_unstable_by_key(|(id, _)| id.0);
        playing
    }

    /// Whether anybody who is here plays this side.
    pub(super) fn plays(&self, side: Color) -> bool {
        self.playing[side as usize] > 0
    }

    /// Whether anybody plays this side who is connected to this node.
    pub(super) fn plays_here(&self, side: Color) -> bool {
        self.plays(side) && self.all.values().any(|member| member.side == Some(side) && member.is_here)
    }

    pub(super) fn spectators(&self) -> u32 {
        let playing: u32 = self.playing.iter().sum();
        u32::try_from(self.all.len()).unwrap_or(u32::MAX).saturating_sub(playing)
    }

    /// The names of spectators with an account that hide from nobody, in their order, so many at most. `reader` is not told of
    /// those whom it blocks.
    pub(super) fn names(&self, most: usize, reader: Option<&Identity>) -> Vec<String> {
        let watching = self.all.values().filter(|member| member.side.is_none());
        let shown = watching
            .filter_map(|member| member.identity.as_ref())
            .filter(|each| each.account().is_none_or(shows_online) && is_shown(reader, each.player));
        let known = shown.filter_map(|each| each.details.as_ref());
        let names: std::collections::BTreeSet<&str> = known.map(|details| details.name.as_str()).collect();
        names.into_iter().take(most).map(str::to_owned).collect()
    }

    /// The clients whose players block somebody.
    pub(super) fn blocking(&self) -> impl Iterator<Item = (SubscriberId, &Identity)> {
        let known = self.all.iter().filter_map(|(&id, member)| Some((id, member.identity.as_ref()?)));
        known.filter(|(_, identity)| !identity.blocked().is_empty())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
