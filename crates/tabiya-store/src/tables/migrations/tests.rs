// SPDX-License-Identifier: AGPL-3.0-or-later
//! The list of subjects against the folders, and the order in which a database is migrated.

use std::{collections::BTreeMap, fs, path::Path};

use super::{Age, Dialect, Migration, Plan, SUBJECTS, Seen, Series};

/// The SQL files of a subject by their names.
type Files = BTreeMap<String, String>;

/// What is wrong with a list of subjects whose folders have these files.
fn faults(list: &[Series], folders: &BTreeMap<String, Files>) -> Vec<String> {
    let mut faults = Vec::new();
    for subject in folders.keys().filter(|subject| !list.iter().any(|series| series.subject == **subject)) {
        faults.push(format!("{subject} has a folder and is not in the list SUBJECTS"));
    }
    for (place, series) in list.iter().enumerate() {
        let subject = series.subject;
        let before = &list[..place];
        if before.iter().any(|other| other.subject == subject) {
            faults.push(format!("{subject} is in the list twice"));
        }
        for base in series.builds_on.iter().filter(|base| !before.iter().any(|one| one.subject == **base)) {
            faults.push(format!("{subject} builds on {base}, which does not stand before it in the list"));
        }
        let none = Files::new();
        let files = folders.get(subject).unwrap_or(&none);
        faults.extend(faults_of_files(series, files));
    }
    faults
}

fn faults_of_files(series: &Series, files: &Files) -> Vec<String> {
    let subject = series.subject;
    let mut faults = Vec::new();
    let mut found: [BTreeMap<usize, &str>; 2] = Default::default();
    for (name, sql) in files {
        let number = name.split_once('_').filter(|(digits, _)| digits.len() == 4);
        let Some(number) = number.and_then(|(digits, _)| digits.parse::<usize>().ok()) else {
            faults.push(format!("{subject}/{name} does not begin with four digits and an underscore"));
            continue;
        };
        let both = !name.ends_with(".sqlite.sql") && !name.ends_with(".postgres.sql");
        for (side, ending) in found.iter_mut().zip([".sqlite.sql", ".postgres.sql"]) {
            if (both || name.ends_with(ending)) && side.insert(number, sql).is_some() {
                faults.push(format!("{subject} has two files with the number {number}"));
            }
        }
    }
    for (side, dialect) in found.iter().zip([Dialect::Sqlite, Dialect::Postgres]) {
        let listed: Vec<&str> = series.migrations.iter().map(|migration| dialect.of(migration)).collect();
        let numbers: Vec<usize> = side.keys().copied().collect();
        if numbers != (1..=listed.len()).collect::<Vec<_>>() {
            faults.push(format!(
                "{subject} has files with the numbers {numbers:?} for {dialect:?}, and {} in its list",
                listed.len()
            ));
        } else if !side.values().copied().eq(listed) {
            faults.push(format!(
                "{subject}'s list for {dialect:?} is not its files in the order of their numbers"
            ));
        }
    }
    faults
}

/// A number that another migration, another order or another word gives another value, but not a comment (FNV-1a).
pub(crate) fn fingerprint(base: &[&str]) -> u64 {
    let code = base.iter().flat_map(|sql| sql.lines().map(str::trim).filter(|line| !line.starts_with("--")));
    let bytes = code.flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The folders beside this file, without the base.
fn folders() -> BTreeMap<String, Files> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tables/migrations");
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries(&root)
        .filter(|path| path.is_dir() && !path.ends_with("base"))
        .map(|folder| {
            let files = entries(&folder).map(|file| (name(&file), fs::read_to_string(&file).unwrap()));
            (name(&folder), files.collect())
        })
        .collect()
}

const PUZZLES: Series = Series {
    subject: "puzzles",
    builds_on: &[],
    migrations: &[Migration::shared("puzzles 1"), Migration::each("puzzles 2 s", "puzzles 2 p")],
    readable: &[],
};
const STUDIES: Series = Series {
    subject: "studies",
    builds_on: &["puzzles"],
    migrations: &[Migration::shared("studies 1")],
    readable: &[],
};

/// The folders of these two.
fn two() -> BTreeMap<String, Files> {
    let files =
        |all: &[(&str, &str)]| all.iter().map(|(name, sql)| ((*name).into(), (*sql).into())).collect();
    let puzzles = files(&[
        ("0001_all.sql", "puzzles 1"),
        ("0002_fast.sqlite.sql", "puzzles 2 s"),
        ("0002_fast.postgres.sql", "puzzles 2 p"),
    ]);
    [("puzzles".into(), puzzles), ("studies".into(), files(&[("0001_all.sql", "studies 1")]))].into()
}

#[test]
fn every_subject_is_in_the_list_with_all_its_files_in_order() {
    assert_eq!(faults(SUBJECTS, &folders()), Vec::<String>::new());
}

