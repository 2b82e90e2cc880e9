// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as a folder of pages: complete, closed in itself, escaped, and telling no more than strangers see.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, Format, Outcome, Plays, Settings};
use tabiya_events::events::Events;
use tabiya_events::site::{self, File, Language, files};
use tabiya_events::{saved, score_sheet};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::played::Played;

/// A round with a typed game, and a draft of the next one.
fn evening() -> Played {
    let format = Format::Swiss { rounds: 3, baku: false };
    let name = "Friday <script>alert(1)</script> & \"friends\"";
    let mut played = Played::new(Settings { short_names: true, ..Settings::new(name, format, None, 7) });
    let ann =
        Card { birth: "2001/02/03".into(), fide: "7654321".into(), ..Card::new("Berg, Ann", Some(2300)) };
    played.act(&Command::Enter { player: None, card: ann, plays: Some(Plays::OverTheBoard) }).unwrap();
    for (name, rating) in [("Lind, <b>Bo</b>", 2200), ("Cid", 2100), ("Dag", 2000), ("Eva", 1900)] {
        played.enter(name, Some(rating));
    }
    played.begin_round().unwrap();
    played.end_round(|_, board| if board == 1 { Outcome::WhiteWins } else { Outcome::BlackByForfeit });
    let sheet = Box::new(score_sheet::read("1. e4 e5 2. Nf3 1-0").unwrap());
    let typing = Command::TypeGame { round: None, board: 1, game: None, sheet, reason: "a secret".into() };
    played.act(&typing).unwrap();
    played.pair().unwrap();
    played
}

async fn site(played: &Played, language: Language) -> Vec<File> {
    let folder = TempDir::new().unwrap();
    let events = Events::new(Store::new(SqliteStore::open(folder.path()).unwrap()));
    let id = EventId::from_bits(9);
    let (_, event) = events.restore(&saved::write(id, &played.journal)).await.unwrap();
    let turn = site::turn().await;
    files(&turn, &events, id, &event, &Ghosts::default(), (language, Time(1_795_807_800_000))).await.unwrap()
}

/// What stands between a text and the next quotation mark, each time.
fn after<'a>(html: &'a str, before: &str) -> Vec<&'a str> {
    html.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn every_page_leads_to_pages_that_are_there_and_nowhere_else() {
    let files = site(&evening(), Language::English).await;
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "crosstable.html",
        "games.html",
        "games.pgn",
        "index.html",
        "players.html",
        "round-1.html",
        "style.css",
    ];
    assert_eq!(names, BTreeSet::from(expected));
    let ids: BTreeSet<String> = files
        .iter()
        .flat_map(|(name, html)| after(html, " id=\"").into_iter().map(move |id| format!("{name}#{id}")))
        .collect();
    for (name, html) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        assert!(
            !html.contains("<script") && !html.contains("://") && !html.contains(" src="),
            "{name}: {html}"
        );
        for link in after(html, "href=\"") {
            let file = link.split('#').next().unwrap();
            assert!(names.contains(file), "{name} leads to {link}");
            assert!(!link.contains('#') || ids.contains(link), "{name} leads to {link}");
        }
    }
}

#[tokio::test]
async fn the_pages_tell_what_strangers_see_and_no_more() {
    let files = site(&evening(), Language::English).await;
    let all: String = files.iter().map(|(_, text)| text.as_str()).collect();
    for hidden in ["Berg", "2001/02/03", "7654321", "a secret", "<b>Bo", "round-2.html"] {
        assert!(!all.contains(hidden), "{hidden}");
    }
    let page =
        |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str()).unwrap();
    assert!(page("index.html").contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;friends&quot;"));
    assert!(page("players.html").contains("Ann B."));
    assert!(page("round-1.html").contains("<td class=\"result\">-/+</td>"), "{}", page("round-1.html"));
    assert!(page("round-1.html").contains("games.html#g1-1"));
    assert!(page("games.html").contains("1. e4 e5 2. Nf3 1-0"), "{}", page("games.html"));
    assert!(page("games.pgn").contains("[Round \"1.1\"]"));
    assert!(page("style.css").contains("prefers-color-scheme: dark"));
}

#[tokio::test]
async fn one_site_is_made_at_a_time() {
    let first = site::turn().await;
    assert!(site::turn().now_or_never().is_none(), "somebody else waits while a site is made");
    drop(first);
    site::turn().await;
}

#[tokio::test]
async fn the_words_are_those_of_the_language() {
    for (language, code, word) in [
        (Language::German, "de", "Kreuztabelle"),
        (Language::French, "fr", "Grille"),
        (Language::Spanish, "es", "Cuadro"),
    ] {
        let files = site(&evening(), language).await;
        let (_, index) = files.first().unwrap();
        assert!(index.contains(&format!("<html lang=\"{code}\">")) && index.contains(word), "{index}");
    }
}

#[tokio::test]
async fn an_event_before_its_first_round_has_a_page_too() {
    let played = Played::of(Format::Swiss { rounds: 3, baku: false }, 2);
    let files = site(&played, Language::English).await;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["index.html", "players.html", "style.css"]);
    assert!(played.event.may_organise(Who::Operator));
}

