// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the ways into an account: logging in, code cards, links that work once.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('es');

const enter: Parts['enter'] = {
  name: 'Nombre',
  nameOrEmail: 'Nombre o correo electrónico',
  nameHint: 'De 2 a 20 letras o cifras. Los demás lo ven.',
  password: 'Contraseña',
  passwordHint: 'Al menos 8 caracteres.',
  email: 'Correo (opcional)',
  emailHint: 'Solo para poner una contraseña nueva si olvidas la tuya.',
  forgotten: '¿Has olvidado la contraseña?',
  invitation: 'Invitación',
  code: 'Código',
  codeHint: 'Escribe el código que muestra tu autenticador, o uno de tus códigos de recuperación.',
  noName: 'Escribe tu nombre.',
  noPassword: 'Escribe tu contraseña.',
  noCode: 'Escribe el código.',
  wrongCode: 'Este código no vale. Escribe el que se muestra ahora.',
  accept: { before: 'Al registrarte aceptas las ', rules: 'reglas de este sitio', after: '.' },
  newHere: '¿Es tu primera vez?',
  haveAccount: '¿Ya tienes cuenta?',
  card: 'Entrar con una tarjeta',
  guestGames: {
    title: 'Tus partidas de invitado',
    question: (count: number) =>
      plural(count, {
        one: 'Jugaste # partida en este navegador antes de entrar. ¿Quieres que pase a tu cuenta?',
        other: 'Jugaste # partidas en este navegador antes de entrar. ¿Quieres que pasen a tu cuenta?',
      }),
    take: 'Pasarlas',
    leave: 'Dejarlas',
  },
  codeCard: {
    title: 'Entra con tu tarjeta',
    text: 'Tu tarjeta sabe tu nombre. Pulsa el botón para entrar en este dispositivo.',
    none: 'Escribe el código de tu tarjeta.',
    code: 'Código de la tarjeta',
  },
  adminLink: {
    title: 'Pasar a administrar',
    text: 'Este enlace, que vale una vez, da a una cuenta la administración de este servidor.',
    known: (name: string) => `${name} pasa a administrar el servidor.`,
    submit: 'Pasar a administrar',
    fresh: 'Elige el nombre y la contraseña de la cuenta de administración.',
    none: 'Este enlace no está completo. Cópialo tal como lo mostró el servidor.',
  },
  reset: {
    title: 'Contraseña nueva',
    none: 'Este enlace no está completo. Pide uno nuevo a quien lleva este servidor.',
    ask: 'Escribe tu dirección de correo. Si una cuenta la ha confirmado, recibirá un enlace por correo.',
    send: 'Enviar enlace',
    sent: 'Si una cuenta tiene esta dirección, el enlace está en camino. Vale 30 minutos.',
    finish: 'Elige una contraseña nueva. Después se cerrarán todas tus sesiones.',
    set: 'Poner contraseña',
    done: 'Tu contraseña nueva está lista. Entra con ella.',
    newPassword: 'Contraseña nueva',
    address: 'Dirección',
  },
  confirm: {
    title: 'Confirma tu dirección',
    text: 'Pulsa el botón para confirmar que esta dirección es tuya.',
    button: 'Confirmar',
    done: 'Tu dirección está confirmada.',
  },
};

export default enter;
