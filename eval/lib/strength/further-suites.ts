/**
 * Many more suites by the same rules, to tell luck from agreement. Every question is asked once of each server; suites are
 * then judged on the kept replies, which starts nothing. This is possible because the answer to a question does not
 * depend on the questions before it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planTests } from '../../../src/prepare/plan-tests.js';
import { objection } from '../../../src/strength/judge-replies.js';
import { keptReplies } from '../../../src/strength/kept-replies.js';
import type { CaseResult, RunEnvelope } from '../../../src/types/envelope.js';
import { mutate } from '../../../src/verbs/strength/mutate.js';
import { BUGS } from './agreement.js';
import { QUESTIONS } from './calls.js';
import { madeSuites, suiteOf } from './made-suites.js';
import { strictest } from './styles.js';
import { askEverything, repliesIn, runAll, suiteName, writeSuites } from './truth.js';

export interface FurtherRow {
  name: string;
  rate: number;
  coverage: number;
  caught: string[];
}

interface Answers {
  /** A saved run in which every question is a test that passes. */
  saved: string;
  good: RunEnvelope;
  /** Bug → name of a question → its row. */
  bugged: Map<string, Map<string, CaseResult>>;
}

export async function furtherSuites(folder: string, seeds: readonly number[]): Promise<FurtherRow[][]> {
  const answers = await askEveryServer(folder);
  const out: FurtherRow[][] = [];
  for (const seed of seeds) {
    const work = join(folder, `seed-${seed}`);
    mkdirSync(work);
    const rows: FurtherRow[] = [];
    for (const path of writeSuites(madeSuites(repliesIn(answers.good), seed), work))
      rows.push(await judged(path, work, answers));
    out.push(rows);
  }
  return out;
}

async function askEveryServer(folder: string): Promise<Answers> {
  const paths = writeSuites([askEverything()], folder);
  const replies = repliesIn(await runAll(paths, folder));
  const strict = QUESTIONS.map((question) => ({ question, expect: strictest(replies.get(question.name)!) }));
  const good = await runAll(writeSuites([{ name: 'strict', suite: suiteOf(strict) }], folder), folder);
  const saved = join(folder, 'strict.json');
  writeFileSync(saved, JSON.stringify(good));
  const bugged = new Map<string, Map<string, CaseResult>>();
  for (const bug of BUGS) {
    const { results } = await runAll(paths, folder, bug);
    bugged.set(bug, new Map(results.map((row) => [row.name, row])));
  }
  return { saved, good, bugged };
}

async function judged(path: string, cwd: string, { saved, bugged }: Answers): Promise<FurtherRow> {
  const input = { paths: [path], cwd, workspace: cwd };
  const { strength } = await mutate({ ...input, run: saved });
  const { plan, redactor } = await planTests(input);
  const caught: string[] = [];
  for (const [bug, rows] of bugged) {
    const context = { captures: new Map(), redactor, toolOf: () => undefined };
    for (const { test, name } of plan.cases) {
      const replies = keptReplies(test, rows.get(name)!);
      if (replies !== undefined && !(await objection(test, replies, context))) continue;
      caught.push(bug);
      break;
    }
  }
  const calls = plan.cases.flatMap(({ test }) => test.steps.map(({ call }) => call));
  const tools = new Set(calls.flatMap((call) => (call.kind === 'tool' ? [call.tool] : [])));
  const all = new Set(QUESTIONS.flatMap(({ call }) => call.tool ?? []));
  return { name: suiteName(path), rate: strength.rate ?? 0, coverage: tools.size / all.size, caught };
}
