// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of sharing the site itself, and of the poster.
import type { Parts } from '../dictionary';

const share: Parts['share'] = {
  title: 'Compartir este sitio',
  scan: 'Escanea el código o abre esta dirección:',
  qr: 'Código QR de la dirección',
  copy: 'Copiar dirección',
  also: 'Otras direcciones',
  trouble:
    'Solo funciona en la misma red. Si no se abre en un móvil, desactiva sus datos móviles. Algunas redes wifi aíslan los dispositivos; en ese caso usa otra.',
  alone: 'Solo este ordenador puede abrir este sitio. Para dejar entrar a tu red, inícialo así:',
  noNetwork: 'Este ordenador no está en ninguna red. Conéctalo y vuelve a abrir esta página.',
  poster: 'Cartel',
  posterHint:
    'Una hoja para colgar, con el código y la dirección. Si antes hay que conectarse a una wifi, añádela. Solo se imprime: no se guarda ni se envía.',
  wifi: 'Nombre de la wifi',
  password: 'Contraseña de la wifi',
  print: 'Imprimir cartel',
  play: 'Aquí se juega al ajedrez',
  joinWifi: 'Conéctate a la wifi',
  openSite: 'Abre el sitio',
  qrWifi: 'Código QR de la wifi',
  orType: 'Escanea el código o escribe esta dirección en tu navegador:',
};

export default share;
