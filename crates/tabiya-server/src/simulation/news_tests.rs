// SPDX-License-Identifier: AGPL-3.0-or-later
//! A seeded simulation of a topic that is in memory: the tabs of two players, whose lines are cut, which read slowly, stay away
//! for long, and come back with the number of what they have, also to a server that has started anew.
//!
//! Each piece of news has a number of its own. A tab that is told everything hears how many there are; from then on it must
//! hear each piece once and in order, over all its lines.
//!
//! Simulated topics: me.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::Visitor;
use tabiya_accounts::personal::{Personal, Source};
use tabiya_game::{GameId, PlayerId};
use tabiya_http::feeds::Feeds;
use tabiya_http::socket::{Allowance, Connection};
use tabiya_protocol::{
    ClientMessage, ConnectionMessage, ConnectionRequest, PersonalMessage, PlayerView, ServerMessage, Topic,
};
use tabiya_runtime::identity::Identity;
use tabiya_testkit::Random;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::absent_tests::{START, rooms};
use super::ledger::Ledger;
use super::line::Line;
use super::plan::{ANN, BOB};
use super::{USUAL_SEEDS, number};

const STEPS: usize = 250;

/// The news of both players, by their numbers from 1 on; they outlive the process.
#[derive(Clone, Default)]
struct AllNews(Arc<Mutex<std::collections::HashMap<PlayerId, u64>>>);

impl AllNews {
    fn count(&self, player: PlayerId) -> u64 {
        self.0.lock().unwrap().get(&player).copied().unwrap_or(0)
    }

    fn next(&self, player: PlayerId) -> u64 {
        let mut all = self.0.lock().unwrap();
        let count = all.entry(player).or_default();
        *count += 1;
        *count
    }
}

impl Source for AllNews {
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
        std::future::ready(vec![news(self.count(player))]).boxed()
    }
}

fn news(number: u64) -> ServerMessage {
    let opponent = PlayerView::Guest { name: String::new() };
    PersonalMessage::Paired { topic: Topic::Me, game: GameId::from_bits(number), opponent }.into()
}

#[derive(Default)]
struct Tab {
    line: Option<Line>,
    /// The number of the last message, which it comes back with.
    seq: Option<u64>,
    /// The last piece of news that it has; `None` until it is told everything.
    has: Option<u64>,
    /// How often it was told everything, and how often what it had missed.
    everything: u64,
    resumed: u64,
}

impl Tab {
    fn hear(&mut self) -> Result<(), String> {
        let Some(line) = &self.line else { return Ok(()) };
        for message in line.take() {
            let Message::Text(text) = message else { continue };
            let seq = serde_json::from_str::<serde_json::Value>(&text).unwrap()["seq"].as_u64();
            match ServerMessage::from_json(text.as_bytes()).unwrap() {
                ServerMessage::Personal(PersonalMessage::Mine { .. }) => {
                    (self.has, self.everything) = (None, self.everything + 1);
                }
                ServerMessage::Personal(PersonalMessage::Paired { game, .. }) => match (self.has, seq) {
                    (None, None) => self.has = (0..10_000).find(|number| GameId::from_bits(*number) == game),
                    (Some(has), Some(_)) if game == GameId::from_bits(has + 1) => self.has = Some(has + 1),
                    (has, seq) => return Err(format!("{game} came as {seq:?} to one who has {has:?}")),
                },
                ServerMessage::Connection(ConnectionMessage::Resumed { .. }) => self.resumed += 1,
                other => return Err(format!("{other:?} was not asked for")),
            }
            self.seq = seq.or(self.seq);
        }
        Ok(())
    }

    fn lose(&mut self) {
        if let Some(line) = self.line.take() {
            line.cut();
        }
    }
}

struct World {
    feeds: Arc<Feeds>,
    personal: Personal,
    stop: watch::Sender<bool>,
    all: AllNews,
}

