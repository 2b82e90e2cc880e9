// SPDX-License-Identifier: AGPL-3.0-or-later
//! A small mail server on a free port of this machine: it takes letters (RFC 5321) and shows them to the test.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::patiently;

const GREETING: &str = "220 mail.test";

/// How the mail server secures its connections.
#[derive(Clone)]
pub enum Secured {
    /// Not at all, and it offers no STARTTLS.
    Not,
    /// It offers STARTTLS.
    ByStartTls(TlsAcceptor),
    /// TLS from the first byte.
    FromTheStart(TlsAcceptor),
}

/// A letter that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Who it is for, as the envelope says.
    pub to: String,
    /// The header and the text, decoded from quoted-printable.
    pub text: String,
    /// Whether it came over TLS.
    pub secured: bool,
    /// Whether the sender had logged in.
    pub logged_in: bool,
}

impl Received {
    /// What stands behind `#` in the link to this page.
    pub fn token(&self, page: &str) -> String {
        let link = self.text.split_once(&format!("{page}#"));
        let (_, rest) = link.unwrap_or_else(|| panic!("there is no link to {page} in {}", self.text));
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    }
}

/// A mail server. Dropping it closes its port.
pub struct MailServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    letters: Mutex<Vec<Received>>,
    /// How many letters are refused for now (451).
    refused: AtomicUsize,
    /// How many attempts there were to hand a letter over.
    attempts: AtomicUsize,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl MailServer {
    /// Starts one.
    pub async fn start(secured: Secured) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let shared = Arc::<Shared>::default();
        let own = Arc::clone(&shared);
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (own, secured) = (Arc::clone(&own), secured.clone());
                // A client that goes away in the middle has sent no letter.
                tokio::spawn(async move { own.talk(stream, secured).await });
            }
        });
        Self { address, shared, accepting }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Refuses the next so many letters for now (451), as a mail server does that is busy.
    pub fn refuse(&self, letters: usize) {
        self.shared.refused.store(letters, Ordering::Relaxed);
    }

    /// How often somebody has tried to hand a letter over.
    pub fn attempts(&self) -> usize {
        self.shared.attempts.load(Ordering::Relaxed)
    }

    /// All letters that have arrived.
    pub fn letters(&self) -> Vec<Received> {
        self.shared.letters.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The letter with this number, counted from 0, when it has arrived.
    pub async fn letter(&self, number: usize) -> Received {
        patiently("a letter", async {
            loop {
                if let Some(letter) = self.letters().into_iter().nth(number) {
                    return letter;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
    }

    /// The first letter to this address, when it has arrived; of all letters but the first `known`. Letters overtake one
    /// another, so a test that has sent several asks for them like this.
    pub async fn letter_to(&self, address: &str, known: usize) -> Received {
        patiently("a letter to an address", async {
            loop {
                if let Some(letter) = self.letters().into_iter().skip(known).find(|one| one.to == address) {
                    return letter;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
    }
}

impl Shared {
    async fn talk(&self, stream: TcpStream, secured: Secured) -> Option<()> {
        match secured {
            Secured::Not => {
                let mut stream = BufReader::new(stream);
                say(&mut stream, GREETING).await?;
                self.session(stream, false, false).await?;
            }
            Secured::FromTheStart(acceptor) => {
                let mut stream = BufReader::new(acceptor.accept(stream).await.ok()?);
                say(&mut stream, GREETING).await?;
                self.session(stream, false, true).await?;
            }
            Secured::ByStartTls(acceptor) => {
                let mut stream = BufReader::new(stream);
                say(&mut stream, GREETING).await?;
                let plain = self.session(stream, true, false).await??;
                // The client speaks first now.
                self.session(BufReader::new(acceptor.accept(plain).await.ok()?), false, true).await?;
            }
        }
        Some(())
    }

    /// Speaks with one client. Returns the stream where that wants STARTTLS; none where the connection breaks.
    async fn session<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        mut stream: BufReader<S>,
        offers_tls: bool,
        secured: bool,
    ) -> Option<Option<S>> {
        let (mut to, mut logged_in) = (String::new(), false);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let command = line.trim_end().to_owned();
            let word = command.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            match word.as_str() {
                "EHLO" if offers_tls => say(&mut stream, "250-mail.test\r\n250 STARTTLS").await?,
                "EHLO" => say(&mut stream, "250-mail.test\r\n250 AUTH PLAIN LOGIN").await?,
                "STARTTLS" if offers_tls => {
                    say(&mut stream, "220 go on").await?;
                    return Some(Some(stream.into_inner()));
                }
                "AUTH" => {
                    logged_in = true;
                    say(&mut stream, "235 welcome").await?;
                }
                "RCPT" => {
                    to = command.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    say(&mut stream, "250 ok").await?;
                }
                "MAIL" => {
                    self.attempts.fetch_add(1, Ordering::Relaxed);
                    let refused = self
                        .refused
                        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                    let answer = if refused.is_ok() { "451 not now" } else { "250 ok" };
                    say(&mut stream, answer).await?;
                }
                "RSET" | "NOOP" => say(&mut stream, "250 ok").await?,
                "DATA" => {
                    say(&mut stream, "354 go on").await?;
                    let text = decoded(&data(&mut stream).await?);
                    let letter = Received { to: to.clone(), text, secured, logged_in };
                    self.letters.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
                    say(&mut stream, "250 taken").await?;
                }
                "QUIT" => {
                    say(&mut stream, "221 bye").await?;
                    return Some(None);
                }
                _ => say(&mut stream, "502 what?").await?,
            }
        }
    }
}

async fn say<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufReader<S>, line: &str) -> Option<()> {
    stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.ok()?;
    stream.get_mut().flush().await.ok()
}

/// Up to the line with a dot alone.
async fn data<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    while !data.ends_with(b"\r\n.\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).await.ok()?;
        data.push(byte[0]);
    }
    data.truncate(data.len() - 5);
    Some(data)
}

/// Quoted-printable (RFC 2045, 6.7) as text; what is not encoded stays as it is.
fn decoded(data: &[u8]) -> String {
    let text = String::from_utf8_lossy(data).replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let digits = more.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| first == b'=').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            None => {
                bytes.push(first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
