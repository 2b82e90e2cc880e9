// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event`: a tournament over the board, from the list of players to the file for the federation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::gacrux;
use crate::program::{Run, tabiya};

/// The data of one test.
pub(crate) struct Club(tempfile::TempDir);

impl Club {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("the path is text").to_owned()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let data = self.path("data");
        let all: Vec<&str> = ["event"].iter().chain(arguments).copied().chain(["--data", &data]).collect();
        tabiya(&all)
    }

    /// What a command prints that succeeds.
    pub(crate) fn say(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        run.out
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.say(arguments)).expect("JSON")
    }

    /// What a command prints that is refused.
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        run.err
    }
}

/// The last word.
pub(crate) fn id(said: &str) -> String {
    said.split_whitespace().last().expect("an id").to_owned()
}

fn players(path: &Path, count: u32) {
    let mut text = "name,rating,title,federation,fide,birth,sex,club\n".to_owned();
    for number in 1..=count {
        let title = if number == 1 { "WGM" } else { "" };
        text.push_str(&format!(
            "\"Player, No {number:02}\",{},{title},SWE,17{number:05},1990/01/{:02},{},Wasa\n",
            2400 - 13 * number,
            number % 28 + 1,
            if number % 3 == 0 { "w" } else { "m" }
        ));
    }
    std::fs::write(path, text).expect("a file can be written");
}

#[test]
fn a_swiss_of_nine_rounds_goes_from_csv_to_trf() {
    let club = Club::new();
    let list = club.path("players.csv");
    players(Path::new(&list), 40);
    let new = [
        "new",
        "Club championship",
        "--format",
        "swiss",
        "--rounds",
        "9",
        "--time",
        "90+30",
        "--otb",
        "--players",
        &list,
    ];
    let id = id(&club.say(&new));
    assert!(club.say(&["list"]).contains("Club championship\tSwiss, 9 rounds\t40 players\tannounced"));
    let mut met: BTreeSet<(String, String)> = BTreeSet::new();
    let mut points: BTreeMap<String, f64> = BTreeMap::new();
    for round in 1..=9_usize {
        let pairs = club.json(&["pair", &id, "--json"]);
        assert_eq!(club.json(&["pair", &id, "--json"]), pairs, "asked again it is the same draft");
        let pairs = pairs.as_array().expect("a list").clone();
        assert_eq!(pairs.len(), 20, "nobody is left over");
        if round == 1 {
            assert!(club.refused(&["result", &id, "1", "1-0"]).contains("no round is published yet"));
        }
        club.say(&["publish", &id]);
        club.say(&["start", &id]);
        let mut in_round = BTreeSet::new();
        for pair in &pairs {
            let [white, black] =
                ["white", "black"].map(|side| pair[side].as_str().expect("a name").to_owned());
            let board = pair["board"].as_u64().expect("a board");
            assert!(
                in_round.insert(white.clone()) && in_round.insert(black.clone()),
                "twice in round {round}"
            );
            let (result, scores) = match (board as usize * 7 + round) % 5 {
                0 | 1 => ("1-0", [1.0, 0.0]),
                2 => ("0-1", [0.0, 1.0]),
                3 => ("1/2-1/2", [0.5, 0.5]),
                _ => ("-/+", [0.0, 1.0]),
            };
            // A forfeit is no meeting (C.04.2 article 3.5).
            let both =
                if white < black { (white.clone(), black.clone()) } else { (black.clone(), white.clone()) };
            assert!(result == "-/+" || met.insert(both), "{white} and {black} met before");
            for (name, score) in [white, black].into_iter().zip(scores) {
                *points.entry(name).or_default() += score;
            }
            club.say(&["result", &id, &board.to_string(), result]);
        }
    }
    assert!(club.say(&["list"]).contains("finished"));
    let standings = club.json(&["standings", &id, "--json"]);
    let lines = standings.as_array().expect("a list");
    assert_eq!((lines.len(), &lines[0]["rank"]), (40, &1.into()));
    for line in lines {
        let name = line["name"].as_str().expect("a name");
        assert_eq!(line["points"].as_f64(), points.get(name).copied(), "{name}");
    }
    let file = club.path("open.trf");
    std::fs::write(&file, club.say(&["export", &id, "--trf"])).expect("a file can be written");
    let check = tabiya(&["tournament", "check", &file]);
    assert_eq!(check.code, 0, "{}{}", check.out, check.err);
    let text = std::fs::read_to_string(&file).expect("the file was written");
    assert!(text.contains("192 FIDE_DUTCH\n") && text.contains("012 Club championship\n"), "{text}");
    gacrux::accepts(&text);
    assert!(text.contains("1990/01/02"), "the arbiter's file is the full one");
    let csv = club.say(&["export", &id, "--csv"]);
    assert_eq!(csv.lines().count(), 41);
    assert!(!csv.contains("1990"), "the crosstable shows no birth date");
}

