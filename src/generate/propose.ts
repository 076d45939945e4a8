/** What a tool was seen to answer → a test that says so, for somebody who reads it before it is kept. */

import { yamlItem } from '../source/yaml-text.js';
import { clip, oneLine } from '../util/text.js';
import type { ObservedAnswer } from './observation.js';
import { assertionsOf, type SeenAssertion } from './observed-assertions.js';
import { SERVER, shownName } from './suite-head.js';

export interface ProposeInput {
  tool: string;
  args: Record<string, unknown>;
  /** One call, or two with the same arguments. */
  observed: ObservedAnswer[];
}

export interface Proposal {
  /** A block to paste under `tools:`. */
  test: string;
  excluded_volatile: string[];
  notes: string[];
}

const MAX_VOLATILE = 100;
const BUDGET_RULE =
  'latency budget: 2x the slowest observed call, rounded up to the nearest 50 ms, floor 100 ms';

export function propose({ tool, args, observed }: ProposeInput): Proposal {
  const { assertions, volatile, notes } = assertionsOf(observed);
  const shown = volatile.slice(0, MAX_VOLATILE);
  if (volatile.length > shown.length)
    notes.push(`${volatile.length - shown.length} more volatile leaves are left out`);
  return { test: block(tool, args, assertions, budget(observed)), excluded_volatile: shown, notes };
}

function budget(observed: ObservedAnswer[]): number {
  const slowest = Math.max(...observed.map(({ duration_ms }) => duration_ms));
  return Math.max(100, Math.ceil((2 * slowest) / 50) * 50);
}

const LONGEST_ARGS = 60;

/** ` (celsius: -10)`: two proposals for one tool need two names. */
function shownArgs(args: unknown): string {
  const pairs = Object.entries(args as object).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : ` (${shownName(clip(oneLine(pairs.join(', ')), LONGEST_ARGS))})`;
}

function block(tool: string, args: unknown, assertions: SeenAssertion[], ms: number): string {
  const name = `${shownName(tool)}: proposed assertions${shownArgs(args)}`;
  const expect = assertions.length === 0 ? {} : { assertions };
  const text = yamlItem({ name, server: SERVER, tool, args, expect: { ...expect, max_duration_ms: ms } }, 2);
  const last = text.lastIndexOf('      max_duration_ms:');
  return `${text.slice(0, last)}      # ${BUDGET_RULE}\n${text.slice(last)}`;
}
