// SPDX-License-Identifier: AGPL-3.0-or-later
//! Passwords: which are taken, and how they are hashed.
//!
//! A hash costs 19 MiB and some tens of milliseconds on purpose (argon2id, as OWASP advises). So hashes are made on threads
//! of their own, one for each two cores, at a lower priority than whatever serves moves, and few may wait. Who waits stands in
//! the line of an account in that of a network, and the turns go round ([`Lines`]): right or wrong, to log in, to register and
//! to prove a password.
//!
//! Keyboards send `é` as one character or as two. A password is hashed in the composed form (NFC), as RFC 8265 asks. Hashes
//! from before that are of the password as it was typed, so a password whose forms differ is tried in each.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tabiya_game::PlayerId;
use tabiya_limits::address::{Caller, Counted};
use tabiya_limits::lines::Lines;
use tabiya_runtime::chance;
use tabiya_runtime::config::Networks;
use tabiya_runtime::low_priority::step_back;
use tabiya_runtime::opaque::Opaque;
use tabiya_runtime::under_test::is_under_test;
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization;

use super::typed::Typed;

/// Passwords that may wait to be hashed.
const PLACES: usize = 1_024;
/// Those of one IPv4 address or a /64. The wider networks around it may have more, and a private one ten times as many.
const OF_NETWORK: usize = 64;
const PRIVATE: usize = 10;
/// Those of one account in one network. Whoever waits in another network has places of their own, so nobody takes all places
/// of somebody else's account.
const OF_ACCOUNT: usize = 4;
/// Bytes in a password.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=256;
/// How much of a password the estimator looks at, in characters. Its work grows with the length.
const ESTIMATED: usize = 72;
/// A password that is found within so many guesses is common. Single entries of the estimator's lists of common passwords,
/// which are longer than ten thousand, take no more.
const COMMON: u64 = 20_000;

/// What was asked of the hashing threads can't be done now.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords wait to be checked")]
pub struct Busy;

/// Why a password is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("{}", of_length(*found))]
    Length { found: usize },
    #[error(
        "this password is among the first that anybody would guess; a few unrelated words make a good one"
    )]
    Common,
}

/// People count characters, and a short password has no more of them than bytes.
fn of_length(bytes: usize) -> String {
    let (least, most) = (LENGTH.start(), LENGTH.end());
    if bytes < *least {
        return format!("a password has at least {least} characters; this one is shorter");
    }
    format!("a password has at most {most} bytes, which are as many plain letters; this one has {bytes}")
}

/// Whether this may be the password of an account with this name.
///
/// # Errors
/// If it may not.
pub(crate) fn check(password: &str, name: &str) -> Result<(), PasswordError> {
    let found = password.len();
    if !LENGTH.contains(&found) {
        return Err(PasswordError::Length { found });
    }
    let beginning: String = password.chars().take(ESTIMATED).collect();
    let guesses = zxcvbn::zxcvbn(&beginning, &[name, "tabiya", "chess"]).guesses();
    if guesses <= COMMON { Err(PasswordError::Common) } else { Ok(()) }
}

/// What came of comparing a password with a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is another one.
    Wrong,
    /// It is the right one.
    Right,
    /// It is the right one, and its hash was made of another form of it. This is the hash to keep.
    RightAs(String),
}

impl Fit {
    /// Whether it is the password.
    pub const fn is_right(&self) -> bool {
        matches!(self, Self::Right | Self::RightAs(_))
    }
}

enum Job {
    Check { password: String, name: String, answer: oneshot::Sender<Result<String, PasswordError>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<Fit> },
}

impl Job {
    /// Whether the caller has gone, and needs no answer.
    fn is_given_up(&self) -> bool {
        match self {
            Self::Check { answer, .. } => answer.is_closed(),
            Self::Verify { answer, .. } => answer.is_closed(),
        }
    }
}

/// Whose password it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Of whoever has this name, or wants it.
    Name(Typed),
    /// Of this player.
    Player(PlayerId),
}

/// Who has a password hashed.
#[derive(Clone, Copy, Debug)]
pub enum Asker<'a> {
    /// Somebody at this address.
    Caller(&'a Caller, Whose),
    /// Whoever runs the server.
    Operator,
}

/// The key of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Line {
    Network(Counted),
    Account(Whose),
    Operator,
}

/// The lines on the way to a place, and how many may wait in each.
fn way(asker: Asker<'_>, unlimited: &Networks) -> Vec<(Line, usize)> {
    let (caller, whose) = match asker {
        Asker::Operator => return vec![(Line::Operator, PLACES)],
        Asker::Caller(caller, whose) => (caller, whose),
    };
    let times = if caller.is_in(unlimited) || caller.is_favoured() { PRIVATE } else { 1 };
    let networks = Counted::in_turns(caller)
        .map(|(network, wider)| (Line::Network(network), OF_NETWORK * wider as usize * times));
    networks.chain([(Line::Account(whose), OF_ACCOUNT)]).collect()
}

