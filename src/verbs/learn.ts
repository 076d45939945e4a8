/** What a server offers, all of it, and how a suite would reach it again. Nothing of it is called here. */

import { dirname, relative, resolve, sep } from 'node:path';
import type { ServerFacts } from '../generate/conformance.js';
import { keyFrom, SERVER, type SuiteTarget } from '../generate/suite-head.js';
import { redactorOf } from '../redact/open-redactor.js';
import { listAll } from '../target/list-all.js';
import { savedCatalogs } from '../target/saved-catalog.js';
import type { Target, TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection, ListMethod, Reply, ServerSpec } from '../types/connection.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { descriptionWarnings, type Warnings } from './description-warnings.js';

export interface LearnInput extends TargetInput {
  /** A saved catalogue or a lock, in place of a live target. */
  from?: string;
  /** Where the suite will stand, for relative paths in it; the current folder when absent. */
  suite_file?: string;
  /** The suite calls the server as it is declared, else as it calls itself, and not `target`. */
  keep_name?: boolean;
}

/** What a suite for the server is made from. */
export interface LearnedServer {
  catalog: Catalog;
  facts: ServerFacts;
  target: SuiteTarget;
  notes: string[];
  /** What its descriptions try, found in what the server sent and not in what is shown of it. */
  poisoned: () => Promise<Warnings>;
  closing: Promise<unknown>;
}

/** Asks the server something more while it is there. */
export type LookCloser = (catalog: Catalog, target: Target) => Promise<void>;

export async function learnServer(input: LearnInput, look?: LookCloser): Promise<LearnedServer> {
  if (input.from !== undefined) return learnSaved(input, input.from);
  const { value, closing } = await withTarget(input, async (opened) => {
    const { connection, spec, redactor } = opened;
    const notes: string[] = [];
    const { info } = connection;
    const catalog: Catalog = { server: serverName(connection, input), tools: [] };
    if (declares(connection, 'tools')) catalog.tools = (await listAll(connection, 'tools/list')) as ToolDef[];
    catalog.resources = await listOrNote(connection, 'resources', notes);
    catalog.prompts = await listOrNote(connection, 'prompts', notes);
    if (info.instructions !== undefined) catalog.instructions = info.instructions;
    catalog.protocolVersion = info.protocol_version;
    if (spec.headers !== undefined)
      notes.push(
        'the headers are not in the suite, since they may be secret: add them as `headers:` of the server',
      );
    const shown = redactor.value(catalog);
    await look?.(shown, opened);
    return {
      catalog: shown,
      facts: redactor.value({ capabilities: info.capabilities, protocolVersion: info.protocol_version }),
      target: redactor.value(suiteTarget(spec, input, catalog.server)),
      notes: notes.map((note) => redactor.text(note)),
      poisoned: () => descriptionWarnings(catalog, redactor),
    };
  });
  return { ...value, closing };
}

/** A saved catalogue is served by the mock, so that the suite runs without the server. */
async function learnSaved(input: LearnInput, from: string): Promise<LearnedServer> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const path = resolve(cwd, from);
  const [catalog, ...others] = await savedCatalogs(path, from);
  const file = relativeTo(suiteFolder(input), path);
  const notes = others.length > 0 ? [`the file holds ${others.length + 1} servers; the first is used`] : [];
  const { resources = [], prompts = [], ...tools } = catalog ?? { server: 'catalog', tools: [] };
  if (resources.length + prompts.length > 0)
    notes.push('a mock of a saved catalogue has tools only, so its resources and prompts are left out');
  return {
    catalog: tools,
    facts: { capabilities: { tools: {} } },
    target: omitUndefined<SuiteTarget>({
      name: nameOf(input, [tools.server]),
      command: ['mcptest', 'mock', '--tools-from', file],
    }),
    notes,
    poisoned: () => descriptionWarnings(tools, redactorOf(input)),
    closing: Promise.resolve(),
  };
}

function suiteTarget(spec: ServerSpec, input: LearnInput, itself: string): SuiteTarget {
  const folder = suiteFolder(input);
  const { command, env, pass_env, url, auth, cwd, protocol } = spec;
  const elsewhere = command !== undefined && resolve(cwd) !== folder;
  return omitUndefined({
    name: spec.name === SERVER || !input.keep_name ? nameOf(input, [itself]) : spec.name,
    command,
    url,
    env: env && Object.keys(env).length > 0 ? { ...env } : undefined,
    pass_env,
    cwd: elsewhere ? relativeTo(folder, cwd) : undefined,
    bearer_token_env: auth?.bearer_token_env,
    protocol: protocol === 'auto' ? undefined : protocol,
  });
}

function nameOf({ keep_name }: LearnInput, words: string[]): string | undefined {
  return keep_name ? keyFrom(words) : undefined;
}

/** Where the suite will stand. */
export function suiteFolder({ cwd, suite_file }: LearnInput): string {
  const here = resolve(cwd ?? process.cwd());
  return suite_file === undefined ? here : dirname(resolve(here, suite_file));
}

function relativeTo(folder: string, path: string): string {
  return (relative(folder, path) || '.').split(sep).join('/');
}

function serverName({ name, info }: Connection, input: LearnInput): string {
  const said = ownValue(info.server_info, 'name');
  return input.server === undefined && typeof said === 'string' && said !== '' ? said : name;
}

function declares({ info }: Connection, key: string): boolean {
  return isObject(info.capabilities[key]);
}

/** Resources and prompts are extras: a list that does not come is told and does not end the work. */
async function listOrNote(
  connection: Connection,
  key: 'resources' | 'prompts',
  notes: string[],
): Promise<Record<string, unknown>[]> {
  if (!declares(connection, key)) return [];
  const listing = await connection.list(`${key}/list` as ListMethod);
  const why = listing.fault ?? failureOf(listing.failed);
  if (why) notes.push(`${key}/list is incomplete: ${clip(oneLine(String(why)), 200)}`);
  return listing.items;
}

function failureOf(reply: Reply | undefined): string {
  if (reply === undefined || reply.kind === 'result') return '';
  return reply.kind === 'error' ? reply.error.message : fullMessage(reply);
}
