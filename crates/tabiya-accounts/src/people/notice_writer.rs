// SPDX-License-Identifier: AGPL-3.0-or-later
//! Takes news of games and challenges from their queue, one after the other, and writes notices.

use std::sync::Arc;

use tabiya_game::PlayerId;
use tabiya_protocol::people::desk::NoticeKind;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::StorageError;
use tokio::sync::{mpsc, watch};

use super::People;
use super::notices::{About, NoticeData};
use crate::news::{News, Opponent};
use crate::push::Pushed;

static FAILS: LogOnce = LogOnce::new();

/// Writes notices until the server stops.
pub fn start(people: &Arc<People>, mut news: mpsc::Receiver<News>, mut stopping: watch::Receiver<bool>) {
    let people = Arc::clone(people);
    tokio::spawn(async move {
        // What was in the queue when the server ended is lost: some notices may be out of date.
        if let Err(error) = people.withdraw_answered().await {
            tracing::warn!(%error, "notices of old challenges could not be taken back");
        }
        loop {
            let next = tokio::select! {
                biased;
                // `stopping` changes once, from false to true.
                _ = stopping.changed() => return,
                next = news.recv() => next,
            };
            let Some(next) = next else { return };
            if let Err(error) = people.tell(next).await {
                FAILS.log(
                    || tracing::warn!(%error, "players can't be told of their games and challenges now"),
                );
            }
        }
    });
}

impl People {
    async fn tell(&self, news: News) -> Result<(), StorageError> {
        match news {
            News::Moved { player, game } => self.has_moved(player, game).await,
            News::Turn { player, opponent: Opponent { name, level }, game } => {
                let data = NoticeData { name, level, ..NoticeData::default() };
                self.notify(player, NoticeKind::YourMove, About::Game(game), &data).await?;
                self.push_news(player, Pushed::Turn);
                Ok(())
            }
            News::Ended { player, opponent: Opponent { name, level }, game, outcome } => {
                let data = NoticeData { name, level, outcome: Some(outcome), ..NoticeData::default() };
                self.notify(player, NoticeKind::Result, About::Game(game), &data).await
            }
            News::Challenged { player, by: name, key } => {
                let data = NoticeData { name, ..NoticeData::default() };
                self.notify(player, NoticeKind::Challenge, About::Challenge(key), &data).await?;
                self.push_news(player, Pushed::Challenge);
                Ok(())
            }
            News::Answered { player, key } => self.has_answered(player, key).await,
        }
    }

    fn push_news(&self, player: PlayerId, pushed: Pushed) {
        if let Some(push) = self.push() {
            push.tell(player, pushed);
        }
    }
}
