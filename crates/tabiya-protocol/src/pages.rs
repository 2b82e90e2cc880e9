// SPDX-License-Identifier: MIT OR Apache-2.0
//! The addresses of the page. The server makes its routes from this table, and so does the page, from the generated
//! `web/src/platform/routes.ts`.
//!
//! Each subject has a file with its own addresses, named after its folder in `web/src`.

mod analysis;
mod desk;
mod editor;
mod events;
mod home;
mod live;
mod otb;
mod people;
mod puzzles;
mod watch;

use crate::route::PageRoute;

/// The addresses of each subject. A test compares this list with the files.
const SUBJECTS: &[&[PageRoute]] = &[
    home::ROUTES, // A line each, so that two subjects that are built side by side don't meet in one.
    live::ROUTES,
    people::ROUTES,
    watch::ROUTES,
    editor::ROUTES,
    otb::ROUTES,
    analysis::ROUTES,
    events::ROUTES,
    puzzles::ROUTES,
    desk::ROUTES,
];

/// How many addresses there are.
const COUNT: usize = {
    let (mut subject, mut count) = (0, 0);
    while subject < SUBJECTS.len() {
        count += SUBJECTS[subject].len();
        subject += 1;
    }
    count
};

/// Every address of the page, subject by subject.
pub const PAGE_ROUTES: &[PageRoute] = &ALL;

const ALL: [PageRoute; COUNT] = {
    let mut all = [SUBJECTS[0][0]; COUNT];
    let (mut subject, mut place, mut filled) = (0, 0, 0);
    while filled < COUNT {
        if place < SUBJECTS[subject].len() {
            all[filled] = SUBJECTS[subject][place];
            filled += 1;
            place += 1;
        } else {
            subject += 1;
            place = 0;
        }
    }
    all
};
