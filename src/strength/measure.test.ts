// biome-ignore-all lint/suspicious/noTemplateCurlyInString: captures of a suite.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import fc from '../../test/lib/properties.js';
import { normaliseMatcher } from '../match/normalise.js';
import { createRedactor } from '../redact/redactor.js';
import type { CaseResult } from '../types/envelope.js';
import type { Plan, PlannedCase } from '../types/plan.js';
import type { Strength } from '../types/strength.js';
import type { Assertion, Step, Suite, TestSpec } from '../types/suite.js';
import { measureStrength } from './measure.js';

const suite = { display_file: 's.yml', file: '/s.yml' } as Suite;
const place = { file: 's.yml', line: 3, column: 1 };

interface Told {
  name: string;
  steps: {
    tool: string;
    args?: unknown;
    expect: Assertion[];
    capture?: Record<string, string>;
    result: unknown;
  }[];
}

function planned({ name, steps }: Told): PlannedCase {
  const test = {
    name,
    kind: 'tool',
    server: 's',
    place,
    tags: [],
    only: false,
    repeat: 1,
    steps: steps.map(
      ({ tool, args = {}, expect: assertions, capture = {} }): Step => ({
        call: { kind: 'tool', server: 's', tool, args },
        expect: { assertions },
        capture,
      }),
    ),
  } satisfies TestSpec;
  return { id: name, name, suite, test, pulled_in: false, repro: '' };
}

function row({ name, steps }: Told): CaseResult {
  const calls = steps.map(({ tool, args = {}, result }) => ({
    tool,
    server: 's',
    args,
    result,
    is_error: (result as { isError?: boolean }).isError === true,
    duration_ms: 1,
  }));
  return { id: name, name, verdict: 'pass', trace: { calls } } as unknown as CaseResult;
}

async function strengthOf(
  told: Told[],
  more: { seed?: number; observed?: Told[][] } = {},
): Promise<Strength> {
  const plan: Plan = { suites: [suite], cases: told.map(planned), groups: [], total: told.length };
  return measureStrength({
    plan,
    results: told.map(row),
    observed: (more.observed ?? []).map((rows) => rows.map(row)),
    redactor: createRedactor([]),
    snapshots: () => undefined,
    seed: more.seed ?? 1,
    min: { of: new Map() },
  });
}

const text = (value: string, more: object = {}) => ({ content: [{ type: 'text', text: value }], ...more });
const structured = (value: object) => text(JSON.stringify(value), { structuredContent: value });
const one = (expectations: Assertion[], result: unknown, args: unknown = {}): Told => ({
  name: 't',
  steps: [{ tool: 'x', args, expect: expectations, result }],
});
const asserts = (target: string, matcher: unknown): Assertion => ({
  target,
  matcher: normaliseMatcher(matcher),
});
const onlyTest = async (told: Told) => (await strengthOf([told])).tests[0]!;

