// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is inside, for programs that look for known faults: CycloneDX 1.5 (ECMA-424) as JSON.

use serde_json::{Value, json};

use crate::{cargo_metadata, licences, notices};

/// Its name in packages.
pub(super) const NAME: &str = "sbom.cdx.json";

pub(super) fn text(version: &str, time: u64) -> Result<String, String> {
    let packages = cargo_metadata::packages()?;
    let rust = notices::linked(&packages).into_iter().map(|package| {
        component("cargo", &package.name, &package.version, package.licence.as_deref().unwrap_or_default())
    });
    let page = licences::bundled_packages()?;
    let page = page.iter().map(|(name, version, licence)| component("npm", name, version, licence));
    let list = document(version, time, rust.chain(page).collect());
    serde_json::to_string_pretty(&list).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// A list with more components.
///
/// # Errors
/// If it is no such list.
pub(super) fn with(list: &[u8], more: Vec<Value>) -> Result<Vec<u8>, String> {
    let mut list: Value = serde_json::from_slice(list).map_err(|error| error.to_string())?;
    let components =
        list["components"].as_array_mut().ok_or("the list of what is inside has no components")?;
    components.extend(more);
    serde_json::to_string_pretty(&list)
        .map(|text| (text + "\n").into_bytes())
        .map_err(|error| error.to_string())
}

fn document(version: &str, time: u64, components: Vec<Value>) -> Value {
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp(time),
            "component": {
                "type": "application",
                "bom-ref": "tabiya",
                "name": "tabiya",
                "version": version,
                "licenses": [{ "expression": "AGPL-3.0-or-later" }],
            },
        },
        "components": components,
    })
}

/// `kind` is the registry, or the distribution, as package URLs call it (purl-spec).
pub(super) fn component(kind: &str, name: &str, version: &str, licence: &str) -> Value {
    // The `@` before a scope and the `+` in a version are written out in a package URL.
    let url = format!("pkg:{kind}/{}@{}", name.replace('@', "%40"), version.replace('+', "%2B"));
    let mut component =
        json!({ "type": "library", "bom-ref": url, "name": name, "version": version, "purl": url });
    if !licence.is_empty() {
        // Older manifests write a slash for OR, which SPDX does not know.
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    component
}

/// Seconds since 1970 as RFC 3339 has them, by the days-to-civil calculation for the proleptic Gregorian calendar.
pub(super) fn timestamp(time: u64) -> String {
    let (days, seconds) = (time / 86_400, time % 86_400);
    let (mut year, mut left) = (1970, days);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{year}-{month:02}-{:02}T{hours:02}:{minutes:02}:{:02}Z", left + 1, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_793_491_199), "2026-10-31T23:59:59Z");
        assert_eq!(timestamp(1_798_761_599), "2026-12-31T23:59:59Z");
    }

    #[test]
    fn a_component_has_its_package_url_and_terms() {
        let one = component("npm", "@lichess-org/chessground", "10.1.1", "GPL-3.0-or-later");
        assert_eq!(one["purl"], "pkg:npm/%40lichess-org/chessground@10.1.1");
        assert_eq!(one["licenses"][0]["expression"], "GPL-3.0-or-later");
        assert_eq!(
            component("cargo", "a", "1.0.0", "MIT/Apache-2.0")["licenses"][0]["expression"],
            "MIT OR Apache-2.0"
        );
        assert_eq!(component("cargo", "a", "1.0.0", "").get("licenses"), None);
        let list = document("1.2.3", 0, vec![one]);
        assert_eq!(
            (&list["specVersion"], &list["metadata"]["component"]["version"]),
            (&json!("1.5"), &json!("1.2.3"))
        );
    }
}
