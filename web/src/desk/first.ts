// SPDX-License-Identifier: AGPL-3.0-or-later
import { read } from '../platform/api';
import type { NodesView, SettingView, SiteView } from '../platform/protocol';
import { stepNow } from '../people/firstSteps';
import { deskPath } from './parts';

/** What a new admin is asked about. */
export interface FirstView {
  site: SiteView;
  settings: SettingView[];
}

export async function readFirst(): Promise<FirstView> {
  const [site, settings] = await Promise.all([read<SiteView>('/api/page/site'), read<SettingView[]>(deskPath('settings'))]);
  return { site, settings };
}

/** What stands above and below the figures of the overview. */
export interface Around {
  /** Null for whoever is led through nothing. */
  first: FirstView | null;
  nodes: NodesView | null;
}

/** All of it before any of it is shown, so that nothing is pushed away later. What can't be had is left out. */
export async function readAround(): Promise<Around> {
  const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);
  const [first, nodes] = await Promise.all([
    stepNow() ? orNull(readFirst()) : null,
    orNull(read<NodesView>(deskPath('nodes'))),
  ]);
  return { first, nodes };
}
