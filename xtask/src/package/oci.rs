// SPDX-License-Identifier: MIT OR Apache-2.0
//! The image for containers: an archive of the OCI Image Format 1.1, which `podman load` and `docker load` read.
//!
//! It has no distribution below it and no shell: the program, this machine's C library, the certificates of public authorities,
//! `/tmp`, and a user that is not root.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use serde_json::{Value, json};

use super::debian::{self, Installed};
use super::parts::{Part, Parts};
use super::target::Target;
use super::{checksums, glibc, sbom, tarball};
use crate::{process, workspace};

/// The user and group in it, of no system's own numbers.
pub(super) const USER: u64 = 10_001;
/// Where the program lies.
pub(super) const PROGRAM: &str = "/usr/bin/tabiya";
/// Where the games are kept, from the root.
const DATA: &str = "data";
/// The certificates of the authorities that this machine trusts, for mail, push and the server's own certificate.
pub(super) const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";
/// The distribution's packages whose files the image holds. Their licences go into it, too.
const TAKEN_FROM: [&str; 3] = ["libc6", "libgcc-s1", "ca-certificates"];

const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// The image's name and its bytes, for a program for this machine.
pub(super) fn package(parts: &Parts, program: &Path) -> Result<(String, Vec<u8>), String> {
    if Some(parts.target) != Target::own() {
        let target = parts.target;
        return Err(format!("an image holds this machine's C library, and so no program for {target}"));
    }
    glibc::resolves_names(&process::capture(
        process::command("getconf", &workspace::root()).arg("GNU_LIBC_VERSION"),
    )?)?;
    let installed = debian::installed(&TAKEN_FROM)?;
    let mut files = system(program)?;
    files.push(Part { path: PROGRAM[1..].to_owned(), bytes: parts.program.clone(), runs: true });
    for package in TAKEN_FROM {
        files.push(taken(&format!("/usr/share/doc/{package}/copyright"), false)?);
    }
    for paper in papers(&parts.papers, &installed)? {
        files.push(Part { path: format!("usr/share/doc/tabiya/{}", paper.path), ..paper });
    }
    let name = format!("tabiya-{}-{}.oci.tar", parts.version, parts.target);
    Ok((name, archive(&files, parts)?))
}

/// What this program needs around it: libraries, users, how names are looked up, certificates.
pub(super) fn system(program: &Path) -> Result<Vec<Part>, String> {
    let mut ldd = process::command("ldd", &workspace::root());
    let libraries = libraries(&process::capture(ldd.arg(program))?);
    if libraries.is_empty() {
        return Err(format!("ldd names no libraries of {}", program.display()));
    }
    let mut files = vec![
        Part::text("etc/passwd", format!("tabiya:x:{USER}:{USER}::/{DATA}:/sbin/nologin\n")),
        Part::text("etc/group", format!("tabiya:x:{USER}:\n")),
        Part::text("etc/nsswitch.conf", "hosts: files dns\n"),
        taken(AUTHORITIES, false)
            .map_err(|error| format!("{error}; the package ca-certificates brings it"))?,
    ];
    // The loader, which is among them, is started as a program.
    for library in libraries {
        files.push(taken(&library, true)?);
    }
    Ok(files)
}

/// The whole paths of the libraries in what `ldd` says, the loader among them. The kernel's own has no file.
fn libraries(said: &str) -> Vec<String> {
    let path = |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(str::to_owned);
    said.lines().filter_map(path).collect()
}

/// A file of this machine, at the same place.
fn taken(path: &str, runs: bool) -> Result<Part, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    Ok(Part { path: path.trim_start_matches('/').to_owned(), bytes, runs })
}

/// The papers of every package, with what comes from the distribution's packages.
fn papers(papers: &[Part], installed: &Installed) -> Result<Vec<Part>, String> {
    let mut papers = papers.to_vec();
    for paper in papers.iter_mut().filter(|paper| paper.path == sbom::NAME) {
        paper.bytes = sbom::with(&paper.bytes, installed.components())?;
    }
    papers.push(Part::text("SYSTEM.txt", installed.text()));
    Ok(papers)
}

