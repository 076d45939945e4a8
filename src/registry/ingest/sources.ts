/**
 * What a user names as a source → catalogues, one at a time: a file, a JSONL with a catalogue a line (also
 * gzipped), a folder of both, or the list of servers that the official registry gives. What cannot be read is
 * told, and the rest goes on.
 */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { catalogsIn } from '../../catalog/read-catalog.js';
import type { Catalog } from '../../types/catalog.js';
import type { IngestProblem } from '../../types/registry.js';
import { McptestError } from '../../util/errors.js';
import { readBytesUpTo, shownBytes } from '../../util/files.js';
import { ownValue } from '../../util/plain.js';
import { oneLine } from '../../util/text.js';
import { linesOf } from './lines.js';
import { type ListedServer, listedServers } from './server-list.js';

export interface SourceContext {
  cwd: string;
  told(problem: IngestProblem): void;
  /** Asks a server of a list for its tools; absent where nobody may be asked. */
  connect?(server: ListedServer): Promise<Catalog>;
}

/** A catalogue, where it was found, and how much its server is used. */
export interface Found {
  catalog: Catalog;
  source: string;
  uses?: number;
}

const LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const MOST_LINE = 64 * 2 ** 20;
const MOST_FILE = 256 * 2 ** 20;

export async function* cataloguesIn(from: string, context: SourceContext): AsyncIterable<Found> {
  const path = resolve(context.cwd, from);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw noSource(from);
  if (!found.isDirectory()) {
    yield* inFile(path, from, context);
    return;
  }
  const names = (await readdir(path, { recursive: true })).sort();
  const files = names.filter((name) => /\.json$/i.test(name) || LINES.test(name));
  if (files.length === 0)
    context.told({ source: from, kind: 'rejected', message: 'the folder contains no .json or .jsonl file' });
  for (const name of files) yield* inFile(join(path, name), relative(context.cwd, join(path, name)), context);
}

async function* inFile(path: string, shown: string, context: SourceContext): AsyncIterable<Found> {
  const reject = (source: string, message: string): void =>
    context.told({ source, kind: 'rejected', message });
  try {
    if (!LINES.test(path)) {
      const { size } = await stat(path);
      if (size > MOST_FILE)
        reject(shown, 'is too large to be read at once; write a catalogue a line as .jsonl');
      else yield* inText(await readBytesUpTo(path, MOST_FILE), shown, context);
      return;
    }
    for await (const { number, bytes } of linesOf(path, MOST_LINE)) {
      const source = `${shown}:${number}`;
      if (bytes === undefined) reject(source, `the line is longer than ${shownBytes(MOST_LINE)}`);
      else if (bytes.length > 0) yield* inText(bytes, source, context);
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof McptestError) throw error;
    reject(shown, `cannot be read to its end: ${oneLine(error.message)}`);
  }
}

async function* inText(bytes: Buffer, source: string, context: SourceContext): AsyncIterable<Found> {
  const document = parsed(bytes);
  if (document === undefined || 'problem' in document) {
    if (document !== undefined) context.told({ source, kind: 'rejected', message: document.problem });
    return;
  }
  const listed = listedServers(document.value);
  if (listed !== undefined) {
    for (const server of listed) yield* asked(server, source, context);
    return;
  }
  const uses = ownValue(document.value, 'uses');
  for (const catalog of cataloguesOf(document.value, source, context))
    yield typeof uses === 'number' && uses > 0
      ? { catalog, source, uses: Math.round(uses) }
      : { catalog, source };
}

function cataloguesOf(value: unknown, source: string, { told }: SourceContext): Catalog[] {
  try {
    return catalogsIn(value, source);
  } catch (error) {
    if (!(error instanceof McptestError)) throw error;
    told({ source, kind: 'rejected', message: 'there is no list of tools in it' });
    return [];
  }
}

/** Undefined for a line that is empty. */
function parsed(bytes: Buffer): { value: unknown } | { problem: string } | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not valid UTF-8' };
  }
  if (text.trim() === '') return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'is not JSON, or is cut off' };
  }
}

async function* asked(server: ListedServer, source: string, context: SourceContext): AsyncIterable<Found> {
  const reject = (message: string): void =>
    context.told({ source, server: server.name, kind: 'rejected', message });
  if (server.url === undefined)
    reject('has no address; a package is not started, since that would run its code');
  else if (context.connect === undefined)
    reject('was not asked for its tools; --connect asks the addresses of a list');
  else {
    try {
      const catalog = await context.connect(server);
      yield { catalog: { ...catalog, server: server.name }, source };
    } catch (error) {
      if (!(error instanceof McptestError)) throw error;
      reject(oneLine(error.message));
    }
  }
}

function noSource(from: string): McptestError {
  return new McptestError({
    code: 'file-unreadable',
    message: `there is no file or folder ${oneLine(from)}`,
    hint: 'Name a folder or a file of catalogues, an http(s) address, or a command after --.',
  });
}
