// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sends what is to be pushed, a few at a time and below everything else.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use http::{Request, StatusCode};
use tabiya_game::PlayerId;
use tabiya_https::{CallError, Client};
use tabiya_runtime::config::PushServices;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::PushDevice;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use url::Url;

use super::{Push, Pushed, allows, seal};

/// Players that may wait to be told.
const QUEUE: usize = 1_024;
/// Players who are told at the same time. All devices of one are called together, so that services that never answer cost a
/// player one place, however many devices there are.
const AT_ONCE: usize = 16;
/// Players whose devices may wait for another try, each of them once.
const LATER: usize = 256;
/// Devices that are tried again at the same time, beside the first calls.
const AGAIN_AT_ONCE: usize = 4;
/// How long after a failure the next tries follow.
const PAUSES: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(300)];
/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of an answer, in bytes. What it says below is not read.
const LONGEST: u64 = 16 * 1024;
/// For how long a service keeps a message for a device that is away, in seconds: a day.
const KEPT_FOR: &str = "86400";

static FAILS: LogOnce = LogOnce::new();
static REFUSED: LogOnce = LogOnce::new();

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Became {
    /// The service has it, or will never take it.
    Settled,
    /// The service does not know the device any more.
    Gone,
    /// Another try may succeed.
    Later,
}

struct Sender {
    push: Arc<Push>,
    client: Client,
    places: Arc<Semaphore>,
    later: Arc<Semaphore>,
    places_again: Semaphore,
    /// Whose devices wait for another try.
    waiting: Mutex<HashSet<PlayerId>>,
}

/// What calls services, and nobody else.
///
/// # Errors
/// If there are no certificates by which services are known, in words.
pub(super) fn client(services: &PushServices) -> Result<Client, String> {
    let client = Client::new(services.root.as_deref())?.within(PATIENCE).reading(LONGEST).reading_heads();
    let services = services.clone();
    Ok(client.only(move |address| allows(&services, address)))
}

/// Sends until the server stops. Does nothing where this site pushes nothing.
pub fn start(push: Option<&Arc<Push>>, mut stopping: watch::Receiver<bool>) {
    let Some(push) = push else { return };
    let client = match client(&push.services) {
        Ok(client) => client,
        Err(why) => return tracing::warn!(why, "nothing can be pushed to devices"),
    };
    let (queue, mut waiting) = mpsc::channel(QUEUE);
    // Begun once, when the server starts.
    let _ = push.waiting.queue.set(queue);
    let [places, later] = [AT_ONCE, LATER].map(|places| Arc::new(Semaphore::new(places)));
    let places_again = Semaphore::new(AGAIN_AT_ONCE);
    let sender = Arc::new(Sender {
        push: Arc::clone(push),
        client,
        places,
        later,
        places_again,
        waiting: Mutex::default(),
    });
    spawn(async move {
        loop {
            let next = tokio::select! {
                biased;
                // `stopping` changes once, from false to true.
                _ = stopping.changed() => return,
                next = waiting.recv() => next,
            };
            let Some((player, pushed)) = next else { return };
            let devices = match sender.push.store.push_devices.push_devices_of(player).await {
                Ok(devices) => devices,
                Err(error) => {
                    FAILS.log(|| tracing::warn!(%error, "devices can't be looked up now"));
                    continue;
                }
            };
            if devices.is_empty() {
                continue;
            }
            let place = Arc::clone(&sender.places).acquire_owned().await;
            let place = place.expect("nobody closes the semaphore");
            spawn(Arc::clone(&sender).deliver(player, devices, pushed, place));
        }
    });
}

