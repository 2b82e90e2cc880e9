// SPDX-License-Identifier: AGPL-3.0-or-later
//! A virtual node: the real membership, rooms, relays and outlets in a runtime of their own with a clock of its own.
//!
//! The world lets each runtime run up to the same moment, one after the other on one thread. A node that is suspended is not run; when
//! it goes on, its clock leaps, as after SIGSTOP. A node that is killed loses its runtime, with everything that was in it.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use tabiya_cluster::bus::{Hub, LocalBus};
use tabiya_live::entry::Entrance;
use tabiya_live::membership::Membership;
use tabiya_live::owned::Owned;
use tabiya_live::peers::{SiteBus, SiteKeys};
use tabiya_live::room::{Patience, Ports, Rooms};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::timeline::{Clocks, Timeline};
use tabiya_store::{Formats, NewNode};
use tabiya_testkit::Random;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::database::{BEGINNING, Life};
use super::line::{self, Line, Wanted};
use super::link::{Link, Store};
use crate::simulation::Ledger;

/// No game here has a computer's seat.
static NO_COMPUTERS: LazyLock<ComputerPool> = LazyLock::new(|| ComputerPool::start(1));

/// How long a node that is told to stop may take.
const STOPS: Duration = Duration::from_millis(2_500);

/// What has become of a start.
enum State {
    Starts,
    Runs(Running),
    /// It could not join.
    Failed(String),
    /// It was told to stop, and has ended.
    Ended,
}

struct Running {
    rooms: Rooms,
    owned: Owned,
    /// Taken by whoever stops the node.
    membership: Option<Membership>,
    stop: watch::Sender<bool>,
    timeline: Timeline,
}

/// One life of the process.
struct Process {
    runtime: Runtime,
    /// The moment of its start, on its clock and in the world.
    began: (Instant, u64),
    /// Up to when it has run.
    reached: u64,
    state: Arc<Mutex<State>>,
    bus: Arc<LocalBus>,
}

/// A node, over all its lives.
pub(super) struct Node {
    pub(super) life: Life,
    /// What its machine's clock is ahead, in milliseconds.
    pub(super) skew: i64,
    process: Option<Process>,
    pub(super) suspended: bool,
    /// Until when something that happened to this node alone may be why others take it for gone.
    pub(super) unwell_until: u64,
    pub(super) is_cut_off_store: bool,
    is_cut_off_bus: bool,
}

impl Node {
    pub(super) fn new(node: usize, skew: i64) -> Self {
        let life = Life { node, number: 0 };
        Self {
            life,
            skew,
            process: None,
            suspended: false,
            unwell_until: 0,
            is_cut_off_store: false,
            is_cut_off_bus: false,
        }
    }

    pub(super) fn name(&self) -> String {
        format!("n{}", self.life.node)
    }

    /// Starts the process. It takes part as soon as the database has answered.
    pub(super) fn start(&mut self, now: u64, store: &Store, hub: &Hub, (slow, random): (u64, Random)) {
        assert!(self.process.is_none(), "it does not run");
        self.life.number += 1;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime without drivers can be had");
        let began = runtime.block_on(async { Instant::now() });
        let bus = Arc::new(hub.connect());
        if self.is_cut_off_bus {
            bus.cut();
        }
        let state = Arc::new(Mutex::new(State::Starts));
        let link = Link::new(store.clone(), self.life, (self.skew, slow), random);
        let (skew, name) = (self.skew, self.name());
        let wall = move || {
            let at = u64::try_from(began.elapsed().as_millis()).unwrap_or(0) + BEGINNING + now;
            Duration::from_millis(at.saturating_add_signed(skew))
        };
        let (set, all) = (Arc::clone(&state), Arc::clone(&bus));
        runtime.spawn(async move {
            let timeline = Timeline::by(Clocks { wall: Box::new(wall), asleep: Box::new(|| Duration::ZERO) });
            let tables = Arc::new(Ledger::new(0));
            let ports = Ports {
                log: Arc::new(link.clone()),
                archive: tables.clone(),
                deadlines: tables.clone(),
                lines: tables.clone(),
            };
            let entrance = Entrance::of_guests(tables, timeline);
            let owned = Owned::leased(Arc::new(link.clone()));
            let rooms = Rooms::new(ports, timeline, NO_COMPUTERS.clone(), entrance, Patience::Usual)
                .owning(owned.clone());
            let new = NewNode {
                name: name.parse().expect("a name"),
                address: "here".to_owned(),
                version: "1".to_owned(),
                formats: Formats::own(),
            };
            let (stop, stopping) = watch::channel(false);
            let keys = SiteKeys::new(Arc::new(link.clone()), timeline);
            let bus = SiteBus { bus: all, keys };
            let joined =
                Membership::join(Arc::new(link), rooms.clone(), owned.clone(), (new, Some(bus)), stopping);
            let become_ = match joined.await {
                Ok(membership) => {
                    State::Runs(Running { rooms, owned, membership: Some(membership), stop, timeline })
                }
                Err(error) => State::Failed(error.to_string()),
            };
            *set.lock().expect("nothing panics under the lock") = become_;
        });
        self.process = Some(Process { runtime, began: (began, now), reached: now, state, bus });
    }

