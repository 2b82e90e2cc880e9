// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server's certificate: where it comes from, and how it stays good.
//!
//! It comes from an authority that speaks ACME (`acme`), from files of the operator, or the server signs it itself. [`Keeper`] keeps
//! it good while the server runs. [`Shown`] is what every connection is shown: it changes under way, and connections that are open
//! stay as they are. Nothing here listens: the gate takes connections in, and HTTP answers the authority's question
//! ([`Challenges`]). Several nodes have one certificate, which stands in their database (`site`).
#![forbid(unsafe_code)]

mod acme;
mod certificate;
mod client;
mod clocks;
mod files;
mod keeper;
mod kept;
mod pauses;
mod self_signed;
mod shared;
mod shown;
mod site;

pub use acme::Challenges;
pub use certificate::{Certificate, CertificateError};
pub use client::{CallError, Client, is_public};
pub use clocks::Clocks;
pub use keeper::{CertificateState, Keeper, KeeperError, look_at};
pub use shown::{Shown, server_config};
