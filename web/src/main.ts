// SPDX-License-Identifier: AGPL-3.0-or-later
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './board/pieces';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
