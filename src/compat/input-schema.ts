/** The schemas inside the input of a tool, walked once a tool. */
import { walkSchema } from '../json-schema/walk.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { CompatHit, CompatSubject } from '../types/compat.js';
import type { SchemaNode } from '../types/schema-node.js';
import { isObject, ownValue } from '../util/plain.js';

export interface InputNode extends SchemaNode {
  schema: Record<string, unknown>;
}

const walked = new WeakMap<object, InputNode[]>();

export function inputNodes(tool: ToolDef): InputNode[] {
  const known = walked.get(tool);
  if (known) return known;
  const nodes = walkSchema(ownValue(tool, 'inputSchema')).filter((node): node is InputNode =>
    isObject(node.schema),
  );
  walked.set(tool, nodes);
  return nodes;
}

/** A hit for each tool that has one; `find` gives the first place and what is wrong there. */
export function eachTool(
  { catalog }: { catalog: Catalog },
  find: (tool: ToolDef, place: number) => { pointer?: string; message: string } | undefined,
): CompatHit[] {
  return catalog.tools.flatMap((tool, place) => {
    const found = find(tool, place);
    return found === undefined ? [] : [{ tool: place, pointer: found.pointer ?? '', message: found.message }];
  });
}

/** A hit for each tool with a schema of its input to which the test applies; the first place is told. */
export function eachInput(
  subject: CompatSubject,
  find: (node: InputNode, tool: ToolDef) => string | undefined,
): CompatHit[] {
  return eachTool(subject, (tool) => {
    let first: { pointer: string; message: string } | undefined;
    let more = 0;
    for (const node of inputNodes(tool)) {
      const message = find(node, tool);
      if (message === undefined) continue;
      if (first) more += 1;
      else first = { pointer: pointerOf(node), message };
    }
    return first && more > 0 ? { ...first, message: `${first.message} (and ${more} more)` } : first;
  });
}

export function pointerOf(node: SchemaNode): string {
  return `/inputSchema${node.pointer()}`;
}

/** Where in the input it stands, in words. */
export function whereOf(node: SchemaNode): string {
  const pointer = node.pointer();
  return pointer === '' ? 'the root of the input schema' : pointer;
}

export function typesOf(schema: Record<string, unknown>): string[] {
  const type = ownValue(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The name as it was sent; a place where there is none. */
export function sentName(tool: ToolDef, place: number): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' ? name : `#${place}`;
}

/** What to call the tool in a report: an empty name tells nobody which one is meant. */
export function nameOf(tool: ToolDef, place: number): string {
  return sentName(tool, place) || `#${place}`;
}

export function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

export function sizeOf(text: string, unit: string): number {
  return unit === 'bytes' ? Buffer.byteLength(text) : text.length;
}
