// SPDX-License-Identifier: AGPL-3.0-or-later
//! A message that one device alone can read (RFC 8291): the service that carries it can't.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// A point of P-256 that is not compressed, in bytes.
pub(super) const POINT: usize = 65;
/// The secret of a device, in bytes.
pub(super) const SECRET: usize = 16;
const SALT: usize = 16;
const KEY: usize = 16;
/// The longest record, in bytes. One holds the whole message.
const RECORD: u32 = 4096;
/// What ends the last record (RFC 8188, 2).
const LAST: u8 = 2;

/// A message can't be sealed for this device: its key is no point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the device's key can't be used")]
pub(super) struct WrongKey;

/// The body of the request that carries this text to a device.
///
/// # Errors
/// If the device's key can't be used.
pub(super) fn sealed(text: &[u8], device_key: &[u8], secret: &[u8]) -> Result<Vec<u8>, WrongKey> {
    let random = SystemRandom::new();
    let mut salt = [0; SALT];
    random.fill(&mut salt).map_err(|_| WrongKey)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| WrongKey)?;
    let own_key = own.compute_public_key().map_err(|_| WrongKey)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, device_key);
    let derived =
        agree_ephemeral(own, &theirs, |shared| derive(shared, secret, device_key, own_key.as_ref(), &salt));
    let keys = derived.map_err(|_| WrongKey)?;
    body(text, keys, &salt, own_key.as_ref())
}

/// A message in one record (RFC 8188, 2): its head, which names the sender's key, and the text under the keys.
fn body(text: &[u8], (key, nonce): Keys, salt: &[u8; SALT], own_key: &[u8]) -> Result<Vec<u8>, WrongKey> {
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).map_err(|_| WrongKey)?);
    let mut record = [text, &[LAST]].concat();
    // The key is new for each message, so the nonce is never used twice.
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)
        .map_err(|_| WrongKey)?;
    let length = u8::try_from(own_key.len()).map_err(|_| WrongKey)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], own_key, &record].concat())
}

/// What a message is encrypted with.
type Keys = ([u8; KEY], [u8; NONCE_LEN]);

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// One step of HKDF: so many bytes from a secret.
fn expand<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> [u8; N] {
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut bytes = [0; N];
    let filled = key.expand(info, Length(N)).and_then(|key| key.fill(&mut bytes));
    filled.expect("a hash gives that many bytes");
    bytes
}

/// The keys of a message, from what sender and device have agreed on (RFC 8291, 3.4).
fn derive(shared: &[u8], secret: &[u8], device_key: &[u8], own_key: &[u8], salt: &[u8]) -> Keys {
    let input: [u8; 32] = expand(secret, shared, &[b"WebPush: info\0", device_key, own_key]);
    keys(&input, salt)
}

/// The key and the nonce of the first record (RFC 8188, 2.2 and 2.3).
fn keys(input: &[u8], salt: &[u8]) -> Keys {
    let key = expand(salt, input, &[b"Content-Encoding: aes128gcm\0"]);
    (key, expand(salt, input, &[b"Content-Encoding: nonce\0"]))
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    fn salt(text: &str) -> [u8; SALT] {
        bytes(text).try_into().unwrap()
    }

    /// RFC 8291, section 5 and appendix A: the keys on the way, and the whole body.
    #[test]
    fn the_example_of_the_standard_for_push_is_sealed_as_it_says() {
        let device =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let own =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = salt("DGv6ra1nlYgDCS1FRnbzlw");
        let keys = derive(&shared, &bytes("BTBZMqHH6r4Tts7J_aSIgg"), &device, &own, &salt);
        assert_eq!(BASE64URL_NOPAD.encode(&keys.0), "oIhVW04MRdy2XN9CiKLxTg");
        assert_eq!(BASE64URL_NOPAD.encode(&keys.1), "4h_95klXJ5E_qnoN");
        let body = body(b"When I grow up, I want to be a watermelon", keys, &salt, &own).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK\
             6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    /// RFC 8188, section 3.1, whose sender has no name.
    #[test]
    fn the_example_of_the_standard_for_encrypted_content_is_sealed_as_it_says() {
        let salt = salt("I1BsxtFttlv3u_Oo94xnmw");
        let keys = keys(&bytes("yqdlZ-tYemfogSmv7Ws5PQ"), &salt);
        let body = body(b"I am the walrus", keys, &salt, b"").unwrap();
        let expected = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg";
        assert_eq!(BASE64URL_NOPAD.encode(&body), expected);
    }

    #[test]
    fn a_device_reads_what_was_sealed_for_it() {
        let device = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let device_key = device.compute_public_key().unwrap();
        let secret = [7; SECRET];
        let body = sealed(b"turn", device_key.as_ref(), &secret).unwrap();
        let (salt, rest) = body.split_at(SALT);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (own_key, record) = rest[5..].split_at(POINT);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, own_key);
        let (key, nonce) = agree_ephemeral(device, &theirs, |shared| {
            derive(shared, &secret, device_key.as_ref(), own_key, salt)
        })
        .unwrap();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let opened =
            key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).unwrap();
        assert_eq!(opened, b"turn\x02");
        assert_ne!(sealed(b"turn", device_key.as_ref(), &secret).unwrap(), body, "each has a key of its own");
    }

    #[test]
    fn a_key_that_is_no_point_of_the_curve_is_refused() {
        for key in [&[][..], &[4; POINT], &[0; POINT], &[4; 64]] {
            assert_eq!(sealed(b"turn", key, &[7; SECRET]), Err(WrongKey));
        }
    }
}
