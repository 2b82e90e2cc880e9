// SPDX-License-Identifier: AGPL-3.0-or-later
//! Reading and changing the keys that the database keeps.

use tabiya_runtime::secret::Secret;
use tabiya_store::{Site, SiteSecret, StorageError};

use super::stored::StoredKeys;

/// The text that the database keeps, which begins with a first key.
async fn text(site: &dyn Site, now: u64) -> Result<String, StorageError> {
    let first = StoredKeys::first(Secret::random().text(), now);
    site.keep_secret(SiteSecret::Bus, &first.write()).await
}

/// The keys of a site; the first one is made if there is none. `now` is in milliseconds since 1970.
///
/// # Errors
/// If the storage fails.
pub async fn kept_keys(site: &dyn Site, now: u64) -> Result<StoredKeys, StorageError> {
    Ok(StoredKeys::read(&text(site, now).await?))
}

/// Puts a new key beside those of a site, unless somebody else does so in this moment. Returns the keys as they are then.
///
/// # Errors
/// If the storage fails.
pub async fn renew_keys(site: &dyn Site, now: u64) -> Result<StoredKeys, StorageError> {
    let before = text(site, now).await?;
    let next = StoredKeys::read(&before).with_another(Secret::random().text(), now);
    match site.replace_secret(SiteSecret::Bus, &before, &next.write()).await? {
        true => Ok(next),
        false => kept_keys(site, now).await,
    }
}
