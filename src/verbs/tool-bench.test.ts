import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { benchTools, suggestBench } from './tool-bench.js';

const tools = [
  { name: 'a', description: 'Returns the weather forecast for a city.' },
  { name: 'b', description: 'Sends a letter to a person.' },
];
const spec = (over: object = {}) =>
  JSON.stringify({
    catalog_path: 'tools.json',
    intents: [{ query: 'what is the weather forecast', gold: ['a'] }],
    ...over,
  });
const mutations = [{ tool: 'a', kind: 'blank' }];
const cwd = folder({
  'tools.json': JSON.stringify({ tools }),
  'bench.yml': spec({ mutations }),
  'none.yml': spec(),
});

it('measures what a description is worth, and holds the drop against the bar', async () => {
  const { report, failed } = await benchTools({ cwd, spec: 'bench.yml', min_drop: 0.5 });
  expect([report.max_drop, failed]).toEqual([1, false]);
  await expect(benchTools({ cwd, spec: 'none.yml', min_drop: 0.5 })).rejects.toMatchObject({
    code: 'bench-no-mutations',
  });
  expect((await benchTools({ cwd, spec: 'none.yml' })).failed).toBe(false);
});

it('drafts a benchmark that runs from where it will be written', async () => {
  const { text } = await suggestBench({ cwd, from: 'tools.json', output: 'draft.yml' });
  expect(text).toContain('tools.json');
  writeFileSync(join(cwd, 'draft.yml'), text);
  expect((await benchTools({ cwd, spec: 'draft.yml' })).report).toBeDefined();
  const empty = folder({ 'tools.json': '[]' });
  await expect(suggestBench({ cwd: empty, from: 'tools.json' })).rejects.toMatchObject({
    code: 'bench-no-tools',
  });
});
