// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a page of another site gets an access token: the authorization code grant of OAuth 2 (RFC 6749, 4.1) with PKCE (RFC
//! 7636), for programs that can keep no secret of their own.
//!
//! The player is asked on our own page. A yes becomes a code, which is good once and for ten minutes; whoever shows it has to
//! know the secret whose hash came with the question, and to name the same address.

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::tokens::GrantWish;
use tabiya_runtime::secret::{Secret, hash};
use tabiya_store::{StorageError, Store, Token};

use super::scopes::Scopes;
use super::tokens;

const PURPOSE: &str = tabiya_store::OAUTH_CODE;
const CODE_GOOD: u64 = 10 * 60 * 1000;
/// How long a token is good that was given so.
pub const TOKEN_GOOD: u64 = 365 * 24 * 60 * 60 * 1000;
/// Codes of one player that wait for their programs. A new one takes the place of the oldest.
const MOST_CODES: u32 = 5;
/// The longest name, address and state, in bytes. Name and address are stored until the code is used or expires.
const LONGEST_NAME: usize = 200;
const LONGEST_ADDRESS: usize = 1_000;
const LONGEST: usize = 2_000;

/// A wish that can be fulfilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub(crate) client: String,
    pub(crate) redirect: String,
    /// Who asks, in an address that players know.
    pub origin: String,
    challenge: String,
    /// What the program asks for.
    pub scopes: Scopes,
    state: String,
}

/// Why a wish can't be fulfilled, or a code gets no token. The text is for whoever wrote the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrantError {
    /// A parameter of the question is missing, too long or of another form; the text names it.
    #[error("{0}")]
    Wrong(&'static str),
    /// One of the scopes does not exist; the text names it and lists all.
    #[error("{0}")]
    Scope(String),
    /// No such code waits, or it does not fit what was shown with it. It is used up in either case.
    #[error(
        "the code is not valid: it was used, has expired, or was given for another address, program or secret"
    )]
    Code,
    /// The player has [`MOST_TOKENS`](tokens::MOST_TOKENS) tokens already.
    #[error("the player has {} tokens; one of them must be revoked first", tokens::MOST_TOKENS)]
    TooManyTokens,
}

/// What is kept with a code.
#[derive(Serialize, Deserialize)]
struct Kept {
    client: String,
    redirect: String,
    challenge: String,
    scopes: String,
    origin: String,
}

/// Who asks by this address: its scheme and host, without credentials and without anything that a browser runs.
fn origin_of(redirect: &str) -> Option<String> {
    let (scheme, rest) = redirect.split_once("://")?;
    let is_scheme =
        !scheme.is_empty() && scheme.chars().all(|each| each.is_ascii_alphanumeric() || "+-.".contains(each));
    let host = rest.split(['/', '?']).next()?;
    let is_plain = |text: &str| text.chars().all(|each| each.is_ascii_graphic() && each != '\\');
    // A program on a device has a scheme of its own, with a dot in it (RFC 8252, 7.1). No scheme that a browser obeys has one.
    let is_web = ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str());
    let is_app = scheme.contains('.')
        && scheme.split('.').all(|part| part.starts_with(|each: char| each.is_ascii_alphabetic()));
    let runs = scheme.to_ascii_lowercase().starts_with("javascript");
    let fits = is_scheme
        && is_plain(redirect)
        && !redirect.contains('#')
        && !host.contains('@')
        && !runs
        && (is_app || (is_web && is_host(host)));
    fits.then(|| format!("{scheme}://{host}"))
}

