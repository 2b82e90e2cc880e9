// SPDX-License-Identifier: AGPL-3.0-or-later
// Every test speaks English, as the page does before it shows anything.
import { languages } from '../src/locale';

await languages.speak('en');
