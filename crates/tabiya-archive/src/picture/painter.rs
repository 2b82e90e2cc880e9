// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who draws: one thread of low priority at a time, and networks take turns. In front of it stand the cache and a rate limit,
//! which counts only what must be drawn.

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
    /// A painter that has drawn nothing yet.
    pub fn with_usual_limits() -> Self {
        Self::with_limits(A_MINUTE, AN_HOUR)
    }

    fn with_limits(a_minute: u32, an_hour: u32) -> Self {
        let nobody = Networks::default();
        let rate = AddressRate::new(a_minute, an_hour, &nobody);
        Self(Arc::new(Studio { turns: Shares::new(1, &nobody), cache: Mutex::default(), rate }))
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
    use std::net::IpAddr;

    use tabiya_rules::{Color, Position};

    use super::*;

    fn order(number: u32) -> Order {
        let fen = format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}");
        Order::position(Position::from_fen(&fen).unwrap(), Color::White)
    }

    #[tokio::test]
    async fn an_address_orders_so_many_pictures_and_gets_those_that_are_there_for_nothing() {
        let painter = Painter::with_limits(2, 2);
        let address: IpAddr = "203.0.113.7".parse().unwrap();
        let caller = Caller { address, is_hidden: false, by_proxy: false };
        let first = painter.draw(&caller, order(1)).await.unwrap();
        painter.draw(&caller, order(2)).await.unwrap();
        let refused = painter.draw(&caller, order(3)).await.unwrap_err();
        assert!(matches!(refused, PictureError::TooMany { .. }), "{refused:?}");
        assert_eq!(painter.draw(&caller, order(1)).await.unwrap(), first);
        let neighbour = Caller { address: "203.0.113.8".parse().unwrap(), ..caller };
        painter.draw(&neighbour, order(3)).await.unwrap();
    }
}
