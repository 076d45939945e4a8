/** `mcptest fuzz` on a server with a planted bug of each kind, and on the same server without. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fuzzPretty } from '../src/report/fuzz/fuzz-pretty.js';
import { type FuzzReport, fuzz } from '../src/verbs/probing/fuzz.js';
import { mcptest, root } from './lib/cli.js';

const server = join(root, 'fixtures/fuzz-mcp/server.mjs');
const command = (...bugs: string[]) => [process.execPath, server, ...bugs];

function campaign(bugs: string[], more: object = {}): Promise<FuzzReport> {
  return fuzz({
    command: command(...bugs),
    cases: 200,
    max_call_ms: 1500,
    env: { PATH: process.env.PATH },
    ...more,
  });
}

const seen = ({ failures }: FuzzReport) =>
  failures.map(({ tool, outcome, args }) => ({ tool, outcome, args }));

describe('planted bugs are found and made small', () => {
  it('of each outcome, in one run of 200 cases', async () => {
    const bugs = ['crash', 'hang', 'noise', 'trace', 'path', 'secret', 'order', 'limit', 'accepted'];
    const report = await campaign(bugs);
    const found = seen(report);
    expect(report.cases).toBe(200);
    for (const [tool, outcome, args] of [
      ['search_stock', 'crash', { query: 'x'.repeat(1001) }],
      ['describe_item', 'hang', expect.anything()],
      ['describe_item', 'protocol-violation', { id: '\n' }],
      ['read_label', 'leak', { name: '' }],
      ['read_label', 'leak', { name: '\0' }],
      ['read_label', 'leak', { name: '`' }],
      ['check_order', 'broken-relation', { second: '', first: '' }],
      ['search_stock', 'broken-relation', { query: '', limit: 5 }],
      ['get_price', 'accepted-invalid', { item: '', amount: 1001 }],
    ])
      expect(found).toContainEqual({ tool, outcome, args });
    expect(found.filter(({ outcome }) => outcome !== 'accepted-invalid')).toHaveLength(8);
    expect(report.not_reproduced).toEqual([]);
    expect(report.exit_code).toBe(1);
  });

  it('in sequences of calls that share ids, when they are allowed', async () => {
    const tools = ['create_note', 'get_note', 'delete_note'];
    const allowed = { tools, allow_destructive: true, cases: 24 };
    const stale = await campaign(['stale'], allowed);
    expect(stale.failures).toMatchObject([
      {
        tool: 'get_note',
        outcome: 'broken-relation',
        before: [{ tool: 'create_note' }, { tool: 'delete_note' }],
      },
    ]);
    expect(stale.failures[0]?.test).toContain('${captured.answer_0_note_id}');
    const twice = await campaign(['twice'], allowed);
    expect(twice.failures).toMatchObject([
      { tool: 'delete_note', outcome: 'crash', before: [{ tool: 'create_note' }, { tool: 'create_note' }] },
    ]);
  });
});

it('finds nothing on the clean server, with two seeds', async () => {
  for (const seed of [1, 2]) {
    const report = await campaign([], { seed, allow_destructive: true });
    expect([report.failures, report.not_reproduced, report.exit_code]).toEqual([[], [], 0]);
  }
});

it('says of tools that no case is left for that they were not tested', async () => {
  const report = await campaign([], { cases: 2 });
  expect(report.tools.map(({ cases }) => cases)).toEqual(report.tools.map((_, at) => (at < 2 ? 1 : 0)));
  expect(report.tools.length).toBeGreaterThan(2);
  expect(report.tools.at(-1)?.notes).toEqual(['not tested: there are fewer cases than tools; raise --cases']);
  expect(report.exit_code).toBe(3);
});

it('has tested nothing where every input is refused', async () => {
  const report = await campaign(['closed'], { tools: ['read_label', 'get_price'], cases: 20 });
  expect(report).toMatchObject({
    exit_code: 3,
    failures: [],
    notes: [expect.stringContaining('no API key')],
  });
  const { results } = await report.envelope();
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
  const one = await campaign([], { tools: ['read_label', 'get_price'], cases: 20 });
  expect(one.exit_code).toBe(0);
});

it('calls nothing that may change or destroy something unless told', async () => {
  const report = await campaign([], { cases: 10 });
  expect(report.left_out.map(({ tool }) => tool)).toEqual(['create_note', 'delete_note']);
  const only = await campaign([], { tools: ['delete_note'], cases: 10 });
  expect([only.cases, only.exit_code]).toEqual([0, 7]);
});

it('the same seed gives the same bytes, another seed others', async () => {
  const text = async (seed: number) => {
    const { envelope: _, ...report } = await campaign(['accepted', 'trace'], { seed, cases: 60 });
    return fuzzPretty(report, { color: false, verbose: true }) + JSON.stringify(report);
  };
  const one = await text(5);
  expect(await text(5)).toBe(one);
  expect(await text(6)).not.toBe(one);
});

describe('the command', () => {
  const words = (...more: string[]) => [
    'fuzz',
    '--cases',
    '40',
    '--max-call-ms',
    '1500',
    ...more,
    '--',
    ...command('accepted', 'trace'),
  ];

  it('prints what others read', async () => {
    const [json, md, junit, sarif] = await Promise.all(
      ['json', 'md', 'junit', 'sarif'].map((format) => mcptest(words('--format', format))),
    );
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ seed: 1, cases: 40, exit_code: 1 });
    expect(json?.code).toBe(1);
    expect(md?.stdout).toContain('## accepted-invalid: `get_price`');
    expect(junit?.stdout).toMatch(/<testcase[^>]*name="fuzz get_price"[^>]*time="(?!0\.000)/);
    expect(JSON.parse(sarif?.stdout ?? '').runs[0].results.length).toBeGreaterThan(0);
  });
});
