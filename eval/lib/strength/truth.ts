/** What suites really notice: each is run on the library with each of its bugs. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CaseResult, RunEnvelope } from '../../../src/types/envelope.js';
import { canonicalJson } from '../../../src/util/canonical-json.js';
import { run } from '../../../src/verbs/run.js';
import { QUESTIONS } from './calls.js';
import { type MadeSuite, suiteOf } from './made-suites.js';
import type { KnownReply } from './styles.js';

/** What became of a suite on a server with a bug. */
export interface Meeting {
  caught: boolean;
  /** The bug changed a reply that the suite got. */
  visible: boolean;
}

/** Every suite on a server with this bug, or with none; a server of its own for each suite. */
export async function runAll(paths: string[], workspace: string, bug = ''): Promise<RunEnvelope> {
  const { envelope } = await run({
    paths,
    cwd: workspace,
    workspace,
    vars: { bug },
    save: false,
    concurrency: 3,
  });
  return envelope;
}

/** By the name of the suite. */
export function meetings(base: RunEnvelope, bugged: RunEnvelope): Map<string, Meeting> {
  const before = new Map(base.results.map((row) => [row.id, canonicalJson(answersOf(row))]));
  const out = new Map<string, Meeting>();
  for (const row of bugged.results) {
    const name = suiteName(row.file);
    const met = out.get(name) ?? { caught: false, visible: false };
    out.set(name, {
      caught: met.caught || row.verdict !== 'pass',
      visible: met.visible || before.get(row.id) !== canonicalJson(answersOf(row)),
    });
  }
  return out;
}

/** What the server said, without how long it took. */
function answersOf({ trace, replies = [] }: CaseResult): unknown[] {
  const calls = (trace?.calls ?? []).map(({ result, is_error }) => ({ result, is_error }));
  return [...calls, ...replies.map(({ result, error }) => ({ result, error }))];
}

export function suiteName(file: string): string {
  return basename(file).replace(/\.mcptest\.yml$/, '');
}

export function writeSuites(suites: readonly MadeSuite[], folder: string): string[] {
  return suites.map(({ name, suite }) => {
    const path = join(folder, `${name}.mcptest.yml`);
    writeFileSync(path, JSON.stringify(suite));
    return path;
  });
}

/** Every question once, and nothing is expected of the answers. */
export function askEverything(): MadeSuite {
  return { name: 'everything', suite: suiteOf(QUESTIONS.map((question) => ({ question, expect: [] }))) };
}

/** The last answer to each question, by its name. */
export function repliesIn({ results }: RunEnvelope): Map<string, KnownReply> {
  return new Map(results.map((row) => [row.name, lastReply(row)]));
}

function lastReply(row: CaseResult): KnownReply {
  const kept = row.replies?.at(-1);
  if (kept) return { result: kept.result, error: kept.error };
  const call = row.trace?.calls.at(-1);
  return { result: call?.result };
}
