// SPDX-License-Identifier: AGPL-3.0-or-later
//! As much HTTP/1.1 as the bot needs (RFC 9112): one request a connection, answers as JSON or line by line, plain or by TLS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::Value;
use url::Url;

/// How long an ordinary answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a stream may be silent: servers send a blank line every few seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// The longest line, and the longest answer, in bytes.
const LONGEST: u64 = 4 * 1024 * 1024;

/// A server, and the token that is shown to it.
pub(crate) struct Server {
    host: String,
    port: u16,
    tls: Option<Arc<ClientConfig>>,
    token: String,
}

/// A connection to the first address of this host that answers. Each has its share of this time.
///
/// # Errors
/// If the name leads nowhere, or no address answers in time.
pub(crate) fn connect(host: &str, port: u16, patience: Duration) -> io::Result<TcpStream> {
    let addresses: Vec<_> = (host, port).to_socket_addrs()?.collect();
    let share = patience / u32::try_from(addresses.len().max(1)).unwrap_or(u32::MAX);
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the name leads nowhere");
    for address in addresses {
        match TcpStream::connect_timeout(&address, share) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

trait Line: Read + Write + Send {}
impl<T: Read + Write + Send> Line for T {}

impl Server {
    pub(crate) fn new(url: &str, token: &str) -> anyhow::Result<Self> {
        let url = Url::parse(url).context("the address begins with http:// or https://")?;
        let tls = match url.scheme() {
            "http" => None,
            "https" => Some(Arc::new(tls()?)),
            _ => bail!("the address begins with http:// or https://"),
        };
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().context("the address has no port")?;
        if host.is_empty() || token.chars().any(|each| each.is_control() || each.is_whitespace()) {
            bail!("the address has no host, or the token is none");
        }
        Ok(Self { host: host.to_owned(), port, tls, token: token.to_owned() })
    }

    fn connect(&self, patience: Duration) -> anyhow::Result<Box<dyn Line>> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = connect(host, self.port, PATIENCE).context("the server can't be reached")?;
        stream.set_read_timeout(Some(patience))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(host.to_owned()).context("the host has no name")?;
        Ok(Box::new(StreamOwned::new(ClientConnection::new(Arc::clone(tls), name)?, stream)))
    }

    fn ask(&self, method: &str, path: &str, body: &str, patience: Duration) -> anyhow::Result<Answer> {
        let mut line = self.connect(patience)?;
        let Self { host, port, token, .. } = self;
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             User-Agent: tabiya-bot\r\nAccept: application/x-ndjson, application/json\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        line.flush()?;
        Answer::read(BufReader::new(line))
    }

    fn call(&self, method: &str, path: &str, body: &str) -> anyhow::Result<Value> {
        let answer = self.ask(method, path, body, PATIENCE)?;
        let status = answer.status;
        let mut text = String::new();
        answer.body.take(LONGEST).read_to_string(&mut text)?;
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status >= 400 {
            bail!("{status}: {}", value["error"].as_str().unwrap_or("without a word"));
        }
        Ok(value)
    }

    pub(crate) fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call("GET", path, "")
    }

    pub(super) fn post(&self, path: &str, form: &str) -> anyhow::Result<Value> {
        self.call("POST", path, form)
    }

    /// The lines of a stream, as they come.
    pub(super) fn lines(&self, path: &str) -> anyhow::Result<impl Iterator<Item = io::Result<String>>> {
        let answer = self.ask("GET", path, "", SILENCE)?;
        if answer.status >= 400 {
            let mut text = String::new();
            answer.body.take(LONGEST).read_to_string(&mut text)?;
            bail!("{}: {text}", answer.status);
        }
        Ok(BufReader::with_capacity(1, answer.body).lines())
    }
}

fn tls() -> anyhow::Result<ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(roots()).with_no_client_auth())
}

/// The authorities that this system trusts.
pub(crate) fn roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // One that can't be read does not keep the others from being trusted.
        let _ = roots.add(certificate);
    }
    roots
}

