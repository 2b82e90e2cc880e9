// SPDX-License-Identifier: AGPL-3.0-or-later
import type { en } from './en';

/** All texts of the page in one language. English is the model: a language that lacks a text does not compile. */
export type Dictionary = typeof en;

/** How a dictionary is fetched. */
export type Loader = () => Promise<{ default: Dictionary }>;