#[test]
fn what_is_decided_about_an_event_is_said_when_it_is_made_and_can_be_changed() {
    let club = Club::new();
    let new = [
        "new",
        "Evening",
        "--format",
        "swiss",
        "--rounds",
        "3",
        "--time",
        "3d",
        "--chess960",
        "--entry-code",
        "--ratings",
        "..1600",
        "--byes",
        "2",
        "--last-bye",
        "3",
        "--late-half",
        "1",
        "--tiebreaks",
        "SB,BH",
    ];
    let said = club.say(&new);
    let id = id(&said);
    let code = said.lines().find_map(|line| line.strip_prefix("entry code: ")).expect("a code").to_owned();
    assert_eq!(code.len(), 14, "{said}");
    assert!(club.say(&["list"]).contains("Evening\tSwiss, 3 rounds, Chess960\t0 players"));
    let kept = club.say(&["change", &id, "--rated", "yes"]);
    assert!(kept.contains(&code), "the code that was given out stays: {kept}");
    assert!(!club.say(&["change", &id, "--entry", "closed"]).contains("entry code"));
    assert!(!club.say(&["change", &id, "--entry", "code"]).contains(&code), "another one");
    for name in ["Ann", "Bea", "Cid", "Dan"] {
        club.say(&["enter", &id, name, "--otb"]);
    }
    club.say(&["bye", &id, "Dan", "--round", "2"]);
    let byes = club.say(&["bye", &id, "Dan", "--round", "3"]);
    assert!(byes.contains("worth half a point"), "{byes}");
    for step in ["pair", "publish", "start"] {
        club.say(&[step, &id]);
    }
    assert!(club.refused(&["change", &id, "--rated", "no"]).contains("games have begun"));
    assert!(club.refused(&["change", &id, "--chess960", "no"]).contains("Chess960 stays"));
    let warned = club.say(&["change", &id, "--tiebreaks", "BH"]);
    assert!(warned.contains("warning: the tie-breaks have changed after round 1"), "{warned}");
    assert!(club.refused(&["change", &id, "--tiebreaks", "XX"]).contains("\"XX\" is no tie-break"));
    club.say(&["enter", &id, "Eve", "--otb"]);
    let eve = club.json(&["standings", &id, "--json"]);
    let eve = eve.as_array().expect("a list").iter().find(|line| line["name"] == "Eve").expect("Eve");
    assert_eq!(eve["points"].as_f64(), Some(0.5));
    let file = club.say(&["export", &id, "--trf"]);
    assert!(file.contains("### tie-breaks changed after round 1, before: SB BH\n"), "{file}");
    let sections =
        ["new", "X", "--format", "swiss", "--rounds", "3", "--time", "5+3", "--entry-code", "--closed"];
    assert!(club.refused(&sections).contains("--closed"));
}

