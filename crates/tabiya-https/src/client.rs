// SPDX-License-Identifier: AGPL-3.0-or-later
//! As much HTTP/1.1 over TLS as the server needs to call others (RFC 9112): a request each connection, an answer of limited
//! length.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use httparse::{EMPTY_HEADER, Status};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;
use url::Url;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer with its head, in bytes.
const LONGEST: u64 = 256 * 1024;
/// Names that are looked up at the same time.
const LOOKUPS: usize = 16;
/// So many addresses of a name are looked at.
const MOST_ADDRESSES: usize = 16;
/// The most headers that an answer may have.
const MOST_HEADERS: usize = 64;

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// It is no address.
    #[error("{0:?} is no address that begins with https://")]
    Address(String),
    /// The name has no address.
    #[error("the name {0} leads nowhere")]
    Name(String),
    /// The name has only addresses that are not called.
    #[error("{0} has no address that may be called")]
    Refused(String),
    /// Nobody is there.
    #[error("{host} can't be reached: {cause}")]
    Unreachable {
        /// Who was called.
        host: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It is not the one that was called, or can't prove it.
    #[error("{host} can't be trusted: {cause}")]
    Tls {
        /// Who was called.
        host: String,
        /// What the library for TLS says.
        cause: io::Error,
    },
    /// It takes too long.
    #[error("{0} does not answer")]
    Silent(String),
    /// It speaks something else.
    #[error("{0} answers with something that is no HTTP")]
    NoHttp(String),
}

/// Which addresses of a name may be called.
type Allowed = Arc<dyn Fn(SocketAddr) -> bool + Send + Sync>;

/// Calls others over TLS. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    tls: TlsConnector,
    allowed: Allowed,
    patience: Duration,
    longest: u64,
    heads_alone: bool,
    /// Places for threads that look up names.
    lookups: Arc<Semaphore>,
}