#[test]
fn a_subject_or_a_file_that_is_not_in_the_list_is_found() {
    assert_eq!(faults(&[PUZZLES, STUDIES], &two()), Vec::<String>::new());
    let found = |list: &[Series], folders: &BTreeMap<String, Files>| faults(list, folders).join("; ");
    assert!(found(&[PUZZLES], &two()).contains("studies has a folder and is not in the list"));
    assert!(found(&[PUZZLES, PUZZLES, STUDIES], &two()).contains("puzzles is in the list twice"));
    assert!(
        found(&[STUDIES, PUZZLES], &two()).contains("studies builds on puzzles, which does not stand before")
    );

    let with = |name: &str, sql: &str| {
        let mut folders = two();
        folders.get_mut("puzzles").unwrap().insert(name.to_owned(), sql.to_owned());
        found(&[PUZZLES, STUDIES], &folders)
    };
    assert!(
        with("0003_more.sql", "puzzles 3").contains("the numbers [1, 2, 3] for Sqlite, and 2 in its list")
    );
    assert!(
        with("0003_more.postgres.sql", "x").contains("the numbers [1, 2, 3] for Postgres"),
        "one database"
    );
    assert!(with("0001_again.sql", "x").contains("two files with the number 1"));
    assert!(with("more.sql", "x").contains("puzzles/more.sql does not begin with four digits"));
    assert!(with("0001_all.sql", "x").contains("is not its files in the order of their numbers"));
}

fn plan<'a>(subjects: &'a [Series], dialect: Dialect) -> Plan<'a> {
    Plan { base: &["base 1", "base 2"], subjects, dialect }
}

/// The SQL that a database runs that has seen this much.
fn rest(plan: Plan<'_>, mut seen: Seen) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        match plan.age(&seen) {
            Age::Current => return all,
            Age::Newer(gap) => panic!("{gap}"),
            Age::Older(step, _) => {
                all.push(step.sql);
                match step.subject {
                    None => seen.base = step.number,
                    Some(subject) => drop(seen.subjects.insert(subject.to_owned(), step.number)),
                }
            }
        }
    }
}

#[test]
fn the_base_comes_first_and_then_each_subject_by_its_numbers() {
    let both = [PUZZLES, STUDIES];
    let all = ["base 1", "base 2", "puzzles 1", "puzzles 2 s", "studies 1"];
    assert_eq!(rest(plan(&both, Dialect::Sqlite), Seen::default()), all);
    let of_postgres = ["base 2", "puzzles 1", "puzzles 2 p", "studies 1"];
    assert_eq!(rest(plan(&both, Dialect::Postgres), Seen { base: 1, ..Seen::default() }), of_postgres);
    // Whoever had studies first gets the puzzles that came later.
    let subjects = [("studies".to_owned(), 1), ("puzzles".to_owned(), 1)].into();
    assert_eq!(rest(plan(&both, Dialect::Sqlite), Seen { base: 2, subjects }), ["puzzles 2 s"]);
}

#[test]
fn a_database_that_has_seen_more_is_ahead_and_the_reason_is_said() {
    let ahead = |base, subjects: &[(&str, u32)]| {
        let subjects = subjects.iter().map(|(subject, number)| ((*subject).to_owned(), *number)).collect();
        match plan(&[PUZZLES], Dialect::Sqlite).age(&Seen { base, subjects }) {
            Age::Newer(gap) => gap.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(ahead(3, &[]), "the schema is 3, this program's 2");
    assert_eq!(ahead(2, &[("puzzles", 3)]), "the schema of puzzles is 3, this program's 2");
    // Also where something is missing: running that first would write to what a newer program made.
    assert_eq!(ahead(1, &[("studies", 1)]), "the schema of studies is 1, and this program has none");
}

/// Nodes of the version before play on only where a database lacks what adds.
#[test]
fn what_only_adds_is_told_from_what_changes() {
    const ADDS: Migration = Migration::shared("adds").beside_older();
    const CHANGES: Migration = Migration::shared("changes");
    let series = |subject, migrations| Series { subject, builds_on: &[], migrations, readable: &[] };
    let both = [series("a", &[CHANGES, ADDS]), series("b", &[ADDS, CHANGES])];
    let plan = Plan { base: &["base"], subjects: &both, dialect: Dialect::Postgres };
    let seen = |base, a, b| Seen { base, subjects: [("a".to_owned(), a), ("b".to_owned(), b)].into() };
    let lacks_what_adds = |base, a, b| plan.lacks_only_what_adds(&seen(base, a, b));
    assert!(lacks_what_adds(1, 2, 2) && plan.has_all(&seen(1, 2, 2)), "nothing");
    assert!(lacks_what_adds(1, 1, 2) && !plan.has_all(&seen(1, 1, 2)), "one that adds");
    assert!(!lacks_what_adds(1, 1, 0), "another one behind it");
    assert!(!lacks_what_adds(1, 0, 2));
    assert!(!lacks_what_adds(0, 2, 2), "the base");
    assert!(plan.has_all(&seen(1, 7, 2)), "and more");
    assert!(matches!(plan.age(&seen(1, 7, 2)), Age::Newer(_)));
}
