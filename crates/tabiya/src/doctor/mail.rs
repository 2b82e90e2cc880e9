// SPDX-License-Identifier: AGPL-3.0-or-later
//! The mail server: whether it takes our name and password.

use std::time::Duration;

use tabiya_server::try_mail;

use super::finding::{Finding, broken, well};
use crate::serve::Settings;

/// How long the mail server may take.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) async fn examine(settings: &Settings) -> Option<Finding> {
    // What is wrong with the settings is said with them.
    let mail = settings.mail().ok()??;
    let host = settings.site_url().ok()??.host().to_owned();
    let tried = tokio::time::timeout(PATIENCE, try_mail(&mail, &host)).await;
    Some(match tried {
        Ok(Ok(())) => well("mail", "the mail server answers, and takes our name"),
        Ok(Err(error)) => broken(
            "mail",
            format!(
                "the mail server can't be used: {error}; look at smtp-server, smtp-user and smtp-password"
            ),
        ),
        Err(_) => broken(
            "mail",
            "the mail server does not answer; look at smtp-server, and whether port 25, 465 or 587 is open",
        ),
    })
}
