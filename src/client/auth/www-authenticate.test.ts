import { expect, test } from 'vitest';
import { parseChallenges } from './www-authenticate.js';

const plain = (header: string) =>
  parseChallenges(header).map(({ scheme, token68, params }) => ({
    scheme,
    token68,
    ...Object.fromEntries(params),
  }));

test.each([
  ['Bearer', [{ scheme: 'Bearer' }]],
  ['Bearer realm="mcp"', [{ scheme: 'Bearer', realm: 'mcp' }]],
  ['bearer Realm=mcp, scope="a b"', [{ scheme: 'bearer', realm: 'mcp', scope: 'a b' }]],
  [
    'Basic realm="a, \\"b\\"", Bearer error="x"',
    [
      { scheme: 'Basic', realm: 'a, "b"' },
      { scheme: 'Bearer', error: 'x' },
    ],
  ],
  [
    'Negotiate, NTLM, Basic realm = "x"',
    [{ scheme: 'Negotiate' }, { scheme: 'NTLM' }, { scheme: 'Basic', realm: 'x' }],
  ],
  [
    'Negotiate YWJj==, Bearer resource_metadata="https://h/.well-known"',
    [
      { scheme: 'Negotiate', token68: 'YWJj==' },
      { scheme: 'Bearer', resource_metadata: 'https://h/.well-known' },
    ],
  ],
  [', , Bearer realm=x,', [{ scheme: 'Bearer', realm: 'x' }]],
  ['', []],
  ['"nonsense', []],
])('%s', (header, challenges) => {
  expect(plain(header)).toEqual(challenges.map((each) => ({ token68: undefined, ...each })));
});
