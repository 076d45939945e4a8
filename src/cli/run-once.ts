/** One run with its reports: progress on stderr meanwhile, ndjson on stdout as the results come. */
import type { RunEvent } from '../types/events.js';
import { oneLine } from '../util/text.js';
import type { RunInput, RunReport } from '../verbs/run.js';
import { liveNdjson } from './live-ndjson.js';
import { nothingSelected } from './nothing-selected.js';
import { progressLine } from './progress.js';
import { type Destination, loadReporters, writeReports } from './reports.js';
import { print, tell } from './terminal.js';

export async function runOnce(
  input: RunInput,
  targets: Destination[],
  agentBudget?: number,
): Promise<RunReport> {
  const { startRun } = await import('../verbs/run.js');
  const streams = targets.some(({ reporter, path }) => reporter === 'ndjson' && path === undefined);
  const live = streams ? liveNdjson((text) => void process.stdout.write(text)) : undefined;
  const progress = live ? undefined : progressLine();
  const report = await startRun({
    ...input,
    progress: (event: RunEvent) => {
      // Once the first server has been started, nothing else is to do while it gets ready.
      if (event.type === 'server' && event.state === 'starting') setImmediate(() => void loadReporters());
      live?.event(event);
      progress?.event(event);
      input.progress?.(event);
    },
  }).finally(() => progress?.clear());
  for (const warning of report.warnings) tell(`mcptest: ${warning}`);
  for (const line of report.floors) tell(line);
  for (const file of report.recorded) tell(`mcptest: recorded ${file}`);
  const nothing = nothingSelected(report.envelope, input);
  if (nothing !== undefined) tell(`mcptest: ${nothing}`);
  if (live) {
    const { ndjson } = (await loadReporters()).reporters;
    await print(live.rest(ndjson(report.envelope, { color: false, width: 80, agent_budget: 0 })));
  }
  const others = live ? targets.filter(({ path }) => path !== undefined) : targets;
  await writeReports(report.envelope, others, agentBudget);
  void report.closing.then((seen) => {
    for (const line of seen) tell(`mcptest: ${oneLine(line)}`);
  });
  return report;
}
