/** The tools of the servers as an agent presented them to its model, beside the servers' own. */
import type { WireTool } from '../drivers/wire/format.js';
import type { ToolDef } from '../types/catalog.js';
import type { PresentedTool } from '../types/trace.js';
import { canonicalJson } from '../util/canonical-json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine, plural } from '../util/text.js';

export interface ToolView {
  tools: PresentedTool[];
  /** `server.tool` of those that the model was not shown. */
  dropped: string[];
}

export function toolView(
  presented: ReadonlyMap<string, WireTool>,
  catalog: Readonly<Record<string, readonly ToolDef[]>>,
): ToolView {
  const view: ToolView = { tools: [], dropped: [] };
  for (const [server, defs] of Object.entries(catalog)) {
    for (const def of defs) {
      const id = `${server}.${def.name}`;
      const tool = presented.get(id);
      if (tool === undefined) view.dropped.push(id);
      else view.tools.push(presentedTool(id, tool, def));
    }
  }
  return view;
}

function presentedTool(id: string, tool: WireTool, def: ToolDef): PresentedTool {
  const changes = [...descriptionChanges(tool, def), ...schemaChanges(tool.schema, def.inputSchema)];
  const name = tool.namespace === undefined ? tool.name : `${tool.namespace}.${tool.name}`;
  return omitUndefined({
    tool: id,
    name,
    description: tool.description,
    inputSchema: tool.schema,
    changes: changes.length > 0 ? changes : undefined,
  });
}

function descriptionChanges(tool: WireTool, def: ToolDef): string[] {
  const own = typeof def.description === 'string' ? def.description : '';
  const told = tool.description ?? '';
  if (told === own) return [];
  if (told === '') return ['description left out'];
  if (own === '') return ['description added'];
  const start = sharedStart(own, told);
  if (told.length < own.length && start >= told.length - 40)
    return [`description cut from ${own.length} to ${told.length} characters`];
  return [told.includes(own.trim()) ? 'words added to the description' : 'description changed'];
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

const MOST_NAMED = 6;

/** Which keywords and parameters are gone, new or different. */
function schemaChanges(told: unknown, own: unknown): string[] {
  const [before, now] = [flat(own), flat(told)];
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const added = [...now.keys()].filter((path) => !before.has(path));
  const other = [...now].filter(([path, value]) => before.has(path) && before.get(path) !== value);
  return [
    ...said('left out of the schema', outermost(gone)),
    ...said('added to the schema', outermost(added)),
    ...said(
      'changed in the schema',
      other.map(([path]) => path),
    ),
  ];
}

function said(what: string, paths: string[]): string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, MOST_NAMED).map((path) => oneLine(clip(path, 80)));
  const more = paths.length - shown.length;
  return [`${what}: ${shown.join(', ')}${more > 0 ? ` and ${plural(more, 'more place')}` : ''}`];
}

/** What lies in something that is gone is gone with it. */
function outermost(paths: string[]): string[] {
  const all = new Set(paths);
  return paths.filter((path) => {
    const above = path.slice(0, path.lastIndexOf('.'));
    return above === path || !all.has(above);
  });
}

/** Path → value; the order of lists of names means nothing. */
function flat(value: unknown, path = '', out = new Map<string, string>()): Map<string, string> {
  if (!isObject(value)) {
    const names = path.endsWith('required') && Array.isArray(value) ? [...value].sort() : value;
    if (path !== '') out.set(path, canonicalJson(names ?? null));
    return out;
  }
  if (path !== '') out.set(path, '{}');
  for (const key of Object.keys(value)) flat(ownValue(value, key), path === '' ? key : `${path}.${key}`, out);
  return out;
}
