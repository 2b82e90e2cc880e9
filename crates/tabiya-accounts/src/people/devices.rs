// SPDX-License-Identifier: AGPL-3.0-or-later
//! Devices that have logged in to a name before, known by a cookie that the server has signed.
//!
//! The cookie holds a random id and, for each of the last few names, a signature of id and name. It opens nothing: a device
//! that is known for a name has a count of wrong tries of its own, so that strangers can't use up its player's.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tabiya_runtime::chance;
use tabiya_runtime::cookies::{SetCookie, YEAR};

/// The name of the cookie.
pub const COOKIE: &str = "tabiya_device";
/// Names that a device is known for: those that logged in last.
const MOST_NAMES: usize = 5;
/// Characters of a device's id: 128 bits.
const ID: usize = 32;
/// Characters of a signature: 128 bits.
const SIGNATURE: usize = 32;

/// Signs and reads the cookie.
pub struct Devices {
    secret: Vec<u8>,
}

/// A device as its cookie names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    id: String,
    signatures: Vec<String>,
}

impl Devices {
    pub(crate) fn new(secret: &str) -> Self {
        Self { secret: secret.as_bytes().to_vec() }
    }

    /// The device that sent these cookies; an unknown one where none is well-formed.
    pub fn of<'a>(mut cookies: impl Iterator<Item = &'a [u8]>) -> Device {
        cookies.find_map(read).unwrap_or_default()
    }

    /// The device's id, if it has logged in to this name before.
    pub fn knows<'a>(&self, device: &'a Device, key: &str) -> Option<&'a str> {
        let known = device.signatures.iter().any(|signature| self.fits(&device.id, key, signature));
        known.then_some(device.id.as_str())
    }

    /// The text of a `Set-Cookie` header by which the device is known for this name from now on: visible ASCII.
    pub fn remember(&self, device: Device, key: &str, secure: bool) -> String {
        let id = if device.id.is_empty() { random_id() } else { device.id };
        let own = self.sign(&id, key);
        let others = device.signatures.into_iter().filter(|signature| *signature != own);
        let all: Vec<String> = std::iter::once(own.clone()).chain(others).take(MOST_NAMES).collect();
        SetCookie { name: COOKIE, path: "/api", seconds: YEAR, secure }
            .text(&format!("{id}.{}", all.join(".")))
    }

    fn mac(&self, id: &str, key: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("a key of any length is good");
        mac.update(b"device\0");
        mac.update(id.as_bytes());
        mac.update(b"\0");
        mac.update(key.as_bytes());
        mac
    }

    fn sign(&self, id: &str, key: &str) -> String {
        let signature = self.mac(id, key).finalize().into_bytes();
        HEXLOWER.encode(&signature[..SIGNATURE / 2])
    }

    fn fits(&self, id: &str, key: &str, signature: &str) -> bool {
        let bytes = HEXLOWER.decode(signature.as_bytes());
        bytes.is_ok_and(|bytes| self.mac(id, key).verify_truncated_left(&bytes).is_ok())
    }
}

fn random_id() -> String {
    HEXLOWER.encode(&chance::bytes::<{ ID / 2 }>())
}

fn read(value: &[u8]) -> Option<Device> {
    let text = std::str::from_utf8(value).ok()?;
    let is_hex = |part: &str, length| {
        part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let mut parts = text.split('.');
    let id = parts.next().filter(|id| is_hex(id, ID))?.to_owned();
    let signatures: Vec<_> = parts.take(MOST_NAMES + 1).map(str::to_owned).collect();
    let good =
        signatures.len() <= MOST_NAMES && signatures.iter().all(|signature| is_hex(signature, SIGNATURE));
    good.then_some(Device { id, signatures })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The device as it comes back with the cookie that it was given.
    fn after(devices: &Devices, device: Device, key: &str) -> Device {
        let cookie = devices.remember(device, key, false);
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        assert_eq!(name, COOKIE);
        Devices::of([b"y", value.as_bytes()].into_iter())
    }

    #[test]
    fn a_device_is_known_for_the_names_that_logged_in_from_it() {
        let devices = Devices::new("secret");
        let mut device = Device::default();
        assert_eq!(devices.knows(&device, "ann"), None);
        for name in ["ann", "bob", "ann"] {
            device = after(&devices, device, name);
        }
        assert!(devices.knows(&device, "ann").is_some());
        assert_eq!(devices.knows(&device, "ann"), devices.knows(&device, "bob"), "it has one id");
        assert_eq!(devices.knows(&device, "eve"), None);
        assert_eq!(Devices::new("other").knows(&device, "ann"), None, "a signature of another server");
        for name in ["1", "2", "3", "4"] {
            device = after(&devices, device, name);
        }
        assert!(devices.knows(&device, "ann").is_some() && devices.knows(&device, "bob").is_none());
    }

    #[test]
    fn what_is_no_cookie_of_ours_is_no_device() {
        let id = "a".repeat(ID);
        for cookie in ["", "abc", &format!("{id}.zz"), &format!("{id}{}", ".".repeat(9)), &"x".repeat(9_000)]
        {
            assert_eq!(read(cookie.as_bytes()), None, "{cookie}");
        }
        let empty = Device { id: id.clone(), signatures: vec![] };
        assert_eq!(read(id.as_bytes()), Some(empty));
    }
}
