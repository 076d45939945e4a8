/** All names of a catalogue as a client shows them, told apart where it does so. */
import type { ToolDef } from '../types/catalog.js';
import type { ClientView, PresentedName } from '../types/compat.js';
import { sentName } from './input-schema.js';
import { presentName, withHash, withNumber } from './present-name.js';

export function presentNames(
  view: ClientView | undefined,
  server: string,
  tools: readonly ToolDef[],
): PresentedName[] {
  return tools.map((tool, place) => presentName(view, server, sentName(tool, place)));
}

/** Names as they reach the model: with a hash where two became the same, or without the one that lost. */
export function finalNames(
  view: ClientView | undefined,
  server: string,
  tools: readonly ToolDef[],
): PresentedName[] {
  const names = presentNames(view, server, tools);
  const twins = new Map<string, number[]>();
  for (const [place, { full }] of names.entries()) twins.set(full, [...(twins.get(full) ?? []), place]);
  for (const places of twins.values()) {
    if (places.length < 2) continue;
    for (const [nth, place] of places.entries()) {
      const found = { name: names[place] as PresentedName, nth, many: places.length };
      names[place] = toldApart(view, found, server, sentName(tools[place] as ToolDef, place));
    }
  }
  return names;
}

interface Twin {
  name: PresentedName;
  nth: number;
  many: number;
}

function toldApart(
  view: ClientView | undefined,
  { name, nth, many }: Twin,
  server: string,
  tool: string,
): PresentedName {
  if (view?.collision === 'hash') return withHash(view, name, server, tool);
  if (view?.collision === 'number' && name.cut) return nth === 0 ? name : withNumber(view, name, nth + 1);
  return isLoser(view, nth, many) ? { ...name, left_out: true } : name;
}

function isLoser(view: ClientView | undefined, nth: number, many: number): boolean {
  return view?.collision === 'later wins' ? nth < many - 1 : nth > 0;
}
