/** `mcptest tdqs ingest`: catalogues of any source become captures of a registry. */
import { resolve } from 'node:path';
import { ingest } from '../../registry/ingest/ingest.js';
import { cataloguesIn, type Found, type SourceContext } from '../../registry/ingest/sources.js';
import { openStore } from '../../registry/store.js';
import type { TargetInput } from '../../target/target.js';
import type { Catalog } from '../../types/catalog.js';
import type { IngestProblem, IngestReport } from '../../types/registry.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { isHttp } from '../../util/host-kind.js';
import { oneLine } from '../../util/text.js';

export interface IngestInput extends TargetInput {
  store: string;
  /** Files, folders and addresses. */
  sources: readonly string[];
  /** Ask the servers of a list at their addresses. */
  connect?: boolean;
  on_problem?: (problem: IngestProblem) => void;
}

const MOST_PROBLEMS = 1000;

export async function ingestSources(input: IngestInput): Promise<IngestReport> {
  if (input.sources.length === 0 && input.command === undefined && input.url === undefined)
    throw nothingNamed();
  const store = await openStore(input.store);
  const problems: IngestProblem[] = [];
  let rejected = 0;
  const told = (problem: IngestProblem): void => {
    if (problem.kind === 'rejected') rejected += 1;
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
    input.on_problem?.(problem);
  };
  try {
    const result = await ingest(store, everything(input, told), { told, signal: input.signal });
    return { ...result, rejected, problems, driver: store.db.driver };
  } finally {
    await store.close();
  }
}

async function* everything(input: IngestInput, told: (problem: IngestProblem) => void): AsyncIterable<Found> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const context: SourceContext = { cwd, told };
  if (input.connect) context.connect = ({ url = '' }) => live({ ...plain(input), url });
  if (input.command !== undefined || input.url !== undefined) yield* one(input, told);
  for (const source of input.sources) {
    if (isHttp(source)) yield* one({ ...plain(input), url: source }, told);
    else yield* cataloguesIn(source, context);
  }
}

/** Without the target that was named beside the sources. */
function plain({ command: _command, url: _url, ...rest }: IngestInput): TargetInput {
  return rest;
}

async function* one(input: TargetInput, told: (problem: IngestProblem) => void): AsyncIterable<Found> {
  const source = input.url ?? commandText(input.command);
  try {
    yield { catalog: await live(input), source };
  } catch (error) {
    if (!(error instanceof McptestError) || error.exitCode === EXIT.interrupted) throw error;
    told({ source, kind: 'rejected', message: oneLine(error.message) });
  }
}

function commandText(command: TargetInput['command']): string {
  return Array.isArray(command) ? command.join(' ') : (command ?? '');
}

/** A list that ended half-way is none. */
async function live(input: TargetInput): Promise<Catalog> {
  const { liveCatalogs } = await import('../../target/live-catalogs.js');
  const { catalogs, closing } = await liveCatalogs(input);
  await closing;
  return catalogs[0] as Catalog;
}

function nothingNamed(): McptestError {
  return new McptestError({
    code: 'nothing-to-ingest',
    message: 'no source was named',
    hint: 'Name a folder or a file of catalogues, an http(s) address, or a command after --.',
  });
}
