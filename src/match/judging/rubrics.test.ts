/** What a rubric, a jury and a scorer may be, what is said of one that is wrong, and what a person reads of a judgement. */
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../types/trace.js';
import { evaluate } from '../evaluate.js';
import { isJudged } from '../llm-judge.js';
import { validateMatcher } from '../validate.js';
import { bookOf, questionsOf, reasonOf, scoreOf, subjectKey } from './rubric.js';

const why = (matcher: unknown) => validateMatcher(matcher).map(({ message }) => message);
/** So many questions, one under the other. */
const tree = (depth: number): object => ({ ask: 'a?', yes: depth > 1 ? tree(depth - 1) : 1, no: 0 });
const jury = (more: object) => ({ llm_jury: { rubric: 'x', jurors: ['a', 'b', 'c'], ...more } });

describe('what judges is fine as', () => {
  it.each([
    { llm_judge: 'Is it kind?' },
    { llm_judge: { rubric: 'x', threshold: 0 } },
    { llm_judge: { rubric: 'x', threshold: 1, model: 'm' } },
    { llm_judge: { rubric: ['a', { text: 'b' }, { text: 'c', weight: 1e6 }, { text: 'd', weight: 0 }] } },
    { llm_judge: { rubric: Array(50).fill('a') } },
    { llm_judge: { rubric: tree(50) } },
    { llm_judge: { rubric: { ask: 'a?', yes: 0, no: { ask: 'b?', yes: 1, no: 0.5 } } } },
    { scorer: 'length' },
    { scorer: { name: 'length', threshold: 0.5 } },
    jury({}),
    jury({ quorum: 1 }),
    jury({ quorum: 3 }),
    jury({ quorum: 0.5 }),
    jury({ quorum: '1/3' }),
    jury({ quorum: ' 3 / 3 ' }),
    jury({ quorum: '100%' }),
    jury({ quorum: '33.3 %' }),
    jury({ quorum: '33.25% ' }),
    jury({ quorum: '10/15' }),
    jury({ jurors: Array.from({ length: 99 }, (_, at) => `m${at}`) }),
    jury({ rubric: ['a', 'b'] }),
  ])('%j', (matcher) => {
    expect(why(matcher)).toEqual([]);
  });
});

