// SPDX-License-Identifier: AGPL-3.0-or-later
//! TLS to the database: required, and verified down to the name of the host.

use std::{fs, net::TcpListener, os::unix::fs::PermissionsExt, path::Path};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tabiya_store::{DatabaseUrl, PostgresStore, conformance::postgres::Cluster};

/// Writes an authority, and a certificate of `localhost` that it has signed.
fn certificates(folder: &Path) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let server = server.signed_by(&key, &authority).unwrap();
    fs::write(folder.join("authority.pem"), authority.pem()).unwrap();
    fs::write(folder.join("server.pem"), server.pem()).unwrap();
    fs::write(folder.join("server.key"), key.serialize_pem()).unwrap();
    fs::set_permissions(folder.join("server.key"), fs::Permissions::from_mode(0o600)).unwrap();
    let other = CertificateParams::new(Vec::new()).unwrap();
    let other = other.self_signed(&KeyPair::generate().unwrap()).unwrap();
    fs::write(folder.join("other.pem"), other.pem()).unwrap();
}

/// Below those that the system gives to whoever asks for any (from 32768 on): else another program could be given it before
/// PostgreSQL takes it.
fn free_port() -> u16 {
    let first = std::process::id() % 10_000;
    let mut ports = (0..10_000).map(|step| u16::try_from(10_000 + (first + step) % 10_000).unwrap());
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

#[tokio::test]
async fn the_modes_of_tls_hold_what_they_say() {
    let tls = |folder: &Path| {
        certificates(folder);
        let file = |name| folder.join(name).display().to_string();
        vec![
            "listen_addresses = '127.0.0.1'".to_owned(),
            format!("port = {}", free_port()),
            "ssl = on".to_owned(),
            format!("ssl_cert_file = '{}'", file("server.pem")),
            format!("ssl_key_file = '{}'", file("server.key")),
        ]
    };
    let Some(cluster) = Cluster::start_with(tls) else { return };
    let database = cluster.database();
    // Only encrypted connections by the network.
    let hba = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    fs::write(cluster.folder().join("data/pg_hba.conf"), hba).unwrap();
    cluster.sql("postgres", "SELECT pg_reload_conf()");
    let authority = cluster.folder().join("authority.pem").display().to_string();
    let other = cluster.folder().join("other.pem").display().to_string();
    let open = async |host: &str, query: &str| {
        let port = cluster.port();
        let url: DatabaseUrl =
            format!("postgres://postgres@{host}:{port}/{database}?{query}").parse().unwrap();
        match PostgresStore::open(&url).await {
            Ok(store) => {
                store.close().await;
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    };
    open("localhost", "sslmode=require").await.unwrap();
    open("localhost", "").await.unwrap();
    open("localhost", &format!("sslmode=verify-full&sslrootcert={authority}")).await.unwrap();
    let refused = open("localhost", "sslmode=disable").await.unwrap_err();
    assert!(refused.contains("no encryption"), "{refused}");
    for (host, query, why) in [
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={authority}"), "not valid for name"),
        ("localhost", format!("sslmode=verify-full&sslrootcert={other}"), "invalid peer certificate"),
        ("localhost", "sslmode=verify-full&sslrootcert=/nowhere.pem".to_owned(), "sslrootcert /nowhere.pem"),
    ] {
        let refused = open(host, &query).await.unwrap_err();
        assert!(refused.contains(why), "{query}: {refused}");
    }
    // A server without TLS is not spoken to.
    let plain =
        |_: &Path| vec!["listen_addresses = '127.0.0.1'".to_owned(), format!("port = {}", free_port())];
    let Some(plain) = Cluster::start_with(plain) else { return };
    let url = format!("postgres://postgres@127.0.0.1:{}/postgres?sslmode=require", plain.port());
    let Err(error) = PostgresStore::open(&url.parse().unwrap()).await else { panic!("opened without TLS") };
    assert!(error.to_string().contains("TLS"), "{error}");
}
