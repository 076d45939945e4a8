/** The lists of the API: servers and tools, filtered, searched and ranked, a page at a time. */
import type { ListOf, ServerItem, ToolItem } from '../../types/registry-read.js';
import type { Db } from '../db/types.js';
import { serverId, serverItems, serversByName } from '../read/servers.js';
import { toolItems } from '../read/tools.js';
import type { Pair } from '../search/documents.js';
import { findDocuments } from '../search/find.js';
import { SERVER, type Shelf, subjectOf, TOOL } from '../search/rank-id.js';
import { flagMark, serverMark, smellMark } from '../search/words.js';
import { fingerprint, readCursor, writeCursor } from './cursor.js';
import {
  flagsIn,
  limitIn,
  one,
  type Query,
  ranksIn,
  SERVER_FLAGS,
  SERVER_SORTS,
  SORTS,
  smellsIn,
  sortIn,
  TOOL_FLAGS,
  wordsIn,
} from './params.js';
import { badParameter, notFound } from './problem.js';

/** What is served: a store, and whose scores. */
export interface Served {
  db: Db;
  pair: Pair;
}

export const SERVER_PARAMETERS = ['q', 'tier', 'flag', 'sort', 'limit', 'cursor'];
export const TOOL_PARAMETERS = ['q', 'tier', 'smell', 'flag', 'server', 'sort', 'limit', 'cursor'];

export async function listServers(served: Served, query: Query): Promise<ListOf<ServerItem>> {
  const { db, pair } = served;
  const sort = sortIn(query, SERVER_SORTS);
  if (sort === 'name') return serversInOrder(served, query);
  const marks = flagsIn(query, SERVER_FLAGS).map(flagMark);
  const page = await ranked(db, query, {
    shelf: { pair: pair.id, kind: SERVER },
    marks,
    worst_first: sort === 'worst',
  });
  const items = await serverItems(db, pair, page.ids.map(subjectOf));
  return page.next === undefined ? { items } : { items, next_cursor: page.next };
}

/** By name there is neither rank nor search. */
async function serversInOrder({ db, pair }: Served, query: Query): Promise<ListOf<ServerItem>> {
  for (const name of ['q', 'tier', 'flag'])
    if (one(query, name)) throw badParameter(name, 'A list in the order of names has no filter.');
  const limit = limitIn(query);
  const print = fingerprint(['servers by name', pair]);
  const place = readCursor(one(query, 'cursor'), print) ?? '';
  const items = await serversByName(db, pair, { after: String(place), limit: limit + 1 });
  const last = items[limit - 1];
  if (items.length <= limit || last === undefined) return { items };
  return { items: items.slice(0, limit), next_cursor: writeCursor(print, last.name) };
}

export async function listTools(
  { db, pair }: Served,
  query: Query,
  server = one(query, 'server') || undefined,
): Promise<ListOf<ToolItem>> {
  const sort = sortIn(query, SORTS);
  const marks = [
    ...smellsIn(query).map(smellMark),
    ...flagsIn(query, TOOL_FLAGS).map(flagMark),
    ...(server === undefined ? [] : [serverMark(await knownServer(db, server))]),
  ];
  const shelf = { pair: pair.id, kind: TOOL } as const;
  const page = await ranked(db, query, { shelf, marks, worst_first: sort === 'worst' });
  const items = await toolItems(db, pair, page.ids.map(subjectOf));
  return page.next === undefined ? { items } : { items, next_cursor: page.next };
}

async function knownServer(db: Db, name: string): Promise<number> {
  const id = await serverId(db, name);
  if (id === undefined) throw notFound('server of this name');
  return id;
}

interface Ranking {
  shelf: Shelf;
  marks: readonly string[];
  worst_first: boolean;
}

async function ranked(db: Db, query: Query, ranking: Ranking): Promise<{ ids: number[]; next?: string }> {
  const limit = limitIn(query);
  const asked = { ...ranking, words: wordsIn(query), ranks: ranksIn(query) };
  const print = fingerprint(asked);
  const after = readCursor(one(query, 'cursor'), print);
  if (typeof after === 'string') throw badParameter('cursor', 'This is not a cursor of this registry.');
  const found = await findDocuments(db, { ...asked, after, limit: limit + 1 });
  const ids = found.slice(0, limit);
  const last = ids.at(-1);
  if (found.length <= limit || last === undefined) return { ids };
  return { ids, next: writeCursor(print, last) };
}