describe('what judges is refused as', () => {
  const judge = 'takes a rubric, or { rubric, threshold, model }';
  const shares = 'takes a share above 0 and up to 1 as quorum';
  const count = 'takes a count of jurors, or a share, as quorum';
  const spelling = 'takes a count, `2/3`, `67%` or 0.67 as quorum';
  it.each<[unknown, string]>([
    [{ llm_judge: ' ' }, judge],
    [{ llm_judge: 5 }, judge],
    [{ llm_judge: {} }, 'needs `rubric`'],
    [{ llm_judge: { rubric: ' ' } }, 'takes a rubric that says something'],
    [{ llm_judge: { rubric: 5 } }, 'takes a text, a list of criteria, or a tree { ask, yes, no } as rubric'],
    [{ llm_judge: { rubric: 'x', model: '' } }, 'takes the name of a model as model'],
    [{ llm_judge: { rubric: 'x', threshold: -0.1 } }, 'takes a number from 0 to 1 as threshold'],
    [{ llm_judge: { rubric: 'x', threshold: 1.1 } }, 'takes a number from 0 to 1 as threshold'],
    [{ llm_judge: { rubric: 'x', threshold: '1' } }, 'takes a number from 0 to 1 as threshold'],
    [{ llm_judge: { rubric: [] } }, 'takes a list with at least one criterion as rubric'],
    [{ llm_judge: { rubric: Array(51).fill('a') } }, 'takes rubrics of at most 50 questions'],
    [{ llm_judge: { rubric: [{ weight: 1 }] } }, 'takes criteria such as { text, weight }'],
    [{ llm_judge: { rubric: ['a', ''] } }, 'takes criteria such as { text, weight }'],
    [{ llm_judge: { rubric: [{ text: 'a', weight: -1 }] } }, 'takes weights from 0 to 1000000'],
    [{ llm_judge: { rubric: [{ text: 'a', weight: 1e6 + 1 }] } }, 'takes weights from 0 to 1000000'],
    [{ llm_judge: { rubric: [{ text: 'a', weight: '1' }] } }, 'takes weights from 0 to 1000000'],
    [{ llm_judge: { rubric: [{ text: 'a', weight: 0 }] } }, 'needs a criterion with a weight above 0'],
    [{ llm_judge: { rubric: tree(51) } }, 'takes rubrics of at most 50 questions'],
    [
      { llm_judge: { rubric: { ask: 'a?', yes: tree(25), no: tree(25) } } },
      'takes rubrics of at most 50 questions',
    ],
    [
      { llm_judge: { rubric: { yes: 1, no: 0 } } },
      'takes trees in which every node has `ask`, `yes` and `no`',
    ],
    [
      { llm_judge: { rubric: { ask: 'a?', yes: 1, no: { yes: 1, no: 0 } } } },
      'takes trees in which every node has `ask`, `yes` and `no`',
    ],
    [
      { llm_judge: { rubric: { ask: 'a?', yes: 1.1, no: 0 } } },
      'takes a tree, or a score from 0 to 1, as `yes`',
    ],
    [
      { llm_judge: { rubric: { ask: 'a?', yes: 1, no: -1 } } },
      'takes a tree, or a score from 0 to 1, as `no`',
    ],
    [
      { llm_judge: { rubric: { ask: 'a?', yes: { ask: 'b?', yes: 1, no: 0 }, no: 5 } } },
      'takes a tree, or a score from 0 to 1, as `no`',
    ],
    [{ llm_jury: 'x' }, 'takes { rubric, jurors, threshold, quorum }'],
    [{ llm_jury: { rubric: 'x' } }, 'takes a list of models as jurors'],
    [jury({ jurors: ['a', ''] }), 'takes a list of models as jurors'],
    [jury({ jurors: Array.from({ length: 100 }, (_, at) => `m${at}`) }), 'takes at most 99 jurors'],
    [jury({ jurors: ['a', 'a'] }), 'takes each juror once: the same model gives the same answer'],
    [{ llm_jury: { jurors: ['a'] } }, 'needs `rubric`'],
    [jury({ threshold: 2 }), 'takes a number from 0 to 1 as threshold'],
    [jury({ quorum: 4 }), 'asks for 4 of 3 jurors'],
    [jury({ quorum: 0 }), count],
    [jury({ quorum: 1.5 }), count],
    [jury({ quorum: -0.5 }), count],
    [jury({ quorum: '0/3' }), shares],
    [jury({ quorum: '4/3' }), shares],
    [jury({ quorum: '0%' }), shares],
    [jury({ quorum: '101%' }), shares],
    [jury({ quorum: 'most' }), spelling],
    [jury({ quorum: 'x 1/2' }), spelling],
    [jury({ quorum: '1/2 x' }), spelling],
    [jury({ quorum: '5 percent' }), spelling],
    [{ scorer: '' }, 'takes the name of a scorer, or { name, threshold }'],
    [{ scorer: { name: ' ' } }, 'takes the name of a scorer, or { name, threshold }'],
    [{ scorer: { name: 'length', threshold: 2 } }, 'takes a number from 0 to 1 as threshold'],
  ])('%j', (matcher, message) => {
    const [name] = Object.keys(matcher as object);
    expect(why(matcher)).toEqual([`"${name}" ${message}`]);
  });

  it('with a key that it does not have, however deep', () => {
    const deep = { ask: 'a?', yes: { ask: 'b?', yes: 1, nope: 0, no: 0 }, no: 0 };
    const nope = { message: expect.stringContaining('has no option "nope"'), hint: null, at_key: true };
    const at = ['rubric', 'yes', 'nope'];
    expect(validateMatcher({ llm_judge: { rubric: deep } })).toEqual([
      { path: ['llm_judge', ...at], ...nope },
    ]);
    expect(validateMatcher({ llm_jury: { rubric: deep, jurors: ['m'] } })).toEqual([
      { path: ['llm_jury', ...at], ...nope },
    ]);
    expect(
      validateMatcher({ llm_jury: { rubric: [{ text: 'a', wait: 1 }], jurors: ['m'], qorum: 1 } }),
    ).toMatchObject([
      { path: ['llm_jury', 'qorum'], hint: 'quorum' },
      { path: ['llm_jury', 'rubric', 0, 'wait'] },
    ]);
    expect(validateMatcher({ scorer: { name: 'a', treshold: 1 } })).toMatchObject([{ hint: 'threshold' }]);
  });
});

describe('whether somebody has to be asked', () => {
  it.each([
    [{ llm_judge: 'x' }, true],
    [{ not: { all_of: [{ contains: 'x' }, { scorer: 's' }] } }, true],
    [{ llm_jury: {} }, true],
    [{ all_of: [{ contains: 'x' }] }, false],
    ['llm_judge', false],
    [null, false],
  ])('%j: %s', (matcher, is) => {
    expect(isJudged(matcher)).toBe(is);
  });
});

const text = 'Paris';
const said = (model: string, rubric: unknown, parts: Judgement['parts'], more: object = {}): Judgement => ({
  metric: 'llm_judge',
  model,
  of: subjectKey({ ...questionsOf(rubric), text }),
  parts,
  ...more,
});
const judged = (matcher: Record<string, unknown>, ...book: Judgement[]) =>
  evaluate({ target: 'result', matcher }, { result: text }, { test: 't', judgements: bookOf(book) });