struct Answer {
    status: u16,
    body: Box<dyn Read + Send>,
}

impl Answer {
    fn read(mut from: BufReader<Box<dyn Line>>) -> anyhow::Result<Self> {
        let first = line(&mut from)?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.context("the server does not speak HTTP")?;
        let (mut is_chunked, mut length) = (false, None);
        loop {
            let header = line(&mut from)?.to_ascii_lowercase();
            match header.split_once(':') {
                None if header.is_empty() => break,
                Some(("transfer-encoding", value)) => is_chunked = value.contains("chunked"),
                Some(("content-length", value)) => length = value.trim().parse::<u64>().ok(),
                _ => {}
            }
        }
        let body: Box<dyn Read + Send> = match (is_chunked, length) {
            (true, _) => Box::new(Chunks { from, left: 0, is_first: true }),
            (false, Some(length)) => Box::new(from.take(length)),
            (false, None) => Box::new(from),
        };
        Ok(Self { status, body })
    }
}

/// A line of the head, or of a chunk's.
fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    from.take(64 * 1024).read_line(&mut line)?;
    if !line.ends_with('\n') {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the answer breaks off"));
    }
    Ok(line.trim_end().to_owned())
}

/// A body that comes in chunks (RFC 9112, 7.1).
struct Chunks<R> {
    from: R,
    left: usize,
    is_first: bool,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            if !std::mem::replace(&mut self.is_first, false) {
                line(&mut self.from)?;
            }
            let size = line(&mut self.from)?;
            let size = size.split(';').next().unwrap_or_default().trim();
            let wrong = |_| io::Error::new(io::ErrorKind::InvalidData, "a chunk has no size");
            self.left = usize::from_str_radix(size, 16).map_err(wrong)?;
            if self.left == 0 {
                self.is_first = true;
                return Ok(0);
            }
        }
        let wanted = buffer.len().min(self.left);
        let read = self.from.read(&mut buffer[..wanted])?;
        if read == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the answer breaks off"));
        }
        self.left -= read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_put_together_and_broken_ones_noticed() {
        let read = |text: &str| {
            let mut body = String::new();
            let from = BufReader::new(io::Cursor::new(text.as_bytes().to_vec()));
            Chunks { from, left: 0, is_first: true }.read_to_string(&mut body).map(|_| body)
        };
        assert_eq!(read("3\r\n{\"a\r\n5;x=1\r\n\":1}\n\r\n0\r\n\r\n").unwrap(), "{\"a\":1}\n");
        for broken in ["", "3\r\nab", "x\r\n", "3\r\nabc\r\n"] {
            assert!(read(broken).is_err(), "{broken:?}");
        }
    }

    /// A firewall that drops what it does not like once kept `tabiya doctor` for two minutes.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_host_that_does_not_answer_is_given_up() {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let silent = socket.listen(0).unwrap();
        let port = silent.local_addr().unwrap().port();
        // Nobody takes the connections, so the few places of the queue are soon gone, and Linux drops what comes then.
        let tries = || connect("127.0.0.1", port, Duration::from_millis(200));
        let mut taken: Vec<_> = std::iter::repeat_with(tries).take(16).collect();
        let last = taken.pop().expect("there are sixteen");
        assert_eq!(last.map_err(|error| error.kind()).unwrap_err(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn addresses_are_taken_apart() {
        let at = |url| Server::new(url, "x").map(|server| (server.host, server.port)).ok();
        assert_eq!(at("http://127.0.0.1:8080/"), Some(("127.0.0.1".to_owned(), 8080)));
        assert_eq!(at("https://chess.example"), Some(("chess.example".to_owned(), 443)));
        assert_eq!(at("http://[::1]:80"), Some(("[::1]".to_owned(), 80)));
        for wrong in ["chess.example", "ftp://chess.example", "http://", "http://x:y"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
        assert!(Server::new("http://x", "a\r\nb: c").is_err());
    }
}
