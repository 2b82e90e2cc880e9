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
  emailHint: 'Solo por si olvidas tu contraseña.',
  forgotten: '¿Has olvidado la contraseña?',
  invitation: 'Invitación',
  code: 'Código',
  codeHint: 'Escribe el código de tu aplicación de autenticación, o uno de tus códigos de recuperación.',
  closed: 'Esta cuenta está cerrada.',
  appeal: (contact: string) =>
    contact ? `Si crees que es un error, escribe a: ${contact}` : 'Si crees que es un error, dirígete al responsable del sitio.',
  noName: 'Escribe tu nombre.',
  noPassword: 'Escribe tu contraseña.',
  noCode: 'Escribe el código.',
  wrongCode: 'Ese código no es correcto. Escribe el que se muestra ahora.',
  accept: { before: 'Al registrarte aceptas las ', rules: 'reglas de este sitio', after: '.' },
  newHere: '¿Es tu primera vez?',
  haveAccount: '¿Ya tienes cuenta?',
  card: 'Entrar con una tarjeta',
  guestGames: {
    title: 'Tus partidas de invitado',
    question: (count: number) =>
      plural(count, {
        one: 'Jugaste # partida como invitado en este navegador. ¿Añadirla a tu cuenta?',
        other: 'Jugaste # partidas como invitado en este navegador. ¿Añadirlas a tu cuenta?',
      }),
    take: 'Añadir',
    leave: 'No añadir',
  },
  codeCard: {
    title: 'Entra con tu tarjeta',
    text: 'Pulsa el botón para iniciar sesión en este dispositivo.',
    none: 'Escribe el código de tu tarjeta.',
    code: 'Código de la tarjeta',
  },
  adminLink: {
    title: 'Administrar este servidor',
    text: 'Este enlace de un solo uso convierte una cuenta en administradora de este servidor.',
    known: (name: string) => `${name} administrará este servidor.`,
    submit: 'Ser administrador',
    fresh: 'Elige el nombre y la contraseña de la cuenta de administración.',
    none: 'Este enlace está incompleto. Cópialo exactamente como lo mostró el servidor.',
  },
  reset: {
    title: 'Contraseña nueva',
    none: 'Este enlace está incompleto. Pide uno nuevo a quien lleva este servidor.',
    ask: 'Escribe tu dirección de correo. Si una cuenta la ha confirmado, recibirá un enlace por correo.',
    send: 'Enviar enlace',
    sent: 'Si una cuenta usa esta dirección, hay un enlace en camino. Vale 30 minutos.',
    finish: 'Elige una contraseña nueva. Se cerrarán todas tus sesiones.',
    set: 'Poner contraseña',
    done: 'Tu contraseña se ha cambiado. Inicia sesión con ella.',
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
