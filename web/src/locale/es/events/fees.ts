// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of what entrants pay.
import type { Parts } from '../../dictionary';

export const fees: Parts['events']['fees'] = {
  title: 'Inscripción',
  hint: 'Solo los organizadores ven las cuotas. Deja vacía la cuota completa si el torneo es gratis.',
  full: 'Cuota completa',
  reduced: 'Cuota reducida',
  from: 'Reducida: nacidos desde',
  until: 'Reducida: nacidos hasta',
  set: 'Guardar cuotas',
  noAmount: 'Eso no es un importe. Escribe 20 o 12,50.',
  byBirth: 'Cuota según la fecha de nacimiento',
  due: 'Pendiente',
  sums: (paid, due) => `${paid} pagado, ${due} pendiente`,
  of: (name) => `Cuota de ${name}`,
  classes: { full: 'cuota completa', reduced: 'cuota reducida', free: 'sin cuota' },
  hasPaid: (amount) => `${amount} pagado`,
  owes: (amount) => `${amount} pendiente`,
};
