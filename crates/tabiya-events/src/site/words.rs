// SPDX-License-Identifier: AGPL-3.0-or-later
//! The words of the pages in each language.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_protocol::events::EventFormatView;

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// As pages name it: `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }
}

/// The text names no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the web page of an event is in en, de, fr or es")]
pub struct NoLanguage;

impl FromStr for Language {
    type Err = NoLanguage;

    fn from_str(text: &str) -> Result<Self, NoLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == text).ok_or(NoLanguage)
    }
}

/// The words of a language.
pub(super) struct Words {
    pub(super) standings: &'static str,
    pub(super) round: &'static str,
    pub(super) crosstable: &'static str,
    pub(super) players: &'static str,
    pub(super) games: &'static str,
    pub(super) game: &'static str,
    pub(super) all_games: &'static str,
    pub(super) prizes: &'static str,
    pub(super) categories: &'static str,
    pub(super) rank: &'static str,
    pub(super) number: &'static str,
    pub(super) player: &'static str,
    pub(super) rating: &'static str,
    pub(super) points: &'static str,
    pub(super) federation: &'static str,
    pub(super) club: &'static str,
    pub(super) board: &'static str,
    pub(super) white: &'static str,
    pub(super) black: &'static str,
    pub(super) result: &'static str,
    pub(super) bye: &'static str,
    pub(super) no_opponent: &'static str,
    pub(super) score: &'static str,
    pub(super) announced: &'static str,
    pub(super) running: &'static str,
    pub(super) finished: &'static str,
    pub(super) cancelled: &'static str,
    pub(super) made: &'static str,
    pub(super) cells: &'static str,
    pub(super) closed_account: &'static str,
    /// Swiss, round robin, double round robin, knockout, Keizer, arena, team match.
    formats: [&'static str; 7],
}

impl Words {
    /// How an event is paired.
    pub(super) const fn format(&self, format: EventFormatView) -> &'static str {
        let [swiss, round_robin, double, knock_out, keizer, arena, team_match] = self.formats;
        match format {
            EventFormatView::Swiss { .. } => swiss,
            EventFormatView::RoundRobin { cycles: 2.. } => double,
            EventFormatView::RoundRobin { .. } => round_robin,
            EventFormatView::KnockOut { .. } => knock_out,
            EventFormatView::Keizer { .. } => keizer,
            EventFormatView::Arena { .. } => arena,
            EventFormatView::TeamMatch { .. } => team_match,
        }
    }
}

pub(super) const fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::French => &FRENCH,
        Language::Spanish => &SPANISH,
    }
}

const ENGLISH: Words = Words {
    standings: "Standings",
    round: "Round",
    crosstable: "Crosstable",
    players: "Players",
    games: "Games",
    game: "Game",
    all_games: "All games as PGN",
    prizes: "Prizes",
    categories: "Categories",
    rank: "Rank",
    number: "No.",
    player: "Player",
    rating: "Rating",
    points: "Points",
    federation: "Federation",
    club: "Club",
    board: "Board",
    white: "White",
    black: "Black",
    result: "Result",
    bye: "bye",
    no_opponent: "no opponent",
    score: "Match score",
    announced: "not started",
    running: "running",
    finished: "finished",
    cancelled: "cancelled",
    made: "As of",
    cells: "12w1: beat number 12 with White. = is a draw, + and − are forfeits, ½ is a half-point bye.",
    closed_account: "Closed account",
    formats: ["Swiss", "Round robin", "Double round robin", "Knockout", "Keizer", "Arena", "Team match"],
};

const GERMAN: Words = Words {
    standings: "Tabelle",
    round: "Runde",
    crosstable: "Kreuztabelle",
    players: "Spieler",
    games: "Partien",
    game: "Partie",
    all_games: "Alle Partien als PGN",
    prizes: "Preise",
    categories: "Kategorien",
    rank: "Rang",
    number: "Nr.",
    player: "Spieler",
    rating: "Wertung",
    points: "Punkte",
    federation: "Verband",
    club: "Verein",
    board: "Brett",
    white: "Weiß",
    black: "Schwarz",
    result: "Ergebnis",
    bye: "spielfrei",
    no_opponent: "kein Gegner",
    score: "Mannschaftsergebnis",
    announced: "noch nicht begonnen",
    running: "läuft",
    finished: "beendet",
    cancelled: "abgesagt",
    made: "Stand",
    cells: "12w1: mit Weiß gegen Nummer 12 gewonnen. = ist remis, + und − sind kampflos, ½ ist ein halber Punkt ohne Spiel.",
    closed_account: "Geschlossenes Konto",
    formats: [
        "Schweizer System",
        "Rundenturnier",
        "Doppelrundig",
        "K.-o.-System",
        "Keizer",
        "Arena",
        "Mannschaftskampf",
    ],
};

const FRENCH: Words = Words {
    standings: "Classement",
    round: "Ronde",
    crosstable: "Grille",
    players: "Joueurs",
    games: "Parties",
    game: "Partie",
    all_games: "Toutes les parties en PGN",
    prizes: "Prix",
    categories: "Catégories",
    rank: "Rang",
    number: "N°",
    player: "Joueur",
    rating: "Classement Elo",
    points: "Points",
    federation: "Fédération",
    club: "Club",
    board: "Échiquier",
    white: "Blancs",
    black: "Noirs",
    result: "Résultat",
    bye: "exempt",
    no_opponent: "sans adversaire",
    score: "Score du match",
    announced: "pas encore commencé",
    running: "en cours",
    finished: "terminé",
    cancelled: "annulé",
    made: "État au",
    cells: "12w1\u{a0}: a battu le numéro 12 avec les Blancs. = est une nulle, + et − sont des forfaits, ½ un demi-point sans jouer.",
    closed_account: "Compte fermé",
    formats: [
        "Système suisse",
        "Toutes rondes",
        "Toutes rondes aller-retour",
        "Élimination directe",
        "Keizer",
        "Arène",
        "Match par équipes",
    ],
};

const SPANISH: Words = Words {
    standings: "Clasificación",
    round: "Ronda",
    crosstable: "Cuadro",
    players: "Jugadores",
    games: "Partidas",
    game: "Partida",
    all_games: "Todas las partidas en PGN",
    prizes: "Premios",
    categories: "Categorías",
    rank: "Puesto",
    number: "N.º",
    player: "Jugador",
    rating: "Elo",
    points: "Puntos",
    federation: "Federación",
    club: "Club",
    board: "Tablero",
    white: "Blancas",
    black: "Negras",
    result: "Resultado",
    bye: "descansa",
    no_opponent: "sin rival",
    score: "Resultado del encuentro",
    announced: "sin empezar",
    running: "en juego",
    finished: "terminado",
    cancelled: "cancelado",
    made: "A fecha de",
    cells: "12w1: ganó con blancas al número 12. = son tablas, + y − son incomparecencias, ½ es medio punto sin jugar.",
    closed_account: "Cuenta cerrada",
    formats: [
        "Suizo",
        "Todos contra todos",
        "Todos contra todos a doble vuelta",
        "Eliminatoria",
        "Keizer",
        "Arena",
        "Encuentro por equipos",
    ],
};
