// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why there is no certificate, in words of which each says what to do, and when another try has hope.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use instant_acme::{Error, Problem};
use tabiya_runtime::config::Authority;
use tabiya_store::StorageError;

use super::http::{Calls, Last};
use crate::certificate::day;
use crate::client::CallError;

/// What problems of ACME begin with (RFC 8555, 6.7).
const PREFIX: &str = "urn:ietf:params:acme:error:";
/// A clock before this time, 2025, is wrong.
const RECENT: Duration = Duration::from_secs(1_735_689_600);
/// The longest text of an authority that is passed on, in characters.
const LONGEST: usize = 300;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What was wrong and what to do.
    pub(crate) said: String,
    /// When to try again.
    pub(crate) pause: Pause,
}

/// When to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// At once: the authority has only forgotten what it gave a moment ago.
    None,
    /// Soon: nobody counts such tries.
    Short,
    /// Later: the authority counts tries that fail.
    Long,
    /// Not before the authority wants it.
    For(Duration),
}

/// The kind of an authority's problem, such as `rateLimited`.
pub(super) fn kind_of(error: &Error) -> Option<&str> {
    let Error::Api(problem) = error else { return None };
    kind(problem)
}

pub(super) fn kind(problem: &Problem) -> Option<&str> {
    problem.r#type.as_deref().map(|kind| kind.strip_prefix(PREFIX).unwrap_or(kind))
}

impl Failure {
    pub(super) fn root(said: String) -> Self {
        Self { said, pause: Pause::Short }
    }

    /// What the nodes share can't be read or kept.
    pub(super) fn storage(error: StorageError) -> Self {
        Self { said: format!("the database fails: {error}"), pause: Pause::Short }
    }

    /// Another node works on the order.
    pub(super) fn taken_over() -> Self {
        Self { said: "another node asks for it".to_owned(), pause: Pause::Short }
    }

    pub(super) fn too_slow(authority: &Authority) -> Self {
        let said = format!("{} did not finish in ten minutes", authority.directory);
        Self { said, pause: Pause::Long }
    }

    /// What the authority gave is no certificate for this server.
    pub(super) fn useless(authority: &Authority, why: &str) -> Self {
        let said = format!("{} gave nothing that can be used: {why}", authority.directory);
        Self { said, pause: Pause::Long }
    }

    pub(super) fn of(error: Error, authority: &Authority, calls: &Calls) -> Self {
        Self::explained(error, authority, calls.last(), SystemTime::now())
    }

    fn explained(error: Error, authority: &Authority, last: Last, now: SystemTime) -> Self {
        let directory = &authority.directory;
        let in_short = |said| Self { said, pause: Pause::Short };
        match error {
            Error::Api(problem) => of_problem(&problem, authority, last),
            Error::Other(cause) => match cause.downcast_ref::<CallError>() {
                Some(error) => in_short(of_call(error, now)),
                None => in_short(format!("{directory}: {cause}")),
            },
            Error::Json(_) if last.status >= 500 => {
                in_short(format!("{directory} is out of order ({}); it will be tried again", last.status))
            }
            Error::Json(_) => in_short(format!(
                "{directory} answers with something that is no ACME ({}); check acme-directory",
                last.status
            )),
            Error::Timeout(_) => {
                Self { said: format!("{directory} did not decide in two minutes"), pause: Pause::Long }
            }
            other => Self { said: format!("{directory}: {other}"), pause: Pause::Long },
        }
    }
}

fn of_call(error: &CallError, now: SystemTime) -> String {
    match error {
        CallError::Address(_) => format!("{error}; check acme-directory"),
        CallError::Refused(_) | CallError::Name(_) => {
            format!("{error}; is this machine on the internet? Else check acme-directory")
        }
        CallError::Unreachable { .. } | CallError::Silent(_) => {
            format!("{error}; is this machine on the internet?")
        }
        CallError::Tls { .. } if now < UNIX_EPOCH + RECENT => {
            format!("{error}; this machine's clock says {}, so set it", day(now))
        }
        CallError::Tls { .. } => {
            format!("{error}; an authority of your own is made known with acme-root")
        }
        CallError::NoHttp(_) => format!("{error}; check acme-directory"),
    }
}

