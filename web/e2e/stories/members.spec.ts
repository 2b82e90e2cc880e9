// SPDX-License-Identifier: AGPL-3.0-or-later
// The list of members that an organiser keeps: pasted once, found by three letters at the desk of every event, and erased in all.
import type { EventAnswer, EventView } from '../../src/platform/protocol';
import { makeAdmin } from '../support/desk';
import { register } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { letThrough } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

const NAMES = Array.from({ length: 197 }, (_, number) => `Player${number}, Somebody;${1000 + number};Wasa;;`);
const LIST = `name;rating;club;note;child\n"Berg, Ann";1900;Wasa;left-handed;\nBjörn Öst;1600;;;\nKim Lind;;;;yes\n${NAMES.join('\n')}\n`;

test('members are pasted once, entered with three letters in every event, and erased in all of them', async ({ server, person, provokes }) => {
  // A stranger asks for the list, and a member who plays is not erased.
  provokes(answered(403), answered(409));
  const arbiter = await person();
  await makeAdmin(arbiter, server);
  const post = (path: string, data: object) => arbiter.request.post(`${server.origin}${path}`, { headers: { origin: server.origin }, data });
  const create = async (name: string): Promise<string> => {
    const wish = { name, format: { kind: 'swiss', rounds: 3 }, time: { initial_ms: 600_000, increment_ms: 5000 }, rated: false, over_the_board: true, open: true };
    return ((await (await post('/api/page/events', wish)).json()) as { id: string }).id;
  };
  const read = async (id: string): Promise<EventView> => ((await (await arbiter.request.get(`${server.origin}/api/page/events/${id}`)).json()) as EventAnswer).event!;

  await arbiter.goto(`${server.origin}/events`);
  await arbiter.getByRole('link', { name: 'Members' }).click();
  await expect(arbiter.getByText('No members yet. Paste a list.')).toBeVisible();
  await arbiter.getByLabel('List of members').fill(LIST);
  await arbiter.getByRole('button', { name: 'Add members' }).click();
  await expect(arbiter.getByText('200 members added, 0 updated.')).toBeVisible();
  await arbiter.getByLabel('List of members').fill('name;rating\nann berg;1950\n');
  await arbiter.getByRole('button', { name: 'Add members' }).click();
  await expect(arbiter.getByText('0 members added, 1 updated.')).toBeVisible();
  const list = arbiter.getByRole('list', { name: 'Members' });
  await arbiter.getByRole('searchbox', { name: 'Find a member' }).fill('ost');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Change: Björn Öst' }).click();
  await list.getByLabel('Note').fill('plays on Fridays');
  await list.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('plays on Fridays');

  const events = [await create('Friday'), await create('Saturday')];
  for (const id of events) {
    await arbiter.goto(`${server.origin}/event/${id}#checkin`);
    const find = arbiter.getByRole('searchbox', { name: 'Find a player' });
    const counts = arbiter.getByRole('region', { name: 'Players' }).getByRole('status');
    await expect(find).toBeFocused();
    // Faster than the server answers.
    let answer = (): void => undefined;
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await arbiter.route(/\/members\?find=/, async (route) => {
      await typed;
      await route.continue();
    });
    await arbiter.keyboard.type('ber');
    await arbiter.keyboard.press('Enter');
    answer();
    await expect(counts).toContainText('1 of 1 present');
    await letThrough(arbiter);
    // And at leisure: the letters show who is meant.
    await arbiter.keyboard.type('ost');
    await expect(arbiter.getByRole('list', { name: 'From the list of members' }).getByRole('listitem')).toHaveText(/Björn Öst/);
    await arbiter.keyboard.press('Shift+Enter');
    await expect(counts).toContainText('2 of 2 present · 1 paid');
    // Again: ticked already, and nobody enters twice.
    await arbiter.keyboard.type('ber');
    await expect(arbiter.getByRole('list', { name: 'From the list of members' })).toHaveCount(0);
    await arbiter.keyboard.press('Shift+Enter');
    await expect(counts).toContainText('2 of 2 present · 2 paid');
    expect((await read(id)).entrants.map(({ name, rating }) => [name, rating])).toEqual([['Berg, Ann', 1950], ['Björn Öst', 1600]]);
  }

  // A child has strangers see short names, and a late entry becomes a member.
  const [friday = '', saturday = ''] = events;
  await arbiter.keyboard.type('kim');
  await expect(arbiter.getByRole('list', { name: 'From the list of members' })).toContainText('Kim Lind');
  await arbiter.keyboard.press('Enter');
  await expect(arbiter.getByText('strangers see short names from now on')).toBeVisible();
  await arbiter.keyboard.type('Zoe Late');
  await arbiter.getByLabel('Keep as a member').check();
  await arbiter.getByRole('button', { name: 'Add late entry' }).click();
  await expect(arbiter.getByRole('region', { name: 'Players' }).getByRole('status')).toContainText('4 of 4 present');

  // Whoever is no organiser reads nothing of it, also not by the address.
  const guest = await person();
  await register(guest);
  expect((await guest.request.get(`${server.origin}/api/page/members?find=ber`)).status()).toBe(403);
  expect((await guest.request.get(`${server.origin}/api/page/events/${friday}/members?find=mem`)).status()).toBe(403);
  const outside = (await (await guest.request.get(`${server.origin}/api/page/events/${saturday}`)).json()) as EventAnswer;
  expect(JSON.stringify(outside)).not.toContain('Kim Lind');

  await arbiter.goto(`${server.origin}/members`);
  const searched = arbiter.getByRole('searchbox', { name: 'Find a member' });
  await searched.fill('zoe');
  await expect(list.getByRole('listitem')).toHaveText(/Zoe Late/);
  await searched.fill('xyz');
  await expect(list).toContainText('No member by that name.');
  await searched.fill('berg');
  await list.getByRole('button', { name: 'Erase name: Ann Berg' }).click();
  await list.getByRole('button', { name: 'Erase this name' }).click();
  await expect(arbiter.getByRole('alert')).toContainText(/^Berg, Ann still plays in (Fri|Satur)day\./);
  for (const id of events) await post(`/api/page/events/${id}`, { seen: (await read(id)).number, act: { do: 'finish' } });
  await list.getByRole('button', { name: 'Erase name: Ann Berg' }).click();
  await list.getByRole('button', { name: 'Erase this name' }).click();
  await expect(arbiter.getByText('Ann Berg erased, in 2 events')).toBeVisible();
  await expect(list).toContainText('No member by that name.');
  for (const id of events) expect((await read(id)).entrants[0]!.name).toBe('Player 1');
});
