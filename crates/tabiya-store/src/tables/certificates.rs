// SPDX-License-Identifier: AGPL-3.0-or-later
//! The certificates that nodes share, over any database.

use async_trait::async_trait;
use tabiya_game::Time;

use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{CertificateFor, Certificates, OrderAnswer, OrderStep, SharedCertificate, StorageError};

/// The columns that [`certificate`] reads.
macro_rules! columns {
    () => {
        "pem, order_number, not_before, failures, token, proof"
    };
}
pub(super) use columns;

pub(super) fn certificate(columns: &mut Columns) -> Result<SharedCertificate, StorageError> {
    Ok(SharedCertificate {
        pem: columns.optional_text()?,
        order: columns.number()?,
        not_before: Time(columns.number()?),
        failures: columns.number()?,
        answer: answer(columns)?,
    })
}

fn answer(columns: &mut Columns) -> Result<Option<OrderAnswer>, StorageError> {
    let (token, proof) = (columns.optional_text()?, columns.optional_text()?);
    Ok(token.zip(proof).map(|(token, proof)| OrderAnswer { token, proof }))
}

#[async_trait]
impl<D: Database> Certificates for D {
    async fn shared_certificate(
        &self,
        of: &CertificateFor,
    ) -> Result<Option<SharedCertificate>, StorageError> {
        let sql = concat!("SELECT ", columns!(), " FROM site_certificate WHERE authority = $1 AND name = $2");
        let rows = self.read(Statement::new(sql, key(of))).await?;
        rows.into_iter().next().map(|row| certificate(&mut row.columns())).transpose()
    }

    async fn order_answer(&self, of: &CertificateFor) -> Result<Option<OrderAnswer>, StorageError> {
        let sql = "SELECT token, proof FROM site_certificate WHERE authority = $1 AND name = $2";
        let rows = self.read(Statement::new(sql, key(of))).await?;
        rows.into_iter().next().map_or(Ok(None), |row| answer(&mut row.columns()))
    }

    async fn begin_order(
        &self,
        of: &CertificateFor,
        after: u32,
        not_before: Time,
    ) -> Result<bool, StorageError> {
        let mut values = [key(of), vec![millis(not_before)]].concat();
        let sql = if after == 0 {
            "INSERT INTO site_certificate (authority, name, order_number, not_before, failures)
             VALUES ($1, $2, 1, $3, 0) ON CONFLICT DO NOTHING"
        } else {
            values.push(after.into());
            "UPDATE site_certificate
             SET order_number = order_number + 1, not_before = $3, token = NULL, proof = NULL
             WHERE authority = $1 AND name = $2 AND order_number = $4"
        };
        done(self, Statement::new(sql, values)).await
    }

    async fn step_order(
        &self,
        of: &CertificateFor,
        order: u32,
        step: &OrderStep,
        not_before: Time,
    ) -> Result<bool, StorageError> {
        let (set, new): (_, Vec<Value>) = match step {
            OrderStep::GoesOn => ("", Vec::new()),
            OrderStep::Asked(OrderAnswer { token, proof }) => {
                (", token = $5, proof = $6", vec![token.as_str().into(), proof.as_str().into()])
            }
            OrderStep::Done(pem) => {
                (", pem = $5, failures = 0, token = NULL, proof = NULL", vec![pem.as_str().into()])
            }
            OrderStep::Failed => (", failures = failures + 1, token = NULL, proof = NULL", Vec::new()),
        };
        let sql = format!(
            "UPDATE site_certificate SET not_before = $3{set} WHERE authority = $1 AND name = $2 AND order_number = $4"
        );
        let values = [key(of), vec![millis(not_before), order.into()], new].concat();
        done(self, Statement::new(sql, values)).await
    }

    async fn authority_account(&self, authority: &str) -> Result<Option<String>, StorageError> {
        let sql = "SELECT account FROM authority_account WHERE authority = $1";
        let rows = self.read(Statement::new(sql, vec![authority.into()])).await?;
        rows.into_iter().next().map(|row| row.columns().text()).transpose()
    }

    async fn keep_authority_account(&self, authority: &str, account: &str) -> Result<(), StorageError> {
        let sql = "INSERT INTO authority_account (authority, account) VALUES ($1, $2)
             ON CONFLICT (authority) DO UPDATE SET account = excluded.account";
        let kept = Statement::new(sql, vec![authority.into(), account.into()]);
        self.change(Change::new(vec![kept])?).await?;
        Ok(())
    }
}

fn key(of: &CertificateFor) -> Vec<Value> {
    vec![of.authority.as_str().into(), of.name.as_str().into()]
}

/// Whether this statement has changed its one row.
async fn done(database: &impl Database, statement: Statement) -> Result<bool, StorageError> {
    let change = Change::new(vec![statement.touching(1)])?;
    Ok(matches!(database.change(change).await?, Changed::Done))
}
