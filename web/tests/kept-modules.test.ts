// SPDX-License-Identifier: AGPL-3.0-or-later
// What Vitest has kept of a module isn't used once the modules around it or the settings of the compilers are others.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { madeWith } from '../build/kept-modules';

test.each(['src/added/subject.ts', 'tests/added.ts', 'svelte.config.js', 'tsconfig.json'])('modules are made anew after a change of %s', (changed) => {
  const web = mkdtempSync(join(tmpdir(), 'kept-modules-'));
  onTestFinished(() => rmSync(web, { recursive: true }));
  for (const folder of ['build', 'src/added', 'tests']) mkdirSync(join(web, folder), { recursive: true });
  for (const file of ['src/main.ts', 'svelte.config.js', 'tsconfig.json']) writeFileSync(join(web, file), 'before');
  const before = madeWith(web);
  writeFileSync(join(web, 'src/main.ts'), 'its own text is part of the key');
  expect(madeWith(web)).toBe(before);
  writeFileSync(join(web, changed), 'after');
  expect(madeWith(web)).not.toBe(before);
});
