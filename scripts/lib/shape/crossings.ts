/**
 * How often one run goes from room to room. Modules are taken in the order in which control first enters each of
 * them, by a call of one of its functions; what runs while a module is initialised does not count. Where the next
 * module lies in another room than the last one, that is a crossing. The front doors are left out, and so are the
 * toolboxes: rooms of pure functions that all the others use like a language.
 */
import { roomOf } from './source-files.js';

const FRONT = ['cli', 'mcp-server', 'report', 'page', 'viewer', 'index.ts'];
const TOOLBOXES = ['types', 'util', 'source', 'regex', 'redact', 'tokens', 'json-schema', 'match'];

export interface Crossings {
  crossings: number;
  /** How often control comes back to `verbs/`, or into it, after the room in which the run begins. */
  entries_of_verbs: number;
  /** Crossings where all toolboxes but `types` and `util` count as rooms. */
  crossings_with_toolboxes: number;
  path: string[];
}

export function countCrossings(modules: string[]): Crossings {
  const rooms = modules.map(roomOf).filter((room) => !FRONT.includes(room));
  const path = withoutRepeats(rooms.filter((room) => !TOOLBOXES.includes(room)));
  const longer = withoutRepeats(rooms.filter((room) => room !== 'types' && room !== 'util'));
  return {
    crossings: path.length - 1,
    entries_of_verbs: path.slice(1).filter((room) => room === 'verbs').length,
    crossings_with_toolboxes: longer.length - 1,
    path,
  };
}

function withoutRepeats(rooms: string[]): string[] {
  return rooms.filter((room, index) => room !== rooms[index - 1]);
}