/// Three of Berg meet two of Tal; the last board of Berg has nobody opposite.
#[tokio::test]
async fn a_match_of_two_teams_shows_them_their_boards_and_the_score_on_each_page() {
    let format = Format::TeamMatch { games: 2, boards: 0, everyone: false };
    let teams = Some(["Berg & Co".to_owned(), "Tal".to_owned()]);
    let mut played = Played::new(Settings { teams, ..Settings::new("Cup", format, None, 7) });
    for (name, team) in
        [("Ann", "Berg & Co"), ("Bo", "Tal"), ("Cid", "Berg & Co"), ("Dag", "Tal"), ("Eva", "Berg & Co")]
    {
        let card = Card { team: team.into(), ..Card::new(name, Some(2000)) };
        played.act(&Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) }).unwrap();
    }
    let before = site(&played, Language::English).await;
    let of = |files: &[File], name: &str| files.iter().find(|(file, _)| file == name).unwrap().1.clone();
    let index = of(&before, "index.html");
    assert!(index.contains("<bdi>Berg &amp; Co</bdi> <b>0.0 – 0.0</b> <bdi>Tal</bdi>"), "{index}");
    assert!(
        in_order(
            &index,
            &["<h2><bdi>Berg &amp; Co", ">Ann<", ">Cid<", ">Eva<", "<h2><bdi>Tal", ">Bo<", ">Dag<"]
        ),
        "{index}"
    );

    played.begin_round().unwrap();
    played.end_round(|_, board| if board == 1 { Outcome::Draw } else { Outcome::WhiteWins });
    // Cid goes home, and keeps the half of the crosstable.
    let cid = played.event.called("Cid").next().unwrap().id;
    played.act(&Command::Withdraw(cid)).unwrap();
    let files = site(&played, Language::English).await;
    for page in ["index.html", "round-1.html", "crosstable.html"] {
        let html = of(&files, page);
        assert!(
            html.contains(
                "aria-label=\"Match score\"><bdi>Berg &amp; Co</bdi> <b>1.5 – 1.5</b> <bdi>Tal</bdi>"
            ),
            "{page}: {html}"
        );
    }
    let round = of(&files, "round-1.html");
    let row = [
        "Ann</bdi></a> <bdi class=\"small\">Berg &amp; Co<",
        "½-½",
        "Bo</bdi></a> <bdi class=\"small\">Tal<",
    ];
    assert!(in_order(&round, &row), "{round}");
    assert!(
        in_order(&round, &[">Eva<", "Berg &amp; Co", "no opponent"]) && !round.contains(">bye<"),
        "{round}"
    );
    let table = of(&files, "crosstable.html");
    let rows = [
        "<bdi>Berg &amp; Co</bdi> 1.5<",
        ">1</td>",
        ">Ann<",
        ">2</td>",
        ">Eva<",
        ">Cid<",
        "<bdi>Tal</bdi> 1.5<",
        ">1</td>",
        ">Bo<",
        ">Dag<",
    ];
    assert!(in_order(&table, &rows) && table.contains("<th>Board</th>"), "{table}");
    assert!(in_order(&of(&files, "players.html"), &[">Cid<", "Berg &amp; Co", ">Dag<", "Tal"]));
    assert!(of(&site(&played, Language::German).await, "round-1.html").contains("kein Gegner"));
}

/// Whether the texts stand in a page one after the other.
fn in_order(html: &str, texts: &[&str]) -> bool {
    let mut rest = html;
    texts.iter().all(|text| {
        let found = rest.split_once(text).map(|(_, after)| after);
        rest = found.unwrap_or("");
        found.is_some()
    })
}

/// The table has the sign for minus, and so has what explains it.
#[tokio::test]
async fn the_legend_of_the_crosstable_has_the_signs_of_its_cells() {
    for language in Language::ALL {
        let files = site(&evening(), language).await;
        let table = &files.iter().find(|(name, _)| name == "crosstable.html").unwrap().1;
        let (cells, legend) = table.split_once("</table>").unwrap();
        assert!(cells.contains('−') && legend.contains('−') && !legend.contains(" - "), "{table}");
    }
}

#[tokio::test]
async fn categories_have_a_page_of_their_own_where_there_are_some() {
    use tabiya_events::event::PrizeCategory;
    let mut played = evening();
    let below = |name: &str, below| PrizeCategory {
        name: name.into(),
        prizes: vec![100],
        rating_below: Some(below),
        ..PrizeCategory::default()
    };
    played.act(&Command::SetPrizes(vec![below("Below <2150>", 2150), below("Below 100", 100)])).unwrap();
    let files = site(&played, Language::German).await;
    let (_, page) = files.iter().find(|(name, _)| name == "categories.html").unwrap();
    assert!(page.contains("Below &lt;2150&gt;") && !page.contains("Below 100"), "{page}");
    assert!(page.contains(">Cid<") && page.contains(">Eva<") && !page.contains("Ann"), "{page}");
    assert!(files.iter().any(|(name, html)| name == "index.html" && html.contains("Kategorien")));
}
