// SPDX-License-Identifier: AGPL-3.0-or-later
//! The standings of the categories of prizes.

use tabiya_protocol::events::EventPrizeCategory;
use tabiya_tournament::Points;

use super::Site;
use super::html::escaped;
use super::words::Words;

impl Site<'_> {
    /// The categories that have standings of their own.
    pub(super) fn categories(&self) -> impl Iterator<Item = &EventPrizeCategory> {
        self.prizes.categories.iter().filter(|category| !category.standings.is_empty())
    }

    pub(super) fn in_categories(&self, words: &Words) -> String {
        let mut body = String::new();
        for category in self.categories() {
            body.push_str(&format!(
                "<h2><bdi>{}</bdi></h2>\n<table>\n<thead><tr><th>{}</th><th>{}</th><th>{}</th></tr></thead>\n<tbody>\n",
                escaped(&category.name),
                words.rank,
                words.player,
                words.points
            ));
            for place in &category.standings {
                let line = self.view.standings.iter().find(|line| line.entrant == place.entrant);
                body.push_str(&format!(
                    "<tr><td class=\"number\">{}</td><td class=\"whole\">{}</td><td class=\"number\">{}</td></tr>\n",
                    place.rank,
                    self.name(words, place.entrant),
                    Points::tenths(line.map_or(0, |line| line.points))
                ));
            }
            body.push_str("</tbody>\n</table>\n");
        }
        body
    }
}
