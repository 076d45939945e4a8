/**
 * Output schemas that do not compile as a client of SDK 1.x compiles them: it prepares them as soon as the tools are
 * listed, and refuses the whole list over one of them.
 */
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { runWithin } from '../util/run-within.js';
import { clip, oneLine } from '../util/text.js';
import { clearlyCompiles } from './clearly-compiles.js';

const BUDGET_MS = 2000;

/** One sentence for each such tool. */
export function refusedOutputs(tools: readonly ToolDef[]): string[] {
  return tools.flatMap((tool) => {
    const problem = outputProblem(ownValue(tool, 'outputSchema'));
    if (problem === undefined) return [];
    const what = `tool ${JSON.stringify(ownValue(tool, 'name'))}: outputSchema does not compile (${problem})`;
    return [`tools/list: ${what}; the official client of SDK 1.x refuses the whole list`];
  });
}

/** Why an output schema does not compile in that client. */
export function outputProblem(schema: unknown): string | undefined {
  return isObject(schema) && !clearlyCompiles(schema) ? problemOf(schema) : undefined;
}

function problemOf(schema: Record<string, unknown>): string | undefined {
  const ajv = new Ajv({
    strict: false,
    validateFormats: true,
    validateSchema: false,
    allErrors: true,
    logger: false,
  });
  formats.default(ajv);
  try {
    runWithin(BUDGET_MS, () => ajv.compile(schema));
    return undefined;
  } catch (error) {
    return clip(oneLine((error as Error).message), 120);
  }
}
