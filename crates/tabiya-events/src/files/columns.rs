// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rows of separated columns, as spreadsheets read and write them (RFC 4180).

use super::header;

/// The header is one of so many first lines: a title may stand above it.
const FIRST_LINES: usize = 3;

/// The rows of a text. Columns are separated by the character that stands most often in the header, or in the first
/// line where none of the first ones is a header: comma, semicolon or tab.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    const SEPARATORS: [char; 3] = [',', ';', '\t'];
    let names_columns = |line: &&str| line.contains(SEPARATORS) && header::may_be(line);
    let header = text.lines().take(FIRST_LINES).find(names_columns);
    let header = header.or(text.lines().next()).unwrap_or_default();
    let count = |separator: &char| header.matches(*separator).count();
    let separator = SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(',');
    let mut rows = Vec::new();
    let mut row: Vec<String> = Vec::new();
    let mut column = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                column.push('"');
                characters.next();
            }
            '"' if quoted => quoted = false,
            '"' if column.trim().is_empty() => {
                column.clear();
                quoted = true;
            }
            '\r' | '\n' if !quoted => {
                if character == '\r' && characters.peek() == Some(&'\n') {
                    characters.next();
                }
                row.push(std::mem::take(&mut column));
                rows.push(std::mem::take(&mut row));
            }
            character if character == separator && !quoted => row.push(std::mem::take(&mut column)),
            character => column.push(character),
        }
    }
    if !column.is_empty() || !row.is_empty() {
        row.push(column);
        rows.push(row);
    }
    rows.iter_mut().flatten().for_each(|column| *column = unguarded(column.trim()).to_owned());
    rows.retain(|row| row.iter().any(|column| !column.is_empty()));
    rows
}

/// A row as text. A column that a spreadsheet would compute is written so that it does not.
pub(super) fn row(columns: &[String]) -> String {
    let written = columns.iter().map(|column| {
        let safe = if is_computed(column) { format!("'{column}") } else { column.clone() };
        if safe.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", safe.replace('"', "\"\""))
        } else {
            safe
        }
    });
    written.collect::<Vec<_>>().join(",") + "\n"
}

/// Whether a spreadsheet would compute a column.
fn is_computed(column: &str) -> bool {
    column.starts_with(['=', '@', '+', '-']) && column.len() > 1 && !is_number(column)
}

/// A column without the `'` that [`row`] has put before it.
fn unguarded(column: &str) -> &str {
    column.strip_prefix('\'').filter(|rest| is_computed(rest)).unwrap_or(column)
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_spreadsheets_write_them() {
        let text = "name;rating\r\n\"Berg; Ann\";2100\n\n\"Say \"\"x\"\"\";\"\"\rLast;1";
        let expected =
            [vec!["name", "rating"], vec!["Berg; Ann", "2100"], vec!["Say \"x\"", ""], vec!["Last", "1"]];
        assert_eq!(rows(text), expected);
        assert_eq!(rows("a\tb\nc, d\te"), [vec!["a", "b"], vec!["c, d", "e"]]);
        assert_eq!(rows(""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn a_row_computes_nothing() {
        let columns = ["=1+1", "Berg, Ann", "-1.5", "-w+", "-", "say \"x\""].map(str::to_owned);
        assert_eq!(row(&columns), "'=1+1,\"Berg, Ann\",-1.5,'-w+,-,\"say \"\"x\"\"\"\n");
    }

    /// The name of a player in a file that was written here began with `'` when the file was read again.
    #[test]
    fn a_row_that_was_written_is_read_as_it_was() {
        let columns = ["=1+1", "Berg, Ann", "-w+", "'s-Hertog, Bo", "'", "@lex"].map(str::to_owned);
        assert_eq!(rows(&row(&columns)), [columns]);
    }
}
