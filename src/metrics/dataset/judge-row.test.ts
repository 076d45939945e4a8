import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
import type { CaseExpectation } from '../../types/suite.js';
import type { Trace } from '../../types/trace.js';
import { judgeCaseRow } from './judge-row.js';
import { measureDataset } from './measure.js';
import { DATASET_TARGETS, datasetFigures, isDatasetTarget } from './targets.js';

const tool = (name: string, properties: object = {}, more: object = {}): ToolDef =>
  ({ name, inputSchema: { type: 'object', properties, ...more } }) as ToolDef;
const catalog = {
  web: [tool('search', { query: {}, limit: {} }, { required: ['query'] }), tool('open', {}, { anyOf: [{}] })],
  files: [tool('search'), tool('save', { name: {} })],
};
const trace = (...calls: [string, unknown?][]): Trace => ({
  servers: ['web', 'files'],
  catalog,
  calls: calls.map(([name, args = {}]) => ({ tool: name, args })),
});
const expected = (tools: string[][], more: Partial<CaseExpectation> = {}): CaseExpectation => ({
  tools,
  ordered: false,
  args: tools.map(() => undefined),
  ...more,
});
const judge = (what: CaseExpectation, seen: Trace, servers = ['web', 'files']) =>
  judgeCaseRow('one', what, [seen], { servers });

describe('a row of a dataset', () => {
  it('is right when every expected tool was called and nothing else, however often', async () => {
    const row = await judge(
      expected([['web.search', 'files.search'], ['save']]),
      trace(['files.search'], ['files.search'], ['files.save']),
    );
    expect(row).toMatchObject({
      expected: ['web.search | files.search', 'files.save'],
      called: ['web.search | files.search', 'files.save'],
      correct: true,
      calls: 3,
      invented: [],
    });
  });

  it('names what was called instead, and what nobody offered', async () => {
    const row = await judge(expected([['files.save']]), trace(['web.open'], ['web.nowhere']));
    expect(row).toMatchObject({
      called: ['web.open', 'web.nowhere'],
      correct: false,
      invented: ['web.nowhere'],
    });
    expect(row.arguments).toBeUndefined();
  });

  it('minds the order where that is asked', async () => {
    const tools = [['web.search'], ['files.save']];
    const calls = trace(['files.save'], ['web.search', { query: 'x' }]);
    expect((await judge(expected(tools), calls)).correct).toBe(true);
    expect((await judge(expected(tools, { ordered: true }), calls)).correct).toBe(false);
  });

  it('is right whichever of two equal tools reached which expectation', async () => {
    const tools = [['web.search', 'files.search'], ['web.search']];
    const right = async (more: object, ...calls: string[]) =>
      (await judge(expected(tools, more), trace(...calls.map((name): [string] => [name])))).correct;
    expect(await right({}, 'web.search', 'files.search')).toBe(true);
    expect(await right({}, 'files.search', 'web.search')).toBe(true);
    expect(await right({}, 'files.search', 'files.search')).toBe(false);
    expect(await right({}, 'web.search')).toBe(false);
    expect(await right({ ordered: true }, 'web.search', 'files.search')).toBe(false);
    expect(await right({ ordered: true }, 'web.search', 'files.search', 'web.search')).toBe(true);
    const chain = expected([
      ['web.search', 'web.open'],
      ['web.open', 'files.save'],
      ['files.save', 'files.search'],
    ]);
    const seen = trace(['web.open'], ['files.save'], ['web.search']);
    expect(await judge(chain, seen)).toMatchObject({ correct: true, calls: 3 });
  });

  it('says which tool was called, but not as often as expected', async () => {
    const what = expected([['save'], ['save'], ['web.open']]);
    const row = await judge(what, trace(['files.save'], ['web.open']));
    expect(row).toMatchObject({ correct: false, fewer: ['files.save'] });
    expect(await judge(what, trace(['files.save'], ['files.save'], ['web.open']))).not.toHaveProperty(
      'fewer',
    );
  });

  it('needs no call where no tool is expected, and leaves out the name of an only server', async () => {
    expect((await judge(expected([]), trace())).correct).toBe(true);
    const one = { servers: ['web'], calls: [{ tool: 'open', server: 'web', args: {} }] };
    const row = await judge(expected([]), one, ['web']);
    expect(row).toMatchObject({ called: ['open'], correct: false });
    expect(row.invented).toBeUndefined();
  });

  it('finds four kinds of faults in arguments', async () => {
    const args = [{ query: { exact: 'tea' }, limit: { '>': 2 }, note: 'ignore' as const }];
    const what = expected([['web.search']], { args });
    const [found] =
      (await judge(what, trace(['web.search', { query: 'coffee', colour: 1 }]))).arguments ?? [];
    expect(found).toEqual({
      tool: 'web.search',
      unknown: ['colour'],
      required_missing: [],
      expected_missing: ['limit'],
      wrong: ['query'],
    });
    const [bare] = (await judge(what, trace(['web.search', 'no object']))).arguments ?? [];
    expect(bare).toMatchObject({ required_missing: ['query'], expected_missing: ['query', 'limit'] });
    // A schema that may take further names by other means tells nothing of unknown ones.
    const [open] = (await judge(expected([['web.open']]), trace(['web.open', { x: 1 }]))).arguments ?? [];
    expect(open).toEqual({ tool: 'web.open', required_missing: [] });
  });

  it('has a figure for every target that a gate may name', async () => {
    const args = [{ query: { exact: 'tea' } }];
    const right = await judge(expected([['web.search']], { args }), trace(['web.search', { query: 'tea' }]));
    const idle = await judgeCaseRow('idle', expected([]), [trace()], { servers: ['web', 'files'] });
    const figures = datasetFigures(measureDataset([right, right, idle, idle]));
    const named = Object.keys(figures).map((name) => name.replace(/_\d+$/, '_<n>'));
    expect([...new Set(named)].sort()).toEqual([...DATASET_TARGETS].sort());
    expect(figures['dataset.pass_hat_2']).toBe(100);
    expect(isDatasetTarget('dataset.pass_at_3')).toBe(true);
    expect(isDatasetTarget('dataset.acuracy')).toBe(false);
  });
});
