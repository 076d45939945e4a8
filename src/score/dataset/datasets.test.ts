import { describe, expect, it } from 'vitest';
import { sampleCase } from '../../envelope/sample-run.js';
import type { Dataset } from '../../types/dataset.js';
import type { CaseResult } from '../../types/envelope.js';
import { type DatasetHead, datasetOf, isRowOf, joinDatasets } from './datasets.js';

const head = (over: Partial<DatasetHead> = {}): DatasetHead => ({
  file: 'a.yml',
  test: 'q',
  of_cases: 2,
  ...over,
});
const accuracy = (least: number) => [{ target: 'dataset.accuracy', matcher: { '>=': least } }];

/** A case that called what it should, nothing, or another tool; `undefined` was not judged. */
function row(name: string, called: string[] | undefined, over: Partial<CaseResult> = {}): CaseResult {
  return sampleCase({
    name: `q [${name}]`,
    file: 'a.yml',
    kind: 'agent',
    case: { of: 'q', name, file: 'c.csv', line: 1 },
    ...(called && {
      dataset: { case: name, expected: ['a'], called, correct: called[0] === 'a', calls: called.length },
    }),
    ...over,
  });
}

describe('the figures of a table', () => {
  it('count the rows that were judged, and say how many were not', async () => {
    const rows = [
      row('1', ['a']),
      row('2', []),
      row('3', undefined, { verdict: 'inconclusive' }),
      row('4', undefined, { verdict: 'skipped' }),
      row('5', undefined, { verdict: 'fail' }),
    ];
    const found = await datasetOf(head({ of_cases: 5, model: 'm' }), rows);
    expect(found).toMatchObject({
      file: 'a.yml',
      test: 'q',
      model: 'm',
      n: 2,
      cases: 2,
      correct: 1,
      accuracy: 50,
    });
    expect(found).toMatchObject({ unjudged: 2, of_cases: 5 });
    for (const key of ['gates', 'verdict', 'checks', 'never_offered']) expect(found).not.toHaveProperty(key);
    expect(await datasetOf(head(), [row('1', ['a'])])).not.toHaveProperty('unjudged');
    expect(await datasetOf(head(), [row('1', undefined)])).toBeUndefined();
  });

  it('are judged only where every case was run', async () => {
    const rows = [row('1', ['a']), row('2', ['a'])];
    const judged = (of_cases: number, least: number) =>
      datasetOf(head({ of_cases, gates: accuracy(least) }), rows);
    expect(await judged(2, 100)).toMatchObject({
      verdict: 'pass',
      checks: [{ outcome: 'pass', actual: 100 }],
    });
    expect(await judged(2, 101)).toMatchObject({ verdict: 'fail' });
    const part = await judged(3, 100);
    expect(part).toMatchObject({ gates: accuracy(100) });
    expect(part).not.toHaveProperty('verdict');
    // Runs of one case are one case; a row without one counts under its test.
    const runs = [row('1', ['a']), row('1', ['a'])];
    expect(await datasetOf(head({ gates: accuracy(0) }), runs)).not.toHaveProperty('verdict');
    const { case: _, ...bare } = row('1', ['a']);
    expect(await datasetOf(head({ gates: accuracy(0) }), [row('1', ['a']), bare])).toHaveProperty('verdict');
  });

  it('say why a gate has no figure', async () => {
    const gates = [{ target: 'dataset.pass_hat_3', matcher: { '>=': 50 } }];
    const found = await datasetOf(head({ of_cases: 1, gates }), [row('1', ['a'])]);
    expect(found).toMatchObject({ verdict: 'inconclusive' });
    expect(found?.checks?.[0]?.message).toContain('it needs 3 runs of every case');
  });

  it('name tools that no model was offered', async () => {
    const trace = { calls: [], catalog: { api: [{ name: 'b' }] }, servers: ['api'] };
    const found = await datasetOf(head(), [row('1', [], { trace }), row('2', [], { trace })]);
    expect(found?.never_offered).toEqual(['a']);
  });

  it('have beside each confusion what words alone would choose, unless words alone chose', async () => {
    const tools = [
      { name: 'a', description: 'refund a payment' },
      { name: 'b', description: 'weather of tomorrow' },
    ];
    const trace = { calls: [], catalog: { api: tools }, servers: ['api'], prompt: 'refund my payment' };
    const cell = async (model: string) =>
      (await datasetOf(head({ model }), [row('1', ['b'], { trace })]))?.confusion[0];
    expect(await cell('m')).toMatchObject({
      expected: 'a',
      called: 'b',
      by_words: { rows: 1, expected: 1, called: 0 },
    });
    expect(await cell('lexical')).not.toHaveProperty('by_words');
  });
});

describe('the rows of a table', () => {
  it('are those of its suite, its test and its model, and of agents', () => {
    const own = row('1', ['a'], { model: 'm' });
    const table = { file: 'a.yml', test: 'q', model: 'm' };
    expect(isRowOf(own, table)).toBe(true);
    expect(isRowOf(own, { ...table, file: 'b.yml' })).toBe(false);
    expect(isRowOf(own, { ...table, test: 'r' })).toBe(false);
    expect(isRowOf(own, { ...table, model: 'n' })).toBe(false);
    expect(isRowOf({ ...own, kind: 'tool' }, table)).toBe(false);
    const { case: _, ...bare } = own;
    expect(isRowOf({ ...bare, test: 'q' }, table)).toBe(true);
    expect(isRowOf(bare, table)).toBe(false);
  });

  it('of several shards are counted together again', async () => {
    const rows = [row('1', ['a']), row('2', [])];
    const [first, second] = await Promise.all(
      rows.map((one) => datasetOf(head({ gates: accuracy(50) }), [one])),
    );
    const parts = [first as Dataset, second as Dataset, { ...(first as Dataset), test: 'nobody' }];
    const joined = await joinDatasets(parts, rows);
    expect(joined).toEqual([await datasetOf(head({ gates: accuracy(50) }), rows)]);
    expect(joined?.[0]?.verdict).toBe('pass');
    expect(await joinDatasets(parts, [])).toBeUndefined();
    const models = [
      { ...(first as Dataset), model: 'm' },
      { ...(first as Dataset), model: 'n' },
    ];
    const apart = [row('1', ['a'], { model: 'm' }), row('1', [], { model: 'n' })];
    expect((await joinDatasets(models, apart))?.map(({ model, correct }) => [model, correct])).toEqual([
      ['m', 1],
      ['n', 0],
    ]);
  });
});
