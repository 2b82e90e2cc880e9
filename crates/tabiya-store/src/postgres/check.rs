// SPDX-License-Identifier: AGPL-3.0-or-later
//! Checks a whole database: replays every game in it, and compares the tables with the logs.

use tabiya_game::{Game, GameId, Stamped};
use tokio_postgres::{Client, IsolationLevel, Row};

use super::{
    driver, migrations,
    servers::{Found, Servers},
    url::DatabaseUrl,
};
use crate::{
    CheckNews, Checked, DataError, Fault, OpenError, StorageError,
    event_row::{decode, decode_all},
    record::unpack_all,
    tables::{
        archive::check::{faults, questions},
        checked,
        migrations::Age,
        ratings,
    },
};

/// How many games are looked up at once.
const GAMES: i64 = 100;

/// Checks the database at this URL. Writes nothing and needs no lock: a server may run at the same time, and what is checked
/// is one state of it.
///
/// # Errors
/// If it can't be reached, has no tables of Tabiya or those of another version, or can't be read.
pub async fn check_postgres(
    url: &DatabaseUrl,
    news: &mut dyn FnMut(CheckNews),
) -> Result<Checked, DataError> {
    let Found { mut client, moving, .. } = Servers::of_a_command(url)?.best_to_look_at().await?;
    let checked = match migrations::refuse_unfinished_move(&client, url).await {
        Ok(()) => check(&mut client, url, news).await,
        Err(refused) => Err(refused.into()),
    };
    drop(client);
    moving.abort();
    checked
}

/// The same on a connection that is there.
pub(super) async fn check(
    client: &mut Client,
    url: &DatabaseUrl,
    news: &mut dyn FnMut(CheckNews),
) -> Result<Checked, DataError> {
    let database = || url.to_string();
    let failed = |source| DataError::Open(OpenError::Database { database: database(), source });
    match migrations::age(client).await.map_err(failed)? {
        Some(Age::Current) => {}
        None => return Err(DataError::NoTables { database: database() }),
        Some(Age::Older(_, gap)) => return Err(DataError::OlderDatabase { database: database(), gap }),
        Some(Age::Newer(gap)) => {
            return Err(DataError::Open(migrations::newer(client, url, gap).await));
        }
    }
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await
        .map_err(|error| failed(error.into()))?;
    let mut check = Check { state: &transaction, news, checked: Checked::default() };
    // As in a folder: what can't be read ends the check, and is the fault.
    match check.run().await {
        Err(StorageError::Damaged { detail }) => check.fault(None, detail),
        done => done.map_err(failed)?,
    }
    Ok(check.checked)
}

struct Check<'a> {
    state: &'a tokio_postgres::Transaction<'a>,
    news: &'a mut dyn FnMut(CheckNews),
    checked: Checked,
}

