/** Addresses that a server out on the network must not lead us to: this machine, its neighbours, cloud metadata. */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

function isPrivateAddress(address: string): boolean {
  const ip = address.replace(/%.*$/, '');
  const family = isIP(ip);
  if (family !== 6) return family === 4 && PRIVATE.check(ip, 'ipv4');
  const inside = embedded(ip);
  return PRIVATE.check(ip, 'ipv6') || (inside !== undefined && PRIVATE.check(inside, 'ipv4'));
}

/** The IPv4 address that an IPv6 one stands for: mapped, translated (NAT64 too), compatible or 6to4. */
function embedded(ip: string): string | undefined {
  // The URL parser writes every form in the same hexadecimal way.
  const [head = '', tail] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const words = [...left, ...Array(zeros).fill('0'), ...right];
  const start = words.slice(0, 6).join(':');
  const is6to4 = words[0] === '2002';
  if (!is6to4 && !WRAPPINGS.has(start)) return undefined;
  const at = is6to4 ? 1 : 6;
  const bytes = words.slice(at, at + 2).flatMap((word) => {
    const value = Number.parseInt(word, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

const WRAPPINGS = new Set([
  '0:0:0:0:0:ffff',
  '0:0:0:0:ffff:0',
  '0:0:0:0:0:0',
  '64:ff9b:0:0:0:0',
  '64:ff9b:1:0:0:0',
]);

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');
// Where clouds keep their metadata when they speak IPv6.
LINK_LOCAL.addAddress('fd00:ec2::254', 'ipv6');

/** An address that only this machine's own wire knows: there, clouds hand out their keys. */
function isLinkLocalAddress(address: string): boolean {
  const ip = address.replace(/%.*$/, '');
  const family = isIP(ip);
  if (family !== 6) return family === 4 && LINK_LOCAL.check(ip, 'ipv4');
  const inside = embedded(ip);
  return LINK_LOCAL.check(ip, 'ipv6') || (inside !== undefined && LINK_LOCAL.check(inside, 'ipv4'));
}

/** The same of a host as it stands in a URL. */
export function isLinkLocalHost(hostname: string): boolean {
  return isLinkLocalAddress(hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));
}

/** A host that is private by its name or by its number, as it stands in a URL. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host);
}

/** A look-up that fails when a public name leads to a private address. */
export const publicLookup = guardedLookup(isPrivateAddress, 'a private address');

/** A look-up that fails when a name leads to an address of the wire itself. */
export const wiredLookup = guardedLookup(isLinkLocalAddress, 'a link-local address');

function guardedLookup(isRefused: (address: string) => boolean, what: string): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((each) => each.address) : [address as string];
      if (!error && found.some(isRefused)) {
        done(new Error(`${hostname} leads to ${what} and is not asked`), '', 0);
        return;
      }
      done(error, address as never, family);
    });
  };
}
