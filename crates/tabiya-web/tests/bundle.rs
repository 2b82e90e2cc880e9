// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server relies on, however the page was built.

#[test]
fn every_file_is_found_by_its_own_path() {
    for file in tabiya_web::files() {
        assert_eq!(tabiya_web::find(file.path).map(|found| found.hash), Some(file.hash), "{}", file.path);
    }
}

#[test]
fn index_has_nothing_inline() {
    let index = tabiya_web::find("index.html").expect("an index");
    let html = std::str::from_utf8(index.raw).expect("UTF-8");
    for script in html.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').expect("a closed tag");
        assert!(tag.contains("src="), "a script without a source: {tag}");
        assert!(rest.starts_with("</script>"), "an inline script: {rest:.40}");
    }
    assert!(!html.contains("<style") && !html.contains("style=\""), "inline style in {html}");
}

#[test]
fn twins_are_smaller_than_what_they_stand_for() {
    for file in tabiya_web::files() {
        for twin in [file.brotli, file.gzip].into_iter().flatten() {
            assert!(twin.len() < file.raw.len(), "{}", file.path);
        }
    }
}

#[test]
fn names_that_may_be_kept_for_ever_carry_a_hash() {
    for file in tabiya_web::files() {
        assert_eq!(file.immutable, file.path.starts_with("assets/"), "{}", file.path);
    }
}

/// The bundle contains chessground with its pieces, whose licence requires its notice and its source; Lucide's icons, which
/// are one of the piece sets too; Svelte, and what draws QR codes. Each wants its licence to go with it.
#[test]
fn notices_name_what_is_bundled() {
    if tabiya_web::files().len() == 1 {
        return; // built with TABIYA_SKIP_WEB
    }
    for name in ["@lichess-org/chessground", "lucide-static", "svelte", "uqr"] {
        let notice = tabiya_web::notices().iter().find(|notice| notice.name == name);
        assert!(notice.is_some_and(|notice| notice.text.len() > 500), "no notice for {name}");
    }
}
