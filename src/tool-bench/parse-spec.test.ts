import { describe, expect, it } from 'vitest';
import type { McptestError } from '../util/errors.js';
import { parseBenchSpec } from './parse-spec.js';

const TOOLS = `catalog:
  tools:
    - name: lookup_a
      description: Return the current weather forecast for a city, as JSON.
`;
const REST = `intents:
  - query: what is the weather forecast in Paris
    gold: [lookup_a]
mutations:
  - tool: lookup_a
    kind: blank
`;
const none = async () => {
  throw new Error('no such file');
};

async function problems(text: string, read = none as (path: string) => Promise<string>): Promise<string> {
  const error = await parseBenchSpec(text, 'bench.yml', read).then(
    () => undefined,
    (e: McptestError) => e,
  );
  expect(error).toMatchObject({ code: 'bench-spec', exitCode: 2 });
  return error?.message ?? '';
}

describe('parseBenchSpec', () => {
  it('reads the catalogue inline, as a bare list, or from a file', async () => {
    const expected = {
      intents: [{ query: 'what is the weather forecast in Paris', gold: ['lookup_a'] }],
      mutations: [{ tool: 'lookup_a', kind: 'blank' }],
    };
    const bare = `catalog: [{ name: lookup_a }]\n${REST}`;
    const tools = (text: string, read = none as (path: string) => Promise<string>) =>
      parseBenchSpec(text, 'b', read);
    expect(await tools(TOOLS + REST)).toMatchObject({
      ...expected,
      catalog: { tools: [{ name: 'lookup_a' }] },
    });
    expect(await tools(bare)).toMatchObject({ catalog: { tools: [{ name: 'lookup_a' }] } });
    const seen: string[] = [];
    const json = async (path: string) => {
      seen.push(path);
      return '{"result":{"tools":[{"name":"lookup_a"}]}}';
    };
    expect(await tools(`catalog_path: tools.json\n${REST}`, json)).toMatchObject({
      catalog: { tools: [{}] },
    });
    expect(await tools(`catalog_path: t.yml\n${REST}`, async () => '- name: lookup_a')).toMatchObject(
      expected,
    );
    expect(seen).toEqual(['tools.json']);
  });

  it.each([
    [
      'an unknown key',
      `${TOOLS}${REST}intent: 1\n`,
      'bench.yml:11:1: unknown key `intent`; did you mean `intents`?',
    ],
    [
      'an unknown key inside',
      TOOLS + REST.replace('gold:', 'golds:'),
      'bench.yml:7:5: unknown key `golds`; did you mean `gold`?',
    ],
    [
      'an unknown tool',
      TOOLS + REST.replace('[lookup_a]', '[lokup_a]'),
      'bench.yml:7:12: no tool of the catalogue is called `lokup_a`; did you mean `lookup_a`?',
    ],
    [
      'an unknown tool of a mutation',
      TOOLS + REST.replace('tool: lookup_a', 'tool: lookup_b'),
      'bench.yml:9:11: no tool',
    ],
    [
      'an unknown kind',
      TOOLS + REST.replace('kind: blank', 'kind: blanks'),
      'bench.yml:10:11: `kind` is one of',
    ],
    [
      'truncate without chars',
      TOOLS + REST.replace('kind: blank', 'kind: truncate'),
      '`chars` is the number',
    ],
    [
      'drop_keyword without word',
      TOOLS + REST.replace('kind: blank', 'kind: drop_keyword'),
      '`word` is missing',
    ],
    [
      'a parameter of another kind',
      `${TOOLS}${REST}    chars: 3\n`,
      'bench.yml:11:12: `chars` has no meaning for blank',
    ],
    ['both catalogues', `catalog_path: x.json\n${TOOLS}${REST}`, 'either inline'],
    ['no catalogue', REST, 'either inline'],
    ['no intents', TOOLS, '`intents` is a list'],
    ['a catalogue that is none', `catalog: 5\n${REST}`, 'bench.yml:1:10: the catalogue cannot be read'],
    ['a tool without a name', `catalog: [{ title: x }]\n${REST}`, 'tool 1 of the catalogue has no name'],
    [
      'a missing file',
      `catalog_path: x.json\n${REST}`,
      'bench.yml:1:15: the catalogue cannot be read: no such file',
    ],
    ['broken YAML', 'intents: [', 'bench.yml:1:'],
    ['no object', '- 1', 'an object with `catalog`'],
  ])('says where: %s', async (_, text, message) => {
    expect(await problems(text)).toContain(message);
  });

  it('tells everything at once, in order', async () => {
    const text = await problems(TOOLS + REST.replace('gold', 'golt').replace('blank', 'blind'));
    const places = [...text.matchAll(/bench\.yml:(\d+):/g)].map((match) => Number(match[1]));
    expect(places.length).toBeGreaterThanOrEqual(3);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});
