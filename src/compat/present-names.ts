/** All names of a catalogue as a client shows them, told apart where it does so. */
import type { ToolDef } from '../types/catalog.js';
import type { ClientView, PresentedName } from '../types/compat.js';
import { nameOf } from './input-schema.js';
import { presentName } from './present-name.js';

export function presentNames(
  view: ClientView | undefined,
  server: string,
  tools: readonly ToolDef[],
): PresentedName[] {
  return tools.map((tool, place) => presentName(view, server, nameOf(tool, place)));
}
