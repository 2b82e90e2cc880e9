// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../../locale';
import type { DeskPart } from '../../ui/slots';

export const slot: DeskPart[] = [
  {
    place: 10,
    part: 'overview',
    name: () => t.desk.parts.overview,
    roles: ['admin'],
    load: () => import('../OverviewPart.svelte'), texts: ['desk'],
  },
  {
    place: 20,
    part: 'users',
    name: () => t.desk.parts.users,
    roles: ['admin', 'moderator'],
    load: () => import('../UsersPart.svelte'), texts: ['desk'],
  },
  {
    place: 30,
    part: 'reports',
    name: () => t.desk.parts.reports,
    roles: ['admin', 'moderator'],
    load: () => import('../ReportsPart.svelte'), texts: ['desk'],
  },
  {
    place: 40,
    part: 'cards',
    name: () => t.desk.parts.cards,
    roles: ['admin', 'organiser'],
    load: () => import('../CardsPart.svelte'), texts: ['desk'],
  },
  {
    place: 50,
    part: 'site',
    name: () => t.desk.parts.site,
    roles: ['admin'],
    load: () => import('../SitePart.svelte'), texts: ['desk'],
  },
  {
    place: 60,
    part: 'log',
    name: () => t.desk.parts.log,
    roles: ['admin', 'moderator'],
    load: () => import('../LogPart.svelte'), texts: ['desk'],
  },
];
