import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import type { TdqsReport } from '../types/tdqs.js';
import { compareReports, readReport } from './compare.js';
import { DIMENSIONS } from './dimensions.js';
import { offlineJudge } from './offline/judge.js';
import { scoreServer } from './server-score.js';

async function report(listed: ToolDef[], server = 's'): Promise<TdqsReport> {
  const scored = await scoreServer(
    { server, tools: listed },
    { judge: offlineJudge, scoredAt: '2026-01-01T00:00:00.000Z' },
  );
  return { version: 1, judge: 'offline', rubric: 'offline-1', servers: [scored] };
}

const tools: ToolDef[] = [
  { name: 'find_boats', description: 'Finds boats by name.' },
  { name: 'b', description: 'Sounds the horn of the harbour.' },
  { name: 'c', description: 'Lists quays.' },
];

const SCORES = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 3]));

describe('comparing two reports', () => {
  it('takes tools with scores and those that could not be judged', () => {
    const listed = [
      { name: 'x', tdqs: 3, scores: SCORES },
      { name: 'y', unscored: 'no key' },
    ];
    const document = { version: 1, judge: 'x', servers: [{ tools: listed }] };
    expect(readReport(document, 'base.json')).toBe(document);
  });

  it('says what rose, what came and what went', async () => {
    const now = await report([
      { ...tools[0]!, description: 'Finds boats by name. Use it when a skipper asks where a boat lies.' },
      tools[1]!,
      { name: 'd', description: 'Opens the gate.' },
    ]);
    const { servers, caution } = compareReports(await report(tools), now);
    expect(caution).toBeUndefined();
    expect(servers[0]?.changed).toMatchObject([
      { tool: 'find_boats', dimensions: { usage_guidelines: [3, 4] } },
    ]);
    expect(servers[0]).toMatchObject({ added: [{ tool: 'd' }], removed: [{ tool: 'c' }] });
  });

  it('compares the only server with the only server, whatever they are called', async () => {
    const { servers } = compareReports(await report(tools, 'old'), await report(tools, 'new'));
    expect(servers[0]).toMatchObject({ server: 'new', changed: [], added: [], removed: [] });
    expect(servers[0]?.before).toBe(servers[0]?.after);
  });

  it.each([{ judge: 'another' }, { rubric: 'another' }])('warns where the base has %j', async (other) => {
    const base = { ...(await report(tools)), ...other };
    expect(compareReports(base, await report(tools)).caution).toContain('another');
  });

  it.each([
    null,
    {},
    { version: 2 },
    { version: 1, judge: 'x', servers: [{ tools: [{ name: 'x', scores: {} }] }] },
    { version: 1, judge: 'x', servers: [{ tools: [{ name: 'x' }] }] },
    { version: 1, judge: 'x', servers: [{ tools: [{ name: 'x', unscored: 7 }] }] },
    { version: 1, judge: 'x', servers: [{ tools: [{ name: 'x', tdqs: '3', scores: SCORES }] }] },
    { version: 1, judge: 'x', servers: [{ tools: [{ name: 'x', tdqs: 3, scores: 7 }] }] },
  ])('refuses %j as a base', (document) => {
    expect(() => readReport(document, 'base.json')).toThrow(expect.objectContaining({ code: 'bad-base' }));
  });

  it.each([
    ['another version', (document: object) => ({ ...document, version: 2 })],
    ['a judge without a name', (document: object) => ({ ...document, judge: 7 })],
    ['servers that are no list', (document: object) => ({ ...document, servers: {} })],
    [
      'a server without tools',
      (document: TdqsReport) => ({ ...document, servers: [...document.servers, {}] }),
    ],
    [
      'a tool without a name',
      (document: TdqsReport) => {
        const [first, ...others] = document.servers[0]!.tools;
        return { ...document, servers: [{ tools: [...others, { ...first, name: 7 }] }] };
      },
    ],
  ])('refuses %s where all else is right', async (_, change) => {
    const document = (change as (one: TdqsReport) => unknown)(await report(tools));
    expect(() => readReport(document, 'base.json')).toThrow(
      expect.objectContaining({
        message: 'base.json is not a report of mcptest tdqs score',
        hint: expect.stringContaining('--format json > base.json'),
      }),
    );
  });

  it('reads back what was written', async () => {
    const written = await report(tools);
    expect(readReport(JSON.parse(JSON.stringify(written)), 'base.json')).toEqual(written);
  });
});
