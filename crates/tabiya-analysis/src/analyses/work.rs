// SPDX-License-Identifier: AGPL-3.0-or-later
//! Analyses the games that wait, one after the other, with all threads at the positions of one game.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tabiya_archive::archive::ReadError;
use tabiya_engine::Report;
use tabiya_engine::analysis::{Pool, Proofs, Ticket};
use tabiya_game::GameId;
use tabiya_protocol::AnalysisView;
use tabiya_rules::History;
use tabiya_runtime::low_priority;
use tabiya_runtime::measure::{self, IntCounter};
use tabiya_runtime::stopping::stops;
use tabiya_store::StorageError;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

use super::deeper::correct;
use super::{Analyses, AnalysisHint};
use crate::cache::Key;
use crate::cloud;
use crate::examine::{Examination, judged_part, own_engine};
use crate::kept;
use crate::queue::Job;
use crate::report::{Beginning, part};

/// Followers are told of further moves at most this often.
const TELL: Duration = Duration::from_millis(250);
/// How long to wait after the storage has failed.
const PAUSE: Duration = Duration::from_secs(5);
/// How often a node that has nothing to do looks for games of its own that wait.
const LOOK: Duration = Duration::from_secs(5);
/// How often a position is tried before the analysis has failed.
const TRIES: u32 = 2;

static ANALYSED: LazyLock<IntCounter> =
    LazyLock::new(|| measure::counter("analyses_total", "Games that were analysed"));

/// Why an analysis has not come to its end.
pub(super) enum Broken {
    /// It can't be done.
    Failed(String),
    /// It waits until the storage works again.
    Storage(StorageError),
    /// The server is being stopped.
    Stopped,
}

