// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls of HTTP by everybody.

use std::net::SocketAddr;
use std::time::Duration;

use tabiya_testkit::patiently;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::cast::{Cast, PLAYER, WITHOUT_SCOPES};
use super::table::{Form, Row, Table};

/// How often a call is made again that has to wait: a second before each.
const WAITS: u32 = 60;

/// A caller's proof: a cookie, a token or nothing.
#[derive(Clone, Copy)]
pub(super) enum Proof<'a> {
    Nothing,
    Cookie(&'a str),
    Token(&'a str),
}

/// What a call came to.
struct Outcome {
    status: u16,
    /// The code of its error; empty where it has none.
    code: String,
    /// Whether the answer has the engine's numbers.
    has_evals: bool,
}

/// Makes a call. A stream that goes on is not read to its end, unless the row asks for what the engine says.
async fn ask(to: SocketAddr, form: Form, row: &Row, proof: Proof<'_>) -> Outcome {
    let kind =
        if row.body.starts_with('{') { "application/json" } else { "application/x-www-form-urlencoded" };
    let proof = match proof {
        Proof::Nothing => String::new(),
        Proof::Cookie(cookie) => format!("Cookie: {cookie}\r\n"),
        Proof::Token(token) => format!("Authorization: Bearer {token}\r\n"),
    };
    // The page's calls are for its own origin alone; other tests try them from elsewhere.
    let origin = if form == Form::Page { format!("Origin: http://{to}\r\n") } else { String::new() };
    let (method, path, body) = (&row.method, &row.path, &row.body);
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {to}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{origin}{proof}\r\n{body}"
    );
    patiently(&format!("{}: {method} {path}", row.place), async {
        let mut stream = TcpStream::connect(to).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut bytes = Vec::new();
        let status = loop {
            let end = stream.read_buf(&mut bytes).await.unwrap_or(0) == 0;
            let text = String::from_utf8_lossy(&bytes);
            let status: u16 =
                text.split(' ').nth(1).and_then(|status| status.get(..3)?.parse().ok()).unwrap_or(0);
            // What is refused says why.
            if end || (status < 400 && !row.asks_for_evals() && text.contains("\r\n\r\n")) {
                break status;
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let code =
            text.split_once("\"code\":\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        Outcome { status, code: code.to_owned(), has_evals: text.contains("[%eval ") }
    })
    .await
}

/// Makes a call, and makes it again as long as it is asked to wait: on a fast machine the rows come faster than the limits allow.
async fn ask_patiently(to: SocketAddr, form: Form, row: &Row, proof: Proof<'_>) -> Outcome {
    let mut outcome = ask(to, form, row, proof).await;
    for _ in 0..WAITS {
        if outcome.status != 429 {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        outcome = ask(to, form, row, proof).await;
    }
    outcome
}

/// The letter of an answer, as `README.md` explains them; `!` for one that no call may have, such as a fault of the server or a
/// limit of speed.
fn letter(row: &Row, Outcome { status, code, has_evals }: Outcome) -> char {
    let letter = letter_of(status, &code);
    if letter == '!' {
        eprintln!("{}: {} {}: {status} {code}", row.place, row.method, row.path);
    }
    if letter == '+' && row.asks_for_evals() && !has_evals { '-' } else { letter }
}

/// The letter of a status and the code of its error.
pub(super) fn letter_of(status: u16, code: &str) -> char {
    match (status, code) {
        (200..400, _) => '+',
        (401, _) => 'l',
        (403, "wrong_password") => 'r',
        (403, _) => 'x',
        (404, _) => 'h',
        (400 | 409 | 410 | 413 | 415 | 422, _) => 'r',
        _ => '!',
    }
}

pub(super) async fn check(cast: &Cast, table: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    for row in &table.rows {
        let callers = if table.form == Form::Api { cast.programs() } else { cast.browsers() };
        // The player comes last, because a call that is done may leave nothing to be done by others.
        let mut found = vec!['?'; callers.len()];
        let (last, others): (Vec<_>, Vec<_>) =
            callers.iter().enumerate().partition(|(_, caller)| caller.name == "player");
        for (place, caller) in others.into_iter().chain(last) {
            found[place] = letter(row, ask_patiently(cast.address(), table.form, row, caller.proof()).await);
        }
        let found: String = found.into_iter().collect();
        if found != row.answers {
            let body = if row.body.is_empty() { String::new() } else { format!(" {}", row.body) };
            let (found, expected) = (grouped(table.form, &found), grouped(table.form, &row.answers));
            faults.push(format!("{} {}{body}: {found}, expected {expected}", row.place, row.name()));
        }
        faults.extend(check_proofs(cast, table.form, row).await);
    }
    faults
}

/// What opens a call opens no call of the other kind, and a token no more than its scopes.
async fn check_proofs(cast: &Cast, form: Form, row: &Row) -> Vec<String> {
    let mut faults = Vec::new();
    let expected = |place: usize| row.answers.chars().nth(place).unwrap_or('?');
    let mut say = |what: &str, found: char| {
        faults.push(format!("{} {}: {what}: {found}", row.place, row.name()));
    };
    let other_kind = if form == Form::Api { cast.admin_cookie() } else { cast.admin_token() };
    let found = letter(row, ask(cast.address(), form, row, other_kind).await);
    let nobody = expected(0);
    if found != nobody {
        say("the proof of the other kind must open nothing", found);
    }
    if form != Form::Api {
        return faults;
    }
    let is_let_in = |letter: char| !matches!(letter, 'l' | 'x');
    for scope in &row.scopes {
        let found = letter(row, ask(cast.address(), form, row, Proof::Token(cast.with_scopes(scope))).await);
        if is_let_in(found) != is_let_in(expected(PLAYER)) {
            say(&format!("with {scope} alone"), found);
        }
    }
    if !row.scopes.is_empty() {
        let others = cast.without_scopes(&row.scopes);
        let found = letter(row, ask(cast.address(), form, row, Proof::Token(others)).await);
        if found != 'x' || expected(WITHOUT_SCOPES) != 'x' {
            say("with all scopes but those of the row", found);
        }
    } else if is_let_in(expected(WITHOUT_SCOPES)) != is_let_in(expected(PLAYER)) {
        say("the row has no scopes, so a token without any must do", expected(WITHOUT_SCOPES));
    }
    faults
}

fn grouped(form: Form, letters: &str) -> String {
    let ends: &[usize] = if form == Form::Api { &[4, 11] } else { &[3, 8] };
    let mut grouped = String::new();
    for (place, letter) in letters.chars().enumerate() {
        if ends.contains(&place) {
            grouped.push('/');
        }
        grouped.push(letter);
    }
    grouped
}