impl Client {
    /// Others are known by the certificates in `root`, else by those that the system trusts.
    ///
    /// # Errors
    /// If there are none, in words.
    pub fn new(root: Option<&Path>) -> Result<Self, String> {
        let roots = roots(root)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self {
            tls: TlsConnector::from(Arc::new(config)),
            allowed: Arc::new(|_| true),
            patience: PATIENCE,
            longest: LONGEST,
            heads_alone: false,
            lookups: Arc::new(Semaphore::new(LOOKUPS)),
        })
    }

    /// The same, which calls only these addresses. The name is looked up once, and what was looked at is called: whoever owns
    /// the name can't change it in between.
    #[must_use]
    pub fn only(self, allowed: impl Fn(SocketAddr) -> bool + Send + Sync + 'static) -> Self {
        Self { allowed: Arc::new(allowed), ..self }
    }

    /// The same, whose calls may take so long.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The same, which reads so many bytes of an answer.
    #[must_use]
    pub fn reading(self, longest: u64) -> Self {
        Self { longest, ..self }
    }

    /// The same, which reads no answer further than its head, so that its body may be of any length.
    #[must_use]
    pub fn reading_heads(self) -> Self {
        Self { heads_alone: true, ..self }
    }

    /// Makes one call. A redirect is an answer like others, and is not followed.
    ///
    /// # Errors
    /// If there is no whole answer in time.
    pub async fn call(&self, request: Request<Bytes>) -> Result<Response<Bytes>, CallError> {
        let host = request.uri().host().unwrap_or_default().to_owned();
        let answered = tokio::time::timeout(self.patience, self.ask(request)).await;
        answered.unwrap_or(Err(CallError::Silent(host)))
    }

    /// The addresses of a name. A server of names that never answers holds a thread for longer than a call lasts, so only few threads
    /// look up: the others are for reading the database.
    async fn look_up(&self, host: String, port: u16) -> Option<Vec<SocketAddr>> {
        let place = Arc::clone(&self.lookups).acquire_owned().await.ok()?;
        let found = tokio::task::spawn_blocking(move || {
            let _held_until_it_is_answered = place;
            (host.as_str(), port).to_socket_addrs().map(|found| found.take(MOST_ADDRESSES).collect())
        });
        found.await.ok()?.ok()
    }

    async fn ask(&self, request: Request<Bytes>) -> Result<Response<Bytes>, CallError> {
        let (head, body) = request.into_parts();
        let address = head.uri.to_string();
        let wrong = || CallError::Address(address.clone());
        let url = Url::parse(&address).ok().filter(|url| url.scheme() == "https").ok_or_else(wrong)?;
        let (host, port) =
            (url.host_str().ok_or_else(wrong)?, url.port_or_known_default().ok_or_else(wrong)?);
        let mut text = format!("{} {}", head.method, url.path());
        if let Some(query) = url.query() {
            text.push('?');
            text.push_str(query);
        }
        let authority = if port == 443 { host.to_owned() } else { format!("{host}:{port}") };
        text.push_str(&format!(" HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n"));
        for (name, value) in &head.headers {
            text.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap_or_default()));
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));

        let plain_host = host.trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(plain_host.to_owned()).map_err(|_| wrong())?;
        let found = self.look_up(plain_host.to_owned(), port).await;
        let found = found.ok_or_else(|| CallError::Name(host.to_owned()))?;
        let addresses: Vec<_> = found.into_iter().filter(|address| (self.allowed)(*address)).collect();
        if addresses.is_empty() {
            return Err(CallError::Refused(host.to_owned()));
        }
        let unreachable = |cause| CallError::Unreachable { host: host.to_owned(), cause };
        let stream = TcpStream::connect(&*addresses).await.map_err(unreachable)?;
        let untrusted = |cause| CallError::Tls { host: host.to_owned(), cause };
        let mut stream = self.tls.connect(name, stream).await.map_err(untrusted)?;
        stream.write_all(text.as_bytes()).await.map_err(unreachable)?;
        stream.write_all(&body).await.map_err(unreachable)?;
        stream.flush().await.map_err(unreachable)?;
        let is_head = self.heads_alone || head.method == http::Method::HEAD;
        let answer = read(stream.take(self.longest), is_head).await.map_err(unreachable)?;
        read_answer(&answer, is_head).ok_or_else(|| CallError::NoHttp(host.to_owned()))
    }
}

/// Whether an address is on the internet, where everybody may be called: no network of its own, nothing that is kept for
/// documentation, tests or groups, and nothing that wraps such an address (the registries of IANA for special purposes).
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            match a {
                // This network, private ones, loopback.
                0 | 10 | 127 => false,
                // Shared by a provider's customers.
                100 => b & 0xC0 != 64,
                169 => b != 254,
                172 => b & 0xF0 != 16,
                // Protocols, documentation, 6to4, private.
                192 => !matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _)),
                // Benchmarks, documentation.
                198 => !matches!((b, c), (18 | 19, _) | (51, 100)),
                203 => (b, c) != (0, 113),
                // Groups, and what is reserved.
                224.. => false,
                _ => true,
            }
        }
        IpAddr::V6(address) => {
            let [a, b, c, d, e, f, g, h] = address.segments();
            match a {
                // An IPv4 address behind a translator (RFC 6052).
                0x64 if [b, c, d, e, f] == [0xff9b, 0, 0, 0, 0] => {
                    let [[w, x], [y, z]] = [g, h].map(u16::to_be_bytes);
                    is_public([w, x, y, z].into())
                }
                // Protocols and tunnels such as Teredo; documentation.
                0x2001 => b >= 0x200 && b != 0xdb8,
                // An IPv4 address in a tunnel (6to4).
                0x2002 => false,
                0x3fff => b >= 0x1000,
                // All that is given out so far.
                0x2000..=0x3ffe => true,
                _ => false,
            }
        }
    }
}

