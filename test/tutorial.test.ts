/** The tours of the docs, taken: files are written, commands run in order, outputs compared loosely. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../src/cli/program.js';
import { workflowText } from '../src/generate/workflow-text.js';
import { openRedactor } from '../src/redact/open-redactor.js';
import { folder, mcptest, root } from './lib/cli.js';
import { blocksOf, doAsSaid } from './lib/docs/tour.js';

/** Numbers of milliseconds and runs of spaces differ from day to day. */
const loose = (text: string): string =>
  text
    .replace(/\d+ ?ms\b/g, 'ms')
    .replace(/\s+/g, ' ')
    .trim();

/** A command line as in the tour → its words and the exit code that it announces. */
function commandOf(line: string): { words: string[]; code: number } {
  const [command = '', comment = ''] = line.split(/\s+#\s*/);
  const words = command.trim().split(/\s+/);
  expect(words.slice(0, 2)).toEqual(['npx', 'mcptest']);
  return { words: words.slice(2), code: Number(/exit code (\d+)/.exec(comment)?.[1] ?? 0) };
}

/** Each line ends with the exit code that it announces; what all of them printed. */
async function runLines(cwd: string, text: string): Promise<string> {
  let output = '';
  for (const line of text.trim().split('\n')) {
    const { words, code } = commandOf(line);
    const ran = await mcptest(words, { cwd, env: { HOME: cwd, ANTHROPIC_API_KEY: undefined } });
    output += ran.stdout + ran.stderr;
    expect({ line, code: ran.code, said: ran.code === code ? '' : output }).toEqual({ line, code, said: '' });
  }
  return output;
}

async function take(page: string): Promise<string> {
  const cwd = folder();
  const blocks = blocksOf(page);
  expect(blocks.length).toBeGreaterThan(10);
  let output = '';
  for (const block of blocks) {
    const { language, text } = block;
    doAsSaid(cwd, block);
    if (language === 'sh') output = await runLines(cwd, text);
    if (language === 'text') {
      for (const line of text.trim().split('\n')) expect(loose(output)).toContain(loose(line));
    }
  }
  return cwd;
}

it('the quick start does what it says', async () => {
  const cwd = await take('quick-start.md');
  const prose = readFileSync(join(root, 'docs/quick-start.md'), 'utf8').replace(/\s+/g, ' ');
  expect(prose).toContain('In `shop.yml`, replace');
  expect(readFileSync(join(cwd, '.github/workflows/mcptest.yml'), 'utf8')).toContain('mcptest run');
});

it('the first agent test does what it says', async () => {
  const cwd = await take('first-agent-test.md');
  expect(readFileSync(join(cwd, 'mcptest.yml'), 'utf8')).toMatch(/claude-sonnet-4-5[\s\S]*Cardiff/);
});

it('the page on CI shows the file that init --ci writes', () => {
  expect(blocksOf('ci.md')[0]?.text).toBe(workflowText(['package-lock.json']));
});

it.each([
  'ci.md',
  'snapshots.md',
  'watch.md',
  'doctor.md',
  'quick-start.md',
  'first-agent-test.md',
  'agent-tests.md',
  'cassettes.md',
  'models.md',
  'metrics/distractors.md',
])('%s shows options that exist, and YAML that is YAML', async (file) => {
  const text = readFileSync(join(root, 'docs', file), 'utf8');
  for (const block of blocksOf(file))
    if (block.language === 'yaml') expect(() => parse(block.text)).not.toThrow();
  const program = await buildProgram({
    signal: new AbortController().signal,
    redactor: openRedactor({}),
    exit: () => {},
  });
  for (const [, name, rest] of text.matchAll(/\bmcptest ([a-z-]+)((?: [^\n`]*)?)/g)) {
    const command = program.commands.find((one) => one.name() === name);
    if (!command) continue;
    const known = command.options.map(({ long }) => long);
    const own = rest!.split(' -- ')[0]!;
    for (const [option] of own.matchAll(/(?<=\s)--[a-z-]+/g)) expect(known).toContain(option);
  }
});
