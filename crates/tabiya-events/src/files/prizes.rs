// SPDX-License-Identifier: AGPL-3.0-or-later
//! The prizes of an event from CSV with a header: one line a category.

use super::columns::rows;
use super::players::text_of;
use crate::event::{BirthBound, PrizeCategory, PrizeSharing};

/// The columns that a file may have. `category` and `prizes` must be there.
const COLUMNS: [&str; 9] =
    ["category", "prizes", "sharing", "born_from", "born_until", "rating_below", "unrated", "women", "club"];

/// The categories of a file, such as `Juniors;100 50;hort;2008`. Prizes stand with blanks between them, the first place first.
///
/// # Errors
/// What can't be read, with its line.
pub fn prizes(bytes: &[u8]) -> Result<Vec<PrizeCategory>, String> {
    let rows = rows(&text_of(bytes));
    let (header, rows) = rows.split_first().ok_or("the list is empty")?;
    let header: Vec<String> =
        header.iter().map(|name| name.to_lowercase().replace([' ', '-'], "_")).collect();
    if let Some(unknown) = header.iter().find(|name| !COLUMNS.contains(&name.as_str())) {
        return Err(format!("there is no column {unknown:?}; columns are {}", COLUMNS.join(", ")));
    }
    if !["category", "prizes"].iter().all(|needed| header.iter().any(|name| name == needed)) {
        return Err("the first line must name the columns category and prizes".into());
    }
    if let Some(twice) = header.iter().enumerate().find(|(place, name)| header[..*place].contains(name)) {
        return Err(format!("the column {:?} stands twice in the first line", twice.1));
    }
    let read = |(line, row): (usize, &Vec<String>)| {
        if row.len() > header.len() {
            return Err(format!(
                "line {line}: it has more columns than the first line; prizes stand with blanks between them"
            ));
        }
        category(&header, row).map_err(|what| format!("line {line}: {what}"))
    };
    (2..).zip(rows).map(read).collect()
}

/// The list as it would be written to set these categories, with the columns that they need.
pub fn prize_list(categories: &[PrizeCategory]) -> String {
    if categories.is_empty() {
        return String::new();
    }
    let rows: Vec<[String; COLUMNS.len()]> = categories.iter().map(columns).collect();
    let is_needed = |place: &usize| *place < 3 || rows.iter().any(|row| !row[*place].is_empty());
    let needed: Vec<usize> = (0..COLUMNS.len()).filter(is_needed).collect();
    let line = |row: &[String]| needed.iter().map(|place| quoted(&row[*place])).collect::<Vec<_>>().join(";");
    let header = COLUMNS.map(str::to_owned);
    let lines = [line(&header)].into_iter().chain(rows.iter().map(|row| line(row)));
    lines.map(|line| line + "\n").collect()
}

/// A category by the columns of [`COLUMNS`].
fn columns(category: &PrizeCategory) -> [String; COLUMNS.len()] {
    let sharing = |sharing: &PrizeSharing| match sharing {
        PrizeSharing::TieBreak => "tie-break",
        PrizeSharing::Equal => "equal",
        PrizeSharing::Hort => "hort",
    };
    let each: Vec<&str> = category.each.iter().map(sharing).collect();
    let prizes: Vec<String> = category.prizes.iter().map(|prize| amount_text(*prize)).collect();
    let day = |day: Option<BirthBound>| day.map_or_else(String::new, |day| day.to_string());
    let yes = |yes: bool| if yes { "yes".to_owned() } else { String::new() };
    [
        category.name.clone(),
        prizes.join(" "),
        if each.is_empty() { sharing(&category.sharing).to_owned() } else { each.join(" ") },
        day(category.born_from),
        day(category.born_until),
        category.rating_below.map_or_else(String::new, |below| below.to_string()),
        yes(category.unrated),
        yes(category.women),
        category.club.clone(),
    ]
}

/// `200` or `12.50` for hundredths.
fn amount_text(hundredths: u32) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") }
}

