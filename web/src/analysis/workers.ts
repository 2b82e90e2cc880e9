// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules and the engine of the page, each in a Worker of its own. One worker of rules serves all boards of this tab.
import type { Engine, Rules } from './ports';
import { PageEngine } from './worker/engine';
import { PageRules } from './worker/rules';

let made: Rules | null = null;

/** The rules; their worker starts with the first question. */
export const rules = (): Rules => (made ??= new PageRules());

/** An engine of one's own, until it is closed. */
export const newEngine = (): Engine => new PageEngine();
