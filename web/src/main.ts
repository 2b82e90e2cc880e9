// SPDX-License-Identifier: AGPL-3.0-or-later
import { mount } from 'svelte';
import './pieces';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
