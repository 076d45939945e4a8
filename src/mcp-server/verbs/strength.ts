/** Would the tests notice? The verb that measures it, on a run made now or on a saved one. */
import { pasteable, safe, safeClip } from '../../report/text/safe-text.js';
import type { StrengthGate, Survivor, TestStrength } from '../../types/strength.js';
import { McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip, oneLine } from '../../util/text.js';
import { savedRun } from '../../verbs/saved-runs.js';
import type { MutateReport } from '../../verbs/strength/mutate.js';
import { checkDraft } from '../draft.js';
import { insidePaths } from '../inside-paths.js';
import { runProgress } from '../run-shape.js';
import { input, output, RUNS, text } from '../shapes.js';
import type { Args, Verb, VerbCall } from '../verb.js';
import { SELECTION, SUITE, selection, suiteOf } from './authoring.js';

const MAX_SURVIVORS = 5;
const MAX_NAMED = 50;

export const strengthVerbs: Verb[] = [
  {
    name: 'mutate_suite',
    title: 'Measure a suite',
    description:
      'Measure whether a suite would notice a broken server: run it, break the answers one by one and judge again. Returns how many breaks were noticed, hollow tests, and survivors with an assertion to add under expect:. Use it once all tests pass.',
    input: input(
      {
        ...SUITE,
        run_id: text('Judge this saved run (or `latest`), start nothing'),
        paths: SELECTION.paths,
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Tests, 1 to 50 (10)' },
      },
      [],
      { run_id: 'latest' },
    ),
    output: output({
      run_id: 's?',
      verdict: 's',
      rate: 'r?',
      killed: 'n?',
      mutants: 'n?',
      hollow: 'a?',
      tests: 'a?',
      errors: 'a?',
    }),
    writes: true,
    annotations: RUNS,
    run: async (args, call) => {
      const report = await measure(args, call);
      await report.closing;
      return shapeOf(report, (args.limit as number | undefined) ?? 10);
    },
  },
];

async function measure(args: Args, call: VerbCall): Promise<MutateReport> {
  const { suite, run_id, paths } = args as { suite?: string; run_id?: string; paths?: string[] };
  if ([suite, run_id, paths].filter((one) => one !== undefined).length > 1) {
    throw new McptestError({
      code: 'bad-argument',
      message: '`suite`, `run_id` and `paths` name three different things to measure',
      hint: 'Give one of them; with none the suites of the workspace are run.',
    });
  }
  const { workspace, env, signal, redactor } = call;
  if (suite !== undefined) {
    const whole = await suiteOf(args, call);
    await checkDraft(whole, call);
    const { mutateInline } = await import('../../verbs/strength/mutate-inline.js');
    return mutateInline({ suite: whole, workspace, env, signal, redactor, progress: runProgress(call) });
  }
  const { mutate } = await import('../../verbs/strength/mutate.js');
  const chosen = await selection(args, call);
  if (run_id === undefined) return mutate(chosen);
  const { results, run_id: id } = await savedRun(workspace, run_id);
  const files = [...new Set(results.map(({ file }) => file))];
  return mutate({ ...chosen, run: id, paths: await insidePaths(workspace, files) });
}

function shapeOf({ envelope, strength, warnings, exit_code }: MutateReport, limit: number) {
  const weak = strength.tests.filter(({ survivors }) => survivors.length > 0);
  const unmeasured = strength.unmeasured ?? [];
  const notes = warnings.map((line) => clip(oneLine(line), 500));
  return omitUndefined({
    run_id: envelope.run_id,
    verdict: exit_code === 0 ? 'pass' : verdictOf(envelope.verdict),
    rate: strength.rate,
    killed: strength.killed,
    mutants: strength.mutants,
    hollow: strength.tests
      .filter((test) => test.hollow)
      .slice(0, MAX_NAMED)
      .map(({ name }) => safeClip(name, 200)),
    tests: weak.slice(0, limit).map(testShape),
    tests_omitted: beyond(weak, limit),
    unmeasured: unmeasured.slice(0, MAX_NAMED).map(({ name, reason }) => ({
      test: safeClip(name, 200),
      reason: safeClip(reason, 400),
    })),
    unmeasured_omitted: beyond(unmeasured, MAX_NAMED),
    gates: strength.gates?.map(gateShape),
    notes: notes.length === 0 ? undefined : notes,
  });
}

/** A measure may fail though the run passed, by a share that is asked for. */
function verdictOf(verdict: string): string {
  return verdict === 'pass' ? 'fail' : verdict;
}

function testShape({ name, file, line, rate, killed, mutants, hollow, survivors }: TestStrength) {
  return omitUndefined({
    test: safeClip(name, 200),
    at: safeClip(`${file}:${line}`, 300),
    rate,
    killed,
    mutants,
    hollow,
    survivors: survivors.slice(0, MAX_SURVIVORS).map(survivorShape),
    survivors_omitted: beyond(survivors, MAX_SURVIVORS),
  });
}

function survivorShape({ family, path, change, suggestion }: Survivor) {
  return omitUndefined({
    family: safe(family),
    path: safeClip(path, 200),
    change: safeClip(change, 200),
    suggestion: pasteable(suggestion),
  });
}

function gateShape({ file, min, rate, passed }: StrengthGate) {
  return omitUndefined({ file: file && safeClip(file, 300), min, rate, passed });
}

function beyond({ length }: readonly unknown[], most: number): number | undefined {
  return length > most ? length - most : undefined;
}
