/** The snapshots of a run: read before it, compared with while it goes, written and sorted out after it. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SnapshotBook } from '../match/snapshot-book.js';
import type { CaseResult, RunEnvelope, RunError } from '../types/envelope.js';
import type { Plan } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { EXIT, McptestError } from '../util/errors.js';
import { isCi } from '../util/is-ci.js';

export interface SnapshotFlags {
  update_snapshots?: boolean;
  allow_update_in_ci?: boolean;
}

export function refuseUpdateInCi(input: SnapshotFlags, env: NodeJS.ProcessEnv): void {
  if (!input.update_snapshots || !isCi(env) || input.allow_update_in_ci) return;
  throw new McptestError({
    code: 'update-in-ci',
    message: 'snapshots are not updated under CI: a run that rewrites what it compares with always passes',
    hint: 'Update them locally and commit the change, or pass --allow-update-in-ci if you mean it.',
    exitCode: EXIT.refused,
  });
}

export async function snapshotBooks(
  plan: Plan,
  input: SnapshotFlags,
  env: NodeJS.ProcessEnv,
): Promise<Map<Suite, SnapshotBook>> {
  const mode = snapshotMode(input, env);
  const books = await Promise.all(
    plan.suites.map(async (suite) => {
      const { text, file } = await savedText(suite.file);
      return [suite, SnapshotBook.load(text, { file, mode })] as const;
    }),
  );
  return new Map(books);
}

/** What reads and writes them is loaded only where there are some. */
async function savedText(suiteFile: string): Promise<{ file: string; text?: string }> {
  const folder = join(dirname(suiteFile), 'snapshots');
  if (!existsSync(folder)) return { file: folder };
  const { readSnapshots, snapshotPath } = await import('../store/snapshot-file.js');
  return { file: snapshotPath(suiteFile), text: await readSnapshots(suiteFile) };
}

function snapshotMode({ update_snapshots }: SnapshotFlags, env: NodeJS.ProcessEnv) {
  if (update_snapshots) return 'update';
  return isCi(env) ? 'frozen' : 'write-missing';
}

/** A test that was skipped, or that stopped on its way, may not have come to all of its snapshots. */
function namesOf({ tests, display_file }: Suite, results: CaseResult[]) {
  const rows = results.filter(({ file }) => file === display_file);
  return {
    suite: [...tests, ...rows].map(({ name }) => name),
    judged: rows.filter(({ verdict }) => verdict === 'pass').map(({ name }) => name),
  };
}

export interface SnapshotSaving {
  /** Of a run of everything; else nothing is called obsolete. */
  results?: CaseResult[];
  /** Replace what differs and remove what is obsolete. */
  update: boolean;
  /** Takes what could not be written: a run whose snapshots are not there is not green. */
  errors: RunError[];
}

export async function saveSnapshots(
  books: Map<Suite, SnapshotBook>,
  { results, update, errors }: SnapshotSaving,
): Promise<RunEnvelope['snapshots']> {
  const written: string[] = [];
  const updated: string[] = [];
  const obsolete: string[] = [];
  for (const [suite, book] of books) {
    const { display_file } = suite;
    // As in a repro line, the suite that is found by itself goes without its name; so each part of a sharded run says
    // what the whole would.
    const named = (label: string): string =>
      /^mcptest\.ya?ml$/.test(display_file) ? label : `${display_file}: ${label}`;
    const names = results && namesOf(suite, results);
    const gone = names && (update ? book.prune(names) : book.obsolete(names));
    const problem = book.changed ? await writing(suite.file, book) : undefined;
    if (problem !== undefined) {
      const message = `the snapshots could not be written: ${problem}`;
      errors.push({ where: `snapshots of ${display_file}`, message });
      continue;
    }
    written.push(...book.written.map(named));
    updated.push(...book.updated.map(named));
    obsolete.push(...(gone ?? []).map(named));
  }
  const any = written.length + updated.length + obsolete.length > 0;
  return any ? { written, updated, obsolete } : undefined;
}

/** Why it could not be written, if so. */
async function writing(file: string, book: SnapshotBook): Promise<string | undefined> {
  try {
    const { writeSnapshots } = await import('../store/snapshot-file.js');
    await writeSnapshots(file, book.serialize());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
