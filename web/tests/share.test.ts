// SPDX-License-Identifier: AGPL-3.0-or-later
// Sharing the site: which address others are given, the Wi-Fi's code, and what stands on the poster.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { languages } from '../src/locale';
import { addressesOf, addressForPhones, piecesOf, waysTo, wifiCode } from '../src/ui/addresses';
import Poster from '../src/ui/Poster.svelte';

const LAN = ['http://192.168.0.7:8080', 'http://10.0.0.7:8080'];
const at = (origin: string) => ({ hostname: new URL(origin).hostname, origin });

let shown: object | undefined;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
});

test('others are given the address by which the site was reached, unless that is only this computer’s', () => {
  for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.1.2.3:8080', 'http://[::1]:8080', 'http://chess.localhost']) {
    expect(addressesOf(at(own), { lan_urls: LAN }), own).toEqual(LAN);
    expect(addressesOf(at(own), { lan_urls: [] }), own).toEqual([]);
  }
  expect(addressesOf(at('http://10.0.0.7:8080'), { lan_urls: LAN })).toEqual(['http://10.0.0.7:8080', 'http://192.168.0.7:8080']);
  expect(addressesOf(at('http://tabiya.local:8080'), { lan_urls: LAN })).toEqual(['http://tabiya.local:8080', ...LAN]);
  expect(addressesOf(at('https://chess.example'), { lan_urls: [] })).toEqual(['https://chess.example']);
  expect(addressesOf(at('https://127.example'), { lan_urls: [] })).toEqual(['https://127.example']);
});

test('codes for phones lead to the site’s own address, else to the likeliest one on the network, and never to localhost', () => {
  const own = at('http://localhost:8080');
  const named = 'https://chess.example';
  expect(addressForPhones(own, { lan_urls: LAN, public_url: null })).toBe(LAN[0]);
  expect(addressForPhones(at('http://10.0.0.7:8080'), { lan_urls: LAN, public_url: null })).toBe('http://10.0.0.7:8080');
  for (const here of [own, at('http://10.0.0.7:8080'), at(named)]) expect(addressForPhones(here, { lan_urls: [], public_url: named })).toBe(named);
  expect(addressForPhones(own, { lan_urls: [], public_url: null })).toBeNull();
});

test('a page is opened by others as it is here, the side that its link names included', () => {
  const page = (origin: string) => `${origin}/game/abc?color=black`;
  const here = (origin: string) => ({ ...at(origin), pathname: '/game/abc', search: '?color=black' });
  const own = here('http://localhost:8080');
  expect(waysTo(own, { lan_urls: LAN, public_url: null })).toEqual({ link: page(LAN[0] ?? ''), others: [page(LAN[1] ?? '')], isForOthers: true });
  expect(waysTo(own, { lan_urls: [], public_url: null })).toEqual({ link: page(own.origin), others: [], isForOthers: false });
  expect(waysTo(here('https://chess.example'), { lan_urls: [], public_url: null })).toEqual({ link: page('https://chess.example'), others: [], isForOthers: true });
});

test('a line ends before the name or the port of an address, and in no word', () => {
  expect(piecesOf('https://chess.example')).toEqual(['https://', 'chess.example']);
  expect(piecesOf('http://192.168.0.7:8080')).toEqual(['http://', '192.168.0.7', ':8080']);
  expect(piecesOf('http://[fd42::7]:8080')).toEqual(['http://', '[fd42::7]', ':8080']);
  expect(piecesOf('http://[fd42::7]')).toEqual(['http://', '[fd42::7]']);
});

test('a phone’s camera reads names and passwords with any signs', () => {
  expect(wifiCode('Chess club', 'e4 e5')).toBe('WIFI:T:WPA;P:e4 e5;S:Chess club;;');
  expect(wifiCode('Café; "Zug"', 'a\\b:c,d')).toBe('WIFI:T:WPA;P:a\\\\b\\:c\\,d;S:Café\\; \\"Zug\\";;');
  expect(wifiCode('open', '')).toBe('WIFI:T:nopass;S:open;;');
});

function posterWith(wifi: string, password: string): HTMLElement {
  shown = mount(Poster, { target: document.body, props: { address: 'http://192.168.0.7:8080', wifi, password } });
  flushSync();
  return document.querySelector<HTMLElement>('.poster')!;
}

test('the poster has one code, and a second one for a Wi-Fi', async () => {
  await languages.need('share');
  const plain = posterWith('', '');
  expect(plain.querySelectorAll('svg')).toHaveLength(1);
  expect(plain.querySelector('.address')?.textContent).toBe('http://192.168.0.7:8080');
  expect(plain.textContent).not.toContain('Wi-Fi');
  if (shown) await unmount(shown);
  const both = posterWith('Chess club', 'e4e5');
  expect([...both.querySelectorAll('svg')].map((code) => code.getAttribute('aria-label'))).toEqual(['QR code of the Wi-Fi', 'QR code of the address']);
  expect(both.textContent).toContain('Chess club');
  expect(both.textContent).toContain('e4e5');
  if (shown) await unmount(shown);
  const open = posterWith('Chess club', '');
  expect(open.textContent).not.toContain('password');
});
