/** Langfuse: traces with their `observations`, or observations alone, as its API and exports give them. */
import { ownValue } from '../../util/plain.js';
import { numberField, parsedArgs, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { Usage } from '../trace-builder.js';
import { listed, type Step, stepTable } from './steps.js';

const TYPES = new Set([
  'SPAN',
  'EVENT',
  'GENERATION',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]);

export const langfuse: TraceImporter = {
  title: 'Langfuse traces and observations',
  signs: [
    'observations',
    'traceId',
    'type=GENERATION',
    'type=TOOL',
    'type=SPAN',
    'usageDetails',
    'parentObservationId',
  ],
  recognise(value) {
    if (isObservation(value)) return 'yes';
    const inner = listed(value, ['observations', 'data']);
    return inner && inner.length > 0 && inner.every((one) => isObservation(one) || isWhole(one))
      ? 'yes'
      : 'no';
  },
  start(context) {
    const table = stepTable(context);
    const add = (value: Record<string, unknown>, at: Place, trace?: string): void => {
      if (!isObservation(value))
        throw shapeError(at, ['type'], `must be a kind of observation, and is ${kindOf(value.type)}`);
      table.add(trace ?? stringField(value, 'traceId') ?? '', readObservation(value, at));
    };
    const addWhole = (value: Record<string, unknown>, at: Place): void => {
      const id = stringField(value, 'id') ?? '';
      table.add(id, frameOf(value, id, at));
      for (const one of listed(value, ['observations']) ?? []) add(one, at, id);
    };
    return {
      add(value, at) {
        for (const one of listed(value, ['data']) ?? [value]) {
          if (isWhole(one)) addWhole(one, at);
          else add(one, at);
        }
      },
      cut() {},
      finish: table.finish,
    };
  },
};

function isObservation(value: Record<string, unknown>): boolean {
  const known = TYPES.has(String(value.type).toUpperCase());
  return (
    known &&
    (typeof value.traceId === 'string' ||
      typeof value.parentObservationId === 'string' ||
      typeof value.startTime === 'string')
  );
}

function isWhole(value: Record<string, unknown>): boolean {
  return Array.isArray(value.observations) && typeof value.id === 'string';
}

function frameOf(value: Record<string, unknown>, id: string, at: Place): Step {
  const start = stringField(value, 'timestamp') ?? '';
  const [input, output] = [value.input, value.output].map(parsedText);
  return { id: `trace ${id}`, kind: 'other', name: '', start, input, output, at };
}

function readObservation(value: Record<string, unknown>, at: Place): Step {
  const type = String(value.type).toUpperCase();
  const kind = KINDS[type] ?? 'other';
  const failed = value.level === 'ERROR';
  return {
    id: stringField(value, 'id') ?? '',
    parent: stringField(value, 'parentObservationId'),
    kind,
    name: stringField(value, 'name') ?? '',
    start: stringField(value, 'startTime') ?? '',
    end: stringField(value, 'endTime'),
    input: parsedText(value.input),
    output: parsedText(value.output) ?? undefined,
    error: failed ? (stringField(value, 'statusMessage') ?? 'the tool failed') : undefined,
    model: stringField(value, 'model') ?? stringField(value, 'providedModelName'),
    usage: kind === 'model' ? usageOf(value) : undefined,
    cost:
      kind === 'model'
        ? (numberField(value, 'totalCost') ?? numberField(value, 'calculatedTotalCost'))
        : undefined,
    at,
  };
}

const KINDS: Readonly<Record<string, Step['kind']>> = { GENERATION: 'model', TOOL: 'tool' };

/** Exports keep objects as JSON text. */
function parsedText(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? parsedArgs(value) : (value ?? undefined);
}

function usageOf(value: Record<string, unknown>): Usage {
  const details = parsedText(value.usageDetails);
  const usage = ownValue(value, 'usage');
  return {
    input: cached(details, 'input') ?? numberField(usage, 'input') ?? numberField(value, 'promptTokens'),
    output:
      cached(details, 'output') ?? numberField(usage, 'output') ?? numberField(value, 'completionTokens'),
  };
}

/** `input` and its kin (`input_cached_tokens`, `cache_read_input_tokens`): parts that add up. */
function cached(details: unknown, word: 'input' | 'output'): number | undefined {
  const parts = Object.keys(Object(details)).filter((key) => key.split('_').includes(word));
  const numbers = parts.flatMap((key) => numberField(details, key) ?? []);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, n) => sum + n, 0);
}