/// A column in quotation marks, where a reader would take a part of it for something else.
fn quoted(text: &str) -> String {
    if text.contains([';', ',', '\t', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn category(header: &[String], row: &[String]) -> Result<PrizeCategory, String> {
    let mut category = PrizeCategory::default();
    for (name, text) in header.iter().zip(row).filter(|(_, text)| !text.is_empty()) {
        let number = || text.parse::<u16>().map(Some).map_err(|_| format!("{text:?} isn't a number"));
        let day = || text.parse::<BirthBound>().map(Some).map_err(|error| format!("{text:?}: {error}"));
        let yes = || match text.to_lowercase().as_str() {
            "yes" | "1" | "x" | "true" => Ok(true),
            "no" | "0" | "false" => Ok(false),
            _ => Err(format!("{text:?} is neither yes nor no")),
        };
        match name.as_str() {
            "category" => category.name.clone_from(text),
            "prizes" => category.prizes = text.split_whitespace().map(amount).collect::<Result<_, _>>()?,
            "sharing" => {
                let all: Vec<PrizeSharing> =
                    text.split_whitespace().map(sharing).collect::<Result<_, _>>()?;
                match all.as_slice() {
                    [one] => category.sharing = *one,
                    _ => category.each = all,
                }
            }
            "born_from" => category.born_from = day()?,
            "born_until" => category.born_until = day()?,
            "rating_below" => category.rating_below = number()?,
            "unrated" => category.unrated = yes()?,
            "women" => category.women = yes()?,
            // The header was checked: what is left is the club.
            _ => category.club.clone_from(text),
        }
    }
    Ok(category)
}

fn sharing(text: &str) -> Result<PrizeSharing, String> {
    match text.to_lowercase().as_str() {
        "tie-break" | "tie_break" => Ok(PrizeSharing::TieBreak),
        "equal" => Ok(PrizeSharing::Equal),
        "hort" => Ok(PrizeSharing::Hort),
        _ => Err(format!("{text:?} isn't a way to share; write tie-break, equal or hort")),
    }
}

/// `200` or `12.50`, in hundredths.
///
/// # Errors
/// If the text isn't an amount.
pub fn amount(text: &str) -> Result<u32, String> {
    let wrong = || format!("{text:?} isn't an amount; write 200 or 12.50");
    if text.bytes().any(|byte| !byte.is_ascii_digit() && byte != b'.' && byte != b',') {
        return Err(wrong());
    }
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let whole: u32 = whole.parse().map_err(|_| wrong())?;
    let part: u32 = match part.len() {
        0 => 0,
        1 => part.parse::<u32>().map_err(|_| wrong())? * 10,
        2 => part.parse().map_err(|_| wrong())?,
        _ => return Err(wrong()),
    };
    whole.checked_mul(100).and_then(|hundredths| hundredths.checked_add(part)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_prizes_is_read() {
        let read =
            prizes(b"Category;Prizes;Sharing;Born from;Women\nAll;200 100,5 50;hort;;\nGirls;20 10;equal tie-break;2008-09-01;yes\n");
        let all = PrizeCategory {
            name: "All".into(),
            prizes: vec![20_000, 10_050, 5_000],
            sharing: PrizeSharing::Hort,
            ..PrizeCategory::default()
        };
        let girls = PrizeCategory {
            name: "Girls".into(),
            prizes: vec![2_000, 1_000],
            each: vec![PrizeSharing::Equal, PrizeSharing::TieBreak],
            born_from: Some("2008-09-01".parse().unwrap()),
            women: true,
            ..PrizeCategory::default()
        };
        assert_eq!(read, Ok(vec![all, girls]));
        for wrong in [
            "",
            "category\nAll",
            "category,prizes,x\n",
            "category,prizes\nAll,1.234",
            "category,prizes\nAll,-5",
            "category,prizes\nAll,12.+5",
            "category,prizes\nAll,100,50",
            "category,prizes,category\nAll,100,Girls",
            "category,prizes,sharing\nAll,100 50,equal half",
            "category,prizes,born_from\nAll,100,2008-13-01",
        ] {
            assert!(prizes(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_list_that_is_set_is_shown_so_that_it_can_be_set_again() {
        let all = PrizeCategory {
            name: "All; \"Open\"".into(),
            prizes: vec![20_000, 10_050],
            sharing: PrizeSharing::Hort,
            ..PrizeCategory::default()
        };
        let juniors = PrizeCategory {
            name: "Juniors".into(),
            prizes: vec![2_000, 1_000],
            each: vec![PrizeSharing::Equal, PrizeSharing::TieBreak],
            born_from: Some("2008-09-01".parse().unwrap()),
            rating_below: Some(1800),
            unrated: true,
            women: true,
            club: "Wasa, Uppsala".into(),
            ..PrizeCategory::default()
        };
        let seniors = PrizeCategory {
            name: "Seniors".into(),
            prizes: vec![5],
            born_until: Some("1960".parse().unwrap()),
            ..PrizeCategory::default()
        };
        let categories = vec![all, juniors, seniors];
        assert_eq!(prizes(prize_list(&categories).as_bytes()), Ok(categories.clone()));
        assert_eq!(
            prize_list(&categories[2..]),
            "category;prizes;sharing;born_until\nSeniors;0.05;tie-break;1960\n"
        );
        assert_eq!(prize_list(&[]), "");
    }
}
