import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../types/trace.js';
import { evaluate } from '../evaluate.js';
import { validateMatcher } from '../validate.js';
import { fractionOf, juryOutcome, neededVotes } from './quorum.js';
import { bookOf, questionsOf, reasonOf, rubricId, scoreOf, subjectKey } from './rubric.js';

const TREE = {
  ask: 'Is it an answer?',
  yes: { ask: 'Is it right?', yes: 1, no: 0.25 },
  no: { ask: 'Does it say why not?', yes: 0.5, no: 0 },
};

describe('rubrics', () => {
  it.each([
    [[1, 1], [1, 0.5], 0.75],
    [[3, 1], [1, 0], 0.75],
    [[0.1, 0.2, 0.7], [1, 1, 0], 0.3],
    [[0.3, 0.3, 0.3], [0.7, 0.7, 0.7], 0.7],
    [[5, 0], [0.4, 1], 0.4],
  ])('weights %j of scores %j come to %d', (weights, scores, expected) => {
    const rubric = weights.map((weight, at) => ({ text: `c${at}`, weight }));
    expect(
      scoreOf(
        rubric,
        scores.map((score) => ({ score })),
      ),
    ).toBe(expected);
  });

  it('the value of a tree is that of its one path, for every set of answers', () => {
    expect(questionsOf(TREE).asks).toEqual(['Is it an answer?', 'Is it right?', 'Does it say why not?']);
    for (const [a, b, c] of [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 4, n & 2, n & 1])) {
      const parts = [a, b, c].map((bit) => ({ answer: bit ? ('yes' as const) : ('no' as const) }));
      let expected = c ? 0.5 : 0;
      if (a) expected = b ? 1 : 0.25;
      expect(scoreOf(TREE, parts)).toBe(expected);
    }
    const parts = [
      { answer: 'yes' as const, reason: 'it is' },
      { answer: 'no' as const },
      { answer: 'yes' as const },
    ];
    expect(reasonOf(TREE, parts)).toBe('Is it an answer? yes (it is); Is it right? no');
  });

  it('answers that do not fit give no score', () => {
    expect(scoreOf('x', [])).toBeUndefined();
    expect(scoreOf('x', [{ score: 2 }])).toBeUndefined();
    expect(scoreOf(['a', 'b'], [{ score: 1 }])).toBeUndefined();
    expect(scoreOf(TREE, [{ answer: 'yes' }, {}, {}])).toBeUndefined();
  });

  it('weights and scores of leaves are no part of what is asked', () => {
    expect(rubricId([{ text: 'a', weight: 1 }])).toBe(rubricId([{ text: 'a', weight: 9 }]));
    expect(rubricId(TREE)).toBe(
      rubricId({ ...TREE, no: { ask: 'Does it say why not?', yes: 0.1, no: 0.9 } }),
    );
    expect(rubricId('a')).not.toBe(rubricId('b'));
    expect(rubricId('a')).not.toBe(rubricId(['a']));
  });
});

describe('a quorum', () => {
  it.each([
    [0.67, 3, 2],
    ['67%', 3, 2],
    ['66.7%', 3, 2],
    ['2/3', 3, 2],
    [0.66, 3, 2],
    [0.68, 3, 3],
    [0.33, 3, 1],
    [0.34, 3, 2],
    [0.5, 4, 2],
    [0.51, 4, 3],
    [0.75, 4, 3],
    [0.6, 5, 3],
    ['3/4', 5, 4],
    [' 67 % ', 3, 2],
    ['66.7 %', 3, 2],
    [' 2 / 3 ', 3, 2],
    ['100%', 3, 3],
    [2, 3, 2],
    [undefined, 3, 2],
    [undefined, 4, 3],
    [undefined, 1, 1],
  ])('of %j among %i jurors is met by %i', (quorum, jurors, needed) => {
    expect(neededVotes(quorum, jurors)).toBe(needed);
  });

  it('a share is met by exactly its part of every jury, and by no fewer', () => {
    for (let whole = 1; whole <= 12; whole += 1)
      for (let part = 1; part <= whole; part += 1)
        for (let jurors = 1; jurors <= 30; jurors += 1) {
          const needed = neededVotes(`${part}/${whole}`, jurors);
          expect(needed * whole >= part * jurors && (needed - 1) * whole < part * jurors).toBe(true);
        }
    expect(fractionOf(0.67)).toEqual({ part: 2, whole: 3 });
    expect(fractionOf(0.123)).toEqual({ part: 123, whole: 1000 });
  });

  it('who gave no answer counts neither way, whatever they would have said', () => {
    const upTo = (most: number) => Array.from({ length: most + 1 }, (_, n) => n);
    const juries = upTo(6).flatMap((yes) =>
      upTo(6 - yes).map((unknown) => ({ yes, unknown, no: 6 - yes - unknown })),
    );
    for (const votes of juries)
      for (const needed of upTo(6).slice(1)) {
        const ends = new Set(
          upTo(votes.unknown).map((more) => (votes.yes + more >= needed ? 'pass' : 'fail')),
        );
        expect(juryOutcome(votes, needed)).toBe(ends.size === 1 ? [...ends][0] : 'inconclusive');
      }
  });
});

