// SPDX-License-Identifier: MIT OR Apache-2.0
//! The package for any Linux, and for macOS: a `.tar.gz` with one folder in it. And tar archives as the others need them.

use std::io::Write;

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use super::parts::{Part, Parts, read};

/// The package's name and its bytes. `needs` says what runs the program.
pub(super) fn package(parts: &Parts, needs: &str) -> Result<(String, Vec<u8>), String> {
    let name = format!("tabiya-{}-{}", parts.version, parts.target);
    let begin =
        read("packaging/README.tar.txt")?.replace("{needs}", needs).replace("{version}", &parts.version);
    let mut files = vec![
        Part { path: "tabiya".to_owned(), bytes: parts.program.clone(), runs: true },
        Part::text("README.txt", begin),
        Part::text("tabiya.service", read("packaging/tabiya.service")?),
    ];
    files.extend(parts.papers.iter().cloned());
    for file in &mut files {
        file.path = format!("{name}/{}", file.path);
    }
    Ok((format!("{name}.tar.gz"), archive(&files, parts.time)?))
}

/// A compressed archive of these files and of the folders above them, which belong to root.
pub(super) fn archive(files: &[Part], time: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("cannot pack: {error}");
    // Without the time of packing in its head.
    let packed: GzEncoder<Vec<u8>> = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(packed);
    let mut folders = Vec::new();
    for file in files {
        let above = file.path.match_indices('/').map(|(at, _)| &file.path[..at]);
        for folder in above.filter(|folder| !folder.is_empty() && *folder != ".") {
            if !folders.contains(&folder) {
                folders.push(folder);
                let mut head = head(tar::EntryType::Directory, 0o755, 0, time);
                tar.append_data(&mut head, format!("{folder}/"), std::io::empty()).map_err(failed)?;
            }
        }
        let mode = if file.runs { 0o755 } else { 0o644 };
        let mut head = head(tar::EntryType::Regular, mode, file.bytes.len() as u64, time);
        tar.append_data(&mut head, &file.path, &*file.bytes).map_err(failed)?;
    }
    let mut packed = tar.into_inner().map_err(failed)?;
    packed.flush().map_err(failed)?;
    packed.finish().map_err(failed)
}

/// What stands before a file or folder, which belongs to root.
pub(super) fn head(kind: tar::EntryType, mode: u32, size: u64, time: u64) -> tar::Header {
    let mut head = tar::Header::new_gnu();
    head.set_entry_type(kind);
    head.set_mode(mode);
    head.set_size(size);
    head.set_mtime(time);
    head.set_uid(0);
    head.set_gid(0);
    head
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn an_archive_has_its_files_with_their_rights_and_is_the_same_each_time() {
        let files = [
            Part { path: "tabiya-1/tabiya".to_owned(), bytes: vec![1, 2, 3], runs: true },
            Part::text("tabiya-1/LICENSES/MIT.txt", "Permission is granted"),
        ];
        let packed = archive(&files, 1_000).expect("it can be packed");
        assert_eq!(packed, archive(&files, 1_000).expect("it can be packed"));
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(&*packed));
        let mut found = Vec::new();
        for entry in read.entries().expect("an archive") {
            let mut entry = entry.expect("an entry");
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("its bytes");
            let head = entry.header();
            assert_eq!((head.mtime().ok(), head.uid().ok()), (Some(1_000), Some(0)));
            let path = entry.path().expect("a path").display().to_string();
            found.push((path, entry.header().mode().expect("rights"), bytes.len()));
        }
        let expected = [
            ("tabiya-1/", 0o755, 0),
            ("tabiya-1/tabiya", 0o755, 3),
            ("tabiya-1/LICENSES/", 0o755, 0),
            ("tabiya-1/LICENSES/MIT.txt", 0o644, 21),
        ];
        assert_eq!(found, expected.map(|(path, mode, length)| (path.to_owned(), mode, length)));
    }
}
