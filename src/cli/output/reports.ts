/** `--reporter name[=path]` and `--output`: which report goes where, checked before anything runs. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEnvelope } from '../../types/envelope.js';
import type { Reporter } from '../../types/reporter.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { McptestError } from '../../util/errors.js';
import { REPORTER_NAMES } from './reporter-names.js';
import { print, reportStyle, writeOut } from './terminal.js';

export type ReporterName = (typeof REPORTER_NAMES)[number];

export interface Destination {
  reporter: ReporterName;
  /** Stdout when absent. */
  path?: string;
}

export function destinations(wanted: string[] = [], output?: string): Destination[] {
  const list: Destination[] = wanted.map((word) => {
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    return { reporter: reporterName(name), path: at < 0 ? undefined : word.slice(at + 1) };
  });
  if (list.length === 0) list.push({ reporter: 'pretty' });
  const [open, ...others] = list.filter((destination) => destination.path === undefined);
  if (others.length > 0) {
    throw usage('two reports would go to stdout', 'Give all but one a file: --reporter junit=junit.xml.');
  }
  if (output !== undefined && open === undefined)
    throw usage('--output has no report to write', 'Every --reporter names a file of its own.');
  if (output !== undefined && open !== undefined) open.path = output;
  for (const { path } of list) if (path !== undefined) checkPath(path);
  return list;
}

/** What can be told before a run is told before it. */
function checkPath(path: string): void {
  if (path === '') throw usage('a report has an empty file name', 'Write --reporter junit=junit.xml.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw usage(
      `a report cannot be written to ${path}: it is a folder`,
      `Name a file in it: ${join(path, 'report.txt')}.`,
    );
}

export function reporterName(name: string): ReporterName {
  if ((REPORTER_NAMES as readonly string[]).includes(name)) return name as ReporterName;
  const near = didYouMean(name, REPORTER_NAMES);
  throw usage(
    `there is no reporter ${JSON.stringify(name)}`,
    near ? `did you mean \`${near}\`?` : `Known: ${REPORTER_NAMES.join(', ')}.`,
  );
}

function usage(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-reporter', message, hint });
}

/** Worth calling ahead of time, while a server is starting. */
export async function loadReporters(targets: readonly Destination[]): Promise<Map<ReporterName, Reporter>> {
  const { loadReporter } = await import('../../report/registry.js');
  const names = [...new Set(targets.map(({ reporter }) => reporter))];
  return new Map(await Promise.all(names.map(async (name) => [name, await loadReporter(name)] as const)));
}

/** A report that cannot be written does not keep the others from being written. */
export async function writeReports(
  envelope: RunEnvelope,
  targets: Destination[],
  agentBudget = 1024,
): Promise<void> {
  const reporters = await loadReporters(targets);
  let failure: McptestError | undefined;
  for (const { reporter, path } of targets) {
    const render = reporters.get(reporter);
    if (render === undefined) continue;
    const text = render(envelope, { ...reportStyle(path), agent_budget: agentBudget });
    if (path === undefined) await print(text);
    else {
      await writeOut(path, text, `${reporter} report`).catch((error: McptestError) => {
        failure ??= error;
      });
    }
  }
  if (failure) throw failure;
}
