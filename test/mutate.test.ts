/** `mcptest mutate` as a user meets it: real processes, saved runs, gates and exit codes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import type { Strength } from '../src/types/strength.js';
import { folder, mcptest } from './lib/cli.js';

const MANIFEST = `
mock_server:
  name: shop
  version: 1.0.0
  tools:
    - name: price
      description: The price of a thing.
      input_schema: { type: object, properties: { sku: { type: string } } }
      responses:
        - when: { args.sku: lamp }
          response: { structuredContent: { sku: lamp, euros: 12, tags: [new, blue] } }
      response: { structuredContent: { sku: other, euros: 1, tags: [] } }
  resources:
    - uri: shop://terms
      name: terms
      text: "Pay within 14 days.\\nNo returns."
  prompts:
    - name: greet
      messages:
        - role: user
          content: { type: text, text: Say hello to Ada. }
`;
const HEAD = 'servers:\n  shop: { command: ["mcptest", "mock", "--tools-from", "shop.yml"] }\n';
const HOLLOW = `  - name: hollow\n    tool: price\n    args: { sku: lamp }\n`;
const STRONG = `  - name: strong
    tool: price
    args: { sku: lamp }
    expect:
      - result.structuredContent: { exact: { sku: lamp, euros: 12, tags: [new, blue] } }
`;
const OTHERS = `resources:
  - name: terms
    uri: shop://terms
    expect:
      - result.contents[0].text: { contains: 14 days }
prompts:
  - name: greeting
    prompt: greet
    expect:
      - result.messages[0].content.text: Say hello to Ada.
`;
const project = (suite: string): string => folder({ 'shop.yml': MANIFEST, 'mcptest.yml': HEAD + suite });
const strengthOf = async (cwd: string, ...args: string[]): Promise<Strength> =>
  JSON.parse((await mcptest(['mutate', '--format', 'json', ...args], { cwd })).stdout);

describe('mcptest mutate', () => {
  it('tells hollow tests from strong ones, the same each time', async () => {
    const cwd = project(`tools:\n${HOLLOW}${STRONG}${OTHERS}`);
    const strength = await strengthOf(cwd);
    expect(strength.tests[0]).toMatchObject({ name: 'hollow', hollow: true, file: 'mcptest.yml' });
    const strong = strength.tests.find(({ name }) => name === 'strong');
    expect(strong).toMatchObject({ hollow: false, rate: 1 });
    expect(strength.tests.map(({ name }) => name)).toEqual(expect.arrayContaining(['terms', 'greeting']));
    expect(strength.rate).toBe(strength.killed / strength.mutants);
    expect(await strengthOf(cwd)).toEqual(strength);
    // The run that was just saved says the same, and starts nothing.
    expect(await strengthOf(cwd, '--run', 'latest')).toEqual(strength);
    const other = await strengthOf(cwd, '--run', 'latest', '--seed', '2');
    expect(other.tests.map(({ survivors }) => survivors)).not.toEqual(
      strength.tests.map(({ survivors }) => survivors),
    );
  });

  it('judges a saved run by the suite of today', async () => {
    const cwd = project(`tools:\n${HOLLOW}`);
    const before = await mcptest(['run', '--reporter', 'json=run.json'], { cwd });
    expect(before.code).toBe(0);
    const hollow = await strengthOf(cwd, '--run', 'run.json');
    const line = hollow.tests[0]!.survivors.find(({ path }) => path.endsWith('euros'))!.suggestion;
    expect(line).toBe('- result.structuredContent.euros: 12');
    const better = folder({
      'shop.yml': MANIFEST,
      'mcptest.yml': `${HEAD}tools:\n${HOLLOW}    expect:\n      ${line}\n`,
      'run.json': readFileSync(join(cwd, 'run.json'), 'utf8'),
    });
    const now = await strengthOf(better, '--run', 'run.json');
    expect(now.killed).toBeGreaterThan(hollow.killed);
    expect(now.tests[0]!.hollow).toBe(false);
  });

  it('holds a suite to what is asked of it, on the command line and in the suite', async () => {
    const weak = project(`tools:\n${HOLLOW}`);
    const failed = await mcptest(['mutate', '--fail-under', '80%'], { cwd: weak });
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('but 80 % required');
    expect((await mcptest(['mutate', '--fail-under', '1'], { cwd: weak })).code).toBe(0);
    const { stdout: md } = await mcptest(['mutate', '--run', 'latest', '--format', 'md'], { cwd: weak });
    expect(md).toMatch(/hollow[\s\S]*result\.structuredContent\.euros: 12/);
    const gated = project(`strength: { min: 90 }\ntools:\n${HOLLOW}`);
    const run = await mcptest(['run', '--reporter', 'json'], { cwd: gated });
    const envelope = JSON.parse(run.stdout) as RunEnvelope;
    expect([run.code, envelope.verdict, envelope.summary.gates_failed]).toEqual([1, 'fail', 1]);
    expect(envelope.strength?.gates).toMatchObject([{ file: 'mcptest.yml', min: 90, passed: false }]);
    const strong = project(`strength: { min: 90 }\ntools:\n${STRONG}`);
    expect((await mcptest(['run', '--strength'], { cwd: strong })).code).toBe(0);
  });

  it('never calls nothing measured a pass', async () => {
    const cwd = project(
      `strength: { min: 10 }\ntools:\n  - { name: off, tool: price, skip: later }\n${STRONG}`,
    );
    const { stdout } = await mcptest(['mutate', '--format', 'json'], { cwd });
    expect((JSON.parse(stdout) as Strength).unmeasured).toMatchObject([
      { name: 'off', reason: 'it was skipped' },
    ]);
    const none = await mcptest(['mutate', '--filter', 'off', '--fail-under', '10'], { cwd });
    expect(none.code).not.toBe(0);
  });

  it('leaves out what differs between two observations', async () => {
    const server = `
      const lines = require('node:readline').createInterface({ input: process.stdin });
      lines.on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined) return;
        const say = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
        if (method === 'initialize') say({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'clock', version: '1' } });
        else if (method === 'tools/list') say({ tools: [{ name: 'now', inputSchema: { type: 'object' } }] });
        else say({ content: [], structuredContent: { zone: 'UTC', ticks: process.hrtime.bigint().toString() } });
      });`;
    const cwd = folder({
      'clock.cjs': server,
      'mcptest.yml':
        'servers:\n  clock: { command: ["node", "clock.cjs"] }\ntools:\n  - name: now\n    tool: now\n    expect:\n      - result.structuredContent.zone: UTC\n',
    });
    const once = await strengthOf(cwd);
    const values = ({ tests }: Strength) =>
      tests[0]!.survivors.filter(({ family }) => family === 'M-VALUE').map(({ path }) => path);
    expect(values(once)).toContain('result.structuredContent.ticks');
    const twice = await strengthOf(cwd, '--repeat', '2');
    expect(values(twice)).not.toContain('result.structuredContent.ticks');
    expect(twice.tests[0]!.equivalent).toBeGreaterThan(0);
  });

  it('measures agent tests on their recorded runs', async () => {
    const { stdout, code } = await mcptest(
      ['mutate', 'examples/distractor-tools', '--no-save', '--format', 'json'],
      {
        cwd: join(import.meta.dirname, '..'),
      },
    );
    const { tests, families } = JSON.parse(stdout) as Strength;
    expect(code).toBe(0);
    expect(families.map(({ family }) => family)).toEqual(['M-CALL']);
    expect(tests.every(({ mutants }) => mutants > 3)).toBe(true);
  });

  it('refuses what it cannot use, with a next step', async () => {
    const cwd = project(`tools:\n${STRONG}`);
    const missing = await mcptest(['mutate', '--run', 'nowhere.json'], { cwd });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no saved run nowhere.json')]);
    const share = await mcptest(['mutate', '--fail-under', '180'], { cwd });
    expect([share.code, share.stderr]).toEqual([2, expect.stringContaining('from 0 to 100')]);
  });
});
