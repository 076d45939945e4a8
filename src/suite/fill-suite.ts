/** Filling in a whole suite: which keys are left alone, and what may be read where. */

import type { Path } from '../source/spots.js';
import { toPointer } from '../util/pointer.js';
import { CALL_KEYS } from './entries.js';
import {
  type Fill,
  type FillError,
  fillTree,
  MAX_TOTAL_LENGTH,
  type Permits,
  type Scope,
} from './interpolate.js';
import { put } from './merge.js';

/** Read before variables have values, or the variables themselves. */
const LEFT_ALONE = new Set(['$schema', 'imports', 'variables', 'profiles']);
const TEST_LISTS: ReadonlySet<unknown> = new Set([
  'tools',
  'resources',
  'prompts',
  'requests',
  'completions',
  'resource_templates',
  'subscriptions',
  'tasks',
  'apps',
  'capabilities',
  'tests',
]);
/** Lists of tests that may have `cases`. */
export const CASE_LISTS: readonly string[] = [...(TEST_LISTS as ReadonlySet<string>), 'agents'];
/** Lists whose entries have names that the environment does not change. */
const NAMED_LISTS = new Set<unknown>([...TEST_LISTS, 'agents', 'tool_quality', 'tdqs', 'compliance']);
const READS_CAPTURES = new Set<unknown>([...CALL_KEYS, 'trigger', 'args', 'expect']);

export interface FilledSuite {
  value: Record<string, unknown>;
  /** Pointers of strings that could not be filled in and were left as they are. */
  unfilled: Set<string>;
}

interface FillOptions {
  failed?(path: Path, why: FillError): void;
  /** How much text the cases hold: so much more may be filled in. */
  textOfCases?: number;
}

/**
 * A variable that stands alone keeps its type, so that `retries: ${n}` works; where `textWanted` then says
 * that text is wanted, as for `--port ${n}` in a command, it becomes text again.
 */
export function fillSuite(
  suite: Record<string, unknown>,
  scope: Scope,
  textWanted: (value: Record<string, unknown>) => Path[],
  { failed = () => {}, textOfCases = 0 }: FillOptions = {},
): FilledSuite {
  const unfilled = new Set<string>();
  const retyped = new Set<string>();
  const fill: Fill = {
    scope,
    permits,
    left: MAX_TOTAL_LENGTH + textOfCases,
    retyped: (path) => retyped.add(toPointer(path)),
    failed: (path, why) => {
      unfilled.add(toPointer(path));
      failed(path, why);
    },
  };
  const value: Record<string, unknown> = {};
  for (const key of Object.keys(suite)) {
    put(value, key, LEFT_ALONE.has(key) ? suite[key] : fillTree(suite[key], fill, [key]), suite);
  }
  if (retyped.size > 0) {
    for (const path of textWanted(value)) if (retyped.has(toPointer(path))) makeText(value, path);
  }
  return { value, unfilled };
}

function makeText(root: Record<string, unknown>, path: Path): void {
  let parent = root as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) parent = parent[part] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined && typeof parent[last] !== 'object') parent[last] = String(parent[last]);
}

function permits(path: Path): Permits {
  if (!NAMED_LISTS.has(path[0])) return { env: true, captured: false, tmp: 'suite' };
  const inner = path[2] === 'steps' ? path.slice(4) : path.slice(2);
  const captured = TEST_LISTS.has(path[0]) && READS_CAPTURES.has(inner[0]);
  const tmp = captured ? 'test' : 'suite';
  return inner[0] === 'name' ? { env: false, captured } : { env: true, captured, tmp };
}
