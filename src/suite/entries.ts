/** The tests of a suite, but for agent tests, as they are written, in file order, whichever list they stand in. */

import type { Path } from '../source/spots.js';
import type { Call, TestKind } from '../types/suite.js';
import { isObject, ownValue } from '../util/plain.js';

export interface Entry {
  kind: TestKind;
  path: Path;
  value: Record<string, unknown>;
}

const LISTS: Record<string, TestKind | undefined> = {
  tools: 'tool',
  resources: 'resource',
  prompts: 'prompt',
  requests: 'request',
  completions: 'completion',
  resource_templates: 'template',
  subscriptions: 'subscription',
  tasks: 'task',
  apps: 'app',
  capabilities: 'capabilities',
  tool_quality: 'tool_quality',
  tdqs: 'tdqs',
  compliance: 'compliance',
};

export function testEntries(suite: Record<string, unknown>): Entry[] {
  const out: Entry[] = [];
  for (const key of Object.keys(suite)) {
    if (key === 'security' || key === 'compat') out.push(...blockEntries(suite, key));
    const kind = Object.hasOwn(LISTS, key) ? LISTS[key] : undefined;
    const items = suite[key];
    if ((kind === undefined && key !== 'tests') || !Array.isArray(items)) continue;
    for (const [index, value] of items.entries()) {
      if (isObject(value) && !(key === 'tests' && ownValue(value, 'type') === 'agent'))
        out.push({ kind: kind ?? kindOf(value), path: [key, index], value });
    }
  }
  return out;
}

/** `security:` and `compat:` are one block each, and one test for each server. */
function blockEntries(suite: Record<string, unknown>, kind: 'security' | 'compat'): Entry[] {
  const block = ownValue(suite, kind);
  if (!isObject(block)) return [];
  const named = ownValue(block, 'servers');
  const declared = ownValue(suite, 'servers');
  const servers = Array.isArray(named) ? named : Object.keys(isObject(declared) ? declared : {});
  return servers.flatMap((server, index) => {
    if (typeof server !== 'string') return [];
    const path = Array.isArray(named) ? [kind, 'servers', index] : [kind];
    return [{ kind, path, value: { ...block, name: `${kind} of ${server}`, server } }];
  });
}

/** Where something that a test says stands. */
export function placeIn({ kind, path }: Entry, key: string): Path {
  return kind === 'security' || kind === 'compat' ? path : [...path, key];
}

/** The keys of which a step has one, and only one. */
export const CALL_KEYS = [
  'tool',
  'uri',
  'prompt',
  'request',
  'complete',
  'template',
  'subscribe',
  'task',
  'app',
];

/** The types of `tests:`, but for agent tests. */
export const PLAIN_TYPES: readonly unknown[] = [
  'tool',
  'resource',
  'prompt',
  'request',
  'completion',
  'template',
  'subscription',
  'task',
  'app',
  'capabilities',
] satisfies Call['kind'][];

function kindOf(test: Record<string, unknown>): TestKind {
  const type = ownValue(test, 'type');
  return PLAIN_TYPES.includes(type) ? (type as TestKind) : 'tool';
}

export interface RawCall {
  path: Path;
  value: Record<string, unknown>;
}

/** The steps of a test: those of `steps:`, else the test itself. */
export function stepsOf({ path, value }: Entry): RawCall[] {
  const steps = ownValue(value, 'steps');
  if (!Array.isArray(steps)) return [{ path, value }];
  return steps.flatMap((step, index) =>
    isObject(step) ? [{ path: [...path, 'steps', index], value: step }] : [],
  );
}

/** Absent unless the test is skipped. */
export function skipReason(skip: boolean | string | undefined): string | undefined {
  if (skip === undefined || skip === false) return undefined;
  return skip === true ? 'skip: true' : skip;
}
