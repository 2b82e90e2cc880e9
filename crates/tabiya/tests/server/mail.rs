// SPDX-License-Identifier: AGPL-3.0-or-later
//! E-mail: confirming an address, and a new password for a forgotten one. The mail server is in this process.

use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest, MailServer, Secured, Server, patiently};

use crate::clients::token_of;
use crate::people::{PASSWORD, login, me, registered};
use crate::programs::ask;
use crate::server;

const NEW: &str = "quite other unrelated words";

/// A free port for a server that has to know it before it starts. Below those that the system gives to whoever asks for any
/// (from 32768 on): else another program could be given it in between. Each test begins its search elsewhere.
pub(crate) fn free_address() -> SocketAddr {
    static SEARCHES: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_add(SEARCHES.fetch_add(100, Ordering::Relaxed));
    let ports = (0..10_000).map(|step| 20_000 + first.wrapping_add(step) % 10_000);
    let ports = ports.map(|port| u16::try_from(port).expect("ports are below 65,536"));
    let mut addresses = ports.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    addresses.find(|address| TcpListener::bind(address).is_ok()).expect("there is a free port")
}

/// A server that sends mail, and knows its own address: links in letters begin with it.
pub(crate) async fn mailing() -> (Server, MailServer) {
    mailing_with(&[]).await
}

async fn mailing_with(more: &[&str]) -> (Server, MailServer) {
    let mail = MailServer::start(Secured::Not).await;
    let address = free_address();
    let (own, smtp) = (format!("http://{address}"), format!("smtp+plain://127.0.0.1:{}", mail.port()));
    let mut flags =
        vec!["--public-url", &own, "--smtp-server", &smtp, "--smtp-from", "Chess club <club@chess.test>"];
    flags.extend(more);
    (Server::start_with(env!("CARGO_BIN_EXE_tabiya"), address, &flags).await, mail)
}

async fn post(browser: &mut Guest, path: &str, body: Value) -> Answer {
    browser.act("POST", path, &body).await
}

async fn set_email(browser: &mut Guest, email: &str, password: &str) -> Answer {
    browser.act("PUT", "/api/page/email", &json!({"email": email, "password": password})).await
}

/// Registers with an address and confirms it.
pub(crate) async fn confirmed(server: &Server, mail: &MailServer, name: &str, email: &str) -> Guest {
    let mut browser = Guest::new(server).await;
    let wish = json!({"name": name, "password": PASSWORD, "email": email});
    let before = mail.letters().len();
    assert_eq!(post(&mut browser, "/api/register", wish).await.status, 201);
    let letter = mail.letter_to(email, before).await;
    let token = letter.token(&format!("{}/confirm", server.origin()));
    let answer = post(&mut browser, "/api/page/email/confirm", json!({ "token": token })).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    browser
}

