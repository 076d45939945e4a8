/** What docs/tdqs.md shows is what the commands print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { folder, mcptest, root } from './lib/cli.js';

const page = readFileSync(join(root, 'docs', 'tdqs.md'), 'utf8');
/** Text, language, block and the end of the block by turns. */
const parts = page.split(/^```(.*)\n/m);
const blocks = (language: string): string[] =>
  parts.filter((_, at) => at % 4 === 2 && parts[at - 1] === language).map((text) => text.trimEnd());
const shown = blocks('');
const example = (name: string): string => join(root, 'examples', 'tool-quality', name);

it.each([
  ['before.json', 'library  2.6'],
  ['after.json', 'library  4.6'],
])('the scores of %s', async (file, start) => {
  const block = shown.find((text) => text.startsWith(start))!;
  const { stdout } = await mcptest(['tdqs', 'score', '--from', example(file)]);
  expect(stdout.slice(0, block.length)).toBe(block);
});

it('the calibration of the offline judge', async () => {
  const block = shown.find((text) => text.startsWith('offline, rubric'));
  expect((await mcptest(['tdqs', 'calibrate'])).stdout.trimEnd()).toBe(block);
});

it('the description before and after', () => {
  const quoted = page.replace(/\n> ?/g, ' ').replace(/\s+/g, ' ');
  for (const file of ['before.json', 'after.json']) {
    const { tools } = JSON.parse(readFileSync(example(file), 'utf8')) as {
      tools: { name: string; description: string }[];
    };
    const { description } = tools.find(({ name }) => name === 'remove_reader')!;
    expect(quoted).toContain(`${file.slice(0, -5)}: ${description}`);
  }
});

it('the gates of a suite', async () => {
  const gates = blocks('yaml').find((text) => text.startsWith('tdqs:'))!;
  const suite = {
    servers: { library: { command: ['mcptest', 'mock', '--tools-from', example('after.json')] } },
    ...(parse(gates) as object),
  };
  const { code, stdout } = await mcptest(['run'], { cwd: folder({ 'mcptest.yml': JSON.stringify(suite) }) });
  expect(stdout).toContain('✓ definitions are in tier A');
  expect(code).toBe(0);
});
