// SPDX-License-Identifier: AGPL-3.0-or-later
//! Orders that are being carried out.
//!
//! Each has a task of its own and is never cut, because half of an order may be stored by then. An order that takes long gives its
//! connection's place to the next one, and whoever asked is told when it does not end at all.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// An order keeps the place of its connection for so long.
pub(super) const PROMPT: Duration = Duration::from_secs(60);
/// Whoever asked waits so long for an answer, at most.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(2 * 3_600);
/// Orders at the same time, with those that nobody waits for any more.
const MOST: usize = 16;

/// Counts the orders.
pub(super) struct InHand(Arc<Semaphore>);

impl Default for InHand {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST)))
    }
}

impl InHand {
    /// Carries an order out and says what came of it. `place` is the connection's, and is taken from it where that takes long.
    pub(super) async fn carry_out(
        &self,
        order: impl Future<Output = Result<String, String>> + Send + 'static,
        place: &mut Option<OwnedSemaphorePermit>,
    ) -> Result<String, String> {
        let counted = Arc::clone(&self.0).try_acquire_owned().map_err(|_| too_many())?;
        let mut task = tokio::spawn(async move {
            let _counted = counted;
            order.await
        });
        let mut done = timeout(PROMPT, &mut task).await;
        if done.is_err() {
            *place = None;
            done = timeout(LONGEST_WAIT - PROMPT, task).await;
        }
        match done {
            Ok(Ok(done)) => done,
            Ok(Err(_panicked)) => {
                Err("the server failed while it carried the order out, and its log says why; look what has \
                                       come of it before you give it again"
                    .to_owned())
            }
            Err(_) => Err(format!(
                "after {} hours the server is still carrying the order out, and goes on with it; look what has come of it \
                 before you give it again",
                LONGEST_WAIT.as_secs() / 3_600
            )),
        }
    }
}

fn too_many() -> String {
    format!(
        "the server is still carrying out {MOST} earlier orders, and has not begun this one; if they do not end, start the \
         server again"
    )
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::sync::oneshot;

    use super::*;

    async fn place() -> (Arc<Semaphore>, Option<OwnedSemaphorePermit>) {
        let places = Arc::new(Semaphore::new(1));
        let place = Arc::clone(&places).acquire_owned().await.unwrap();
        (places, Some(place))
    }

    #[tokio::test(start_paused = true)]
    async fn an_order_that_does_not_end_is_not_cut_and_is_not_said_to_be_undone() {
        let (places, mut place) = place().await;
        let (end, ended) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let order = async move {
            let _ = ended.await;
            let _ = tell.send("stored");
            Ok("done".to_owned())
        };
        let said = InHand::default().carry_out(order, &mut place).await.unwrap_err();
        assert!(said.contains("still carrying the order out"), "{said}");
        assert_eq!(places.available_permits(), 1);
        end.send(()).unwrap();
        assert_eq!(told.await, Ok("stored"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_order_gives_its_place_to_the_next_one_and_is_answered() {
        let (places, mut place) = place().await;
        let order = async {
            tokio::time::sleep(PROMPT * 2).await;
            Ok("done".to_owned())
        };
        let next = async {
            let _place = places.acquire().await.unwrap();
            tokio::time::Instant::now()
        };
        let began = tokio::time::Instant::now();
        let in_hand = InHand::default();
        let (said, got) = tokio::join!(in_hand.carry_out(order, &mut place), next);
        assert_eq!(said.as_deref(), Ok("done"));
        assert!(got < began + PROMPT * 2, "{:?}", got - began);
    }

    #[tokio::test(start_paused = true)]
    async fn orders_that_hang_are_counted_and_the_next_one_is_not_begun() {
        let in_hand = InHand::default();
        for _ in 0..MOST {
            let (_, mut place) = place().await;
            in_hand.carry_out(pending(), &mut place).await.unwrap_err();
        }
        let (_, mut place) = place().await;
        let said = in_hand.carry_out(async { panic!("it was begun") }, &mut place).await;
        assert!(said.unwrap_err().contains("has not begun this one"));
    }

    #[tokio::test]
    async fn an_order_that_fails_halfway_is_answered() {
        let (_, mut place) = place().await;
        let said = InHand::default().carry_out(async { panic!("a bug") }, &mut place).await;
        assert!(said.unwrap_err().contains("the server failed while"));
    }
}
