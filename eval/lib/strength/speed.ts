/** A saved run of 1,000 tests, and how long it takes to judge it again with some twenty changes of every reply. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSavedRun } from '../../../src/store/read-run.js';
import { randomOf } from '../random.js';
import { QUESTIONS, type Question } from './calls.js';
import { suiteOf } from './made-suites.js';
import { assertionsOf } from './styles.js';
import { askEverything, repliesIn, runAll, writeSuites } from './truth.js';

export interface Speed {
  tests: number;
  mutants: number;
  megabytes: number;
  /** Seconds to read the envelope, to read the suite, and for everything else. */
  envelope_s: number;
  suite_s: number;
  judging_s: number;
  /** The same without what other programs took: the machine may be busy. */
  judging_cpu_s: number;
}

/** Questions with answers that leave room for about twenty changes each. */
const RICH = ['list_books', 'get_book', 'get_member', 'list_loans', 'list_events'];

export async function strengthSpeed(folder: string, tests: number): Promise<Speed> {
  const { saved, path } = await savedRun(folder, tests);
  const input = { paths: [path], cwd: folder, workspace: folder };
  const envelope = await timed(() => readSavedRun(saved, input));
  // As users have it: what is compiled on the fly keeps names of functions, which takes a third of the time.
  const built: typeof import('../../../src/index.js') = await import('../../../dist/index.mjs' as string);
  const suite = await timed(() => built.validate(input));
  const whole = await timed(() => built.mutate({ ...input, run: saved }));
  return {
    tests: whole.value.strength.tests.length,
    mutants: whole.value.strength.mutants,
    megabytes: JSON.stringify(envelope.value).length / 1e6,
    envelope_s: envelope.seconds,
    suite_s: suite.seconds,
    judging_s: whole.seconds - envelope.seconds - suite.seconds,
    judging_cpu_s: whole.cpu_seconds - envelope.cpu_seconds - suite.cpu_seconds,
  };
}

async function savedRun(folder: string, tests: number): Promise<{ saved: string; path: string }> {
  const replies = repliesIn(await runAll(writeSuites([askEverything()], folder), folder));
  const rich = QUESTIONS.filter((one) => isRich(one) && JSON.stringify(replies.get(one.name)).length > 150);
  const random = randomOf(1);
  const written = Array.from({ length: tests }, (_, n) => {
    const question = rich[n % rich.length]!;
    const expect = assertionsOf('some leaves', replies.get(question.name)!, random);
    return { question: { ...question, name: `${n} ${question.name}` }, expect };
  });
  const [path] = writeSuites([{ name: `speed-${tests}`, suite: suiteOf(written) }], folder);
  const saved = join(folder, `speed-${tests}.json`);
  writeFileSync(saved, JSON.stringify(await runAll([path!], folder)));
  return { saved, path: path! };
}

function isRich({ before, call }: Question): boolean {
  return before === undefined && RICH.includes(call.tool ?? '');
}

interface Timed<T> {
  value: T;
  seconds: number;
  cpu_seconds: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const started = performance.now();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, seconds: (performance.now() - started) / 1000, cpu_seconds: (user + system) / 1e6 };
}
