// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts what is in an image without a program for containers, as root: its layers are unpacked into a folder, which is the whole system
//! of the program, as the image's user, with the image's environment alone.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::image::Image;
use super::wine::write;
use crate::{process, workspace};

/// An image that is unpacked.
struct Container {
    root: PathBuf,
    /// What starts its program; the program's arguments follow.
    command: Vec<String>,
}

impl Container {
    /// Unpacks an image into a folder that has nothing in it.
    fn unpack(image: &Image, root: &Path) -> Result<Self, String> {
        fs::create_dir_all(root).map_err(|error| format!("cannot make {}: {error}", root.display()))?;
        for layer in &image.layers {
            let mut archive = tar::Archive::new(&**layer);
            archive.set_preserve_permissions(true);
            archive.set_preserve_ownerships(true);
            archive.unpack(root).map_err(|error| format!("cannot unpack the image: {error}"))?;
        }
        let config = &image.config["config"];
        let user = config["User"].as_str().ok_or("the image says no user")?;
        let words = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        // By their whole paths: the image's PATH leads to none of them.
        let tool = |name| -> Result<String, String> {
            let found = process::on_path(name).ok_or_else(|| format!("there is no {name}"))?;
            Ok(found.display().to_string())
        };
        let mut command = vec![tool("env")?, "--ignore-environment".to_owned()];
        command.extend(words(&config["Env"]));
        command.extend([tool("chroot")?, format!("--userspec={user}"), "--groups=".to_owned()]);
        command.push(root.display().to_string());
        command.extend(words(&config["Entrypoint"]));
        Ok(Self { root: root.to_owned(), command })
    }
}

/// Plays on an image by `packaging/play.sh`, in a network of its own, in which the image's port is free.
///
/// # Errors
/// If it can't be unpacked or started, or the program does not do what it must.
pub(super) fn play(image: &Image) -> Result<(), String> {
    let folder = workspace::target().join("package-try/container");
    // What an earlier run left.
    let _ = fs::remove_dir_all(&folder);
    let container = Container::unpack(image, &folder.join("root"))?;
    // `play.sh` starts one program, and kills what it has started.
    let program = folder.join("tabiya.sh");
    let words: Vec<_> = container.command.iter().map(|word| format!("'{word}'")).collect();
    write(&program, &format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" ")))?;
    process::capture(process::command("chmod", &folder).arg("+x").arg(&program))?;
    let mut played = process::command("unshare", &container.root);
    played.args(["--net", "sh", "-c", "ip link set lo up && exec sh \"$@\"", "sh"]);
    played.arg(workspace::root().join("packaging/play.sh")).arg("8080").arg(&program).arg("data");
    if !process::stream(&mut played)?.ok {
        return Err(format!("the program of the image failed; it lies in {}", container.root.display()));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::net::{SocketAddr, ToSocketAddrs};
    use std::os::unix::fs::MetadataExt;
    use std::process::Command;

    use super::super::oci;
    use super::super::parts::Part;
    use super::*;

    const NAME: &str = "package::container::tests::a_program_starts_in_the_image_and_finds_what_it_needs";

    /// This program of tests takes the place of tabiya, so that no release need be built.
    #[test]
    fn a_program_starts_in_the_image_and_finds_what_it_needs() {
        if std::env::args().next().is_some_and(|program| program == oci::PROGRAM) {
            return inside();
        }
        let mut trial = Command::new("unshare");
        trial.args(["--net", "chroot", "--userspec=10001:10001", "--groups=", "/", "true"]);
        if !trial.output().is_ok_and(|done| done.status.success()) {
            eprintln!("NOT TESTED: the image for containers: it takes root, unshare and chroot");
            return;
        }
        let this = std::env::current_exe().unwrap();
        let mut files = oci::system(&this).unwrap();
        let program = fs::read(&this).unwrap();
        files.push(Part { path: oci::PROGRAM[1..].to_owned(), bytes: program, runs: true });
        let archive = oci::archive(&files, &oci::tests::parts(Vec::new())).unwrap();
        let folder = std::env::temp_dir().join(format!("tabiya-image-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let container = Container::unpack(&Image::read(&archive).unwrap(), &folder).unwrap();
        // Programs for containers lay it there.
        fs::write(folder.join("etc/hosts"), "192.0.2.7 tabiya.test\n").unwrap();
        let mut alone = Command::new("unshare");
        let done =
            alone.arg("--net").args(&container.command).args(["--exact", NAME, "--nocapture"]).output();
        fs::remove_dir_all(&folder).unwrap();
        let done = done.unwrap();
        let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success() && said.contains("1 passed"), "{said}");
    }

    fn inside() {
        let variable = |name| std::env::var(name).unwrap_or_default();
        assert_eq!(variable("TABIYA_LISTEN"), "0.0.0.0:8080");
        assert_eq!(std::env::var("HOME").ok(), None, "nothing comes from outside");
        for folder in [variable("TABIYA_DATA_FOLDER"), "/tmp".to_owned()] {
            let file = Path::new(&folder).join("written");
            fs::write(&file, "x").expect("a folder of the user");
            assert_eq!(fs::metadata(&file).expect("it is there").uid(), 10_001);
        }
        for place in ["/written", "/etc/written", "/usr/bin/written"] {
            assert!(fs::write(place, "x").is_err(), "{place} can be written");
        }
        let authorities = fs::read_to_string(oci::AUTHORITIES).expect("certificates");
        assert!(authorities.contains("-----BEGIN CERTIFICATE-----"));
        let found: Vec<_> = ("tabiya.test", 80).to_socket_addrs().expect("an address").collect();
        assert_eq!(found, [SocketAddr::from(([192, 0, 2, 7], 80))], "names are looked up");
        for shell in ["/bin/sh", "/usr/bin/sh", "/bin/bash"] {
            assert!(!Path::new(shell).exists(), "{shell}");
        }
    }
}
