/** The words beside the figures. Names come from servers and models, so they are made safe to print. */
import { show as json } from '../match/show.js';
import type { Explanation } from '../types/metric.js';
import { clip, oneLine, remembered } from '../util/text.js';
import { callKey, type RunCall, type ToolUse } from './runs.js';
import type { ToolId } from './tool-id.js';

const MOST = 50;
/** Of calls alike. */
const NUMBERS = 10;

export function show(name: string): string {
  return name === '' ? '(no name)' : clip(oneLine(name), 120);
}

/** Names of tools come again with every call. */
const showId = remembered(1000, show);

/** Of many runs few are shown, so that the words wait until somebody reads them. */
export function toldLater(
  about: Omit<Explanation, 'text' | 'details'>,
  text: () => string,
  details?: () => string[],
): Explanation {
  return new ToldLater(about, text, details);
}

class ToldLater implements Explanation {
  readonly targets: string[];
  readonly run: number | undefined;
  readonly counted: Explanation['counted'];
  constructor(
    { targets, run, counted }: Omit<Explanation, 'text' | 'details'>,
    private readonly tell: () => string,
    private readonly tellMore: (() => string[]) | undefined,
  ) {
    this.targets = targets;
    this.run = run;
    this.counted = counted;
  }
  get text(): string {
    return this.tell();
  }
  get details(): string[] | undefined {
    return this.tellMore?.();
  }
}

/** A value of an argument, as JSON. */
export function showValue(value: unknown, max = 80): string {
  return oneLine(json(value, max));
}

/** `crm.delete {"id":7}`. */
export function showTool(call: RunCall): string {
  const { id, args } = call;
  call.shown ??= args === undefined ? showId(id) : `${showId(id)} ${showValue(args, 120)}`;
  return call.shown;
}

/** `call 4 a {"q":1}`, and for several alike `calls 4, 5, 6 a {"q":1}`: the calls at these places. */
export function showCalls(calls: readonly RunCall[], places: readonly number[]): string {
  const alike = new Map<string, number | number[]>();
  for (const at of places) {
    const call = calls[at];
    if (call === undefined) continue;
    const key = callKey(call);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, at);
    else if (typeof known === 'number') alike.set(key, [known, at]);
    else known.push(at);
  }
  const shown: string[] = [];
  for (const numbers of alike.values()) {
    if (shown.length === MOST) break;
    const which = typeof numbers === 'number' ? `call ${numbers + 1}` : `calls ${listedPlaces(numbers)}`;
    const first = typeof numbers === 'number' ? numbers : numbers[0];
    shown.push(`${which} ${showTool(calls[first ?? 0] as RunCall)}`);
  }
  return withMore(shown.join(', '), alike.size - MOST);
}

/** Places count from 0, and are shown from 1. */
function listedPlaces(places: readonly number[]): string {
  const first = places.slice(0, NUMBERS).map((at) => at + 1);
  return withMore(first.join(', '), places.length - NUMBERS);
}

/** `a, b x2, c`: each once, in order of first sight, with how often; long lists are cut. */
export function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listedCounts(counts);
}

/** The same of the tools that a run called. */
export function tallyTools(tools: readonly ToolUse[]): string {
  const counts = new Map<string, number>();
  for (const { tool, count } of tools) counts.set(tool.id, (counts.get(tool.id) ?? 0) + count);
  return listedCounts(counts);
}

function listedCounts(counts: ReadonlyMap<string, number>): string {
  return listed([...counts].map(([name, n]) => (n === 1 ? showId(name) : `${showId(name)} x${n}`)));
}

/** `a, b, a`: the tools of calls, in order. */
export function listedTools(tools: readonly ToolId[]): string {
  const shown = tools.slice(0, MOST).map(({ id }) => showId(id));
  return withMore(shown.join(', '), tools.length - MOST);
}

/** With commas; of a long list it says how many were left out. */
export function listed(items: readonly (string | number)[], most = MOST): string {
  return withMore(items.slice(0, most).join(', '), items.length - most);
}

function withMore(shown: string, more: number): string {
  return more > 0 ? `${shown} and ${more} more` : shown;
}
