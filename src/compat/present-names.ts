/** All names of a catalogue as a client shows them, told apart where it does so. */
import type { ToolDef } from '../types/catalog.js';
import type { ClientView, PresentedName } from '../types/compat.js';
import { nameOf } from './input-schema.js';
import { presentName, withHash } from './present-name.js';

export function presentNames(
  view: ClientView | undefined,
  server: string,
  tools: readonly ToolDef[],
): PresentedName[] {
  return tools.map((tool, place) => presentName(view, server, nameOf(tool, place)));
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
      const name = names[place] as PresentedName;
      if (view?.collision === 'hash')
        names[place] = withHash(view, name, nameOf(tools[place] as ToolDef, place));
      else if (isLoser(view, nth, places.length)) names[place] = { ...name, left_out: true };
    }
  }
  return names;
}

function isLoser(view: ClientView | undefined, nth: number, many: number): boolean {
  return view?.collision === 'later wins' ? nth < many - 1 : nth > 0;
}
