// SPDX-License-Identifier: AGPL-3.0-or-later
// A festival with two sections: created, joined on a phone, a player moved, both paired; their board numbers run on.
import { makeAdmin } from '../support/desk';
import { DEVICES, register } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { letThrough } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

test('an Open and a Minor share players, acts and board numbers', async ({ server, person, provokes }) => {
  // An entry that is refused.
  provokes(answered(409));
  const organiser = await person();
  await makeAdmin(organiser, server);
  await organiser.goto(`${server.origin}/events/new`);
  await organiser.getByLabel('Name', { exact: true }).fill('Spring congress');
  await organiser.getByLabel('Rounds').fill('3');
  await organiser.getByRole('switch', { name: 'Over the board' }).check();
  await organiser.getByRole('button', { name: 'Add a section' }).click();
  const [first, second] = [1, 2].map((number) => organiser.getByRole('group', { name: `Section ${number}` }));
  await first!.getByLabel('Section').fill('Open');
  await second!.getByLabel('Section').fill('Minor');
  await second!.getByLabel('Rating to').fill('1600');
  await organiser.getByRole('button', { name: 'Create event' }).click();
  await expect(organiser.getByRole('heading', { name: 'Spring congress, Open' })).toBeVisible();
  const tabs = organiser.getByRole('navigation', { name: 'Sections' });
  await expect(tabs.getByRole('link')).toHaveText([/Open.*all ratings/, /Minor.*up to 1600/]);
  const address = organiser.url();

  // A phone: without a rating both sections fit, and whoever is in one can't join the other.
  const phone = await person(DEVICES.phone);
  const name = await register(phone);
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Join Minor' }).click();
  await expect(phone.getByRole('heading', { name: 'Spring congress, Minor' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await phone.goto(address);
  await expect(phone.getByRole('link', { name: 'You play in Minor.' })).toBeVisible();
  await expect(phone.getByRole('button', { name: /^Join/ })).toHaveCount(0);

  const addAll = async (names: string[]) => {
    for (const one of names) {
      await organiser.getByLabel('Add player').fill(one);
      await organiser.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(organiser.getByRole('table', { name: 'Starting list' }).getByText(one)).toBeVisible();
    }
  };
  await addAll(['Ann Berg', 'Bo Lind', 'Cleo Zorn', 'Dan Frey']);

  // The list shows a new player before the request is answered, so people type the next name early.
  let answer = () => undefined as void;
  const held = new Promise<void>((goOn) => (answer = goOn));
  await organiser.route('**/api/page/events/*', async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'POST') await held;
    await route.fulfill({ response });
  });
  await addAll(['Eve Hall']);
  await organiser.getByLabel('Add player').fill('Fritz Kast');
  answer();
  // The answer has come: nothing is on its way any more.
  await expect(organiser.getByRole('button', { name: 'Pair next round' })).toBeEnabled();
  await expect(organiser.getByLabel('Add player')).toHaveValue('Fritz Kast');
  await letThrough(organiser);

  // An entry that is refused comes back into the form. Where the next name is typed by then, the refused one is named beside it.
  for (const next of ['', 'Fritz Kast']) {
    let refuse = () => undefined as void;
    const asked = new Promise<void>((goOn) => (refuse = goOn));
    await organiser.route('**/api/page/events/*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await asked;
      await route.fulfill({ status: 409, json: { error: { code: 'event_refused', message: 'no' }, refusal: { kind: 'entered_before', name: 'Eve Hall' } } });
    });
    await organiser.getByLabel('Add player').fill('Eve Hall');
    await organiser.getByLabel('Add player').press('Enter');
    await expect(organiser.getByLabel('Add player')).toHaveValue('');
    await expect(organiser.getByLabel('Add player')).toBeFocused();
    await organiser.keyboard.type(next);
    refuse();
    await expect(organiser.getByRole('alert').filter({ hasText: 'Eve Hall' })).toHaveText(next ? /^Eve Hall wasn’t added\. Eve Hall / : /^Eve Hall (?!wasn’t)/);
    await expect(organiser.getByLabel('Add player')).toHaveValue(next || 'Eve Hall');
    await letThrough(organiser);
  }
  await organiser.getByRole('button', { name: 'Hide' }).click();
  await expect(organiser.getByText('Eve Hall wasn’t added.')).toHaveCount(0);
  await organiser.getByLabel('Add player').fill('');

  await tabs.getByRole('link', { name: 'Minor' }).click();
  await addAll(['Gus Iversen', 'Hedy Jung']);

  // The desk finds a player of the other section, and moves one.
  await organiser.getByRole('navigation', { name: 'Arbiter’s desk' }).getByRole('link', { name: 'Check-in' }).click();
  await organiser.getByLabel('Find a player').fill('Lind');
  await organiser.getByRole('link', { name: 'Bo Lind is in Open' }).click();
  await expect(organiser.getByRole('heading', { name: 'Spring congress, Open' })).toBeVisible();
  await organiser.getByLabel('Section of Eve Hall').selectOption('Minor');
  await expect(organiser.getByText('Eve Hall is in Minor')).toBeVisible();
  await expect(organiser.getByLabel('Section of Eve Hall')).toHaveCount(0);
  await organiser.getByRole('link', { name: 'Back to the event' }).click();

  for (const act of ['Pair all sections', 'Publish all sections', 'Start all sections']) await organiser.getByRole('button', { name: act }).click();
  await expect(organiser.getByRole('button', { name: 'Start all sections' })).toHaveCount(0);
  await organiser.getByRole('radio', { name: 'Pairings' }).check();
  const boards = organiser.getByRole('list', { name: 'Pairings' }).getByRole('listitem');
  await expect(boards.locator('.number')).toHaveText(['1', '2']);
  await tabs.getByRole('link', { name: 'Minor' }).click();
  await organiser.getByRole('radio', { name: 'Pairings' }).check();
  await expect(boards.locator('.number')).toHaveText(['3', '4']);
  await organiser.getByLabel('Result on board 4').selectOption('1-0');
  await expect(organiser.getByLabel('Result on board 4')).toHaveValue('1-0');

  // One sheet at the door has everybody.
  await organiser.getByRole('navigation', { name: 'Arbiter’s desk' }).getByRole('link', { name: 'Print' }).click();
  await organiser.getByLabel('What to print').selectOption('Pairings by name, all sections');
  const rows = organiser.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Berg, Ann' })).toContainText('Open');
  await expect(organiser.getByRole('row', { name: new RegExp(`^${name} .*Minor [34] `) })).toHaveCount(1);

  // Lists have the festival once.
  await organiser.goto(`${server.origin}/events`);
  await expect(organiser.getByRole('link', { name: 'Spring congress' })).toHaveCount(1);
  await expect(organiser.getByRole('link', { name: 'Spring congress' })).toContainText('Open, Minor');
});
