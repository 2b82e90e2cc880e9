// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the ways into an account: logging in, code cards, links that work once.
import { forms } from '../forms';

const { plural } = forms('en-GB');

export const enter = {
  name: 'Name',
  nameOrEmail: 'Name or email address',
  nameHint: '2–20 letters or digits. Others will see it.',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  email: 'Email (optional)',
  emailHint: 'Only used to reset a forgotten password.',
  forgotten: 'Forgot password?',
  invitation: 'Invitation',
  code: 'Code',
  codeHint: 'Enter the code from your authenticator app, or one of your recovery codes.',
  /** The account whose name and password were given is closed. */
  closed: 'This account is closed.',
  /** What a player may do whose account was closed; `contact` is empty where the site says none. */
  appeal: (contact: string) =>
    contact ? `If you think that’s a mistake, contact ${contact}.` : 'If you think that’s a mistake, ask whoever runs this site.',
  noName: 'Enter your name.',
  noPassword: 'Enter your password.',
  noCode: 'Enter the code.',
  wrongCode: 'That code is wrong. Enter the one shown now.',
  /** One sentence, in whose middle is the way to the rules. */
  accept: { before: 'By registering you accept the ', rules: 'site rules', after: '.' },
  newHere: 'New here?',
  haveAccount: 'Already registered?',
  card: 'Log in with a card',
  guestGames: {
    title: 'Your games as a guest',
    question: (count: number) =>
      plural(count, {
        one: 'You played # game as a guest in this browser. Add it to your account?',
        other: 'You played # games as a guest in this browser. Add them to your account?',
      }),
    take: 'Add',
    leave: 'Don’t add',
  },
  codeCard: {
    title: 'Log in with your card',
    text: 'Press the button to log in on this device.',
    none: 'Enter the code on your card.',
    code: 'Code on the card',
  },
  adminLink: {
    title: 'Become admin',
    text: 'This one-time link makes an account an admin of this server.',
    known: (name: string) => `${name} will become an admin.`,
    submit: 'Become admin',
    fresh: 'Choose a name and a password for the admin account.',
    none: 'This link is incomplete. Copy it exactly as the server printed it.',
  },
  reset: {
    title: 'New password',
    none: 'This link is incomplete. Ask whoever runs this server for a new one.',
    ask: 'Enter your email address. If an account has confirmed it, you’ll get a link by email.',
    send: 'Send link',
    sent: 'If an account uses this address, a link is on its way. It works for 30 minutes.',
    finish: 'Choose a new password. You’ll be logged out everywhere.',
    set: 'Set password',
    done: 'Your password has been changed. Log in with it.',
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
