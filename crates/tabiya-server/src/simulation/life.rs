// SPDX-License-Identifier: AGPL-3.0-or-later
//! One life of the process: a runtime of its own, from its start until it stops, is killed, or all is over.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tabiya_accounts::personal::Personal;
use tabiya_http::feeds::Feeds;
use tabiya_live::entry::Entrance;
use tabiya_live::room::{Patience, Ports, Rooms};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::timeline::{Clocks, Timeline};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::ledger::WriteFaults;
use super::world::{BEGINNING, Happening, NOBODY, Process, World};

/// No game here has a computer's seat.
static NO_COMPUTERS: LazyLock<ComputerPool> = LazyLock::new(|| ComputerPool::start(1));

/// From the moment that everything works again: so long the players go on playing, in milliseconds, ...
const HEALED: u64 = 40_000;
/// ... and so long after it all must be quiet.
const QUIET: u64 = 20_000;

impl World {
    /// One life of the process, from its start to its end.
    pub(super) fn live(&mut self) {
        let is_last = self.life as usize + 1 == self.plan.lives.len();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime without drivers can be had");
        runtime.block_on(async {
            self.began = Some(Instant::now());
            self.say(&format!("life {} begins", self.life));
            self.plan_life(is_last);
            let process = self.start().await;
            while self.faults.is_empty() {
                self.collect();
                let Some((&key, _)) = self.queue.first_key_value() else { break };
                let due = Instant::now() + Duration::from_millis(key.0.saturating_sub(self.now()));
                if due > Instant::now() {
                    let said = Arc::clone(&self.said);
                    tokio::select! {
                        biased;
                        () = said.notified() => {}
                        () = sleep_until(due) => {}
                    }
                    continue;
                }
                let happening = self.queue.remove(&key).expect("it was just there");
                if let Break(()) = self.happen(happening, &process).await {
                    break;
                }
            }
            self.collect();
            // Outside the runtime it would be the real clock's.
            self.base = self.now();
            self.began = None;
        });
        // Whatever the process was doing, it does no more.
        drop(runtime);
        self.end_life();
    }

    fn plan_life(&mut self, is_last: bool) {
        let length = self.plan.lives[self.life as usize];
        let (leave, away) = self.plan.leaves[self.life as usize].unwrap_or_default();
        if away > 0 {
            self.plan_in(leave, NOBODY, Happening::AllLeave(away));
        }
        let mischief = self.plan.mischief;
        self.ledger.set_write_faults(self.plan.write_faults);
        for _ in 0..self.random.below(1 + mischief) {
            let at = self.random.below(length);
            let happening = match self.random.below(4) {
                0 | 1 => Happening::Stall(100 + self.random.below(7_000)),
                2 => Happening::Leap(i64::try_from(self.random.below(200_000_000)).unwrap_or(0) - 60_000_000),
                _ => Happening::Disk(true),
            };
            if let Happening::Disk(_) = happening {
                let back = at + self.random.below(20_000);
                self.plan_in(back, NOBODY, Happening::Disk(false));
            }
            self.plan_in(at, NOBODY, happening);
        }
        let length = length + away;
        if is_last {
            self.plan_in(length, NOBODY, Happening::Heal);
            self.plan_in(length + HEALED, NOBODY, Happening::Rest);
            self.plan_in(length + HEALED + QUIET, NOBODY, Happening::Finish);
        } else {
            let end = if self.random.below(4) == 0 { Happening::Stop } else { Happening::Kill };
            self.plan_in(length, NOBODY, end);
        }
    }

    /// What `Server::start` does.
    async fn start(&mut self) -> Process {
        let (began, base, leap) = (Instant::now(), self.base, Arc::clone(&self.leap));
        let wall = Box::new(move || {
            let since =
                i64::try_from(base).unwrap_or(0) + i64::try_from(began.elapsed().as_millis()).unwrap_or(0);
            BEGINNING.saturating_add(Duration::from_millis(
                u64::try_from(since + leap.load(Ordering::Relaxed)).unwrap_or(0),
            ))
        });
        let timeline = Timeline::by(Clocks { wall, asleep: Box::new(|| Duration::ZERO) });
        let store = Arc::new(self.ledger.clone());
        let entrance = Entrance::of_guests(store.clone(), timeline);
        let (log, archive, deadlines, lines) = (store.clone(), store.clone(), store.clone(), store);
        let ports = Ports { log, archive, deadlines, lines };
        let rooms = Rooms::new(ports, timeline, NO_COMPUTERS.clone(), entrance, Patience::Usual);
        rooms.resume_all().await.expect("the logs can be read at the start");
        let personal = Personal::default();
        let feeds = Arc::new(Feeds { timeline, owners: vec![Box::new(rooms.clone()), Box::new(personal)] });
        Process { rooms, feeds, timeline, stop: watch::channel(false).0, answers: Arc::default() }
    }

