// SPDX-License-Identifier: MIT OR Apache-2.0
//! The package for Windows: one folder in a ZIP file (APPNOTE 6.3.10, of which this is the small part that all programs read).

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::checksums;
use super::parts::{Part, Parts, read};
use super::target::System;

/// Method 8 of APPNOTE 4.4.5.
const DEFLATED: u16 = 8;
/// Bit 11 of APPNOTE 4.4.4: names are UTF-8.
const UTF8_NAMES: u16 = 1 << 11;
/// 1 January 1980, 0:00, the earliest there is (APPNOTE 4.4.6): the same build gives the same bytes.
const DATE: u16 = (1 << 5) | 1;
/// Version 2.0 of the format has folders and DEFLATE.
const VERSION: u16 = 20;

/// The package's name and its bytes.
pub(super) fn package(parts: &Parts) -> Result<(String, Vec<u8>), String> {
    if parts.target.system != System::Windows {
        return Err("the ZIP is for Windows, and what --program names is no program for it".to_owned());
    }
    let folder = format!("Tabiya {}", parts.version);
    let windows = |text: String| text.replace('\n', "\r\n");
    let mut files = vec![
        Part { path: "tabiya.exe".to_owned(), bytes: loaded_whole(parts.program.clone()), runs: true },
        Part::text(
            "README.txt",
            windows(read("packaging/README.windows.txt")?.replace("{version}", &parts.version)),
        ),
    ];
    files.extend(parts.papers.iter().cloned());
    let sums: Vec<_> = files.iter().map(|file| (file.path.clone(), file.bytes.clone())).collect();
    files.push(Part::text("SHA256SUMS", checksums::list(&sums)));
    for file in &mut files {
        file.path = format!("{folder}/{}", file.path);
    }
    Ok((format!("tabiya-{}-windows-{}.zip", parts.version, parts.target.processor.name()), archive(&files)?))
}

/// The program, marked so that Windows loads all of it at its start where it lies on a USB stick. Otherwise Windows reads a page of it when the
/// page is needed, and a stick that is pulled out ends the program before it can say anything. Wine takes no notice of the mark.
fn loaded_whole(mut program: Vec<u8>) -> Vec<u8> {
    /// Where the place of the PE head stands, and the characteristics in that head (PE Format, "MS-DOS Stub" and "COFF File Header").
    const PLACE: usize = 0x3c;
    const CHARACTERISTICS: usize = 22;
    /// `IMAGE_FILE_REMOVABLE_RUN_FROM_SWAP`, in the upper of the two bytes.
    const FROM_MEMORY: u8 = 0x04;
    let head = program.get(PLACE..PLACE + 4).and_then(|place| place.try_into().ok()).map(u32::from_le_bytes);
    let at = head.and_then(|head| usize::try_from(head).ok()?.checked_add(CHARACTERISTICS + 1));
    if let Some(upper) = at.and_then(|at| program.get_mut(at)) {
        *upper |= FROM_MEMORY;
    }
    program
}

/// A ZIP file with these files.
fn archive(files: &[Part]) -> Result<Vec<u8>, String> {
    let number =
        |length: usize| u32::try_from(length).map_err(|_| "a ZIP file holds 4 GiB at most".to_owned());
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for file in files {
        let mut crc = Crc::new();
        crc.update(&file.bytes);
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&file.bytes).and_then(|()| packer.finish());
        let packed = packed.map_err(|error| format!("cannot pack {}: {error}", file.path))?;
        let name_length = u16::try_from(file.path.len()).map_err(|_| "a name is too long".to_owned())?;
        // What both heads have in common (APPNOTE 4.3.7 and 4.3.12).
        let mut common = Vec::new();
        for value in [VERSION, UTF8_NAMES, DEFLATED, 0, DATE] {
            common.extend(value.to_le_bytes());
        }
        for value in [crc.sum(), number(packed.len())?, number(file.bytes.len())?] {
            common.extend(value.to_le_bytes());
        }
        common.extend(name_length.to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        let place = number(archive.len())?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(file.path.as_bytes());
        archive.extend(packed);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, nothing known of inside, no rights of outside.
        directory.extend([0_u8; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(file.path.as_bytes());
    }
    let count = u16::try_from(files.len()).map_err(|_| "too many files".to_owned())?;
    let place = number(archive.len())?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(number(directory.len())?.to_le_bytes());
    archive.extend(place.to_le_bytes());
    archive.extend(0_u16.to_le_bytes());
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn u32_at(bytes: &[u8], at: usize) -> usize {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
    }

    fn u16_at(bytes: &[u8], at: usize) -> usize {
        u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes")) as usize
    }

    #[test]
    fn windows_loads_the_whole_program_from_a_stick() {
        let mut program = vec![0; 0x98];
        program[0x3c] = 0x80;
        // Executable, and of 64 bits.
        program[0x80 + 22] = 0x22;
        let marked = loaded_whole(program.clone());
        assert_eq!(u16_at(&marked, 0x80 + 22), 0x0422);
        assert_eq!(marked.iter().zip(&program).filter(|(one, other)| one != other).count(), 1);
        assert_eq!(loaded_whole(b"MZ".to_vec()), b"MZ");
    }

    #[test]
    fn the_directory_leads_to_each_file() {
        let files =
            [Part::text("Tabiya 1/README.txt", "Hello ".repeat(50)), Part::text("Tabiya 1/é.txt", "")];
        let archive = archive(&files).expect("it can be packed");
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
        assert_eq!(u16_at(&archive, end + 10), 2);
        let mut at = u32_at(&archive, end + 16);
        for file in &files {
            assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
            let (packed, length, name) =
                (u32_at(&archive, at + 20), u32_at(&archive, at + 24), u16_at(&archive, at + 28));
            assert_eq!(&archive[at + 46..at + 46 + name], file.path.as_bytes());
            assert_eq!(length, file.bytes.len());
            let place = u32_at(&archive, at + 42);
            assert_eq!(&archive[place..place + 4], b"PK\x03\x04");
            let bytes = &archive[place + 30 + name..place + 30 + name + packed];
            let mut read = Vec::new();
            flate2::read::DeflateDecoder::new(bytes).read_to_end(&mut read).expect("it can be unpacked");
            assert_eq!(read, file.bytes);
            at += 46 + name;
        }
        assert_eq!(at, end);
    }
}
