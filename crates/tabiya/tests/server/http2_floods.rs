// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clients that use the frames of HTTP/2 (RFC 9113) to make the server work without asking for anything: each is cut off, and
//! others are served in the meantime. The frames are written by hand, because no honest library sends them.

use futures_util::future::join_all;
use tabiya_testkit::{Server, patiently};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::https::{Browser, self_signed};

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
/// Of SETTINGS and PING.
const ACK: u8 = 1;

/// The error by which a server says that it has had enough (RFC 9113, 7).
const ENHANCE_YOUR_CALM: u32 = 11;

/// The frames of a flood, by the number of the request.
type Flood = Box<dyn FnMut(u32) -> Vec<u8>>;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short payload").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A header as a literal that no table keeps (RFC 7541, 6.2.2).
fn header(name: &str, value: &str) -> Vec<u8> {
    let text = |text: &str| [&[u8::try_from(text.len()).expect("a short text")], text.as_bytes()].concat();
    [vec![0], text(name), text(value)].concat()
}

/// The head of a request.
fn head(method: &str, path: &str) -> Vec<u8> {
    let fields = [(":method", method), (":scheme", "https"), (":authority", "127.0.0.1"), (":path", path)];
    fields.map(|(name, value)| header(name, value)).concat()
}

/// The head of a game that is asked for, whose body the server waits for.
fn upload(browser: &Browser) -> Vec<u8> {
    let origin = browser.origin();
    let authority = origin.strip_prefix("https://").expect("it speaks HTTPS");
    [
        header(":method", "POST"),
        header(":scheme", "https"),
        header(":authority", authority),
        header(":path", "/api/games"),
        header("origin", &origin),
        header("content-type", "application/json"),
    ]
    .concat()
}

/// The number of a client's request.
fn stream(number: u32) -> u32 {
    2 * number + 1
}

fn request(number: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_HEADERS | END_STREAM, stream(number), &head("GET", path))
}

fn reset(number: u32) -> Vec<u8> {
    frame(RST_STREAM, 0, stream(number), &8_u32.to_be_bytes())
}

/// A connection on which a client writes frames as it likes.
struct Client(TlsStream<TcpStream>);

/// How a connection ended.
struct Ended {
    /// The error that the server gave, if any.
    error: Option<u32>,
    /// How many frames of each kind it sent.
    frames: [usize; 256],
}

impl Client {
    /// Connects, and has said what has to be said first.
    async fn connect(browser: &Browser) -> Self {
        let mut stream = browser.speaking(&["h2"]).connect().await.expect("the server is trusted");
        let preface = [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..], &frame(SETTINGS, 0, 0, &[])].concat();
        stream.write_all(&preface).await.expect("the server reads");
        Self(stream)
    }

    /// Sends this over and over, until the server closes the connection; reads what comes in the meantime.
    async fn flood(self, mut next: impl FnMut(u32) -> Vec<u8>) -> Ended {
        let (reading, mut writing) = tokio::io::split(self.0);
        let sending = async move {
            for number in 0.. {
                if writing.write_all(&next(number)).await.is_err() || writing.flush().await.is_err() {
                    break;
                }
                if number % 16 == 0 {
                    // So that what comes back is read.
                    tokio::task::yield_now().await;
                }
            }
        };
        let (ended, ()) =
            patiently("the end of a flood", async { tokio::join!(read_to_the_end(reading), sending) }).await;
        ended
    }
}

async fn read_to_the_end(mut reading: impl tokio::io::AsyncRead + Unpin) -> Ended {
    let mut ended = Ended { error: None, frames: [0; 256] };
    let mut head = [0; 9];
    while reading.read_exact(&mut head).await.is_ok() {
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let mut payload = vec![0; length];
        if reading.read_exact(&mut payload).await.is_err() {
            break;
        }
        ended.frames[usize::from(head[3])] += 1;
        if head[3] == GOAWAY {
            ended.error = payload.get(4..8).map(|error| u32::from_be_bytes(error.try_into().expect("four")));
        }
    }
    ended
}

