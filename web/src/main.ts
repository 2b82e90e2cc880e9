// SPDX-License-Identifier: AGPL-3.0-or-later
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/direction.css';
import './board/pieces.svelte';
import { mount } from 'svelte';
import App from './App.svelte';
import { challenges } from './lobby/challenges.svelte';
import './lobby/rounds.svelte';
import { search } from './lobby/search.svelte';
import { languages } from './locale';
import { loadPage } from './pages';
import { account } from './platform/account.svelte';
import { device } from './platform/device.svelte';
import { mine } from './platform/mine';
import { router } from './platform/router.svelte';
import { PATHS } from './platform/routes';
import { settings } from './platform/settings.svelte';
import { keepStyled } from './platform/styled';
import { KEPT, PAGES } from './subjects';
import { site } from './platform/site.svelte';

async function start(target: HTMLElement): Promise<void> {
  keepStyled();
  // The page's own file is asked for now, so that it comes beside the language and not after it.
  // Where it can't be had, the page says so when it is shown.
  if (router.route) loadPage(router.route.page).catch(() => undefined);
  account.start();
  challenges.start();
  // A connection may speak for somebody else: the session may have ended, or the account was closed. The first one may come
  // before it is known who this is.
  let isFirst = true;
  mine.on((message) => {
    if (message.type !== 'mine') return;
    const { account: name } = message;
    const look = async () => {
      if (name !== account.me?.name) await account.load();
    };
    if (isFirst) void account.asked.then(look);
    else void account.load();
    isFirst = false;
  });
  mine.start();
  void site.load();
  await languages.speak(languages.best([settings.language ?? '', ...navigator.languages]));
  languages.follow(() => settings.language);
  search.resume();
  target.replaceChildren();
  mount(App, { target });
  const texts = KEPT.flatMap((page) => PAGES[page].texts);
  device.start(
    KEPT.map((page) => PATHS[page]),
    () => Promise.all(texts.map((part) => languages.need(part))),
  );
}

const target = document.getElementById('app');
if (target) void start(target);
