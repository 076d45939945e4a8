/**
 * Whatever is read, merged, filled, compared or walked, nothing is ever added to what all objects share. Each
 * reader is given documents whose keys are the dangerous ones, at every depth and in the shapes it looks for.
 */
import { describe, expect, it } from 'vitest';
import { readCassette } from '../src/cassette/file.js';
import { diffCatalogs } from '../src/catalog/diff.js';
import { lockOf, mergeLocks, readLock } from '../src/catalog/lock.js';
import { catalogsIn, readCatalog } from '../src/catalog/read-catalog.js';
import { parseJsonc } from '../src/client-config/jsonc.js';
import { setEntry } from '../src/client-config/jsonc-edit.js';
import { parseToml } from '../src/client-config/toml.js';
import { mergeEnvelopes } from '../src/envelope/merge.js';
import { readEnvelope } from '../src/envelope/read.js';
import { upgradeOldDraft } from '../src/json-schema/dialect.js';
import { mergeSchemas } from '../src/json-schema/merge-schemas.js';
import { synthesize } from '../src/json-schema/synthesize.js';
import { validate } from '../src/json-schema/validate.js';
import { fillCaptures } from '../src/match/captures.js';
import { evaluate } from '../src/match/evaluate.js';
import { parseSnapshots } from '../src/match/snapshot-book.js';
import { withoutVolatile } from '../src/match/volatile.js';
import { parseManifest } from '../src/mock/load-manifest.js';
import { fill } from '../src/mock/template.js';
import { createRedactor } from '../src/redact/redactor.js';
import { readBaseline } from '../src/security/baseline.js';
import { parseYaml } from '../src/source/yaml.js';
import { readYamlSource } from '../src/source/yaml-source.js';
import { addMissing, mergeOver, mergeProfile } from '../src/suite/merge.js';
import { parseSuite } from '../src/suite/parse-suite.js';
import { readTraces } from '../src/trace/read-traces.js';
import { canonicalJson } from '../src/util/canonical-json.js';
import { parseDotenv } from '../src/util/dotenv.js';
import { root } from './lib/cli.js';
import fc from './lib/properties.js';

const key = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'polluted', 'toString'],
  ...[
    'tools',
    'servers',
    'name',
    'version',
    'profiles',
    'ci',
    'variables',
    'properties',
    'results',
    'calls',
    'args',
  ],
);

const objectText = (entries: [name: string, json: string][]): string =>
  `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** JSON text, since only a parser can make an own key `__proto__`. */
const { text } = fc.letrec<{ text: string; leaf: string; map: string; list: string }>((tie) => ({
  text: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('map'), tie('list')),
  leaf: fc.constantFrom('1', '"polluted"', 'true', 'null', '"${polluted}"', '{"polluted":1}'),
  map: fc.array(fc.tuple(key, tie('text')), { minLength: 1, maxLength: 4 }).map(objectText),
  list: fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
}));
const document = fc.array(fc.tuple(key, text), { minLength: 1, maxLength: 5 }).map(objectText);

type Doc = Record<string, unknown>;
const value = (json: string) => JSON.parse(json) as Doc;
const redactor = createRedactor([{ name: 'A_TOKEN', value: 'polluted-secret' }]);
const place = { file: 's.yml', cwd: root, workspace: root, env: {} };
const ulid = '01J00000000000000000000000';

const readers: Record<string, (json: string) => unknown> = {
  'a suite': (json) => parseSuite(json, place),
  'a suite with a profile': (json) => parseSuite(`{"profiles":{"ci":${json}}}`, { ...place, profile: 'ci' }),
  YAML: (json) => [parseYaml(json, 'f'), readYamlSource(json)],
  JSONC: (json) => [parseJsonc(json), setEntry(json, 'servers', '__proto__', value(json))],
  TOML: () =>
    parseToml(
      '[__proto__]\npolluted = 1\n[a.__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1',
    ),
  'inline tables of TOML': () =>
    parseToml('a = { __proto__ = { polluted = 1 }, constructor.prototype.polluted = 1 }'),
  'an env file': () => parseDotenv('__proto__=polluted\npolluted=1\nconstructor=x'),
  'a catalogue': (json) => [readCatalog(json, 'f'), catalogsIn(value(json), 'f')],
  'a lock': (json) => [
    readLock(
      canonicalJson(
        lockOf([
          { server: '__proto__', tools: [{ name: 'constructor', inputSchema: value(json) }] },
        ] as never),
      ),
      'f',
    ),
    readLock(json, 'f'),
  ],
  'a run': (json) => readEnvelope(json, 'f'),
  'several runs': (json) =>
    mergeEnvelopes(
      [{ name: 'f', envelope: { results: [], provenance: value(json), ...value(json) } }] as never,
      ulid,
    ),
  'a trace': (json) =>
    readTraces({ text: `{"calls":[{"tool":"a","args":${json}}],"catalog":${json}}`, name: 'f.json' }),
  'a cassette': (json) => readCassette(json, 'f'),
  'a manifest of a mock': (json) => parseManifest(json, 'f'),
  'a template': (json) => fill(value(json), { args: value(json) }),
  snapshots: (json) => parseSnapshots(json, 'f'),
  'a baseline': (json) => readBaseline(json, 'f'),
  captures: (json) => fillCaptures(value(json), new Map([['polluted', value(json)]])),
  'a merge': (json) => [
    mergeOver({}, value(json)),
    mergeOver(value(json), value(json)),
    mergeProfile(value(json), value(json)),
    addMissing({}, value(json)),
  ],
  'a merge of locks': (json) => mergeLocks(lockOf([]), value(json) as never),
  'a difference of catalogues': (json) => {
    const catalog = [{ server: '__proto__', tools: [{ name: '__proto__', inputSchema: value(json) }] }];
    return diffCatalogs(catalog as never, [{ server: '__proto__', tools: [value(json)] }] as never);
  },
  'a schema': (json) => [
    upgradeOldDraft(value(json)),
    mergeSchemas(value(json), value(json)),
    synthesize(value(json)),
    validate(value(json), value(json)),
  ],
  'a redaction': (json) => redactor.value(value(json)),
  'stable JSON': (json) => canonicalJson(value(json)),
  'a snapshot without what changes': (json) => withoutVolatile(value(json), []),
  'a matcher': (json) =>
    Promise.all(
      ['result.__proto__', 'result.constructor.prototype', 'result["__proto__"].polluted'].map((target) =>
        evaluate(
          { target, matcher: { subset: value(json) } } as never,
          { result: value(json) },
          { test: 't' },
        ),
      ),
    ),
};

describe('nothing that all objects share is changed by', () => {
  it.each(Object.keys(readers))('%s', async (name) => {
    const shared = () => Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length;
    const before = shared();
    await fc.assert(
      fc.asyncProperty(document, async (json) => {
        try {
          await readers[name]!(json);
        } catch {
          // Refusing the document is as good.
        }
        expect(({} as Doc).polluted).toBeUndefined();
        expect(([] as unknown as Doc).polluted).toBeUndefined();
        expect(shared()).toBe(before);
      }),
    );
  });
});