/// Somebody else is served, over both protocols' ports.
async fn others_are_served(server: &Server, browser: &Browser) {
    assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn frames_that_bring_nothing_end_the_connection() {
    let (server, browser) = self_signed(&[]).await;
    // An honest client sends a few of each, and is answered.
    let mut honest = Client::connect(&browser).await;
    let settings = frame(SETTINGS, 0, 0, &[0, 4, 0, 1, 0, 0]);
    let ping = frame(PING, 0, 0, &[7; 8]);
    let begun = [request(0, "/healthz"), [settings.clone(), ping.clone()].concat().repeat(100)].concat();
    honest.0.write_all(&begun).await.unwrap();
    let mut acknowledged = 0;
    while acknowledged < 200 {
        let mut head = [0; 9];
        patiently("an answer to each", honest.0.read_exact(&mut head)).await.unwrap();
        let mut payload = vec![0; usize::from(head[2]) | usize::from(head[1]) << 8];
        honest.0.read_exact(&mut payload).await.unwrap();
        acknowledged += usize::from([SETTINGS, PING].contains(&head[3]) && head[4] & ACK != 0);
        assert_ne!(head[3], GOAWAY);
    }

    let window_update = [frame(WINDOW_UPDATE, 0, 0, &1_u32.to_be_bytes())].concat();
    for (what, flood) in [
        ("settings", settings),
        ("settings that say nothing", frame(SETTINGS, 0, 0, &[])),
        ("pings", ping),
        ("answers to no ping", frame(PING, ACK, 0, &[7; 8])),
        ("priorities", frame(PRIORITY, 0, 1, &[0, 0, 0, 3, 9])),
        ("window updates", window_update),
        ("frames of no known kind", frame(99, 0, 0, &[])),
    ] {
        let flooding = Client::connect(&browser).await.flood(|_| flood.clone());
        let (ended, ()) = tokio::join!(flooding, others_are_served(&server, &browser));
        let answered = ended.frames[usize::from(SETTINGS)] + ended.frames[usize::from(PING)];
        assert!(answered < 2_000, "{what}: {answered} were answered");
    }
}

#[tokio::test]
async fn requests_that_are_taken_back_end_the_connection() {
    let (server, browser) = self_signed(&[]).await;
    // Before anybody has looked at them, and after the work has begun: an upload that never comes keeps it waiting.
    let at_once = |number| [request(number, "/api/info"), reset(number)].concat();
    let upload = frame(HEADERS, END_HEADERS, 0, &upload(&browser));
    let later = move |number: u32| {
        let mut begun = upload.clone();
        begun[5..9].copy_from_slice(&stream(number).to_be_bytes());
        if number < 8 { begun } else { [begun, reset(number - 8)].concat() }
    };
    let floods: [(&str, Flood); 2] = [("at once", Box::new(at_once)), ("later", Box::new(later))];
    for (what, flood) in floods {
        let mut sent = 0;
        let mut flood = flood;
        let flooding = Client::connect(&browser).await.flood(|number| {
            sent = number;
            flood(number)
        });
        let (_, ()) = tokio::join!(flooding, others_are_served(&server, &browser));
        assert!(sent < 100_000, "{what}: {sent} requests");
    }
}

#[tokio::test]
async fn heads_without_end_end_the_connection() {
    let (server, browser) = self_signed(&[]).await;
    let long = header("x-long", &"a".repeat(100)).repeat(100);
    for (what, pieces) in [("empty", Vec::new()), ("long", long)] {
        let open = frame(HEADERS, END_STREAM, 1, &head("GET", "/"));
        let more = frame(CONTINUATION, 0, 1, &pieces);
        let flooding = Client::connect(&browser)
            .await
            .flood(|number| if number == 0 { open.clone() } else { more.clone() });
        let (ended, ()) = tokio::join!(flooding, others_are_served(&server, &browser));
        assert_eq!(ended.error, Some(ENHANCE_YOUR_CALM), "{what}");
    }
}

#[tokio::test]
async fn bodies_of_nothing_end_the_connection() {
    let (server, browser) = self_signed(&[]).await;
    // To somebody who waits for them, and after the answer.
    let (waits, refused) = (upload(&browser), head("POST", "/api/games"));
    for (head, payload) in [(&waits, &[][..]), (&waits, b"x"), (&refused, &[]), (&refused, b"x")] {
        let open = frame(HEADERS, END_HEADERS, 1, head);
        let more = frame(DATA, 0, 1, payload);
        let flooding = Client::connect(&browser)
            .await
            .flood(|number| if number == 0 { open.clone() } else { more.clone() });
        let (ended, ()) = tokio::join!(flooding, others_are_served(&server, &browser));
        assert!(ended.frames[usize::from(HEADERS)] < 10);
    }
}

#[tokio::test]
async fn more_streams_than_are_allowed_end_the_connection() {
    let (server, browser) = self_signed(&[]).await;
    // Uploads that never come: each takes a stream.
    let upload = upload(&browser);
    let open = |number| frame(HEADERS, END_HEADERS, stream(number), &upload);
    let flooding = Client::connect(&browser).await.flood(open);
    let (ended, ()) = tokio::join!(flooding, others_are_served(&server, &browser));
    assert!(ended.frames[usize::from(RST_STREAM)] < 1_000, "{}", ended.frames[usize::from(RST_STREAM)]);
}

#[tokio::test]
async fn a_connection_that_asks_nothing_more_is_closed() {
    // The same time counts for the handshake, which may be slow while other tests run.
    let (_server, browser) = self_signed(&["--handshake-timeout", "5"]).await;
    let open_head = frame(HEADERS, END_STREAM, 1, &head("GET", "/"));
    let cases = [
        ("nothing", Vec::new()),
        ("a request", request(0, "/healthz")),
        ("half of a request", open_head),
        ("half of a frame", vec![0, 0]),
    ];
    let ended = join_all(cases.map(async |(what, said)| {
        let mut client = Client::connect(&browser).await;
        client.0.write_all(&said).await.unwrap();
        (what, patiently("the end of an idle connection", read_to_the_end(&mut client.0)).await)
    }))
    .await;
    for (what, ended) in ended {
        assert!(ended.error.is_none_or(|error| error == 0), "{what}: {:?}", ended.error);
        if what == "a request" {
            assert_eq!(
                (ended.frames[usize::from(HEADERS)], ended.frames[usize::from(GOAWAY)] > 0),
                (1, true)
            );
        }
    }
}

/// A browser opens one of these in place of six over HTTP/1.1.
#[tokio::test]
async fn a_connection_counts_as_four_of_its_address() {
    // This machine has ten times as many.
    let (server, browser) = self_signed(&["--max-connections-per-address", "1"]).await;
    let mut held = vec![Client::connect(&browser).await, Client::connect(&browser).await];
    for client in &mut held {
        client.0.write_all(&request(0, "/healthz")).await.unwrap();
        let mut head = [0; 9];
        patiently("an answer", client.0.read_exact(&mut head)).await.unwrap();
    }
    let third = read_to_the_end(Client::connect(&browser).await.0);
    let third = patiently("the end of the third", third).await;
    assert_eq!(third.frames[usize::from(SETTINGS)], 0);
    drop(held);
    assert_eq!(server.until_answered("/healthz").await.status, 200);
}