/// An archive with one image of one layer.
pub(super) fn archive(files: &[Part], parts: &Parts) -> Result<Vec<u8>, String> {
    let plain = layer(files, parts.time)?;
    let packed = packed(&plain).map_err(cannot_pack)?;
    let architecture = parts.target.processor.in_debian();
    let config = json_bytes(&config(parts, architecture, &checksums::of(&plain)));
    let manifest = json_bytes(&json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": descriptor(CONFIG, &config),
        "layers": [descriptor(LAYER, &packed)],
    }));
    let tag = tag(&parts.version);
    let mut described = descriptor(MANIFEST, &manifest);
    described["platform"] = json!({ "os": "linux", "architecture": architecture });
    described["annotations"] = json!({
        "org.opencontainers.image.ref.name": tag,
        // By this one containerd, and Docker on top of it, name what they load.
        "io.containerd.image.name": format!("docker.io/library/tabiya:{tag}"),
    });
    let index = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [described] });
    // What `docker load` read before it knew the others.
    let for_docker = json!([{
        "Config": place(&config), "RepoTags": [format!("tabiya:{tag}")], "Layers": [place(&packed)],
    }]);
    let mut archive = tar::Builder::new(Vec::new());
    for (path, bytes) in [
        ("oci-layout".to_owned(), json_bytes(&json!({ "imageLayoutVersion": "1.0.0" }))),
        ("index.json".to_owned(), json_bytes(&index)),
        ("manifest.json".to_owned(), json_bytes(&for_docker)),
        (place(&manifest), manifest),
        (place(&config), config),
        (place(&packed), packed),
    ] {
        let mut head = tarball::head(tar::EntryType::Regular, 0o644, bytes.len() as u64, parts.time);
        archive.append_data(&mut head, path, &*bytes).map_err(cannot_pack)?;
    }
    archive.into_inner().map_err(cannot_pack)
}

/// The files of the image, the folders above them, and at the end the two folders that the image's user may write to.
fn layer(files: &[Part], time: u64) -> Result<Vec<u8>, String> {
    let mut layer = tar::Builder::new(Vec::new());
    let mut folders: Vec<&str> =
        files.iter().flat_map(|file| file.path.match_indices('/').map(|(at, _)| &file.path[..at])).collect();
    folders.sort_unstable();
    folders.dedup();
    let folders = folders.into_iter().map(|folder| (folder, 0o755, 0));
    for (folder, mode, owner) in folders.chain([("tmp", 0o1777, 0), (DATA, 0o700, USER)]) {
        let mut head = tarball::head(tar::EntryType::Directory, mode, 0, time);
        head.set_uid(owner);
        head.set_gid(owner);
        layer.append_data(&mut head, format!("{folder}/"), std::io::empty()).map_err(cannot_pack)?;
    }
    for file in files {
        let mode = if file.runs { 0o755 } else { 0o644 };
        let mut head = tarball::head(tar::EntryType::Regular, mode, file.bytes.len() as u64, time);
        layer.append_data(&mut head, &file.path, &*file.bytes).map_err(cannot_pack)?;
    }
    layer.into_inner().map_err(cannot_pack)
}

fn packed(layer: &[u8]) -> std::io::Result<Vec<u8>> {
    // Without the time of packing in its head.
    let mut packer: GzEncoder<Vec<u8>> = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    packer.write_all(layer)?;
    packer.finish()
}

/// How a container of it is started, with the settings that `packaging/Dockerfile` has.
fn config(parts: &Parts, architecture: &str, plain_layer: &str) -> Value {
    json!({
        "created": sbom::timestamp(parts.time),
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": [
                "PATH=/usr/bin",
                "TABIYA_LISTEN=0.0.0.0:8080",
                format!("TABIYA_DATA_FOLDER=/{DATA}"),
                format!("TABIYA_BACKUP_FOLDER=/{DATA}/backups"),
            ],
            "Entrypoint": [PROGRAM],
            "Cmd": ["serve"],
            "ExposedPorts": { "8080/tcp": {} },
            "Volumes": { format!("/{DATA}"): {} },
            "WorkingDir": format!("/{DATA}"),
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "Tabiya",
                "org.opencontainers.image.version": parts.version,
                "org.opencontainers.image.licenses": "AGPL-3.0-or-later",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{plain_layer}")] },
        "history": [{ "created": sbom::timestamp(parts.time), "created_by": "cargo xtask package" }],
    })
}

/// A tag may have no "+".
fn tag(version: &str) -> String {
    version.replace('+', "-")
}

fn descriptor(kind: &str, bytes: &[u8]) -> Value {
    json!({ "mediaType": kind, "digest": format!("sha256:{}", checksums::of(bytes)), "size": bytes.len() })
}

fn place(bytes: &[u8]) -> String {
    format!("blobs/sha256/{}", checksums::of(bytes))
}

fn json_bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

