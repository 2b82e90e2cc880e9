// SPDX-License-Identifier: AGPL-3.0-or-later
use tabiya_archive::delay::Delay;
use tabiya_archive::imported;
use tabiya_game::{PlayerId, PlayerName, Time};
use tabiya_runtime::{chance, ghosts::Ghosts};
use tabiya_store::{Account, Ends, NewPuzzle, SqliteStore};
use tempfile::TempDir;

use super::*;
use crate::puzzle::Step;
use crate::start_set::START_SET;

#[test]
fn an_opening_is_tagged_with_its_family_and_its_name() {
    assert_eq!(tags("Italian Game"), ["Italian_Game"]);
    assert_eq!(
        tags("King's Indian Attack: Double Fianchetto, Main Line"),
        ["Kings_Indian_Attack", "Kings_Indian_Attack_Double_Fianchetto_Main_Line"]
    );
}

#[test]
fn what_has_another_right_move_does_not_hold() {
    let effort = Effort { screen: 1, first: 40_000, second: 200_000 };
    let stop = AtomicBool::new(false);
    let line = START_SET.lines().find(|line| !line.starts_with('#')).unwrap();
    assert!(holds(line, Audience::Everybody, effort, &stop).unwrap());
    // Any move but the right one.
    let mut fields: Vec<&str> = line.split('\t').collect();
    let puzzle = Puzzle::from_line(line).unwrap();
    let right = &puzzle.steps()[0].right;
    let other = puzzle.start().legal_moves().into_iter().find(|mv| !right.contains(mv)).unwrap();
    let uci = format!("{} {}", puzzle.uci()[0], other.to_uci(puzzle.before().castling_mode()));
    (fields[2], fields[3], fields[9]) = (&uci, "-", "-");
    let wrong = fields.join("\t");
    assert!(!holds(&wrong, Audience::Everybody, effort, &stop).unwrap());
    // Of a pupil's own position as well.
    let pupil = PlayerId::from_bytes([1; 16]);
    let own = Audience::Pupil { organiser: pupil, pupil };
    assert!(holds(line, own, effort, &stop).unwrap());
    assert!(!holds(&wrong, own, effort, &stop).unwrap());
}

/// Several right moves come in another order where the engine looks for longer.
#[test]
fn the_order_of_right_moves_is_no_fault_and_another_one_is() {
    let line = START_SET
        .lines()
        .find(|line| Puzzle::from_line(line).is_ok_and(|puzzle| puzzle.steps()[0].right.len() == 2));
    let puzzle = Puzzle::from_line(line.unwrap()).unwrap();
    let step = &puzzle.steps()[0];
    let turned = Step { right: step.right.iter().rev().copied().collect(), ..step.clone() };
    let fewer = Step { right: step.right[..1].to_vec(), ..step.clone() };
    assert!(are_alike(puzzle.steps(), &[turned]));
    assert!(!are_alike(puzzle.steps(), std::slice::from_ref(&fewer)));
    assert!(are_alike(&[], &[fewer]), "as far as both go");
}

/// The queen wins a knight in four ways, and the file knows one of them.
#[test]
fn a_puzzle_from_elsewhere_with_a_second_solution_does_not_hold() {
    let effort = Effort { screen: 1, first: 40_000, second: 200_000 };
    let stop = AtomicBool::new(false);
    let columns = crate::csv::Columns::new("PuzzleId,FEN,Moves,Rating").unwrap();
    let holds =
        |row: &str| holds(&columns.read(row).unwrap().to_line(), Audience::Everybody, effort, &stop).unwrap();
    assert!(!holds("two,6k1/5ppp/8/n2Q2n1/8/8/5PPP/6K1 b - - 0 1,h7h6 d5a5,1000"));
    assert!(holds("one,6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1,e7d7 d5f6 g8g7 f6d7,1000"));
    // Each of two mates.
    assert!(holds("mate,6k1/5ppp/7n/8/8/8/8/R2RK3 b - - 0 1,h6f5 a1a8,1000"));
}

/// Long enough, and over.
const PGN: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_imported_game_gives_puzzles_where_all_who_brought_it_let_it() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
    let timeline = Timeline::start();
    let archive = Archive::new(store.clone(), timeline, Delay::default(), Ghosts::default());
    let effort = Effort { screen: 1, first: 1, second: 1 };
    let search = Search::new(store.clone(), archive, timeline, effort);
    let [ann, bob, guest] = [1, 2, 3].map(|byte| PlayerId::from_bytes([byte; 16]));
    for (player, name, setting) in [(ann, "Ann", "on"), (bob, "Bob", "off")] {
        let key = name.to_lowercase();
        let name = PlayerName::try_from(name.to_owned()).unwrap();
        let mut account = Account::new(player, name, key.clone(), key, Time(1));
        account.settings.0.insert("puzzle_games".to_owned(), setting.to_owned());
        store.accounts.create_account(&account).await.unwrap();
    }
    for (importers, expected) in
        [(vec![ann], Some(Audience::Everybody)), (vec![ann, bob], None), (vec![guest], None), (vec![], None)]
    {
        let id = chance::game_id();
        let game = imported::game(PGN, None, true, Time(5)).unwrap();
        store.log.keep_game(id, game).await.unwrap();
        for importer in &importers {
            store.imports.note_import(*importer, id, Time(5)).await.unwrap();
        }
        let open = search.open_game(id).await.unwrap();
        assert_eq!(open.map(|(_, audience)| audience), expected, "{importers:?}");
    }
}

