/** `evals:`, `scorers:` and `calibration:`: which tests they judge, by what, and what is wrong with one. */
import { describe, expect, it } from 'vitest';
import { problemsOf, readSuite, suiteOf, textOf } from './cases/suite-testkit.js';

const tools = [
  { name: 'finds', tool: 'find', tags: ['slow', 'ci'] },
  { name: 'lists', tool: 'list', tags: ['fast'] },
];
const agents = [{ name: 'asks', prompt: 'p', model: 'lexical', tags: ['slow'] }];
const scorers = { length: { command: ['./length'] } };
const tone = { name: 'tone', rubric: 'Is it kind?' };

/** What is asked of each test beyond its own `expect:`, by its name. */
async function asked(one: object, rest: object = {}) {
  const suite = await suiteOf({ tools, agents, scorers, evals: [one], ...rest });
  const told = [
    ...suite.tests.map(({ name, steps }) => [name, steps.at(-1)?.expect.assertions] as const),
    ...suite.agents.map(({ name, expect: { assertions } }) => [name, assertions] as const),
  ];
  return Object.fromEntries(told.filter(([, assertions]) => assertions?.length));
}
const judgedBy = async (one: object) => Object.keys(await asked(one));
const wrong = (one: object, rest: object = {}) =>
  problemsOf({ tools, agents, scorers, evals: [{ name: 'tone', ...one }], ...rest });

describe('an eval', () => {
  it('judges the answer of every test: what an agent says at the end, and the result of a call', async () => {
    const { finds, lists, asks } = await asked(tone);
    const matcher = { llm_judge: { rubric: 'Is it kind?' } };
    expect(finds).toEqual([{ target: 'result', message: 'tone', matcher, line: 1 }]);
    expect(lists).toEqual(finds);
    expect(asks).toEqual([{ target: 'final_response', message: 'tone', matcher, line: 1 }]);
  });

  it('judges each case of an agent test once', async () => {
    const cases = ['one', 'two', 'three'].map((name) => ({ name }));
    const found = await asked(tone, { agents: [{ ...agents[0], cases }] });
    expect(Object.keys(found).filter((name) => name.startsWith('asks ['))).toHaveLength(3);
    for (const name of cases.map((one) => `asks [${one.name}]`)) expect(found[name]).toHaveLength(1);
  });

  it('judges the tests that it names, and those with one of its tags', async () => {
    expect(await judgedBy({ ...tone, tests: ['lists', 'asks'] })).toEqual(['lists', 'asks']);
    expect(await judgedBy({ ...tone, tags: ['ci', 'none'] })).toEqual(['finds']);
    expect(await judgedBy({ ...tone, tags: ['slow'] })).toEqual(['finds', 'asks']);
    expect(await judgedBy({ ...tone, tags: ['slow'], tests: ['asks', 'lists'] })).toEqual(['asks']);
  });

  it('is said to judge nothing where all of its tests are skipped', async () => {
    const remarksOf = async (skip: object) =>
      (await suiteOf({ tools: [{ ...tools[0], ...skip }, tools[1]], evals: [{ ...tone, tests: ['finds'] }] }))
        .remarks;
    expect(await remarksOf({ skip: 'later' })).toEqual([
      'mcptest.yml:1: the eval tone judges nothing, since its tests are skipped',
    ]);
    expect(await remarksOf({})).toEqual([]);
  });

  it('judges the tests that have its target', async () => {
    expect(await judgedBy({ ...tone, target: 'final_response' })).toEqual(['asks']);
    expect(await judgedBy({ ...tone, target: 'result.content[0].text' })).toEqual(['finds', 'lists']);
  });

  it('judges the last step of a test, and no test without an answer', async () => {
    const steps = [{ tool: 'find' }, { tool: 'list' }];
    const suite = await suiteOf({
      tools: [{ name: 'both', steps }],
      capabilities: [{ name: 'declares', expect: [{ 'capabilities.tools': { type: 'object' } }] }],
      tool_quality: [{ name: 'good', expect: [{ min_score: { '>=': 1 } }] }],
      evals: [tone],
    });
    const judged = suite.tests.flatMap(({ name, steps: all }) =>
      all.flatMap(({ expect: { assertions } }, at) =>
        assertions.some(({ message }) => message === 'tone') ? `${name} ${at}` : [],
      ),
    );
    expect(judged).toEqual(['both 1']);
  });

  it('asks its model, its jury or its scorer', async () => {
    const matcherOf = async (one: object) =>
      (await asked({ name: 'tone', tests: ['finds'], ...one })).finds?.map(({ matcher }) => matcher);
    const rubric = 'Is it kind?';
    expect(await matcherOf({ rubric, threshold: 0.5, model: 'm' })).toEqual([
      { llm_judge: { rubric, threshold: 0.5, model: 'm' } },
    ]);
    expect(await matcherOf({ rubric, jurors: ['m', 'n'], quorum: '1/2', threshold: 0.5 })).toEqual([
      { llm_jury: { rubric, threshold: 0.5, quorum: '1/2', jurors: ['m', 'n'] } },
    ]);
    expect(await matcherOf({ scorer: 'length', threshold: 0.5 })).toEqual([
      { scorer: { name: 'length', threshold: 0.5 } },
    ]);
    expect(await matcherOf({ scorer: 'length' })).toEqual([{ scorer: { name: 'length' } }]);
  });
});

