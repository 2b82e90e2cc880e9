// SPDX-License-Identifier: AGPL-3.0-or-later
//! News that are pushed to devices (RFC 8030, 8291, 8292). The test plays the push service of a browser's maker, over TLS.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use tabiya_testkit::{Answer, Server, patiently};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

use crate::https::OwnAuthority;
use crate::server_with;

const SITE: &str = "https://chess.example";

/// What the service was sent.
struct Sent {
    path: String,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

/// A push service. To `/gone/...` it answers 410, to `/moved/...` with a redirect to itself, to all others 201.
struct Service {
    address: SocketAddr,
    sent: mpsc::UnboundedReceiver<Sent>,
}

impl Service {
    /// Its certificate is of an authority whose file is returned.
    async fn start(folder: &Path) -> (Self, String) {
        let authority = OwnAuthority::new();
        let [root, certificate, key] = ["root.pem", "push.pem", "push.key"].map(|name| folder.join(name));
        std::fs::write(&root, authority.pem()).expect("a test's file can be written");
        authority.give("127.0.0.1", &certificate, &key);
        let chain = vec![CertificateDer::from_pem_file(&certificate).expect("it was just written")];
        let key = PrivateKeyDer::from_pem_file(&key).expect("it was just written");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("a service speaks TLS").with_no_client_auth();
        let tls =
            TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).expect("they belong together")));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let (told, sent) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, told) = (tls.clone(), told.clone());
                tokio::spawn(async move {
                    let stream = tls.accept(stream).await.expect("the server trusts the service");
                    let mut stream = BufReader::new(stream);
                    let sent = read(&mut stream).await;
                    let status = match sent.path.split('/').nth(1) {
                        Some("gone") => "410 Gone".to_owned(),
                        Some("moved") => format!("307 Moved\r\nLocation: https://{address}/followed"),
                        _ => "201 Created".to_owned(),
                    };
                    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                    // Told first: whoever waits for it may end the test.
                    let _ = told.send(sent);
                    let _ = stream.write_all(answer.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        (Self { address, sent }, root.to_str().expect("a path in words").to_owned())
    }

    fn endpoint(&self, path: &str) -> String {
        format!("https://{}{path}", self.address)
    }

    async fn next(&mut self) -> Sent {
        patiently("a message at the service", self.sent.recv()).await.expect("the service runs")
    }
}

async fn read(stream: &mut (impl AsyncBufReadExt + Unpin)) -> Sent {
    let mut line = String::new();
    stream.read_line(&mut line).await.expect("a request");
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("POST"));
    let path = words.next().expect("a path").to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.expect("a header");
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers["content-length"].parse().expect("a length");
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.expect("the whole body");
    Sent { path, headers, body }
}

/// A browser with an account, on a site that is called by its public address.
struct Person<'a> {
    server: &'a Server,
    cookie: String,
}

impl<'a> Person<'a> {
    async fn register(server: &'a Server, name: &str) -> Self {
        let mut person = Self { server, cookie: String::new() };
        let answer =
            person.call("POST", "/api/register", json!({"name": name, "password": "correct horse 7"})).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let cookies = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
        let pairs: Vec<_> = cookies.filter_map(|(_, cookie)| cookie.split(';').next()).collect();
        person.cookie = pairs.join("; ");
        person
    }

    async fn call(&self, method: &str, path: &str, body: Value) -> Answer {
        let headers = [("origin", SITE), ("cookie", &*self.cookie), ("content-type", "application/json")];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.server.request(method, path, &headers, body.as_bytes()).await.expect("an answer")
    }

    async fn push(&self) -> Value {
        self.call("GET", "/api/page/push", Value::Null).await.json()
    }

    /// Has news pushed to a new device there.
    async fn push_to(&self, endpoint: &str) -> Device {
        let device = Device::new();
        let answer = self.call("PUT", "/api/page/push", device.told(endpoint)).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
        device
    }

    /// Challenges somebody to a game over days, and returns the path of the challenge.
    async fn challenge(&self, to: &str) -> String {
        let terms =
            json!({"time": {"days": 2}, "color": "black", "start": {"kind": "standard"}, "rated": false});
        let answer = self.call("POST", "/api/page/challenges", json!({"to": to, "terms": terms})).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        format!("/api/page/challenges/{}", answer.json()["id"].as_str().expect("an id"))
    }
}

/// What a browser keeps of its subscription. It opens one message.
struct Device {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
}

const SECRET: [u8; 16] = [9; 16];