impl From<StorageError> for Broken {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// Works until the server is being stopped.
pub(crate) async fn run(analyses: Analyses, threads: usize, mut stopping: watch::Receiver<bool>) {
    let pool = own_engine(threads, low_priority::step_aside);
    loop {
        let next = analyses.lock().next();
        let Some((requester, job)) = next else {
            match analyses.refill().await {
                Ok(0) => {}
                Ok(_) => continue,
                Err(error) => {
                    tracing::warn!(%error, "the games that wait for analysis can't be read");
                    tokio::select! {
                        () = sleep(PAUSE) => continue,
                        () = stops(&mut stopping) => break,
                    }
                }
            }
            tokio::select! {
                () = analyses.0.wake.notified() => continue,
                // Another node may have died, or could not say that somebody has asked.
                () = sleep(LOOK) => continue,
                () = stops(&mut stopping) => break,
            }
        };
        let Job { game, deeper } = job;
        if let Some(ply) = deeper {
            let corrected = tokio::select! {
                corrected = correct(&analyses, &pool, game, ply) => corrected,
                () = stops(&mut stopping) => Err(Broken::Stopped),
            };
            let view = match corrected {
                Ok(view) => Some(Arc::new(view)),
                Err(Broken::Stopped) => break,
                Err(Broken::Failed(why)) => {
                    tracing::error!(%game, ply, why, "a move could not be judged again");
                    None
                }
                // Whoever asked sees that nothing came of it, and may ask again.
                Err(Broken::Storage(error)) => {
                    tracing::warn!(%game, ply, %error, "a move could not be judged again");
                    None
                }
            };
            let is_corrected = view.is_some();
            analyses.lock().corrected(game, ply, view);
            if is_corrected {
                analyses.tell_elsewhere(AnalysisHint::Changed(game));
            }
            continue;
        }
        if !analyses.is_ours(game) {
            analyses.lock().lets_go(game);
            continue;
        }
        let done = tokio::select! {
            done = analyse(&analyses, &pool, game) => done,
            () = stops(&mut stopping) => Err(Broken::Stopped),
        };
        match done {
            Ok(view) => {
                ANALYSED.inc();
                analyses.lock().ends(game, Some(Arc::new(view)));
                analyses.tell_elsewhere(AnalysisHint::Changed(game));
            }
            Err(Broken::Stopped) => break,
            Err(Broken::Failed(why)) => {
                tracing::error!(%game, why, "a game could not be analysed");
                match analyses.0.store.analyses.end_analysis(game, None).await {
                    Ok(_) => {
                        analyses.lock().ends(game, None);
                        analyses.tell_elsewhere(AnalysisHint::Changed(game));
                    }
                    Err(_) => {
                        analyses.lock().waits_again(requester, job);
                        tokio::select! {
                            () = sleep(PAUSE) => {}
                            () = stops(&mut stopping) => break,
                        }
                    }
                }
            }
            Err(Broken::Storage(error)) => {
                tracing::warn!(%game, %error, "an analysis waits until the storage works again");
                analyses.lock().waits_again(requester, job);
                tokio::select! {
                    () = sleep(PAUSE) => {}
                    () = stops(&mut stopping) => break,
                }
            }
        }
    }
    // Joining its threads takes a moment, for which no move should wait.
    std::thread::spawn(move || drop(pool));
}

/// Analyses a game, and stores what was found.
async fn analyse(analyses: &Analyses, pool: &Pool, id: GameId) -> Result<AnalysisView, Broken> {
    let state = &analyses.0;
    let (game, is_for_all) = match state.archive.game(id).await {
        Ok(read) => (read.game().history().clone(), analyses.is_for_all(read.game())),
        Err(ReadError::NoSuchGame(_)) => return Err(Broken::Failed("it is not there".to_owned())),
        Err(ReadError::Storage(error)) => return Err(error.into()),
    };
    let judged = Arc::new(judged_part(&game));
    let half_moves = judged.moves().len();
    analyses.lock().sheet(id).runs(u16::try_from(half_moves).unwrap_or(u16::MAX));
    let reports = examine(analyses, pool, id, &judged).await?;
    let (of, nodes) = (game.moves().len(), state.nodes);
    let made = low_priority::run(move || {
        let text = kept::write(&judged, &reports, nodes);
        let positions = if is_for_all { cloud::of_game(&judged, &reports, nodes) } else { Vec::new() };
        Some((text, Beginning::new(&judged, &reports)?.complete(of, nodes), positions))
    });
    let made = made.await.ok().flatten();
    let (text, view, positions) =
        made.ok_or_else(|| Broken::Failed("its report could not be made".to_owned()))?;
    // A missing row means that its end was stored already, and the answer was lost.
    state.store.analyses.end_analysis(id, Some(&text)).await?;
    analyses.lock().know(positions);
    Ok(view)
}

/// Has the positions of a game looked at, and tells whoever follows as it grows.
async fn examine(
    analyses: &Analyses,
    pool: &Pool,
    id: GameId,
    game: &Arc<History>,
) -> Result<Vec<Report>, Broken> {
    let positions = Examination::positions(game);
    let keys = Key::of_game(game);
    let mut found: Vec<Option<Report>> = {
        let board = analyses.lock();
        keys.iter().map(|key| board.cache.get(key.as_ref()?).cloned()).collect()
    };
    let examination = Examination::of_nodes(analyses.0.nodes);
    let (sender, mut answers) = mpsc::unbounded_channel();
    let ask = |number: usize| -> Result<Ticket, Broken> {
        let sender = sender.clone();
        // Nobody listens any more once another position has failed.
        let on_end = move |report| drop(sender.send((number, report)));
        examination
            .ask(pool, positions[number].clone(), on_end)
            .map_err(|full| Broken::Failed(full.to_string()))
    };
    let missing: Vec<usize> = (0..positions.len()).filter(|number| found[*number].is_none()).collect();
    let mut tickets: Vec<Ticket> = missing.iter().map(|number| ask(*number)).collect::<Result<_, _>>()?;
    let mut left = missing.len();
    let mut tries = vec![1; positions.len()];
    let mut told = 0;
    let mut proofs = Proofs::default();
    let mut last_told = Instant::now();
    loop {
        let known = found.iter().take_while(|report| report.is_some()).count();
        if known > told && (left == 0 || last_told.elapsed() >= TELL) {
            let reports: Vec<Report> = found[..known].iter().flatten().cloned().collect();
            let (game, first, mut left_for_proofs) = (Arc::clone(game), told, proofs.clone());
            let judged = low_priority::run(move || {
                let (start, moves) = part(&game, &reports, first, &mut left_for_proofs)?;
                Some((start, moves, left_for_proofs))
            });
            let judged = judged.await.ok().flatten();
            let (start, moves, unspent) =
                judged.ok_or_else(|| Broken::Failed("it could not be judged".to_owned()))?;
            proofs = unspent;
            let before = {
                let mut board = analyses.lock();
                let sheet = board.sheet(id);
                let before = sheet.judged();
                sheet.grows(start, moves);
                before
            };
            analyses.tell_parts(id, before);
            (told, last_told) = (known, Instant::now());
        }
        if left == 0 {
            return Ok(found.into_iter().flatten().collect());
        }
        let answer = tokio::select! {
            answer = answers.recv() => answer,
            () = sleep(TELL) => continue,
        };
        match answer {
            Some((number, Ok(report))) => {
                if let Some(key) = &keys[number] {
                    analyses.lock().cache.put(key.clone(), report.clone());
                }
                found[number] = Some(report);
                left -= 1;
            }
            Some((number, Err(_))) if tries[number] < TRIES => {
                tries[number] += 1;
                tickets.push(ask(number)?);
            }
            Some((number, Err(error))) => {
                return Err(Broken::Failed(format!("position {number}: {error}")));
            }
            None => return Err(Broken::Failed("the engine's threads have ended".to_owned())),
        }
    }
}
