// SPDX-License-Identifier: AGPL-3.0-or-later
//! An answer that is the same for many callers, kept for a short time.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// The answer, and when it was made.
pub struct KeptAnswer<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for KeptAnswer<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> KeptAnswer<T> {
    /// The answer, unless it is older than `fresh`; else what `make` makes. Many who ask at once make it once.
    ///
    /// # Errors
    /// Those of `make`; what was kept before is kept.
    pub(crate) async fn get<E>(
        &self,
        fresh: Duration,
        make: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let mut kept = self.0.lock().await;
        if let Some((made, answer)) = &*kept
            && made.elapsed() < fresh
        {
            return Ok(answer.clone());
        }
        let answer = make.await?;
        *kept = Some((Instant::now(), answer.clone()));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_made_anew_when_it_is_old() {
        let kept = KeptAnswer::default();
        let get = async |answer: Result<u8, ()>| kept.get(Duration::from_secs(10), async { answer }).await;
        assert_eq!(get(Ok(1)).await, Ok(1));
        assert_eq!(get(Ok(2)).await, Ok(1));
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(get(Err(())).await, Err(()));
        assert_eq!(get(Ok(3)).await, Ok(3));
    }
}
