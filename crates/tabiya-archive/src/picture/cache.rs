// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pictures that were drawn, within a bounded memory. The oldest make room for new ones.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;

/// Bytes of all pictures together.
const MOST: usize = 16 * 1024 * 1024;

#[derive(Default)]
pub(super) struct Cache {
    pictures: HashMap<String, Bytes>,
    /// The oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

impl Cache {
    pub(super) fn get(&self, key: &str) -> Option<Bytes> {
        self.pictures.get(key).cloned()
    }

    /// Keeps a picture, if it is not so large that it would push most others out.
    pub(super) fn keep(&mut self, key: String, picture: Bytes) {
        if picture.len() > MOST / 4 || self.pictures.contains_key(&key) {
            return;
        }
        self.bytes += picture.len();
        self.order.push_back(key.clone());
        self.pictures.insert(key, picture);
        while self.bytes > MOST {
            let oldest = self.order.pop_front().and_then(|key| self.pictures.remove(&key));
            self.bytes -= oldest.map_or(self.bytes, |picture| picture.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pictures_make_room_and_a_huge_one_is_not_kept() {
        let mut cache = Cache::default();
        let megabyte = Bytes::from(vec![0; 1024 * 1024]);
        for number in 0..40 {
            cache.keep(number.to_string(), megabyte.clone());
        }
        assert!(cache.bytes <= MOST && cache.pictures.len() == cache.order.len());
        assert!(cache.get("0").is_none() && cache.get("39").is_some());
        cache.keep("huge".to_owned(), Bytes::from(vec![0; MOST]));
        assert!(cache.get("huge").is_none());
    }
}