impl Device {
    fn new() -> Self {
        let private =
            EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key can be made");
        let public = private.compute_public_key().expect("a key can be made").as_ref().to_vec();
        Self { private, public }
    }

    fn told(&self, endpoint: &str) -> Value {
        let text = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        json!({"endpoint": endpoint, "key": text(&self.public), "secret": text(&SECRET)})
    }

    /// The text of a message.
    fn open(self, body: &[u8]) -> String {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "a record of 4096 bytes and a key");
        let (sender, record) = rest[5..].split_at(65);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let (key, nonce) = agree_ephemeral(self.private, &theirs, |shared| {
            let info = [b"WebPush: info\0", &self.public[..], sender].concat();
            let input: [u8; 32] = expand(&SECRET, shared, &info);
            let key: [u8; 16] = expand(salt, &input, b"Content-Encoding: aes128gcm\0");
            (key, expand(salt, &input, b"Content-Encoding: nonce\0"))
        })
        .expect("the sender's key is one");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("it is long enough"));
        let mut record = record.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).expect("it is for this device");
        let text = text.strip_suffix(&[2]).expect("the last record");
        String::from_utf8(text.to_vec()).expect("words")
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(N)).expect("so many").fill(&mut bytes).expect("so many");
    bytes
}

/// Makes sure that a message comes from the site.
fn check_sender(sent: &Sent, service: SocketAddr, public: &str) {
    let proof = &sent.headers["authorization"];
    let (token, key) =
        proof.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("a proof");
    assert_eq!(key, public);
    let bytes = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).expect("base64url");
    let (signed, signature) = token.rsplit_once('.').expect("three parts");
    let checks = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key));
    checks.verify(signed.as_bytes(), &bytes(signature)).expect("the key has signed it");
    let claims: Value =
        serde_json::from_slice(&bytes(signed.split_once('.').expect("two parts").1)).expect("JSON");
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(format!("https://{service}")), &json!(SITE)));
}

#[tokio::test]
async fn a_challenge_and_a_turn_reach_the_devices_that_asked_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let (mut service, root) = Service::start(folder.path()).await;
    let flags = ["--public-url", SITE, "--push-addresses", "127.0.0.0/8", "--push-root", &root];
    let mut server = server_with(&flags).await;
    let [alice, bob, carol] = [
        Person::register(&server, "Alice").await,
        Person::register(&server, "Bob").await,
        Person::register(&server, "Carol").await,
    ];
    let before = alice.push().await;
    assert_eq!(before["on"], false, "it is off until it is asked for");
    let key = before["key"].as_str().unwrap().to_owned();

    let device = alice.push_to(&service.endpoint("/alice/1")).await;
    assert_eq!(alice.push().await, json!({"key": key, "on": true}));
    let challenge = bob.challenge("Alice").await;
    let sent = service.next().await;
    assert_eq!(sent.path, "/alice/1");
    for (name, value) in
        [("topic", "challenge"), ("ttl", "86400"), ("urgency", "normal"), ("content-encoding", "aes128gcm")]
    {
        assert_eq!(sent.headers.get(name).map(String::as_str), Some(value), "{name}");
    }
    check_sender(&sent, service.address, &key);
    // One word, without any name.
    assert_eq!(device.open(&sent.body), "challenge");

    // The same session tells of another device, and the game begins with Alice's move.
    let device = alice.push_to(&service.endpoint("/alice/2")).await;
    let accepted = alice.call("POST", &format!("{challenge}/accept"), json!({"version": 1})).await;
    assert!(accepted.status < 300, "{}", accepted.body);
    let sent = service.next().await;
    assert_eq!((&*sent.path, &*device.open(&sent.body)), ("/alice/2", "turn"));

    // Whoever switches it off, or logs out, hears nothing more; Bob, who is told afterwards, does.
    let _device = carol.push_to(&service.endpoint("/carol/1")).await;
    assert_eq!(carol.call("POST", "/api/page/push/off", json!({})).await.status, 204);
    assert_eq!(carol.push().await["on"], false);
    assert_eq!(alice.call("POST", "/api/logout", json!({})).await.status, 204);
    bob.challenge("Carol").await;
    bob.challenge("Alice").await;
    let device = bob.push_to(&service.endpoint("/bob/1")).await;
    carol.challenge("Bob").await;
    let sent = service.next().await;
    assert_eq!((&*sent.path, &*device.open(&sent.body)), ("/bob/1", "challenge"));

    // A device that its service does not know any more is forgotten.
    let _device = carol.push_to(&service.endpoint("/gone/1")).await;
    let dave = Person::register(&server, "Dave").await;
    dave.challenge("Carol").await;
    assert_eq!(service.next().await.path, "/gone/1");
    patiently("the device to be forgotten", async {
        while carol.push().await["on"] == true {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    })
    .await;

    // A redirect leads nowhere: the next message is the next that is sent.
    let _device = carol.push_to(&service.endpoint("/moved/1")).await;
    let erin = Person::register(&server, "Erin").await;
    erin.challenge("Carol").await;
    assert_eq!(service.next().await.path, "/moved/1");
    let device = carol.push_to(&service.endpoint("/carol/2")).await;
    Person::register(&server, "Frank").await.challenge("Carol").await;
    let sent = service.next().await;
    assert_eq!((&*sent.path, &*device.open(&sent.body)), ("/carol/2", "challenge"));

    // Whoever takes over the device takes over its address: it is told what is Dave's, and nothing of Carol's.
    let device = dave.push_to(&service.endpoint("/carol/2")).await;
    assert_eq!(carol.push().await["on"], false);
    erin.challenge("Dave").await;
    let sent = service.next().await;
    assert_eq!((&*sent.path, &*device.open(&sent.body)), ("/carol/2", "challenge"));

    let body = json!({"password": "correct horse 7"});
    let closed = dave.call("POST", "/api/page/close", body).await;
    assert_eq!(closed.status, 204, "{}", closed.body);

    // The key is the same after a restart: devices know the site by it.
    let cookie = bob.cookie.clone();
    assert!(server.stop().await);
    // Alice has logged out, Carol has lost hers to Dave, and Dave has closed the account: nothing is left of them.
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).unwrap();
    let sql = "SELECT group_concat(endpoint) FROM push_device";
    let kept: String = database.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(kept, service.endpoint("/bob/1"));
    drop(database);
    server.restart().await;
    let bob = Person { server: &server, cookie };
    assert_eq!(bob.push().await, json!({"key": key, "on": true}));
}

