// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is done at the command line about a player without an account: a code, an export, the erasing of the name.

use tabiya_game::Time;
use tabiya_runtime::chance;

use super::found::entrant;
use super::{EventOperator, MemberAct, OrderError};
use crate::claims::Code;
use crate::decide::{Command, Who};
use crate::kept::IN_BACKUPS;

impl EventOperator {
    /// What is done about a player without an account.
    pub(super) async fn member(
        &self,
        id: &str,
        name: &str,
        act: MemberAct,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let entrant = entrant(&event, name)?;
        let known = event.entrant(entrant).map_or_else(String::new, |one| one.card.name.clone());
        match act {
            MemberAct::Code => {
                let code = Code::of(u64::from_le_bytes(chance::bytes()));
                let salt = u64::from_le_bytes(chance::bytes());
                let hash = code.hash(salt);
                self.act(id, Command::GiveClaim { entrant, now, salt, hash }, now).await?;
                Ok(format!(
                    "{known}: log in, open /event/{id}#claim and type this code within two weeks; it works once\n{code}"
                ))
            }
            MemberAct::Revoke => {
                self.act(id, Command::RevokeClaim(entrant), now).await?;
                Ok(format!("the code of {known} works no more"))
            }
            MemberAct::Export => {
                let ghosts = self.ghosts().await?;
                Ok(self.events.kept_of(id, entrant, Who::Operator, &|player| ghosts.has(player)).await?)
            }
            MemberAct::Erase => {
                let was_erased = event.entrant(entrant).is_some_and(|one| one.erased);
                let event = self.events.erase(id, entrant, Who::Operator, now).await?;
                let now_called = event.entrant(entrant).map_or("?", |one| one.card.name.as_str());
                if was_erased {
                    return Ok(format!("the name of {now_called} was erased before; nothing has changed"));
                }
                Ok(format!(
                    "{known} is called {now_called} from now on; of the card only the ratings are left, and the results stay. Games \
                     that were played on this server keep the short name. Backups that the server makes by itself may hold the \
                     whole one for {IN_BACKUPS} days; backups made by hand, copies in a second place and saved events hold it until \
                     you delete them"
                ))
            }
        }
    }
}