/// Whether this is the name or number of a host, perhaps with a port.
fn is_host(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_name =
        !name.is_empty() && name.chars().all(|each| each.is_ascii_alphanumeric() || "-.[]:".contains(each));
    is_name && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

impl Wish {
    /// Reads what stands in the address of the page.
    ///
    /// # Errors
    /// What is wrong.
    pub fn read(wish: &GrantWish) -> Result<Self, GrantError> {
        let texts = [&wish.client_id, &wish.redirect_uri, &wish.code_challenge, &wish.scope, &wish.state];
        if texts.iter().any(|text| text.len() > LONGEST) {
            return Err(GrantError::Wrong("a parameter is too long"));
        }
        if wish.client_id.len() > LONGEST_NAME {
            return Err(GrantError::Wrong("client_id: it has at most 200 bytes"));
        }
        if wish.redirect_uri.len() > LONGEST_ADDRESS {
            return Err(GrantError::Wrong("redirect_uri: it has at most 1000 bytes"));
        }
        if wish.response_type != "code" {
            return Err(GrantError::Wrong("response_type: it must be code"));
        }
        if wish.code_challenge_method != "S256" {
            return Err(GrantError::Wrong("code_challenge_method: it must be S256"));
        }
        // A SHA-256 in base64 without padding (RFC 7636, 4.2).
        let decoded = BASE64URL_NOPAD.decode(wish.code_challenge.as_bytes());
        if !decoded.is_ok_and(|bytes| bytes.len() == 32) {
            return Err(GrantError::Wrong(
                "code_challenge: it must be a SHA-256 as base64url without padding",
            ));
        }
        if wish.client_id.trim().is_empty() {
            return Err(GrantError::Wrong("client_id: say which program it is"));
        }
        let origin = origin_of(&wish.redirect_uri);
        let origin =
            origin.ok_or(GrantError::Wrong(
            "redirect_uri: an https or http address, or one with an app's own scheme such as com.example.app; no fragment",
        ))?;
        let scopes = Scopes::parse(&wish.scope).map_err(|error| GrantError::Scope(error.to_string()))?;
        Ok(Self {
            client: wish.client_id.clone(),
            redirect: wish.redirect_uri.clone(),
            origin,
            challenge: wish.code_challenge.clone(),
            scopes,
            state: wish.state.clone(),
        })
    }

    /// The program's address with the answer in its query.
    fn with_answer(&self, name: &str, value: &str) -> String {
        let joint = if self.redirect.contains('?') { '&' } else { '?' };
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(name, value);
        if !self.state.is_empty() {
            query.append_pair("state", &self.state);
        }
        format!("{}{joint}{}", self.redirect, query.finish())
    }

    /// Where the player goes who says no.
    pub fn refused(&self) -> String {
        self.with_answer("error", "access_denied")
    }

    /// The player says yes: where they go, with a code.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn allow(&self, store: &Store, player: PlayerId, now: Time) -> Result<String, StorageError> {
        let code = Secret::random();
        let kept = Kept {
            client: self.client.clone(),
            redirect: self.redirect.clone(),
            challenge: self.challenge.clone(),
            scopes: self.scopes.to_string(),
            origin: self.origin.clone(),
        };
        let token = Token {
            hash: hash(code.text().as_bytes()).to_vec(),
            purpose: PURPOSE.to_owned(),
            player: Some(player),
            data: serde_json::to_string(&kept).expect("texts are JSON"),
            created: now,
            expires: Time(now.0 + CODE_GOOD),
        };
        store.tokens.keep_newest(&token, MOST_CODES).await?;
        Ok(self.with_answer("code", code.text()))
    }
}

/// What a program shows for its code.
pub struct Shown<'a> {
    /// The code that the player's yes became.
    pub code: &'a str,
    /// The secret whose hash came with the question (RFC 7636, 4.1).
    pub verifier: &'a str,
    /// The address that the player was sent back to.
    pub redirect: &'a str,
    /// The name by which the program calls itself.
    pub client: &'a str,
}

