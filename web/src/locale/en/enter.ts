// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the ways into an account: logging in, code cards, links that work once.
import { forms } from '../forms';

const { plural } = forms('en-GB');

export const enter = {
  name: 'Name',
  nameOrEmail: 'Name or e-mail address',
  nameHint: 'From 2 to 20 letters or digits. Others see it.',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  email: 'E-mail (optional)',
  emailHint: 'Only to set a new password when you have forgotten yours.',
  forgotten: 'Forgot password?',
  invitation: 'Invitation',
  code: 'Code',
  codeHint: 'Type the code that your authenticator shows, or one of your recovery codes.',
  noName: 'Type your name.',
  noPassword: 'Type your password.',
  noCode: 'Type the code.',
  wrongCode: 'This code does not fit. Type the one that is shown now.',
  /** One sentence, in whose middle is the way to the rules. */
  accept: { before: 'By registering you accept the ', rules: 'rules of this site', after: '.' },
  newHere: 'New here?',
  haveAccount: 'Already registered?',
  card: 'Log in with a card',
  guestGames: {
    title: 'Your games as a guest',
    question: (count: number) =>
      plural(count, {
        one: 'You played # game in this browser before you logged in. Shall it belong to your account?',
        other: 'You played # games in this browser before you logged in. Shall they belong to your account?',
      }),
    take: 'Take over',
    leave: 'Leave',
  },
  codeCard: {
    title: 'Log in with your card',
    text: 'Your card knows your name. Press the button to log in on this device.',
    none: 'Type the code of your card.',
    code: 'Code on the card',
  },
  adminLink: {
    title: 'Become admin',
    text: 'This link, which works once, makes an account of this server an admin.',
    known: (name: string) => `${name} becomes admin.`,
    submit: 'Become admin',
    fresh: 'Choose the name and the password of the admin’s account.',
    none: 'This link is not complete. Copy it as the server printed it.',
  },
  reset: {
    title: 'New password',
    none: 'This link is not complete. Ask whoever runs this server for a new one.',
    ask: 'Type your e-mail address. If an account has confirmed it, a link comes to it by e-mail.',
    send: 'Send link',
    sent: 'If an account has this address, the link is on its way. It works for 30 minutes.',
    finish: 'Choose a new password. You are then logged out everywhere.',
    set: 'Set password',
    done: 'Your new password is set. Log in with it.',
    newPassword: 'New password',
    address: 'Address',
  },
  confirm: {
    title: 'Confirm your address',
    text: 'Press the button to confirm that this address is yours.',
    button: 'Confirm',
    done: 'Your address is confirmed.',
  },
};
export default enter;

declare module '../dictionary' {
  interface Parts {
    enter: Worded<typeof enter>;
  }
}
