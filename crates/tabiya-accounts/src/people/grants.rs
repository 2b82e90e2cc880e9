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
use url::{Position, Url};

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
    /// Where the answer goes.
    redirect: Url,
    /// The same as the program has written it.
    redirect_uri: String,
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
    /// No such code waits.
    #[error("code: it is not valid; it was used, has expired, or was never given")]
    Code,
    /// What was shown with the code is not what the code was given for; the text names the field. The code
    /// stays good.
    #[error("{0}")]
    Differs(&'static str),
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

/// The address that a program is sent back to: of the web, or of an app on the player's device; without
/// credentials and without anything that a browser runs.
fn address(text: &str) -> Option<Url> {
    // The parser would do without these, as browsers do. Whoever compares addresses should not have to.
    let is_plain = text.chars().all(|each| each.is_ascii_graphic() && each != '\\');
    let url = Url::parse(text).ok().filter(|_| is_plain)?;
    let scheme = url.scheme();
    // A program on a device has a scheme of its own, with a dot in it (RFC 8252, 7.1). No scheme that a browser obeys has one.
    let is_app = scheme.contains('.')
        && scheme.split('.').all(|part| part.starts_with(|each: char| each.is_ascii_alphabetic()))
        && !scheme.starts_with("javascript");
    let is_bare = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let fits = is_bare && !url.cannot_be_a_base() && url.port() != Some(0);
    (fits && (is_app || matches!(scheme, "http" | "https"))).then_some(url)
}

/// Whether a program names the address that the player was sent back to. An empty path is `/`, as for whoever
/// goes there.
fn is_same(shown: &str, kept: &str) -> bool {
    shown == kept || address(shown).is_some_and(|shown| address(kept) == Some(shown))
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
        let redirect = address(&wish.redirect_uri).ok_or(GrantError::Wrong(
            "redirect_uri: an https or http address, or one with an app's own scheme such as com.example.app; no fragment",
        ))?;
        let scopes = Scopes::parse(&wish.scope).map_err(|error| GrantError::Scope(error.to_string()))?;
        Ok(Self {
            client: wish.client_id.clone(),
            origin: redirect[..Position::BeforePath].to_owned(),
            redirect,
            redirect_uri: wish.redirect_uri.clone(),
            challenge: wish.code_challenge.clone(),
            scopes,
            state: wish.state.clone(),
        })
    }

    /// The program's address with the answer in its query.
    fn with_answer(&self, name: &str, value: &str) -> String {
        let mut address = self.redirect.clone();
        let mut query = address.query_pairs_mut();
        query.append_pair(name, value);
        if !self.state.is_empty() {
            query.append_pair("state", &self.state);
        }
        drop(query);
        address.into()
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
            redirect: self.redirect_uri.clone(),
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
    // What is shown beside it is compared first, so that a program with a wrong field can try again. Nobody
    // guesses a secret of 256 bits within the ten minutes.
    let hash = hash(shown.code.as_bytes());
    let found = store.tokens.token(&hash, PURPOSE, now).await?;
    let read = |token: Token| Some((token.player?, serde_json::from_str::<Kept>(&token.data).ok()?));
    let Some((player, kept)) = found.and_then(read) else { return Ok(Err(GrantError::Code)) };
    let Ok(scopes) = Scopes::parse(&kept.scopes) else { return Ok(Err(GrantError::Code)) };
    let challenge = BASE64URL_NOPAD.encode(&Sha256::digest(shown.verifier.as_bytes()));
    let differs = [
        (shown.client == kept.client, "client_id: the code was given to another program"),
        (is_same(shown.redirect, &kept.redirect), "redirect_uri: the code was given for another address"),
        (
            challenge == kept.challenge,
            "code_verifier: it is not the secret whose hash was the code_challenge",
        ),
    ];
    if let Some((_, why)) = differs.iter().find(|(fits, _)| !fits) {
        return Ok(Err(GrantError::Differs(why)));
    }
    // Of several who show it at the same time, one gets a token.
    if store.tokens.take_token(&hash, PURPOSE, now).await?.is_none() {
        return Ok(Err(GrantError::Code));
    }
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
        let at = |redirect: &str| {
            let read = Wish::read(&GrantWish { redirect_uri: redirect.to_owned(), ..wish() }).unwrap();
            (read.origin.clone(), read.refused())
        };
        let answer = "error=access_denied&state=a+b%26c";
        for (redirect, origin, refused) in [
            ("com.example.board://back", "com.example.board://back", "com.example.board://back?"),
            ("com.example.board:/back", "com.example.board:", "com.example.board:/back?"),
            ("http://127.0.0.1:8650", "http://127.0.0.1:8650", "http://127.0.0.1:8650/?"),
            // Who asks is named as the browser understands it.
            ("https://%65vil.com/", "https://evil.com", "https://evil.com/?"),
            ("HTTPS://Board.Example:443/a", "https://board.example", "https://board.example/a?"),
        ] {
            assert_eq!(at(redirect), (origin.to_owned(), format!("{refused}{answer}")), "{redirect}");
        }
    }

    #[test]
    fn an_empty_path_is_a_slash_and_all_else_that_differs_is_another_address() {
        let kept = "http://127.0.0.1:8650";
        for same in [kept, "http://127.0.0.1:8650/", "HTTP://127.0.0.1:8650"] {
            assert!(is_same(same, kept) && is_same(kept, same), "{same}");
        }
        for other in [
            "",
            "http://127.0.0.1:8651/",
            "https://127.0.0.1:8650",
            "http://127.0.0.1:8650/x",
            "http://127.0.0.1:8650/?",
        ] {
            assert!(!is_same(other, kept), "{other}");
        }
        assert!(
            !is_same("https://board.example/back/", "https://board.example/back"),
            "that is a path of its own"
        );
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
