// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events by the operator's command.

use super::Stage;
use crate::clients::tabiya;

pub(super) fn add(stage: &mut Stage<'_>) {
    let swiss = ["event", "new", "Open", "--format", "swiss", "--rounds", "3", "--time", "5+3"];
    let arena = ["event", "new", "Arena", "--format", "arena", "--duration", "60", "--time", "3+0"];
    for (name, created) in [("swiss", swiss), ("arena", arena)] {
        let answer = tabiya(stage.server, &created);
        let id = answer.split_whitespace().last().expect("the id is the last word").to_owned();
        stage.values.insert(name, id);
    }
}
