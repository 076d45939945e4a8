/** `--reporter name[=path]` and `--output`: which report goes where, checked before anything runs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reporterNames, reporters } from '../report/registry.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import type { RunReport } from '../verbs/run.js';
import { lookOf, print } from './terminal.js';

export type ReporterName = keyof typeof reporters;

export interface Destination {
  reporter: ReporterName;
  /** Stdout when absent. */
  path?: string;
}

export function destinations(wanted: string[] = [], output?: string): Destination[] {
  const list: Destination[] = wanted.map((word) => {
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    return { reporter: reporterName(name), ...(at >= 0 && { path: word.slice(at + 1) }) };
  });
  if (list.length === 0) list.push({ reporter: 'pretty' });
  const open = list.filter((destination) => destination.path === undefined);
  if (open.length > 1) {
    throw usage('two reports would go to stdout', 'Give all but one a file: --reporter junit=junit.xml.');
  }
  if (output !== undefined && open.length === 0)
    throw usage('--output has no report to write', 'Every --reporter names a file of its own.');
  if (output !== undefined) open[0]!.path = output;
  return list;
}

export function reporterName(name: string): ReporterName {
  if ((reporterNames as readonly string[]).includes(name)) return name as ReporterName;
  const near = didYouMean(name, reporterNames);
  throw usage(
    `there is no reporter ${JSON.stringify(name)}`,
    near ? `did you mean \`${near}\`?` : `Known: ${reporterNames.join(', ')}.`,
  );
}

function usage(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-reporter', message, hint });
}

/** A report that cannot be written does not keep the others from being written. */
export async function writeReports(
  report: Pick<RunReport, 'envelope' | 'blobs'>,
  targets: Destination[],
  agentBudget = 1024,
): Promise<void> {
  const failures: McptestError[] = [];
  for (const { reporter, path } of targets) {
    const look = path === undefined ? lookOf(process.stdout) : { color: false, width: 80 };
    const text = reporters[reporter](report.envelope, { ...look, agent_budget: agentBudget });
    if (path === undefined) await print(text);
    else
      await writeFileDeep(path, text, reporter === 'json' ? report.blobs : []).catch((cause: Error) => {
        failures.push(
          new McptestError({
            code: 'report-not-written',
            message: `the ${reporter} report was not written: ${cause.message}`,
            cause,
          }),
        );
      });
  }
  if (failures.length > 0) throw failures[0];
}

async function writeFileDeep(path: string, text: string, blobs: RunReport['blobs']): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  if (blobs.length === 0) return;
  await mkdir(join(dirname(path), 'blobs'), { recursive: true });
  for (const blob of blobs) await writeFile(join(dirname(path), 'blobs', blob.name), blob.text);
}