fn roots(file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let Some(file) = file else {
        for certificate in rustls_native_certs::load_native_certs().certs {
            // One that can't be read does not keep the others from being trusted.
            let _ = roots.add(certificate);
        }
        let none = "this system knows no authorities; install the package ca-certificates";
        return if roots.is_empty() { Err(none.to_owned()) } else { Ok(roots) };
    };
    let wrong = |error: String| format!("{} can't be used: {error}", file.display());
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
        roots.add(certificate).map_err(|error| wrong(error.to_string()))?;
    }
    if roots.is_empty() { Err(wrong("there is no certificate in it".to_owned())) } else { Ok(roots) }
}

/// Reads to the end of an answer. Most who are asked to close the connection do so then; the others are not waited for.
async fn read(mut stream: impl AsyncRead + Unpin, is_head: bool) -> io::Result<Vec<u8>> {
    let mut answer = Vec::new();
    let mut end = None;
    loop {
        let before = answer.len();
        match stream.read_buf(&mut answer).await {
            Ok(0) => return Ok(answer),
            Ok(_) => {}
            // Some end a connection without saying so; the length of the body shows whether something is missing.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(answer),
            Err(error) => return Err(error),
        }
        // A head that comes byte by byte is looked at once.
        let has_head = || answer[before.saturating_sub(3)..].windows(4).any(|end| end == b"\r\n\r\n");
        if end.is_none() && has_head() {
            end = Some(end_of(&answer, is_head));
        }
        let is_whole = match end {
            Some(End::At(length)) => answer.len() >= length,
            Some(End::LastChunk) => answer.ends_with(b"\r\n0\r\n\r\n"),
            Some(End::Closed) | None => false,
        };
        if is_whole {
            return Ok(answer);
        }
    }
}

/// Where an answer ends.
enum End {
    /// After so many bytes, the head among them.
    At(usize),
    /// After a chunk of no length.
    LastChunk,
    /// Where the connection does.
    Closed,
}

fn end_of(answer: &[u8], is_head: bool) -> End {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Response::new(&mut headers);
    let Ok(Status::Complete(length)) = parsed.parse(answer) else { return End::Closed };
    if is_head || matches!(parsed.code, Some(204 | 304)) {
        return End::At(length);
    }
    let named = |name: &str| parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
    if named("transfer-encoding").is_some() {
        return End::LastChunk;
    }
    let expected = named("content-length").and_then(|header| std::str::from_utf8(header.value).ok());
    let expected = expected.and_then(|expected| expected.trim().parse::<usize>().ok());
    expected.and_then(|expected| length.checked_add(expected)).map_or(End::Closed, End::At)
}

/// A whole answer; `None` if it is none, or something is missing.
fn read_answer(answer: &[u8], is_head: bool) -> Option<Response<Bytes>> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Response::new(&mut headers);
    let Ok(Status::Complete(length)) = parsed.parse(answer) else { return None };
    let mut response = Response::builder().status(parsed.code?);
    let (mut is_chunked, mut expected) = (false, None);
    for header in parsed.headers.iter() {
        let value = header.value.trim_ascii();
        if header.name.eq_ignore_ascii_case("transfer-encoding") {
            is_chunked = value.eq_ignore_ascii_case(b"chunked");
        } else if header.name.eq_ignore_ascii_case("content-length") {
            expected = Some(std::str::from_utf8(value).ok()?.parse::<usize>().ok()?);
        }
        response = response.header(header.name, header.value);
    }
    let rest = &answer[length..];
    let body = match (is_head, is_chunked, expected) {
        (true, _, _) => Vec::new(),
        (false, true, _) => put_together(rest)?,
        (false, false, Some(expected)) => rest.get(..expected)?.to_vec(),
        (false, false, None) => rest.to_vec(),
    };
    response.body(body.into()).ok()
}

