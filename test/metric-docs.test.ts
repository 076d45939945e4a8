/** The pages of the metrics: one for each block, and every example is valid as it stands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { METRIC_BLOCKS, METRICS } from '../src/metrics/blocks.js';
import { parseSuite } from '../src/suite/parse-suite.js';
import { root } from './lib/cli.js';

const dir = join(root, 'docs', 'metrics');
const pages = ['../agent-tests.md', ...readdirSync(dir).filter((file) => file.endsWith('.md'))];
const read = (file: string): string => readFileSync(join(dir, file), 'utf8');
const snippets = pages.flatMap((file) =>
  [...read(file).matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    (match, index) => [file, index + 1, match[1]!] as const,
  ),
);

const TOP_LEVEL = ['agents', 'tests', 'servers', 'models', 'budget', 'run_options', 'faults'];

/** A page shows a whole suite, or the keys of one agent test. */
function asSuite(text: string): Record<string, unknown> {
  const data = parse(text) as Record<string, unknown>;
  const whole = Object.keys(data).some((key) => TOP_LEVEL.includes(key) && !isFaultsOfTest(key, data));
  const suite = whole ? data : { agents: [{ name: 'example', ...data }] };
  if (suite.servers !== undefined) return suite;
  const agents = (suite.agents ?? []) as { servers?: string[] }[];
  const names = new Set(['demo', ...agents.flatMap(({ servers }) => servers ?? []), ...faultServers(suite)]);
  return { servers: Object.fromEntries([...names].map((name) => [name, { command: ['x'] }])), ...suite };
}

/** `faults:` beside a metric block are those of the test. */
function isFaultsOfTest(key: string, data: Record<string, unknown>): boolean {
  return key === 'faults' && Object.keys(data).some((other) => Object.hasOwn(METRICS, other));
}

function faultServers(suite: Record<string, unknown>): string[] {
  return [...stringify(suite).matchAll(/^\s*-? ?server: (\w+)$/gm)].map((match) => match[1]!);
}

describe('docs/metrics', () => {
  it('has a page for every block, which names every figure', () => {
    for (const block of METRIC_BLOCKS) {
      const page = read(`${block}.md`);
      for (const target of METRICS[block].targets)
        expect(page).toContain(target.replace('<n>', '<').split('<')[0]!);
    }
  });

  it('shows an example on every page', () => {
    expect(new Set(snippets.map(([file]) => file))).toEqual(new Set(pages));
  });

  it.each(snippets)('%s, example %i is valid', async (_, __, text) => {
    const { problems } = await parseSuite(stringify(asSuite(text)), {
      file: 'mcptest.yml',
      cwd: root,
      workspace: root,
      env: {},
    });
    expect(problems).toEqual([]);
  });
});
