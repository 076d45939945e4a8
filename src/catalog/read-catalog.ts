/**
 * A saved catalogue in any of its forms: the result of `tools/list`, the JSON-RPC response around it (or
 * a list of them, one a page), a bare list of tools, an object with `tools` and perhaps `initialize`, and
 * a list of servers of that kind, such as `mcptest.lock`. Definitions are kept as they are, unknown fields included.
 */
import { basename } from 'node:path';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { clip, oneLine, show } from '../util/text.js';

type Path = (string | number)[];

/** `file` names the server where the text does not. Throws `McptestError` code `catalog-unreadable`. */
export function readCatalog(text: string, file: string): Catalog[] {
  return catalogsIn(parse(text, file), file);
}

/** As `readCatalog`, from a document that is parsed already; the tools are the document's own objects. */
export function catalogsIn(document: unknown, file: string): Catalog[] {
  const fallback = basename(file).replace(/\.json$/i, '') || 'catalog';
  const found = read(document, fallback);
  if (found === undefined) {
    throw unreadable(file, 'there is no list of tools in it');
  }
  return found;
}

function read(document: unknown, fallback: string): Catalog[] | undefined {
  if (Array.isArray(document)) return readList(document, fallback);
  if (!isObject(document)) return undefined;
  const result = ownValue(document, 'result');
  if (isObject(result) && Array.isArray(ownValue(result, 'tools')))
    return [{ ...readServer(result, fallback, ['result', 'tools']), ...pagingOf([result]) }];
  if (Array.isArray(ownValue(document, 'tools')))
    return [{ ...readServer(document, fallback, ['tools']), ...pagingOf([document]) }];
  const servers = ownValue(document, 'servers');
  if (Array.isArray(servers)) return readServers(servers, fallback, ['servers']);
  if (!isObject(servers)) return undefined;
  const found = Object.keys(servers)
    .filter((name) => Array.isArray(ownValue(servers[name], 'tools')))
    .map((name) => ({ ...readServer(servers[name], name, ['servers', name, 'tools']), server: name }));
  return found.length > 0 ? found : undefined;
}

function readList(list: unknown[], fallback: string): Catalog[] | undefined {
  const pages = list.map((entry) => ownValue(ownValue(entry, 'result'), 'tools'));
  if (list.length > 0 && pages.every(Array.isArray)) {
    const parts = list.map((entry, i) =>
      readServer(ownValue(entry, 'result'), fallback, [i, 'result', 'tools']),
    );
    return [{ ...parts.reduce(joinPages), ...pagingOf(list.map((page) => ownValue(page, 'result'))) }];
  }
  if (list.some((entry) => Array.isArray(ownValue(entry, 'tools')))) return readServers(list, fallback, []);
  return [readServer({ tools: list }, fallback, [])];
}

/** The cursor that each page gives; one that came before leads round for ever, one of the last page to what is not here. */
function pagingOf(pages: unknown[]): Pick<Catalog, 'paging' | 'broken_off'> {
  const all = pages.map((page) => ownValue(page, 'nextCursor'));
  const cursors = all.filter((cursor) => typeof cursor === 'string');
  if (pages.length < 2) return goesOn(all);
  const twin = cursors.find((cursor, at) => cursors.indexOf(cursor) < at);
  const cursor_bytes = Math.max(0, ...cursors.map((cursor) => Buffer.byteLength(cursor)));
  if (twin === undefined) return { paging: { pages: pages.length, cursor_bytes }, ...goesOn(all) };
  return {
    paging: { pages: pages.length, cursor_bytes, broken: 'repeats' },
    broken_off: `the cursor ${show(twin)} came twice`,
  };
}

function goesOn(cursors: unknown[]): Pick<Catalog, 'broken_off'> {
  const last = cursors.at(-1);
  return typeof last === 'string' && last !== ''
    ? { broken_off: 'what was saved ends with a cursor: further pages are not in it' }
    : {};
}

function joinPages(first: Catalog, next: Catalog): Catalog {
  const joined: Catalog = {
    ...first,
    first_page: first.first_page ?? first.tools.length,
    tools: [...first.tools, ...next.tools],
  };
  const leftOut = [...(first.unreadable ?? []), ...(next.unreadable ?? [])];
  return leftOut.length > 0 ? { ...joined, unreadable: leftOut } : joined;
}

function readServers(list: unknown[], fallback: string, path: Path): Catalog[] {
  return list.flatMap((entry, i) =>
    Array.isArray(ownValue(entry, 'tools'))
      ? [readServer(entry, list.length > 1 ? `${fallback}-${i + 1}` : fallback, [...path, i, 'tools'])]
      : [],
  );
}

/** `path` leads to the list of tools. */
function readServer(entry: unknown, fallback: string, path: Path): Catalog {
  const initialize = ownValue(entry, 'initialize') ?? ownValue(entry, 'initialized');
  const catalog: Catalog = { server: nameOf(entry, initialize) ?? fallback, tools: [] };
  const leftOut: { pointer: string; message: string }[] = [];
  (ownValue(entry, 'tools') as unknown[]).forEach((tool, i) => {
    if (isObject(tool)) catalog.tools.push((lockedTool(tool) ?? tool) as ToolDef);
    else {
      const pointer = toPointer([...path, i]);
      leftOut.push({ pointer, message: `entry ${i} of the list is not an object and was left out` });
    }
  });
  for (const list of ['resources', 'resourceTemplates', 'prompts'] as const) {
    const value = ownValue(entry, list);
    if (Array.isArray(value)) catalog[list] = value.filter(isObject);
  }
  for (const key of ['instructions', 'protocolVersion'] as const) {
    const text = textOf(ownValue(initialize, key) ?? ownValue(entry, key));
    if (text !== undefined) catalog[key] = text;
  }
  if (leftOut.length > 0) catalog.unreadable = leftOut;
  return catalog;
}

/** A lock keeps a text beside its hash. */
function textOf(value: unknown): string | undefined {
  const text = ownValue(value, 'text') ?? value;
  return typeof text === 'string' ? text : undefined;
}

/** Whether the document is `mcptest.lock`, whose definitions stand beside their hashes. */
export function isLock(document: unknown): boolean {
  const servers = ownValue(document, 'servers');
  if (typeof ownValue(document, 'version') !== 'number' || !Array.isArray(servers)) return false;
  const tools = servers.map((entry) => ownValue(entry, 'tools')).filter(Array.isArray);
  return tools.flat().every((tool) => lockedTool(tool) !== undefined);
}

function lockedTool(tool: unknown): Record<string, unknown> | undefined {
  const definition = ownValue(tool, 'definition');
  return typeof ownValue(tool, 'hash') === 'string' && isObject(definition) ? definition : undefined;
}

function nameOf(entry: unknown, initialize: unknown): string | undefined {
  const names = [
    ownValue(entry, 'server'),
    ownValue(ownValue(initialize, 'serverInfo'), 'name'),
    ownValue(ownValue(entry, 'serverInfo'), 'name'),
    ownValue(entry, 'package'),
    ownValue(entry, 'name'),
  ];
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '');
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    const why = cause instanceof Error ? clip(oneLine(cause.message), 160) : 'it cannot be parsed';
    throw unreadable(file, `it is not JSON (${why})`, cause);
  }
}

function unreadable(file: string, why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'catalog-unreadable',
    message: `${file} is not a saved catalogue: ${why}`,
    hint: 'Save one with `mcptest tools <server> --format json`; the result of tools/list, a JSON-RPC response or a bare list of tools will do.',
    cause,
  });
}
