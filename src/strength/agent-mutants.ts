/**
 * M-CALL: an agent that does something else. Every run of the group is changed in the same way, since a broken agent or
 * server breaks them all, and a floor over runs is not moved by one.
 */
import { show } from '../match/show.js';
import type { Assertion } from '../types/suite.js';
import type { Trace, TraceCall } from '../types/trace.js';
import { isObject } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { anotherValue } from './another-value.js';
import { isLeaf } from './places-of-answer.js';
import { changePlace, placesOf } from './tree.js';

export interface AgentMutant {
  id: string;
  path: string;
  change: string;
  traces: Trace[];
  ideas: Assertion[];
}

/** At how many calls of a run each kind of change is tried. */
const MOST = 3;
const EVASIVE = 'I am not able to help with that.';

export function agentMutants(traces: readonly Trace[], others: readonly Trace[]): AgentMutant[] {
  const calls = Math.min(MOST, Math.max(0, ...traces.map((trace) => trace.calls.length)));
  const at = [...Array(calls).keys()];
  const proposed = [
    ...at.map((n) => leftOut(traces, n)),
    ...at.map((n) => otherTool(traces, n)),
    ...at.map((n) => otherArguments(traces, n)),
    ...(isOrdered(traces) ? at.slice(1).map((n) => otherOrder(traces, n)) : []),
    added(traces),
    otherResponse(traces, others),
    noResponse(traces),
  ];
  return proposed.filter(
    (mutant): mutant is AgentMutant => mutant !== undefined && differs(mutant.traces, traces),
  );
}

function differs(changed: readonly Trace[], traces: readonly Trace[]): boolean {
  return changed.some((trace, n) => JSON.stringify(trace) !== JSON.stringify(traces[n]));
}

type EditCalls = (calls: TraceCall[], trace: Trace) => TraceCall[];

function edited(traces: readonly Trace[], name: string, path: string, edit: EditCalls): AgentMutant {
  const [first] = traces;
  return {
    id: `M-CALL:${path}:${name}`,
    path,
    change: name,
    traces: traces.map((trace) => ({ ...trace, calls: edit(trace.calls, trace) })),
    ideas: first === undefined ? [] : holdsCalls(first),
  };
}

/** Which tools were called in which order, and with what. */
function holdsCalls({ calls }: Trace): Assertion[] {
  return [
    { target: 'tool_names', matcher: { exact: calls.map(({ tool }) => bare(tool)) } },
    ...calls
      .slice(0, MOST)
      .map(({ args }, n) => ({ target: `tool_calls[${n}].args`, matcher: { exact: args } })),
  ];
}

function bare(tool: string): string {
  return tool.slice(tool.indexOf('.') + 1);
}

function leftOut(traces: readonly Trace[], n: number): AgentMutant {
  return edited(traces, 'the call is left out', `tool_calls[${n}]`, (calls) =>
    calls.filter((_, at) => at !== n),
  );
}

function otherTool(traces: readonly Trace[], n: number): AgentMutant {
  return edited(traces, 'another tool is called', `tool_calls[${n}].name`, (calls, trace) =>
    calls.map((call, at) => (at === n ? { ...call, ...instead(trace, call) } : call)),
  );
}

/** A tool that the agent saw and did not call, else one that nobody offers. */
function instead(
  { catalog = {}, calls }: Trace,
  { tool, server }: TraceCall,
): Pick<TraceCall, 'tool' | 'server'> {
  const used = new Set(calls.map((call) => bare(call.tool)));
  for (const [name, tools] of Object.entries(catalog)) {
    const free = tools.find((one) => !used.has(String(one.name)));
    if (free) return { tool: String(free.name), server: name };
  }
  return { tool: `${bare(tool)}_unexpected`, server };
}

function otherArguments(traces: readonly Trace[], n: number): AgentMutant | undefined {
  const args = traces.find((trace) => trace.calls[n])?.calls[n]?.args;
  const place = isObject(args) ? placesOf(args).find(({ value }) => isLeaf(value)) : undefined;
  const name = place
    ? `${show(place.value, 40)} became ${show(anotherValue(place.value), 40)}`
    : 'an argument was added';
  return edited(traces, name, `tool_calls[${n}].args`, (calls) =>
    calls.map((call, at) => (at === n ? { ...call, args: changedArguments(call.args) } : call)),
  );
}

function changedArguments(args: unknown): unknown {
  if (!isObject(args)) return { unexpected: true };
  const place = placesOf(args).find(({ value }) => isLeaf(value));
  return place ? changePlace(args, place.path, anotherValue) : { ...args, unexpected: true };
}

/** Runs that made the same calls in different orders show that the order is free. */
function isOrdered(traces: readonly Trace[]): boolean {
  const orders = new Map<string, string>();
  return traces.every(({ calls }) => {
    const names = calls.map(({ tool }) => bare(tool));
    const set = [...names].sort().join('\n');
    const known = orders.get(set) ?? names.join('\n');
    orders.set(set, known);
    return known === names.join('\n');
  });
}

function otherOrder(traces: readonly Trace[], n: number): AgentMutant {
  return edited(traces, 'comes before the call it followed', `tool_calls[${n}]`, (calls) => {
    const [before, call] = [calls[n - 1], calls[n]];
    return before && call ? [...calls.slice(0, n - 1), call, before, ...calls.slice(n + 1)] : calls;
  });
}

function added(traces: readonly Trace[]): AgentMutant {
  return edited(traces, 'has one call more', 'tool_calls', (calls, trace) => {
    const last = calls.at(-1) ?? { tool: 'tool', args: {} };
    return [...calls, { ...last, ...instead(trace, last), args: {} }];
  });
}

function otherResponse(traces: readonly Trace[], others: readonly Trace[]): AgentMutant | undefined {
  const own = new Set(traces.map(({ final_response }) => final_response));
  const found = others.find(({ final_response: text }) => text !== undefined && !own.has(text));
  return response(traces, found?.final_response ?? EVASIVE, 'is the answer of another run');
}

function noResponse(traces: readonly Trace[]): AgentMutant | undefined {
  return response(traces, '', 'is empty');
}

function response(traces: readonly Trace[], text: string, change: string): AgentMutant | undefined {
  if (traces.every(({ final_response }) => final_response === undefined)) return undefined;
  const [first] = traces;
  const line = first?.final_response?.split('\n').find((one) => one.trim() !== '') ?? '';
  return {
    id: `M-CALL:final_response:${change}`,
    path: 'final_response',
    change,
    traces: traces.map((trace) => ({ ...trace, final_response: text })),
    ideas:
      line === ''
        ? []
        : [{ target: 'final_response', matcher: { contains: oneLine(line.trim()).slice(0, 120) } }],
  };
}