    /// Lets it run up to this moment.
    pub(super) fn run(&mut self, to: u64) {
        if self.suspended {
            return;
        }
        let Some(process) = &mut self.process else { return };
        let (began, at) = process.began;
        let until = began + Duration::from_millis(to - at);
        let behind = to - process.reached;
        process.reached = to;
        process.runtime.block_on(async {
            if behind > 100 {
                // It stood still: all timers find that they are late.
                tokio::time::advance(Duration::from_millis(behind - 1)).await;
            }
            sleep_until(until).await;
        });
    }

    /// Whether the process is there.
    pub(super) fn is_up(&self) -> bool {
        self.process.is_some()
    }

    /// Why the process can't go on, if it ended by itself. The process is gone then.
    pub(super) fn ended(&mut self) -> Option<String> {
        let process = self.process.as_ref()?;
        let why = match &*process.state.lock().expect("nothing panics under the lock") {
            State::Failed(why) => why.clone(),
            State::Ended => "it was told to stop".to_owned(),
            State::Starts | State::Runs(_) => return None,
        };
        self.kill();
        Some(why)
    }

    fn running<T>(&self, look: impl FnOnce(&mut Running) -> T) -> Option<T> {
        let process = self.process.as_ref()?;
        match &mut *process.state.lock().expect("nothing panics under the lock") {
            State::Runs(running) => Some(look(running)),
            _ => None,
        }
    }

    /// Whether it takes part.
    pub(super) fn takes_part(&self) -> bool {
        self.running(|_| ()).is_some()
    }

    /// Whether it would act now as the owner of this work.
    pub(super) fn does(&self, id: &str) -> bool {
        let Some(process) = self.process.as_ref().filter(|_| !self.suspended) else { return false };
        let _clock = process.runtime.enter();
        self.running(|running| running.owned.does(id)).unwrap_or(false)
    }

    /// A new connection of a client; `None` where nobody answers.
    pub(super) fn connect(&self, wanted: Wanted) -> Option<Line> {
        let process = self.process.as_ref()?;
        let (rooms, timeline) = self.running(|running| (running.rooms.clone(), running.timeline))?;
        let (line, end) = line::line();
        process.runtime.spawn(line::serve(rooms, timeline, wanted, end));
        Some(line)
    }

    /// The process is gone at once.
    pub(super) fn kill(&mut self) {
        let Some(process) = self.process.take() else { return };
        self.suspended = false;
        let before = std::mem::replace(
            &mut *process.state.lock().expect("nothing panics under the lock"),
            State::Ended,
        );
        {
            let _clock = process.runtime.enter();
            // What is in the process says nothing more.
            process.bus.cut();
            drop(before);
        }
        drop(process);
    }

    /// SIGTERM: the rooms end, and others get everything.
    pub(super) fn stop(&mut self) {
        let Some((rooms, membership)) = self.running(|running| {
            running.stop.send_replace(true);
            (running.rooms.clone(), running.membership.take())
        }) else {
            return self.kill();
        };
        let Some(process) = &self.process else { return };
        let state = Arc::clone(&process.state);
        process.runtime.spawn(async move {
            let ends = async {
                rooms.close_all().await;
                if let Some(membership) = membership {
                    membership.leave().await;
                }
            };
            // What takes longer is cut off.
            let _ = tokio::time::timeout(STOPS, ends).await;
            *state.lock().expect("nothing panics under the lock") = State::Ended;
        });
    }

    pub(super) fn cut_off_bus(&mut self, is_cut: bool) {
        if std::mem::replace(&mut self.is_cut_off_bus, is_cut) == is_cut {
            return;
        }
        if let Some(process) = &self.process {
            match is_cut {
                true => process.bus.cut(),
                false => process.bus.reconnect(),
            }
        }
    }
}
