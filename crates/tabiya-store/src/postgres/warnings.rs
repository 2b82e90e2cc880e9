// SPDX-License-Identifier: AGPL-3.0-or-later
//! Warnings of PostgreSQL on connections that commit.
//!
//! There is one cause of a warning during a commit: the wait for a standby was cancelled. Then PostgreSQL reports success,
//! but what was committed may be on one machine only, and is lost if a standby is promoted. So whoever commits counts the
//! warnings before and after, and takes a commit during which one came as unanswered. The count is of all connections
//! that share it: a commit that another one disturbs reads the log once more, which does no harm.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use deadpool_postgres::Connect;
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client, Config, Error, error::Severity};

use super::servers::{Found, Line, Servers};

/// Counts warnings. Cheap to clone; all clones count together.
#[derive(Clone, Default)]
pub(super) struct Warnings(Arc<AtomicU64>);

impl Warnings {
    /// How many there have been.
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Makes a connection whose warnings are counted, and the task that moves its bytes. What the server says when somebody
    /// connects, for example about the version of its collations, is logged and not counted.
    pub(super) async fn connect(
        &self,
        servers: &Servers,
        config: &Config,
    ) -> Result<(Client, JoinHandle<()>), Error> {
        let counts = Arc::new(AtomicBool::new(false));
        let (all, begun) = (self.clone(), Arc::clone(&counts));
        let listen = move |line| all.clone().listen(line, Arc::clone(&begun));
        // It has answered a question, so all that it had said before has been heard.
        let Found { client, moving, .. } = servers.any(config, listen).await?;
        counts.store(true, Ordering::Release);
        Ok((client, moving))
    }

    /// Moves the bytes of a connection. What goes wrong with it shows in the answers that do not come.
    async fn listen(self, mut line: Line, counts: Arc<AtomicBool>) {
        while let Some(Ok(message)) = poll_fn(|context| line.poll_message(context)).await {
            if let AsyncMessage::Notice(notice) = message
                && notice.parsed_severity() == Some(Severity::Warning)
            {
                tracing::warn!("the database warns: {}", notice.message());
                if counts.load(Ordering::Acquire) {
                    self.0.fetch_add(1, Ordering::Release);
                }
            }
        }
    }
}

/// Makes the connections of the pool.
pub(super) struct Counted {
    pub(super) servers: Servers,
    pub(super) warnings: Warnings,
}

type Made<'a> = Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send + 'a>>;

impl Connect for Counted {
    fn connect(&self, config: &Config) -> Made<'_> {
        let config = config.clone();
        Box::pin(async move { self.warnings.connect(&self.servers, &config).await })
    }
}
