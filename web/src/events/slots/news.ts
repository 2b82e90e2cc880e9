// SPDX-License-Identifier: AGPL-3.0-or-later
import type { NewsLine } from '../../ui/slots';
import { NextEvent } from '../next-event.svelte';

export const slot: NewsLine[] = [{ place: 20, line: () => new NextEvent() }];
