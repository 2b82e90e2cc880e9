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
  selfSigned:
    'Este servidor ha firmado él mismo su certificado, así que el navegador avisa la primera vez, y no deja instalar la página como aplicación ni enviar notificaciones.',
  notReached: 'Ningún otro dispositivo ha abierto aún este sitio.',
  openFirewall: [
    'Si Windows pregunta por su cortafuegos, permite Tabiya en redes privadas.',
    'Si no ha preguntado: Seguridad de Windows, «Firewall y protección de red», «Permitir una aplicación a través del firewall», y marca Tabiya en redes privadas.',
    'Abre la dirección en un teléfono de la misma wifi. Esta línea desaparece en cuanto entra un dispositivo.',
  ],
  forIt: 'En un ordenador del colegio o de la empresa, pide esto al departamento de informática:',
  itLine: ({ hostname: host, port, protocol }: URL) => `Permitir el puerto TCP ${port || (protocol === 'https:' ? 443 : 80)} entrante en ${host} desde la red local`,
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
