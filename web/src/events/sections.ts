// SPDX-License-Identifier: AGPL-3.0-or-later
// A section as its form has it.

export interface SectionChoice {
  name: string;
  /** The lowest and the highest rating; null for any. */
  from: number | null;
  to: number | null;
}

export const noSection = (): SectionChoice => ({ name: '', from: null, to: null });

/** What the form says, as the server reads it. */
export const sectionOf = ({ name, from, to }: SectionChoice): { name: string; rating_from: number | null; rating_to: number | null } => ({ name, rating_from: from ?? null, rating_to: to ?? null });