#[test]
fn what_goes_wrong_is_said_and_changes_nothing() {
    let club = Club::new();
    assert!(club.refused(&["list"]).contains("--data names another folder"));
    let swiss = |rounds: &'static str| {
        ["new", "Evening", "--format", "swiss", "--rounds", rounds, "--time", "5+3", "--otb"]
    };
    assert!(club.refused(&swiss("0")).contains("1 to 99 rounds"));
    let id = id(&club.say(&swiss("3")));
    assert!(club.refused(&["pair", &id]).contains("needs two players"));
    assert!(club.refused(&["pair", "nosuchid"]).contains("there is no event nosuchid"));
    for name in ["Ann", "Bea", "Cid", "Dan", "Eve"] {
        club.say(&["enter", &id, name]);
    }
    assert!(club.refused(&["withdraw", &id, "Ann Other"]).contains("nobody called \"Ann Other\""));
    assert!(club.refused(&["publish", &id]).contains("pair the next one first"));
    let pairs = club.json(&["pair", &id, "--json"]);
    assert_eq!(pairs[2]["black"], Value::Null, "the bye");
    assert!(club.say(&["why", &id, "Ann"]).starts_with("Ann (0.0)"));
    club.say(&["withdraw", &id, "Eve"]);
    assert!(club.refused(&["publish", &id]).contains("pair the next one first"), "the draft is gone");
    club.say(&["pair", &id]);
    club.say(&["publish", &id]);
    assert!(club.refused(&["result", &id, "3", "1-0"]).contains("has no board 3: it has 2"));
    assert!(club.refused(&["result", &id, "1", "2-0"]).contains("isn't a result"));
    club.say(&["result", &id, "1", "-/+"]);
    assert!(club.refused(&["unpublish", &id, "--reason", "wrong list"]).contains("has begun"));
    assert!(club.refused(&["pair", &id]).contains("board 2 of round 1 has no result yet"));
    assert!(club.say(&["result", &id, "2", "--round", "1", "1/2-1/2"]).contains("1/2-1/2"));
    // As arbiters type it at the desk.
    for (typed, in_full) in
        [("1", "1-0"), ("0", "0-1"), ("-", "-/+"), ("+", "+/-"), ("=", "1/2-1/2"), ("½", "1/2-1/2")]
    {
        let said = club.say(&["result", &id, "2", typed, "--round", "1"]);
        assert!(said.contains(in_full), "{typed}: {said}");
    }
    // Late, and for the next round.
    club.say(&["enter", &id, "Fay, May"]);
    let again = club.refused(&["enter", &id, "may fay"]);
    assert!(again.contains("Fay, May has entered already"), "{again}");
    club.say(&["pair", &id]);
    let corrected = club.say(&["result", &id, "2", "1-0", "--round", "1"]);
    assert!(corrected.contains("the draft of the next round is discarded"), "{corrected}");
    let list = club.path("players.csv");
    std::fs::write(&list, "rating,elo\n1500,1\n").expect("a file can be written");
    let new = ["new", "X", "--format", "knockout", "--time", "5+3", "--otb", "--players", &list];
    assert!(club.refused(&new).contains("the first line must name the columns"));
    assert_eq!(club.say(&["list"]).lines().count(), 1, "nothing of it is kept");
}

#[test]
fn entrants_are_corrected_and_byes_are_taken_back() {
    let club = Club::new();
    let id =
        id(&club.say(&["new", "Evening", "--format", "swiss", "--rounds", "3", "--time", "5+3", "--otb"]));
    for name in ["Ann", "Bea", "Cid", "Dan"] {
        club.say(&["enter", &id, name, "--rating", "1500"]);
    }
    assert!(club.refused(&["correct", &id, "Ann"]).contains("--rating"), "it says what can be corrected");
    let said =
        club.say(&["correct", &id, "ann", "--name", "Berg, Ann", "--rating", "1720", "--title", "wfm"]);
    assert_eq!(said.trim(), "Berg, Ann is corrected");
    assert!(club.refused(&["correct", &id, "Bea", "--name", "ann berg"]).contains("has entered already"));
    assert!(club.refused(&["correct", &id, "Bea", "--rating", "4001"]).contains("at most 4000"));
    assert!(club.refused(&["correct", &id, "Bea", "--sex", "x"]).contains("m, w, or nothing"));
    assert!(club.say(&["bye", &id, "Bea", "--round", "1"]).contains("worth half a point"));
    assert!(club.say(&["bye", &id, "Bea", "--round", "1", "--cancel"]).contains("Bea is there in round 1"));
    let pairs = club.json(&["pair", &id, "--json"]);
    assert!(pairs[0]["black"].is_string() && pairs[1]["black"].is_string(), "nobody is left over: {pairs}");
    let said = club.say(&["correct", &id, "Dan", "--rating", "1900"]);
    assert_eq!(said.trim(), "Dan is corrected; the draft is discarded");
    for step in ["pair", "publish", "start"] {
        club.say(&[step, &id]);
    }
    let said = club.say(&["correct", &id, "Dan", "--rating", "0", "--club", "Wasa"]);
    assert_eq!(said.trim(), "Dan is corrected; it counts from the next pairing on");
    assert!(club.say(&["correct", &id, "Dan", "--club", "Wasa"]).contains("nothing is different"));
    assert!(
        club.refused(&["bye", &id, "Bea", "--round", "1", "--cancel"]).contains("round 1 is not to come")
    );
    let report = club.say(&["export", &id, "--trf"]);
    assert!(report.contains("Berg, Ann") && report.contains("1720"), "{report}");
}

