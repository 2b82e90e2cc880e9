// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables as they are read from their files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::cast::Cast;

/// What the rows of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Page,
    Api,
    Socket,
}

pub(super) struct Table {
    pub(super) form: Form,
    /// Whether its rows end what the callers show, so that it must come after all others.
    is_last: bool,
    pub(super) rows: Vec<Row>,
}

/// One call or command.
pub(super) struct Row {
    /// Where it stands: `people.txt:12`.
    pub(super) place: String,
    /// The method, or the command.
    pub(super) method: String,
    /// The route's path, or the topic as it is written.
    pub(super) template: String,
    /// The path or topic that is called.
    pub(super) path: String,
    pub(super) scopes: Vec<String>,
    /// The expected letters, without what stands between the groups.
    pub(super) answers: String,
    pub(super) body: String,
}

impl Row {
    /// `GET /api/games/{id}`
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.method, self.template)
    }

    /// Whether the answer is looked through for the engine's numbers.
    pub(super) fn asks_for_evals(&self) -> bool {
        self.path.contains("evals=true")
    }

    fn read(form: Form, place: String, line: &str, cast: &Cast) -> Self {
        let mut rest = line;
        let mut next = || {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after.trim_start();
            word.to_owned()
        };
        let (method, address) = (next(), next());
        let scopes = if form == Form::Api { next() } else { "-".to_owned() };
        let answers = next().replace('/', "");
        let scopes = scopes.split('|').filter(|scope| *scope != "-").map(str::to_owned).collect();
        let mut body = rest.to_owned();
        // Longer names first: one may begin with another.
        for (name, value) in cast.values().iter().rev() {
            body = body.replace(&format!("${name}"), value);
        }
        let part = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(inner) => {
                let (name, value) =
                    inner.split_once(':').unwrap_or_else(|| panic!("{place}: {{{inner}}} has no value"));
                (format!("{{{name}}}"), cast.values().get(value).cloned().unwrap_or_else(|| value.to_owned()))
            }
            None => (part.to_owned(), part.to_owned()),
        };
        let (path, query) = address.split_once('?').map_or((&*address, ""), |(path, query)| (path, query));
        let (template, mut path): (Vec<_>, Vec<_>) = match form {
            Form::Socket => {
                let (kind, value) = path.split_once(':').unwrap_or((path, ""));
                let value = cast.values().get(value).map_or(value, String::as_str);
                let topic = if value.is_empty() { kind.to_owned() } else { format!("{kind}:{value}") };
                (vec![path.to_owned()], vec![topic])
            }
            Form::Page | Form::Api => path.split('/').map(part).unzip(),
        };
        if !query.is_empty() {
            path.last_mut().expect("a path has a part").push_str(&format!("?{query}"));
        }
        Self { template: template.join("/"), path: path.join("/"), method, scopes, answers, body, place }
    }
}

impl Table {
    /// Tables of one round are tried at the same time. Sockets end where calls change an account, so they come after the calls.
    pub(super) const fn round(&self) -> usize {
        match self.form {
            _ if self.is_last => 2,
            Form::Socket => 1,
            Form::Page | Form::Api => 0,
        }
    }

    pub(super) fn read_all(cast: &Cast) -> Vec<Self> {
        texts().iter().map(|(name, text)| Self::read(name, text, cast)).collect()
    }

    fn read(name: &str, text: &str, cast: &Cast) -> Self {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_row(line));
        let form = match lines.next().map(|(_, line)| line.trim()) {
            Some("page") => Form::Page,
            Some("api") => Form::Api,
            Some("socket") => Form::Socket,
            other => panic!("{name}: a table begins with page, api or socket, not {other:?}"),
        };
        let rows =
            lines.map(|(number, line)| Row::read(form, format!("{name}:{number}"), line, cast)).collect();
        Self { form, is_last: name.starts_with("ending_"), rows }
    }
}

/// The names of all tables and what stands in them, in the order of the names.
fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/access");
    let files = fs::read_dir(folder).expect("the tables are here").flatten();
    let tables = files.filter(|file| file.path().extension().is_some_and(|end| end == "txt"));
    let read = |file: fs::DirEntry| {
        let text = fs::read_to_string(file.path()).expect("a table can be read");
        (file.file_name().to_string_lossy().into_owned(), text)
    };
    let mut texts: Vec<_> = tables.map(read).collect();
    texts.sort();
    texts
}

fn is_row(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

/// Every scope that a row names, so that it opens something. They are needed before the rows can be read: to make what the
/// rows speak of takes tokens.
pub(super) fn scopes() -> BTreeSet<String> {
    let mut scopes = BTreeSet::new();
    for (_, text) in texts() {
        let mut rows = text.lines().filter(|line| is_row(line));
        if rows.next() == Some("api") {
            let named =
                rows.filter_map(|row| row.split_whitespace().nth(2)).flat_map(|named| named.split('|'));
            scopes.extend(named.filter(|scope| *scope != "-").map(str::to_owned));
        }
    }
    scopes
}