/// A body that came in chunks (RFC 9112, 7.1); `None` if its end is missing.
fn put_together(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let Ok(Status::Complete((begin, size))) = httparse::parse_chunk_size(rest) else { return None };
        let end = begin.checked_add(usize::try_from(size).ok()?)?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(begin..end)?);
        rest = rest.get(end..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body_of(answer: &str) -> Option<String> {
        let answer = read_answer(answer.as_bytes(), false)?;
        Some(String::from_utf8(answer.body().to_vec()).unwrap())
    }

    #[test]
    fn answers_are_read_whole_or_not_at_all() {
        assert_eq!(body_of("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").as_deref(), Some("{}"));
        let chunked =
            "HTTP/1.1 400 Bad\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4;x=1\r\n\":1}\r\n0\r\n\r\n";
        assert_eq!(body_of(chunked).as_deref(), Some("{\"a\":1}"));
        assert_eq!(body_of("HTTP/1.1 200 OK\r\n\r\nabc").as_deref(), Some("abc"));
        for broken in [
            "",
            "SSH-2.0-x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
            &chunked[..chunked.len() - 5],
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        ] {
            assert_eq!(body_of(broken), None, "{broken}");
        }
        let answer = read_answer(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", true).unwrap();
        assert_eq!((answer.status().as_u16(), answer.body().len()), (200, 0));
    }

    /// Waits for each answer, on a connection that stays open.
    #[tokio::test]
    async fn whoever_does_not_close_the_connection_is_not_waited_for() {
        for answer in [
            "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "HTTP/1.1 204 No Content\r\n\r\n",
        ] {
            for size in [1, 7, 1_000] {
                let (mut service, server) = tokio::io::duplex(size);
                let sent = async {
                    service.write_all(answer.as_bytes()).await.unwrap();
                    service
                };
                // The service holds its end until both are done.
                let (_service, read) = tokio::join!(sent, read(server, false));
                assert_eq!(read.unwrap(), answer.as_bytes(), "{size}");
            }
        }
        // Of a head alone the body is not waited for, however long it would be.
        let (mut service, server) = tokio::io::duplex(1_000);
        let head = b"HTTP/1.1 201 Created\r\nContent-Length: 99999999\r\n\r\n";
        service.write_all(head).await.unwrap();
        let answer = read(server, true).await.unwrap();
        assert_eq!(read_answer(&answer, true).unwrap().status(), 201);
        assert!(read_answer(&answer, false).is_none());

        let (mut service, server) = tokio::io::duplex(1_000);
        service.write_all(b"HTTP/1.1 200 OK\r\n\r\nto the end").await.unwrap();
        drop(service);
        assert!(read(server, false).await.unwrap().ends_with(b"to the end"));
    }

    async fn refused(client: &Client, url: &str) -> CallError {
        client.call(Request::get(url).body(Bytes::new()).unwrap()).await.unwrap_err()
    }

    #[tokio::test]
    async fn nothing_is_sent_in_the_clear_or_to_an_address_that_is_not_allowed() {
        // A system without authorities can't call anybody.
        let Ok(client) = Client::new(None) else { return };
        assert!(matches!(refused(&client, "http://127.0.0.1:9/dir").await, CallError::Address(_)));
        let client = client.only(|address| is_public(address.ip()));
        for url in
            ["https://127.0.0.1:9/", "https://localhost:9/", "https://[::1]:9/", "https://0x7f000001:9/"]
        {
            let error = refused(&client, url).await;
            assert!(matches!(error, CallError::Refused(_) | CallError::Name(_)), "{url}: {error}");
        }
    }

    #[test]
    fn public_addresses_are_told_from_all_others() {
        for public in [
            "1.1.1.1",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.254",
            "2001:4860::8888",
            "2606:4700::1111",
            "2a00::1",
            "64:ff9b::101:101",
            "::ffff:1.1.1.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(other.parse().unwrap()), "{other}");
        }
    }
}