describe('how strong a test is', () => {
  const order = structured({ total: 12, paid: true, items: [{ sku: 'a1' }, { sku: 'b2' }] });

  it('is all of it for a test that holds the whole answer', async () => {
    const found = await onlyTest(one([asserts('result', { exact: order })], order));
    expect(found).toMatchObject({ rate: 1, hollow: false, survivors: [] });
    expect(found.mutants).toBeGreaterThan(10);
  });

  it('is hollow for one that only sees that something was answered', async () => {
    for (const expectations of [
      [],
      [asserts('result.isError', { not: { exact: true } })],
      [asserts('result.content', { length: { '>': 0 } })],
    ])
      expect((await onlyTest(one(expectations, order))).hollow).toBe(true);
    expect((await onlyTest(one([asserts('result.structuredContent.total', 12)], order))).hollow).toBe(false);
  });

  it('tells what survived, where, and the line that would have caught it', async () => {
    const found = await onlyTest(one([asserts('result.structuredContent.paid', true)], order));
    const total = found.survivors.find(({ path }) => path === 'result.structuredContent.total');
    expect(total).toMatchObject({ suggestion: '- result.structuredContent.total: 12' });
    const sku = found.survivors.find(({ path }) => path.endsWith('items[*].sku'));
    expect(sku?.suggestion).toBe('- result.structuredContent.items[0].sku: "a1"');
  });

  it('takes a text that repeats the structured content for the same answer', async () => {
    const byText = await onlyTest(
      one(
        [asserts('result.content[0].text', { exact: JSON.stringify({ total: 12 }) })],
        structured({ total: 12 }),
      ),
    );
    expect(byText.survivors.filter(({ family }) => family === 'M-VALUE' || family === 'M-DROP')).toEqual([]);
  });

  it('takes a field and a text that say the same for one, too', async () => {
    const list = [{ name: 'Ada', age: 36 }];
    const parts = [
      {
        result: text(JSON.stringify(list), { structuredContent: { people: list } }),
        held: { exact: JSON.stringify(list) },
      },
      {
        result: text('Ada is 36', { structuredContent: { content: 'Ada is 36' } }),
        held: { exact: 'Ada is 36' },
      },
    ];
    for (const { result, held } of parts) {
      const { survivors } = await onlyTest(one([asserts('result.content[0].text', held)], result));
      expect(survivors.filter(({ family }) => family === 'M-VALUE')).toEqual([]);
    }
  });

  it('takes the wording of a refusal for what it is, but not what was refused', async () => {
    const refused = text('There is no city called "Atlantis" on map 7', { isError: true });
    const told = one(
      [asserts('result.isError', true), asserts('result.content[0].text', { contains: 'no city' })],
      refused,
      { city: 'Atlantis' },
    );
    const { survivors } = await onlyTest(told);
    expect(survivors.filter(({ family }) => family === 'M-VALUE').map(({ change }) => change)).toEqual([
      '"Atlantis" became "Bumboujt"',
    ]);
  });

  it('changes facts of a text, not its wording', async () => {
    const told = one(
      [asserts('result.content[0].text', { contains: 'Oslo' })],
      text('Weather in Oslo: 21 degrees'),
      { city: 'Oslo' },
    );
    const { survivors } = await onlyTest(told);
    expect(survivors.filter(({ family }) => family === 'M-VALUE').map(({ change }) => change)).toEqual([
      '"21" became "22"',
    ]);
  });

  it('turns an expected error into a success', async () => {
    const refused = text('too long', { isError: true });
    expect((await onlyTest(one([asserts('result.isError', true)], refused))).hollow).toBe(false);
    const blind = await onlyTest(one([asserts('result.content[0].text', { contains: 'long' })], refused));
    expect(blind.survivors.map(({ family }) => family)).toContain('M-ERR');
    expect(blind.survivors.find(({ family }) => family === 'M-ERR')?.suggestion).toBe(
      '- result.isError: true',
    );
  });

  it('tries the answers of other tests and of the call before', async () => {
    const two = ['Oslo', 'Rome'].map(
      (city): Told => ({
        name: city,
        steps: [{ tool: 'x', args: { city }, expect: [], result: structured({ city }) }],
      }),
    );
    const { families } = await strengthOf(two);
    expect(families.find(({ family }) => family === 'M-SWAP')).toMatchObject({ mutants: 2, killed: 0 });
    expect(families.find(({ family }) => family === 'M-STALE')).toMatchObject({ mutants: 1, killed: 0 });
  });

  it('asks of a step that prepares only what is captured of it', async () => {
    const told: Told = {
      name: 'steps',
      steps: [
        {
          tool: 'make',
          expect: [],
          capture: { id: 'result.structuredContent.id' },
          result: structured({ id: 'k7', colour: 'red' }),
        },
        {
          tool: 'get',
          args: { id: '${captured.id}' },
          expect: [asserts('result.structuredContent', { exact: { found: 'k7' } })],
          result: structured({ found: 'k7' }),
        },
      ],
    };
    const found = await onlyTest(told);
    expect(found.survivors.filter(({ path }) => path.includes('colour'))).toEqual([]);
    // Another id would have been asked for, and nobody knows what the server would have said.
    expect(found.equivalent).toBeGreaterThan(0);
  });
});

