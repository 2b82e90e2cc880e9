// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who sends (VAPID, RFC 8292): a key of the server, by which a service and a device know that a message comes from this site.

use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use tabiya_game::Time;
use tabiya_runtime::opaque::Opaque;

/// For how long a proof is good, in seconds; a day is the most that services take.
const GOOD_FOR: u64 = 12 * 60 * 60;
/// The kind of proof: ECDSA over P-256 with SHA-256.
const HEADER: &str = r#"{"typ":"JWT","alg":"ES256"}"#;

/// The server's key.
pub(super) struct ServerKey {
    /// Not shared: the compiler need not look through its forty types.
    pair: Opaque<EcdsaKeyPair>,
}

impl ServerKey {
    /// A new one, as text that is kept.
    pub(super) fn fresh() -> String {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        BASE64URL_NOPAD.encode(made.expect("the system gives random bytes").as_ref())
    }

    /// The one that was kept; `None` if it can't be read.
    pub(super) fn read(kept: &str) -> Option<Self> {
        let random = SystemRandom::new();
        let document = BASE64URL_NOPAD.decode(kept.as_bytes()).ok()?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random).ok()?;
        Some(Self { pair: Opaque::new(pair) })
    }

    /// The public key, as a browser takes it.
    pub(super) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.pair.public_key().as_ref())
    }

    /// The header that proves to the service at `audience` who sends. `subject` says where the sender is found.
    pub(super) fn proof(&self, audience: &str, subject: &str, now: Time) -> String {
        let signed = signed(audience, subject, now.0 / 1000 + GOOD_FOR);
        let signed_by = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signed_by.expect("the system gives random bytes");
        format!("vapid t={signed}.{}, k={}", BASE64URL_NOPAD.encode(signature.as_ref()), self.public())
    }
}

/// The part of a proof that is signed (RFC 7515, 7.1). `expires` is in seconds since 1970.
fn signed(audience: &str, subject: &str, expires: u64) -> String {
    let claims = json!({ "aud": audience, "exp": expires, "sub": subject });
    let [header, claims] = [HEADER, &claims.to_string()].map(|part| BASE64URL_NOPAD.encode(part.as_bytes()));
    format!("{header}.{claims}")
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_proof_says_for_whom_it_is_and_is_signed_by_the_kept_key() {
        let kept = ServerKey::fresh();
        let key = ServerKey::read(&kept).unwrap();
        assert_eq!(ServerKey::read(&kept).unwrap().public(), key.public(), "it stays the same");
        let proof = key.proof("https://push.example", "https://chess.example", Time(1_000_000));
        let (token, public) = proof.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!((public, bytes(public).len()), (&*key.public(), 65));
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let checks = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        checks.verify(signed.as_bytes(), &bytes(signature)).unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let read = |part: &str| serde_json::from_slice::<Value>(&bytes(part)).unwrap();
        assert_eq!(read(header), json!({ "typ": "JWT", "alg": "ES256" }));
        let expected =
            json!({ "aud": "https://push.example", "exp": 1_000 + GOOD_FOR, "sub": "https://chess.example" });
        assert_eq!(read(claims), expected);
        assert!(ServerKey::read("nonsense").is_none());
    }

    /// RFC 8292, section 2.4: the same is signed, and by the same kind of signature.
    #[test]
    fn the_example_of_the_standard_is_signed_as_it_says() {
        let told = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1\
             MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
        assert_eq!(signed("https://push.example.net", "mailto:push@example.com", 1_453_523_768), told);
        let signature =
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
        let public =
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let checks = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        checks.verify(told.as_bytes(), &bytes(signature)).unwrap();
    }
}
