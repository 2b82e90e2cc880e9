// SPDX-License-Identifier: MIT OR Apache-2.0
//! The package for Debian and Ubuntu: the program, its service and user, `/etc/tabiya.toml`, and the papers.

use super::parts::{Part, Parts, read};
use super::{ar, tarball};

/// The package's name and its bytes. `glibc` is the C library that the program needs.
pub(super) fn package(parts: &Parts, glibc: &str) -> Result<(String, Vec<u8>), String> {
    let architecture = parts.target.processor.in_debian();
    let mut files = vec![
        Part { path: "./usr/bin/tabiya".to_owned(), bytes: parts.program.clone(), runs: true },
        Part::text("./usr/lib/systemd/system/tabiya.service", read("packaging/debian/tabiya.service")?),
        Part::text("./usr/lib/sysusers.d/tabiya.conf", read("packaging/debian/sysusers.conf")?),
        Part::text("./etc/tabiya.toml", read("packaging/debian/tabiya.toml")?),
        Part::text("./usr/share/doc/tabiya/copyright", copyright()?),
    ];
    for paper in &parts.papers {
        files.push(Part { path: format!("./usr/share/doc/tabiya/{}", paper.path), ..paper.clone() });
    }
    let size: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
    let control = read("packaging/debian/control")?
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.to_owned() + "\n")
        .collect::<String>()
        .replace("{version}", &parts.version)
        .replace("{architecture}", architecture)
        .replace("{glibc}", glibc)
        .replace("{size}", &size.to_string());
    let script = |name: &str| -> Result<Part, String> {
        let text = read(&format!("packaging/debian/{name}"))?;
        Ok(Part { runs: true, ..Part::text(&format!("./{name}"), text) })
    };
    let steering = [
        Part::text("./control", control),
        // What the operator has changed in it stays.
        Part::text("./conffiles", "/etc/tabiya.toml\n"),
        script("postinst")?,
        script("prerm")?,
        script("postrm")?,
    ];
    let package = ar::archive(
        &[
            ("debian-binary", b"2.0\n".to_vec()),
            ("control.tar.gz", tarball::archive(&steering, parts.time)?),
            ("data.tar.gz", tarball::archive(&files, parts.time)?),
        ],
        parts.time,
    );
    Ok((format!("tabiya_{}_{architecture}.deb", parts.version), package))
}

fn copyright() -> Result<String, String> {
    let mut text = read("LICENSE")?;
    text.push_str("\nThe texts stand in /usr/share/doc/tabiya/LICENSES, the notices of all parts in NOTICES.txt beside it.\n");
    Ok(text)
}
