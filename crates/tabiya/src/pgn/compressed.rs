// SPDX-License-Identifier: AGPL-3.0-or-later
//! Input that is compressed: zstd, gzip and bzip2, told by its first bytes and unpacked as a stream. Other archives and UTF-16
//! are refused, because they would be read as games full of faults.

use std::io::{self, BufReader, Read};

/// The window that a zstd stream may ask for, as a power of two: 128 MiB. Databases of games are packed with `--long`, which
/// takes as much.
const ZSTD_WINDOW_LOG: u32 = 27;

/// Unpacks what is packed, and hands on what is not.
pub(super) fn unpacked(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut first = [0; 6];
    let mut held = 0;
    while held < first.len() {
        match input.read(&mut first[held..]) {
            Ok(0) => break,
            Ok(read) => held += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let refused = match &first[..held] {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'[', 0, ..] | [0, b'[', ..] => {
            Some("it is in UTF-16; convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8")
        }
        [b'P', b'K', 3, 4, ..] => Some("it is a zip archive; unpack it first, for example with unzip"),
        [0xFD, b'7', b'z', b'X', b'Z', 0] => {
            Some("it is packed with xz; unpack it first, for example with xz -d")
        }
        [b'7', b'z', 0xBC, 0xAF, ..] => Some("it is a 7z archive; unpack it first"),
        [b'R', b'a', b'r', b'!', ..] => Some("it is a rar archive; unpack it first"),
        _ => None,
    };
    if let Some(why) = refused {
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let whole = io::Cursor::new(first).take(held as u64).chain(input);
    Ok(match &first[..held] {
        [0x28, 0xB5, 0x2F, 0xFD, ..] => {
            let mut decoder = zstd::stream::read::Decoder::new(whole)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(Named { inner: decoder, name: "zstd" })
        }
        [0x1F, 0x8B, ..] => Box::new(Named {
            inner: flate2::bufread::MultiGzDecoder::new(BufReader::new(whole)),
            name: "gzip",
        }),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Box::new(Named {
            inner: bzip2::bufread::MultiBzDecoder::new(BufReader::new(whole)),
            name: "bzip2",
        }),
        _ => Box::new(whole),
    })
}

/// Says of an error in which format it was.
struct Named<R> {
    inner: R,
    name: &'static str,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(
                kind,
                format!("it is packed with {}, and damaged or cut off: {error}", self.name),
            ),
        })
    }
}
