/** What a host in a URL is: a name, or an address and of which kind. */

export type HostKind = 'name' | 'loopback' | 'private' | 'documentation' | 'public-address';

export function hostKind(host: string): HostKind {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1') return 'loopback';
  if (bare.includes(':'))
    return /^(?:f[cd]|fe[89ab])/.test(bare)
      ? 'private'
      : bare.startsWith('2001:db8')
        ? 'documentation'
        : 'public-address';
  if (/\.(?:local|internal|lan|intranet|home|corp)$/.test(bare)) return 'private';
  const parts = bare.split('.');
  if (/^\d{8,10}$/.test(bare)) return 'public-address';
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return 'name';
  const [a, b, c] = parts.map(Number) as [number, number, number];
  if (a === 127 || a === 0) return 'loopback';
  if (
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b < 128)
  )
    return 'private';
  if (
    (a === 192 && b === 0 && c === 2) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  )
    return 'documentation';
  // What everybody writes as a sample.
  return ['1.2.3.4', '8.8.8.8', '8.8.4.4', '1.1.1.1', '255.255.255.255', '9.9.9.9'].includes(bare)
    ? 'documentation'
    : 'public-address';
}
