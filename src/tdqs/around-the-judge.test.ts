/** What stands around a judge: what it said before, its books, the word of a server, examples with known scores. */
import { describe, expect, it } from 'vitest';
import type { JudgeAnswer, ServerJudgement, TdqsJudge, ToolJudgement } from '../types/tdqs.js';
import { openLedger } from './books.js';
import { cachedJudge } from './cached-judge.js';
import { CALIBRATION, calibrate, calibrateServers, SERVER_CALIBRATION } from './calibration.js';
import { COHERENCE, DIMENSIONS } from './dimensions.js';
import { sharedPrefix, withoutPrefix } from './name-prefix.js';
import { confirmed, shadowCandidates } from './shadowing.js';
import { contextSignals } from './signals.js';

const justified = (names: readonly string[], score: number) =>
  Object.fromEntries(names.map((name) => [name, { score, justification: 'As it says.' }]));
const ofTool = (score = 4, contradiction = false): ToolJudgement => ({
  scores: justified(DIMENSIONS, score) as ToolJudgement['scores'],
  annotation_contradiction: contradiction,
  summary: 'Fine.',
});
const ofServer = (score = 4): ServerJudgement => ({
  scores: justified(COHERENCE, score) as ServerJudgement['scores'],
  shadowing_risks: [],
  summary: 'Fine.',
});

interface Asked extends TdqsJudge {
  asked: string[];
}

function judgeThat(tool: JudgeAnswer<ToolJudgement>, server: JudgeAnswer<ServerJudgement>): Asked {
  const asked: string[] = [];
  return {
    id: 'm',
    rubric: 'r-1',
    lanes: 1,
    asked,
    judgeTool: async () => {
      asked.push('tool');
      return tool;
    },
    judgeServer: async () => {
      asked.push('server');
      return server;
    },
  };
}

const subject = (name: string, description = 'Finds a boat.') => {
  const tool = { name, description, inputSchema: { type: 'object' } };
  return { tool, signals: contextSignals(tool), siblings: [name] };
};
const set = (server: string, ...names: string[]) => ({
  server,
  tools: names.map((name) => subject(name)),
  candidates: [],
});

describe('what a judge said before', () => {
  const shelf = () => {
    const files = new Map<string, unknown>();
    return {
      files,
      get: (key: string) => files.get(key),
      put: async (key: string, one: unknown) => void files.set(key, one),
    };
  };
  const said = { judgement: ofTool(), at: '2026-01-01' };

  it('is kept with who said it, when and by which rubric, under a short key', async () => {
    const cache = shelf();
    const judge = judgeThat(said, { judgement: ofServer(), at: '2026-01-02' });
    await cachedJudge(judge, cache, { where: 'openai https://a.example' }).judgeTool(subject('find_boat'));
    const [[key, entry] = []] = cache.files;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(entry).toEqual({
      provider: 'openai',
      model: 'm',
      rubric: 'r-1',
      at: '2026-01-01',
      said: ofTool(),
    });
  });

  it('is found again, counted, and not asked for', async () => {
    const cache = shelf();
    let kept = 0;
    const judge = judgeThat(said, { judgement: ofServer(), at: '2026-01-02' });
    const open = () => cachedJudge(judge, cache, { kept: () => (kept += 1) });
    await open().judgeTool(subject('find_boat'));
    await open().judgeServer(set('port', 'a', 'b'));
    expect([judge.asked, kept]).toEqual([['tool', 'server'], 0]);
    expect(await open().judgeTool(subject('find_boat'))).toEqual(said);
    expect(await open().judgeServer(set('port', 'a', 'b'))).toEqual({
      judgement: ofServer(),
      at: '2026-01-02',
    });
    expect([judge.asked, kept]).toEqual([['tool', 'server'], 2]);
    // Another text, another server, other tools, another place: each is a question of its own.
    await open().judgeTool(subject('find_boat', 'Finds a quay.'));
    await open().judgeServer(set('pier', 'a', 'b'));
    await open().judgeServer(set('port', 'a', 'c'));
    await cachedJudge(judge, cache, { where: 'b' }).judgeTool(subject('find_boat'));
    await cachedJudge({ ...judge, id: 'n' }, cache).judgeTool(subject('find_boat'));
    await cachedJudge({ ...judge, rubric: 'r-2' }, cache).judgeTool(subject('find_boat'));
    expect([judge.asked.length, kept]).toEqual([8, 2]);
  });

  it('is asked for once where two wait for it, and is not kept where nothing was said', async () => {
    const cache = shelf();
    const judge = judgeThat({ unscored: 'no key' }, { unscored: 'no key' });
    const cached = cachedJudge(judge, cache);
    const both = await Promise.all([cached.judgeTool(subject('a')), cached.judgeTool(subject('a'))]);
    expect(both).toEqual([{ unscored: 'no key' }, { unscored: 'no key' }]);
    expect([judge.asked, cache.files.size]).toEqual([['tool'], 0]);
  });

  it.each([{ at: 3, said: ofTool() }, { said: ofTool() }, { at: 'x', said: {} }, 'x', null])(
    'is not believed where a file says %j',
    async (entry) => {
      const judge = judgeThat(said, { judgement: ofServer() });
      const cache = { get: () => entry, put: async () => {} };
      await cachedJudge(judge, cache).judgeTool(subject('a'));
      expect(judge.asked).toEqual(['tool']);
    },
  );
});