/// Changes a code for a token.
///
/// # Errors
/// If the code does not fit, inside; or if the storage fails.
pub async fn redeem(
    store: &Store,
    shown: &Shown<'_>,
    now: Time,
) -> Result<Result<String, GrantError>, StorageError> {
    // Whatever is wrong with what is shown beside it: a code that was shown is used up.
    let found = store.tokens.take_token(&hash(shown.code.as_bytes()), PURPOSE, now).await?;
    let Some((player, kept)) =
        found.and_then(|token| Some((token.player?, serde_json::from_str::<Kept>(&token.data).ok()?)))
    else {
        return Ok(Err(GrantError::Code));
    };
    let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(shown.verifier.as_bytes()));
    let fits = challenge == kept.challenge && shown.redirect == kept.redirect && shown.client == kept.client;
    let Some(scopes) = Scopes::parse(&kept.scopes).ok().filter(|_| fits) else {
        return Ok(Err(GrantError::Code));
    };
    if store.access_tokens.access_tokens_of(player, now).await?.len() >= tokens::MOST_TOKENS {
        return Ok(Err(GrantError::TooManyTokens));
    }
    let times = (now, Some(Time(now.0 + TOKEN_GOOD)));
    Ok(Ok(tokens::issue(store, tokens::GRANTED, tokens::Holder::own(player, scopes), &kept.origin, times)
        .await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish() -> GrantWish {
        GrantWish {
            response_type: "code".to_owned(),
            client_id: "a board".to_owned(),
            redirect_uri: "https://board.example/back?x=1".to_owned(),
            code_challenge_method: "S256".to_owned(),
            code_challenge: BASE64URL_NOPAD.encode(&Sha256::digest(b"secret")),
            scope: "board:play".to_owned(),
            state: "a b&c".to_owned(),
        }
    }

    #[test]
    fn a_good_wish_is_read_and_answered_at_its_own_address() {
        let read = Wish::read(&wish()).unwrap();
        assert_eq!((read.origin.as_str(), read.client.as_str()), ("https://board.example", "a board"));
        assert_eq!(read.refused(), "https://board.example/back?x=1&error=access_denied&state=a+b%26c");
        let app = GrantWish { redirect_uri: "com.example.board://back".to_owned(), ..wish() };
        assert!(Wish::read(&app).is_ok());
    }

    #[test]
    fn what_could_harm_is_refused() {
        let with = |edit: &dyn Fn(&mut GrantWish)| {
            let mut wrong = wish();
            edit(&mut wrong);
            Wish::read(&wrong)
        };
        for redirect in [
            "",
            "board.example",
            "javascript://x/%0aalert(1)",
            "data://text/html,x",
            "intent://board.example/#Intent",
            "view-source://board.example",
            "ws://board.example",
            "ftp://board.example",
            "app://back",
            "1.x://back",
            "..://back",
            "javascript.x://back",
            "https://:80/",
            "https://board.example:99999/",
            "https://%65vil.com/",
            "https://",
            "/back",
            "https://a@board.example/",
            "https://board.example/#x",
            "https://board.example/ x",
            "https://b\\e",
        ] {
            let wrong = with(&|wish| wish.redirect_uri = redirect.to_owned());
            assert!(wrong.is_err(), "{redirect}");
        }
        assert!(with(&|wish| wish.code_challenge_method = "plain".to_owned()).is_err());
        assert!(with(&|wish| wish.code_challenge = "secret".to_owned()).is_err());
        assert!(with(&|wish| wish.response_type = "token".to_owned()).is_err());
        assert!(with(&|wish| wish.scope = "everything".to_owned()).is_err());
        assert!(with(&|wish| wish.client_id = " ".to_owned()).is_err());
        assert!(with(&|wish| wish.state = "x".repeat(LONGEST + 1)).is_err());
        assert!(with(&|wish| wish.client_id = "x".repeat(LONGEST_NAME)).is_ok());
        assert!(with(&|wish| wish.client_id = "x".repeat(LONGEST_NAME + 1)).is_err());
        let address = |length| format!("https://board.example/{}", "x".repeat(length - 22));
        assert!(with(&|wish| wish.redirect_uri = address(LONGEST_ADDRESS)).is_ok());
        assert!(with(&|wish| wish.redirect_uri = address(LONGEST_ADDRESS + 1)).is_err());
    }
}