impl Sender {
    /// Tells all devices of a player once. The place is held while their services are called.
    async fn deliver(
        self: Arc<Self>,
        player: PlayerId,
        devices: Vec<PushDevice>,
        pushed: Pushed,
        place: OwnedSemaphorePermit,
    ) {
        let calls = devices.iter().map(|device| self.send(device, pushed));
        let became = join_all(calls).await;
        drop(place);
        let mut later = Vec::new();
        for (device, became) in devices.into_iter().zip(became) {
            match became {
                Became::Settled => {}
                Became::Gone => self.forget(&device).await,
                Became::Later => later.push(device),
            }
        }
        // Services that never answer cost others nothing, however often their player is told.
        if !later.is_empty()
            && let Ok(waits) = Arc::clone(&self.later).try_acquire_owned()
            && self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(player)
        {
            spawn(async move {
                join_all(later.iter().map(|device| self.try_again(device, pushed))).await;
                self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&player);
                drop(waits);
            });
        }
    }

    async fn try_again(&self, device: &PushDevice, pushed: Pushed) {
        // The player may have logged out.
        let is_there =
            || async { self.push.store.push_devices.has_push_device(&device.session).await == Ok(true) };
        let send = || async {
            let _place = self.places_again.acquire().await;
            self.send(device, pushed).await
        };
        if again(is_there, send).await == Became::Gone {
            self.forget(device).await;
        }
    }

    async fn forget(&self, device: &PushDevice) {
        if let Err(error) = self.push.store.push_devices.forget_push_endpoint(&device.endpoint).await {
            FAILS.log(|| tracing::warn!(%error, "a device that is gone can't be forgotten now"));
        }
    }

    async fn send(&self, device: &PushDevice, pushed: Pushed) -> Became {
        let Some(request) = self.request(device, pushed) else { return Became::Settled };
        match self.client.call(request).await {
            Ok(answer) => became(answer.status()),
            // The log names no path: whoever knows the whole address can send there.
            Err(CallError::Address(_)) => Became::Settled,
            Err(error @ CallError::Refused(_)) => {
                tracing::debug!(%error, "a push service is not on the internet");
                Became::Settled
            }
            Err(
                error @ (CallError::Name(_)
                | CallError::Unreachable { .. }
                | CallError::Tls { .. }
                | CallError::Silent(_)
                | CallError::NoHttp(_)),
            ) => {
                tracing::debug!(%error, "a push service can't be called");
                Became::Later
            }
        }
    }

    fn request(&self, device: &PushDevice, pushed: Pushed) -> Option<Request<bytes::Bytes>> {
        let push = &self.push;
        let audience = Url::parse(&device.endpoint).ok()?.origin().ascii_serialization();
        let body = seal::sealed(pushed.word().as_bytes(), &device.key, &device.secret).ok()?;
        let proof = push.key.proof(&audience, &push.subject, push.timeline.wall());
        Request::post(&device.endpoint)
            .header("authorization", proof)
            .header("content-encoding", "aes128gcm")
            .header("content-type", "application/octet-stream")
            .header("ttl", KEPT_FOR)
            .header("urgency", "normal")
            // Of several that the device has not got, the last is enough.
            .header("topic", pushed.word())
            .body(body.into())
            .ok()
    }
}

/// Tries a few times more, with pauses, as long as the device is there.
async fn again<There, Sent>(is_there: impl Fn() -> There, send: impl Fn() -> Sent) -> Became
where
    There: Future<Output = bool>,
    Sent: Future<Output = Became>,
{
    for pause in PAUSES {
        tokio::time::sleep(pause).await;
        if !is_there().await {
            break;
        }
        let became = send().await;
        if became != Became::Later {
            return became;
        }
    }
    Became::Settled
}

fn became(status: StatusCode) -> Became {
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Became::Gone,
        StatusCode::TOO_MANY_REQUESTS => Became::Later,
        _ if status.is_success() => Became::Settled,
        _ if status.is_server_error() => Became::Later,
        // Such as a proof from a clock that is wrong. The device may be told again when that is over.
        _ => {
            REFUSED.log(|| tracing::warn!(%status, "a push service refuses what the server sends"));
            Became::Settled
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_forgotten_when_its_service_says_so_and_never_else() {
        let of = |code| became(StatusCode::from_u16(code).unwrap());
        for code in [404, 410] {
            assert_eq!(of(code), Became::Gone, "{code}");
        }
        for code in [429, 500, 502, 503, 504] {
            assert_eq!(of(code), Became::Later, "{code}");
        }
        for code in [200, 201, 202, 301, 400, 401, 403, 413] {
            assert_eq!(of(code), Became::Settled, "{code}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_has_no_time_is_asked_twice_more_and_a_device_that_is_gone_never() {
        use std::cell::Cell;
        for (answers, there, expected, sent) in [
            ([Became::Later, Became::Later], [true, true], Became::Settled, 2),
            ([Became::Later, Became::Gone], [true, true], Became::Gone, 2),
            ([Became::Settled, Became::Gone], [true, true], Became::Settled, 1),
            ([Became::Gone, Became::Gone], [true, true], Became::Gone, 1),
            ([Became::Later, Became::Gone], [true, false], Became::Settled, 1),
            ([Became::Gone, Became::Gone], [false, false], Became::Settled, 0),
        ] {
            let (asked, calls) = (Cell::new(0), Cell::new(0));
            let is_there = || async { there[asked.replace(asked.get() + 1)] };
            let send = || async { answers[calls.replace(calls.get() + 1)] };
            let begun = tokio::time::Instant::now();
            assert_eq!(again(is_there, send).await, expected, "{answers:?}");
            assert_eq!(calls.get(), sent, "{answers:?} {there:?}");
            let waited: Duration = PAUSES[..asked.get()].iter().sum();
            assert!((waited..waited + Duration::from_secs(1)).contains(&begun.elapsed()), "{answers:?}");
        }
    }
}
