/** What a host in a URL is: a name, or an address and of which kind. */

export type HostKind = 'name' | 'loopback' | 'private' | 'documentation' | 'public-address';

export function hostKind(host: string): HostKind {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1') return 'loopback';
  if (bare.includes(':')) return kindOfIpv6(bare);
  if (/\.(?:local|internal|lan|intranet|home|corp)$/.test(bare)) return 'private';
  const parts = bare.split('.');
  if (/^\d{8,10}$/.test(bare)) return 'public-address';
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return 'name';
  if (SAMPLES.has(bare)) return 'documentation';
  return kindOfIpv4(parts.map(Number).join('.'));
}

function kindOfIpv6(address: string): HostKind {
  if (/^(?:f[cd]|fe[89ab])/.test(address)) return 'private';
  return address.startsWith('2001:db8') ? 'documentation' : 'public-address';
}

const PRIVATE =
  /^(?:10|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const DOCUMENTATION = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./;
/** What everybody writes as a sample. */
const SAMPLES = new Set(['1.2.3.4', '8.8.8.8', '8.8.4.4', '1.1.1.1', '255.255.255.255', '9.9.9.9']);

function kindOfIpv4(address: string): HostKind {
  if (/^(?:127|0)\./.test(address)) return 'loopback';
  if (PRIVATE.test(address)) return 'private';
  return DOCUMENTATION.test(address) ? 'documentation' : 'public-address';
}

/** Whether a text is an address that HTTP can reach. */
export function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