const text = 'Paris is the capital.';
const said = (model: string, score?: number): Judgement => ({
  metric: 'llm_judge',
  model,
  of: subjectKey({ ...questionsOf('Is it right?'), text }),
  ...(score === undefined
    ? { problem: 'no usable answer' }
    : { parts: [{ score, reason: `${model} says so` }] }),
});
const judged = (matcher: Record<string, unknown>, ...book: Judgement[]) =>
  evaluate({ target: 'result', matcher }, { result: text }, { test: 't', judgements: bookOf(book) });

describe('matchers', () => {
  const judge = { llm_judge: { rubric: 'Is it right?', threshold: 0.8, model: 'a' } };
  const jury = {
    llm_jury: { rubric: 'Is it right?', threshold: 0.8, quorum: '2/3', jurors: ['a', 'b', 'c'] },
  };

  it('llm_judge reads what was said, and says who said it', async () => {
    const check = await judged(judge, said('a', 0.8));
    expect(check).toMatchObject({
      outcome: 'pass',
      judged: [{ model: 'a', score: 0.8, reason: 'a says so' }],
    });
    expect(check.message).toBe('a gives result 0.8, 0.8 is asked for: a says so');
    expect((await judged(judge, said('a', 0.79))).outcome).toBe('fail');
    expect((await judged({ not: judge }, said('a', 0.1))).outcome).toBe('pass');
  });

  it('what nobody said, or said badly, is inconclusive, also turned round', async () => {
    expect((await judged(judge)).outcome).toBe('inconclusive');
    expect((await judged(judge, said('b', 1))).outcome).toBe('inconclusive');
    expect((await judged(judge, said('a'))).message).toContain('no usable answer');
    expect((await judged({ not: judge }, said('a'))).outcome).toBe('inconclusive');
    const other = { llm_judge: { rubric: 'Is it short?', model: 'a' } };
    expect((await judged(other, said('a', 1))).outcome).toBe('inconclusive');
  });

  it('llm_jury counts votes', async () => {
    expect((await judged(jury, said('a', 1), said('b', 0.8), said('c', 0))).outcome).toBe('pass');
    expect((await judged(jury, said('a', 1), said('b', 0), said('c', 0))).outcome).toBe('fail');
    expect((await judged(jury, said('a', 1), said('b', 0), said('c'))).outcome).toBe('inconclusive');
    expect((await judged(jury, said('a', 1), said('b', 1))).outcome).toBe('pass');
    expect((await judged(jury, said('a', 0), said('b', 0))).outcome).toBe('fail');
  });

  it('a text that is too long is not judged in part', async () => {
    const root = { result: 'x'.repeat(200_001) };
    const check = await evaluate({ target: 'result', matcher: judge }, root, { test: 't' });
    expect(check).toMatchObject({ outcome: 'inconclusive' });
    expect(check.message).toContain('200001 characters');
  });

  it.each([
    [{ llm_judge: '' }, 'takes a rubric'],
    [{ llm_judge: { threshold: 1 } }, 'needs `rubric`'],
    [{ llm_judge: { rubric: 'x', threshold: 7 } }, 'from 0 to 1'],
    [{ llm_judge: { rubric: 'x', treshold: 1 } }, 'no option'],
    [{ llm_judge: { rubric: [] } }, 'at least one criterion'],
    [{ llm_judge: { rubric: [{ text: 'a', weight: 0 }] } }, 'weight above 0'],
    [{ llm_judge: { rubric: [{ text: 'a', wieght: 2 }] } }, 'no option'],
    [{ llm_judge: { rubric: { ask: 'a', yes: 1 } } }, 'as `no`'],
    [{ llm_jury: { rubric: 'x', jurors: [] } }, 'list of models'],
    [{ llm_jury: { rubric: 'x', jurors: ['a', 'a'] } }, 'each juror once'],
    [{ llm_jury: { rubric: 'x', jurors: ['a'], quorum: 2 } }, 'asks for 2 of 1'],
    [{ llm_jury: { rubric: 'x', jurors: ['a'], quorum: '3/2' } }, 'share above 0'],
    [{ llm_jury: { rubric: 'x', jurors: ['a'], quorum: 'most' } }, '2/3'],
    [{ scorer: { threshold: 1 } }, 'name of a scorer'],
  ])('%j is refused', (matcher, why) => {
    expect(
      validateMatcher(matcher)
        .map(({ message }) => message)
        .join(),
    ).toContain(why);
  });
});
