/** Whether the suites of a run would notice a broken server, measured on the replies of the run itself. */
import { arrangeResult } from '../../envelope/build.js';
import { redactRow } from '../../envelope/redact-row.js';
import { SnapshotBook } from '../../match/snapshot-book.js';
import type { PreparedRun } from '../../prepare/prepare-run.js';
import { type RunOutcome, runPlan } from '../../run/run.js';
import { measureStrength } from '../../strength/measure.js';
import { selfArgv } from '../../target/self-argv.js';
import type { CaseResult, Coverage, OutputSchema } from '../../types/envelope.js';
import type { Strength } from '../../types/strength.js';
import type { Suite } from '../../types/suite.js';
import { VERSION } from '../../util/version.js';
import type { RunInput } from '../run.js';

export interface DoneTests {
  outcome: RunOutcome;
  /** As they may be shown. */
  results: CaseResult[];
  coverage?: Coverage;
  output_schemas: OutputSchema[];
}

export async function runStrength(
  prepared: PreparedRun,
  done: DoneTests,
  input: RunInput,
): Promise<Strength> {
  const { plan, redactor, books } = prepared;
  const { seed = 1, repeat = 1, fail_under } = input.strength ?? {};
  const observed: CaseResult[][] = [];
  if (repeat > 1) await done.outcome.closing;
  for (let n = 1; n < repeat && !input.signal?.aborted; n += 1)
    observed.push(await observeAgain(prepared, input));
  return measureStrength({
    plan,
    results: done.results,
    observed,
    output_schemas: done.output_schemas,
    coverage: done.coverage,
    redactor,
    snapshots: (suite) => frozen(suite, books.get(suite)),
    seed,
    min: {
      of: askedBy(plan.suites.filter((suite) => !plan.split?.includes(suite))),
      // Of a shard: what all suites come to is judged when the shards are merged.
      all: plan.part_of === undefined ? fail_under : undefined,
    },
  });
}

/** Suite file → the least rate that it asks for, in percent. */
export function askedBy(suites: readonly Suite[]): Map<string, number> {
  return new Map(
    suites.flatMap(({ display_file, strength }) =>
      strength?.min === undefined ? [] : [[display_file, strength.min] as const],
    ),
  );
}

/** What was just written counts as saved; nothing is written any more. */
export function frozen({ file }: Suite, book: SnapshotBook | undefined): SnapshotBook {
  return SnapshotBook.load(book?.serialize(), { file, mode: 'frozen' });
}

/** The plain tests once more, on servers of their own; nothing of it is kept but what was answered. */
async function observeAgain(prepared: PreparedRun, input: RunInput): Promise<CaseResult[]> {
  const { plan, redactor, env, books } = prepared;
  const { signal, concurrency, retries, timeout_ms, wait_ms, lenient_stdout } = input;
  const outcome = await runPlan(
    { ...plan, groups: [] },
    {
      connect: {
        env,
        self: selfArgv(),
        signal,
        version: VERSION,
        onSecret: redactor.add,
        redact: redactor.text,
      },
      redactor,
      progress: () => {},
      signal,
      concurrency,
      retries,
      timeout_ms,
      wait_ms,
      lenient_stdout,
      snapshots: new Map([...books].map(([suite, book]) => [suite, frozen(suite, book)])),
    },
  );
  await outcome.closing;
  return outcome.results.map((row) => arrangeResult(redactRow(row, redactor)));
}
