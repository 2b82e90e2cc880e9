// SPDX-License-Identifier: AGPL-3.0-or-later
//! The second factor: codes of six digits that change each thirty seconds (TOTP, RFC 6238 with its defaults).

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use tabiya_game::Time;
use tabiya_runtime::chance;

/// Milliseconds that a code lasts.
const STEP: u64 = 30_000;
/// Bytes of a shared secret (RFC 4226, R6).
const SECRET: usize = 20;
const DIGITS: u32 = 6;

/// A new shared secret.
pub fn new_secret() -> Vec<u8> {
    chance::bytes::<SECRET>().to_vec()
}

/// The secret as one types it into an authenticator.
pub fn in_base32(secret: &[u8]) -> String {
    BASE32_NOPAD.encode(secret)
}

/// The address that an authenticator reads from a QR code.
pub fn uri(secret: &[u8], site: &str, name: &str) -> String {
    let (site, name) = (escaped(site), escaped(name));
    format!("otpauth://totp/{site}:{name}?secret={}&issuer={site}", in_base32(secret))
}

fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

/// The step whose code this is: the one of now, or one to either side of it, for clocks that are not quite right. A step
/// up to `last` is none: its code was used, or an older one than that.
pub fn step_of(code: &str, secret: &[u8], now: Time, last: u64) -> Option<u64> {
    let code: String = code.chars().filter(|character| !character.is_whitespace()).collect();
    let step = now.0 / STEP;
    let steps = [step.saturating_sub(1), step, step + 1];
    // All are compared, however early one fits.
    let fitting = steps.map(|step| (step, code == self::code(secret, step) && step > last));
    fitting.into_iter().find(|(_, fits)| *fits).map(|(step, _)| step)
}

/// The code of a step (RFC 4226, 5.3).
fn code(secret: &[u8], step: u64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("a key of any length is good");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 0xF);
    let four: [u8; 4] = digest[offset..offset + 4].try_into().expect("the digest has 20 bytes");
    let number = (u32::from_be_bytes(four) & 0x7FFF_FFFF) % 10_u32.pow(DIGITS);
    format!("{number:0width$}", width = DIGITS as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B; the last six of its eight digits.
    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(SECRET, seconds / 30), expected, "{seconds}");
        }
    }

    #[test]
    fn one_step_to_either_side_counts_and_a_code_works_once() {
        let now = Time(1_000 * STEP + 7);
        for (step, counts) in [(998, false), (999, true), (1_000, true), (1_001, true), (1_002, false)] {
            let found = step_of(&code(SECRET, step), SECRET, now, 0);
            assert_eq!(found, counts.then_some(step), "{step}");
        }
        assert_eq!(step_of(&code(SECRET, 1_000), SECRET, now, 1_000), None, "used");
        assert_eq!(step_of(&code(SECRET, 999), SECRET, now, 1_000), None, "older than the one used");
        assert_eq!(step_of(&code(SECRET, 1_001), SECRET, now, 1_000), Some(1_001));
        let spaced = format!(" {} {}", &code(SECRET, 1_000)[..3], &code(SECRET, 1_000)[3..]);
        assert_eq!(step_of(&spaced, SECRET, now, 0), Some(1_000));
        for wrong in ["", "0", "12345", "abcdef", "１２３４５６"] {
            assert_eq!(step_of(wrong, SECRET, now, 0), None, "{wrong}");
        }
    }

    #[test]
    fn an_authenticator_can_read_the_address() {
        let uri = uri(SECRET, "Chess & Co", "шах");
        assert_eq!(
            uri,
            "otpauth://totp/Chess%20%26%20Co:%D1%88%D0%B0%D1%85?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Chess%20%26%20Co"
        );
    }
}
