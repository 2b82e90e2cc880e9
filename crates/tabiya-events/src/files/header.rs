// SPDX-License-Identifier: AGPL-3.0-or-later
//! The first line of a list of players: the names of its columns, as people and programs write them in English, German, French and
//! Spanish.

/// What a column may be called; the first name of each is the one that Tabiya writes.
const NAMES: [(&str, &[&str]); 15] = [
    (
        "name",
        &[
            "player",
            "player_name",
            "spieler",
            "spielername",
            "teilnehmer",
            "nom",
            "joueur",
            "nombre",
            "jugador",
        ],
    ),
    (
        "surname",
        &[
            "last_name",
            "lastname",
            "family_name",
            "nachname",
            "familienname",
            "nom_de_famille",
            "apellido",
            "apellidos",
        ],
    ),
    ("given", &["given_name", "first_name", "firstname", "vorname", "prénom", "prenom", "nombre_de_pila"]),
    (
        "rating",
        &[
            "rtg",
            "elo",
            "elo_fide",
            "fide_elo",
            "fide_rating",
            "wertung",
            "wertungszahl",
            "twz",
            "classement",
            "puntuación",
        ],
    ),
    ("title", &["titel", "titre", "título", "titulo"]),
    (
        "federation",
        &[
            "fed",
            "föderation",
            "verband",
            "land",
            "fédération",
            "pays",
            "federación",
            "federacion",
            "país",
            "pais",
        ],
    ),
    (
        "fide",
        &["fide_id", "fideid", "fide_nr", "fide_no", "fide_code", "id_fide", "code_fide", "código_fide"],
    ),
    ("national_id", &["nat_id", "id_no", "pkz", "zps", "licence", "license", "licencia", "mitgliedsnummer"]),
    ("national_rating", &["nat_rating", "dwz", "nwz", "elo_national", "elo_nacional"]),
    (
        "birth",
        &[
            "born",
            "birthday",
            "birth_date",
            "date_of_birth",
            "year_of_birth",
            "geburt",
            "geburtsdatum",
            "geburtsjahr",
            "geb",
            "jahrgang",
            "naissance",
            "date_de_naissance",
            "nacimiento",
            "fecha_de_nacimiento",
        ],
    ),
    ("sex", &["gender", "geschlecht", "sexe", "sexo"]),
    ("club", &["verein", "klub"]),
    ("team", &["mannschaft", "équipe", "equipe", "equipo"]),
    ("note", &["notiz", "bemerkung", "remarque", "nota"]),
    ("child", &["kind", "enfant", "niño", "menor"]),
];

/// The columns of a list.
pub(super) struct Header {
    /// What each column is; `None` for one that is left out.
    pub columns: Vec<Option<&'static str>>,
    /// What those are called that are left out, as the list writes it.
    pub left_out: Vec<String>,
}

/// A column's name in small letters, with `_` between its words.
pub(super) fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace([' ', '-', '.', '/'], "_");
    name.trim_matches('_').to_owned()
}

/// What a column is; `None` if nobody knows.
fn known(name: &str) -> Option<&'static str> {
    let is_so = |(own, others): &&(&'static str, &[&str])| *own == name || others.contains(&name);
    NAMES.iter().find(is_so).map(|(own, _)| *own)
}

/// Whether a row names the columns: one of them has the names of the players.
pub(super) fn is_header(row: &[String]) -> bool {
    row.iter().any(|name| matches!(known(&plain(name)), Some("name" | "surname")))
}

/// Whether a line may be such a row.
pub(super) fn may_be(line: &str) -> bool {
    line.split([',', ';', '\t']).any(|name| {
        let name = plain(name.trim().trim_matches('"'));
        name.contains("name") || matches!(known(&name), Some("name" | "surname"))
    })
}

impl Header {
    /// The columns of a header row, of which these are wanted. A column that stands there twice under one name is the error.
    pub(super) fn of(row: &[String], wanted: &[&str]) -> Result<Self, String> {
        let mut columns: Vec<Option<&'static str>> = Vec::new();
        let mut left_out = Vec::new();
        let names: Vec<String> = row.iter().map(|name| plain(name)).collect();
        for (place, name) in names.iter().enumerate() {
            if !name.is_empty() && names[..place].contains(name) {
                return Err(name.clone());
            }
            let is_wanted = |own: &&str| wanted.contains(own) || matches!(*own, "surname" | "given");
            // A list may have a column twice, as `Elo` and `Rating`: the first one counts.
            let column = known(name).filter(is_wanted).filter(|own| !columns.contains(&Some(*own)));
            if column.is_none() && !name.is_empty() {
                left_out.push(row[place].clone());
            }
            columns.push(column);
        }
        // Beside a given name, and beside a surname, a name is the other one: `Nom, Prénom` and `Nombre, Apellidos`.
        let has = |own| columns.contains(&Some(own));
        let other = match (has("surname"), has("given")) {
            (false, true) => Some("surname"),
            (true, false) => Some("given"),
            (true, true) | (false, false) => None,
        };
        if let Some(other) = other {
            for column in columns.iter_mut().filter(|column| **column == Some("name")) {
                *column = Some(other);
            }
        }
        Ok(Self { columns, left_out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(row: &str) -> (Vec<Option<&'static str>>, Vec<String>) {
        let row: Vec<String> = row.split(';').map(str::to_owned).collect();
        let wanted = ["name", "rating", "birth", "sex", "club", "fide", "national_rating", "federation"];
        let Header { columns, left_out } = Header::of(&row, &wanted).expect("each column once");
        (columns, left_out)
    }

    #[test]
    fn columns_are_known_in_four_languages_and_others_are_left_out() {
        let all = vec![Some("name"), Some("rating"), Some("birth"), Some("sex"), Some("club")];
        for row in [
            "Name;Elo;Date of birth;Gender;Club",
            "Spieler;TWZ;Geburtsjahr;Geschlecht;Verein",
            "Joueur;Elo FIDE;Date de naissance;Sexe;Club",
            "Jugador;Elo;Fecha de nacimiento;Sexo;Club",
        ] {
            assert_eq!(of(row), (all.clone(), Vec::new()), "{row}");
        }
        let (columns, left_out) = of("Nr.;Name;Elo;Rating;PKZ;Verein;");
        assert_eq!(columns, [None, Some("name"), Some("rating"), None, None, Some("club"), None]);
        assert_eq!(left_out, ["Nr.", "Rating", "PKZ"]);
    }

    #[test]
    fn a_name_in_two_columns_is_a_surname_and_a_given_name() {
        for row in ["Nachname;Vorname", "Nom;Prénom", "Apellidos;Nombre", "Last name;First name"] {
            assert_eq!(of(row).0, [Some("surname"), Some("given")], "{row}");
        }
        let twice = ["Name".to_owned(), "name".to_owned()];
        assert_eq!(Header::of(&twice, &["name"]).err(), Some("name".to_owned()));
    }
}
