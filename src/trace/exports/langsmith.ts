/** LangSmith: runs as its API and SDKs give them, loose, in a page, or as a tree of `child_runs`. */
import { isObject, ownValue } from '../../util/plain.js';
import { numberField, parsedArgs, stringField } from '../fields.js';
import type { TraceImporter } from '../importer.js';
import { kindOf, type Place, shapeError } from '../place.js';
import type { Usage } from '../trace-builder.js';
import { pythonLiteral } from './python-literal.js';
import { outputMessages } from './step-messages.js';
import { listed, type Step, stepTable } from './steps.js';

/** Trees deeper than this are no trace of an agent. */
const MAX_DEPTH = 200;

export const langsmith: TraceImporter = {
  title: 'LangSmith runs (run_type, inputs, outputs, child_runs)',
  signs: ['run_type', 'inputs', 'outputs', 'trace_id', 'dotted_order', 'parent_run_id', 'child_runs', 'runs'],
  recognise(value) {
    if (isRun(value)) return 'yes';
    const page = listed(value, ['runs']);
    return page && page.length > 0 && page.every(isRun) ? 'yes' : 'no';
  },
  start(context) {
    const table = stepTable(context);
    const add = (run: Record<string, unknown>, at: Place, trace: string | undefined, depth: number): void => {
      if (!isRun(run)) throw shapeError(at, ['run_type'], `must be a string, and is ${kindOf(run.run_type)}`);
      if (depth > MAX_DEPTH) throw shapeError(at, [], `child_runs nest more than ${MAX_DEPTH} levels`);
      const id = stringField(run, 'id') ?? '';
      const home = trace ?? stringField(run, 'trace_id') ?? id;
      table.add(home, readRun(run, at));
      for (const child of listed(run, ['child_runs']) ?? []) add(child, at, home, depth + 1);
    };
    return {
      add(value, at) {
        for (const run of listed(value, ['runs']) ?? [value]) add(run, at, undefined, 0);
      },
      cut() {},
      finish: table.finish,
    };
  },
};

function isRun(value: Record<string, unknown>): boolean {
  return typeof value.run_type === 'string' && typeof value.id === 'string';
}

function readRun(run: Record<string, unknown>, at: Place): Step {
  const type = String(run.run_type).toLowerCase();
  const kind = KINDS[type] ?? 'other';
  const outputs = ownValue(run, 'outputs') ?? undefined;
  const isTool = kind === 'tool';
  const output = isTool ? toolOutput(outputs) : outputs;
  const problem = stringField(run, 'error') ?? (isTool ? failedMessage(outputs) : undefined);
  return {
    id: stringField(run, 'id') ?? '',
    parent: stringField(run, 'parent_run_id'),
    kind,
    name: stringField(run, 'name') ?? '',
    start: stringField(run, 'start_time') ?? '',
    end: stringField(run, 'end_time'),
    input: isTool ? toolInput(ownValue(run, 'inputs')) : ownValue(run, 'inputs'),
    output,
    error: problem,
    model: modelOf(run),
    usage: kind === 'model' ? usageOf(run, outputs) : undefined,
    cost: kind === 'model' ? costOf(run) : undefined,
    at,
  };
}

const KINDS: Readonly<Record<string, Step['kind']>> = { llm: 'model', tool: 'tool' };

/** Older versions keep the arguments as the text that Python prints. */
function toolInput(inputs: unknown): unknown {
  const text =
    isObject(inputs) && Object.keys(inputs).length === 1 ? stringField(inputs, 'input') : undefined;
  if (text === undefined) return inputs ?? {};
  const parsed = parsedArgs(text);
  return parsed === text ? (pythonLiteral(text) ?? text) : parsed;
}

function toolMessage(outputs: unknown): unknown {
  const output = ownValue(outputs, 'output');
  return isObject(output) ? (ownValue(output, 'kwargs') ?? output) : output;
}

function toolOutput(outputs: unknown): unknown {
  const message = toolMessage(outputs);
  if (message === undefined) return outputs;
  const isMessage =
    isObject(message) && Object.hasOwn(message, 'content') && Object.hasOwn(message, 'tool_call_id');
  return isMessage ? message.content : message;
}

function failedMessage(outputs: unknown): string | undefined {
  const message = toolMessage(outputs);
  if (ownValue(message, 'status') !== 'error') return undefined;
  return stringField(message, 'content') ?? 'the tool failed';
}

function modelOf(run: Record<string, unknown>): string | undefined {
  const extra = ownValue(run, 'extra');
  const asked = ownValue(extra, 'invocation_params');
  return (
    stringField(ownValue(extra, 'metadata'), 'ls_model_name') ??
    stringField(asked, 'model') ??
    stringField(asked, 'model_name')
  );
}

function usageOf(run: Record<string, unknown>, outputs: unknown): Usage {
  const [message] = outputMessages(outputs);
  const told = ownValue(outputs, 'usage_metadata') ?? ownValue(message, 'usage_metadata');
  return {
    input: numberField(run, 'prompt_tokens') ?? numberField(told, 'input_tokens'),
    output: numberField(run, 'completion_tokens') ?? numberField(told, 'output_tokens'),
  };
}

/** Costs may be numbers as text. */
function costOf(run: Record<string, unknown>): number | undefined {
  const cost = Number(ownValue(run, 'total_cost') ?? Number.NaN);
  return Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}