/// A site where Ann has imported a game, with a puzzle of its second move, and one of its third move that another game has given.
struct Imported {
    _folder: TempDir,
    search: Search,
    ann: PlayerId,
    id: GameId,
    own: NewPuzzle,
    others: NewPuzzle,
}

impl Imported {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let timeline = Timeline::start();
        let archive = Archive::new(store.clone(), timeline, Delay::default(), Ghosts::default());
        let ann = PlayerId::from_bytes([1; 16]);
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let account = Account::new(ann, name, "ann".to_owned(), "ann".to_owned(), Time(1));
        store.accounts.create_account(&account).await.unwrap();
        let id = chance::game_id();
        let game = imported::game(PGN, None, true, Time(5)).unwrap();
        store.log.keep_game(id, game).await.unwrap();
        let read = archive.game(id).await.unwrap();
        let history = read.game().history();
        store.imports.note_import(ann, id, Time(5)).await.unwrap();
        let kept = |moves: usize, origin: &str| {
            let mut before = *history.start();
            history.moves()[..moves].iter().for_each(|mv| before.play(*mv));
            let step = Step { right: vec![history.moves()[moves + 1]], good: Vec::new(), reply: None };
            let origin = Origin::Game(origin.to_owned());
            let puzzle = Puzzle::new(before, history.moves()[moves], vec![step], origin, None).unwrap();
            to_store(&puzzle, Audience::Everybody).unwrap()
        };
        let (own, others) = (kept(1, id.as_str()), kept(2, "Other123"));
        store.puzzles.add_puzzles(&[own.clone(), others.clone()]).await.unwrap();
        let effort = Effort { screen: 1, first: 1, second: 1 };
        let search = Search::new(store, archive, timeline, effort);
        Self { _folder: folder, search, ann, id, own, others }
    }

    async fn account(&self) -> Account {
        self.search.store.accounts.account(self.ann).await.unwrap().unwrap()
    }

    async fn decline(&self) {
        let mut account = self.account().await;
        account.settings.0.insert("puzzle_games".to_owned(), "off".to_owned());
        self.search.store.accounts.change_account(&account, Ends::Nothing).await.unwrap();
    }

    /// Withdraws what should be; returns how many were.
    async fn take_back(&self) -> u64 {
        let Search { store, archive, .. } = &self.search;
        take_back_imports(store, archive, &self.account().await).await.unwrap()
    }

    /// Which of the own puzzle and the other game's are there.
    async fn there(&self) -> (bool, bool) {
        let is_there = async |one: &NewPuzzle| {
            let stored = self.search.store.puzzles.puzzle(&one.id).await.unwrap();
            stored.is_some_and(|stored| !stored.is_withdrawn)
        };
        (is_there(&self.own).await, is_there(&self.others).await)
    }
}

/// The puzzle of another game stays, also where the position came up in the imported one, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn puzzles_of_imports_are_withdrawn_when_the_importer_gives_none_any_more() {
    let site = Imported::new().await;
    assert_eq!((site.take_back().await, site.there().await), (0, (true, true)), "she gives them");
    site.decline().await;
    assert_eq!((site.take_back().await, site.there().await), (1, (false, true)));
}

/// The server was killed after the setting was stored, and before the puzzles were withdrawn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_stop_has_left_of_imports_is_withdrawn_in_the_first_turn() {
    let site = Imported::new().await;
    let stop = Arc::new(AtomicBool::new(false));
    assert!(site.search.turn(true, &stop).await.is_ok());
    assert_eq!(site.there().await, (true, true), "she gives them");
    site.decline().await;
    assert!(site.search.turn(true, &stop).await.is_ok());
    assert_eq!(site.there().await, (false, true));
}

/// A search takes minutes, so a player may decline while it goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_search_has_found_is_not_kept_if_the_importer_has_declined_since() {
    let site = Imported::new().await;
    let store = &site.search.store;
    let found = || {
        let puzzle =
            Puzzle::from_line(START_SET.lines().find(|line| !line.starts_with('#')).unwrap()).unwrap();
        (puzzle.id().as_str().to_owned(), vec![puzzle])
    };
    let (id, puzzles) = found();
    site.decline().await;
    assert_eq!(site.search.keep(site.id, puzzles, Audience::Everybody).await.unwrap(), 0);
    assert!(store.puzzles.puzzle(&id).await.unwrap().is_none());
    let mut account = site.account().await;
    account.settings.0.clear();
    store.accounts.change_account(&account, Ends::Nothing).await.unwrap();
    assert_eq!(site.search.keep(site.id, found().1, Audience::Everybody).await.unwrap(), 1);
    assert_eq!(store.puzzles.searched_of(&[site.id]).await.unwrap(), [site.id]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_nodes_each_searches_the_games_that_it_owns() {
    let Imported { search, id, _folder, .. } = Imported::new().await;
    let searched = async || search.store.puzzles.searched_of(&[id]).await.unwrap().contains(&id);
    let nothing = Owned::leased(Arc::clone(&search.store.nodes));
    assert!(search.clone().owning(nothing).round(&Arc::default()).await.is_ok());
    assert!(!searched().await, "the game is another node's");
    assert!(search.round(&Arc::default()).await.is_ok());
    assert!(searched().await);
}
