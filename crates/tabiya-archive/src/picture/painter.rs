// SPDX-License-Identifier: AGPL-3.0-or-later
//! Draws pictures on threads of low priority, when the caller's network has its turn among all slow work. In front of that
//! stand the cache and a rate limit, which counts only what must be drawn.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tabiya_limits::address::{AddressRate, Caller, Shares};
use tabiya_runtime::config::Networks;
use tabiya_runtime::low_priority;

use super::cache::Cache;
use super::order::Order;

/// Pictures that one address may order in a minute, and in an hour. An animation counts as five.
const A_MINUTE: u32 = 60;
const AN_HOUR: u32 = 1_000;

/// Why there is no picture.
#[derive(Debug)]
pub enum PictureError {
    /// The caller has ordered too many.
    TooMany {
        /// How long to wait before the next order.
        wait: Duration,
    },
    /// Too many wait to be drawn.
    Busy,
    /// It could not be drawn.
    Fault,
}

/// Draws pictures. Cheap to clone.
#[derive(Clone)]
pub struct Painter(Arc<Studio>);

struct Studio {
    turns: Shares,
    cache: Mutex<Cache>,
    rate: AddressRate,
}

impl Painter {
    /// A painter that has drawn nothing yet. Pictures take their turns among the other work of `turns`; networks in
    /// `unlimited` may order as many as they like.
    pub fn new(turns: Shares, unlimited: &Networks) -> Self {
        Self::with_rate(turns, AddressRate::new(A_MINUTE, AN_HOUR, unlimited))
    }

    fn with_rate(turns: Shares, rate: AddressRate) -> Self {
        Self(Arc::new(Studio { turns, cache: Mutex::default(), rate }))
    }

    /// The picture, as it was drawn before or anew.
    ///
    /// # Errors
    /// If the caller has ordered too many, or too many wait.
    pub async fn draw(&self, caller: &Caller, order: Order) -> Result<Bytes, PictureError> {
        if let Some(picture) = self.cache().get(&order.key) {
            return Ok(picture);
        }
        let tokens = order.work.tokens();
        self.0.rate.take(caller, tokens).map_err(|wait| PictureError::TooMany { wait })?;
        let turn = self.0.turns.turn(caller).await.map_err(|_| PictureError::Busy)?;
        let work = order.work;
        let drawn = low_priority::run(move || {
            // Held until it is drawn, also where the caller has gone.
            let _turn = turn;
            work.carry_out()
        });
        let drawn = drawn.await.map_err(|_| PictureError::Fault)?;
        let picture = Bytes::from(drawn.map_err(|error| {
            tracing::error!(%error, "a picture can't be drawn");
            PictureError::Fault
        })?);
        self.cache().keep(order.key, picture.clone());
        Ok(picture)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.0.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use tabiya_rules::{Color, Position};

    use super::*;

    fn order(number: u32) -> Order {
        let fen = format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}");
        Order::position(Position::from_fen(&fen).unwrap(), Color::White)
    }

    /// Two pictures a minute for each address.
    fn painter(unlimited: &Networks) -> Painter {
        Painter::with_rate(Shares::new(1, unlimited), AddressRate::new(2, 2, unlimited))
    }

    #[tokio::test]
    async fn an_address_orders_so_many_pictures_and_gets_those_that_are_there_for_nothing() {
        let painter = painter(&Networks::default());
        let caller = Caller::direct("203.0.113.7".parse().unwrap());
        let first = painter.draw(&caller, order(1)).await.unwrap();
        painter.draw(&caller, order(2)).await.unwrap();
        let refused = painter.draw(&caller, order(3)).await.unwrap_err();
        assert!(matches!(refused, PictureError::TooMany { .. }), "{refused:?}");
        assert_eq!(painter.draw(&caller, order(1)).await.unwrap(), first);
        let neighbour = Caller::direct("203.0.113.8".parse().unwrap());
        painter.draw(&neighbour, order(3)).await.unwrap();
    }

    /// The operator's exception held for every other limit.
    #[tokio::test]
    async fn an_unlimited_address_orders_as_many_pictures_as_it_likes() {
        let painter = painter(&"203.0.113.0/24".parse().unwrap());
        let caller = Caller::direct("203.0.113.7".parse().unwrap());
        for number in 1..=5 {
            painter.draw(&caller, order(number)).await.unwrap();
        }
    }

    /// Pictures had turns of their own, so that twice as much could be under way and wait.
    #[tokio::test]
    async fn a_picture_waits_in_line_with_all_other_slow_work() {
        let turns = Shares::new(1, &Networks::default());
        let painter = Painter::new(turns.clone(), &Networks::default());
        let caller = Caller::direct("203.0.113.7".parse().unwrap());
        let reading_a_game = turns.turn(&caller).await.unwrap();
        let mut line: Vec<_> = (0..40).map(|_| Box::pin(turns.turn(&caller))).collect();
        let mut context = Context::from_waker(Waker::noop());
        for place in &mut line {
            let _ = place.as_mut().poll(&mut context);
        }
        assert!(matches!(painter.draw(&caller, order(1)).await, Err(PictureError::Busy)));
        drop((line, reading_a_game));
        painter.draw(&caller, order(1)).await.unwrap();
    }
}