describe('a judgement', () => {
  it('is that of `judge` from 0.7 on, where a test says no more', async () => {
    const of = (score: number) => judged({ llm_judge: 'Right?' }, said('judge', 'Right?', [{ score }]));
    expect((await of(0.7)).message).toBe('judge gives result 0.7, 0.7 is asked for');
    expect((await of(0.7)).outcome).toBe('pass');
    expect((await of(0.69)).outcome).toBe('fail');
  });

  it('by criteria says the lowest of them first', async () => {
    const rubric = ['Kind?', { text: 'Right?', weight: 3 }, 'Short?'];
    const parts = [{ score: 1 }, { score: 0, reason: 'it is Rome' }, { score: 0.5 }];
    expect(reasonOf(rubric, parts)).toBe('Right?: 0 (it is Rome); Short?: 0.5; Kind?: 1');
    expect(scoreOf(rubric, parts)).toBe(0.3);
    expect(reasonOf('Right?', [{ score: 1, reason: 'so it is' }])).toBe('so it is');
    expect(reasonOf([], [])).toBeUndefined();
    expect(reasonOf({ ask: 'a?', yes: 1, no: 0 }, [{}])).toBeUndefined();
  });

  it('of a scorer is what the program said of the value', async () => {
    const scored = (parts?: Judgement['parts'], more: object = {}): Judgement => ({
      metric: 'scorer',
      model: 'length',
      of: subjectKey({ form: 'text', asks: ['length'], text }),
      ...(parts && { parts }),
      ...more,
    });
    const check = await judged(
      { scorer: { name: 'length', threshold: 0.5 } },
      scored([{ score: 0.5, reason: 'short' }]),
    );
    expect(check).toMatchObject({
      outcome: 'pass',
      judged: [{ scorer: 'length', score: 0.5, reason: 'short' }],
    });
    expect(check.message).toBe('the scorer length gives result 0.5, 0.5 is asked for: short');
    expect((await judged({ scorer: 'length' }, scored([{ score: 0.6 }]))).outcome).toBe('fail');
    const none = await judged({ scorer: 'length' });
    expect(none).toMatchObject({ outcome: 'inconclusive', judged: [{ problem: 'the scorer was not run' }] });
    expect(none.message).toBe('result is not judged: the scorer was not run');
    const broken = await judged({ scorer: 'length' }, scored(undefined, { problem: 'it ended with 1' }));
    expect(broken.message).toBe('result is not judged: it ended with 1');
    const long = await judged({ scorer: 'length' }, scored([{ score: 1, reason: 'x'.repeat(600) }]));
    expect(long.judged?.[0]?.reason).toHaveLength(500);
  });

  it('of a jury counts its votes in words', async () => {
    const matcher = { llm_jury: { rubric: 'Right?', threshold: 0.5, jurors: ['a', 'b', 'c'] } };
    const vote = (model: string, score: number) => said(model, 'Right?', [{ score }]);
    const check = await judged(matcher, vote('a', 0.5), vote('b', 1), vote('c', 0));
    expect(check.outcome).toBe('pass');
    expect(check.judged).toMatchObject([
      { model: 'a', score: 0.5 },
      { model: 'b', score: 1 },
      { model: 'c', score: 0 },
    ]);
    expect(check.message).toBe('2 of 3 jurors give 0.5 or more to result, 2 must');
    const because = (model: string, score: number) =>
      said(model, 'Right?', [{ score, reason: `${model} says so` }]);
    const told = async (...scores: number[]) =>
      (await judged(matcher, ...scores.map((score, at) => because('abc'[at]!, score)))).message;
    // Of one who judged as the jury did.
    expect(await told(0, 1, 1)).toBe('2 of 3 jurors give 0.5 or more to result, 2 must: b: b says so');
    expect(await told(1, 0, 0)).toBe('1 of 3 jurors give 0.5 or more to result, 2 must: b: b says so');
    const silent = said('c', 'Right?', undefined, { problem: 'no usable answer' });
    expect((await judged(matcher, vote('a', 1), vote('b', 0), silent)).message).toBe(
      '1 of 3 jurors give 0.5 or more to result, 2 must, 1 juror gave no answer (no usable answer)',
    );
    const turned = await judged({ not: matcher }, vote('a', 0), vote('b', 0), vote('c', 0));
    expect(turned.outcome).toBe('pass');
    expect(turned.message).toBe('result is not given 0.5 or more by more than half of 3 jurors');
    const share = { llm_jury: { ...matcher.llm_jury, quorum: '2/3' } };
    expect((await judged({ not: share }, vote('a', 0), vote('b', 0), vote('c', 0))).message).toContain(
      'by 2/3 of 3 jurors',
    );
  });

  it('of a text of 200,000 characters is given, of a longer one not', async () => {
    const matcher = { llm_judge: 'Right?' };
    const of = async (length: number, one: object = matcher) =>
      (
        await evaluate(
          { target: 'result', matcher: one as never },
          { result: 'x'.repeat(length) },
          { test: 't' },
        )
      ).message;
    expect(await of(200_000)).not.toContain('200000 characters');
    expect(await of(200_001)).toContain('200001 characters');
    expect(await of(200_001, { llm_jury: { rubric: 'Right?', jurors: ['a'] } })).toContain(
      '200001 characters',
    );
  });
});
