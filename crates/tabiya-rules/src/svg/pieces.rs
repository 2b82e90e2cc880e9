// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shapes of the pieces, of our own design, each on a square of 45 by 45 units.
//!
//! Outlines use fill and stroke of the group around them. Fine lines inside use its `color`, which contrasts
//! with the fill.

use crate::role::Role;

/// The base that all pieces share.
const FOOT: &str = r#"<path d="M12.5 40v-1.6c0-1.6 1-2.6 2.6-2.6h14.8c1.6 0 2.6 1 2.6 2.6V40z"/>"#;

/// Body, base and fine lines.
pub(super) const fn shape(role: Role) -> (&'static str, &'static str, &'static str) {
    match role {
        Role::Pawn => (
            r#"<path d="M16 35.8c1.6-4 3.8-7 4.3-12.3h4.4c.5 5.3 2.7 8.3 4.3 12.3z"/><path d="M17.2 23.5v-1.2c0-.9.6-1.5 1.5-1.5h7.6c.9 0 1.5.6 1.5 1.5v1.2z"/><circle cx="22.5" cy="15.8" r="5.2"/>"#,
            FOOT,
            "",
        ),
        Role::Knight => (
            r#"<path d="M14.5 35.8c-.3-6.6 5.2-9.2 6.7-14.3-2.4 1.3-4.7 1.5-6.6 3.100l-2.2 1.900c-.6.5-1.3.5-1.9.1l-1.6-1.200c-.6-.5-.8-1.2-.4-1.9 2.2-4.2 3.6-8.1 6.5-10.8.5-1.9.3-3.5.8-5.5 1.9.7 3.3 1.8 4.5 3.2 8.7.3 14.3 7.4 12.9 18.2-.4 2.9-1.3 5-1.7 7.200z"/>"#,
            FOOT,
            r#"<circle cx="17.2" cy="15.3" r="1.1" fill="currentColor" stroke="none"/><path d="M24.5 12.900c4.1 2.1 6.2 6.3 5.6 12.100M11 23.800l1.3-.9" fill="none" stroke="currentColor"/>"#,
        ),
        Role::Bishop => (
            r#"<path d="M16.2 35.8c3-1.4 3.6-3.3 3.7-6.300h5.200c.1 3 .7 4.9 3.7 6.300z"/><path d="M22.5 10.200c-4.7 3.9-7.6 7.8-7.6 11.7 0 3.6 2.1 6.1 4.4 7.600h6.400c2.3-1.5 4.4-4 4.4-7.6 0-3.9-2.9-7.8-7.6-11.700z"/><circle cx="22.5" cy="8.2" r="2.1"/>"#,
            FOOT,
            r#"<path d="M25.9 14.500l-4.3 6.300M18.8 29.500h7.4" fill="none" stroke="currentColor"/>"#,
        ),
        Role::Rook => (
            r#"<path d="M15.2 35.800l1.5-15.300h11.600l1.5 15.300z"/><path d="M13.6 10.500h4v2.800h3v-2.800h3.800v2.800h3v-2.800h4v6.400l-3.1 3.600H16.700l-3.1-3.600z"/>"#,
            FOOT,
            r#"<path d="M16.7 20.500h11.600M15.6 32h13.8" fill="none" stroke="currentColor"/>"#,
        ),
        Role::Queen => (
            r#"<path d="M14.6 35.800c-.2-2.5-.9-4.2-1.7-6.200L9.2 16.500l6.6 7.3.8-11.6 5.9 10.6 5.9-10.6.8 11.6 6.6-7.3-3.7 13.100c-.8 2-1.5 3.7-1.7 6.200z"/><circle cx="8.9" cy="14.9" r="2"/><circle cx="16.5" cy="10.6" r="2"/><circle cx="28.5" cy="10.6" r="2"/><circle cx="36.1" cy="14.9" r="2"/>"#,
            FOOT,
            r#"<path d="M13.3 30.200c6-1.5 12.4-1.5 18.4 0" fill="none" stroke="currentColor"/>"#,
        ),
        Role::King => (
            r#"<path d="M22.5 5v8M18.9 8h7.2" fill="none" stroke-width="2.2"/><path d="M14.6 35.800c-.2-2.4-.8-3.9-1.7-5.6-1.7-3-3.9-5-3.9-8.6 0-3.7 2.7-6.1 6.1-6.1 2.6 0 4.3 1 5.4 2.4.3-2.6 1-4.1 2-5.3 1 1.2 1.7 2.7 2 5.3 1.1-1.4 2.8-2.4 5.4-2.4 3.4 0 6.1 2.4 6.1 6.1 0 3.6-2.2 5.6-3.9 8.6-.9 1.7-1.5 3.2-1.7 5.600z"/>"#,
            FOOT,
            r#"<path d="M13.3 30.600c6-1.5 12.4-1.5 18.4 0M22.5 29.300v-8" fill="none" stroke="currentColor"/>"#,
        ),
    }
}
