/**
 * What changed between two catalogues, each change classed as breaking, risky or additive. Order is no
 * change: not of tools, not of keys, not of `required` or `enum`. Never throws on any catalogue that
 * JSON can hold; equal definitions cost one hash.
 */
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { CatalogChange, CatalogDiff, ChangeClass } from '../types/catalog-diff.js';
import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { compareText } from '../util/compare-text.js';
import { ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { clip, oneLine } from '../util/text.js';
import { diffAnnotations } from './diff-annotations.js';
import { excerpts } from './diff-excerpt.js';
import { howChanged, type SchemaChange } from './diff-notes.js';
import { diffSchemas } from './diff-schemas.js';
import { definitionOf, inputHash, shortHash } from './input-hash.js';

const CLASSES: readonly ChangeClass[] = ['breaking', 'risky', 'additive'];

/** Two single catalogues are compared whatever their names; else servers are matched by name. */
export function diffCatalogs(before: readonly Catalog[], after: readonly Catalog[]): CatalogDiff {
  const [old, now] = [before[0], after[0]];
  const areSingle = before.length === 1 && after.length === 1;
  const changes = areSingle && old && now ? diffServer(old, now) : diffServers(before, after);
  changes.sort(worstFirst);
  const count = (wanted: ChangeClass) => changes.filter((change) => change.class === wanted).length;
  const summary = { breaking: count('breaking'), risky: count('risky'), additive: count('additive') };
  return { version: 1, summary, changes };
}

/** Whether somebody should look before the change goes through. */
export function isDrift(diff: CatalogDiff): boolean {
  return diff.summary.breaking + diff.summary.risky > 0;
}

function worstFirst(a: CatalogChange, b: CatalogChange): number {
  return (
    CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class) ||
    compareText(a.server, b.server) ||
    compareText(a.tool ?? '', b.tool ?? '') ||
    compareText(a.pointer, b.pointer) ||
    compareText(a.kind, b.kind)
  );
}

function diffServers(before: readonly Catalog[], after: readonly Catalog[]): CatalogChange[] {
  const later = new Map(after.map((catalog) => [catalog.server, catalog]));
  const earlier = new Set(before.map((catalog) => catalog.server));
  const compared = before.flatMap((catalog) => {
    const match = later.get(catalog.server);
    return match
      ? diffServer(catalog, match)
      : [serverChange(catalog, 'breaking', 'server-removed', 'is gone')];
  });
  const added = after.filter((catalog) => !earlier.has(catalog.server));
  return [
    ...compared,
    ...added.map((catalog) => serverChange(catalog, 'additive', 'server-added', 'is new')),
  ];
}

function serverChange(catalog: Catalog, grade: ChangeClass, kind: string, how: string): CatalogChange {
  const message = `Server \`${shown(catalog.server)}\` ${how}.`;
  return { class: grade, kind, server: catalog.server, pointer: '', message };
}

function diffServer(before: Catalog, after: Catalog): CatalogChange[] {
  const { server } = after;
  const changes: CatalogChange[] = [];
  const known = !before.instructions_unknown && !after.instructions_unknown;
  if (known && (before.instructions ?? '') !== (after.instructions ?? '')) {
    changes.push({
      class: 'risky',
      kind: 'instructions-changed',
      server,
      pointer: '/instructions',
      message: 'The instructions that the server gives to models changed.',
      ...excerpts(before.instructions || undefined, after.instructions || undefined),
    });
  }
  const { pairs, lost, gained } = matchTools(before.tools, after.tools);
  for (const [old, now] of pairs) {
    for (const change of diffTool(old, now)) changes.push(toChange(server, nameOf(now), change));
  }
  const renamed = new Map(gained.map((tool) => [hashWithoutName(tool), tool]));
  for (const tool of lost) {
    const twin = renamed.get(hashWithoutName(tool));
    const hint = twin === undefined ? '' : `; \`${shown(nameOf(twin))}\` has the same definition`;
    const message = `${titleOf(tool)} was removed${hint}.`;
    changes.push({
      class: 'breaking',
      kind: 'tool-removed',
      server,
      tool: nameOf(tool),
      pointer: '',
      message,
    });
  }
  const sharers = new Map<string, number>();
  for (const tool of after.tools) sharers.set(nameOf(tool), (sharers.get(nameOf(tool)) ?? 0) + 1);
  for (const tool of gained) changes.push(gainedTool(tool, server, sharers.get(nameOf(tool)) ?? 1));
  return changes;
}

