// SPDX-License-Identifier: AGPL-3.0-or-later
//! An archive with one fault: it shows that the laws notice each.

use super::*;

/// A fixture whose archive has one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Store {
        let store = self.right.open().await;
        let wrong = Arc::new(WrongArchive { right: Arc::clone(&store.archive), fault: self.fault });
        store.with(|handles| handles.archive = wrong)
    }
}

struct WrongArchive {
    right: Arc<dyn Archive>,
    fault: Fault,
}

impl WrongArchive {
    fn wrong(&self, mut game: ArchivedGame) -> ArchivedGame {
        match self.fault {
            Fault::ForgetsHalfMoves => game.half_moves = 0,
            Fault::SwapsTheSeats => std::mem::swap(&mut game.white, &mut game.black),
            Fault::ForgetsTheVariant => game.variant = Variant::Standard,
            _ => {}
        }
        game
    }

    fn filter(&self, filter: &GameFilter) -> GameFilter {
        if self.fault == Fault::IgnoresTheFilter { ALL } else { *filter }
    }
}

#[async_trait]
impl Archive for WrongArchive {
    async fn name_openings(&self, names: &[(GameId, String)]) -> Result<(), StorageError> {
        self.right.name_openings(names).await
    }

    async fn game(&self, id: GameId) -> Result<Option<ArchivedGame>, StorageError> {
        Ok(self.right.game(id).await?.map(|game| self.wrong(game)))
    }

    async fn games(&self, ids: &[GameId]) -> Result<Vec<ArchivedGame>, StorageError> {
        self.right.games(ids).await
    }

    async fn finished_of(
        &self,
        player: PlayerId,
        filter: &GameFilter,
        before: Option<PageKey>,
        limit: u32,
    ) -> Result<Vec<ArchivedGame>, StorageError> {
        let before = before.map(|key| match self.fault {
            Fault::RepeatsTheKey => PageKey { ended: Time(key.ended.0 + 1), ..key },
            Fault::SkipsTies => PageKey { game: id(0), ..key },
            _ => key,
        });
        let limit = if self.fault == Fault::ExceedsTheLimit { limit + 1 } else { limit };
        let games = self.right.finished_of(player, &self.filter(filter), before, limit).await?;
        Ok(games.into_iter().map(|game| self.wrong(game)).collect())
    }

    async fn unfinished_of(&self, player: PlayerId, limit: u32) -> Result<Vec<ArchivedGame>, StorageError> {
        self.right.unfinished_of(player, limit).await
    }

    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError> {
        let unfinished = self.right.unfinished_count_of(player).await?;
        let finished = self.right.finished_count_of(player, &ALL).await?;
        Ok(if self.fault == Fault::CountsFinishedGames { unfinished + finished as u32 } else { unfinished })
    }

    async fn finished_count_of(&self, player: PlayerId, filter: &GameFilter) -> Result<u64, StorageError> {
        self.right.finished_count_of(player, &self.filter(filter)).await
    }

    async fn results_of(
        &self,
        player: PlayerId,
        opponent: Option<PlayerId>,
        until: Option<Time>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError> {
        let opponent = opponent.filter(|_| self.fault != Fault::IgnoresTheFilter);
        if self.fault == Fault::CountsTrials {
            let finished = self.right.finished_count_of(player, &ALL).await?;
            return Ok(vec![(Color::White, PlayerOutcome::Lost, finished)]);
        }
        self.right.results_of(player, opponent, until).await
    }

    async fn ends_after(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<(GameId, Option<Time>)>, StorageError> {
        let limit = if self.fault == Fault::ExceedsTheLimit { limit + 1 } else { limit };
        self.right.ends_after(after, limit).await
    }

    async fn filling(&self) -> Result<Option<Filling>, StorageError> {
        self.right.filling().await
    }
}
