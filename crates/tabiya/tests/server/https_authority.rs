// SPDX-License-Identifier: AGPL-3.0-or-later
//! HTTPS with a certificate from an authority: a real one for tests, Pebble, from the distribution's package of that name. Without it
//! these tests are skipped, and say so.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rcgen::{CertificateParams, KeyPair};
use serde_json::json;
use tabiya_testkit::{Server, patiently};
use tempfile::TempDir;

use crate::https::{Browser, free_port};
use crate::server_with;

pub(crate) const NAME: &str = "chess.example";

/// A running Pebble with a name server that leads every name to this machine. Both end with it.
pub(crate) struct Pebble {
    programs: Vec<Child>,
    directory: u16,
    management: u16,
    folder: TempDir,
}

impl Drop for Pebble {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Pebble {
    /// One that asks for the name at these ports of this machine; `None` where it is not installed.
    pub(crate) async fn start(http: u16, https: u16) -> Option<Self> {
        if Command::new("pebble").arg("--version").output().is_err() {
            eprintln!("SKIPPED: there is no pebble; apt-get install pebble");
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let pair = KeyPair::generate().expect("a key can be made");
        let params = CertificateParams::new(["127.0.0.1".to_owned()]).expect("a name for a certificate");
        let put = |name: &str, text: String| {
            fs::write(folder.path().join(name), text).expect("a test's file can be written")
        };
        put("pebble.pem", params.self_signed(&pair).expect("a test's file can be written").pem());
        put("pebble.key", pair.serialize_pem());
        let [directory, management, names, of_names] = [(); 4].map(|()| free_port());
        let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{directory}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": path("pebble.pem"),
            "privateKey": path("pebble.key"),
            "httpPort": http,
            "tlsPort": https,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        }});
        put("config.json", config.to_string());
        let mut name_server = Command::new("pebble-challtestsrv");
        name_server.args(["-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""]);
        name_server.args(["-http01", "", "-https01", "", "-tlsalpn01", ""]);
        name_server.args(["-dns01", &format!("127.0.0.1:{names}")]);
        name_server.args(["-management", &format!("127.0.0.1:{of_names}")]);
        let mut pebble = Command::new("pebble");
        pebble.args([
            "-config",
            &path("config.json"),
            "-strict",
            "-dnsserver",
            &format!("127.0.0.1:{names}"),
        ]);
        // It asks at once, and rejects one nonce of five.
        pebble.env("PEBBLE_VA_NOSLEEP", "1").env("PEBBLE_WFE_NONCEREJECT", "20");
        let programs = [name_server, pebble].map(|mut program| {
            program
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the package has both programs")
        });
        let pebble = Self { programs: programs.into(), directory, management, folder };
        for port in [of_names, directory, management] {
            patiently("Pebble to listen", async {
                while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
            })
            .await;
        }
        Some(pebble)
    }

    pub(crate) fn stop(&mut self) {
        for mut program in self.programs.drain(..) {
            let _ = program.kill();
            let _ = program.wait();
        }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("pebble.pem")
    }

    /// What a browser must trust to trust what it gives.
    pub(crate) async fn trusted(&self) -> String {
        let management = SocketAddr::from((Ipv4Addr::LOCALHOST, self.management));
        let browser = Browser::new(&fs::read(self.root()).expect("a test's file"), "127.0.0.1", management);
        let answer = browser.call("GET", "/roots/0", "", "").await;
        answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
    }

    pub(crate) fn flags(&self, https: u16) -> Vec<String> {
        let directory = format!("https://127.0.0.1:{}/dir", self.directory);
        let root = self.root().to_str().expect("a path in UTF-8").to_owned();
        let listen = format!("127.0.0.1:{https}");
        let flags = ["--https", NAME, "--acme-email", "ann@chess.example", "--acme-directory"];
        let more = [directory, "--acme-root".into(), root, "--listen-https".into(), listen];
        flags.map(str::to_owned).into_iter().chain(more).collect()
    }
}

async fn start(flags: &[String]) -> Server {
    let flags: Vec<_> = flags.iter().map(String::as_str).collect();
    server_with(&flags).await
}

async fn restart(server: &mut Server, flags: &[String]) {
    assert!(server.stop().await);
    let flags: Vec<_> = flags.iter().map(String::as_str).collect();
    server.restart_with(&flags).await;
}

/// The files that the server keeps of certificates; those of accounts are others.
fn certificates(data: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(data.join("https"))
        .expect("the server keeps files")
        .map(|file| file.expect("a file").path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "pem")).collect()
}

#[tokio::test]
async fn a_certificate_is_got_over_tls_and_kept() {
    let https = free_port();
    // Nobody listens at its port for plain HTTP.
    let Some(mut pebble) = Pebble::start(free_port(), https).await else { return };
    let flags = pebble.flags(https);
    let mut server = start(&flags).await;
    server.printed("the certificate is there").await;
    let trusted = pebble.trusted().await;
    let browser = Browser::new(trusted.as_bytes(), NAME, SocketAddr::from((Ipv4Addr::LOCALHOST, https)));
    assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
    // The authority is gone, and nobody needs it.
    pebble.stop();
    restart(&mut server, &flags).await;
    server.printed("is good until").await;
    assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
    // It began while the server asked for it, and no fault of a clock was seen in that.
    assert!(!server.log().contains("not good yet"), "{}", server.log());
    // Without the file it would be asked, and what is wrong is said.
    for file in certificates(server.data()) {
        fs::remove_file(file).unwrap();
    }
    restart(&mut server, &flags).await;
    server.printed("there is no certificate: 127.0.0.1 can't be reached").await;
    assert!(browser.connect().await.is_err());
}

#[tokio::test]
async fn a_certificate_is_got_by_plain_http_and_what_is_wrong_is_said() {
    let (wrong, https) = (free_port(), free_port());
    let mut server = server_with(&[]).await;
    // Over TLS it asks where nobody listens.
    let Some(pebble) = Pebble::start(server.address().port(), wrong).await else { return };
    restart(&mut server, &pebble.flags(https)).await;
    server.printed("the certificate is there").await;
    let trusted = pebble.trusted().await;
    let browser = Browser::new(trusted.as_bytes(), NAME, SocketAddr::from((Ipv4Addr::LOCALHOST, https)));
    assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
    drop(pebble);

    // A name that leads elsewhere.
    let Some(pebble) = Pebble::start(free_port(), wrong).await else { return };
    restart(&mut server, &pebble.flags(https)).await;
    server.printed("there is no certificate: the authority could not reach chess.example").await;
    server.printed("open the ports 443 and 80").await;
    // A root that is another's.
    let mut flags = pebble.flags(https);
    let at = flags.iter().position(|flag| flag == "--acme-root").unwrap();
    flags.drain(at..at + 2);
    restart(&mut server, &flags).await;
    server.printed("is made known with acme-root").await;
}