describe('an eval is refused', () => {
  const rubric = 'Is it kind?';
  const apart = (a: string, b: string) => `\`${a}\` and \`${b}\` cannot both be given`;

  it.each([
    [{ scorer: 'length', model: 'm' }, 'model', [apart('model', 'scorer')]],
    [{ scorer: 'length', jurors: ['m'] }, 'jurors', [apart('jurors', 'scorer')]],
    [{ rubric, model: 'm', jurors: ['n'] }, 'model', [apart('model', 'jurors')]],
    [{ scorer: 'length', quorum: 1 }, 'quorum', [apart('quorum', 'scorer'), '`quorum` needs `jurors`']],
    [{ rubric, quorum: 1 }, 'quorum', ['`quorum` needs `jurors`']],
  ])('%j, at its key `%s`', async (one, key, messages) => {
    const suite = { tools, scorers, evals: [{ name: 'tone', ...one }] };
    const { problems } = await readSuite(suite);
    expect(problems.map(({ message }) => message)).toEqual(messages);
    for (const { column } of problems) expect(textOf(suite).slice(column - 1)).toMatch(`"${key}":`);
  });

  it.each([
    [{}, '', 'an eval needs `rubric` or `scorer`, and not both'],
    [{ rubric, scorer: 'length' }, '', 'an eval needs `rubric` or `scorer`, and not both'],
    [{ rubric, jurors: ['m'], quorum: 2 }, '', 'an eval with jurors asks for 2 of 1 jurors'],
    [
      { jurors: ['m', 'm'], rubric },
      '',
      'an eval with jurors takes each juror once: the same model gives the same answer',
    ],
    [{ rubric, tags: ['none'] }, '', 'this eval judges no test of the suite'],
    [{ rubric, tests: ['asks'], target: 'result' }, '', 'this eval judges no test of the suite'],
    [{ rubric: [] }, '/rubric', 'a rubric is a list with at least one criterion'],
  ])('%j', async (one, at, message) => {
    expect(await wrong(one)).toEqual([{ path: `/evals/0${at}`, message, hint: null }]);
  });

  it('where it names what is not there, with what was probably meant', async () => {
    expect(await wrong({ rubric, tests: ['asks', 'find'] })).toEqual([
      { path: '/evals/0/tests/1', message: 'there is no test `find`', hint: 'did you mean `finds`?' },
    ]);
    expect(await wrong({ rubric, tests: ['zzzzzz'] })).toMatchObject([
      { hint: expect.stringContaining('asks') },
    ]);
    expect(await wrong({ scorer: 'lenght' })).toEqual([
      { path: '/evals/0/scorer', message: 'there is no scorer `lenght`', hint: 'did you mean `length`?' },
    ]);
    expect(await wrong({ scorer: 'a' }, { scorers: undefined })).toEqual([
      { path: '/evals/0/scorer', message: 'there is no scorer `a`', hint: 'declare it in `scorers`' },
    ]);
    expect(await wrong({ rubric, target: 'resul.text' })).toMatchObject([
      { path: '/evals/0/target', hint: 'did you mean `result`?' },
    ]);
  });
});

