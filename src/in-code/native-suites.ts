/** Suites as native tests: one run in the background, and for each row what came of it as soon as it is known. */
import { resolve } from 'node:path';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import { EXIT, McptestError } from '../util/errors.js';
import { checkLibraryOptions } from '../verbs/library-options.js';
import { planTests } from '../verbs/plan.js';
import { type RunInput, startRun } from '../verbs/run.js';
import { rowError, runError } from './failure.js';

/** As `run` of the library takes them; which tests run is the test runner's choice. */
export type SuiteOptions = Omit<
  RunInput,
  'paths' | 'ids' | 'signal' | 'progress' | 'run_id' | 'redactor' | 'strength'
>;

/** One row of a suite. */
export interface NativeRow {
  id: string;
  name: string;
  /** The suite as it is shown, and the line of the test. */
  file: string;
  line: number;
  repro: string;
}

export interface NativeSuites {
  /** Suites in their order, with their rows. */
  suites: { file: string; rows: NativeRow[] }[];
  /** Only these rows; all of them unless told before the start. */
  choose(ids: string[]): void;
  /** Begins; later calls change nothing. */
  start(update_snapshots: boolean): void;
  /** What came of a row. Rejects where it is not green; gives the reason of one that was skipped. */
  row(id: string): Promise<{ skipped?: string }>;
  /** Ends what still runs; rejects where something outside the rows is not green. */
  finish(): Promise<void>;
}

export async function nativeSuites(
  paths: string | readonly string[],
  options: SuiteOptions = {},
): Promise<NativeSuites> {
  const input: RunInput = checkLibraryOptions('run', {
    ...options,
    paths: typeof paths === 'string' ? [paths] : [...paths],
  });
  const cwd = resolve(input.cwd ?? process.cwd());
  const { plan } = await planTests(input);
  const suites = plan.suites.map((suite) => {
    const { display_file: file } = suite;
    const own = plan.cases.filter((one) => one.suite === suite);
    const groups = plan.groups.filter((one) => one.suite === suite);
    const rows: NativeRow[] = [
      ...own.map(({ id, name, repro, test }) => ({ id, name, file, line: test.place.line, repro })),
      ...groups.flatMap(({ runs, agent }) =>
        runs.map(({ id, name, repro }) => ({ id, name, file, line: agent.place.line, repro })),
      ),
    ];
    return { file, rows };
  });
  return { suites: suites.filter(({ rows }) => rows.length > 0), ...background(input, cwd) };
}

function background(input: RunInput, cwd: string): Omit<NativeSuites, 'suites'> {
  const stop = new AbortController();
  const rows = new Map<string, CaseResult>();
  const waiting = new Map<string, () => void>();
  let expected: string[] = [];
  let running: Promise<RunEnvelope> | undefined;
  let over = false;
  let chosen: string[] | undefined;
  const begin = async (update_snapshots: boolean): Promise<RunEnvelope> => {
    try {
      const report = await startRun({
        ...input,
        ids: chosen,
        update_snapshots: update_snapshots || input.update_snapshots,
        signal: stop.signal,
        progress: (event) => {
          if (event.type === 'run') expected = event.ids;
          if (event.type !== 'case-end') return;
          rows.set(event.result.id, event.result);
          waiting.get(event.result.id)?.();
        },
      });
      await report.closing;
      return report.envelope;
    } finally {
      over = true;
      for (const tell of waiting.values()) tell();
    }
  };
  return {
    choose(ids) {
      chosen = ids;
    },
    start(update) {
      if (running !== undefined) return;
      running = begin(update);
      // Whoever waits for a row is told; a run that nobody waits for must not end the process.
      running.catch(() => {});
    },
    async row(id) {
      if (!rows.has(id) && !over) await new Promise<void>((tell) => waiting.set(id, tell));
      const early = rows.get(id);
      if (early?.verdict === 'pass') return {};
      if (early?.verdict === 'skipped') return { skipped: early.skip_reason ?? '' };
      const result = early ?? (await running)?.results.find((one) => one.id === id);
      if (result === undefined) throw noResult();
      const envelope = { results: [result], exit_code: EXIT.failed } as unknown as RunEnvelope;
      throw rowError(result, envelope, cwd) ?? new Error(`${result.name}: ${result.verdict}`);
    },
    async finish() {
      if (running === undefined) return;
      // The test runner gave up on some of them: a bail, or a limit of its own.
      if (!over && expected.some((id) => !rows.has(id))) stop.abort('SIGTERM');
      const envelope = await running;
      const error = runError(envelope, cwd);
      if (error !== undefined && !stop.signal.aborted) throw error;
    },
  };
}

function noResult(): McptestError {
  return new McptestError({
    code: 'row-missing',
    message: 'the run ended without a result for this test',
    hint: 'Its native test was not among those that the run began with; run the whole file.',
    exitCode: EXIT.inconclusive,
  });
}