impl Check<'_> {
    fn fault(&mut self, game: Option<GameId>, what: impl Into<String>) {
        self.checked.faults += 1;
        (self.news)(CheckNews::Fault(Fault { game, what: what.into() }));
    }

    async fn run(&mut self) -> Result<(), StorageError> {
        let games: i64 = self.state.query_one("SELECT count(*) FROM game", &[]).await?.try_get(0)?;
        (self.news)(CheckNews::Games(games.unsigned_abs()));
        let mut after = i64::MIN;
        loop {
            let page = self
                .state
                .query(
                    "SELECT number, id, created_at, ended_at, next_seq, half_moves FROM game
                     WHERE number > $1 ORDER BY number LIMIT $2",
                    &[&after, &GAMES],
                )
                .await?;
            let Some(last) = page.last() else {
                self.ratings().await?;
                return self.readable().await;
            };
            after = last.try_get(0)?;
            for entry in &page {
                match entry.try_get::<_, &str>(1)?.parse() {
                    Ok(id) => self.game(id, entry).await?,
                    Err(error) => {
                        let number: i64 = entry.try_get(0)?;
                        self.fault(None, format!("the game with the number {number}: {error}"));
                    }
                }
                self.checked.games += 1;
                (self.news)(CheckNews::Replayed);
            }
        }
    }

    /// All ratings, computed again.
    /// Names each row that a server could not read.
    async fn readable(&mut self) -> Result<(), StorageError> {
        for table in checked::all() {
            let (mut after, mut goes_on) = (0, true);
            while goes_on {
                let rows = driver::read_in(self.state, &table.page(after)).await?;
                let read = rows.len() as u64;
                let faults;
                (faults, goes_on) = table.faults(after, rows);
                after += read;
                for fault in faults {
                    self.fault(None, fault);
                }
            }
        }
        Ok(())
    }

    async fn ratings(&mut self) -> Result<(), StorageError> {
        let strays = driver::read_in(self.state, &ratings::check::strays()).await?;
        let mut loading = ratings::check::Loading::default();
        while let Some(statement) = loading.next() {
            loading.take(driver::read_in(self.state, &statement).await?)?;
        }
        let differences = ratings::check::differences(&loading.finish());
        for (game, what) in ratings::check::stray_faults(strays).into_iter().chain(differences) {
            self.fault(game, what);
        }
        Ok(())
    }

    /// The events in their order: of the game's record if it has one, else of its rows.
    async fn log(&self, id: GameId, entry: &Row) -> Result<Vec<Stamped>, StorageError> {
        let number: i64 = entry.try_get(0)?;
        let unreadable = |seq, detail: String| StorageError::Unreadable { game: id, seq, detail };
        let rows = self
            .state
            .query("SELECT seq, at, body FROM event WHERE game = $1 ORDER BY seq", &[&number])
            .await?;
        let record = self.state.query_opt("SELECT body FROM record WHERE game = $1", &[&number]).await?;
        if let Some(record) = record {
            if !rows.is_empty() {
                return Err(unreadable(
                    0,
                    "it stands in the game's record and in a row of its own".to_owned(),
                ));
            }
            let count = u32::try_from(entry.try_get::<_, i64>(4)?).unwrap_or(u32::MAX);
            return decode_all(id, &unpack_all(id, count, record.try_get(0)?)?);
        }
        let mut log = Vec::with_capacity(rows.len());
        for (expected, row) in (0_u32..).zip(&rows) {
            let seq: i64 = row.try_get(0)?;
            if seq != i64::from(expected) {
                return Err(unreadable(expected, format!("event {seq} follows instead")));
            }
            log.push(decode(id, expected, row.try_get(1)?, row.try_get(2)?)?);
        }
        Ok(log)
    }

    async fn game(&mut self, id: GameId, entry: &Row) -> Result<(), StorageError> {
        let log = match self.log(id, entry).await {
            Err(StorageError::Unreadable { seq, detail, .. }) => {
                self.fault(Some(id), format!("event {seq}: {detail}"));
                return Ok(());
            }
            log => log?,
        };
        self.checked.events += log.len() as u64;
        let game = match Game::replay(&log) {
            Ok(game) => game,
            Err(error) => {
                self.fault(Some(id), format!("event {}: {}", error.seq, error.cause));
                return Ok(());
            }
        };
        let time = |at: i64| u64::try_from(at).ok();
        if time(entry.try_get(2)?) != Some(game.created().0) {
            self.fault(Some(id), "the list of games has another time of its creation than its log");
        }
        let ended = entry.try_get::<_, Option<i64>>(3)?.map(time);
        if ended != game.ending().map(|end| Some(end.at.0)) {
            self.fault(
                Some(id),
                "the list of games does not agree with its log on whether and when it ended",
            );
        }
        let counts: [i64; 2] = [entry.try_get(4)?, entry.try_get(5)?];
        if counts != [log.len() as i64, i64::from(game.ply())] {
            self.fault(Some(id), "the list of games has another number of events or moves than its log");
        }
        let [row, seats, taken] = questions(id);
        let rows = driver::read_in(self.state, &row).await?;
        let seats = driver::read_in(self.state, &seats).await?;
        let taken = driver::read_in(self.state, &taken).await?;
        for fault in faults(&game, rows, seats, taken) {
            self.fault(Some(id), fault);
        }
        let rated = driver::read_in(self.state, &ratings::check::question(id)).await?;
        for fault in ratings::check::faults(id, &game, rated) {
            self.fault(Some(id), fault);
        }
        Ok(())
    }
}