/// Hashes passwords. Cheap to clone.
#[derive(Clone)]
pub struct Passwords(Opaque<Office>);

/// What the clones share. The threads end when it is gone.
struct Office {
    waiting: Arc<Waiting>,
    unlimited: Networks,
}

impl Drop for Office {
    fn drop(&mut self) {
        self.waiting.lock().is_closed = true;
        self.waiting.changed.notify_all();
    }
}

/// What the threads take their jobs from.
struct Waiting {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    jobs: Lines<Line, Job>,
    is_closed: bool,
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; `None` when there will be none.
    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            match queue.jobs.pop() {
                Some(job) if job.is_given_up() => {}
                Some(job) => return Some(job),
                None if queue.is_closed => return None,
                None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Passwords {
    /// Starts the threads. They end when the last clone is gone. Callers in `unlimited` have as many places as private ones.
    pub(crate) fn start(unlimited: &Networks) -> Self {
        let passwords = Self::without_threads(unlimited);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..(cores / 2).max(1) {
            let waiting = Arc::clone(&passwords.0.waiting);
            let started = thread::Builder::new().name("passwords".to_owned()).spawn(move || work(&waiting));
            if let Err(error) = started {
                tracing::error!(%error, "no thread for passwords: nobody can log in");
            }
        }
        passwords
    }

    fn without_threads(unlimited: &Networks) -> Self {
        let queue = Queue { jobs: Lines::new(PLACES, Job::is_given_up), is_closed: false };
        let waiting = Waiting { queue: Mutex::new(queue), changed: Condvar::new() };
        Self(Opaque::new(Office { waiting: Arc::new(waiting), unlimited: unlimited.clone() }))
    }

    /// The hash of a new password for this name.
    ///
    /// # Errors
    /// If too many wait, or the password is not taken.
    pub async fn hash(
        &self,
        asker: Asker<'_>,
        password: &str,
        name: &str,
    ) -> Result<Result<String, PasswordError>, Busy> {
        let password = composed(&bounded(password));
        if !LENGTH.contains(&password.len()) {
            return Ok(Err(PasswordError::Length { found: password.len() }));
        }
        let (answer, answered) = oneshot::channel();
        self.put(asker, Job::Check { password, name: name.to_owned(), answer })?;
        answered.await.map_err(|_| Busy)
    }

    /// Whether this is the password with that hash. Without a hash it takes as long, and the answer is no.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn verify(&self, asker: Asker<'_>, password: &str, hash: Option<String>) -> Result<Fit, Busy> {
        let (answer, answered) = oneshot::channel();
        self.put(asker, Job::Verify { password: bounded(password), hash, answer })?;
        answered.await.map_err(|_| Busy)
    }

    fn put(&self, asker: Asker<'_>, job: Job) -> Result<(), Busy> {
        let way = way(asker, &self.0.unlimited);
        self.0.waiting.lock().jobs.push(&way, job).map_err(|_| Busy)?;
        self.0.waiting.changed.notify_one();
        Ok(())
    }
}

fn work(waiting: &Waiting) {
    step_back();
    let argon = argon();
    let nobody = hash(&argon, "nobody's password").unwrap_or_default();
    while let Some(job) = waiting.next() {
        // A caller that has gone needs no answer.
        match job {
            Job::Check { password, name, answer } => {
                let hashed = check(&password, &name).and_then(|()| hash(&argon, &password));
                let _ = answer.send(hashed);
            }
            Job::Verify { password, hash, answer } => {
                let fit = verify(&argon, &password, hash.as_deref().unwrap_or(&nobody));
                let _ = answer.send(if hash.is_some() { fit } else { Fit::Wrong });
            }
        }
    }
}

fn argon() -> Argon2<'static> {
    let params = Params::new(memory(is_under_test()), 2, 1, None).expect("these are OWASP's");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// The KiB that a hash takes. A fifth of the processor time of the server's tests went to hashes.
fn memory(under_test: bool) -> u32 {
    if under_test { 64 } else { 19 * 1024 }
}

fn hash(argon: &Argon2<'_>, password: &str) -> Result<String, PasswordError> {
    let salt: [u8; 16] = chance::bytes();
    let hashed: Result<PasswordHash, _> = argon.hash_password_with_salt(password.as_bytes(), &salt);
    Ok(hashed.expect("the parameters and the salt are good").to_string())
}

fn verify(argon: &Argon2<'_>, password: &str, known: &str) -> Fit {
    let Ok(known) = PasswordHash::new(known) else {
        tracing::error!("an account's password hash can't be read");
        return Fit::Wrong;
    };
    let fits = |form: &String| argon.verify_password(form.as_bytes(), &known).is_ok();
    let mut forms = forms(password).into_iter();
    if forms.next().is_some_and(|composed| fits(&composed)) {
        return Fit::Right;
    }
    if forms.any(|older| fits(&older)) {
        return hash(argon, &composed(password)).map_or(Fit::Right, Fit::RightAs);
    }
    Fit::Wrong
}

/// As much of a text as a password can have. A longer text is nobody's password; its beginning is hashed all the same, so
/// that a wrong answer takes as long as a right one.
fn bounded(password: &str) -> String {
    password.chars().take(*LENGTH.end() + 1).collect()
}

fn composed(password: &str) -> String {
    password.nfc().collect()
}

/// What a password's hash may have been made of: the composed form first, then those of before, where they differ.
fn forms(password: &str) -> Vec<String> {
    let mut forms = vec![composed(password)];
    for older in [password.to_owned(), password.nfd().collect()] {
        if !forms.contains(&older) {
            forms.push(older);
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_not_taken() {
        for common in
            ["password", "12345678", "qwertyui", "iloveyou", "Password1", "annabella", "11111111", "chess123"]
        {
            assert_eq!(check(common, "annabella"), Err(PasswordError::Common), "{common}");
        }
        for good in ["correct horse battery", "пароль от шахмат 7", "a1!Zk?92", "        x       y"]
        {
            assert_eq!(check(good, "annabella"), Ok(()), "{good}");
        }
        let length = |found| Err(PasswordError::Length { found });
        assert_eq!(check("1234567", "ann"), length(7));
        assert_eq!(check(&"é".repeat(129), "ann"), length(258));
        assert_eq!(check(&format!("Zk?92 q{}", "x".repeat(249)), "ann"), Ok(()), "256 bytes");
    }

    #[tokio::test]
    async fn a_password_fits_its_own_hash_alone() {
        let passwords = Passwords::start(&Networks::default());
        let hash = passwords.hash(Asker::Operator, "a few unrelated words", "ann").await.unwrap().unwrap();
        let cost = format!("$argon2id$v=19$m={},t=2,p=1$", memory(is_under_test()));
        assert!(hash.starts_with(&cost), "{hash}");
        assert_eq!(memory(false), 19_456, "what people's servers take");
        let other = passwords.hash(Asker::Operator, "a few unrelated words", "ann").await.unwrap().unwrap();
        assert_ne!(hash, other, "each has a salt of its own");
        for (password, fits) in
            [("a few unrelated words", true), ("a few unrelated wordz", false), ("", false)]
        {
            let fit = if fits { Fit::Right } else { Fit::Wrong };
            assert_eq!(passwords.verify(Asker::Operator, password, Some(hash.clone())).await, Ok(fit));
            assert_eq!(passwords.verify(Asker::Operator, password, None).await, Ok(Fit::Wrong));
        }
        assert_eq!(passwords.verify(Asker::Operator, "nobody's password", None).await, Ok(Fit::Wrong));
    }

    /// A password set on one keyboard was refused from another, which sends accents as characters of their own.
    #[tokio::test]
    async fn accents_may_be_sent_as_one_character_or_as_two() {
        let (one, two) = ("caf\u{e9} au lait", "cafe\u{301} au lait");
        let passwords = Passwords::start(&Networks::default());
        for (set, typed) in [(one, two), (two, one), (one, one), (two, two)] {
            let hash = passwords.hash(Asker::Operator, set, "ann").await.unwrap().unwrap();
            assert_eq!(passwords.verify(Asker::Operator, typed, Some(hash)).await, Ok(Fit::Right));
        }
        // As they were hashed before.
        let argon = argon();
        for typed in [one, two] {
            let fit = verify(&argon, typed, &hash(&argon, two).unwrap());
            let Fit::RightAs(anew) = fit else { panic!("{typed}: {fit:?}") };
            assert_eq!(verify(&argon, two, &anew), Fit::Right);
            assert_eq!(verify(&argon, typed, &hash(&argon, one).unwrap()), Fit::Right);
            assert_eq!(verify(&argon, typed, &hash(&argon, "cafe au lait").unwrap()), Fit::Wrong);
        }
        assert_eq!(forms("plain words").len(), 1, "one try is enough");
    }

    /// Passwords that nobody hashes, in the order of their turns.
    struct Idle(Passwords);

    impl Idle {
        fn new() -> Self {
            Self(Passwords::without_threads(&Networks::default()))
        }

        /// Somebody there asks for something, and goes on waiting; or what they hear at once.
        fn ask(&self, address: &str, name: &str, what: &str) -> Option<oneshot::Receiver<Fit>> {
            let caller = Caller::direct(address.parse().unwrap());
            let (answer, answered) = oneshot::channel();
            let job = Job::Verify { password: what.to_owned(), hash: None, answer };
            let asker = Asker::Caller(&caller, Whose::Name(Typed::new(name)));
            self.0.put(asker, job).ok().map(|()| answered)
        }

        /// What has its turn, until nothing waits.
        fn turns(&self) -> Vec<String> {
            let next = || match self.0.0.waiting.lock().jobs.pop()? {
                Job::Verify { password, .. } | Job::Check { password, .. } => Some(password),
            };
            std::iter::from_fn(next).collect()
        }
    }

    /// The lines were one, of 256 places, for all: 400 connections that logged in to one account took them all.
    #[test]
    fn one_account_on_many_connections_waits_for_itself_alone() {
        let idle = Idle::new();
        let flood: Vec<_> = (0..400).filter_map(|_| idle.ask("203.0.113.7", "eve", "eve")).collect();
        assert_eq!(flood.len(), OF_ACCOUNT);
        // Thirty pupils behind the same address.
        let pupils: Vec<_> = (0..30)
            .map(|number| idle.ask("203.0.113.7", &format!("pupil{number}"), "pupil").expect("a place"))
            .collect();
        let _other = idle.ask("198.51.100.7", "ann", "ann").expect("a place");
        let turns = idle.turns();
        assert_eq!(turns.iter().position(|who| who == "ann"), Some(1), "her network has the second turn");
        let last = turns.iter().rposition(|who| who == "pupil").unwrap();
        assert!(last <= pupils.len() + 2, "each pupil waits for one log-in of the flood at most: {last}");
    }

    #[test]
    fn neither_a_wide_network_nor_several_addresses_keep_others_waiting() {
        let idle = Idle::new();
        let mut waiting = Vec::new();
        for number in 0..400 {
            for address in [
                // A /48, a /32 and a /24, and six addresses of their own.
                format!("2001:db8:1:{number:x}::1"),
                format!("2001:db9:{number:x}::1"),
                format!("203.0.113.{}", number % 256),
                format!("192.0.{}.1", number % 6),
            ] {
                waiting.extend(idle.ask(&address, &format!("{number}"), "flood"));
            }
        }
        let pupils = |address: &str| {
            (0..30)
                .filter_map(|number| idle.ask(address, &format!("pupil{number}"), address))
                .collect::<Vec<_>>()
        };
        let (one, other) = (pupils("198.51.100.7"), pupils("2001:db7::1"));
        assert_eq!((one.len(), other.len()), (30, 30), "nobody is refused");
        let turns = idle.turns();
        assert!(turns.len() <= PLACES);
        // A /32 twice, a /24, six addresses and the two classes: eleven turns a round.
        for class in ["198.51.100.7", "2001:db7::1"] {
            let served: Vec<_> = turns.iter().enumerate().filter(|(_, who)| *who == class).collect();
            assert_eq!(served.len(), 30, "nobody of a class had to make room");
            assert!(served.iter().zip(1..).all(|((place, _), round)| *place < 11 * round), "{served:?}");
        }
        drop(waiting);
    }

    #[test]
    fn whoever_has_to_make_room_hears_it() {
        let idle = Idle::new();
        let mut full: Vec<_> = (0..OF_NETWORK)
            .map(|number| {
                idle.ask("203.0.113.7", &format!("{}", number / OF_ACCOUNT), "many").expect("a place")
            })
            .collect();
        let mut pupil = idle.ask("203.0.113.7", "pupil", "pupil").expect("a place");
        let is_refused = |answered: &mut oneshot::Receiver<Fit>| {
            answered.try_recv() == Err(oneshot::error::TryRecvError::Closed)
        };
        assert_eq!(full.iter_mut().filter_map(|answered| is_refused(answered).then_some(())).count(), 1);
        assert!(!is_refused(&mut pupil));
    }

    #[tokio::test]
    async fn those_beyond_their_places_are_refused_at_once() {
        let passwords = Passwords::without_threads(&Networks::default());
        let caller = Caller::direct("203.0.113.7".parse().unwrap());
        let ann = Whose::Player(PlayerId::from_bytes([1; PlayerId::LEN]));
        let waiting: Vec<_> = (0..OF_ACCOUNT)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verify(Asker::Caller(&caller, ann), "x", None).await })
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(passwords.verify(Asker::Caller(&caller, ann), "x", None).await, Err(Busy));
        assert_eq!(passwords.hash(Asker::Caller(&caller, ann), "some words", "x").await, Err(Busy));
        waiting.iter().for_each(|task| task.abort());
    }
}
