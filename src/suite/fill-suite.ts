/** Filling in a whole suite: which keys are left alone, and what may be read where. */
import {
  type Fill,
  fillTree,
  MAX_TOTAL_LENGTH,
  type Permits,
  type Scope,
  type Unfilled,
} from './interpolate.js';
import { put } from './merge.js';
import type { Path } from './spots.js';

/** Read before variables have values, or the variables themselves. */
const LEFT_ALONE = new Set(['$schema', 'imports', 'variables', 'profiles']);
const TEST_LISTS = new Set<unknown>(['tools', 'resources', 'prompts', 'tests']);
const READS_CAPTURES = new Set<unknown>(['tool', 'uri', 'prompt', 'args', 'expect']);

export function fillSuite(
  suite: Record<string, unknown>,
  scope: Scope,
  failed: (path: Path, why: Unfilled) => void,
): Record<string, unknown> {
  const fill: Fill = { scope, failed, permits, left: MAX_TOTAL_LENGTH };
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(suite)) {
    put(out, key, LEFT_ALONE.has(key) ? suite[key] : fillTree(suite[key], fill, [key]), suite);
  }
  return out;
}

function permits(path: Path): Permits {
  if (!TEST_LISTS.has(path[0])) return { env: true, captured: false };
  const inner = path[2] === 'steps' ? path.slice(4) : path.slice(2);
  return { env: inner[0] !== 'name', captured: READS_CAPTURES.has(inner[0]) };
}
