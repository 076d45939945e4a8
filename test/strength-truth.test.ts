/**
 * Strength against the truth: suites of known quality on a server with bugs that can be switched on. The long form, with
 * every suite and every bug, is `npm run eval:strength`.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spearman } from '../eval/lib/statistics.js';
import { agreement, BUGS, handWritten } from '../eval/lib/strength/agreement.js';
import { QUESTIONS, subjectOf } from '../eval/lib/strength/calls.js';
import { suiteOf } from '../eval/lib/strength/made-suites.js';
import { isRefusal, strictest } from '../eval/lib/strength/styles.js';
import { askEverything, repliesIn, runAll, writeSuites } from '../eval/lib/strength/truth.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'mcptest-truth-'));

describe('the library of fixtures/library-mcp', () => {
  it('does what it promises where no bug is switched on', async () => {
    const { results, coverage } = await runAll(handWritten(), folder());
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ name }) => name)).toEqual([]);
    expect(coverage?.tools.find(({ file }) => file.includes('smoke'))?.percent).toBe(100);
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['tool', 'resource', 'prompt']));
  });

  it('has bugs that a strict suite catches, each of them, and a hollow one only where a call fails', async () => {
    const work = folder();
    const replies = repliesIn(await runAll(writeSuites([askEverything()], work), work));
    const strict = QUESTIONS.map((question) => ({
      question,
      expect: strictest(replies.get(question.name)!),
    }));
    // One server for both: the hollow tests come after the strict ones and change nothing for them.
    const hollow = QUESTIONS.filter(({ name }) => !isRefusal(replies.get(name)!)).map((question) => ({
      question: { ...question, name: `hollow: ${question.name}` },
      expect: [],
    }));
    const paths = writeSuites([{ name: 'both', suite: suiteOf([...strict, ...hollow]) }], work);
    const caught: Record<string, string[]> = { strict: [], hollow: [] };
    for (const bug of ['', ...BUGS]) {
      const { results } = await runAll(paths, work, bug);
      const red = results.filter(({ verdict }) => verdict !== 'pass').map(({ name }) => name);
      if (red.some((name) => name.startsWith('hollow'))) caught.hollow!.push(bug);
      if (red.some((name) => !name.startsWith('hollow'))) caught.strict!.push(bug);
    }
    expect(caught).toEqual({ strict: BUGS, hollow: ['crash'] });
  });
});

describe('strength', () => {
  it('ranks suites as the bugs do that they catch', async () => {
    const rows = await agreement({
      folder: folder(),
      seed: 15,
      mutation_seeds: [1, 1],
      bugs: ['swapped-fields', 'rounding', 'off-by-one', 'wrong-order', 'wrong-type', 'truncated-text'],
      keep: (name) => /^(?:smoke|careful|[a-z]+-broad-1)$/.test(name),
    });
    expect(rows).toHaveLength(8);
    const correlation = spearman(
      rows.map(({ strength }) => strength.rate ?? 0),
      rows.map(({ caught }) => caught.length),
    );
    expect(correlation).toBeGreaterThanOrEqual(0.7);
    // The same seed, the same figures.
    for (const { rates } of rows) expect(rates[0]).toBe(rates[1]);
  });
});

describe('the questions', () => {
  it('are about every tool, the resource and the prompt', () => {
    expect(new Set(QUESTIONS.map(subjectOf)).size).toBe(14);
  });
});