#[tokio::test]
async fn an_address_counts_when_it_is_confirmed_and_the_old_one_is_told() {
    let (server, mail) = mailing().await;
    assert_eq!(server.get("/api/page/site").await.json()["mail"], true);
    let mut alice = confirmed(&server, &mail, "Alice", "alice@example.org").await;
    let shown = alice.get("/api/me").await;
    assert_eq!((&shown["email"], &shown["email_confirmed"]), (&json!("alice@example.org"), &json!(true)));

    // Another address asks for the password, tells the old one, and counts only when it is confirmed.
    let refused = set_email(&mut alice, "new@example.org", "not the password").await;
    assert_eq!((refused.status, refused.error_code().as_str()), (403, "wrong_password"));
    for wrong in ["alice", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org"] {
        let refused = set_email(&mut alice, wrong, PASSWORD).await;
        assert_eq!((refused.status, refused.error_code().as_str()), (400, "bad_email"), "{wrong}");
    }
    assert_eq!(set_email(&mut alice, "new@example.org", PASSWORD).await.status, 204);
    let mut told = [mail.letter(1).await, mail.letter(2).await];
    told.sort_by(|one, other| one.to.cmp(&other.to));
    assert_eq!((told[0].to.as_str(), told[1].to.as_str()), ("alice@example.org", "new@example.org"));
    assert!(!told[0].text.contains("/confirm"), "{}", told[0].text);
    assert_eq!(alice.get("/api/me").await["email_confirmed"], false);

    // A link works once, for the address that it was sent to.
    let token = told[1].token("/confirm");
    let follow = async |browser: &mut Guest, token: &str| {
        post(browser, "/api/page/email/confirm", json!({ "token": token })).await.error_code_or_ok()
    };
    let mut anybody = Guest::new(&server).await;
    assert_eq!(follow(&mut anybody, &token).await, "ok");
    assert_eq!(follow(&mut anybody, &token).await, "wrong_token");
    assert_eq!(follow(&mut anybody, &"0".repeat(64)).await, "wrong_token");
    assert_eq!(follow(&mut anybody, "<b>").await, "wrong_token");
    assert_eq!(alice.get("/api/me").await["email_confirmed"], true);
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_once_and_all_sessions_end() {
    let (server, mail) = mailing().await;
    let alice = confirmed(&server, &mail, "Alice", "alice@example.org").await;
    let mut unconfirmed = Guest::new(&server).await;
    let wish = json!({"name": "Bobby", "password": PASSWORD, "email": "bob@example.org"});
    assert_eq!(post(&mut unconfirmed, "/api/register", wish).await.status, 201);
    mail.letter(1).await;

    // The same answer for the address of an account, for one that is not confirmed, and for one that nobody has.
    let mut anybody = Guest::new(&server).await;
    let mut answers = Vec::new();
    for address in ["bob@example.org", "nobody@example.org", "Alice@Example.org"] {
        let answer = post(&mut anybody, "/api/page/reset", json!({ "email": address })).await;
        answers.push((answer.status, answer.body));
    }
    assert_eq!(answers, vec![(204, String::new()); 3]);
    let letter = mail.letter(2).await;
    assert_eq!(letter.to, "alice@example.org");
    assert!(letter.text.contains("Alice") && letter.text.contains("30 minutes"), "{}", letter.text);

    let token = letter.token(&format!("{}/reset", server.origin()));
    let finish = async |browser: &mut Guest, password: &str| {
        let body = json!({"token": token, "password": password});
        post(browser, "/api/page/reset/finish", body).await.error_code_or_ok()
    };
    assert_eq!(finish(&mut anybody, "password").await, "bad_password", "which does not use the link up");
    assert_eq!(finish(&mut anybody, NEW).await, "ok");
    assert_eq!(finish(&mut anybody, NEW).await, "wrong_token");
    assert_eq!(me(&alice).await, "not_logged_in", "all sessions have ended");
    assert_eq!(login(&mut anybody, "Alice", PASSWORD).await.status, 401);
    assert_eq!(login(&mut anybody, "Alice", NEW).await.status, 200);

    // Nobody floods a mailbox, and nobody is told that it is full.
    let (mut statuses, begun) = (Vec::new(), std::time::Instant::now());
    for _ in 0..8 {
        let body = json!({ "email": "alice@example.org" });
        statuses.push(post(&mut anybody, "/api/page/reset", body).await.status);
    }
    assert!(statuses.iter().all(|status| [204, 429].contains(status)), "{statuses:?}");
    mail.letter(3).await;
    let more = usize::try_from(begun.elapsed().as_secs() / 20).expect("a short test");
    assert!(mail.letters().len() <= 6 + more, "{}", mail.letters().len());
}

/// A school behind one address asked, and was refused all the same.
#[tokio::test]
async fn an_unlimited_address_asks_for_as_many_new_passwords_as_it_likes() {
    let (server, _mail) = mailing_with(&["--unlimited-addresses", "127.0.0.0/8"]).await;
    let mut anybody = Guest::new(&server).await;
    // A private address may ask for 30 letters a minute.
    for number in 0..40 {
        let body = json!({ "email": format!("nobody{number}@example.org") });
        assert_eq!(post(&mut anybody, "/api/page/reset", body).await.status, 204, "{number}");
    }
}

/// Many people remember their address, and not the name that was still free.
#[tokio::test]
async fn one_logs_in_by_an_address_that_is_confirmed_and_ones_own_alone() {
    let (server, mail) = mailing().await;
    let log_in = async |name: &str| {
        let mut browser = Guest::new(&server).await;
        login(&mut browser, name, PASSWORD).await.status
    };
    let mut ann = confirmed(&server, &mail, "Ann", "Ann@Example.org").await;
    assert_eq!(log_in(" ann@example.org").await, 200);
    assert_eq!(log_in("bob@example.org").await, 401);
    // Nor does a child's, who may have chosen kid mode by a program and kept the address.
    let token = token_of(&server, "Ann", "preference:write");
    for (kid, by_address) in [(true, 401), (false, 200)] {
        let set = ask(&server, "POST", &format!("/api/account/kid?v={kid}"), &token, "").await;
        assert_eq!(set.status, 200, "{}", set.body);
        assert_eq!(log_in("ann@example.org").await, by_address, "kid mode: {kid}");
        assert_eq!(log_in("ann").await, 200, "the name opens it in any case");
    }
    // However it is typed, it has one count of wrong tries: white space was a way to any number of them.
    let guess = async |typed: String| {
        let mut browser = Guest::new(&server).await;
        login(&mut browser, &typed, "not the password").await.status
    };
    for blanks in 0..20 {
        assert_eq!(
            guess(format!("{}CID@example.org{}", " ".repeat(blanks), "\u{2003}".repeat(blanks))).await,
            401
        );
    }
    assert_eq!(guess("cid@example.org".to_owned()).await, 429);
    // One that nobody has confirmed opens nothing.
    let mut bob = registered(&server, "Bob").await;
    assert_eq!(set_email(&mut bob, "bob@example.org", PASSWORD).await.status, 204);
    assert_eq!(log_in("bob@example.org").await, 401);
    assert_eq!(set_email(&mut ann, "other@example.org", PASSWORD).await.status, 204);
    assert_eq!(log_in("ann@example.org").await, 401, "it is not hers any more");
    assert_eq!(log_in("a\0@example.org").await, 401);
    // Nobody knows which of two accounts is meant.
    for name in ["Cid", "Dora"] {
        confirmed(&server, &mail, name, "both@example.org").await;
    }
    assert_eq!(log_in("both@example.org").await, 401);
    assert_eq!(log_in("cid").await, 200);
}

/// Whoever holds the old mailbox is often the reason for another address.
#[tokio::test]
async fn a_link_to_an_old_address_resets_nothing() {
    let (server, mail) = mailing().await;
    let mut alice = confirmed(&server, &mail, "Alice", "alice@example.org").await;
    let mut anybody = Guest::new(&server).await;
    let body = json!({ "email": "alice@example.org" });
    assert_eq!(post(&mut anybody, "/api/page/reset", body).await.status, 204);
    let token = mail.letter(1).await.token(&format!("{}/reset", server.origin()));
    assert_eq!(set_email(&mut alice, "new@example.org", PASSWORD).await.status, 204);
    let late = json!({"token": token, "password": NEW});
    let late = post(&mut anybody, "/api/page/reset/finish", late).await;
    assert_eq!(late.error_code(), "wrong_token", "{}", late.body);
    assert_eq!(me(&alice).await, "Alice");
}

#[tokio::test]
async fn a_server_without_mail_says_so() {
    let server = server().await;
    assert_eq!(server.get("/api/page/site").await.json()["mail"], false);
    let mut alice = registered(&server, "Alice").await;
    let refused = set_email(&mut alice, "alice@example.org", PASSWORD).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (409, "no_mail"));
    let refused = post(&mut alice, "/api/page/reset", json!({ "email": "alice@example.org" })).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (409, "no_mail"));
}

