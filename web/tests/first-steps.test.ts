// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { keepStep, STEPS, stepAfter, stepNow } from '../src/people/firstSteps';
import { remember } from '../src/platform/storage';

test('the steps come one after another, and a reload goes on where it was', () => {
  expect(stepNow(), 'nobody came by the link').toBeNull();
  const walked = [];
  for (let step: (typeof STEPS)[number] | null = STEPS[0]; step !== null; step = stepAfter(step)) {
    keepStep(step);
    expect(stepNow()).toBe(step);
    walked.push(step);
  }
  expect(walked).toEqual(STEPS);
  keepStep(null);
  expect(stepNow()).toBeNull();
});

test('what another version has kept is no step', () => {
  for (const kept of ['terms', 7, { step: 'name' }]) {
    remember('first-steps', kept);
    expect(stepNow()).toBeNull();
  }
});
