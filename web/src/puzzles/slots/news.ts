// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../../locale';
import { pathTo } from '../../platform/router.svelte';
import type { NewsLine } from '../../ui/slots';

/** The puzzle of the day. */
const line: NewsLine['line'] = () => ({
  get now() {
    return { href: `${pathTo({ page: 'puzzles' })}#/daily`, text: t.home.news.daily };
  },
});

export const slot: NewsLine[] = [{ place: 10, line }];