#[test]
fn mail_without_an_address_of_its_own_or_over_an_open_line_is_refused_at_the_start() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let serve = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path().join("data"));
        let output = command.args(flags).output().expect("the binary was built for this test");
        assert!(!output.status.success(), "{flags:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let from = ["--smtp-from", "club@chess.test"];
    let smtps = ["--smtp-server", "smtps://mail.chess.test"];
    let public = ["--public-url", "https://chess.test"];
    assert!(serve(&[smtps, from].concat()).contains("--public-url"));
    let user = ["--smtp-user", "chess"];
    assert!(serve(&[smtps, from, public, user].concat()).contains("smtp-password"));
    assert!(serve(&[smtps, public].concat()).contains("smtp-from"));
    let plain = ["--smtp-server", "smtp+plain://mail.chess.test"];
    let said = serve(&[plain, from, public].concat());
    assert!(said.contains("smtps://mail.chess.test"), "{said}");
    let said = serve(&[&smtps[..], &public, &["--smtp-from", "nobody"]].concat());
    assert!(said.contains("nobody"), "{said}");
}

#[test]
fn the_password_of_the_mail_server_is_not_printed() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["serve", "--print-config"]).env("TABIYA_SMTP_PASSWORD", "hunter2");
    let output = command.output().expect("the binary was built for this test");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("# smtp-password = (is set, and not shown)"), "{printed}");
    assert!(!printed.contains("hunter2"), "{printed}");
}

/// Whoever registers with a stranger's address again and again.
#[tokio::test]
async fn one_address_gets_few_letters_however_many_accounts_name_it() {
    let (server, mail) = mailing().await;
    let mut browser = Guest::new(&server).await;
    let begun = std::time::Instant::now();
    for (name, email) in [
        ("Aone", "victim@example.org"),
        ("Btwo", "victim@example.org"),
        ("Cthree", "VICTIM@example.org"),
        ("Dfour", "victim@example.org"),
        ("Dfive", "victim@example.org"),
        ("Dsix", "victim@example.org"),
        ("Efive", "other@example.org"),
    ] {
        let wish = json!({"name": name, "password": PASSWORD, "email": email});
        assert_eq!(post(&mut browser, "/api/register", wish).await.status, 201, "{name}");
        post(&mut browser, "/api/logout", Value::Null).await;
    }
    let to = |address: &str| mail.letters().iter().filter(|one| one.to.eq_ignore_ascii_case(address)).count();
    patiently("the last letter", async {
        while to("other@example.org") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    // Three a minute: one more each twenty seconds.
    let most = 3 + usize::try_from(begun.elapsed().as_secs() / 20).expect("a short test");
    let sent = to("victim@example.org");
    assert!(sent > 0 && sent <= most, "{sent} letters, {most} at most");
}
