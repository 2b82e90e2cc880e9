// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the chat beside a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('es');

const chat: Parts['chat'] = {
  players: 'Chat',
  spectators: 'Chat de espectadores',
  message: 'Mensaje',
  send: 'Enviar',
  empty: 'Aún no hay mensajes.',
  ready: 'Mensajes preparados',
  logIn: 'Entrar para escribir',
  mute: 'Silenciar',
  muteName: (name: string) => `Silenciar a ${name}`,
  report: 'Denunciar',
  reportLine: (name: string) => `Denunciar el mensaje de ${name}`,
  reported: 'Denunciado. El equipo lo mirará.',
  hidden: (count: number) => plural(count, { one: '# persona silenciada.', other: '# personas silenciadas.' }),
  showAll: 'Mostrar todo',
  said: (name: string, text: string) => `${name} dice: ${text}`,
  presets: {
    Hello: 'Hola',
    'Good luck': 'Suerte',
    'Have fun': 'Que lo disfrutes',
    'Good game': 'Buena partida',
    'Well played': 'Bien jugado',
    Thanks: 'Gracias',
    Sorry: 'Lo siento',
    Bye: 'Adiós',
  },
};
export default chat;
