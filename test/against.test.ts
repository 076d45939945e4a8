/** Two catalogues, or two runs, beside each other as a user compares them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Comparison } from '../src/envelope/compare.js';
import { mcptest } from './lib/cli.js';

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
});
const NAMES = ['alpha', 'beta', 'gamma', 'delta'];
/** Each tool answers three requests, in words that only a good description has. */
const WORDS: Record<string, string[]> = {
  alpha: ['weather', 'forecast', 'temperature'],
  beta: ['invoice', 'payment', 'receipt'],
  gamma: ['translate', 'dictionary', 'language'],
  delta: ['music', 'song', 'playlist'],
};
const AFTER = NAMES.map((name) => tool(name, `Handles ${WORDS[name]!.join(', ')}`));
const BEFORE = NAMES.map((name) => tool(name, 'Handles things'));

function folderWith(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'against-'));
  writeFileSync(join(cwd, 'after.json'), JSON.stringify(AFTER));
  writeFileSync(join(cwd, 'before.json'), JSON.stringify(BEFORE));
  const rows = NAMES.flatMap((name) => WORDS[name]!.map((word) => `${word},About a ${word} please,${name}`));
  writeFileSync(join(cwd, 'requests.csv'), `name,prompt,expect_tools\n${rows.join('\n')}\n`);
  writeFileSync(
    join(cwd, 'mcptest.yml'),
    `servers:
  now: { command: [mcptest, mock, --tools-from, after.json] }
  old: { command: [mcptest, mock, --tools-from, before.json] }
agents:
  - name: picks
    model: lexical
    servers: [now]
    prompt: \${case.prompt}
    cases: { from: requests.csv }
    dataset: { expect: [{ dataset.accuracy: { ">=": 10 } }] }
`,
  );
  return cwd;
}

it('run --against says which catalogue is better, keeps both runs, and report --fail-on worse holds them apart', async () => {
  const cwd = folderWith();
  const { code, stdout, stderr } = await mcptest(['run', '--against', 'before.json'], { cwd });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('DID IT HELP?');
  expect(stdout).toMatch(/dataset\.accuracy .* → 100 .*of 12 {2}better by more than chance/);
  expect(stdout).toContain('judged together at 5 % (Holm)');
  const [, current, base] = /report (\S+) --compare (\S+) --format html/.exec(stderr)!;
  const saved = await mcptest(['report', current!, '--compare', base!, '--format', 'json'], { cwd });
  const { paired } = JSON.parse(saved.stdout) as Comparison;
  expect(paired.find(({ figure }) => figure === 'dataset.accuracy')).toMatchObject({
    test: 'picks',
    model: 'lexical',
    pairs: 12,
    now: 100,
    verdict: 'better',
  });
  // What the model was shown is what costs: the base had shorter descriptions.
  expect(paired.find(({ figure }) => figure === 'tokens')!.difference).toBeGreaterThan(0);
  const gate = async (one: string, other: string) =>
    mcptest(['report', one, '--compare', other, '--fail-on', 'worse'], { cwd });
  expect((await gate(current!, base!)).code).toBe(0);
  const worse = await gate(base!, current!);
  expect(worse.code).toBe(1);
  expect(worse.stderr).toContain('worse: picks [lexical]: dataset.accuracy');
  const page = await mcptest(
    ['report', current!, '--compare', base!, '--format', 'html', '--output', 'page.html'],
    { cwd },
  );
  expect(page.code).toBe(0);
  expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('dataset.accuracy');
  const latest = await mcptest(['report', 'latest', '--format', 'json'], { cwd });
  expect(JSON.parse(latest.stdout)).toMatchObject({ run_id: current });
});

it('run --against takes a second server of the suite, and refuses what it cannot compare', async () => {
  const cwd = folderWith();
  const { code, stdout } = await mcptest(['run', '--against', 'old', '--no-save'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/dataset\.accuracy .* → 100 .*better by more than chance/);
  const unknown = await mcptest(['run', '--against', 'nobody'], { cwd });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('declares no server `nobody`');
  const lone = await mcptest(['report', 'latest', '--fail-on', 'worse'], { cwd });
  expect(lone.code).toBe(2);
  expect(lone.stderr).toContain('`--fail-on` needs `--compare`');
});

it('run --against sends spans to a collector as any run does, and does not watch', async () => {
  const cwd = folderWith();
  const args = ['run', '--against', 'old', '--no-save', '--filter', 'song'];
  const unsent = await mcptest([...args, '--otlp', 'http://127.0.0.1:9'], { cwd });
  expect(unsent.code).toBe(2);
  expect(unsent.stderr).toContain('http://127.0.0.1:9');
  const watched = await mcptest([...args, '--watch'], { cwd });
  expect(watched.code).toBe(2);
  expect(watched.stderr).toContain('--watch compares with no second catalogue');
});

it('a recording of either side is stale when its catalogue changes, and says so', async () => {
  const cwd = folderWith();
  const args = ['--against', 'before.json', '--no-save', '--filter', 'song'];
  const recorded = await mcptest(['run', '--record', ...args], { cwd });
  expect(recorded.code, recorded.stderr).toBe(0);
  expect(recorded.stderr.match(/mcptest: recorded/g)).toHaveLength(2);
  expect((await mcptest(['run', ...args], { cwd })).code).toBe(0);
  writeFileSync(
    join(cwd, 'before.json'),
    JSON.stringify([...BEFORE.slice(1), tool('alpha', 'Another text')]),
  );
  const stale = await mcptest(['run', ...args], { cwd });
  expect(stale.code).toBe(2);
  expect(stale.stderr).toContain('(against)');
  expect(stale.stderr).toContain('the catalogue of the server `now` changed');
});
