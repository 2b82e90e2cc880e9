// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which names a player may choose, and which names are one.
//!
//! A name has letters and digits of one script, by the level "highly restrictive" of Unicode's UTS 39, and comes out in
//! the form NFC. Two keys are made of it: the case-folded name, which log-in and addresses compare, and the skeleton of
//! the name as it is shown (UTS 39, section 4), which is the same for names that look alike. The skeleton of the case-folded name
//! would not do: a capital I looks like a small l, and a small i does not.

use tabiya_game::PlayerName;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, confusable_detection,
};

/// Characters in a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;
/// Marks that may stand on one letter.
const MARKS: usize = 2;

/// Names that would pass for the server or its staff. Compared by their skeletons.
const RESERVED: [&str; 43] = [
    "about",
    "account",
    "admin",
    "administrator",
    "anonymous",
    "anybody",
    "api",
    "arbiter",
    "assets",
    "bot",
    "computer",
    "deleted",
    "desk",
    "engine",
    "everybody",
    "everyone",
    "game",
    "ghost",
    "guest",
    "help",
    "host",
    "login",
    "logout",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "organiser",
    "owner",
    "register",
    "root",
    "security",
    "server",
    "settings",
    "staff",
    "support",
    "system",
    "tabiya",
    "undefined",
    "you",
];

/// A name that a player may have, with its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenName {
    /// As it is shown.
    pub name: PlayerName,
    /// The name case-folded.
    pub key: String,
    /// The same for all names that look like this one.
    pub skeleton: String,
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It has fewer than 2 or more than 20 characters.
    #[error("use {}–{} characters", LENGTH.start(), LENGTH.end())]
    Length {
        /// How many it has.
        found: usize,
    },
    /// It has a character that no name has.
    #[error("a name has letters and digits, with single \"_\" or \"-\" between them, and not {found:?}")]
    Character {
        /// The first such character.
        found: char,
    },
    /// It begins or ends with `_` or `-`, or has two of them side by side.
    #[error("\"_\" and \"-\" stand alone between letters or digits of a name, not at its ends")]
    Separator,
    /// Its letters are of several scripts.
    #[error(
        "a name is written in one script: letters of several, such as a Cyrillic \"а\" among Latin letters, are not taken"
    )]
    Scripts,
    /// Its digits are of several kinds, such as Arabic and European ones.
    #[error("a name has digits of one kind")]
    Digits,
    /// It has more than 2 marks on one letter.
    #[error("this name has too many marks on one letter")]
    Marks,
    /// It would pass for the server or its staff.
    #[error("this name is reserved; choose another one")]
    Reserved,
}

impl ChosenName {
    /// The name that this text means.
    ///
    /// # Errors
    /// If it is no name that a player may choose.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let chosen = Self::even_reserved(text)?;
        if is_reserved(&chosen) { Err(NameError::Reserved) } else { Ok(chosen) }
    }

    /// The same for whoever runs the server, who may call an account `admin`.
    ///
    /// # Errors
    /// If it is no name.
    pub fn even_reserved(text: &str) -> Result<Self, NameError> {
        // Longer texts are not worth looking at; NFC makes no text three times as short.
        if text.chars().take(4 * LENGTH.end() + 1).count() > 4 * LENGTH.end() {
            return Err(NameError::Length { found: text.chars().count() });
        }
        let name: String = text.nfc().collect();
        check(&name)?;
        let key = key_of(&name);
        let skeleton = skeleton_of(&name);
        let found = name.chars().count();
        let name = PlayerName::try_from(name).map_err(|_| NameError::Length { found })?;
        Ok(Self { name, key, skeleton })
    }
}

/// What log-in compares: also of a text that is no name, and then no account has it.
pub(crate) fn key_of(name: &str) -> String {
    let composed: String = name.nfc().collect();
    UniCase::unicode(composed).to_folded_case().nfc().collect()
}

/// The same of what somebody has typed, of which no more is looked at than a name can have.
pub fn key_of_typed(name: &str) -> String {
    key_of(&name.chars().take(4 * LENGTH.end()).collect::<String>())
}

