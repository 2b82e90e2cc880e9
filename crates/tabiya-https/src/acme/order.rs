// SPDX-License-Identifier: AGPL-3.0-or-later
//! One order: the authority asks whether the name leads here, is answered over TLS or, where that fails, by plain HTTP, and signs.

use std::sync::Arc;
use std::time::Duration;

use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Error, Identifier, KeyAuthorization, NewOrder, Order,
    OrderStatus, Problem, RetryPolicy,
};

use super::Acme;
use super::challenges::answer_over_tls;
use super::failure::{Failure, kind, kind_of};
use super::http::Calls;

/// How an authority can be answered, in the order in which it is tried.
const WAYS: [ChallengeType; 2] = [ChallengeType::TlsAlpn01, ChallengeType::Http01];
/// How the state of an order is asked for.
const ASKING: RetryPolicy = RetryPolicy::new()
    .initial_delay(Duration::from_millis(250))
    .backoff(1.5)
    .timeout(Duration::from_secs(120));

/// The kinds of problems that say how an authority found the name (RFC 8555, 6.7). Others say how it found the call.
const OF_THE_NAME: [&str; 6] = ["caa", "connection", "dns", "incorrectResponse", "tls", "unauthorized"];

/// Why an order came to nothing.
enum Undone {
    /// The authority was not satisfied with the answer, or does not ask this way.
    Unproved(Problem),
    /// Anything else.
    Error(Error),
    /// What was wrong here.
    Here(Failure),
}

impl From<Error> for Undone {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Acme {
    /// The private key and the certificates, in PEM.
    pub(super) async fn order(&self, calls: &Calls, account: &Account) -> Result<(String, String), Failure> {
        let mut account = account.clone();
        let mut said: Vec<Problem> = Vec::new();
        for way in WAYS {
            let mut done = self.order_once(&account, &way).await;
            if let Err(Undone::Error(error)) = &done
                && kind_of(error) == Some("accountDoesNotExist")
            {
                account = self.new_account(calls).await?;
                done = self.order_once(&account, &way).await;
            }
            match done {
                Ok(pair) => return Ok(pair),
                Err(Undone::Error(error)) => return Err(Failure::of(error, &self.authority, calls)),
                Err(Undone::Here(failure)) => return Err(failure),
                Err(Undone::Unproved(problem)) => {
                    tracing::debug!(?way, %problem, "the authority was not satisfied");
                    said.push(problem);
                }
            }
        }
        Err(Failure::of(Error::Api(in_one(said)), &self.authority, calls))
    }

    async fn order_once(&self, account: &Account, way: &ChallengeType) -> Result<(String, String), Undone> {
        let names = [Identifier::Dns(self.authority.name.to_string())];
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        self.prepare_answers(&mut order, way).await?;
        match order.poll_ready(&ASKING).await {
            Ok(OrderStatus::Ready) => {}
            Ok(_) => return Err(unproved(&mut order).await),
            // The reason stands with the question, if anywhere.
            Err(Error::Api(problem)) if kind(&problem) != Some("badNonce") => {
                return Err(match unproved(&mut order).await {
                    Undone::Unproved(found) if found.r#type.is_some() => Undone::Unproved(found),
                    Undone::Unproved(_) | Undone::Error(_) | Undone::Here(_) => Undone::Unproved(problem),
                });
            }
            Err(error) => return Err(error.into()),
        }
        let key = order.finalize().await?;
        Ok((key, order.poll_certificate(&ASKING).await?))
    }

