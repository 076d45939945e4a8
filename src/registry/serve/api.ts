/** What is read through `/v1`: the path and its parameters → a document. */
import type { RegistryStats, StatsDocument } from '../../types/registry-stats.js';
import { serverDiff } from '../read/diff.js';
import { serverDocument } from '../read/servers.js';
import { toolDocument } from '../read/tools.js';
import { statsDocument } from '../stats/stats-document.js';
import { listServers, listTools, SERVER_PARAMETERS, type Served, TOOL_PARAMETERS } from './lists.js';
import { type Query, readQuery, wholeIn } from './params.js';
import { badParameter, notFound } from './problem.js';

const MOST_VERSION = 1_000_000_000;

export interface Sources extends Served {
  /** As they were computed last, in the background. */
  stats(): RegistryStats;
}

/** Undefined where there is nothing at the path, whose parts are decoded and begin behind `/v1`. */
export function answer(
  sources: Sources,
  path: readonly string[],
  search: URLSearchParams,
): Promise<unknown> | undefined {
  const [first, name, part, tool, ...more] = path;
  if (more.length > 0) return undefined;
  if (first === 'stats' && name === undefined) return statsOf(sources, search);
  if (first === 'servers' && name === undefined)
    return listServers(sources, readQuery(search, SERVER_PARAMETERS));
  if (first === 'servers' && name !== undefined) return ofServer(sources, { name, part, tool }, search);
  if (first === 'tools' && name === undefined) return listTools(sources, readQuery(search, TOOL_PARAMETERS));
  if (first === 'tools' && name !== undefined && part === undefined) return toolById(sources, name, search);
  return undefined;
}

async function statsOf({ stats }: Sources, search: URLSearchParams): Promise<StatsDocument> {
  readQuery(search, []);
  return statsDocument(stats());
}

interface ServerPath {
  name: string;
  part: string | undefined;
  tool: string | undefined;
}

function ofServer(
  sources: Sources,
  { name, part, tool }: ServerPath,
  search: URLSearchParams,
): Promise<unknown> | undefined {
  if (part === undefined) return oneServer(sources, name, readQuery(search, []));
  if (part === 'tools' && tool === undefined) {
    const known = TOOL_PARAMETERS.filter((parameter) => parameter !== 'server');
    return listTools(sources, readQuery(search, known), name);
  }
  if (part === 'tools' && tool !== undefined) {
    readQuery(search, []);
    return found(toolDocument(sources.db, scopeOf(sources), { server: name, tool }), 'tool of this name');
  }
  if (part === 'diff' && tool === undefined) return diffOf(sources, name, readQuery(search, ['from', 'to']));
  return undefined;
}

function oneServer(sources: Sources, name: string, _query: Query) {
  return found(serverDocument(sources.db, scopeOf(sources), name), 'server of this name');
}

async function toolById(sources: Sources, text: string, search: URLSearchParams) {
  readQuery(search, []);
  if (!/^[1-9]\d{0,11}$/.test(text)) throw notFound('tool with this id');
  return found(toolDocument(sources.db, scopeOf(sources), { id: Number(text) }), 'tool with this id');
}

async function diffOf(sources: Sources, server: string, query: Query) {
  const version = (name: string): number => {
    const value = wholeIn(query, name, { least: 1, most: MOST_VERSION });
    if (value === undefined)
      throw badParameter(name, 'Write the number of a capture; the page of the server lists them.');
    return value;
  };
  const asked = { server, from: version('from'), to: version('to') };
  return found(serverDiff(sources.db, scopeOf(sources), asked), 'server of this name with these versions');
}

export async function found<T>(document: Promise<T | undefined>, what: string): Promise<T> {
  const value = await document;
  if (value === undefined) throw notFound(what);
  return value;
}

function scopeOf({ pair: { judge, rubric } }: Served): { judge: string; rubric: string } {
  return { judge, rubric };
}
