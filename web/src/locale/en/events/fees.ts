// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of what entrants pay.

export const fees = {
  title: 'Fees',
  hint: 'Only organisers see fees. Leave the full fee empty for an event without fees.',
  full: 'Full fee',
  reduced: 'Reduced fee',
  from: 'Reduced: born from',
  until: 'Reduced: born until',
  set: 'Save fees',
  noAmount: 'That isn’t an amount. Write 20 or 12.50.',
  byBirth: 'Fee by date of birth',
  due: 'Due',
  sums: (paid: string, due: string) => `${paid} paid, ${due} due`,
  of: (name: string) => `Fee of ${name}`,
  classes: { full: 'full fee', reduced: 'reduced fee', free: 'no fee' },
  hasPaid: (amount: string) => `${amount} paid`,
  owes: (amount: string) => `${amount} due`,
};