    /// Makes the answers that the authority will ask for, and tells it that they are there.
    async fn prepare_answers(&self, order: &mut Order, way: &ChallengeType) -> Result<(), Undone> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            // It was proved a short while ago.
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let Some(mut challenge) = authorization.challenge(way.clone()) else {
                return Err(Undone::Unproved(nothing_said()));
            };
            let answer = challenge.key_authorization();
            self.be_asked(way, &challenge.token, &answer).await.map_err(Undone::Here)?;
            challenge.set_ready().await.map_err(judged)?;
        }
        Ok(())
    }

    /// From now on the authority is answered this: by every node, or by this server alone.
    async fn be_asked(
        &self,
        way: &ChallengeType,
        token: &str,
        answer: &KeyAuthorization,
    ) -> Result<(), Failure> {
        if let Some(order) = &self.shared {
            let told = order.expect(token.to_owned(), answer.as_str().to_owned()).await;
            return if told.map_err(Failure::storage)? { Ok(()) } else { Err(Failure::taken_over()) };
        }
        if *way == ChallengeType::Http01 {
            self.challenges.expect(token.to_owned(), answer.as_str().to_owned());
        } else {
            let name = &self.authority.name;
            let shown = answer_over_tls(name, answer.digest().as_ref())
                .map_err(|error| Failure::useless(&self.authority, &error.to_string()))?;
            self.shown.answer(Some((name.to_string(), Arc::new(shown))));
        }
        Ok(())
    }
}

/// Why a challenge came to nothing. An authority that is quick has asked, and says what it found, before it has answered the call.
fn judged(error: Error) -> Undone {
    match error {
        Error::Api(problem) if kind(&problem).is_some_and(|kind| OF_THE_NAME.contains(&kind)) => {
            Undone::Unproved(problem)
        }
        error => Undone::Error(error),
    }
}

/// What the authority says was wrong with the answer.
async fn unproved(order: &mut Order) -> Undone {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { continue };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.clone()) {
            return Undone::Unproved(problem);
        }
    }
    Undone::Unproved(nothing_said())
}

/// What the authority said of both ways as one problem. Its kind is the one that leaves least open: some say of a closed port over TLS that
/// the answer was wrong.
fn in_one(said: Vec<Problem>) -> Problem {
    let plain = ["dns", "caa", "connection"];
    let says = |problem: &&Problem| kind(problem).is_some_and(|kind| plain.contains(&kind));
    let any = || said.iter().find(|problem| problem.r#type.is_some());
    let kind = said.iter().find(says).or_else(any).and_then(|problem| problem.r#type.clone());
    let details: Vec<_> = said.into_iter().filter_map(|problem| problem.detail).collect();
    Problem { r#type: kind, detail: Some(details.join("; ")), ..nothing_said() }
}

fn nothing_said() -> Problem {
    Problem { r#type: None, detail: None, status: None, subproblems: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(kind: &str, detail: &str) -> Problem {
        let kind = Some(format!("urn:ietf:params:acme:error:{kind}"));
        Problem { r#type: kind, detail: Some(detail.to_owned()), ..nothing_said() }
    }

    #[test]
    fn what_a_quick_authority_says_of_the_name_lets_the_next_way_be_tried() {
        let of = |kind| judged(Error::Api(problem(kind, "said at once")));
        for kind in OF_THE_NAME {
            assert!(matches!(of(kind), Undone::Unproved(_)), "{kind}");
        }
        for kind in ["badNonce", "rateLimited", "accountDoesNotExist", "serverInternal"] {
            assert!(matches!(of(kind), Undone::Error(_)), "{kind}");
        }
    }

    #[test]
    fn a_closed_port_is_told_whichever_way_was_closed() {
        let both =
            in_one(vec![problem("unauthorized", "no TLS at 443"), problem("connection", "80 is closed")]);
        assert_eq!(
            (kind(&both), both.detail.as_deref()),
            (Some("connection"), Some("no TLS at 443; 80 is closed"))
        );
        let answered = in_one(vec![problem("unauthorized", "a"), problem("unauthorized", "b")]);
        assert_eq!(kind(&answered), Some("unauthorized"));
        assert_eq!(kind(&in_one(vec![nothing_said(), problem("dns", "no such name")])), Some("dns"));
        let one_way = in_one(vec![nothing_said(), problem("unauthorized", "another answer")]);
        assert_eq!(kind(&one_way), Some("unauthorized"), "the other way was not offered");
    }
}
