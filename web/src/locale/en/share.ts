// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of sharing the site itself, and of the poster.
export const share = {
  title: 'Share this site',
  scan: 'Scan the code, or open this address:',
  qr: 'QR code of the address',
  copy: 'Copy address',
  also: 'Other addresses',
  trouble:
    'It works on the same network only. If it doesn’t open on a phone, switch its mobile data off. Some Wi-Fi networks keep devices apart; then use another one.',
  selfSigned:
    'This server has signed its certificate itself, so browsers warn once; they also keep the page from being installed as an app and from sending notifications.',
  notReached: 'No other device has opened this site yet.',
  openFirewall: [
    'If Windows asks about its firewall, allow Tabiya on private networks.',
    'If it never asked: Windows Security, “Firewall & network protection”, “Allow an app through firewall”, and tick Tabiya for private networks.',
    'Open the address on a phone in the same Wi-Fi. This line goes once a device has come in.',
  ],
  forIt: 'On a school’s or a firm’s computer, ask the IT department for this:',
  itLine: ({ hostname: host, port, protocol }: URL) => `Allow incoming TCP port ${port || (protocol === 'https:' ? 443 : 80)} on ${host} from the local network`,
  alone: 'Only this computer can open this site. To let your network in, start it like this:',
  noNetwork: 'This computer isn’t on a network. Connect it, then open this page again.',
  poster: 'Poster',
  posterHint: 'A page to pin up, with the code and the address. If people have to join a Wi-Fi first, add it. It’s only printed, not saved or sent.',
  wifi: 'Wi-Fi name',
  password: 'Wi-Fi password',
  print: 'Print poster',
  play: 'Play chess here',
  joinWifi: 'Join the Wi-Fi',
  openSite: 'Open the site',
  qrWifi: 'QR code of the Wi-Fi',
  orType: 'Scan the code, or type this address into your browser:',
};

export default share;

declare module '../dictionary' {
  interface Parts {
    share: Worded<typeof share>;
  }
}
