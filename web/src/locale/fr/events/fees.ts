// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what entrants pay.
import type { Parts } from '../../dictionary';

export const fees: Parts['events']['fees'] = {
  title: 'Droits d’inscription',
  hint: 'Seuls les organisateurs voient les droits. Laissez le plein tarif vide si le tournoi est gratuit.',
  full: 'Plein tarif',
  reduced: 'Tarif réduit',
  from: 'Réduit : né à partir du',
  until: 'Réduit : né jusqu’au',
  set: 'Enregistrer les tarifs',
  noAmount: 'Ce n’est pas un montant. Écrivez 20 ou 12,50.',
  byBirth: 'Tarif selon la date de naissance',
  due: 'Dû',
  sums: (paid, due) => `${paid} payés, ${due} dus`,
  of: (name) => `Droits de ${name}`,
  classes: { full: 'plein tarif', reduced: 'tarif réduit', free: 'gratuit' },
  hasPaid: (amount) => `${amount} payés`,
  owes: (amount) => `${amount} dus`,
};
