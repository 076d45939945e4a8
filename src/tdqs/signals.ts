/** The facts about a definition that a judge should not have to count, and its identity. */
import { canonicalDefinition, shortHash } from '../catalog/input-hash.js';
import type { ToolDef } from '../types/catalog.js';
import type { ContextSignals } from '../types/tdqs.js';
import { isObject, own } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { invocationCost } from './invocation-cost.js';

export function contextSignals(tool: ToolDef): ContextSignals {
  const inputSchema = own(tool, 'inputSchema');
  const declared = own(inputSchema, 'properties');
  const parameters = isObject(declared) ? Object.values(declared) : [];
  const required = own(inputSchema, 'required');
  const described = parameters.filter(isDescribed).length;
  const definition = canonicalDefinition(tool);
  const annotations = own(tool, 'annotations');
  const hint = (name: string): boolean | null => {
    const value = own(annotations, name);
    return typeof value === 'boolean' ? value : null;
  };
  return {
    paramCount: parameters.length,
    requiredParamCount: Array.isArray(required) ? required.length : 0,
    paramsWithDescriptions: described,
    paramsWithEnums: parameters.filter((one) => Array.isArray(own(one, 'enum'))).length,
    schemaDescriptionCoverage: parameters.length === 0 ? 100 : percent(described, parameters.length),
    hasNestedObjects: parameters.some((one) => own(one, 'type') === 'object'),
    hasOutputSchema: isFilled(own(tool, 'outputSchema')),
    hasAnnotations: isFilled(annotations),
    annotationValues: {
      readOnly: hint('readOnlyHint'),
      destructive: hint('destructiveHint'),
      idempotent: hint('idempotentHint'),
      openWorld: hint('openWorldHint'),
    },
    titleIsMeaningful: isMeaningful(own(tool, 'title'), own(tool, 'name')),
    inputHash: shortHash(definition),
    ...invocationCost(inputSchema),
    definitionBytes: Buffer.byteLength(definition),
  };
}

export function isDescribed(schema: unknown): boolean {
  const description = own(schema, 'description');
  return typeof description === 'string' && description.trim() !== '';
}

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function isMeaningful(title: unknown, name: unknown): boolean {
  return (
    typeof title === 'string' && typeof name === 'string' && title !== name && title.length > name.length
  );
}