fn cannot_pack(error: std::io::Error) -> String {
    format!("cannot pack: {error}")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::image::{self, Image};
    use super::*;

    /// What an image of this program is made of.
    pub(in super::super) fn parts(program: Vec<u8>) -> Parts {
        let target = Target::own().unwrap();
        Parts { version: "0.2.0+git1".to_owned(), program, target, papers: Vec::new(), time: 1_000 }
    }

    #[test]
    fn a_client_reads_every_part_by_its_checksum() {
        let files = [Part { path: "usr/bin/tabiya".to_owned(), bytes: vec![1, 2, 3], runs: true }];
        let packed = archive(&files, &parts(Vec::new())).unwrap();
        assert_eq!(packed, archive(&files, &parts(Vec::new())).unwrap(), "the same each time");
        let image = Image::read(&packed).unwrap();
        assert_eq!(image.names, ["tabiya:0.2.0-git1", "docker.io/library/tabiya:0.2.0-git1"]);
        let started = &image.config["config"];
        assert_eq!(
            (&started["Entrypoint"], &started["Cmd"]),
            (&json!(["/usr/bin/tabiya"]), &json!(["serve"]))
        );
        assert_eq!(started["User"], "10001:10001");
        let [layer] = &image.layers[..] else { panic!("{} layers", image.layers.len()) };
        let entries = image::entries(layer).unwrap();
        let rights: Vec<_> = entries
            .iter()
            .map(|(path, head, _)| {
                (path.as_str(), head.mode().unwrap(), head.uid().unwrap(), head.gid().unwrap())
            })
            .collect();
        let expected = [
            ("usr/", 0o755, 0, 0),
            ("usr/bin/", 0o755, 0, 0),
            ("tmp/", 0o1777, 0, 0),
            ("data/", 0o700, USER, USER),
            ("usr/bin/tabiya", 0o755, 0, 0),
        ];
        assert_eq!(rights, expected);
        assert_eq!(entries[4].2, [1, 2, 3]);
    }

    #[test]
    fn the_image_starts_as_the_dockerfile_does() {
        let dockerfile = super::super::parts::read("packaging/Dockerfile").unwrap();
        let packed = archive(&[], &parts(Vec::new())).unwrap();
        let config = Image::read(&packed).unwrap().config;
        let settings: Vec<_> = config["config"]["Env"].as_array().unwrap().iter().skip(1).collect();
        let settings = settings.iter().filter_map(|each| each.as_str()).collect::<Vec<_>>().join(" ");
        assert!(dockerfile.contains(&format!("\nENV {settings}\n")), "{settings}");
        for line in ["VOLUME /data", "EXPOSE 8080", "STOPSIGNAL SIGTERM", "CMD [\"serve\"]"] {
            assert!(dockerfile.contains(&format!("\n{line}\n")), "{line}");
        }
        assert_eq!(config["config"]["Volumes"], json!({ "/data": {} }));
        assert_eq!(config["config"]["ExposedPorts"], json!({ "8080/tcp": {} }));
    }

    #[test]
    fn what_is_the_distributions_is_named_with_its_version() {
        let installed = Installed::new("debian 12", vec![("libc6".to_owned(), "2.36-9+deb12u13".to_owned())]);
        let plain =
            [Part::text(sbom::NAME, r#"{"components":[{"name":"serde"}]}"#), Part::text("LICENSE", "x")];
        let papers = papers(&plain, &installed).unwrap();
        let listed: Value = serde_json::from_slice(&papers[0].bytes).unwrap();
        assert_eq!(listed["components"][0]["name"], "serde");
        assert_eq!(listed["components"][1]["purl"], "pkg:deb/debian/libc6@2.36-9%2Bdeb12u13");
        assert_eq!((&papers[1], papers[2].path.as_str()), (&plain[1], "SYSTEM.txt"));
        let text = String::from_utf8(papers[2].bytes.clone()).unwrap();
        assert!(text.contains("apt-get source libc6=2.36-9+deb12u13"), "{text}");
    }

    #[test]
    fn the_loader_is_among_the_libraries_and_what_has_no_file_is_not() {
        let said = "\
	linux-vdso.so.1 (0x00007fa0e6889000)
	libgcc_s.so.1 => /lib/x86_64-linux-gnu/libgcc_s.so.1 (0x00007fa0e1de0000)
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fa0e1b1e000)
	/lib64/ld-linux-x86-64.so.2 (0x00007fa0e688b000)
";
        let expected = [
            "/lib/x86_64-linux-gnu/libgcc_s.so.1",
            "/lib/x86_64-linux-gnu/libc.so.6",
            "/lib64/ld-linux-x86-64.so.2",
        ];
        assert_eq!(libraries(said), expected);
        assert!(libraries("\tstatically linked\n").is_empty());
    }
}
