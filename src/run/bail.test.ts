/** `bail` on the wire of a run: a suite's own word stops that suite, the command's word stops them all. */
import { expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { PlannedCase } from '../types/plan.js';
import type { RunOptions, Suite, TestSpec } from '../types/suite.js';
import { runPlan } from './run.js';
import type { RunSettings } from './run-settings.js';

/** Its server cannot be started, so that its first test does not pass. */
function suite(name: string, run_options: RunOptions): Suite {
  const none = { name: 's', cwd: '/', protocol: 'auto', isolate: 'suite', command: ['/no/such/program'] };
  const server = { ...none, startup_timeout_ms: 1, request_timeout_ms: 1, shutdown_grace_ms: 0 };
  return {
    display_file: name,
    run_options,
    servers: { s: server },
    setup: [],
    teardown: [],
  } as unknown as Suite;
}

const test = {
  steps: [
    { call: { kind: 'tool', server: 's', tool: 't', args: {} }, expect: { assertions: [] }, capture: {} },
  ],
  place: { line: 1 },
  repeat: 1,
} as unknown as TestSpec;

async function verdicts(options: RunOptions[], settings: Partial<RunSettings> = {}): Promise<string[][]> {
  const suites = options.map((one, index) => suite(`${index}.yml`, one));
  const cases = suites.flatMap((one) =>
    ['first', 'second'].map((name) => ({ id: name, name, suite: one, test, repro: '' }) as PlannedCase),
  );
  const outcome = await runPlan({ suites, cases, groups: [], total: cases.length }, {
    connect: { env: {}, self: [], version: '0' },
    redactor: createRedactor([]),
    progress: () => {},
    concurrency: 1,
    ...settings,
  } as RunSettings);
  await outcome.closing;
  return suites.map(({ display_file }) =>
    outcome.results.filter(({ file }) => file === display_file).map(({ verdict }) => verdict),
  );
}

const GOES_ON = ['inconclusive', 'inconclusive'];
const STOPS = ['inconclusive', 'skipped'];

it('a suite goes on after a test that did not pass, unless it bails', async () => {
  expect(await verdicts([{}, { bail: true }, { bail: false }])).toEqual([GOES_ON, STOPS, GOES_ON]);
});

it('--bail stops every suite, and a caller may overrule what a suite says', async () => {
  expect(await verdicts([{}, {}], { bail: true })).toEqual([STOPS, ['skipped', 'skipped']]);
  expect(await verdicts([{ bail: true }], { bail: false })).toEqual([GOES_ON]);
});
