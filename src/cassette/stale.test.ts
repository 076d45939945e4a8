import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { Cassette } from '../types/cassette.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { catalogHash } from './file.js';
import { type StaleCassette, staleError, staleReasons } from './stale.js';
import { changesBetween, subjectOf } from './subject.js';

const redactor = createRedactor([{ name: 'KEY', value: 'a-secret-in-argv' }]);
const place = { file: '/project/suite.yml', line: 1, column: 1 };

function agent(over: Partial<AgentSpec> = {}): AgentSpec {
  return {
    name: 'a',
    place,
    tags: [],
    only: false,
    models: ['scripted'],
    servers: ['files'],
    prompt: 'Go.',
    runs: 1,
    delegates: [],
    scripts: [],
    faults: [],
    metrics: [],
    expect: { assertions: [] },
    ...over,
  };
}

function suite(command: string[], delegates: Record<string, AgentSpec> = {}): Suite {
  return { dir: '/project', servers: { files: { name: 'files', command } }, delegates } as unknown as Suite;
}

describe('the subject of a cassette', () => {
  it('holds neither the folder of the suite nor secrets', () => {
    const argv = ['node', '/project/server.mjs', '/projects', '--key', 'a-secret-in-argv'];
    const { servers } = subjectOf(suite(argv), agent(), redactor);
    expect(servers.files?.command).toEqual([
      'node',
      '${CONFIG_DIR}/server.mjs',
      '/projects',
      '--key',
      '[secret:KEY]',
    ]);
  });

  it.each<[string, Partial<AgentSpec>, string]>([
    [
      'system_prompt',
      { system_prompt: 'Be kind.' },
      'the system prompt changed: it was nothing and is "Be kind."',
    ],
    ['temperature', { temperature: 0 }, 'the temperature changed: it was nothing and is 0'],
    ['offer_tools', { offer_tools: ['read'] }, '`offer_tools` changed: it was nothing and is ["read"]'],
    ['max_turns', { max_turns: 3 }, '`max_turns` changed: it was nothing and is 3'],
    ['faults', { faults: [{ server: 'files', kind: 'error', after: 0, times: 1 }] }, 'the `faults` changed'],
    [
      'distractors',
      {
        metrics: [
          { block: 'distractors', config: { count: 2, source: { from: 'catalog' }, correct: [] }, gates: [] },
        ],
      },
      'the `distractors` block changed',
    ],
    ['a judge', { judged: { model: 'm', tool_use: { threshold: 1 } } }, 'what the judge is asked changed'],
  ])('tells a change of %s', (_, over, message) => {
    const before = subjectOf(suite(['node']), agent(), redactor);
    const changes = changesBetween(before, subjectOf(suite(['node']), agent(over), redactor));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toContain(message);
  });

  it('lets gates, thresholds and metrics change freely', () => {
    const judged = (threshold: number) => ({ model: 'm', rubric: { text: 'Polite?', threshold } });
    const before = subjectOf(suite(['node']), agent({ judged: judged(0.5) }), redactor);
    const now = agent({
      judged: judged(0.9),
      runs: 9,
      metrics: [{ block: 'stability', config: {}, gates: [] }],
      expect: { assertions: [], max_duration_ms: 5 },
    });
    expect(changesBetween(before, subjectOf(suite(['node']), now, redactor))).toEqual([]);
  });

  it('tells a change of somebody that work is handed to', () => {
    const planner = agent({ delegates: ['worker'] });
    const of = (prompt: string) =>
      subjectOf(suite(['node'], { worker: agent({ name: 'worker', prompt }) }), planner, redactor);
    expect(changesBetween(of('One.'), of('Two.'))).toEqual([
      'the agent `worker` that work is handed to changed',
    ]);
  });
});

describe('a cassette is stale', () => {
  const tools = [{ name: 'read' }, { name: 'write' }];
  const subject = subjectOf(suite(['node']), agent(), redactor);
  const cassette: Cassette = {
    version: 1,
    suite: 'suite.yml',
    test: 'a',
    subject,
    servers: {},
    catalogs: [{ hash: catalogHash({ files: tools }), tools: { files: tools } }],
    models: { fast: { provider: 'openai', model: 'm-1', runs: [{ catalog: 0, events: [] }] } },
  };
  const now = {
    subject,
    model: { name: 'fast', provider: 'openai', model: 'm-1' },
    runs: 1,
    known: { files: { tools } },
  };

  it.each<[string, Partial<typeof now>, RegExp | undefined]>([
    ['not while nothing changed', {}, undefined],
    [
      'with another provider',
      { model: { ...now.model, provider: 'mistral' } },
      /m-1 of openai .* of mistral$/,
    ],
    ['with another model', { model: { ...now.model, model: 'm-2' } }, /was m-1 of openai and is m-2/],
    ['with more runs', { runs: 2 }, /1 run of fast recorded, and 2 are asked for/],
    ['with its tools in another order', { known: { files: { tools: tools.toReversed() } } }, /its order$/],
  ])('%s', (_, over, reason) => {
    const reasons = staleReasons(cassette, { ...now, ...over });
    expect(reasons).toEqual(reason === undefined ? [] : [expect.stringMatching(reason)]);
  });
});

describe('the message', () => {
  const one = (n: number, reasons = ['the tools changed']): StaleCassette => ({
    file: `c/a-${n}.json`,
    test: `a [${n}]`,
    reasons,
    again: `mcptest run --record --filter "a [${n}]"`,
    again_all: 'mcptest run --record --filter a',
  });

  it('says once what is the same for many cases, with one command for all of them', () => {
    const { message, hint } = staleError([one(1), one(2), one(3), one(4), one(5, ['the prompt changed'])]);
    expect(message.split('\n').slice(1)).toEqual([
      'c/a-1.json (a [1]) and 3 others',
      '  - the tools changed',
      'c/a-5.json (a [5])',
      '  - the prompt changed',
    ]);
    expect(hint).toBe('Record again with `mcptest run --record --filter a`, or run with --live.');
  });

  it('names the cases where they are few', () => {
    expect(staleError([one(1), one(2)]).hint).toContain(
      '`mcptest run --record --filter "a [1]"` and `mcptest run --record --filter "a [2]"`',
    );
  });
});
