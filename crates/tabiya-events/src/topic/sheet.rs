// SPDX-License-Identifier: AGPL-3.0-or-later
//! One event while somebody follows it: who follows, what they were told last, and what they are told next.

use std::sync::Arc;

use tabiya_game::PlayerId;
use tabiya_protocol::events::{ByesView, EntrantId, EventView};
use tabiya_protocol::{EventMessage, Topic};
use tabiya_runtime::topic::{Channel, OutboxSender, SharedMessage, SubscriberId};

use crate::byes::byes_of;
use crate::changes::changes;
use crate::decide::Who;
use crate::event::Event;

/// An event as it was told last.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) event: Arc<Event>,
    /// What everybody sees.
    pub(super) to_all: EventView,
    /// What its organisers see.
    pub(super) to_organisers: EventView,
}

/// What is kept of a message to tell it again.
struct Told {
    to_all: SharedMessage,
    to_organisers: SharedMessage,
    /// Those whose own place in the event has changed. They were told everything.
    renewed: Vec<PlayerId>,
}

impl Told {
    fn to(&self, tab: &Tab) -> &SharedMessage {
        if tab.organises { &self.to_organisers } else { &self.to_all }
    }
}

/// A client that follows the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tab {
    who: Option<Who>,
    /// Whether it is told of drafts.
    organises: bool,
    /// Its player's own entry.
    me: Option<EntrantId>,
    /// The rounds in which its player is not paired.
    my_byes: Option<ByesView>,
}

impl Tab {
    /// Of a client that knows nothing yet.
    pub(super) const fn of(who: Option<Who>) -> Self {
        Self { who, organises: false, me: None, my_byes: None }
    }

    fn player(&self) -> Option<PlayerId> {
        self.who.and_then(Who::player)
    }

    /// The same client where the event stands so.
    fn in_event(&self, event: &Event) -> Self {
        let me = self.player().and_then(|player| event.entrant_of(player));
        let organises = self.who.is_some_and(|who| event.may_organise(who));
        let my_byes = me.and_then(|entrant| byes_of(event, entrant));
        Self { who: self.who, organises, me: me.map(|entrant| entrant.id), my_byes }
    }
}

/// The topic of one event.
pub(super) struct Sheet {
    channel: Channel<Told, Tab>,
    shown: Arc<Shown>,
}

impl Sheet {
    pub(super) fn new(shown: Arc<Shown>) -> Self {
        Self { channel: Channel::in_memory(None), shown }
    }

    fn topic(&self) -> Topic {
        Topic::Event(self.shown.to_all.id)
    }

    /// Whether nobody follows it.
    pub(super) fn is_unused(&self) -> bool {
        self.channel.is_empty()
    }

    pub(super) fn head(&self) -> u64 {
        self.channel.head()
    }

    /// The event as it was told last.
    pub(super) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown)
    }

    /// Adds a client, and tells it what it has missed, or everything.
    pub(super) fn add(&mut self, outbox: OutboxSender, tab: Tab, after: Option<u64>) {
        let id = outbox.id();
        let tab = tab.in_event(&self.shown.event);
        let missed = self.channel.missed(after).and_then(|missed| {
            let is_renewed = |told: &Told| tab.player().is_some_and(|player| told.renewed.contains(&player));
            let told: Vec<&Told> = missed.map(|(_, told)| told).collect();
            let is_other = told.iter().any(|told| is_renewed(told));
            (!is_other).then(|| told.into_iter().map(|told| told.to(&tab).clone()).collect::<Vec<_>>())
        });
        self.channel.add(outbox, tab, false);
        match missed {
            Some(missed) => self.channel.resume(id, missed, self.topic()),
            None => {
                self.tell_everything(id);
            }
        }
    }

    fn everything(&self, tab: &Tab) -> SharedMessage {
        let view = if tab.organises { &self.shown.to_organisers } else { &self.shown.to_all };
        let event = Box::new(EventView { me: tab.me, my_byes: tab.my_byes.clone(), ..view.clone() });
        SharedMessage::numbered(EventMessage::EventState { topic: self.topic(), event }.into(), self.head())
    }

    /// Tells a client everything again. Returns whether it is still here.
    pub(super) fn tell_everything(&mut self, id: SubscriberId) -> bool {
        let Some(everything) = self.channel.data(id).map(|tab| self.everything(tab)) else { return false };
        self.channel.catch_up(id);
        self.channel.tell_everything(id, everything)
    }

    /// Tells a client the number of the newest message. Returns whether it is still here.
    pub(super) fn ping(&mut self, id: SubscriberId) -> bool {
        self.channel.pong(id, self.topic())
    }

    pub(super) fn remove(&mut self, id: SubscriberId) {
        self.channel.remove(id);
    }

    /// The event stands so now: tells all what has changed. A client whose own place in the event is another one now is told
    /// everything instead.
    pub(super) fn tell(&mut self, shown: Arc<Shown>) {
        let before = std::mem::replace(&mut self.shown, shown);
        let after = Arc::clone(&self.shown);
        let number = self.head() + 1;
        let message = |was: &EventView, is: &EventView| {
            let changes = Box::new(changes(was, is));
            let told = EventMessage::EventChanged { topic: Topic::Event(is.id), changes };
            SharedMessage::numbered(told.into(), number)
        };
        let to_all = message(&before.to_all, &after.to_all);
        let to_organisers = message(&before.to_organisers, &after.to_organisers);
        let renewed = renewed(&before.event, &after.event);
        if before.event.settings.short_names == after.event.settings.short_names {
            self.channel.push(Told { to_all: to_all.clone(), to_organisers: to_organisers.clone(), renewed });
        } else {
            // What was told before has the names in another form: nobody who comes back is told it again.
            self.channel.replace();
        }
        let mut others = Vec::new();
        for (id, tab) in self.channel.all() {
            let now = tab.in_event(&after.event);
            if now != *tab {
                others.push((id, now));
            }
        }
        let is_other = |tab: &Tab| others.iter().any(|(_, now)| now.who == tab.who);
        self.channel.tell_those(&to_all, None, |tab| !tab.organises && !is_other(tab));
        self.channel.tell_those(&to_organisers, None, |tab| tab.organises && !is_other(tab));
        for (id, now) in others {
            let everything = self.everything(&now);
            if let Some(tab) = self.channel.data_mut(id) {
                *tab = now;
            }
            self.channel.tell(id, &everything, None);
        }
    }
}

/// The accounts whose own place in the event has changed: who has entered, who is paired in other rounds than before, and who has
/// become a helper or is none any more.
fn renewed(before: &Event, after: &Event) -> Vec<PlayerId> {
    let entered = after.entrants.iter().skip(before.entrants.len()).filter_map(|entrant| entrant.player);
    let came = after.helpers.iter().filter(|helper| !before.helpers.contains(helper));
    let left = before.helpers.iter().filter(|helper| !after.helpers.contains(helper));
    let both = before.entrants.iter().zip(&after.entrants).filter(|(_, is)| is.player.is_some());
    let others = both.filter(|(was, is)| byes_of(before, was) != byes_of(after, is));
    let others = others.filter_map(|(_, is)| is.player);
    entered.chain(others).chain(came.copied()).chain(left.copied()).collect()
}