describe('what differs from call to call', () => {
  it('is not proposed where it shows that it is a time or an id, and nobody looked twice', async () => {
    const made = text('Report 7, made at 5:19:01 PM for 3e2f0c1a-5a3b-4c1d-9e8f-0123456789ab');
    const lines = (await onlyTest(one([], made))).survivors.map(({ suggestion }) => suggestion ?? '');
    expect(lines.filter((line) => /5:19|3e2f/.test(line))).toEqual([]);
    expect(lines).toContain('- result.content[0].text: { contains: "Report 7," }');
  });

  it('is left out, and no line holds a server to it', async () => {
    const seen = (id: number): Told => one([], structured({ id, name: 'Ada' }));
    const alone = await strengthOf([seen(1)]);
    const paths = ({ tests }: Strength) =>
      tests[0]!.survivors.filter(({ family }) => family === 'M-VALUE').map(({ path }) => path);
    expect(paths(alone)).toContain('result.structuredContent.id');
    const observed = await strengthOf([seen(1)], { observed: [[seen(2)]] });
    expect(paths(observed)).not.toContain('result.structuredContent.id');
    expect(paths(observed)).toContain('result.structuredContent.name');
    expect(observed.tests[0]!.equivalent).toBeGreaterThan(0);
    const lines = observed.tests[0]!.survivors.map(({ suggestion }) => suggestion);
    expect(lines.some((line) => line?.includes('structuredContent.id: 1'))).toBe(false);
  });
});

const answers = fc.oneof(
  fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    .map((value) => structured(JSON.parse(JSON.stringify(value)))),
  fc.string({ maxLength: 200 }).map((value) => text(value)),
  fc.lorem({ maxCount: 30 }).map((value) => text(value)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => text(JSON.stringify(value, null, 2))),
  fc.string({ maxLength: 40 }).map((value) => text(value, { isError: true })),
);

const weak = [asserts('result', { type: 'object' })];

describe('for any answer', () => {
  it('the same seed tries the same changes, and the whole answer held kills them all', async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(5), async (result, seed) => {
        const hollow = await strengthOf([one(weak, result)], { seed });
        expect(await strengthOf([one(weak, result)], { seed })).toEqual(hollow);
        const strong = await strengthOf([one([asserts('result', { exact: result })], result)], { seed });
        expect(strong.killed).toBe(strong.mutants);
        expect(strong.mutants).toBe(hollow.mutants);
      }),
      { numRuns: 150 },
    );
  });

  it('a proposed line passes as it was answered, and catches what survived', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (result) => {
        const { survivors } = await onlyTest(one(weak, result));
        for (const { id, suggestion } of survivors.slice(0, 6)) {
          if (suggestion === undefined || suggestion.includes('snapshot')) continue;
          const [line] = parse(suggestion.replaceAll('$${', '${')) as [Record<string, unknown>];
          const [[target, matcher]] = Object.entries(line) as [[string, unknown]];
          const [kept] = (await strengthOf([one([...weak, asserts(target, matcher)], result)])).tests;
          expect(kept, `${suggestion} must pass on its own reply`).toBeDefined();
          expect(kept!.survivors.map((survivor) => survivor.id)).not.toContain(id);
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('hostile answers', () => {
  const deep = '['.repeat(60_000) + ']'.repeat(60_000);
  it.each([
    ['JSON nested without end', text(deep)],
    ['a text of a million characters', text('a1 '.repeat(330_000))],
    [
      'a list of many',
      structured({ rows: Array.from({ length: 5000 }, (_, n) => ({ n, name: `row ${n}` })) }),
    ],
    [
      'keys of the language',
      JSON.parse('{"content":[],"structuredContent":{"__proto__":{"a":1},"constructor":2,"toString":"x"}}'),
    ],
    ['nothing in it', {}],
    ['content that is not a list', { content: 7, structuredContent: 'text' }],
  ])('%s is measured', async (_, result) => {
    const found = await onlyTest(one(weak, result));
    expect(found.mutants).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