#[test]
fn games_are_typed_players_erased_and_the_web_page_is_written() {
    let club = Club::new();
    std::fs::write(
        club.path("players.csv"),
        "name,rating,birth\n\"Berg, Ann\",2300,2001/02/03\nBo Lind,2200,\n",
    )
    .expect("a file");
    let new = [
        "new",
        "Friday",
        "--format",
        "swiss",
        "--rounds",
        "1",
        "--time",
        "10+5",
        "--otb",
        "--players",
        &club.path("players.csv"),
    ];
    let id = id(&club.say(&new));
    for step in ["pair", "publish", "start"] {
        club.say(&[step, &id]);
    }
    let game = club.path("game.pgn");
    std::fs::write(&game, "1. e4 e5\n2. Ke3 1-0\n").expect("a file");
    assert!(
        club.refused(&["game", &id, "1", &game]).contains("line 2, column 4: Ke3: "),
        "an impossible move"
    );
    std::fs::write(&game, "1. e4 e5 2. Nf3 {good} Nc6 1-0\n").expect("a file");
    assert!(club.refused(&["game", &id, "1", &game]).contains("enter the result of board 1 first"));
    club.say(&["result", &id, "1", "0-1"]);
    assert!(
        club.refused(&["game", &id, "1", &game])
            .contains("the text ends 1-0, and the result of board 1 is 0-1")
    );
    club.say(&["result", &id, "1", "1-0"]);
    let kept = club.say(&["game", &id, "1", &game, "--round", "1", "--reason", "from the score sheet"]);
    assert_eq!(kept.trim(), "the game of round 1, board 1 is kept: 4 half-moves");
    assert!(club.say(&["game", &id, "1"]).contains("1. e4 e5 2. Nf3 Nc6 1-0"));
    assert!(club.say(&["export", &id, "--pgn"]).contains("[Round \"1.1\"]"));
    let saved = club.path("saved");
    club.say(&["save", &id, &saved]);
    let other = Club::new();
    other.say(&["restore", &saved]);
    assert!(other.say(&["game", &id, "1"]).contains("1. e4 e5 2. Nf3 Nc6 1-0"), "it stays with the event");
    other.say(&["game", &id, "1", "--remove"]);
    assert!(other.refused(&["game", &id, "1"]).contains("nobody has typed the game of board 1"));

    let code = club.say(&["member", &id, "code", "ann"]);
    assert_eq!(code.lines().last().map(str::len), Some(14), "{code}");
    assert!(club.say(&["member", &id, "export", "ann"]).contains("2001/02/03"));
    let folder = club.path("page");
    club.say(&["site", &id, &folder, "--language", "de"]);
    let read = |name: &str| std::fs::read_to_string(Path::new(&folder).join(name)).expect("a page");
    assert!(read("index.html").contains("Tabelle") && read("players.html").contains("Berg, Ann"));
    assert!(read("games.html").contains("1. e4 e5 2. Nf3 Nc6 1-0"));
    let erased = club.say(&["member", &id, "erase", "ann"]);
    for said in ["Berg, Ann is called Player 1", "35 days", "ratings", "short name"] {
        assert!(erased.contains(said), "{said}: {erased}");
    }
    let again = club.say(&["member", &id, "erase", "#1"]);
    assert_eq!(again.trim(), "the name of Player 1 was erased before; nothing has changed");
    assert!(club.refused(&["member", &id, "erase", "ann"]).contains("nobody called"));
    club.say(&["site", &id, &folder]);
    assert!(read("players.html").contains("Player 1") && !read("players.html").contains("Berg"));
    club.say(&["save", &id, &saved]);
    assert!(!std::fs::read_to_string(&saved).expect("a file").contains("Berg"));
}