describe('the books of a judge', () => {
  const usage = { input: 100, output: 10, total: 110 };
  const of = { provider: 'p', model: 'm' };

  it('count calls, answers that were kept, tokens and dollars', () => {
    const books = openLedger({ ...of, price: { input: 1000, output: 2000 } });
    books.add(2, usage);
    books.add(1, usage);
    books.addKept();
    expect(books.read()).toEqual({
      ...of,
      calls: 3,
      kept: 1,
      input_tokens: 200,
      output_tokens: 20,
      cost_usd: 0.24,
    });
  });

  it('say nothing of tokens where a call did not, and nothing of dollars without a price', () => {
    const books = openLedger(of);
    books.add(0, undefined);
    books.add(1, usage);
    expect(books.read()).toEqual({ ...of, calls: 1, kept: 0, input_tokens: 100, output_tokens: 10 });
    books.add(1, undefined);
    expect(books.read()).toEqual({ ...of, calls: 2, kept: 0 });
    books.add(0, undefined);
    expect(books.read()).not.toHaveProperty('input_tokens');
  });

  it('are closed when the budget is spent', () => {
    const books = openLedger({ ...of, price: { input: 1000, output: 1000 }, max_cost: 0.11 });
    expect(books.spent()).toBeUndefined();
    books.add(1, usage);
    expect(books.spent()).toBe('The budget of $0.11 is spent ($0.1100 so far).');
    const open = openLedger({ ...of, price: { input: 1000, output: 1000 } });
    open.add(1, usage);
    expect(open.spent()).toBeUndefined();
  });
});

describe('the word that names begin with', () => {
  it.each([
    [['harbour_find', 'harbour_list', 'tide_table'], 'harbour'],
    [['tide_table', 'harbour_find', 'harbour_list'], 'harbour'],
    [['harbour_find', 'harbour_list'], undefined],
    [['harbour_find', 'harbour_list', 'tide_table', 'lock_open'], undefined],
    [['find_boat', 'find_quay', 'find_tide'], undefined],
    [[], undefined],
  ])('of %j is %j', (names, prefix) => {
    expect(sharedPrefix(names)).toBe(prefix);
  });

  it('is taken off where something is left', () => {
    expect(withoutPrefix(['harbour', 'find'], 'harbour')).toEqual(['find']);
    expect(withoutPrefix(['harbour'], 'harbour')).toEqual(['harbour']);
    expect(withoutPrefix(['boat', 'find'], 'harbour')).toEqual(['boat', 'find']);
  });
});

