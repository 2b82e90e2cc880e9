// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ServerInfo } from '../platform/protocol';

/** Names and addresses by which a computer calls itself (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). */
const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The addresses under which others reach this site, the likeliest first; empty where only this computer reaches it. */
export function addressesOf({ hostname, origin }: Pick<Location, 'hostname' | 'origin'>, info: Pick<ServerInfo, 'lan_urls'>): string[] {
  // By what it was opened here it was reached; only the computer itself knows itself by other names.
  const shown = OWN.test(hostname) ? [] : [origin];
  return [...new Set([...shown, ...info.lan_urls])];
}

/**
 * The address to which codes for phones lead: the site's own if it has one, else the likeliest of those on the local network. Null where
 * only this computer reaches the site.
 */
export function addressForPhones(here: Pick<Location, 'hostname' | 'origin'>, info: Pick<ServerInfo, 'lan_urls' | 'public_url'>): string | null {
  return info.public_url ?? addressesOf(here, info)[0] ?? null;
}

/** How others open the page that is shown. */
export interface Ways {
  link: string;
  /** The same page under the other addresses of the local network. */
  others: string[];
  /** Whether others can open the link: on a phone, for example. */
  isForOthers: boolean;
}

/** How others open this page. A link to `localhost` would lead them to their own computer, so another address takes its place. */
export function waysTo(here: Pick<Location, 'hostname' | 'origin' | 'pathname' | 'search'>, info: Pick<ServerInfo, 'lan_urls' | 'public_url'>): Ways {
  const site = addressForPhones(here, info);
  const page = (origin: string) => origin + here.pathname + here.search;
  return {
    link: page(site ?? here.origin),
    others: info.lan_urls.filter((url) => url !== site).map(page),
    isForOthers: site !== null,
  };
}

/** The pieces of an address between which a line may end: `https://`, the name, and the port. */
export const piecesOf = (address: string): string[] => address.split(/(?<=:\/\/)|(?=:\d+$)/);

/** What a phone's camera takes for a Wi-Fi to join, as all systems read it; without a password an open one. */
export function wifiCode(name: string, password: string): string {
  const quoted = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
  return `WIFI:T:${password ? `WPA;P:${quoted(password)}` : 'nopass'};S:${quoted(name)};;`;
}