#[test]
fn two_teams_play_a_match_from_one_list() {
    let club = Club::new();
    let list = club.path("teams.csv");
    let write = |text: &str| std::fs::write(&list, text).expect("a file can be written");
    let new = |more: &[&'static str]| {
        let order = ["new", "Cup", "--format", "team-match", "--time", "90+30", "--otb"];
        [&order, more].concat()
    };
    assert!(club.refused(&new(&[])).contains("needs --teams"));
    assert!(club.refused(&new(&["--teams", "Berg"])).contains("has two teams"));
    assert!(club.refused(&new(&["--teams", "Berg,berg"])).contains("different names"));
    write("name,team\nAnn,Berg\nBo,Tal\nCid,Wasa\n");
    let with_list = [&new(&[])[..], &["--players", &list]].concat();
    assert!(club.refused(&with_list).contains("the list names 3: Berg, Tal, Wasa"));
    write("name,rating,team\nAnn,2100,Berg\nBo,2000,Berg\nCid,1900,Berg\nDan,2050,Tal\nEve,1950,tal\n");
    let said = club.say(&with_list);
    assert!(said.contains("warning: Tal has 2 players for 3 boards"), "{said}");
    let id = id(&said);
    assert!(
        club.refused(&["enter", &id, "Fay"]).contains("say for which team each player plays: Berg or Tal")
    );
    assert!(club.refused(&["enter", &id, "Fay", "--team", "Wasa"]).contains("is none of the two teams"));
    assert!(club.refused(&["line-up", &id, "Eve", "3"]).contains("Tal has 2 players, and so no board 3"));
    assert_eq!(club.say(&["line-up", &id, "Cid", "1"]), "Berg\n1\tCid\n2\tAnn\n3\tBo\n");
    assert!(club.say(&["team", &id, "Bo", "Tal"]).contains("Bo plays for Tal, on board 3"));
    assert!(club.say(&["team", &id, "Bo", "berg"]).contains("Bo plays for Berg, on board 3"));
    // Two boards, all against all, and back to board against board with as many as the larger team has players.
    assert!(club.say(&["change", &id, "--boards", "2"]).contains("Cup (team match)"));
    let two = club.json(&["pair", &id, "--json"]);
    assert_eq!(two.as_array().map(Vec::len), Some(2), "{two}");
    let changed = club.say(&["change", &id, "--scheveningen"]);
    assert!(changed.contains("Cup (team match, all against all); the draft is discarded"), "{changed}");
    let two = club.json(&["pair", &id, "--json"]);
    assert_eq!(two.as_array().map(Vec::len), Some(2), "the number of boards has stayed: {two}");
    assert!(club.refused(&["change", &id, "--boards", "101"]).contains("at most 100 boards"));
    let swiss = ["change", &id, "--format", "swiss", "--rounds", "3", "--boards", "2"];
    assert!(club.refused(&swiss).contains("--boards and --scheveningen are for a team match"));
    club.say(&["change", &id, "--format", "team-match"]);
    let pairs = club.json(&["pair", &id, "--json"]);
    let names = |board: usize| [pairs[board]["white"].clone(), pairs[board]["black"].clone()];
    assert_eq!(names(0), ["Cid", "Dan"]);
    assert_eq!(names(1), ["Eve", "Ann"]);
    assert_eq!(names(2), [Value::from("Bo"), Value::Null]);
    assert!(club.say(&["pair", &id]).contains("no opponent\tBo"));
    let why = club.say(&["why", &id, "Ann"]);
    assert!(why.contains("Ann and Eve are both on board 2 of their teams. Ann has Black"), "{why}");
    club.say(&["publish", &id]);
    club.say(&["start", &id]);
    assert!(club.refused(&["team", &id, "Bo", "Tal"]).contains("nobody changes team"));
    assert!(club.refused(&["enter", &id, "Fay", "--team", "Tal"]).contains("takes no late entries"));
    club.say(&["result", &id, "1", "1/2-1/2"]);
    club.say(&["result", &id, "2", "0-1"]);
    let standings = club.say(&["standings", &id]);
    assert!(standings.starts_with("Berg 2.5 - 0.5 Tal\nrank"), "{standings}");
    let lines = club.json(&["standings", &id, "--json"]);
    let of_berg = lines.as_array().expect("a list").iter().filter(|line| line["team"] == "Berg");
    let points: f64 = of_berg.map(|line| line["points"].as_f64().expect("points")).sum();
    assert!((points - 2.5).abs() < 1e-9, "{lines}");
    let trf = club.say(&["export", &id, "--trf"]);
    assert!(trf.contains("\n310   1 Berg") && trf.contains("\n310   2 Tal"), "{trf}");
    let open = ["new", "Open", "--format", "swiss", "--rounds", "1", "--time", "5+3", "--otb"];
    assert!(club.refused(&[&open[..], &["--boards", "2"]].concat()).contains("are for a team match"));
    let said = club.say(&open);
    let open = said.split_whitespace().last().expect("an id").to_owned();
    assert!(
        club.refused(&["change", &open, "--boards", "2"]).contains("only a team match has teams with boards")
    );
    let series =
        ["series", "new", "Cups", "--daily", "--at", "19:30", "--format", "team-match", "--time", "5+3"];
    assert!(club.refused(&series).contains("a series takes all formats but team-match"));
    assert!(club.say(&["list"]).contains("Cup\tteam match\t5 players\tfinished"));
}
