/**
 * Suites of different quality, made by rules that were written before any correlation was looked at:
 *
 * - Six levels, from suites that look at nothing to suites that look at everything. A level is a mixture of styles of
 *   assertions (`styles.ts`); each test draws one of them.
 * - Three breadths: 3 or 4 of the 14 subjects (tools, resource, prompt), 7, and all of them.
 * - Each level with each breadth twice: 36 suites. A narrow one has 3 to 8 tests, a half one 7 to 11, a broad one 14 or 15;
 *   every chosen subject is asked at least once.
 * - Which questions are asked is drawn without regard to the level: a hollow suite asks what a strong one asks.
 */
import { fileURLToPath } from 'node:url';
import { type Random, randomOf } from '../random.js';
import { type Call, QUESTIONS, type Question, subjectOf } from './calls.js';
import { assertionsOf, type KnownReply, type Style } from './styles.js';

const SERVER = fileURLToPath(new URL('../../../fixtures/library-mcp/server.mjs', import.meta.url));

const LEVELS: Record<string, Partial<Record<Style, number>>> = {
  hollow: { nothing: 4, 'no error': 4, kind: 1, 'not empty': 1 },
  shallow: { 'no error': 3, 'not empty': 2, kind: 2, word: 2, keys: 1 },
  partial: { 'one leaf': 3, word: 3, pattern: 2, length: 1, keys: 1 },
  mixed: {
    nothing: 1,
    'no error': 1,
    kind: 1,
    keys: 1,
    schema: 1,
    length: 1,
    'one leaf': 1,
    word: 1,
    pattern: 1,
    'some leaves': 1,
    'most leaves': 1,
    everything: 1,
  },
  good: { 'some leaves': 4, schema: 2, 'most leaves': 4 },
  strong: { 'most leaves': 3, everything: 7 },
};

const BREADTHS: Record<string, { subjects: [number, number]; tests: [number, number] }> = {
  narrow: { subjects: [3, 4], tests: [3, 8] },
  half: { subjects: [7, 7], tests: [7, 11] },
  broad: { subjects: [14, 14], tests: [14, 15] },
};

export interface MadeSuite {
  name: string;
  suite: Record<string, unknown>;
}

/** `replies`: what a server without a bug answers to each question, by its name. */
export function madeSuites(replies: ReadonlyMap<string, KnownReply>, seed: number): MadeSuite[] {
  const random = randomOf(seed);
  const out: MadeSuite[] = [];
  for (const [level, styles] of Object.entries(LEVELS))
    for (const [breadth, { subjects, tests }] of Object.entries(BREADTHS))
      for (const round of [1, 2]) {
        const asked = ask(random.whole(...subjects), random.whole(...tests), random);
        const written = asked.map((question) => {
          const expect = assertionsOf(drawStyle(styles, random), replies.get(question.name)!, random);
          return { question, expect };
        });
        out.push({ name: `${level}-${breadth}-${round}`, suite: suiteOf(written) });
      }
  return out;
}

/** Some subjects, each with one question, and further ones until there are enough. */
function ask(subjects: number, tests: number, random: Random): Question[] {
  const all = [...new Set(QUESTIONS.map(subjectOf))];
  const chosen = random.sample(all, subjects);
  const first = chosen.map((subject) => random.pick(QUESTIONS.filter((one) => subjectOf(one) === subject)));
  const others = QUESTIONS.filter((one) => chosen.includes(subjectOf(one)) && !first.includes(one));
  const further = random.sample(others, Math.max(0, tests - first.length));
  return QUESTIONS.filter((one) => first.includes(one) || further.includes(one));
}

function drawStyle(weights: Partial<Record<Style, number>>, random: Random): Style {
  const entries = Object.entries(weights) as [Style, number][];
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [style, weight] of entries) {
    left -= weight;
    if (left < 0) return style;
  }
  return entries.at(-1)![0];
}

export interface WrittenTest {
  question: Question;
  expect: Record<string, unknown>[];
}

export function suiteOf(written: readonly WrittenTest[]): Record<string, unknown> {
  return {
    variables: { bug: '' },
    servers: { library: { command: [process.execPath, SERVER], env: { BUG: '${bug}' } } },
    tests: written.map(({ question: { name, before = [], call }, expect }) =>
      before.length === 0
        ? { name, ...typed(call), expect }
        : { name, type: 'tool', steps: [...before, { ...call, expect }] },
    ),
  };
}

function typed(call: Call): Record<string, unknown> {
  if (call.tool !== undefined) return { type: 'tool', ...call };
  return { type: call.uri === undefined ? 'prompt' : 'resource', ...call };
}
