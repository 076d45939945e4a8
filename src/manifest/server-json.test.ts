import { describe, expect, it } from 'vitest';
import { draftServerJson } from './draft.js';
import { envNames } from './env-names.js';
import { bundleProblems, isBundle } from './mcpb.js';
import { SCHEMA_URL, serverJsonProblems } from './server-json.js';

const good = {
  $schema: SCHEMA_URL,
  name: 'io.github.acme/weather',
  description: 'Weather of a city.',
  version: '1.2.3',
  packages: [
    {
      registryType: 'npm',
      identifier: '@acme/weather',
      version: '1.2.3',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'ACME_KEY', isSecret: true }],
    },
  ],
};
const own = { name: '@acme/weather', version: '1.2.3', mcpName: 'io.github.acme/weather' };
const context = { package: own, env: ['ACME_KEY'], transport: 'stdio' as const };
const rulesOf = (manifest: unknown, more: object = {}) =>
  serverJsonProblems(manifest, { ...context, ...more }).map(({ rule, isError }) =>
    isError ? rule : `${rule}?`,
  );
const withPackage = (change: object) => ({ ...good, packages: [{ ...good.packages[0], ...change }] });

describe('server.json', () => {
  it('has nothing against one that is right', () => {
    expect(serverJsonProblems(good, context)).toEqual([]);
  });

  it.each([
    ['no object', null, {}, ['MAN-001']],
    ['no schema', { ...good, $schema: undefined }, {}, ['MAN-002']],
    ['an old schema', { ...good, $schema: SCHEMA_URL.replace('2025-12-11', '2025-09-29') }, {}, ['MAN-002?']],
    ['a name without a namespace', { ...good, name: 'weather' }, { package: undefined }, ['MAN-003']],
    ['101 characters', { ...good, description: 'x'.repeat(101) }, {}, ['MAN-004']],
    ['100 characters', { ...good, description: 'x'.repeat(100) }, {}, []],
    ['a range', { ...good, version: '^1.2.3' }, { package: undefined }, ['MAN-005']],
    ['latest', withPackage({ version: 'latest' }), { package: undefined }, ['MAN-005']],
    ['nothing to get', { ...good, packages: [] }, {}, ['MAN-006']],
    ['an unknown registry', withPackage({ registryType: 'gem' }), {}, ['MAN-006']],
    ['a remote over stdio', { ...good, remotes: [{ type: 'stdio' }] }, {}, ['MAN-006']],
    ['a bundle without a hash', withPackage({ registryType: 'mcpb' }), {}, ['MAN-006']],
    [
      'another version in package.json',
      good,
      { package: { ...own, version: '1.2.4' } },
      ['MAN-007', 'MAN-007'],
    ],
    ['another package', good, { package: { ...own, name: 'weather' } }, ['MAN-007']],
    ['no mcpName', good, { package: { ...own, mcpName: undefined } }, ['MAN-008']],
    ['another mcpName', good, { package: { ...own, mcpName: 'io.github.acme/other' } }, ['MAN-008']],
    ['a variable that it does not name', good, { env: ['ACME_KEY', 'ACME_URL'] }, ['MAN-009?']],
    ['a variable that nobody reads', good, { env: [] }, ['MAN-009?']],
    ['no source, so that variables are unknown', good, { env: undefined }, []],
    [
      'a transport that is not spoken',
      withPackage({ transport: { type: 'streamable-http', url: 'https://a.example/mcp' } }),
      {},
      ['MAN-010'],
    ],
  ])('%s', (_, manifest, more, rules) => {
    expect(rulesOf(manifest, more)).toEqual(rules);
  });
});

describe('a bundle', () => {
  const bundle = {
    manifest_version: '0.3',
    name: 'weather',
    version: '1.2.3',
    description: 'Weather.',
    author: { name: 'Acme' },
    server: {
      type: 'node',
      entry_point: 'dist/x.js',
      mcp_config: { command: 'node', env: { KEY: '${user_config.key}' } },
    },
    user_config: { key: { type: 'string' } },
  };
  const check = (change: object, exists = true) =>
    bundleProblems({ ...bundle, ...change }, { package: own, exists: () => exists }).map(
      ({ message }) => message,
    );

  it('is told from other files of the name', () => {
    expect([isBundle(bundle), isBundle({ manifest_version: 3, name: 'a browser extension' })]).toEqual([
      true,
      false,
    ]);
    expect([isBundle({ manifest_version: '0.3', server: 'x' }), isBundle({ dxt_version: '0.1' })]).toEqual([
      true,
      true,
    ]);
  });

  it('has nothing against one that is right, and says what is wrong', () => {
    expect(check({})).toEqual([]);
    expect(check({}, false)).toEqual(['server.entry_point "dist/x.js" is not there']);
    expect(check({ user_config: {} })).toEqual(['${user_config.key} is used and not declared']);
    expect(check({ author: undefined })).toEqual(['it has no author.name']);
    expect(check({ version: '1.0.0' })).toEqual(['its version is "1.0.0", and package.json has "1.2.3"']);
    expect(check({ manifest_version: '9' })).toEqual(['manifest_version is "9"']);
  });
});

describe('the draft', () => {
  it('is one that the rules take once mcpName is set', () => {
    const { text, name, notes } = draftServerJson({
      package: { ...own, mcpName: undefined, description: 'Weather.', repository: 'github:acme/weather' },
      env: ['ACME_KEY'],
    });
    expect(name).toBe('io.github.acme/weather');
    expect(notes.join()).toContain('mcpName');
    expect(serverJsonProblems(JSON.parse(text), context)).toEqual([]);
  });

  it('cuts a long description and says so', () => {
    const { text, notes } = draftServerJson({ package: { ...own, description: 'y'.repeat(300) } });
    expect(JSON.parse(text).description).toHaveLength(100);
    expect(notes.join()).toContain('cut to 100');
  });
});

it('reads the names of variables from sources', () => {
  const texts = [
    "process.env.ACME_KEY ?? process.env['ACME_URL']",
    'os.environ.get("ACME_ID"); os.getenv("PATH")',
  ];
  expect(envNames(texts)).toEqual(['ACME_ID', 'ACME_KEY', 'ACME_URL']);
});
