/**
 * Changes to a definition that tell a reader nothing more about the tool. A judge that can be flattered
 * gives more for one of them. `npm run eval:flattery` makes them to real definitions, the tests to ours.
 */
import type { ToolDef } from '../../../src/types/catalog.js';
import { COPIES } from './copies.js';
import { FURTHER } from './further.js';
import { GUISES } from './guises.js';
import { HOLLOW } from './hollow.js';
import { KEYWORDS } from './keywords.js';
import { PADDING } from './padding.js';

export interface Surroundings {
  /** A tool of another server that has nothing to do with this one. */
  donor: ToolDef;
  second: ToolDef;
  /** Another tool of the same server. */
  sibling?: ToolDef;
  /** Names of the tools of the server. */
  siblings: readonly string[];
}

export interface Family {
  name: string;
  /** Undefined where it cannot be made. */
  change(text: string, tool: ToolDef, around: Surroundings): string | undefined;
}

export const FAMILIES: readonly Family[] = [
  ...KEYWORDS,
  ...HOLLOW,
  ...COPIES,
  ...PADDING,
  ...GUISES,
  ...FURTHER,
];
