// SPDX-License-Identifier: AGPL-3.0-or-later
//! As much HTTP/1.1 over TLS as an authority needs (RFC 9112): a request each connection, an answer of limited length.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::http::response::Parts;
use ::http::{Request, Response};
use bytes::Bytes;
use http_body_util::BodyExt;
use httparse::{EMPTY_HEADER, Status};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::Url;

use super::failure::Failure;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest answer with its head, in bytes.
const LONGEST: u64 = 256 * 1024;
/// The most headers that an answer may have.
const MOST_HEADERS: usize = 64;

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    #[error("{0:?} is no address that begins with https://")]
    Address(String),
    #[error("the name {0} leads nowhere")]
    Name(String),
    #[error("{host} can't be reached: {cause}")]
    Unreachable { host: String, cause: io::Error },
    #[error("{host} can't be trusted: {cause}")]
    Tls { host: String, cause: io::Error },
    #[error("{0} does not answer")]
    Silent(String),
    #[error("{0} answers with something that is no HTTP")]
    NoHttp(String),
}

/// What the last answer said of its failure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Last {
    /// The status, such as 503.
    pub(super) status: u16,
    /// After how many seconds another try has hope.
    pub(super) retry_after: Option<u64>,
}

/// Makes calls, and remembers how the last one was answered.
#[derive(Clone)]
pub(super) struct Calls {
    tls: TlsConnector,
    last: Arc<Mutex<Last>>,
}

impl Calls {
    /// The authority is known by the certificates in `root`, else by those that the system trusts.
    ///
    /// # Errors
    /// If there are none.
    pub(super) fn new(root: Option<&Path>) -> Result<Self, Failure> {
        let roots = roots(root).map_err(Failure::root)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| Failure::root(error.to_string()))?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), last: Arc::default() })
    }

    pub(super) fn client(&self) -> Box<dyn HttpClient> {
        Box::new(self.clone())
    }

    pub(super) fn last(&self) -> Last {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn call(self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, Error> {
        let host = request.uri().host().unwrap_or_default().to_owned();
        let answered = tokio::time::timeout(PATIENCE, self.ask(request)).await;
        let (parts, body) = answered
            .unwrap_or(Err(CallError::Silent(host)))
            .map_err(|error| Error::Other(Box::new(error)))?;
        let retry_after = parts.headers.get(::http::header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
            Last { status: parts.status.as_u16(), retry_after };
        Ok(BytesResponse { parts, body: Box::new(body) })
    }

    async fn ask(&self, request: Request<BodyWrapper<Bytes>>) -> Result<(Parts, Bytes), CallError> {
        let (head, body) = request.into_parts();
        let address = head.uri.to_string();
        let wrong = || CallError::Address(address.clone());
        let url = Url::parse(&address).ok().filter(|url| url.scheme() == "https").ok_or_else(wrong)?;
        let (host, port) =
            (url.host_str().ok_or_else(wrong)?, url.port_or_known_default().ok_or_else(wrong)?);
        let Ok(body) = body.collect().await;
        let body = body.to_bytes();
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
        let found = tokio::net::lookup_host((plain_host, port)).await;
        let addresses: Vec<_> = found.map_err(|_| CallError::Name(host.to_owned()))?.collect();
        let unreachable = |cause| CallError::Unreachable { host: host.to_owned(), cause };
        let stream = TcpStream::connect(&*addresses).await.map_err(unreachable)?;
        let untrusted = |cause| CallError::Tls { host: host.to_owned(), cause };
        let mut stream = self.tls.connect(name, stream).await.map_err(untrusted)?;
        stream.write_all(text.as_bytes()).await.map_err(unreachable)?;
        stream.write_all(&body).await.map_err(unreachable)?;
        stream.flush().await.map_err(unreachable)?;
        let mut answer = Vec::new();
        match stream.take(LONGEST).read_to_end(&mut answer).await {
            Ok(_) => {}
            // Some end a connection without saying so; the length of the body shows whether something is missing.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
            Err(error) => return Err(unreachable(error)),
        }
        let is_head = head.method == ::http::Method::HEAD;
        read_answer(&answer, is_head).ok_or_else(|| CallError::NoHttp(host.to_owned()))
    }
}

impl HttpClient for Calls {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        Box::pin(self.clone().call(request))
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

/// Head and body of a whole answer; `None` if it is none, or something is missing.
fn read_answer(answer: &[u8], is_head: bool) -> Option<(Parts, Bytes)> {
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
    let (parts, ()) = response.body(()).ok()?.into_parts();
    let rest = &answer[length..];
    let body = match (is_head, is_chunked, expected) {
        (true, _, _) => Vec::new(),
        (false, true, _) => put_together(rest)?,
        (false, false, Some(expected)) => rest.get(..expected)?.to_vec(),
        (false, false, None) => rest.to_vec(),
    };
    Some((parts, body.into()))
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
        let (_, body) = read_answer(answer.as_bytes(), false)?;
        Some(String::from_utf8(body.to_vec()).unwrap())
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
        let (parts, body) = read_answer(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", true).unwrap();
        assert_eq!((parts.status.as_u16(), body.len()), (200, 0));
    }

    #[tokio::test]
    async fn nothing_is_sent_in_the_clear() {
        // A system without authorities can't call anybody.
        let Ok(calls) = Calls::new(None) else { return };
        let request = Request::get("http://127.0.0.1:9/dir").body(BodyWrapper::default()).unwrap();
        assert!(matches!(calls.ask(request).await, Err(CallError::Address(_))));
    }
}
