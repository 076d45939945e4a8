/** A proposal put into a definition, or into a catalogue. Nothing that is handed in changes. */
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { ImproveProposal } from '../types/improve.js';
import { isObject, ownValue } from '../util/plain.js';
import { fromPointer } from '../util/pointer.js';

type Change = Pick<ImproveProposal, 'description' | 'parameters'>;

export function applyProposal(tool: ToolDef, { description, parameters }: Change): ToolDef {
  const changed = structuredClone(tool);
  if (description !== '') changed.description = description;
  for (const { pointer, description: text } of parameters) {
    const schema = at(changed, pointer);
    if (isObject(schema) && text !== '') schema.description = text;
  }
  return changed;
}

function at(root: unknown, pointer: string): unknown {
  let here = root;
  for (const part of fromPointer(pointer))
    here = Array.isArray(here) ? here[Number(part)] : ownValue(here, part);
  return here;
}

export function replaced(catalog: Catalog, place: number, tool: ToolDef): Catalog {
  return { ...catalog, tools: catalog.tools.map((one, i) => (i === place ? tool : one)) };
}
