/**
 * `lint --fix`: what can be mended without knowing the server. SCH-001 gets the empty `required` list
 * that its absence stands for, SCH-002 gets `additionalProperties: false` where the object is not composed
 * of other schemas. Types are never invented, and nothing that was written down is thrown away.
 */
import { catalogsIn, isLock } from '../catalog/read-catalog.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { lacksRequired } from './rules/sch-001.js';
import { isOpen } from './rules/sch-002.js';
import { inputObjects } from './text/input-objects.js';
import { unifiedDiff } from './unified-diff.js';

export interface Fix {
  rule: 'SCH-001' | 'SCH-002';
  server: string;
  tool: string;
  pointer: string;
}

export interface FixedCatalog {
  catalog: Catalog;
  fixes: Fix[];
  /** Unified diff of the tool list as indented JSON; empty when there is nothing to mend. */
  patch: string;
}

export interface FixedText {
  text: string;
  fixes: Fix[];
  patch: string;
}

/** `rules` narrows it down to one of the two. */
export function fixCatalog(catalog: Catalog, rules?: readonly string[]): FixedCatalog {
  const fixed: Catalog = { ...catalog, tools: structuredClone(catalog.tools) };
  const fixes = mend(fixed, rules);
  const show = (tools: ToolDef[]) => `${JSON.stringify({ tools }, null, 2)}\n`;
  const patch = unifiedDiff(show(catalog.tools), show(fixed.tools), `${fileName(catalog.server)}.tools.json`);
  return { catalog: fixed, fixes, patch };
}

/** A saved catalogue in any form; indentation, byte-order mark and final newline stay as they are. */
export function fixCatalogText(text: string, file: string, rules?: readonly string[]): FixedText {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const body = text.slice(mark.length);
  // The reader says what is wrong with a text that is no JSON.
  const document: unknown = parseOrNull(body);
  if (isLock(document)) {
    throw new McptestError({
      code: 'lock-not-fixable',
      message: `${file} is a lock, which records what a server offers`,
      hint: 'Fix the server itself, then run `mcptest lock --update`.',
    });
  }
  const fixes = catalogsIn(document, file).flatMap((catalog) => mend(catalog, rules));
  if (fixes.length === 0) return { text, fixes, patch: '' };
  const indent = /\n([ \t]+)\S/.exec(body.slice(0, 10_000))?.[1] ?? (body.includes('\n') ? '  ' : '');
  const fixed = `${mark}${JSON.stringify(document, null, indent)}${body.endsWith('\n') ? '\n' : ''}`;
  return { text: fixed, fixes, patch: unifiedDiff(text, fixed, file) };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Changes the tools in place; the caller hands over a copy of its own. */
function mend(catalog: Catalog, rules: readonly string[] = ['SCH-001', 'SCH-002']): Fix[] {
  const fixes: Fix[] = [];
  for (const [i, tool] of catalog.tools.entries()) {
    const root = ownValue(tool, 'inputSchema');
    const name = typeof tool.name === 'string' ? tool.name : `#${i}`;
    for (const { schema, pointer, composed } of inputObjects(root)) {
      const place = { server: catalog.server, tool: name, pointer: pointer() };
      if (rules.includes('SCH-001') && ownValue(schema, 'required') === undefined && lacksRequired(schema)) {
        schema.required = [];
        fixes.push({ rule: 'SCH-001', ...place });
      }
      if (rules.includes('SCH-002') && !composed && canClose(schema, schema === root)) {
        schema.additionalProperties = false;
        fixes.push({ rule: 'SCH-002', ...place });
      }
    }
  }
  return fixes;
}

/** A schema for further properties is a statement of its author and stays. */
function canClose(schema: Record<string, unknown>, isRoot: boolean): boolean {
  const additional = ownValue(schema, 'additionalProperties');
  const silent = additional === undefined || additional === true;
  return silent && ownValue(schema, 'patternProperties') === undefined && isOpen(schema, isRoot);
}

function fileName(server: string): string {
  return server.replace(/[^A-Za-z0-9._-]+/g, '-') || 'server';
}
