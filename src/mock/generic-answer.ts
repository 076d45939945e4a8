/** What a tool says when its manifest does not: a value of its output schema, or an echo of the call. */
import type { ToolDef } from '../types/catalog.js';
import { isObject } from '../util/plain.js';
import { sampleValue } from './sample-value.js';

export function genericAnswer(def: ToolDef, args: Record<string, unknown>): Record<string, unknown> {
  if (!isObject(def.outputSchema)) {
    return { content: [{ type: 'text', text: `${def.name} ${JSON.stringify(args)}` }] };
  }
  const structuredContent = sampleValue(def.outputSchema);
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
