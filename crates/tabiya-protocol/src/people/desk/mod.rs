// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls of the desk, where staff works, and of notices.

mod cards;
mod figures;
mod log;
mod notices;
mod reports;
mod site;
mod users;

pub use cards::{Card, CardsMade, MakePlayers};
pub use figures::{Figures, NodeState, NodeView, NodesView, SetBackView, StopServer};
pub use log::{ActionView, ActionsPage, DeedView, SetRatingView};
pub use notices::{NoticeKind, NoticeOutcome, NoticePlace, NoticeView, PushTo, PushView, ReadNotices};
pub use reports::{ReportState, ReportView, TellStaff};
pub use site::{ChatWords, SettingSource, SettingView, SiteView, WhoMay};
pub use users::{GiveRole, LinkMade, Rename, Reset, SayKid, SayWhy, SetRating, UserRow, UsersPage};

/// Declares the types of this folder to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ActionsPage>();
    page.visit::<CardsMade>();
    page.visit::<SettingView>();
    page.visit::<Figures>();
    page.visit::<NodesView>();
    page.visit::<StopServer>();
    page.visit::<GiveRole>();
    page.visit::<LinkMade>();
    page.visit::<MakePlayers>();
    page.visit::<NoticeView>();
    page.visit::<PushTo>();
    page.visit::<PushView>();
    page.visit::<ReadNotices>();
    page.visit::<Rename>();
    page.visit::<ReportView>();
    page.visit::<Reset>();
    page.visit::<SayKid>();
    page.visit::<SayWhy>();
    page.visit::<ChatWords>();
    page.visit::<SiteView>();
    page.visit::<TellStaff>();
    page.visit::<UsersPage>();
    page.visit::<SetRating>();
}
