// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of sharing the site itself, and of the poster.
import type { Parts } from '../dictionary';

const share: Parts['share'] = {
  title: 'Partager ce site',
  scan: 'Scannez le code ou ouvrez cette adresse :',
  qr: 'Code QR de l’adresse',
  copy: 'Copier l’adresse',
  also: 'Autres adresses',
  trouble:
    'Cela ne fonctionne que sur le même réseau. Si rien ne s’ouvre sur un téléphone, coupez-y les données mobiles. Certains réseaux Wi-Fi isolent les appareils : utilisez-en alors un autre.',
  selfSigned:
    'Ce serveur a signé lui-même son certificat : le navigateur affiche donc un avertissement la première fois, et il ne permet ni d’installer la page comme application ni d’envoyer des notifications.',
  notReached: 'Aucun autre appareil n’a encore ouvert ce site.',
  openFirewall: [
    'Si Windows pose une question sur son pare-feu, autorisez Tabiya sur les réseaux privés.',
    'S’il n’a rien demandé : Sécurité Windows, « Pare-feu et protection du réseau », « Autoriser une application via le pare-feu », puis cochez Tabiya pour les réseaux privés.',
    'Ouvrez l’adresse sur un téléphone du même Wi-Fi. Cette ligne disparaît dès qu’un appareil est venu.',
  ],
  forIt: 'Sur un ordinateur d’école ou d’entreprise, demandez ceci au service informatique :',
  itLine: ({ hostname: host, port, protocol }: URL) => `Autoriser le port TCP ${port || (protocol === 'https:' ? 443 : 80)} entrant sur ${host} depuis le réseau local`,
  alone: 'Seul cet ordinateur peut ouvrir ce site. Pour l’ouvrir à votre réseau, lancez-le ainsi :',
  noNetwork: 'Cet ordinateur n’est connecté à aucun réseau. Connectez-le, puis rouvrez cette page.',
  poster: 'Affiche',
  posterHint:
    'Une page à afficher, avec le code et l’adresse. S’il faut d’abord rejoindre un Wi-Fi, indiquez-le. Il est seulement imprimé, jamais enregistré ni envoyé.',
  wifi: 'Nom du Wi-Fi',
  password: 'Mot de passe du Wi-Fi',
  print: 'Imprimer l’affiche',
  play: 'Ici, on joue aux échecs',
  joinWifi: 'Rejoindre le Wi-Fi',
  openSite: 'Ouvrir le site',
  qrWifi: 'Code QR du Wi-Fi',
  orType: 'Scannez le code ou saisissez cette adresse dans votre navigateur :',
};

export default share;