/// What names that look alike share, made from a name as it is shown. Then it is case-folded.
pub(crate) fn skeleton_of(name: &str) -> String {
    let skeleton: String = confusable_detection::skeleton(name).collect();
    key_of(&skeleton)
}

/// The version of what skeletons are made with: Unicode's tables, and the way above.
pub(crate) fn tables() -> String {
    let (major, minor, patch) = unicode_security::UNICODE_VERSION;
    format!("{major}.{minor}.{patch}, as shown")
}

fn is_reserved(chosen: &ChosenName) -> bool {
    let of_key = skeleton_of(&chosen.key);
    // Small, in capitals, or with one in front.
    let alike = |word: &str| {
        let small = skeleton_of(word);
        let in_capitals = word.to_uppercase();
        let capital = format!("{}{}", &in_capitals[..1], &word[1..]);
        [&small, &skeleton_of(&in_capitals), &skeleton_of(&capital)].contains(&&chosen.skeleton)
            || small == of_key
    };
    // By its letters alone: ALI looks like it.
    chosen.key == "all" || chosen.key.starts_with("guest") || RESERVED.into_iter().any(alike)
}

fn check(name: &str) -> Result<(), NameError> {
    let found = name.chars().count();
    if !LENGTH.contains(&found) {
        return Err(NameError::Length { found });
    }
    let mut before = None;
    let mut marks = 0;
    for character in name.chars() {
        let kind = Kind::of(character).ok_or(NameError::Character { found: character })?;
        match (kind, before) {
            (Kind::Separator, None | Some(Kind::Separator)) => return Err(NameError::Separator),
            (Kind::Mark, None | Some(Kind::Separator)) => {
                return Err(NameError::Character { found: character });
            }
            _ => {}
        }
        marks = if kind == Kind::Mark { marks + 1 } else { 0 };
        if marks > MARKS {
            return Err(NameError::Marks);
        }
        before = Some(kind);
    }
    if before == Some(Kind::Separator) {
        return Err(NameError::Separator);
    }
    let letters: String = name.chars().filter(|&letter| Kind::of(letter) != Some(Kind::Separator)).collect();
    if !letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(NameError::Scripts);
    }
    // The ten digits of one kind stand in one row of sixteen.
    let mut rows = letters.chars().filter(|letter| letter.is_numeric()).map(|digit| u32::from(digit) >> 4);
    let first = rows.next();
    if rows.any(|row| Some(row) != first) {
        return Err(NameError::Digits);
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    LetterOrDigit,
    Mark,
    Separator,
}

