// SPDX-License-Identifier: AGPL-3.0-or-later
//! The players of an event from CSV with a header, or from a tournament file.

use std::collections::HashSet;

use crate::decide::Listed;
use crate::event::{Card, HIGHEST_RATING, MOST_ENTRANTS, spoken};

use tabiya_tournament::TrfFile;

use super::columns::{self, rows};
use super::header::{Header, is_header};
use crate::members::{LONGEST_NOTE, MOST_MEMBERS, MemberCard};

/// The columns that a file may have. `name` must be there.
const COLUMNS: [&str; 11] = [
    "name",
    "rating",
    "title",
    "federation",
    "fide",
    "national_id",
    "national_rating",
    "birth",
    "sex",
    "club",
    "team",
];
/// Those that a list of members may have besides.
const OF_MEMBERS: [&str; 2] = ["note", "child"];
/// The header stands in one of so many first rows.
const HIGHEST_HEADER: usize = 3;
const TITLES: [&str; 8] = ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"];

/// Why a file is no list of players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayersError {
    /// There is no header.
    #[error(
        "the first line must name the columns: name, then any of rating, title, federation, fide, national_id, national_rating, birth, sex, club, team"
    )]
    NoHeader,
    /// A tournament file that can't be read.
    #[error("this looks like a tournament file (TRF): {0}")]
    Trf(String),
    /// Who is a child is said in a list of members; here it would be read by nobody.
    #[error(
        "an event's list has no column {0:?}: say who is a child in the list of members, and enter them from there"
    )]
    Child(String),
    /// A column twice.
    #[error("the column {0:?} stands twice in the first line")]
    Twice(String),
    /// A name twice in a tournament file.
    #[error("{0} stands in the file twice; write the names so that they differ")]
    TwoOfOneName(String),
    /// Something in a line can't be read.
    #[error("line {line}: {what}")]
    Line {
        /// The line of the list, the header being 1 and empty lines not counted.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// The players of a file: UTF-8, or Latin-1 where it is not.
///
/// # Errors
/// What can't be read. Nothing is guessed: a line that is wrong is named.
pub fn players(bytes: &[u8]) -> Result<Vec<Card>, PlayersError> {
    Ok(listed(bytes)?.into_iter().map(|one| one.card).collect())
}

/// The players of a file, each with the line where it stands.
///
/// # Errors
/// Those of [`players`].
pub fn listed(bytes: &[u8]) -> Result<Vec<Listed>, PlayersError> {
    let of_trf = |text: &str| Ok(of_trf(text)?.into_iter().map(|card| Listed { line: None, card }).collect());
    let one =
        |header: &Columns, row: &[String], line| Ok(Listed { line: Some(line), card: card(header, row)? });
    read(bytes, MOST_ENTRANTS, &[], of_trf, one, |one: &Listed| &one.card.name)
}

/// The members of a list, from the same files; a list in CSV may also have the columns `note` and `child`.
///
/// # Errors
/// What can't be read.
pub fn members(bytes: &[u8]) -> Result<Vec<MemberCard>, PlayersError> {
    let of_trf = |text: &str| {
        let cards = of_trf(text)?.into_iter();
        Ok(cards.map(|card| MemberCard { card, ..MemberCard::default() }).collect())
    };
    let member = |header: &Columns, row: &[String], _line| member(header, row);
    read(bytes, MOST_MEMBERS, &OF_MEMBERS, of_trf, member, |member: &MemberCard| &member.card.name)
}

/// What each column is; `None` for one that is left out.
type Columns = [Option<&'static str>];

/// The columns of a list, in CSV, that nobody reads, as the list calls them; none of a tournament file, or of what is no list. `members`
/// is whether it is a list of members, which has more columns.
pub fn left_out(bytes: &[u8], members: bool) -> Vec<String> {
    let text = text_of(bytes);
    if is_trf(&text) {
        return Vec::new();
    }
    let rows = rows(&text);
    let header = rows.iter().take(HIGHEST_HEADER).find(|row| is_header(row));
    let more: &[&str] = if members { &OF_MEMBERS } else { &[] };
    let read = header.and_then(|header| Header::of(header, &wanted(more)).ok());
    read.map_or_else(Vec::new, |header| header.left_out)
}

fn wanted(more: &[&'static str]) -> Vec<&'static str> {
    COLUMNS.iter().chain(more).copied().collect()
}

fn is_trf(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("001 "))
}

/// Reads a file of at most so many people, whose CSV may also have the columns `more`.
fn read<T>(
    bytes: &[u8],
    most: usize,
    more: &[&'static str],
    of_trf: impl Fn(&str) -> Result<Vec<T>, PlayersError>,
    card: impl Fn(&Columns, &[String], usize) -> Result<T, String>,
    name_of: impl Fn(&T) -> &String,
) -> Result<Vec<T>, PlayersError> {
    let text = text_of(bytes);
    if is_trf(&text) {
        return of_trf(&text);
    }
    let rows = rows(&text);
    // A title may stand above the header.
    let above = rows.iter().take(HIGHEST_HEADER).position(|row| is_header(row));
    let above = above.ok_or(PlayersError::NoHeader)?;
    let (header, rows) = rows[above..].split_first().ok_or(PlayersError::NoHeader)?;
    let columns = Header::of(header, &wanted(&OF_MEMBERS)).map_err(PlayersError::Twice)?.columns;
    if let Some(place) =
        columns.iter().position(|column| *column == Some("child") && !more.contains(&"child"))
    {
        return Err(PlayersError::Child(header[place].clone()));
    }
    let plain = |row: &[String]| row.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>();
    let repeated = plain(header);
    let mut cards: Vec<T> = Vec::new();
    let mut names = HashSet::new();
    for (line, row) in (above + 2..).zip(rows) {
        // Lists that were put together repeat their header.
        if plain(row) == repeated {
            continue;
        }
        let wrong = |what: String| PlayersError::Line { line, what };
        if row.len() > header.len() {
            return Err(wrong(format!("{} columns, but the first line names {}", row.len(), header.len())));
        }
        let card = card(&columns, row, line).map_err(wrong)?;
        if cards.len() >= most {
            return Err(wrong(format!("a list has at most {most} players")));
        }
        let name = name_of(&card);
        if !names.insert(spoken(name)) {
            return Err(wrong(format!("{name} stands in the list twice")));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// The players of a tournament file; what they have played is left out.
fn of_trf(text: &str) -> Result<Vec<Card>, PlayersError> {
    let file = TrfFile::parse(text).map_err(|error| PlayersError::Trf(error.to_string()))?;
    let teams = file.tournament.teams.list;
    let team_of = |number: u16| teams.iter().find(|team| team.players.contains(&number));
    let card = |player: tabiya_tournament::Player| Card {
        team: team_of(player.number).map_or(String::new(), |team| team.name.clone()),
        title: player.title,
        federation: player.federation,
        fide: player.fide_id,
        birth: player.birth,
        sex: player.sex,
        ..Card::new(player.name, player.rating.filter(|rating| (1..=HIGHEST_RATING).contains(rating)))
    };
    let cards: Vec<Card> = file.tournament.players.into_iter().map(card).collect();
    if let Some((card, wrong)) = cards.iter().find_map(|card| Some((card, card.check().err()?))) {
        return Err(PlayersError::Trf(format!("{}: {wrong}", card.name)));
    }
    let mut names = HashSet::new();
    match cards.iter().find(|card| !names.insert(spoken(&card.name))) {
        Some(card) => Err(PlayersError::TwoOfOneName(card.name.clone())),
        None => Ok(cards),
    }
}

/// The text of a file: UTF-8, or Latin-1 where it is not.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // Each byte of Latin-1 is the character of its number.
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    text.trim_start_matches('\u{feff}').to_owned()
}

fn card(columns: &Columns, row: &[String]) -> Result<Card, String> {
    let mut card = Card::default();
    let (mut surname, mut given) = ("", "");
    for (name, text) in named(columns, row) {
        match name {
            "name" => card.name.clone_from(text),
            "surname" => surname = text,
            "given" => given = text,
            "rating" => card.rating = rating(text)?,
            "national_rating" => card.national_rating = rating(text)?,
            "title" => card.title = title(text)?,
            "federation" => card.federation = text.to_uppercase().chars().take(3).collect(),
            "fide" => card.fide = id(text)?,
            "national_id" => card.national_id = id(text)?,
            "birth" => card.birth = birth(text)?,
            "sex" => card.sex = sex(text)?,
            "team" => card.team.clone_from(text),
            "club" => card.club = text.chars().filter(|character| !character.is_control()).take(80).collect(),
            // The header was checked: what is left says nothing about a player of an event.
            _ => {}
        }
    }
    if card.name.is_empty() {
        card.name =
            [surname, given].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    }
    if card.name.is_empty() || card.name.chars().any(char::is_control) {
        return Err("there is no name".into());
    }
    card.check().map_err(|wrong| wrong.to_string())?;
    Ok(card)
}

/// What stands in the columns of a row that are known.
fn named<'a>(columns: &'a Columns, row: &'a [String]) -> impl Iterator<Item = (&'static str, &'a String)> {
    let known = columns.iter().zip(row).filter_map(|(name, text)| Some(((*name)?, text)));
    known.filter(|(_, text)| !text.is_empty())
}

fn member(columns: &Columns, row: &[String]) -> Result<MemberCard, String> {
    let mut member = MemberCard { card: card(columns, row)?, ..MemberCard::default() };
    for (name, text) in named(columns, row) {
        match name {
            "note" if text.chars().count() > LONGEST_NOTE => {
                return Err(format!("a note has up to {LONGEST_NOTE} characters"));
            }
            "note" => member.note = text.chars().filter(|character| !character.is_control()).collect(),
            "child" => member.child = yes(text)?,
            _ => {}
        }
    }
    Ok(member)
}

/// As people tick: `yes`, `x`, `1`, `ja`, `oui`, `sí`.
fn yes(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "x" | "1" | "true" | "ja" | "j" | "oui" | "o" | "sí" | "si" | "s" => Ok(true),
        "no" | "n" | "0" | "-" | "false" | "nein" | "non" => Ok(false),
        _ => Err(format!("{text:?} does not say whether it is a child: yes, no, or nothing")),
    }
}

/// A list of members as CSV, which [`members`] reads.
pub fn members_csv<'a>(list: impl IntoIterator<Item = &'a MemberCard>) -> String {
    let rating = |rating: Option<u16>| rating.map_or_else(String::new, |rating| rating.to_string());
    let header = COLUMNS.into_iter().filter(|name| *name != "team").chain(["note", "child"]);
    let header: Vec<String> = header.map(str::to_owned).collect();
    let rows = list.into_iter().map(|MemberCard { card, note, child }| {
        columns::row(&[
            card.name.clone(),
            rating(card.rating),
            card.title.clone(),
            card.federation.clone(),
            card.fide.clone(),
            card.national_id.clone(),
            rating(card.national_rating),
            card.birth.clone(),
            card.sex.map_or_else(String::new, String::from),
            card.club.clone(),
            note.clone(),
            if *child { "yes".to_owned() } else { String::new() },
        ])
    });
    std::iter::once(columns::row(&header)).chain(rows).collect()
}

/// A rating; 0 is none.
fn rating(text: &str) -> Result<Option<u16>, String> {
    match text.parse::<u16>() {
        Ok(0) => Ok(None),
        Ok(rating) if rating <= HIGHEST_RATING => Ok(Some(rating)),
        Ok(_) | Err(_) => Err(format!("{text:?} isn't a rating")),
    }
}

fn title(text: &str) -> Result<String, String> {
    let upper = text.to_uppercase();
    // Other titles, such as a national one, play no part in the order of players.
    if TITLES.contains(&upper.as_str()) || upper.chars().count() <= 4 {
        Ok(upper)
    } else {
        Err(format!("{text:?} isn't a title"))
    }
}

fn id(text: &str) -> Result<String, String> {
    let fits = text.len() <= 12
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '-');
    if fits { Ok(text.to_owned()) } else { Err(format!("{text:?} isn't an id: up to 12 letters and digits")) }
}

/// `2011`, `2011/04/30`, `2011-04-30` or `30.04.2011`, as TRF writes it.
fn birth(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split(['/', '-', '.']).collect();
    let number = |text: &str| text.parse::<u16>().ok();
    let date = match parts.as_slice() {
        [year] => number(year).map(|year| (year, None)),
        [day, month, year] if year.len() == 4 => {
            number(year).zip(number(month).zip(number(day))).map(|(year, rest)| (year, Some(rest)))
        }
        [year, month, day] => {
            number(year).zip(number(month).zip(number(day))).map(|(year, rest)| (year, Some(rest)))
        }
        _ => None,
    };
    match date {
        Some((year @ 1900..2100, None)) => Ok(year.to_string()),
        Some((year @ 1900..2100, Some((month @ 1..=12, day @ 1..=31)))) => {
            Ok(format!("{year}/{month:02}/{day:02}"))
        }
        Some(_) | None => Err(format!("{text:?} isn't a date of birth: write 2011/04/30 or 2011")),
    }
}

fn sex(text: &str) -> Result<Option<char>, String> {
    match text.to_lowercase().as_str() {
        "m" | "male" | "männlich" | "masculin" | "homme" | "hombre" | "masculino" => Ok(Some('m')),
        "f" | "w" | "female" | "weiblich" | "féminin" | "femme" | "mujer" | "femenino" => Ok(Some('w')),
        _ => Err(format!("{text:?} isn't a sex: m, w, or nothing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_everything_is_read() {
        let text = "\u{feff}Name;Rating;Title;Federation;FIDE;National ID;national_rating;birth;sex;club\r\n\
                    \"Berg, Ann\";2310;wim;swe;1712345;S-12;2350;30.4.1999;f;Wasa SK\r\n\
                    Bo;0;;;;;;2011;;\r\n";
        let cards = players(text.as_bytes()).expect("a list");
        assert_eq!(cards[0].name, "Berg, Ann");
        assert_eq!((cards[0].rating, cards[0].national_rating), (Some(2310), Some(2350)));
        assert_eq!((cards[0].title.as_str(), cards[0].federation.as_str()), ("WIM", "SWE"));
        assert_eq!((cards[0].birth.as_str(), cards[0].sex), ("1999/04/30", Some('w')));
        assert_eq!(cards[1], Card { birth: "2011".into(), ..Card::new("Bo", None) });
    }

    #[test]
    fn a_list_of_names_in_latin_1_is_read() {
        let cards = players(b"name\nBj\xf6rn\n").expect("a list");
        assert_eq!(cards[0].name, "Björn");
    }

    #[test]
    fn a_file_has_as_many_names_as_what_it_is_for() {
        let list = |names: usize| -> String {
            std::iter::once("name\n".to_owned()).chain((0..names).map(|one| format!("M {one}\n"))).collect()
        };
        assert_eq!(members(list(5_000).as_bytes()).expect("a list").len(), 5_000);
        let error = members(list(5_001).as_bytes()).expect_err("too many").to_string();
        assert_eq!(error, "line 5002: a list has at most 5000 players");
        let error = players(list(2_001).as_bytes()).expect_err("too many").to_string();
        assert_eq!(error, "line 2002: a list has at most 2000 players");
    }

    #[test]
    fn a_list_of_members_comes_back_as_it_was_written() {
        let text = "Name;rating;birth;club;note;child\n\"Berg, Ann\";1900;2011;Wasa;\"vegetarian; tall\";yes\nBo;;;;;no\n";
        let list = members(text.as_bytes()).expect("a list");
        assert_eq!((list[0].note.as_str(), list[0].child, list[1].child), ("vegetarian; tall", true, false));
        assert_eq!((list[0].card.rating, list[0].card.club.as_str()), (Some(1900), "Wasa"));
        assert_eq!(members(members_csv(&list).as_bytes()).expect("a list"), list);
        let text = "name;child\nAnn;maybe\n";
        let error = members(text.as_bytes()).expect_err(text).to_string();
        assert!(error.contains("line 2: \"maybe\" does not say whether it is a child"), "{error}");
        assert!(players(b"name;child\nAnn;yes\n").is_err(), "an event's list knows no children");
    }

    #[test]
    fn a_list_that_no_event_takes_is_not_read_to_its_end() {
        let list =
            |most: u32| format!("name\n{}", (1..=most).map(|one| format!("{one}\n")).collect::<String>());
        assert_eq!(players(list(2_000).as_bytes()).map(|cards| cards.len()), Ok(2_000));
        let error = players(list(60_000).as_bytes()).expect_err("too many").to_string();
        assert_eq!(error, "line 2002: a list has at most 2000 players");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, expected) in [
            ("", "the first line must name the columns"),
            ("Ann,2000\n", "the first line must name the columns"),
            ("name;child\nAnn;yes\n", "an event's list has no column \"child\""),
            ("name,name\n", "stands twice in the first line"),
            ("name,rating\nAnn,two\n", "line 2: \"two\" isn't a rating"),
            ("name,rating\nAnn,2000\n,1900\n", "line 3: there is no name"),
            ("name,birth\nAnn,1999/13/01\n", "line 2: \"1999/13/01\" isn't a date of birth"),
            ("name\nAnn\nAnn\n", "line 3: Ann stands in the list twice"),
            (
                "name;rating\nBerg, Ann;2000\nBo;1900\nann berg;2001\n",
                "line 4: ann berg stands in the list twice",
            ),
            (
                "001    1      Berg, Ann                         2310                             0.0    1\n001    2      Ann Berg                          1900                             0.0    2\n",
                "Ann Berg stands in the file twice; write the names so that they differ",
            ),
            ("name\nAnn,1\n", "line 2: 2 columns, but the first line names 1"),
        ] {
            let error = players(text.as_bytes()).expect_err(text).to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn columns_that_nobody_knows_are_left_out_and_named() {
        let text = "Clubabend\nNr;Nachname;Vorname;TWZ;Verein;Kommentar\n1;Müller;Jörg;1900;SK;\"x; y\"\n2;Berg;;;;\n";
        let cards = players(text.as_bytes()).expect("a list");
        assert_eq!(
            (cards[0].name.as_str(), cards[0].rating, cards[0].club.as_str()),
            ("Müller, Jörg", Some(1900), "SK")
        );
        assert_eq!(cards[1].name, "Berg");
        assert_eq!(left_out(text.as_bytes(), false), ["Nr", "Kommentar"]);
        assert_eq!(left_out("name;note;child\nAnn;;\n".as_bytes(), true), Vec::<String>::new());
        for none in ["", "Ann;2000\n", "name;name\n", "012 Club\n001 x\n"] {
            assert_eq!(left_out(none.as_bytes(), false), Vec::<String>::new(), "{none}");
        }
        assert_eq!(left_out(b"name;note\nAnn;tall\n", false), ["note"], "an event keeps no notes");
        assert_eq!(players(b"name;note\nAnn;tall\n").map(|cards| cards.len()), Ok(1));
    }
}
