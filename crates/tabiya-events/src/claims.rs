// SPDX-License-Identifier: AGPL-3.0-or-later
//! Codes by which an account becomes an entrant who has none yet.
//!
//! A code is for one entrant of one event, works once and for two weeks, and only for somebody who is logged in. It has 60 bits, so
//! nobody guesses it; wrong tries are counted all the same, by network and by account. The journal keeps a salted hash of it.

use std::fmt;

use tabiya_game::Time;
use tabiya_runtime::secret::Hash;

use crate::codes::{self, Typed, are_equal};
use crate::event::{EntrantId, Event};

/// How long a code works, in milliseconds.
pub const LASTS: u64 = 14 * 24 * 3600 * 1000;
/// Codes of one event that work at the same time.
pub const MOST: usize = 200;

/// Each stands for five bits. I, L, O and U are left out, because they are taken for others.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The characters of a code.
const LENGTH: usize = 12;
/// As many stand together where a code is shown.
const GROUP: usize = 4;

/// A code: twelve characters, shown in groups of four.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl Code {
    /// A code from random bits, of which it takes 60.
    pub fn of(random: u64) -> Self {
        let mut characters = [0; LENGTH];
        let mut rest = random;
        for character in &mut characters {
            *character = ALPHABET[usize::from(rest.to_le_bytes()[0] & 31)];
            rest >>= 5;
        }
        Self(characters)
    }

    /// The code that somebody has typed: with blanks and dashes or without, in capital letters or small ones, with O for 0, and with
    /// I or L for 1. `None` if it has not the form of a code.
    pub fn typed(text: &str) -> Option<Self> {
        let mut characters = text.chars().filter(|one| !one.is_whitespace() && *one != '-').map(|one| {
            let plain = match one.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            u8::try_from(plain).ok().filter(|byte| ALPHABET.contains(byte))
        });
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = characters.next()??;
        }
        characters.next().is_none().then_some(Self(code))
    }

    /// What the journal keeps of it.
    pub fn hash(&self, salt: u64) -> Hash {
        codes::hash(salt, &self.0.map(char::from).iter().collect::<String>())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, character) in self.0.into_iter().enumerate() {
            let blank = if place > 0 && place % GROUP == 0 { " " } else { "" };
            write!(f, "{blank}{}", char::from(character))?;
        }
        Ok(())
    }
}

/// Whose code somebody typed.
pub fn matching(event: &Event, typed: &str, now: Time) -> Typed<EntrantId> {
    // What can't be a code is no guess, such as one of eight digits from before.
    let Some(code) = Code::typed(typed) else { return Typed::Old };
    // All of them are compared, each in constant time: how long it takes says nothing.
    event.entrants.iter().fold(Typed::Wrong, |found, entrant| {
        let Some(claim) = &entrant.claim else { return found };
        if !are_equal(&code.hash(claim.salt), &claim.hash) {
            return found;
        }
        if now < claim.until {
            Typed::Right(entrant.id)
        } else if found == Typed::Wrong {
            Typed::Old
        } else {
            found
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::of(0x0123_4567_89ab_cdef);
        let shown = code.to_string();
        assert_eq!((shown.len(), shown.split(' ').count()), (14, 3), "{shown}");
        let plain = shown.replace(' ', "");
        let dashed = shown.replace(' ', "-");
        let wide = shown.replace(' ', "\u{a0}");
        for typed in [&shown, &plain, &plain.to_lowercase(), &dashed, &wide, &format!("  {shown}\n")] {
            assert!(Code::typed(typed).as_ref() == Some(&code), "{typed}");
        }
        assert!(Code::typed("oilO IL00 0000").unwrap().to_string() == "0110 1100 0000");
        for wrong in ["", "12345678", &plain[1..], &format!("{plain}0"), "UUUUUUUUUUUU", "ÄÄÄÄÄÄÄÄÄÄÄÄ"]
        {
            assert!(Code::typed(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_code_takes_sixty_bits() {
        let of = |bit: u32| Code::of(1 << bit).to_string();
        let all: std::collections::BTreeSet<String> =
            (0..60).map(of).chain([Code::of(0).to_string()]).collect();
        assert_eq!(all.len(), 61, "every bit makes another code");
    }
}