impl Kind {
    /// What a character is in a name; `None` for those that no name has: blanks, signs, controls, direction marks, and
    /// letters that Unicode advises against in names.
    fn of(character: char) -> Option<Self> {
        match character {
            '_' | '-' => Some(Self::Separator),
            _ if !character.identifier_allowed() => None,
            _ if is_combining_mark(character) => Some(Self::Mark),
            _ if character.is_alphanumeric() => Some(Self::LetterOrDigit),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(name: &str) -> String {
        ChosenName::new(name).unwrap_or_else(|error| panic!("{name:?}: {error}")).key
    }

    #[test]
    fn names_of_many_scripts_are_taken() {
        for name in [
            "Al",
            "ALI",
            "Ann",
            "ann_b",
            "a-b-c",
            "x2",
            "99",
            "Ботвинник",
            "Ραφαήλ",
            "שלמה",
            "محمد",
            "अर्जुन",
            "さくら",
            "藤井聡太",
            "Łukasz",
            "Zoë",
            "İlker",
            "Nguyễn",
            "Straße",
            "กิตติ",
            "a2345678901234567890",
        ] {
            let chosen = ChosenName::new(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(chosen.name.as_str(), name);
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        use NameError::*;
        for (text, error) in [
            ("", Length { found: 0 }),
            ("a", Length { found: 1 }),
            ("a23456789012345678901", Length { found: 21 }),
            ("two words", Character { found: ' ' }),
            (" ann", Character { found: ' ' }),
            ("ann\n", Character { found: '\n' }),
            ("a\0b", Character { found: '\0' }),
            ("<b>hi", Character { found: '<' }),
            ("o'neill", Character { found: '\'' }),
            ("a.b", Character { found: '.' }),
            ("ann\u{202e}nna", Character { found: '\u{202e}' }),
            ("ann\u{200b}x", Character { found: '\u{200b}' }),
            ("ann\u{200d}x", Character { found: '\u{200d}' }),
            ("♔king", Character { found: '♔' }),
            ("😀😀", Character { found: '😀' }),
            ("ａｎｎ", Character { found: 'ａ' }),
            ("\u{301}ab", Character { found: '\u{301}' }),
            ("_ann", Separator),
            ("ann-", Separator),
            ("a__b", Separator),
            ("a-_b", Separator),
            ("--", Separator),
            ("pаypal", Scripts),
            ("Аnna", Scripts),
            ("aβγ", Scripts),
            ("a1١", Scripts),
            ("م1١", Digits),
            ("x\u{301}\u{301}\u{301}y", Marks),
            ("admin", Reserved),
            ("ADMIN", Reserved),
            ("R00T", Reserved),
            ("TABlYA", Reserved),
            ("HeIp", Reserved),
            ("AdMin", Reserved),
            ("OfficIal", Reserved),
            ("guest2e5b", Reserved),
        ] {
            assert_eq!(ChosenName::new(text), Err(error), "{text:?}");
        }
        let long = ChosenName::new(&"é".repeat(100_000)).unwrap_err();
        assert_eq!(long, Length { found: 100_000 });
        assert!(ChosenName::even_reserved("admin").is_ok());
    }

    #[test]
    fn names_that_differ_in_case_or_form_are_one() {
        for (a, b) in [("ANN", "ann"), ("Zoe\u{308}", "zoë"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "Σίσυφος")]
        {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        assert_ne!(key("ann"), key("anna"));
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        let skeleton = |name: &str| ChosenName::new(name).unwrap().skeleton;
        for (a, b) in [
            ("аре", "ape"),
            ("B0b", "bob"),
            ("al1ce", "allce"),
            ("modem", "modern"),
            ("Рор", "Pop"),
            ("AIice", "Alice"),
            ("WiIl", "Will"),
            ("ВОВ", "BOB"),
            ("КАТЕ", "Kate"),
            ("ΑΝΝ", "ann"),
        ] {
            assert_eq!(skeleton(a), skeleton(b), "{a} {b}");
        }
        for (a, b) in [("ann", "arm"), ("Ali2", "All2"), ("Mia", "Mla")] {
            assert_ne!(skeleton(a), skeleton(b), "{a} {b}");
        }
    }

    proptest! {
        /// Whatever the text: a name that is taken is one of the form that is promised, and taken again as it is.
        #[test]
        fn a_name_keeps_its_form(text in "\\PC{0,24}|[a-zA-Zа-я0-9_-]{2,20}|[\\u{0}-\\u{10ffff}]{1,8}") {
            if let Ok(chosen) = ChosenName::new(&text) {
                let name = chosen.name.as_str();
                prop_assert!((2..=20).contains(&name.chars().count()));
                prop_assert!(!name.chars().any(|c| c.is_whitespace() || c.is_control()));
                prop_assert!(!name.starts_with(['_', '-']) && !name.ends_with(['_', '-']));
                prop_assert_eq!(name.nfc().collect::<String>(), name);
                prop_assert_eq!(ChosenName::new(name), Ok(chosen.clone()));
                prop_assert_eq!(key_of(&chosen.key), chosen.key.clone(), "folding again changes nothing");
                prop_assert_eq!(key_of(name), chosen.key.clone());
                prop_assert!(chosen.key.len() <= 200 && !chosen.skeleton.is_empty());
            }
        }

        /// A capital I in place of a small l, or the other way round, makes no other name.
        #[test]
        fn a_capital_i_makes_no_other_name(name in "[a-zA-Z]{2,12}") {
            let other: String = name.chars().map(|c| match c { 'l' => 'I', 'I' => 'l', c => c }).collect();
            if let (Ok(a), Ok(b)) = (ChosenName::new(&name), ChosenName::new(&other)) {
                prop_assert_eq!(a.skeleton, b.skeleton);
            }
        }
    }
}
