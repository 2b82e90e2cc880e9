// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya members`, and `tabiya event enter --member`.

use serde_json::json;
use tabiya_game::{PlayerId, Time};

use super::{EventOperator, MembersAct, OrderError};
use crate::decide::Who;
use crate::event::{MemberOf, spoken};
use crate::files;
use crate::kept::IN_BACKUPS;
use crate::members::{AtDesk, Member, MemberCard, Members, found};

impl EventOperator {
    fn lists(&self) -> Members {
        self.members.clone()
    }

    /// Enters a member, who is there, from the list of the event's owner.
    pub(super) async fn enter_member(&self, id: &str, name: &str, now: Time) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let list = event.owner.ok_or(OrderError::NoList)?;
        let member = self.member_called(list, name).await?;
        let of = MemberOf { list, number: member.number };
        let desk = AtDesk { present: true, ..AtDesk::default() };
        let acted = self.lists().enter(id, of, desk, None, Who::Operator, now).await?;
        let event = &acted.event;
        let there = event.entrants.iter().filter(|one| one.checked_in).count();
        let name = &member.known.card.name;
        let short = if event.settings.short_names && member.known.is_child(now) {
            "; strangers see short names, because a child plays"
        } else {
            ""
        };
        Ok(format!("{name} is there: {there} of {} are{short}", event.present()))
    }

    pub(super) async fn members(&self, of: &str, act: MembersAct, now: Time) -> Result<String, OrderError> {
        let account = self.account(of).await?;
        // Whoever was an organiser once still has a list that can be read and erased.
        let adds = matches!(act, MembersAct::Add { .. } | MembersAct::From { .. });
        if adds && !account.role.is_staff() {
            return Err(OrderError::NoListOf(account.name.to_string()));
        }
        let owner = account.player;
        let lists = self.lists();
        match act {
            MembersAct::Add { cards } => {
                let done = lists.add(owner, cards, now).await?;
                Ok(format!("{} added, {} updated", done.added, done.updated))
            }
            MembersAct::List { letters, json } => {
                let list = lists.list(owner).await?;
                let shown: Vec<&Member> =
                    if letters.is_empty() { list.iter().collect() } else { found(&list, &letters) };
                let cards = shown.iter().map(|member| &member.known);
                Ok(if json { in_json(&shown) } else { files::members_csv(cards).trim_end().to_owned() })
            }
            MembersAct::Export { name } => {
                let member = self.member_called(owner, &name).await?;
                let ghosts = self.ghosts().await?;
                Ok(lists.kept_of(owner, member.number, Who::Operator, &|player| ghosts.has(player)).await?)
            }
            MembersAct::Erase { name } => {
                let member = self.member_named(owner, &name).await?;
                let erased = lists.erase(owner, member.number, Who::Operator, now).await?;
                let left = if erased.left == 0 {
                    String::new()
                } else {
                    format!("; in {} an account has become the player, and decides alone", erased.left)
                };
                Ok(format!(
                    "{} is erased from the list and from {} events{left}. Backups that the server makes by itself may hold the name \
                     for {IN_BACKUPS} days; backups made by hand, copies in a second place and saved events hold it until you delete \
                     them",
                    member.known.card.name, erased.events
                ))
            }
            MembersAct::From { id } => {
                let (id, _) = self.events.named(&id).await?;
                let done = lists.take_from(owner, id, Who::Operator, now).await?;
                Ok(format!("{} added, {} updated", done.added, done.updated))
            }
        }
    }

    /// The member with this whole name, or with the number behind `#`: what can't be undone is done to nobody whom a few letters find.
    async fn member_named(&self, owner: PlayerId, name: &str) -> Result<Member, OrderError> {
        let list = self.lists().list(owner).await?;
        let number = name.strip_prefix('#').and_then(|number| number.parse::<u32>().ok());
        let wanted = spoken(name);
        let is_meant = |one: &&Member| match number {
            Some(number) => one.number == number,
            None => spoken(&one.known.card.name) == wanted,
        };
        list.iter().find(is_meant).cloned().ok_or_else(|| OrderError::NotInList(name.to_owned()))
    }

    /// The member with this name, or the only one whom its letters find.
    async fn member_called(&self, owner: PlayerId, name: &str) -> Result<Member, OrderError> {
        let list = self.lists().list(owner).await?;
        let wanted = spoken(name);
        if let Some(member) = list.iter().find(|one| spoken(&one.known.card.name) == wanted) {
            return Ok(member.clone());
        }
        match found(&list, name).as_slice() {
            [] => Err(OrderError::NotInList(name.to_owned())),
            [one] => Ok(Member::clone(one)),
            several => Err(OrderError::SeveralMembers(several.len(), name.to_owned())),
        }
    }
}

fn in_json(list: &[&Member]) -> String {
    let one = |member: &&Member| {
        let MemberCard { card, note, child } = &member.known;
        json!({ "number": member.number, "card": card, "note": note, "child": child })
    };
    let list: Vec<_> = list.iter().map(one).collect();
    serde_json::to_string_pretty(&list).expect("a list is written as text")
}
