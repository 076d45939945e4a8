/** Where judgements of a suite live: `cassettes/<suite>.judgements.json` beside it, meant for git like the cassettes. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RecordedJudgement } from '../types/judging.js';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { writeAtomic } from './files.js';

const VERSION = 1;

export function judgementsFile(suiteFile: string): string {
  return join(dirname(suiteFile), 'cassettes', `${basename(suiteFile)}.judgements.json`);
}

/** Undefined where none were recorded; throws for a file that cannot be read, exit 2. */
export async function readJudgements(suiteFile: string): Promise<RecordedJudgement[] | undefined> {
  const file = judgementsFile(suiteFile);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, (error as Error).message);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(file, `it is not JSON (${(error as Error).message})`);
  }
  if (isObject(value) && typeof value.version === 'number' && value.version > VERSION)
    throw unreadable(file, `it is of version ${value.version}, and this mcptest reads version ${VERSION}`);
  const list = isObject(value) && value.version === VERSION ? value.judgements : undefined;
  if (!Array.isArray(list) || !list.every(isJudgement))
    throw unreadable(file, 'it contains no list of judgements');
  return list;
}

function isJudgement(value: unknown): value is RecordedJudgement {
  if (!isObject(value)) return false;
  return (
    typeof value.judge === 'string' &&
    typeof value.of === 'string' &&
    Array.isArray(value.parts) &&
    value.parts.every(isObject)
  );
}

function unreadable(file: string, why: string): McptestError {
  return new McptestError({
    code: 'bad-judgements',
    message: `${oneLine(file)} cannot be used: ${why}`,
    hint: 'Record it again with --record, or delete it.',
  });
}

/** Sorted, so that recording again changes only what was said differently. */
export async function writeJudgements(
  suiteFile: string,
  list: readonly RecordedJudgement[],
): Promise<string> {
  const { ownTarget } = await import('./own-target.js');
  const file = judgementsFile(suiteFile);
  const judgements = [...list].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const text = `${JSON.stringify({ version: VERSION, suite: basename(suiteFile), judgements }, null, 2)}\n`;
  await writeAtomic(await ownTarget(suiteFile, file), text);
  return file;
}

function orderOf({ by, judge, of }: RecordedJudgement): string {
  return `${by}\0${judge}\0${of}`;
}
