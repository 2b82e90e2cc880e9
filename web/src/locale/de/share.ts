// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of sharing the site itself, and of the poster.
import type { Parts } from '../dictionary';

const share: Parts['share'] = {
  title: 'Diese Seite teilen',
  scan: 'Scanne den Code oder öffne diese Adresse:',
  qr: 'QR-Code der Adresse',
  copy: 'Adresse kopieren',
  also: 'Weitere Adressen',
  trouble:
    'Das geht nur im selben Netz. Öffnet sich auf einem Handy nichts, schalte dort die mobilen Daten aus. Manche WLANs trennen die Geräte voneinander, dann nimm ein anderes.',
  selfSigned:
    'Dieser Server hat sein Zertifikat selbst unterschrieben. Darum warnt der Browser einmal, und er lässt die Seite weder als App installieren noch Benachrichtigungen schicken.',
  notReached: 'Noch hat kein anderes Gerät diese Seite geöffnet.',
  openFirewall: [
    'Fragt Windows nach der Firewall, erlaube Tabiya in privaten Netzen.',
    'Kam keine Frage: Windows-Sicherheit, „Firewall- & Netzwerkschutz“, „Zugriff von App durch Firewall zulassen“, und Tabiya für private Netze ankreuzen.',
    'Öffne die Adresse auf einem Handy im selben WLAN. Diese Zeile verschwindet, sobald ein Gerät hier war.',
  ],
  forIt: 'Auf einem Computer der Schule oder der Firma bitte die IT-Abteilung darum:',
  itLine: ({ hostname: host, port, protocol }: URL) => `Eingehenden TCP-Port ${port || (protocol === 'https:' ? 443 : 80)} auf ${host} aus dem lokalen Netz erlauben`,
  alone: 'Nur dieser Computer kann diese Seite öffnen. Um dein Netz hereinzulassen, starte sie so:',
  noNetwork: 'Dieser Computer ist in keinem Netz. Verbinde ihn und öffne diese Seite noch einmal.',
  poster: 'Aushang',
  posterHint:
    'Ein Blatt zum Aufhängen mit Code und Adresse. Muss man vorher in ein WLAN, trag es ein. Es wird nur gedruckt, nicht gespeichert oder gesendet.',
  wifi: 'WLAN-Name',
  password: 'WLAN-Passwort',
  print: 'Aushang drucken',
  play: 'Hier spielen wir Schach',
  joinWifi: 'Ins WLAN gehen',
  openSite: 'Seite öffnen',
  qrWifi: 'QR-Code des WLANs',
  orType: 'Code scannen oder diese Adresse im Browser eingeben:',
};

export default share;
