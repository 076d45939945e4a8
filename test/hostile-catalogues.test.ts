/** Tools whose fields are of every wrong kind, through every verb that reads a catalogue: never a bug of ours. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { McptestError } from '../src/util/errors.js';
import { descriptionWarnings } from '../src/verbs/description-warnings.js';
import { diffTargets } from '../src/verbs/diff.js';
import { scaffoldConformance, scaffoldEval, scaffoldRedteam, scaffoldSuite } from '../src/verbs/generate.js';
import { improve } from '../src/verbs/improving/improve.js';
import { lint } from '../src/verbs/lint.js';
import { lockCatalogs } from '../src/verbs/lock.js';
import { checkSecurity } from '../src/verbs/security.js';
import { scoreCatalogs } from '../src/verbs/tdqs.js';
import { measureTokens } from '../src/verbs/tokens.js';
import { suggestBench } from '../src/verbs/tool-bench.js';
import { folder, mcptest } from './lib/cli.js';

const GOOD = {
  name: 'get_row',
  title: 'Row',
  description: 'Returns one row of the table.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'The row.' } },
    required: ['id'],
  },
  outputSchema: { type: 'object', properties: { row: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};

const WRONG: unknown[] = [
  undefined,
  null,
  7,
  true,
  '',
  [],
  [null],
  {},
  { toString: null },
  '\ud800',
  '__proto__',
];

type Path = string[];
const PLACES: Path[] = [
  ...Object.keys(GOOD).map((key) => [key]),
  ['inputSchema', 'type'],
  ['inputSchema', 'properties'],
  ['inputSchema', 'properties', 'id'],
  ['inputSchema', 'properties', 'id', 'type'],
  ['inputSchema', 'properties', 'id', 'description'],
  ['inputSchema', 'properties', 'id', 'enum'],
  ['inputSchema', 'required'],
  ['inputSchema', '$ref'],
  ['inputSchema', '$defs'],
  ['inputSchema', 'allOf'],
  ['outputSchema', 'properties'],
  ['annotations', 'readOnlyHint'],
  ['_meta'],
  ['icons'],
];

function changed(value: object, [key = '', ...rest]: Path, to: unknown): object {
  const inner = (value as Record<string, object>)[key] ?? {};
  const copy: Record<string, unknown> = { ...value, [key]: rest.length > 0 ? changed(inner, rest, to) : to };
  return copy;
}

/** Every place with every wrong value, all in one catalogue a place, beside a good tool. */
const CATALOGUES = PLACES.map((path) => ({
  place: path.join('.'),
  text: JSON.stringify({ tools: [GOOD, ...WRONG.map((wrong) => changed(GOOD, path, wrong))] }),
}));

const cwd = folder({ 'good.json': JSON.stringify({ tools: [GOOD] }) });
const file = (text: string): string => {
  writeFileSync(join(cwd, 'x.json'), text);
  return 'x.json';
};

const VERBS: Record<string, (from: string) => Promise<unknown>> = {
  lint: (from) => lint({ cwd, from }),
  tokens: (from) => measureTokens({ cwd, from, against: 'good.json' }),
  security: (from) => checkSecurity({ cwd, from: [from] }),
  tdqs: (from) => scoreCatalogs({ cwd, from }),
  lock: (from) => lockCatalogs({ cwd, from, lock: 'out.lock', update: true }),
  'diff from': (from) => diffTargets({ cwd, before: from, after: 'good.json' }),
  improve: async (from) => {
    const { tools } = JSON.parse(readFileSync(join(cwd, from), 'utf8')) as { tools: { name: unknown }[] };
    await improve({ cwd, from, tool: String(tools?.[0]?.name) });
  },
  'tool-bench suggest': (from) => suggestBench({ cwd, from }),
  'generate suite': (from) => scaffoldSuite({ cwd, from }),
  'generate conformance': (from) => scaffoldConformance({ cwd, from }),
  'generate redteam': (from) => scaffoldRedteam({ cwd, from }),
  'generate eval': (from) => scaffoldEval({ cwd, from }),
  warnings: async (from) => descriptionWarnings({ server: 's', tools: JSON.parse(from).tools } as never),
};

describe.each(Object.entries(VERBS))('%s', (name, verb) => {
  it('has a report or a clear error for each of them', async () => {
    const broken: string[] = [];
    for (const { place, text } of CATALOGUES) {
      const from = name === 'warnings' ? text : file(text);
      await verb(from).catch((error: unknown) => {
        if (!(error instanceof McptestError))
          broken.push(`${place}: ${(error as Error).stack?.slice(0, 300)}`);
      });
    }
    expect(broken).toEqual([]);
  });
});

describe('a tool whose name is no string', () => {
  const from = () => file(JSON.stringify({ tools: WRONG.map((name) => ({ ...GOOD, name })) }));
  it.each([
    [['lint', '--from', 'x.json'], [1]],
    [['lint', '--from', 'x.json', '--format', 'sarif'], [1]],
    [['tokens', '--from', 'x.json'], [0]],
    [
      ['security', '--from', 'x.json'],
      [0, 1],
    ],
    [
      ['tdqs', 'score', '--from', 'x.json'],
      [0, 1, 3],
    ],
    [
      ['lock', '--from', 'x.json', '--lock', 'out.lock'],
      [0, 1],
    ],
    [
      ['diff', 'x.json', 'good.json'],
      [0, 1],
    ],
    [
      ['generate', 'suite', '--from', 'x.json', '--output', 'made.yml'],
      [0, 1, 7],
    ],
  ])('%j does not end with 4', async (args, codes) => {
    from();
    const { code, stderr } = await mcptest(args, { cwd });
    expect(codes, stderr.slice(0, 600)).toContain(code);
  });
});
