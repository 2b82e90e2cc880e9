// SPDX-License-Identifier: MIT OR Apache-2.0
//! When a field is left out of a message.

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
pub(crate) const fn is_zero(value: &u32) -> bool {
    *value == 0
}