#[tokio::test]
async fn what_is_no_device_is_refused_in_words() {
    let server = server_with(&["--public-url", SITE]).await;
    let alice = Person::register(&server, "Alice").await;
    let device = Device::new();
    let good = device.told("https://push.example/alice");
    for (wrong, word) in [
        (device.told("https://127.0.0.1/alice"), "internet"),
        (device.told("https://[fd00::1]/alice"), "internet"),
        (device.told("https://169.254.169.254/latest/meta-data"), "internet"),
        (device.told("http://push.example/alice"), "https"),
        (device.told("https://push.example:22/alice"), "port 443"),
        (json!({"endpoint": good["endpoint"], "key": "AAAA", "secret": good["secret"]}), "P-256"),
        (json!({"endpoint": good["endpoint"], "key": good["key"], "secret": "AAAA"}), "16 bytes"),
        (json!({"endpoint": good["endpoint"], "key": good["key"]}), "secret"),
    ] {
        let answer = alice.call("PUT", "/api/page/push", wrong).await;
        assert!(answer.status == 400 && answer.body.contains(word), "{} {}", answer.status, answer.body);
    }
    assert_eq!(alice.push().await["on"], false);
    assert_eq!(alice.call("PUT", "/api/page/push", good.clone()).await.status, 204);

    for flags in
        [&["--public-url", SITE, "--push", "off"][..], &["--public-url", "http://chess.example"], &[]]
    {
        let server = server_with(flags).await;
        let origin = if flags.is_empty() { server.origin() } else { flags[1].to_owned() };
        let headers = [("origin", &*origin), ("content-type", "application/json")];
        let body = json!({"name": "Alice", "password": "correct horse 7"}).to_string();
        let answer = server.request("POST", "/api/register", &headers, body.as_bytes()).await.unwrap();
        let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap();
        let headers = [("origin", &*origin), ("content-type", "application/json"), ("cookie", cookie)];
        let view = server.request("GET", "/api/page/push", &headers, b"").await.unwrap();
        assert_eq!(view.json(), json!({"key": null, "on": false}), "{flags:?}");
        let refused =
            server.request("PUT", "/api/page/push", &headers, good.to_string().as_bytes()).await.unwrap();
        assert!(
            refused.status == 400 && refused.body.contains("pushes nothing"),
            "{flags:?} {}",
            refused.body
        );
    }
}
