/** One run with its reports: progress on stderr meanwhile, ndjson on stdout as the results come. */
import type { RunEvent } from '../types/events.js';
import { EXIT } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import type { RunInput, RunReport, StartedRun } from '../verbs/run.js';
import type { LiveNdjson } from './output/live-ndjson.js';
import { type Destination, type ReportManner, warmUpReporters, writeReports } from './output/reports.js';
import { print, tell } from './output/terminal.js';

/** `start`: what makes the run, where that is not `startRun`. */
export async function runOnce(
  input: RunInput,
  targets: Destination[],
  manner: ReportManner = {},
  start?: (input: RunInput) => Promise<StartedRun>,
): Promise<StartedRun> {
  const streams = targets.some(({ reporter, path }) => reporter === 'ndjson' && path === undefined);
  const live = streams ? await streamNdjson() : undefined;
  const progress = live || !process.stderr.isTTY ? undefined : await drawProgress();
  const whole: RunInput = {
    ...input,
    progress: (event: RunEvent) => {
      // Once the first server has been started, nothing else is to do while it gets ready.
      if (event.type === 'server' && event.state === 'starting')
        setImmediate(() => void warmUpReporters(targets));
      live?.event(event);
      progress?.event(event);
      input.progress?.(event);
    },
  };
  const { startRun } = await import('../verbs/run.js');
  const report = await (start ? start(whole) : startRun(whole)).finally(() => progress?.clear());
  if (!manner.quiet) tellRemarks(report);
  if (report.envelope.exit_code === EXIT.nothing) await tellNothing(report, input);
  if (live) {
    const { ndjson } = await import('../report/ndjson.js');
    await print(live.rest(ndjson(report.envelope, { color: false, width: 80, agent_budget: 0 })));
  }
  const others = live ? targets.filter(({ path }) => path !== undefined) : targets;
  await writeReports(report.envelope, others, {
    ...manner,
    told: live !== undefined,
    since: async (envelope) => (await import('../viewer/since.js')).sinceLastRun(envelope, input),
  });
  void report.closing.then((seen) => {
    for (const line of seen) tell(`mcptest: ${oneLine(line)}`);
  });
  return report;
}

function tellRemarks({ warnings, floors, recorded }: RunReport): void {
  for (const warning of warnings) tell(`mcptest: ${warning}`);
  for (const line of floors) tell(line);
  for (const file of recorded) tell(`mcptest: recorded ${file}`);
}

async function streamNdjson(): Promise<LiveNdjson> {
  const { liveNdjson } = await import('./output/live-ndjson.js');
  return liveNdjson((text) => void process.stdout.write(text));
}

async function tellNothing({ envelope }: RunReport, input: RunInput): Promise<void> {
  const { nothingSelected } = await import('./output/nothing-selected.js');
  const nothing = nothingSelected(envelope, input);
  if (nothing !== undefined) tell(`mcptest: ${nothing}`);
}

async function drawProgress() {
  const { progressLine } = await import('./output/progress.js');
  return progressLine();
}