fn of_problem(problem: &Problem, authority: &Authority, last: Last) -> Failure {
    let name = &authority.name;
    let detail = detail(problem);
    let kind = kind(problem);
    let what_to_do = match kind {
        Some("dns") => format!("the name {name} leads nowhere; let it point to this machine's public address"),
        Some("connection") => format!(
            "the authority could not reach {name}: let the name point to this machine, and open the ports 443 and 80 of \
             its firewall and router"
        ),
        Some("unauthorized" | "incorrectResponse") => format!(
            "another server answers at {name}: let the name point to this machine, also its IPv6 address (AAAA), and let no \
             proxy stand between"
        ),
        Some("tls") => format!("another server answers at port 443 of {name}: let the name point to this machine"),
        Some("caa") => format!(
            "a CAA record of {name} forbids this authority; change it where the name is managed, or choose another with \
             acme-directory"
        ),
        Some("rateLimited") => {
            return Failure {
                said: format!("the authority has given {name} or this machine too many certificates{detail}"),
                pause: last.retry_after.map_or(Pause::For(DAY), |seconds| Pause::For(at_most_a_week(seconds))),
            };
        }
        Some("invalidContact" | "unsupportedContact") => {
            format!("the authority does not take {:?}; correct acme-email", authority.email)
        }
        Some("rejectedIdentifier" | "unsupportedIdentifier") => {
            format!("the authority gives no certificate for {name}; is it a name of the public internet?")
        }
        Some("externalAccountRequired") => {
            "this authority wants an account that was made by hand, which Tabiya can't use; choose another with acme-directory"
                .to_owned()
        }
        Some("userActionRequired") => "the authority wants something of you first".to_owned(),
        Some("badNonce") => {
            return Failure { said: format!("the authority takes no call{detail}"), pause: Pause::None };
        }
        Some("serverInternal") => {
            return Failure { said: format!("the authority is out of order{detail}"), pause: Pause::Short };
        }
        Some(_) | None => format!("the authority refuses a certificate for {name}"),
    };
    Failure { said: format!("{what_to_do}{detail}"), pause: Pause::Long }
}

const DAY: Duration = Duration::from_secs(86_400);

/// An authority that lies shall not put it off forever.
fn at_most_a_week(seconds: u64) -> Duration {
    Duration::from_secs(seconds).min(7 * DAY)
}

/// The authority's own words, in brackets. Who writes the log's lines is us, so nothing in them ends one.
fn detail(problem: &Problem) -> String {
    let said = problem.detail.as_deref().unwrap_or_default();
    let said: String = said.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    match (said.is_empty(), kind(problem)) {
        (false, _) => format!(" (it says: {said})"),
        (true, Some(kind)) => format!(" ({})", kind.escape_debug()),
        (true, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority() -> Authority {
        Authority {
            name: "chess.example".parse().unwrap(),
            email: "ann@chess.example".into(),
            directory: "https://ca.example/dir".into(),
            root: None,
        }
    }

    fn problem(kind: &str, detail: &str) -> Error {
        let kind = Some(format!("{PREFIX}{kind}"));
        Error::Api(Problem {
            r#type: kind,
            detail: Some(detail.into()),
            status: None,
            subproblems: Vec::new(),
        })
    }

    fn explained(error: Error, last: Last) -> Failure {
        Failure::explained(error, &authority(), last, UNIX_EPOCH + 2 * RECENT)
    }

    #[test]
    fn each_failure_says_what_to_do() {
        for (kind, said) in [
            ("dns", "chess.example leads nowhere"),
            ("connection", "open the ports 443 and 80"),
            ("unauthorized", "another server answers at chess.example"),
            ("tls", "port 443 of chess.example"),
            ("caa", "CAA record"),
            ("invalidContact", "correct acme-email"),
            ("rejectedIdentifier", "a name of the public internet"),
            ("externalAccountRequired", "choose another with acme-directory"),
            ("whatever", "refuses a certificate for chess.example"),
        ] {
            let failure = explained(problem(kind, "so\nit is"), Last::default());
            assert!(failure.said.contains(said), "{kind}: {}", failure.said);
            assert!(failure.said.ends_with(" (it says: soit is)"), "{kind}: {}", failure.said);
            assert_eq!(failure.pause, Pause::Long, "{kind}");
        }
    }

    #[test]
    fn a_limit_is_waited_for_as_long_as_the_authority_says_but_not_forever() {
        let pause =
            |retry_after| explained(problem("rateLimited", ""), Last { status: 429, retry_after }).pause;
        assert_eq!(pause(Some(3_600)), Pause::For(Duration::from_secs(3_600)));
        assert_eq!(pause(None), Pause::For(DAY));
        assert_eq!(pause(Some(u64::MAX)), Pause::For(7 * DAY));
    }

    #[test]
    fn a_number_that_was_forgotten_is_no_reason_to_wait() {
        assert_eq!(explained(problem("badNonce", ""), Last::default()).pause, Pause::None);
    }

    #[test]
    fn an_outage_a_wrong_address_and_a_wrong_clock_are_told_apart() {
        let no_json = || Error::Json(serde_json::from_str::<u8>("<html>").unwrap_err());
        let outage = explained(no_json(), Last { status: 503, retry_after: None });
        assert!(outage.said.contains("out of order (503)") && outage.pause == Pause::Short, "{outage:?}");
        let page = explained(no_json(), Last { status: 404, retry_after: None });
        assert!(page.said.contains("check acme-directory"), "{page:?}");
        let untrusted = || {
            let cause = std::io::Error::other("invalid peer certificate: NotValidYet");
            Error::Other(Box::new(CallError::Tls { host: "ca.example".into(), cause }))
        };
        assert!(explained(untrusted(), Last::default()).said.contains("acme-root"));
        let in_1970 = Failure::explained(untrusted(), &authority(), Last::default(), UNIX_EPOCH);
        assert!(in_1970.said.contains("clock says 1970-01-01, so set it"), "{in_1970:?}");
    }
}