describe('a scorer', () => {
  it('is a command with its time limit', async () => {
    const { scorers: read } = await suiteOf({
      tools,
      scorers: { a: { command: ['a', 'b'] }, slow: { command: ['c'], timeout: '2m' } },
    });
    expect(read).toEqual({ a: { command: ['a', 'b'] }, slow: { command: ['c'], timeout_ms: 120_000 } });
    expect(await suiteOf({ tools })).not.toHaveProperty('scorers');
  });

  it.each([
    [{ result: { scorer: 'lenght' } }, '/tools/0/expect/0/result/scorer'],
    [{ result: { scorer: { name: 'lenght', threshold: 1 } } }, '/tools/0/expect/0/result/scorer'],
    [{ result: { not: { all_of: [{ scorer: 'lenght' }] } } }, '/tools/0/expect/0/result/not/all_of/0/scorer'],
  ])('that %j asks for has to be declared', async (expectation, path) => {
    expect(await problemsOf({ tools: [{ ...tools[0], expect: [expectation] }], scorers })).toEqual([
      { path, message: 'there is no scorer `lenght`', hint: 'did you mean `length`?' },
    ]);
  });

  it('is a word like any other outside of `expect:`', async () => {
    const one = { ...tools[0], args: { scorer: 'none' }, expect: [{ result: { scorer: 'length' } }] };
    expect(await problemsOf({ tools: [one], scorers })).toEqual([]);
  });
});

describe('a calibration', () => {
  const held = { name: 'held', labels: 'labels.jsonl' };
  const evals = [
    { ...tone, jurors: ['first', 'second'] },
    { name: 'long', scorer: 'length' },
  ];
  const calibrated = (one: object, rest: object = {}) =>
    problemsOf({ tools, agents, scorers, evals, calibration: [{ ...held, ...one }], ...rest });
  const testOf = async (one: object) =>
    (await suiteOf({ tools, scorers, evals, calibration: [{ ...held, ...one }] })).tests.at(-1);

  it('is a test of its own, which no eval judges', async () => {
    const rubric = 'Is it right?';
    const test = await testOf({ rubric, model: 'm', tags: ['slow'], skip: 'too dear' });
    expect(test).toMatchObject({
      name: 'held',
      kind: 'calibration',
      tags: ['slow'],
      only: false,
      skip: 'too dear',
    });
    expect(test?.steps).toEqual([
      {
        call: {
          kind: 'calibration',
          server: '',
          judge: 'm',
          rubric,
          threshold: 0.7,
          labels: '/project/labels.jsonl',
        },
        expect: { assertions: [] },
        capture: {},
      },
    ]);
    const bare = await testOf({ rubric });
    expect(bare).toMatchObject({ tags: [], repeat: 1 });
    expect(bare).not.toHaveProperty('skip');
    expect((await testOf({ rubric, only: true }))?.only).toBe(true);
  });

  it('asks its own model, else that of its eval, else the first juror of it, else `judge`', async () => {
    const judge = async (one: object, of: object) => {
      const { tests } = await suiteOf({
        tools,
        evals: [{ ...tone, ...of }],
        calibration: [{ ...held, ...one }],
      });
      return tests.at(-1)?.steps[0]?.call;
    };
    expect(await judge({ eval: 'tone', model: 'own' }, { model: 'its' })).toMatchObject({ judge: 'own' });
    expect(await judge({ eval: 'tone' }, { model: 'its' })).toMatchObject({ judge: 'its' });
    expect(await judge({ eval: 'tone' }, { jurors: ['first', 'second'] })).toMatchObject({ judge: 'first' });
    expect(await judge({ eval: 'tone' }, {})).toMatchObject({ judge: 'judge' });
    expect(
      await judge({ rubric: 'x', min_agreement: 0.9, min_kappa: 0.5, max_error: 0.1 }, {}),
    ).toMatchObject({
      min_agreement: 0.9,
      min_kappa: 0.5,
      max_error: 0.1,
    });
  });

  it.each([
    [{}, '/calibration/0', 'a calibration needs `rubric` or `eval`, and not both', null],
    [
      { rubric: 'x', eval: 'tone' },
      '/calibration/0',
      'a calibration needs `rubric` or `eval`, and not both',
      null,
    ],
    [{ eval: 'tonne' }, '/calibration/0/eval', 'there is no eval `tonne`', 'did you mean `tone`?'],
    [{ eval: 'long' }, '/calibration/0/eval', 'the eval `long` has no rubric', null],
    [
      { rubric: 'x', name: 'finds' },
      '/calibration/0/name',
      'the name `finds` is taken by a test',
      'give the calibration its own name',
    ],
  ])('%j is refused', async (one, path, message, hint) => {
    expect(await calibrated(one)).toEqual([{ path, message, hint }]);
  });
});
