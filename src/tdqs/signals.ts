/** The facts about a definition that a judge should not have to count, and its identity. */
import { canonicalDefinition, shortHash } from '../catalog/input-hash.js';
import type { ToolDef } from '../types/catalog.js';
import type { ContextSignals } from '../types/tdqs.js';
import { isObject, ownValue } from '../util/plain.js';
import { percent } from '../util/ratio.js';
import { invocationCost } from './invocation-cost.js';

export function contextSignals(tool: ToolDef): ContextSignals {
  const inputSchema = ownValue(tool, 'inputSchema');
  const declared = ownValue(inputSchema, 'properties');
  const parameters = isObject(declared) ? Object.values(declared) : [];
  const required = ownValue(inputSchema, 'required');
  const described = parameters.filter(isDescribed).length;
  const definition = canonicalDefinition(tool);
  const annotations = ownValue(tool, 'annotations');
  const hint = (name: string): boolean | null => {
    const value = ownValue(annotations, name);
    return typeof value === 'boolean' ? value : null;
  };
  return {
    paramCount: parameters.length,
    requiredParamCount: Array.isArray(required) ? required.length : 0,
    paramsWithDescriptions: described,
    paramsWithEnums: parameters.filter((one) => Array.isArray(ownValue(one, 'enum'))).length,
    schemaDescriptionCoverage: parameters.length === 0 ? 100 : percent(described, parameters.length),
    hasNestedObjects: parameters.some((one) => ownValue(one, 'type') === 'object'),
    hasOutputSchema: isFilled(ownValue(tool, 'outputSchema')),
    hasAnnotations: isFilled(annotations),
    annotationValues: {
      readOnly: hint('readOnlyHint'),
      destructive: hint('destructiveHint'),
      idempotent: hint('idempotentHint'),
      openWorld: hint('openWorldHint'),
    },
    titleIsMeaningful: isMeaningful(ownValue(tool, 'title'), ownValue(tool, 'name')),
    inputHash: shortHash(definition),
    ...invocationCost(inputSchema),
    definitionBytes: Buffer.byteLength(definition),
  };
}

export function isDescribed(schema: unknown): boolean {
  const description = ownValue(schema, 'description');
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
