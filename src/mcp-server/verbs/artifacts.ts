/** Readers of what is kept in the workspace. They start nothing. */
import { doctorReport } from '../../verbs/doctor-report.js';
import { explainFailure } from '../../verbs/explain-failure.js';
import { savedCassette, savedCassettes } from '../../verbs/saved-cassettes.js';
import { latestCoverage, savedRun, savedRuns } from '../../verbs/saved-runs.js';
import { bounded, withoutPassedValues, withoutTraces } from '../bounded.js';
import { runSummary } from '../run-shape.js';
import { detail, flag, input, output, READS, text } from '../shapes.js';
import type { Verb } from '../verb.js';

const RUN_ID = 'A run id from list_runs, or `latest`';

export const artifactVerbs: Verb[] = [
  {
    name: 'list_runs',
    title: 'List saved runs',
    description:
      'List the runs saved in the workspace, newest first, with verdict and counts. Use it to find a run id.',
    input: input({
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: '1 to 50 (10)' },
    }),
    output: output({ runs: 'a' }),
    annotations: READS,
    run: async ({ limit = 10 }, { workspace }) => ({ runs: await savedRuns(workspace, limit as number) }),
  },
  {
    name: 'get_run',
    title: 'Get one run',
    description:
      'Return one saved run: every test with its checks, provenance, coverage and findings. Large; detail: summary has counts, failures and coverage. For one failing test use explain_failure.',
    input: input(
      {
        id: text(RUN_ID),
        detail: detail('summary, tests (default, without values that passed) or full', [
          'summary',
          'tests',
          'full',
        ]),
      },
      ['id'],
      {
        id: 'latest',
        detail: 'summary',
      },
    ),
    output: output({ run_id: 's', verdict: 's', results: 'a?', failures: 'a?' }),
    annotations: READS,
    run: async ({ id, detail: level }, { workspace }) => {
      const envelope = await savedRun(workspace, id as string);
      if (level === 'summary') return runSummary(envelope);
      return level === 'full' ? withoutTraces(envelope) : withoutPassedValues(envelope);
    },
  },
  {
    name: 'explain_failure',
    title: 'Explain a failed test',
    description:
      'Explain why one test of a saved run failed: failed checks with expected and actual values, calls, the repro command and what to look at next. Use it after a fail verdict.',
    input: input(
      { test: text('Name of the test, or its id'), run_id: text(`${RUN_ID} (default)`) },
      ['test'],
      {
        test: 'status check',
      },
    ),
    output: output({ verdict: 's', checks: 'a', repro: 's', next: 'a' }),
    annotations: READS,
    run: async ({ test, run_id = 'latest' }, { workspace }) =>
      bounded(explainFailure(await savedRun(workspace, run_id as string), test as string)),
  },
  {
    name: 'get_coverage',
    title: 'Get tool coverage',
    description:
      'Return which tools of each server the newest run called, and which are uncovered. Use it to decide what to test next.',
    input: input({}),
    output: output({ run_id: 's', coverage: 'o' }),
    annotations: READS,
    run: async (_args, { workspace }) => bounded({ ...(await latestCoverage(workspace)) }),
  },
  {
    name: 'list_cassettes',
    title: 'List cassettes',
    description: 'List the recorded cassettes of the workspace by name, path and size.',
    input: input({}),
    output: output({ cassettes: 'a' }),
    annotations: READS,
    run: async (_args, { workspace }) => bounded({ cassettes: await savedCassettes(workspace) }),
  },
  {
    name: 'get_cassette',
    title: 'Get one cassette',
    description:
      'Get the content of one recorded cassette; long values are clipped. Use it to see what was said; list_cassettes has the names.',
    input: input({ name: text('A name from list_cassettes') }, ['name'], { name: 'weather' }),
    output: { type: 'object', properties: { name: { type: 'string' }, cassette: {} }, required: ['name'] },
    annotations: READS,
    run: async ({ name }, { workspace }) => bounded({ ...(await savedCassette(workspace, name as string)) }),
  },
  {
    name: 'get_doctor_report',
    title: 'Get the doctor report',
    description:
      'Return the last saved doctor report: the first step that failed and what to do. With refresh the servers of mcptest.yml are examined again; no tool is called.',
    input: input({ refresh: flag('Examine the declared servers now') }, [], { refresh: true }),
    output: output({ servers: 'a' }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async ({ refresh }, { workspace, env, signal, redactor }) =>
      bounded(await doctorReport({ workspace, env, signal, redactor, refresh: refresh === true })),
  },
];
