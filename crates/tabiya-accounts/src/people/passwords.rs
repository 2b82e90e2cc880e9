// SPDX-License-Identifier: AGPL-3.0-or-later
//! Passwords: which are taken, and how they are hashed.
//!
//! A hash costs 19 MiB and some tens of milliseconds on purpose (argon2id, as OWASP advises). So hashes are made on threads
//! of their own, one for each two cores, at a lower priority than whatever serves moves, and few may wait.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tabiya_runtime::chance;
use tabiya_runtime::low_priority::step_back;
use tokio::sync::oneshot;

/// Passwords that may wait to be hashed; further ones are refused.
const QUEUE: usize = 256;
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

enum Job {
    Check { password: String, name: String, answer: oneshot::Sender<Result<String, PasswordError>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<bool> },
}

/// Hashes passwords. Cheap to clone.
#[derive(Clone)]
pub struct Passwords(SyncSender<Job>);

impl Passwords {
    /// Starts the threads. They end when the last clone is gone.
    pub fn start() -> Self {
        let (sender, jobs) = sync_channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..(cores / 2).max(1) {
            let jobs = Arc::clone(&jobs);
            let started = thread::Builder::new().name("passwords".to_owned()).spawn(move || work(&jobs));
            if let Err(error) = started {
                tracing::error!(%error, "no thread for passwords: nobody can log in");
            }
        }
        Self(sender)
    }

    /// The hash of a new password for this name.
    ///
    /// # Errors
    /// If too many wait, or the password is not taken.
    pub async fn hash(&self, password: &str, name: &str) -> Result<Result<String, PasswordError>, Busy> {
        if !LENGTH.contains(&password.len()) {
            return Ok(Err(PasswordError::Length { found: password.len() }));
        }
        let (answer, answered) = oneshot::channel();
        self.put(Job::Check { password: password.to_owned(), name: name.to_owned(), answer })?;
        answered.await.map_err(|_| Busy)
    }

    /// Whether this is the password with that hash. Without a hash it takes as long, and the answer is no.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool, Busy> {
        let (answer, answered) = oneshot::channel();
        // Longer ones are nobody's; their beginning is hashed, so that this takes as long.
        let password: String = password.chars().take(*LENGTH.end() + 1).collect();
        self.put(Job::Verify { password, hash, answer })?;
        answered.await.map_err(|_| Busy)
    }

    fn put(&self, job: Job) -> Result<(), Busy> {
        self.0.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    step_back();
    let argon = argon();
    let nobody = hash(&argon, "nobody's password").unwrap_or_default();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        // A caller that has gone needs no answer.
        match job {
            Err(_) => return,
            Ok(Job::Check { answer, .. }) if answer.is_closed() => {}
            Ok(Job::Verify { answer, .. }) if answer.is_closed() => {}
            Ok(Job::Check { password, name, answer }) => {
                let hashed = check(&password, &name).and_then(|()| hash(&argon, &password));
                let _ = answer.send(hashed);
            }
            Ok(Job::Verify { password, hash, answer }) => {
                let is_somebody = hash.is_some();
                let _ = answer
                    .send(verify(&argon, &password, &hash.unwrap_or_else(|| nobody.clone())) && is_somebody);
            }
        }
    }
}

fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("these are OWASP's");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(argon: &Argon2<'_>, password: &str) -> Result<String, PasswordError> {
    let salt: [u8; 16] = chance::bytes();
    let hashed: Result<PasswordHash, _> = argon.hash_password_with_salt(password.as_bytes(), &salt);
    Ok(hashed.expect("the parameters and the salt are good").to_string())
}

fn verify(argon: &Argon2<'_>, password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else {
        tracing::error!("an account's password hash can't be read");
        return false;
    };
    argon.verify_password(password.as_bytes(), &hash).is_ok()
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
        let passwords = Passwords::start();
        let hash = passwords.hash("a few unrelated words", "ann").await.unwrap().unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let other = passwords.hash("a few unrelated words", "ann").await.unwrap().unwrap();
        assert_ne!(hash, other, "each has a salt of its own");
        for (password, fits) in
            [("a few unrelated words", true), ("a few unrelated wordz", false), ("", false)]
        {
            assert_eq!(passwords.verify(password, Some(hash.clone())).await, Ok(fits));
            assert_eq!(passwords.verify(password, None).await, Ok(false));
        }
        assert_eq!(passwords.verify("nobody's password", None).await, Ok(false));
    }

    #[tokio::test]
    async fn those_beyond_the_queue_are_refused_at_once() {
        let (sender, _jobs) = sync_channel(2);
        let passwords = Passwords(sender);
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verify("x", None).await })
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(passwords.verify("x", None).await, Err(Busy));
        waiting.iter().for_each(|task| task.abort());
    }
}