impl World {
    fn begin(all: AllNews) -> Self {
        let personal = Personal::default();
        personal.add(Arc::new(all.clone()));
        let rooms = rooms(&Ledger::new(1), START);
        let timeline = rooms.timeline();
        let feeds = Feeds { timeline, owners: vec![Box::new(rooms), Box::new(personal.clone())] };
        let feeds = Arc::new(feeds);
        Self { feeds, personal, stop: watch::channel(false).0, all }
    }

    fn open(&self, tab: &mut Tab, player: PlayerId) {
        let line = Line::new(Arc::default());
        let allowance = Allowance { burst: 40.0, per_second: 8.0 };
        let visitor = Visitor::reading(Some(Identity::guest(player)));
        let (feeds, stopping) = (Arc::clone(&self.feeds), self.stop.subscribe());
        let mut connection = Connection::new(allowance, feeds, stopping, visitor, line.server_end());
        tokio::spawn(async move { connection.run().await });
        let subscribe = ConnectionRequest::Subscribe { topic: Topic::Me, after: tab.seq };
        let text = serde_json::to_string(&ClientMessage::from(subscribe)).unwrap();
        line.deliver(Message::Text(text.into()));
        tab.line = Some(line);
    }
}

async fn pass(millis: u64) {
    sleep(Duration::from_millis(millis)).await;
}

/// Plays a seed. Returns how often a tab was told everything, and how often what it had missed.
async fn play(seed: u64) -> Result<(u64, u64), String> {
    let mut random = Random::new(seed);
    let mut world = World::begin(AllNews::default());
    let mut tabs = [(Tab::default(), ANN), (Tab::default(), ANN), (Tab::default(), BOB)];
    for _ in 0..STEPS {
        let (tab, player) = &mut tabs[usize::try_from(random.below(3)).unwrap_or(0)];
        match random.below(200) {
            0..90 => {
                let next = world.all.next(*player);
                world.personal.tell(*player, news(next));
            }
            90..120 => tab.lose(),
            120..160 => {
                if tab.line.is_none() {
                    world.open(tab, *player);
                }
            }
            drawn @ 160..180 => tab.line.iter().for_each(|line| line.set_full(drawn < 168)),
            180..195 => pass(random.below(40_000)).await,
            195..198 => pass(90_000).await,
            _ => {
                world.stop.send_replace(true);
                world.feeds.close().await;
                tabs.iter_mut().for_each(|(tab, _)| tab.lose());
                world = World::begin(world.all.clone());
            }
        }
        pass(1 + random.below(20)).await;
        for (tab, _) in &mut tabs {
            // What it has not read when its line is cut is lost.
            if random.below(3) > 0 {
                tab.hear()?;
            }
            if tab.line.as_ref().is_some_and(Line::server_is_gone) {
                tab.lose();
            }
        }
    }
    for (tab, player) in &mut tabs {
        tab.lose();
        world.open(tab, *player);
        pass(100).await;
        tab.hear()?;
        let count = world.all.count(*player);
        if tab.has != Some(count) {
            return Err(format!("a tab has {:?} of {count} news in the end", tab.has));
        }
    }
    let sum = |of: fn(&Tab) -> u64| tabs.iter().map(|(tab, _)| of(tab)).sum();
    Ok((sum(|tab| tab.everything), sum(|tab| tab.resumed)))
}

/// 60 seeds, or as many as `TABIYA_SIMULATE_SEEDS` says, from `TABIYA_SIMULATE_FROM` on.
#[test]
fn no_news_is_lost_or_told_twice() {
    tabiya_runtime::topic::shrink_outboxes();
    let from = number("TABIYA_SIMULATE_FROM").unwrap_or(0);
    let seeds = number("TABIYA_SIMULATE_SEEDS").unwrap_or(USUAL_SEEDS);
    let (mut everything, mut resumed) = (0, 0);
    for seed in from..from + seeds {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let played = runtime.expect("a runtime without drivers can be had").block_on(play(seed));
        let (all, missed) = played.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        (everything, resumed) = (everything + all, resumed + missed);
    }
    // A simulation in which nothing happens would pass, too.
    assert!(everything > seeds && resumed > seeds, "{everything} times everything, {resumed} times the rest");
}