/** Which of several with one name a client calls is open, so that what worked may now reach another tool. */
function gainedTool(tool: ToolDef, server: string, sharers: number): CatalogChange {
  const known = { server, tool: nameOf(tool), pointer: '' };
  if (sharers === 1)
    return { ...known, class: 'additive', kind: 'tool-added', message: `${titleOf(tool)} is new.` };
  const message = `${titleOf(tool)} is listed ${sharers} times now: which one a client calls is open.`;
  return { ...known, class: 'risky', kind: 'tool-name-shared', message };
}

function titleOf(tool: ToolDef): string {
  return `Tool \`${shown(nameOf(tool))}\``;
}

interface MatchedTools {
  /** Same name, another definition. */
  pairs: [ToolDef, ToolDef][];
  lost: ToolDef[];
  gained: ToolDef[];
}

interface HashedTool {
  tool: ToolDef;
  hash: string;
}

/** By name; of several tools with one name, equal definitions belong together. */
function matchTools(before: readonly ToolDef[], after: readonly ToolDef[]): MatchedTools {
  const match: MatchedTools = { pairs: [], lost: [], gained: [] };
  const later = groupByName(after);
  const earlier = groupByName(before);
  for (const [name, old] of earlier) {
    const now = later.get(name) ?? [];
    const left = without(old, now);
    const right = without(now, old);
    for (const [i, tool] of left.entries()) {
      const twin = right[i];
      if (twin === undefined) match.lost.push(tool);
      else match.pairs.push([tool, twin]);
    }
    for (const tool of right.slice(left.length)) match.gained.push(tool);
  }
  for (const [name, now] of later) {
    if (!earlier.has(name)) for (const { tool } of now) match.gained.push(tool);
  }
  return match;
}

/** Those of `tools` that have no equal in `others`, one for one. */
function without(tools: readonly HashedTool[], others: readonly HashedTool[]): ToolDef[] {
  const counts = new Map<string, number>();
  for (const { hash } of others) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const left: ToolDef[] = [];
  for (const { tool, hash } of tools) {
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count - 1);
    if (count <= 0) left.push(tool);
  }
  return left;
}

function groupByName(tools: readonly ToolDef[]): Map<string, HashedTool[]> {
  const groups = new Map<string, HashedTool[]>();
  for (const tool of tools) {
    const entry = { tool, hash: inputHash(tool) };
    const group = groups.get(nameOf(tool));
    if (group) group.push(entry);
    else groups.set(nameOf(tool), [entry]);
  }
  return groups;
}

const TEXTS = [
  ['title', 'title-changed'],
  ['description', 'description-changed'],
] as const;

function diffTool(before: ToolDef, after: ToolDef): SchemaChange[] {
  const [was, is] = [definitionOf(before), definitionOf(after)];
  const differs = (field: string) => !sameJson(was[field], is[field]);
  const changes: SchemaChange[] = [];
  for (const [field, kind] of TEXTS) {
    if (!differs(field)) continue;
    const [old, now] = [was[field], is[field]];
    const message = `the ${field} ${howChanged(old, now)}`;
    changes.push({ class: 'risky', kind, path: [field], message, before: old, after: now });
  }
  if (differs('annotations')) changes.push(...diffAnnotations(was.annotations, is.annotations));
  if (differs('inputSchema')) changes.push(...diffSchemas(was.inputSchema, is.inputSchema, 'input'));
  if (differs('outputSchema')) changes.push(...diffOutput(was.outputSchema, is.outputSchema));
  return changes;
}

function diffOutput(before: unknown, after: unknown): SchemaChange[] {
  const path = ['outputSchema'];
  if (before === undefined) {
    return [
      { class: 'additive', kind: 'output-schema-added', path, message: 'an output schema is new', after },
    ];
  }
  if (after === undefined) {
    return [
      {
        class: 'breaking',
        kind: 'output-schema-removed',
        path,
        message: 'the output schema was removed',
        before,
      },
    ];
  }
  return diffSchemas(before, after, 'output');
}

function toChange(server: string, tool: string, change: SchemaChange): CatalogChange {
  const { path, message, before, after, ...rest } = change;
  const sentence = `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`;
  return { ...rest, server, tool, pointer: toPointer(path), message: sentence, ...excerpts(before, after) };
}

function hashWithoutName(tool: ToolDef): string {
  return shortHash(canonicalJson({ ...definitionOf(tool), name: '' }));
}

function nameOf(tool: ToolDef): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' ? name : '';
}

function shown(name: string): string {
  return clip(oneLine(name), 80);
}
