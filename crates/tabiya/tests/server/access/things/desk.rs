// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the desk of staff says about the site.

use super::Stage;

pub(super) async fn add(stage: &mut Stage<'_>) {
    let mut site = stage.admin.get("/api/page/desk/site").await;
    stage.values.insert("site", site.to_string());
    site["staff_second_factor"] = serde_json::json!(false);
    stage.values.insert("site_without_factors", site.to_string());
}
