// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { languages } from '../src/locale';

test('an effect that asks for a part of the texts does not ask again with another part or language', async () => {
  let asked = 0;
  const end = $effect.root(() => {
    $effect(() => {
      asked += 1;
      void languages.need('oauth');
    });
  });
  flushSync();
  await languages.need('watch');
  await languages.speak('de');
  flushSync();
  expect(asked).toBe(1);
  end();
  await languages.speak('en');
});