describe('tools that are passed over', () => {
  const costs = (all: Record<string, number>) =>
    shadowCandidates(
      Object.entries(all).map(([name, invocationCost]) => ({ name, signals: { invocationCost } })),
    );
  const pairs = (all: Record<string, number>) =>
    costs(all).map(({ tool, cheaperTool }) => `${tool} ${cheaperTool}`);

  it('are paired with the first by name of those that cost the same', () => {
    expect(pairs({ z: 2, b: 2, a: 1, y: 2, dear: 6 })).toEqual(['dear b']);
    expect(pairs({ c: 3, b: 3, a: 3, dear: 7 })).toEqual(['dear a']);
  });

  it('are never paired with one of their own name, and once', () => {
    expect(pairs({ a: 9, b: 1 })).toEqual(['a b']);
    expect(
      shadowCandidates([
        { name: 'a', signals: { invocationCost: 1 } },
        { name: 'a', signals: { invocationCost: 9 } },
      ]),
    ).toEqual([]);
    expect(
      shadowCandidates([
        { name: 'b', signals: { invocationCost: 1 } },
        { name: 'a', signals: { invocationCost: 8 } },
        { name: 'a', signals: { invocationCost: 9 } },
      ]),
    ).toHaveLength(1);
  });

  it('are confirmed once, the right way round, and only where they were asked about', () => {
    const asked = costs({ cheap: 1, dear: 9 });
    const claim = (tool: string, cheaper_tool: string, reason = 'r') => ({ tool, cheaper_tool, reason });
    expect(confirmed([claim('cheap', 'dear'), claim('dear', 'x')], asked)).toEqual([]);
    expect(confirmed([claim('dear', 'cheap', 'one'), claim('dear', 'cheap', 'two')], asked)).toEqual([
      { tool: 'dear', cheaperTool: 'cheap', toolCost: 9, cheaperCost: 1, reason: 'one' },
    ]);
  });
});

describe('examples with known scores', () => {
  const exact = (off: number): TdqsJudge => {
    let at = 0;
    return {
      ...judgeThat({ judgement: ofTool() }, { judgement: ofServer() }),
      judgeTool: async ({ tool }) => {
        const example = CALIBRATION.find((one) => one.tool === tool)!;
        const scores = Object.fromEntries(
          DIMENSIONS.map((dimension) => [
            dimension,
            { score: Math.min(5, Math.max(1, (example.expected[dimension] ?? 3) + off)), justification: 'x' },
          ]),
        ) as ToolJudgement['scores'];
        return { judgement: { scores, annotation_contradiction: example.contradiction, summary: 'x' } };
      },
      judgeServer: async () => {
        const { expected } = SERVER_CALIBRATION[at++]!;
        const scores = Object.fromEntries(
          COHERENCE.map((one) => [one, { score: expected[one], justification: 'x' }]),
        ) as ServerJudgement['scores'];
        return { judgement: { ...ofServer(), scores } };
      },
    };
  };

  it('are passed by who gives them, with what was expected beside it', async () => {
    const rows = await calibrate(exact(0), '');
    expect(rows.map(({ name }) => name)).toEqual(CALIBRATION.map(({ tool }) => tool.name));
    for (const row of rows.filter(({ furthest }) => furthest !== undefined)) {
      expect(row).toMatchObject({ furthest: 0 });
      for (const dimension of DIMENSIONS)
        if (row.expected[dimension] !== undefined)
          expect(row.scores?.[dimension]).toBe(row.expected[dimension]);
    }
    expect(
      (await calibrateServers(exact(0))).map(({ passed, coherence, expected_coherence }) => [
        passed,
        coherence === expected_coherence,
      ]),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('are failed by who gives other scores, or none', async () => {
    const far = (await calibrate(exact(-2), '')).filter(({ furthest = 0 }) => furthest > 1);
    expect(far.length).toBeGreaterThan(1);
    expect(far.some(({ passed }) => passed)).toBe(false);
    const silent = judgeThat({ unscored: 'no key' }, { unscored: 'no key' });
    expect(
      (await calibrate(silent, '')).every(({ passed, unscored }) => !passed && unscored === 'no key'),
    ).toBe(true);
    expect(await calibrateServers(silent)).toMatchObject([
      { name: 'github-mcp', unscored: 'no key', passed: false, expected_coherence: 4.8, expected_tier: 'A' },
      {
        name: 'utility-toolkit',
        unscored: 'no key',
        passed: false,
        expected_coherence: 2,
        expected_tier: 'C',
      },
    ]);
    const poor = judgeThat({ judgement: ofTool(1) }, { judgement: ofServer(1) });
    expect((await calibrateServers(poor)).map(({ passed, coherence }) => [passed, coherence])).toEqual([
      [false, 1],
      [false, 1],
    ]);
  });
});
