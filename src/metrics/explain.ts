/** The words beside the figures. Names come from servers and models, so they are made safe to print. */
import { show as json } from '../match/show.js';
import type { Explanation } from '../types/metric.js';
import { clip, oneLine } from '../util/text.js';
import { callKey, type RunCall } from './runs.js';

const MOST = 50;

export function show(name: string): string {
  return name === '' ? '(no name)' : clip(oneLine(name), 120);
}

/** Of many runs few are shown, so that the words wait until somebody reads them. */
export function toldLater(about: Omit<Explanation, 'text'>, text: () => string): Explanation {
  return {
    ...about,
    get text() {
      return text();
    },
  };
}

/** A value of an argument, as JSON. */
export function showValue(value: unknown, max = 80): string {
  return oneLine(json(value, max));
}

/** `crm.delete {"id":7}`. */
export function showTool(call: RunCall): string {
  const { id, args } = call;
  call.shown ??= args === undefined ? show(id) : `${show(id)} ${showValue(args, 120)}`;
  return call.shown;
}

/** `call 4 a {"q":1}`, and for several alike `calls 4, 5, 6 a {"q":1}`: the calls at these places. */
export function showCalls(calls: readonly RunCall[], places: readonly number[]): string {
  const alike = new Map<string, { call: RunCall; numbers: number[] }>();
  for (const at of places) {
    const call = calls[at];
    if (call === undefined) continue;
    const key = callKey(call);
    const known = alike.get(key);
    if (known) known.numbers.push(at + 1);
    else alike.set(key, { call, numbers: [at + 1] });
  }
  const all = [...alike.values()];
  const shown = all.slice(0, MOST).map(({ call, numbers }) => {
    return `${numbers.length === 1 ? 'call' : 'calls'} ${listed(numbers, 10)} ${showTool(call)}`;
  });
  return withMore(shown.join(', '), all.length - MOST);
}

/** `a, b x2, c`: each once, in order of first sight, with how often; long lists are cut. */
export function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listed([...counts].map(([name, n]) => (n === 1 ? show(name) : `${show(name)} x${n}`)));
}

/** `a, b, a`: the tools of calls, in order. */
export function listedTools(calls: readonly RunCall[]): string {
  const shown = calls.slice(0, MOST).map(({ id }) => show(id));
  return withMore(shown.join(', '), calls.length - MOST);
}

/** With commas; of a long list it says how many were left out. */
export function listed(items: readonly (string | number)[], most = MOST): string {
  return withMore(items.slice(0, most).join(', '), items.length - most);
}

function withMore(shown: string, more: number): string {
  return more > 0 ? `${shown} and ${more} more` : shown;
}
