// SPDX-License-Identifier: AGPL-3.0-or-later
import { recall, remember } from '../platform/storage';

/** What a new admin is led through, in this order. */
export const STEPS = ['name', 'access', 'mail', 'backups', 'invite'] as const;

export type Step = (typeof STEPS)[number];

const NAME = 'first-steps';

/** The step that this browser's admin is at; null where there is none, or where all are done or skipped. */
export function stepNow(): Step | null {
  const kept = recall<unknown>(NAME, null);
  return STEPS.find((step) => step === kept) ?? null;
}

/** Keeps the step; a reload, or the way to the settings and back, goes on there. */
export const keepStep = (step: Step | null): void => remember(NAME, step);

/** What comes after a step; null after the last. */
export const stepAfter = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null;