    /// Lines end with the process; some messages are still on their way.
    fn end_life(&mut self) {
        self.life += 1;
        self.ledger.restart(&mut self.random);
        self.collect();
        for number in 0..self.routes.len() {
            if !std::mem::take(&mut self.routes[number].is_in_this_life) {
                continue;
            }
            if self.random.below(2) == 0 {
                let lost = |happening: &Happening| matches!(happening, Happening::ToClient(route, _) if *route == number);
                self.queue.retain(|_, happening| !lost(happening));
            }
            let at = self.routes[number].last_to_client.max(self.now() + 1);
            self.plan_at(at, self.clients.len() + number, Happening::ClientLoses(number));
        }
        // Nobody can reach a server that is not there, and the end of a life is the end of its faults.
        self.queue.retain(|_, happening| {
            matches!(happening, Happening::Acts(_) | Happening::ToClient(..) | Happening::ClientLoses(_))
        });
        self.base += *self.random.pick(&[1, 300, 5_000, 200_000]) + self.plan.outages[self.life as usize - 1];
    }

    /// Nobody is here for so long, and the wall clock hurries until they come back.
    fn all_leave(&mut self, away: u64) {
        self.say(&format!("all leave for {away} ms"));
        self.away_until = self.now() + away;
        for client in 0..self.clients.len() {
            if let Some(route) = self.clients[client].line {
                self.close(client, route);
            }
        }
        self.hurry();
    }

    /// By less than a game is woken before its deadline, between two looks at what is due.
    fn hurry(&mut self) {
        const STEP: u64 = 10_000;
        if self.now() + STEP < self.away_until {
            self.leap.fetch_add(80_000, Ordering::Relaxed);
            self.plan_in(STEP, NOBODY, Happening::Hurry);
        }
    }

    async fn happen(&mut self, happening: Happening, process: &Process) -> ControlFlow<()> {
        match happening {
            Happening::Acts(client) => self.act(client, process),
            Happening::ToServer(route, frame) => self.arrive(route, frame, process),
            Happening::ToClient(route, message) => self.hear(route, message),
            Happening::ServerLoses(route) => self.routes[route].line.cut(),
            Happening::ClientLoses(route) => self.client_loses(route),
            Happening::Reads(route) => self.routes[route].line.set_full(false),
            Happening::Stall(milliseconds) => {
                self.say(&format!("the server stands still for {milliseconds} ms"));
                tokio::time::advance(Duration::from_millis(milliseconds)).await;
            }
            Happening::Leap(by) => {
                self.say(&format!("the wall clock leaps by {by} ms"));
                self.leap.fetch_add(by, Ordering::Relaxed);
                self.disturbed.insert(self.life);
            }
            Happening::AllLeave(away) => self.all_leave(away),
            Happening::Hurry => self.hurry(),
            Happening::Disk(is_full) if !self.healed => {
                self.say(if is_full { "the disk is full" } else { "the disk has room again" });
                self.disturbed.insert(self.life);
                self.ledger.set_write_faults(if is_full {
                    WriteFaults::MOSTLY_FAILING
                } else {
                    self.plan.write_faults
                });
            }
            Happening::Disk(_) => {}
            Happening::Stop => {
                self.say("the server is told to stop");
                process.stop.send_replace(true);
                let closing = tokio::time::timeout(Duration::from_millis(1500), process.rooms.close_all());
                // What takes longer is cut off.
                let _ = closing.await;
                tokio::time::sleep(Duration::from_millis(5)).await;
                return Break(());
            }
            Happening::Kill => {
                self.say("the server is killed");
                return Break(());
            }
            Happening::Heal => {
                self.say("all is well from now on");
                self.healed = true;
                self.ledger.set_write_faults(WriteFaults::default());
                self.routes.iter().for_each(|route| route.line.set_full(false));
            }
            Happening::Rest => {
                self.say("nobody starts anything new");
                self.resting = true;
            }
            // What has just happened is on its way to the clients.
            Happening::Finish if self.now() < self.last_event + 5_000 => {
                self.plan_in(5_000, NOBODY, Happening::Finish);
            }
            Happening::Finish => {
                self.finish(process).await;
                return Break(());
            }
        }
        self.collect_answers(process);
        Continue(())
    }
}
