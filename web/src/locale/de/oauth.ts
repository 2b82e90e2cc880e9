// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the page on which a program asks for access.
import type { Parts } from '../dictionary';

const oauth: Parts['oauth'] = {
  title: 'Ein Programm bittet um Zugang',
  asks: (origin: string) => `${origin} möchte hier für dich handeln.`,
  allows: 'Das Programm darf dann:',
  nothing: 'Dein öffentliches Profil sehen und sonst nichts.',
  as: (name: string) => `Du bist als ${name} angemeldet.`,
  logIn: 'Melde dich an, um fortzufahren.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  revoke: 'Du kannst das jederzeit in den Einstellungen widerrufen.',
  scopes: {
    'board:play': 'Partien mit einem Brett spielen',
    'bot:play': 'Partien als Bot spielen',
    'challenge:read': 'Deine Herausforderungen sehen',
    'challenge:write': 'Herausforderungen senden, annehmen und ablehnen',
    'challenge:bulk': 'Viele Partien für andere anlegen',
    'email:read': 'Deine E-Mail-Adresse sehen',
    'preference:read': 'Deine Einstellungen sehen',
    'preference:write': 'Deine Einstellungen ändern',
    'follow:read': 'Sehen, wem du folgst',
    'follow:write': 'Spielern folgen und sie blockieren',
    'msg:write': 'Nachrichten senden',
  } as Record<string, string>,
};

export default oauth;
