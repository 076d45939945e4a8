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
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const ip = mapped ?? address;
  const family = isIP(ip);
  return family !== 0 && PRIVATE.check(ip, family === 6 ? 'ipv6' : 'ipv4');
}

/** A host that is private by its name or by its number, as it stands in a URL. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  // The URL parser writes mapped addresses in hexadecimal.
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!hex) return isPrivateAddress(host);
  const bytes = [hex[1]!, hex[2]!].flatMap((part) => {
    const word = Number.parseInt(part, 16);
    return [word >> 8, word & 255];
  });
  return isPrivateAddress(bytes.join('.'));
}

/** A look-up that fails when a public name leads to a private address. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, options, (error, address, family) => {
    const found = Array.isArray(address) ? address.map((each) => each.address) : [address as string];
    if (!error && found.some((each) => isPrivateAddress(each))) {
      done(new Error(`${hostname} leads to a private address and is not asked`), '', 0);
      return;
    }
    done(error, address as never, family);
  });
};
